"""How a bet is laid, called and barred, in words: asked for or done."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.refusal import dollars
from dealer.wording import counted


def lays(name: str, stake_cents: int, place: str, *, coppered: bool, paroli: bool, form: str) -> str:
    """A stake laid on a place: ``Ada lays $5 on the Q, coppered.``."""
    ways = ("coppered" if coppered else "", "as a paroli" if paroli else "", "in bills" if form == "bills" else "")
    return f"{name} lays {dollars(stake_cents)} on {place}{''.join(f', {way}' for way in ways if way)}."


def calls(name: str, order: Sequence[str], stake_cents: int) -> str:
    """A call of the last turn: ``Ada calls A-K-Q for $5.``."""
    return f"{name} calls {'-'.join(order)} for {dollars(stake_cents)}."


def takes_down(name: str, stake_cents: int) -> str:
    """A bet taken down: ``Ada takes $5 down.``."""
    return f"{name} takes {dollars(stake_cents)} down."


def barred(bet: str, turns: int | None) -> str:
    """A bet barred for some turns, or until it goes."""
    until = f" for {counted(turns, 'turn')}" if turns else ""
    return f"{bet} is barred{until}."
