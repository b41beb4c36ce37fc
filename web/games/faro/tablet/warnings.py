"""Warnings before the mistake: a bank near breaking, checks that go with the hock, bets over a case card's limit."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.commands.phrases import dollars
from dealer.games.faro.bets import may_be_taken_down
from dealer.games.faro.layout import name_of
from dealer.games.faro.state import Bet, FaroTable, Phase
from dealer.games.faro.worst_case import goes_with_the_hock, worst_turn
from dealer.night.night import Night
from ledger.statement import bank_line
from web.tablet.marks import Mark, marks_of

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
class Lift:
    """A player some of whose bets may be taken down, all by one command: which, and what they come to."""

    player: str
    name: str
    mark: Mark
    bets: str
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsWarning:
    """A sentence about bets: those that only can be named, and the players who can take theirs down (``lifts``)."""

    words: str
    bets: tuple[str, ...]
    lifts: tuple[Lift, ...] = ()


def hock_warning(night: Night, table: FaroTable) -> BetsWarning | None:
    """The bets whose checks go to the dealer with the hock; said before the last turn and before the hock.

    Before the hock they can be taken down from here: no card can pay them any more.
    """
    going = goes_with_the_hock(table)
    if not going:
        return None
    if table.phase is Phase.BETTING:
        named = tuple(f"{night.seats[bet.player].name}, {name_of(bet.place)}" for bet in going)
        return BetsWarning(words="What still lies when the hock shows goes to the dealer", bets=named)
    loose: dict[str, list[Bet]] = {}
    stuck = []
    for bet in going:
        if may_be_taken_down(table, bet):
            loose.setdefault(bet.player, []).append(bet)
        else:
            stuck.append(f"{night.seats[bet.player].name}, {_where_and_what(bet)}")
    return BetsWarning(words="Goes to the dealer with the hock", bets=tuple(stuck), lifts=_lifts(night, loose))


def _lifts(night: Night, loose: dict[str, list[Bet]]) -> tuple[Lift, ...]:
    marks = marks_of(night)
    return tuple(
        Lift(
            player=player,
            name=night.seats[player].name,
            mark=marks[player],
            bets=", ".join(map(_where_and_what, bets)),
            amount=dollars(sum(bet.stake_cents for bet in bets)),
        )
        for player, bets in loose.items()
    )


def _where_and_what(bet: Bet) -> str:
    return f"{name_of(bet.place)} {dollars(bet.stake_cents)}"


def is_over_case_limit(table: FaroTable, bet: Bet) -> bool:
    """Whether a case card has brought a bet over its limit."""
    return table.on_case_card(bet.place) and bet.stake_cents > table.limit_on(bet.place)


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
