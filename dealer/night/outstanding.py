"""What outlives a night: goods still held, markers still open, stakes still owed between players (rulebook 4).

Open disputes do not: they are ruled before a night is closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer.night.night import Night
from ledger.accounts import stakes_owed
from ledger.ledger import Ledger
from ledger.statement import player_line


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldPledge:
    """Goods of a player's that the house holds, at the value agreed, in cents."""

    player: str
    item: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMarkers:
    """What a player owes the house on markers, in cents."""

    player: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLoan:
    """What a player owes another of the stake that was lent to them, in cents."""

    player: str
    lender: str
    amount_cents: int


Outstanding = HeldPledge | OpenMarkers | OpenLoan


def outstanding(night: Night, ledger: Ledger) -> tuple[Outstanding, ...]:
    """All that is open by a ledger of the night, its own or that of a close to come, player by player."""
    return tuple(one for player in night.seats for one in _of(player, night, ledger))


def _of(player: str, night: Night, ledger: Ledger) -> Iterator[Outstanding]:
    for pledge in night.pledges:
        if pledge.player == player:
            yield HeldPledge(player=player, item=pledge.item, amount_cents=pledge.amount_cents)
    owed_cents = player_line(ledger, player).markers_open_cents
    if owed_cents:
        yield OpenMarkers(player=player, amount_cents=owed_cents)
    for lender in dict.fromkeys(loan.lender for loan in night.loans if loan.borrower == player):
        lent_cents = ledger.balance(stakes_owed(lender, player))
        if lent_cents:
            yield OpenLoan(player=player, lender=lender, amount_cents=lent_cents)
