"""Night scripts: files with a command per line as JSON, carried out like commands of the tablet (the contract).

A line may have an ``id`` that later lines refer to. In the book a script's ids get a random prefix, so that a script
can be played twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from dealer.commands.commands import Amend, OpenNight, RedeemCarried, VoidSlip
from dealer.commands.refusal import Phrase, Refusal, printable, refusal_of
from dealer.house.decide import HOUSE_WORDS
from dealer.house.roles import SIGNED, signers_of
from dealer.night.command_parsing import json_of
from dealer.night.result import house_result, result_in_house, result_of
from dealer.night_service import NightService
from dealer.streams import Sender, new_command_id
from events.frozen import Frozen

LONGEST_LINE = 100_000
"""The longest line; no command of the contract needs more characters."""

LONGEST_ID = 64
"""The most characters of a line's id."""


class ScriptLine(Frozen):
    """A line of a script: its number, and its document or the problem with it."""

    number: int
    document: object = None
    problem: str | None = None

    @property
    def do(self) -> str | None:
        """The word of the line's command, or ``None``."""
        do = self.document.get("do") if isinstance(self.document, dict) else None
        return printable(do) if isinstance(do, str) else None


class ScriptStopped(Exception):
    """The script stopped at a line: its number, its command and the refusal."""

    def __init__(self, line: ScriptLine, refusal: Refusal) -> None:
        super().__init__(f"line {line.number}: {line.do or 'no command'}: {refusal}")
        self.line = line
        self.refusal = refusal


def read_script(text: str) -> Iterator[ScriptLine]:
    """The commands of a script; blank lines and those that start with ``#`` are skipped."""
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield _read_line(number, stripped)


Progress = Callable[[ScriptLine], None]
Warn = Callable[[ScriptLine, Phrase], None]
Refused = Callable[[ScriptLine, Refusal], None]


def play(
    service: NightService,
    lines: Iterable[ScriptLine],
    sender: Sender,
    *,
    keep_going: bool = False,
    progress: Progress | None = None,
    warn: Warn = lambda _line, _warning: None,
    refused: Refused = lambda _line, _refusal: None,
) -> tuple[list[str], dict[str, Any]]:
    """Run a script's commands and return the ids of its nights and the result.

    ``warn`` gets each line's warnings, and ``refused`` each refusal that is listed.

    A house script has several nights, and its result is that of the house (contract of the house). Raises
    :class:`ScriptStopped` at the first refused line, or, with ``keep_going``, lists refusals in the result;
    :class:`Refusal` (``no_such_night``) where no line of a script of one night opened it.
    """
    lines = list(lines)
    player = _HousePlayer if any(map(_is_of_house, lines)) else _NightPlayer
    script = player(service, sender, warn)
    for line in lines:
        try:
            script.carry_out(line)
        except Refusal as refusal:
            refusal = script.ids.as_in_script(refusal)
            if not keep_going:
                raise ScriptStopped(line, refusal) from None
            script.refuse(line, refusal)
            refused(line, refusal)
        if progress:
            progress(line)
    return script.nights, script.result()


def _is_of_house(line: ScriptLine) -> bool:
    """Whether a line makes its script one of the house."""
    document = line.document
    return isinstance(document, dict) and (not document.keys().isdisjoint(_OF_HOUSE_SCRIPTS) or _is_for_house(document))


_OF_HOUSE_SCRIPTS = ("night", *SIGNED)


def _is_for_house(document: dict[str, Any]) -> bool:
    """Whether a command is for the house: carried markers are redeemed at a table if a player is named."""
    word = document.get("do")
    if not isinstance(word, str) or word not in HOUSE_WORDS:
        return word == VoidSlip.do
    return word != RedeemCarried.do or document.get("player") is None


class _NightPlayer:
    """Plays a script of one night."""

    def __init__(self, service: NightService, sender: Sender, warn: Warn) -> None:
        self.service, self.sender, self.warn = service, sender, warn
        self.ids = _Ids(new_command_id())
        self.nights: list[str] = []
        self.refused: list[dict[str, Any]] = []

    def carry_out(self, line: ScriptLine) -> None:
        """Carry out a line; raises :class:`Refusal`."""
        if line.problem:
            raise Refusal.with_sentence("bad_input", line.problem)
        ident, document = self.ids.of(line)
        night = self.nights[-1] if self.nights else None
        self.nights = [self._execute(line, ident, document, night, self.sender)]

    def _execute(self, line: ScriptLine, ident: str, document: object, night: str | None, sender: Sender) -> str:
        receipt = self.service.execute(document, sender, night=night, command_id=ident)
        for warning in receipt.warnings:
            self.warn(line, warning)
        return receipt.night

    def refuse(self, line: ScriptLine, refusal: Refusal) -> None:
        """Add a refusal to the result."""
        self.refused.append({"line": line.number, "do": line.do, "code": refusal.code, "why": refusal.why})

    def result(self) -> dict[str, Any]:
        """The result of the night."""
        if not self.nights:
            raise Refusal("no_such_night", "The script did not open a night.")
        (night,) = self.nights
        return {**result_of(self.service.night(night), self.service.book.events(night)), "refused": self.refused}


