"""How what outlives a night is said on a screen."""

from __future__ import annotations

from dealer.commands.phrases import dollars
from dealer.night.night import Night, Pledge
from dealer.night.result import OpenLoan, Outstanding
from reports.words.players import name_of


def outstanding_said(night: Night, one: Outstanding) -> str:
    """What is open, without whose it is: ``watch, pledged for $50``."""
    amount = dollars(one.amount_cents)
    match one:
        case Pledge():
            return f"{one.item}, pledged for {amount}"
        case OpenLoan():
            return f"owes {name_of(night, one.lender)} {amount} of the stake lent"
        case _:
            return f"owes {amount} on markers"
