"""The form that rules a dispute: as typed, or as filled in by an address that names the corrections."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from dealer.commands import RuleDispute
from reports.wording import money
from web.house_form import cents_of

FEWEST_ROWS = 2
"""How many rows for corrections the form has at least; one that is filled has an empty one below it."""

MOST_ROWS = 40

_AMOUNT = "amount"


@dataclass(frozen=True, slots=True)
class Row:
    """One correction as typed: from which side, to which, and how many dollars."""

    source: str = ""
    target: str = ""
    amount: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen or typed in it."""
        return not (self.source or self.target or self.amount)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingForm:
    """What stands in the form of one dispute."""

    dispute: str
    command_id: str
    ruling: str = ""
    law: str = ""
    reason: str = ""
    rows: tuple[Row, ...] = ()

    @classmethod
    def read(cls, typed: MultiDict[str, str]) -> RulingForm:
        """The form as it was sent."""
        columns = (typed.getlist(name) for name in ("from", "to", _AMOUNT))
        rows = tuple(Row(*map(str.strip, cells)) for cells in zip(*columns, strict=False))
        return cls(
            dispute=typed.get("dispute", ""),
            command_id=typed.get("command_id", ""),
            ruling=typed.get("ruling", ""),
            law=typed.get("law", ""),
            reason=typed.get("reason", "").strip(),
            rows=tuple(row for row in rows if not row.is_empty)[:MOST_ROWS],
        )

    def again(self) -> RulingForm:
        """What was typed, to be sent as a command of its own: the one that was refused keeps its id."""
        return replace(self, command_id=secrets.token_hex(16))

    @classmethod
    def filled(cls, dispute: str, asked: MultiDict[str, str]) -> RulingForm:
        """The form of a dispute as an address fills it in, where that names this dispute; else an empty one.

        ``correction=from:to:cents`` may be given many times, ``reason=`` once; what does not read is left out.
        """
        empty = cls(dispute=dispute, command_id=secrets.token_hex(16))
        if asked.get("dispute") != dispute:
            return empty
        rows = tuple(row for one in asked.getlist("correction")[:MOST_ROWS] if (row := _row(one)))
        ruling = "corrected" if rows else ""
        return cls(
            dispute=dispute,
            command_id=empty.command_id,
            ruling=ruling,
            law=asked.get("law", ""),
            reason=asked.get("reason", ""),
            rows=rows,
        )

    @property
    def shown_rows(self) -> tuple[Row, ...]:
        """The rows that the form shows: those filled, and an empty one more."""
        missing = max(1, FEWEST_ROWS - len(self.rows))
        return (*self.rows, *(Row() for _ in range(missing)))

    def document(self) -> dict[str, Any]:
        """The command that the form asks for; :class:`FieldRefused` where an amount does not read.

        What is missing or does not fit is left to the command's own rules, whose sentence is shown.
        """
        corrections = [
            {"from": row.source, "to": row.target, "amount": cents_of(row.amount, _AMOUNT, "Correction")}
            for row in self.rows
        ]
        law = {"law": int(self.law)} if self.law.isascii() and self.law.isdigit() else {}
        return {
            "do": RuleDispute.do,
            "dispute": self.dispute,
            "ruling": self.ruling,
            "reason": self.reason,
            "corrections": corrections,
            **law,
        }


def _row(text: str) -> Row | None:
    source, _, rest = text.partition(":")
    target, _, cents = rest.partition(":")
    if not (source and target and cents.isascii() and cents.isdigit() and len(cents) <= 13):
        return None
    return Row(source, target, money(int(cents)).removeprefix("$"))
