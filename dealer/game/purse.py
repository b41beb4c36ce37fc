"""What every amount and every player's hand is held to before money moves (rulebook 4)."""

from __future__ import annotations

from dealer.commands.phrases import Amount, Player
from dealer.commands.refusal import Refusal
from ledger.accounts import checks
from ledger.ledger import Ledger


def check_amount(amount_cents: int, check_cents: int) -> None:
    """Refuse (``not_a_multiple``) an amount that is not positive or not a whole number of smallest checks."""
    if amount_cents <= 0 or amount_cents % check_cents:
        raise Refusal(
            "not_a_multiple",
            "%(amount)s is not a whole number of %(check)s checks.",
            amount=Amount(amount_cents),
            check=Amount(check_cents),
        )


def check_holds(ledger: Ledger, player: str, amount_cents: int) -> None:
    """Refuse (``not_enough_checks``) what a player has not in hand."""
    held = ledger.balance(checks(player))
    if held < amount_cents:
        raise Refusal(
            "not_enough_checks",
            "%(player)s has %(held)s in checks, not %(amount)s.",
            player=Player(player),
            held=Amount(held),
            amount=Amount(amount_cents),
        )
