"""A player's part in hands dealt for chips: the one that is on, and what each brought or cost them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections.rounds import ROUNDS, RoundFacts, fold
from events.facts.fact import Fact
from events.facts.hands import AntePut, AnteReturned, PotShared
from events.facts.play import RoundBegun, RoundEnded
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import checks
from reports.words.formatting import signed_number
from reports.words.naming import where_table_stands
from reports.words.sentences import said_of
from web.game_screens import PlayerPage, PlayerPart


class PaidLine(Frozen):
    """What a player paid or got in a hand, in a sentence and in chips."""

    what: str
    chips: int

    @property
    def said(self) -> str:
        """The chips with their sign."""
        return signed_number(self.chips)


class HandOfTheirs(Frozen):
    """A hand that a player had a part in: what came of it, what they paid and got, and what it came to."""

    title: str
    ending: str
    chip_cents: int
    lines: tuple[PaidLine, ...]
    running_cents: int = 0

    @property
    def net_cents(self) -> int:
        """What it came to."""
        return sum(line.chips for line in self.lines) * self.chip_cents

    @property
    def said(self) -> str:
        """Its chips with their sign."""
        return signed_number(sum(line.chips for line in self.lines))

    def going_on_from(self, before_cents: int) -> HandOfTheirs:
        """The hand with the running sum that goes on from what the play had come to before it."""
        return replace(self, running_cents=before_cents + self.net_cents)


class PartNow(Frozen):
    """Their part in the hand that is on: what it is called, figures with what each is, and a word that stands out."""

    title: str
    figures: tuple[tuple[str, str], ...]
    told: str = ""


_PAID_FOR = {AntePut: "Ante", AnteReturned: "Ante given back"}
"""What the facts of every game paid for, in two words."""

Part = Callable[[Any, str], PartNow | None]
"""Gives a player's part in the hand that is on at a table."""

What = Callable[[Any], str]
"""Says in two words what a fact of a game's own paid for; nothing where its sentence is to be had."""


def player_page(part_now: Part, what: What, shared: str, *, each: str = "hand") -> PlayerPage:
    """A player's page of a game of hands; ``shared`` says what a part of a pot that nobody won is called."""
    return PlayerPage(
        part_of=partial(_part_of, part_now, shared),
        round_of=partial(_round_of, what),
        template="hands/macros.html",
        standing_at=_standing_at,
        each=each,
        heading=f"Every {each}",
    )


def _part_of(part_now: Part, shared: str, night: Night, game: str, kept: Sequence[Recorded], player: str) -> PlayerPart:
    table: HandTable = night.tables[game]
    cents = fold(ROUNDS.of(kept), (_shared, game, player), 0, partial(_shared, game, player))
    return PlayerPart(
        now=part_now(table, player) if table.is_on and not night.closed else None,
        beside=((shared, cents),) if cents else (),
    )


def _shared(game: str, player: str, cents: int, of_hand: RoundFacts) -> int:
    """What a player had of pots nobody won, with those after a hand, in cents."""
    return cents + sum(
        move.amount_cents
        for fact in of_hand.facts
        if isinstance(fact, PotShared) and fact.player == player and game_of(fact) == game
        for move in fact.moves
    )


def _round_of(what: What, night: Night, of_hand: RoundFacts, player: str) -> HandOfTheirs | None:
    """A hand as its moves tell it; nothing where the player had no part in it."""
    table: HandTable = night.tables[of_hand.game]
    begun = of_hand.begun.fact
    assert isinstance(begun, RoundBegun)
    facts = [fact for fact in of_hand.facts if not isinstance(fact, PotShared) and game_of(fact) == of_hand.game]
    lines = tuple(
        PaidLine(what=_what_every_game_has(fact) or what(fact) or said_of(night, fact), chips=chips)
        for fact in facts
        if (chips := _chips(fact, player, table.chip_cents))
    )
    if player not in {*getattr(begun, "players", ()), getattr(begun, "dealer", "")}:
        return None
    ended = next((fact for fact in reversed(facts) if isinstance(fact, RoundEnded)), None)
    record = game_called(of_hand.game)
    called = f"{record.round_called} {begun.round_number}"
    many = len(night.opened.games) > 1
    return HandOfTheirs(
        title=f"{record.title}, {called}" if many else called.capitalize(),
        ending=said_of(night, ended) if ended else "It is on." if table.is_on else "Broken off by the close.",
        chip_cents=table.chip_cents,
        lines=lines,
    )


def _what_every_game_has(fact: Fact) -> str:
    return next((words for kind, words in _PAID_FOR.items() if isinstance(fact, kind)), "")


def _chips(fact: Fact, player: str, chip_cents: int) -> int:
    own = checks(player)
    return sum(move.amount_cents * ((move.credit == own) - (move.debit == own)) for move in fact.moves) // chip_cents


def _standing_at(night: Night, game: str) -> str:
    return _with_capital(where_table_stands(game, night.tables[game]))


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
