"""What commands of every game are held to: who sits at the table, and whole amounts that are there (rulebook 4)."""

from __future__ import annotations

from dealer.commands.phrases import Amount, Phrase, Player, phrase
from dealer.commands.refusal import Refusal
from ledger.accounts import checks
from ledger.ledger import Ledger


def nobody_called(player: str) -> Refusal:
    """That a player has no seat now (``unknown_player``)."""
    return Refusal("unknown_player", "Nobody called %(player)s sits at the table.", player=Player(player[:64]))


def bet_on(place: Phrase, player: str) -> Phrase:
    """A player's bet by its place, to begin a sentence or stand in it."""
    return phrase("%(name)s’s bet on %(place)s", name=Player(player), place=place)


def no_such_bet(stake: Phrase | None) -> Refusal:
    """That a bet does not lie (``unknown_bet``); ``stake`` names one that lay in the deal begun last."""
    if stake:
        return Refusal("unknown_bet", "%(stake)s does not lie on the layout any more.", stake=stake)
    return Refusal("unknown_bet", "That bet does not lie on the layout: it was taken back, or is of an earlier deal.")


def key_used(key: str) -> Refusal:
    """That a bet of the night has had a key (``already_done``)."""
    return Refusal("already_done", "The bet key %(key)s is used already: each bet has a key of its own.", key=key)


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