class _HousePlayer(_NightPlayer):
    """Plays a script of several nights, which its lines name by their labels."""

    def __init__(self, service: NightService, sender: Sender, warn: Warn) -> None:
        super().__init__(service, sender, warn)
        self._by_label: dict[str, str] = {}
        self._last = ""
        self._label: str | None = None

    def carry_out(self, line: ScriptLine) -> None:
        """Carry out a line for the house or for one of its nights; raises :class:`Refusal`."""
        self._label = None
        if line.problem or not isinstance(line.document, dict):
            self._label = self._last or None
            raise Refusal.with_sentence("bad_input", line.problem or "A command must be a JSON object.")
        ident, document = self.ids.of(line)
        assert isinstance(document, dict)
        sender = self._sender_of(document)
        if document.get("do") == OpenNight.do:
            self._open(line, ident, document, sender)
        elif document.get("do") != VoidSlip.do and _is_for_house(document):
            self.service.execute_for_house(document, sender, command_id=ident)
        else:
            label = document.pop("night", None)
            label = self._last if label is None else label
            if not isinstance(label, str) or label not in self._by_label:
                raise Refusal("no_such_night", "The script has opened no night %(night)s.", night=str(label)[:64])
            self._label = label
            self._execute(line, ident, document, self._by_label[label], sender)

    def _sender_of(self, document: dict[str, Any]) -> Sender:
        """The member of the staff who gives a command, on the script's device."""
        who = signers_of(document).who
        return self.sender if who is None else Sender(who=printable(who)[:LONGEST_ID], device=self.sender.device)

    def _open(self, line: ScriptLine, ident: str, document: dict[str, Any], sender: Sender) -> None:
        label = document.pop("night", None)
        label = str(len(self._by_label) + 1) if label is None else label
        self.service.check_may_open(document)
        if not isinstance(label, str) or not label.strip():
            raise Refusal("bad_input", "The label of a night must be a text.")
        if label in self._by_label:
            raise Refusal("already_done", "The script has a night %(night)s already.", night=label[:64])
        night = self._execute(line, ident, document, None, sender)
        self.nights.append(night)
        self._by_label[label] = night
        self._last = label

    def refuse(self, line: ScriptLine, refusal: Refusal) -> None:
        """Add a refusal to the result, with the label of its night."""
        super().refuse(line, refusal)
        self.refused[-1]["night"] = self._label

    def result(self) -> dict[str, Any]:
        """The result of the house and of its nights, by their labels."""
        service, house = self.service, self.service.house()
        labels = {night: night for night in house.night_order} | {
            night: label for label, night in self._by_label.items()
        }
        nights = {
            label: result_in_house(service.night(night), service.book.events(night), house)
            for label, night in self._by_label.items()
        }
        return {"house": house_result(house, labels), "nights": nights, "refused": self.refused}


class _Ids:
    """Maps the ids of a script's lines to command ids in the book."""

    def __init__(self, batch: str) -> None:
        self._batch = batch

    def of(self, line: ScriptLine) -> tuple[str, object]:
        """The id of a line's command in the book, and its document with all ids mapped.

        A line without an ``id`` gets its number. Raises :class:`Refusal` (``bad_input``) for an id that is not text.
        """
        if not isinstance(line.document, dict):
            return self._in_book(str(line.number)), line.document
        document = {key: value for key, value in line.document.items() if key != "id"}
        name = line.document.get("id", str(line.number))
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_ID or not name.isprintable():
            raise Refusal(
                "bad_input",
                "A line's id must be 1 to %(longest)s printable characters.",
                longest=LONGEST_ID,
            )
        if document.get("do") == Amend.do:
            document = self._naming_in_book(document)
        return self._in_book(name), document

    def as_in_script(self, refusal: Refusal) -> Refusal:
        """A refusal with the ids as in the script."""
        # The random prefix is as long as a hash: nothing else in a sentence can equal it.
        mapped = refusal_of(refusal.code, refusal.recorded.replace(f"{self._batch}-", ""))
        mapped.names = refusal.names
        return mapped

    def _naming_in_book(self, document: dict[str, Any]) -> dict[str, Any]:
        """A correction with mapped ids; its ``instead`` has no id."""
        named, instead, drop = (document.get(key) for key in ("command", "instead", "drop"))
        if isinstance(named, str):
            document["command"] = self._in_book(named)
        if isinstance(instead, dict):
            document["instead"] = {key: value for key, value in instead.items() if key != "id"}
        if isinstance(drop, list):
            document["drop"] = [self._in_book(dropped) if isinstance(dropped, str) else dropped for dropped in drop]
        return document

    def _in_book(self, name: str) -> str:
        return f"{self._batch}-{name}"


def _read_line(number: int, text: str) -> ScriptLine:
    if len(text) > LONGEST_LINE:
        return ScriptLine(number=number, problem="This line is too long to be a command.")
    try:
        return ScriptLine(number=number, document=json_of(text))
    except Refusal as refusal:
        return ScriptLine(number=number, problem=refusal.why)
    except ValueError:
        return ScriptLine(number=number, problem="This line is not a complete JSON object. Was it cut off?")
