"""What players and the sides of a correction are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dealer.night.night import Night
from events.facts.night import PlayerSeated
from events.records import Recorded
from ledger.accounts import BANK
from reports.words.language import gettext as _


def name_of(night: Night, player: str) -> str:
    """A player's name; the key where nobody of it ever sat."""
    seat = night.seats.get(player)
    return seat.name if seat else player


def names_of(facts: Iterable[Recorded]) -> dict[str, str]:
    """The name of everybody who took a seat, by seat key, also of those whose seat was taken back."""
    return {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}


def side_of(side: str, names: Mapping[str, str]) -> str:
    """A side of a correction: the bank, or a player by name."""
    return _("the bank") if side == BANK else names.get(side, side)
