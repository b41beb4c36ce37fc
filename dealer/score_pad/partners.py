"""Naming who plays with the bidder for one hand (rulebook G7, G11)."""

from __future__ import annotations

from typing import Any

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key
from dealer.commands.refusal import Refusal
from dealer.score_pad.table import MatchTable
from dealer.score_pad.tricks import check_in_match
from events.facts.fact import Fact
from events.facts.matches import PartnersNamed

NAME_PARTNER = "name_partner"


@command(NAME_PARTNER, seats=("partners",))
class NamePartner(Command):
    """Name who plays with the bidder; a game adds the card by which they are called."""

    partners: tuple[Key, ...]


def check_partners(table: MatchTable, asked: NamePartner, most: int) -> None:
    """Refuse (``bad_input``) partners that cannot be: nobody, more than ``most``, one twice, the bidder."""
    partners = asked.partners
    check_in_match(table, partners)
    if not 0 < len(partners) <= most or len(set(partners)) < len(partners) or table.bidder in partners:
        raise Refusal("bad_input", "Those who play with the bidder are others than they, each named once.")


def partners_named(game: str, table: MatchTable, asked: Any) -> tuple[Fact, ...]:
    """The fact that they were named; what was named before does not count any more."""
    named = PartnersNamed(game=game, hand=table.round, turn=table.turn + 1, partners=asked.partners, card=asked.card)
    return (named,)
