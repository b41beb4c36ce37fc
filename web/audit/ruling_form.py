"""The form that rules a dispute: as typed, or as filled in by an address that names the corrections."""

from __future__ import annotations

import secrets
from typing import Any

from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from dealer.commands.commands import RuleDispute
from dealer.games import GAMES
from dealer.night.disputes import laws
from events.facts.night import Correction
from events.frozen import Frozen
from reports.rulebooks.books import citable_in
from reports.words.formatting import money
from web.app.request_parsing import number_of
from web.app.schema_fields import FieldRefused, cents_of

FEWEST_ROWS = 2
"""How many rows for corrections the form has at least; one that is filled has an empty one below it."""

MOST_ROWS = 40

_AMOUNT = "amount"


class Row(Frozen, kw_only=False):
    """One correction as typed: from which side, to which, and how many dollars."""

    source: str = ""
    target: str = ""
    amount: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen or typed in it."""
        return not (self.source or self.target or self.amount)


class RulingForm(Frozen):
    """What stands in the form of one dispute.

    ``law`` is the number of a law, or a rule of the game by the words that cite it, which then begin the reason.
    ``proposed`` is the correction that was filled in, as an address has it.
    """

    dispute: str
    command_id: str
    ruling: str = ""
    law: str = ""
    reason: str = ""
    rows: tuple[Row, ...] = ()
    proposed: str = ""

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
            proposed=typed.get("proposed", ""),
        )

    def again(self) -> RulingForm:
        """What was typed, to be sent as a command of its own: the one that was refused keeps its id."""
        return replace(self, command_id=secrets.token_hex(16))

    @classmethod
    def filled(cls, dispute: str, asked: MultiDict[str, str], proposal: Correction | None = None) -> RulingForm:
        """The form of a dispute as an address fills it in, where that names this dispute; else with the ``proposal``.

        ``correction=from:to:cents`` may be given many times, ``reason=`` once; what does not read is left out.
        """
        empty = cls(dispute=dispute, command_id=secrets.token_hex(16))
        if asked.get("dispute") != dispute:
            if proposal is None:
                return empty
            proposed = f"{proposal.source}:{proposal.target}:{proposal.amount_cents}"
            return replace(empty, rows=tuple(filter(None, [_row(proposed)])), proposed=proposed)
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
        """The command that the form asks for; :class:`FieldRefused` where something is missing or does not read.

        What does not fit the night is left to the command's own rules, whose sentence is shown.
        """
        if not self.ruling:
            raise FieldRefused("ruling", "Choose what is ruled: that it stands, or that it is corrected.")
        if not self.reason:
            raise FieldRefused("reason", "Give the reason of the ruling.")
        rows = self.rows
        if self.ruling == "stands" and rows == (_row(self.proposed),):
            # A proposal that nobody changed is none of a ruling that it stands.
            rows = ()
        if self.ruling == "corrected" and not rows:
            raise FieldRefused("from", "Say what is corrected: from whom, to whom and how many dollars.")
        cites_rule = any(self.law == one.value for game in GAMES for one in citable_in(game) if one.citation.rule)
        return {
            "do": RuleDispute.do,
            "dispute": self.dispute,
            "ruling": self.ruling,
            "reason": f"{self.law}: {self.reason}" if cites_rule else self.reason,
            "corrections": [_correction(number, row) for number, row in enumerate(rows, start=1)],
            **({"law": self._law()} if self.law and not cites_rule else {}),
        }

    def _law(self) -> int:
        """The number of the law that was chosen."""
        law = number_of(self.law)
        if law is None or not 1 <= law <= len(laws()):
            raise FieldRefused("law", f"There are the laws 1 to {len(laws())}: choose one of them, or none.")
        return law


def _correction(number: int, row: Row) -> dict[str, Any]:
    """A correction as the command has it; ``number`` is its place on the form."""
    label = f"Correction {number}"
    if not row.source:
        raise FieldRefused("from", f"{label}: choose from whom it goes.")
    if not row.target:
        raise FieldRefused("to", f"{label}: choose to whom it goes.")
    if not row.amount:
        raise FieldRefused(_AMOUNT, f"{label}: say how many dollars.")
    return {"from": row.source, "to": row.target, "amount": cents_of(row.amount, _AMOUNT, label)}


def _row(text: str) -> Row | None:
    source, _, rest = text.partition(":")
    target, _, cents = rest.partition(":")
    if not (source and target and cents.isascii() and cents.isdigit() and len(cents) <= 13):
        return None
    return Row(source, target, money(int(cents)).removeprefix("$"))
