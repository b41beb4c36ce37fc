"""A night played through the pure rules alone: no book, no thread, no clock; it can keep its commands too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from dealer.commands.commands import InvalidCommand, OpenNight
from dealer.commands.refusal import Refusal
from dealer.house.state import HouseHistory
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide, open_night
from dealer.night.evolve import History, evolve_all
from dealer.night.house import Context
from dealer.night.night import Night, opening
from dealer.night.result import result_of
from dealer.rules_version import CURRENT
from dealer.what_if import Alternative, Change, what_if
from events.common.event import Event
from events.records import BookError, Recorded, RecordedCommand


@dataclass
class PureNight:
    """A night in memory: its state, its events, and what was refused; opened under a version of the ``rules``."""

    night: Night | None = None
    rules: int = CURRENT
    recorded: list[Recorded] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    documents: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def now(self) -> Night:
        """The state of a night that has been opened."""
        assert self.night is not None
        return self.night

    def do(self, document: object, line: int = 0) -> tuple[Event, ...]:
        """Carry out one command; raises the refusal."""
        ident = f"c{line or len(self.recorded)}-{len(self.refused)}"
        if isinstance(document, dict) and "id" in document:
            ident = document["id"]
            document = {key: value for key, value in document.items() if key != "id"}
        command = read_command(document, self.night)
        assert isinstance(document, dict)
        self.documents[ident] = document
        if self.night is None:
            if isinstance(command, InvalidCommand) and command.command_type is OpenNight:
                raise command.refusal
            if not isinstance(command, OpenNight):
                raise Refusal("no_such_night", "No night is open.")
            opened = open_night(command, self.rules)
            events: tuple[Event, ...] = (opened,)
            self.night = opening("night", opened, ident)
        else:
            events = decide(self.night, command, Context(earlier=self.documents.__getitem__))
            self.night = evolve_all(self.night, ident, events)
        for event in events:
            self._record(ident, event)
        return events

    def __call__(self, do: str, **arguments: Any) -> tuple[Event, ...]:
        """Carry out one command, said in a few words."""
        return self.do({"do": do, **arguments})

    def refusal(self, do: str, **arguments: Any) -> str:
        before = self.now
        with pytest.raises(Refusal) as refused:
            self(do, **arguments)
        assert self.now is before, "a refusal changed the night"
        assert refused.value.why.endswith("."), refused.value.why
        return refused.value.code

    def play(self, documents: Iterable[object], watch: Callable[[Night], None] = lambda night: None) -> PureNight:
        """Carry out many commands, keeping count of the refused ones as ``--keep-going`` does.

        ``watch`` is shown the night after each that was carried out.
        """
        for line, document in enumerate(documents, start=1):
            try:
                self.do(document, line)
                watch(self.now)
            except Refusal as refusal:
                do = document.get("do") if isinstance(document, dict) else None
                self.refused.append({"line": line, "do": do, "code": refusal.code, "why": refusal.why})
        return self

    def result(self) -> dict[str, Any]:
        result = result_of(self.now, self.recorded)
        result["refused"] = self.refused
        return result

    def _record(self, command: str, event: Event) -> None:
        version = len(self.recorded) + 1
        self.recorded.append(
            Recorded(
                stream="night",
                version=version,
                event=event,
                at="2026-11-21T20:00:00Z",
                who="test",
                device="test",
                command=command,
                hash=f"{version:064x}",
            )
        )


OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "house": {}, "roll": 500_000}


@dataclass
class AskedNight(PureNight):
    """A night in memory with every command that the rules saw, refused ones too; what does not read is not kept."""

    commands: list[RecordedCommand] = field(default_factory=list)

    def do(self, document: object, line: int = 0) -> tuple[Event, ...]:
        number, before = len(self.commands) + 1, len(self.recorded)
        refusal: Refusal | None = None
        events: tuple[Event, ...] = ()
        try:
            events = super().do(document, number)
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
        return events

    @property
    def history(self) -> History:
        return History.of(self.recorded)

    def last(self, do: str, **arguments: Any) -> int:
        """The number of the last command of this word and with these arguments."""
        wanted = {"do": do, **arguments}.items()
        return next(one.number for one in reversed(self.commands) if wanted <= one.document.items())


def reads(document: object) -> bool:
    """Whether a line is a command of the contract, its id aside."""
    assert isinstance(document, dict)
    return not isinstance(read_command({key: one for key, one in document.items() if key != "id"}), InvalidCommand)


def asked(lines: Iterable[object]) -> AskedNight:
    """A night of these commands, played through; refused ones and all."""
    night = AskedNight()
    night.play(lines)
    return night


def of(night: AskedNight, *changes: Change) -> Alternative:
    return what_if(night.history, night.commands, changes, HouseHistory(()).at)


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


def refusal_code(call: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """The code with which the rules or the book refuse a call."""
    try:
        call(*arguments, **named)
    except (Refusal, BookError) as refused:
        return refused.code
    raise AssertionError("nothing was refused")
