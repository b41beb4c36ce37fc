"""The drawer of a table: counts, fills, credits and drops, and the win by count (contract of the house, Drawer)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealer.commands import commands
from dealer.commands.refusal import Amount, Refusal
from dealer.game.table import check_amount
from dealer.night.night import Night, NightSlip
from events.common.event import Event, Move
from events.common.house import SLIP_KINDS
from events.common.night import DrawerCounted, RollRaised, SlipVoided, SlipWritten
from events.frozen import Frozen
from ledger.accounts import DROP_BOX, TRANSFERS, move, reversed_moves
from ledger.statement import box_cents, checks_out_cents

OPENING, RELIEF, CLOSING = "opening", "relief", "closing"


def is_counted_blind(night: Night) -> bool:
    """Whether nothing says what the drawer must hold: the house has it counted, and the closing count is to come."""
    settings = night.settings
    return (settings.second_count or settings.count_required) and not is_counted_at_close(night)


def is_counted_at_close(night: Night) -> bool:
    """Whether the night has a closing count."""
    return any(count.at == CLOSING for count in night.counts)


def count_drawer(night: Night, command: commands.CountDrawer) -> tuple[Event, ...]:
    """Record a count; a difference without a reason is ``bad_input``."""
    expected = box_cents(night.ledger)
    if command.cash != expected and command.reason is None:
        if is_counted_blind(night):
            raise Refusal("bad_input", "The drawer must hold a different amount. Count again, or give a reason.")
        raise Refusal(
            "bad_input",
            "The drawer must hold %(expected)s, not %(counted)s. Count again, or give a reason.",
            expected=Amount(expected),
            counted=Amount(command.cash),
        )
    return (
        DrawerCounted(
            at=command.at,
            cash_cents=command.cash,
            expected_cents=expected,
            checks_out_cents=checks_out_cents(night.ledger),
            reason=command.reason or "",
        ),
    )


def write_slip(night: Night, command: commands.SlipCommand, number: int) -> tuple[Event, ...]:
    """Move cash between table and cage, or into the locked box, with the next ``number`` of the house."""
    check_amount(command.amount, night.check_cents)
    holds = box_cents(night.ledger)
    if not isinstance(command, commands.Fill) and command.amount > holds:
        if is_counted_blind(night):
            raise Refusal("not_enough_checks", "The drawer does not hold %(amount)s.", amount=Amount(command.amount))
        raise Refusal(
            "not_enough_checks",
            "The drawer holds %(holds)s, not %(amount)s.",
            holds=Amount(holds),
            amount=Amount(command.amount),
        )
    moves = _moves(command.do, command.amount)
    return (SlipWritten(slip=command.do, number=number, amount_cents=command.amount, moves=moves),)


def _moves(kind: str, amount_cents: int) -> tuple[Move, ...]:
    """The moves of a slip of a kind."""
    debit, credit = {
        "fill": ("cash.fills", TRANSFERS),
        "credit": (TRANSFERS, "paid.credits"),
        "drop": (DROP_BOX, "paid.drops"),
    }[kind]
    return (move(debit, credit, amount_cents),)


def check_slip(night: Night, kind: object, number: object) -> None:
    """Refuse (``already_done``) to void a slip of this night twice."""
    slip = slip_of(night, kind, number)
    if slip and slip.voided:
        raise Refusal("already_done", "That slip is void already.")


def slip_of(night: Night, kind: object, number: object) -> NightSlip | None:
    """A slip of the night, or ``None``."""
    if isinstance(number, bool):
        return None
    return next((slip for slip in night.slips if (slip.kind, slip.number) == (kind, number)), None)


def void_slip(night: Night, command: commands.VoidSlip) -> tuple[Event, ...]:
    """Void a slip of this night; its money is moved back."""
    slip = slip_of(night, command.kind, command.number)
    if slip is None:
        raise Refusal("bad_input", "This night has no such slip.")
    moves = reversed_moves(_moves(slip.kind, slip.amount_cents))
    return (
        SlipVoided(
            slip=slip.kind, number=slip.number, amount_cents=slip.amount_cents, reason=command.reason, moves=moves
        ),
    )


class WinByCount(Frozen):
    """How the win by count comes about, in cents: two counts, the checks out at each, and what moved in between."""

    opening_cents: int
    opening_checks_out_cents: int
    closing_cents: int
    closing_checks_out_cents: int
    fills_cents: int
    credits_cents: int
    drops_cents: int
    raises_cents: int

    @property
    def win_cents(self) -> int:
        """The win by count."""
        closed = self.closing_cents - self.closing_checks_out_cents + self.credits_cents + self.drops_cents
        opened = self.opening_cents - self.opening_checks_out_cents + self.fills_cents + self.raises_cents
        return closed - opened


def win_by_count(events: Iterable[Event]) -> WinByCount | None:
    """The win by count from the effective events of a night; ``None`` without an opening and a closing count."""
    opening = closing = None
    raises, slips = 0, dict[tuple[str, int], int]()
    for event in events:
        match event:
            case DrawerCounted() if event.at == OPENING:
                opening, raises, slips = event, 0, {}
            case DrawerCounted() if event.at == CLOSING:
                closing = event
            case SlipWritten():
                slips[event.slip, event.number] = event.amount_cents
            case SlipVoided():
                slips.pop((event.slip, event.number), None)
            case RollRaised():
                raises += event.amount_cents
    if opening is None or closing is None:
        return None
    total = {wanted: sum(amount for (kind, _), amount in slips.items() if kind == wanted) for wanted in SLIP_KINDS}
    return WinByCount(
        opening_cents=opening.cash_cents,
        opening_checks_out_cents=opening.checks_out_cents,
        closing_cents=closing.cash_cents,
        closing_checks_out_cents=closing.checks_out_cents,
        fills_cents=total["fill"],
        credits_cents=total["credit"],
        drops_cents=total["drop"],
        raises_cents=raises,
    )


def drawer_row(night: Night, events: Iterable[Event]) -> dict[str, Any]:
    """The drawer in the result of a night, from its effective events."""
    win = win_by_count(events)
    total = {
        kind: sum(slip.amount_cents for slip in night.slips if slip.kind == kind and not slip.voided)
        for kind in SLIP_KINDS
    }
    return {
        "expected": box_cents(night.ledger),
        "counts": [
            {
                "at": count.at,
                "cash": count.cash_cents,
                "expected": count.expected_cents,
                "over": count.cash_cents - count.expected_cents,
            }
            for count in night.counts
        ],
        "fills": total["fill"],
        "credits": total["credit"],
        "drops": total["drop"],
        "win_by_count": win.win_cents if win else None,
    }
