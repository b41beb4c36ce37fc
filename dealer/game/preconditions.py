"""What commands of every game are held to: who sits at the table, and whole amounts that are there (rulebook 4)."""

from __future__ import annotations

from dealer.commands.phrases import Amount, Player
from dealer.commands.refusal import Refusal
from ledger.accounts import checks
from ledger.ledger import Ledger


def nobody_called(player: str) -> Refusal:
    """That a player has no seat now (``unknown_player``)."""
    return Refusal("unknown_player", "Nobody called %(player)s sits at the table.", player=Player(player[:64]))


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
