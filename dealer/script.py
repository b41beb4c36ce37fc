"""Night scripts: files with a command per line as JSON, carried out like commands of the tablet (the contract).

A line may have an ``id`` that later lines refer to. In the book a script's ids get a random prefix, so that a script
can be played twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from dealer.commands.commands import Amend
from dealer.commands.refusal import Refusal, printable
from dealer.night.result import result_of
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


def play(
    service: NightService,
    lines: Iterator[ScriptLine],
    sender: Sender,
    *,
    keep_going: bool = False,
    progress: Callable[[ScriptLine], None] | None = None,
    warn: Callable[[ScriptLine, str], None] = lambda _line, _warning: None,
) -> tuple[str, dict[str, Any]]:
    """Run a script's commands and return the night's id and result; ``warn`` is called with each line's warnings.

    Raises :class:`ScriptStopped` at the first refused line, or, with ``keep_going``, lists refusals in the result;
    :class:`Refusal` (``no_such_night``) where no line opened a night.
    """
    night: str | None = None
    refused: list[dict[str, Any]] = []
    ids = _Ids(new_command_id())
    for line in lines:
        try:
            if line.problem:
                raise Refusal.with_sentence("bad_input", line.problem)
            ident, document = ids.of(line)
            receipt = service.execute(document, sender, night=night, command_id=ident)
            night = receipt.night
            for warning in receipt.warnings:
                warn(line, warning)
        except Refusal as refusal:
            refusal = ids.as_in_script(refusal)
            if not keep_going:
                raise ScriptStopped(line, refusal) from None
            refused.append({"line": line.number, "do": line.do, "code": refusal.code, "why": refusal.why})
        if progress:
            progress(line)
    if night is None:
        raise Refusal("no_such_night", "The script did not open a night.")
    result = result_of(service.night(night), service.book.events(night))
    result["refused"] = refused
    return night, result


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
        return Refusal.with_sentence(refusal.code, refusal.why.replace(f"{self._batch}-", ""))

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
        return ScriptLine(number=number, document=json.loads(text, parse_constant=_no_constant))
    except (ValueError, RecursionError):
        return ScriptLine(number=number, problem="This line is not a complete JSON object. Was it cut off?")


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is not a number")
