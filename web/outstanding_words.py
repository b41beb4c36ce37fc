"""How what outlives a night is said on a screen."""

from __future__ import annotations

from dealer.night import Night
from dealer.outstanding import HeldPledge, OpenLoan, Outstanding
from dealer.refusal import dollars
from reports.words.players import name_of


def outstanding_said(night: Night, one: Outstanding) -> str:
    """What is open, without whose it is: ``watch, pledged for $50``."""
    amount = dollars(one.amount_cents)
    match one:
        case HeldPledge():
            return f"{one.item}, pledged for {amount}"
        case OpenLoan():
            return f"owes {name_of(night, one.lender)} {amount} of the stake lent"
        case _:
            return f"owes {amount} on markers"
