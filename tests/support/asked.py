"""A night played through the pure rules alone that keeps its commands too, as a book would: for looking back at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from dealer.commands.commands import Malformed
from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import read_command
from dealer.night.history import History
from dealer.what_if.other_night import Alternative, Change, what_if
from events.facts.fact import Fact
from events.records import RecordedCommand
from tests.support.pure import PureNight

OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "house": {}, "roll": 500_000}


@dataclass
class AskedNight(PureNight):
    """A night in memory with every command that the rules saw, refused ones too; what does not read is not kept."""

    commands: list[RecordedCommand] = field(default_factory=list)

    def do(self, document: object, line: int = 0) -> tuple[Fact, ...]:
        number, before = len(self.commands) + 1, len(self.recorded)
        refusal: Refusal | None = None
        facts: tuple[Fact, ...] = ()
        try:
            facts = super().do(document, number)
        except Refusal as refused:
            refusal = refused
            if self.night is None or not reads(document):
                raise
        assert isinstance(document, dict)
        self.commands.append(
            RecordedCommand(
                id=document.get("id", f"c{number}-{len(self.refused)}"),
                stream="night",
                number=number,
                document={key: value for key, value in document.items() if key != "id"},
                at="2026-11-21T20:00:00Z",
                who="test",
                device="test",
                version_before=before,
                version_after=len(self.recorded),
                refused=refusal.code if refusal else None,
                why=refusal.recorded if refusal else None,
                hash="",
            )
        )
        if refusal:
            raise refusal
        return facts

    @property
    def history(self) -> History:
        """The night at each of its facts."""
        return History.of(self.recorded)

    def last(self, do: str, **arguments: Any) -> int:
        """The number of the last command of this word and with these arguments."""
        wanted = {"do": do, **arguments}.items()
        return next(one.number for one in reversed(self.commands) if wanted <= one.document.items())


def reads(document: object) -> bool:
    """Whether a line is a command of the contract, its id aside."""
    assert isinstance(document, dict)
    return not isinstance(read_command({key: one for key, one in document.items() if key != "id"}), Malformed)


def asked(lines: Iterable[object]) -> AskedNight:
    """A night of these commands, played through; refused ones and all."""
    night = AskedNight()
    night.play(lines)
    return night


def of(night: AskedNight, *changes: Change) -> Alternative:
    return what_if(night.history, night.commands, changes)


def faro(*lines: dict[str, Any], **house: Any) -> AskedNight:
    """A night of Faro with red and blue seated, $200 each, and a deal on whose soda is a king."""
    return asked(
        [
            {**OPENING, "house": house, "dealer": "D"},
            {"do": "seat_player", "player": "red", "name": "Red"},
            {"do": "buy_checks", "player": "red", "amount": 20_000},
            {"do": "seat_player", "player": "blue", "name": "Blue"},
            {"do": "buy_checks", "player": "blue", "amount": 20_000},
            {"do": "start_deal"},
            {"do": "expose_soda", "card": "Ks"},
            *lines,
        ]
    )


def bet(key: str, rank: str, player: str = "red", stake: int = 500, **more: Any) -> dict[str, Any]:
    return {"do": "place_bet", "bet": key, "player": player, "kind": "single", "ranks": [rank], "stake": stake, **more}


def turn(loser: str, winner: str) -> dict[str, Any]:
    return {"do": "turn", "loser": loser, "winner": winner}


def nets(found: Alternative) -> dict[str, int]:
    return {one.player: one.cents for one in found.differences.players}
