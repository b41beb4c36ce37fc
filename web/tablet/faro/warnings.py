"""Warnings before the mistake: a bank near breaking, checks that go with the hock, bets over a case card's limit."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.faro.exposure import worst_turn
from dealer.faro.limits import limit_on, on_case_card
from dealer.faro.state import Bet, FaroTable, Phase
from dealer.faro.words import warnings_before_last_turn
from dealer.night import Night
from dealer.refusal import dollars
from ledger.statement import bank_line

BREAKING, NEAR = "breaking", "near"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankWarning:
    """What the worst next turn would do to the bank; ``level`` is :data:`BREAKING` or :data:`NEAR`.

    ``short`` stands beside the bank's figure, ``words`` say it whole.
    """

    level: str
    short: str
    words: str


def bank_warning(night: Night, table: FaroTable) -> BankWarning | None:
    """A warning once the worst next turn would take more than half of what the bank has in sight."""
    worst = worst_turn(table)
    if worst is None or table.broken:
        return None
    in_sight = bank_line(night.ledger).in_sight_cents
    if worst.due_cents * 2 <= in_sight or worst.due_cents <= 0:
        return None
    return BankWarning(
        level=BREAKING if worst.due_cents > in_sight else NEAR,
        short=f"worst turn {dollars(worst.due_cents)}",
        words=f"{worst.loser} loses, {worst.winner} wins would cost {dollars(worst.due_cents)}; "
        f"in sight {dollars(in_sight)}.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsWarning:
    """A sentence about bets, and the bets by name."""

    words: str
    bets: tuple[str, ...]


def hock_warning(night: Night, table: FaroTable) -> BetsWarning | None:
    """The bets whose checks go to the dealer with the hock; said before the last turn and before the hock."""
    names = night.names
    if table.last_turn_next:
        found = [text.split(": ", 1) for text in warnings_before_last_turn(table)]
        named = tuple(f"{names[player]}, {place}" for player, place in found)
        return (
            BetsWarning(words="What still lies when the hock shows goes to the dealer", bets=named) if named else None
        )
    if table.phase is Phase.BEFORE_HOCK and table.house.after_hock == "dealer" and not table.broken:
        named = tuple(f"{names[bet.player]}, {dollars(bet.stake_cents)}" for bet in table.bets.values())
        return BetsWarning(words="Goes to the dealer with the hock", bets=named) if named else None
    return None


def is_over_case_limit(table: FaroTable, bet: Bet) -> bool:
    """Whether a case card has brought a bet over its limit."""
    return on_case_card(table, bet.place) and bet.stake_cents > limit_on(table, bet.place)


def limit_warning(night: Night, table: FaroTable) -> BetsWarning | None:
    """The bets that a case card has brought over its limit: they lie as they are (rulebook 1.6)."""
    over = tuple(
        f"{night.seats[bet.player].name} {dollars(bet.stake_cents)} on the {bet.place.ranks[0]}"
        for bet in table.bets.values()
        if is_over_case_limit(table, bet)
    )
    if not over:
        return None
    return BetsWarning(
        words=f"Over the case limit of {dollars(table.house.case_limit_cents)}, left as they lie", bets=over
    )
