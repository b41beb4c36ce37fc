"""The rows of hands in a night's result: one for every hand that was settled, in order (the contract's words)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import asdict

from dealer.game.game import RoundRow
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games import fan_tan


class WrongPassRow(Frozen):
    """A wrong pass that was proved: the cards that could have been laid, and its whole penalty in chips."""

    player: str
    turn: int
    cards: tuple[str, ...]
    penalty: int
    taken: bool


class HandRow(Frozen):
    """A settled hand; ``pot`` is all that the winner was paid, in chips: 0, and no winner, for a dead hand."""

    hand: int
    winner: str | None
    pot: int
    wrong_passes: tuple[WrongPassRow, ...]


@dataclass(slots=True)
class _Proofs:
    proved: list[fan_tan.WrongPassProved] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def rows(self) -> tuple[WrongPassRow, ...]:
        return tuple(
            WrongPassRow(
                player=one.player,
                turn=one.turn,
                cards=tuple(held.card for held in one.held),
                penalty=one.penalty,
                taken=one.turn in self.taken,
            )
            for one in self.proved
        )


def round_rows(facts: Sequence[Fact]) -> list[RoundRow]:
    """The rows of all hands that these facts settle, in the contract's words."""
    return [RoundRow(at=at, row=_as_worded(row)) for at, row in _settled(facts)]


def hand_rows_of(facts: Iterable[Fact]) -> list[HandRow]:
    """The rows of all hands that these facts, those that stand, settle."""
    return [row for _, row in _settled(facts)]


def _as_worded(row: HandRow) -> dict[str, Any]:
    passes = [{**asdict(one), "cards": list(one.cards)} for one in row.wrong_passes]
    return {**asdict(row), "wrong_passes": passes}


def _settled(facts: Iterable[Fact]) -> Iterator[tuple[int, HandRow]]:
    """The row of each hand with the place of the fact that settles it."""
    proofs: dict[int, _Proofs] = {}
    for at, one in enumerate(facts):
        match one:
            case fan_tan.WrongPassProved():
                proofs.setdefault(one.hand, _Proofs()).proved.append(one)
            case fan_tan.PenaltyTaken():
                proofs[one.hand].taken.add(one.turn)
            case fan_tan.PotWon() | fan_tan.PotLeft():
                winner, pot = (one.player, one.chips) if isinstance(one, fan_tan.PotWon) else (None, 0)
                passes = proofs.get(one.hand, _Proofs()).rows()
                yield at, HandRow(hand=one.hand, winner=winner, pot=pot, wrong_passes=passes)
            case _:
                pass
