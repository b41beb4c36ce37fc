"""The night script: a file of commands, one JSON object a line, carried out as the tablet would (the contract)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from dealer.assistant import Assistant, Sender, new_command_id
from dealer.refusal import Refusal, printable
from dealer.result import result_of

LONGEST_LINE = 100_000
"""No command of the contract needs more characters than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptLine:
    """One line of a script: its number in the file, and its document or why it does not read."""

    number: int
    document: object = None
    problem: str | None = None

    @property
    def do(self) -> str | None:
        """The line's command by its word, where it has one."""
        do = self.document.get("do") if isinstance(self.document, dict) else None
        return printable(do) if isinstance(do, str) else None


class ScriptStopped(Exception):
    """The play stopped at a line: its number, its command and the refusal."""

    def __init__(self, line: ScriptLine, refusal: Refusal) -> None:
        super().__init__(f"line {line.number}: {line.do or 'no command'}: {refusal}")
        self.line = line
        self.refusal = refusal


def read_script(text: str) -> Iterator[ScriptLine]:
    """The lines of a script that are commands; blank lines and those that start with ``#`` are passed over."""
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield _read_line(number, stripped)


def play(
    assistant: Assistant,
    lines: Iterator[ScriptLine],
    sender: Sender,
    *,
    keep_going: bool = False,
    progress: Callable[[ScriptLine], None] | None = None,
) -> tuple[str, dict[str, Any]]:
    """Carry out a script's commands and give the night's id and its result.

    Raises :class:`ScriptStopped` at the first refused line, or, with ``keep_going``, lists refusals in the result;
    :class:`Refusal` (``no_such_night``) where no line opened a night.
    """
    night: str | None = None
    refused: list[dict[str, Any]] = []
    batch = new_command_id()
    for line in lines:
        try:
            if line.problem:
                raise Refusal("bad_input", line.problem)
            receipt = assistant.execute(line.document, sender, night=night, command_id=f"{batch}-{line.number}")
            night = receipt.night
        except Refusal as refusal:
            if not keep_going:
                raise ScriptStopped(line, refusal) from None
            refused.append({"line": line.number, "do": line.do, "code": refusal.code, "why": refusal.why})
        if progress:
            progress(line)
    if night is None:
        raise Refusal("no_such_night", "The script opened no night.")
    result = result_of(assistant.night(night), assistant.book.facts(night))
    result["refused"] = refused
    return night, result


def _read_line(number: int, text: str) -> ScriptLine:
    if len(text) > LONGEST_LINE:
        return ScriptLine(number=number, problem="This line is longer than any command.")
    try:
        return ScriptLine(number=number, document=json.loads(text, parse_constant=_no_constant))
    except (ValueError, RecursionError):
        return ScriptLine(number=number, problem="This line is no whole JSON object; was it cut off?")


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is no number")
