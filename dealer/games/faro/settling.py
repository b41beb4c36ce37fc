"""How one bet settles on one turn (rulebook 1.4): one model for every kind of bet. Pure integers, no state."""

from __future__ import annotations

from enum import IntEnum

from dealer.game.cards import is_red, number_of, rank_of
from dealer.games.faro.cards import bit
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import coverage
from events.frozen import Frozen
from events.games.faro import Place

WON, LOST, SPLIT, STANDOFF = "won", "lost", "split", "standoff"


class Action(IntEnum):
    """How the two cards of a turn act on a bet; for and against at once is a true split where they are of one rank."""

    NONE = 0
    FOR = 1
    AGAINST = 2
    BOTH_WAYS = 3
    OF_ONE_RANK = 4


class Verdict(Frozen, kw_only=False):
    """What a turn does to a bet: its result, and the amount in cents that moves (0 for a standoff)."""

    result: str
    amount_cents: int


def bigger_half(amount_cents: int, check_cents: int) -> int:
    """The bank's half of a split: the bigger one in whole smallest checks (law of the split, rulebook 1.4)."""
    checks = amount_cents // check_cents
    return (checks - checks // 2) * check_cents


def acts(place: Place, coppered: bool, loser: str, winner: str) -> tuple[bool, bool]:
    """Whether a turn has a card for the bet, and one against it."""
    if place.kind == "high_card":
        above = number_of(winner) - number_of(loser)
        for_it, against = above >= 0, above <= 0
    elif place.kind == "colors":
        wants_red = place.choice == "red"
        winner_fits = is_red(winner) == wants_red
        loser_fits = is_red(loser) != wants_red
        for_it, against = winner_fits or loser_fits, not (winner_fits and loser_fits)
    else:
        covered = coverage(place)
        won, lost = bit(rank_of(winner)), bit(rank_of(loser))
        for_it = bool(covered.winner_for & won or covered.loser_for & lost)
        against = bool(covered.winner_against & won or covered.loser_against & lost)
    return (against, for_it) if coppered else (for_it, against)


def share_cents(place: Place, live_cents: int, house: FaroHouse) -> int:
    """What of a live stake one card moves: all of it, or in a proportional house one share in whole checks (1.4)."""
    if house.combination_pays == "whole":
        return live_cents
    return live_cents // coverage(place).shares // house.check * house.check


def action_of(place: Place, coppered: bool, loser: str, winner: str) -> Action:
    """How a turn acts on a bet."""
    for_it, against = acts(place, coppered, loser, winner)
    if for_it and against:
        return Action.OF_ONE_RANK if rank_of(loser) == rank_of(winner) else Action.BOTH_WAYS
    if for_it:
        return Action.FOR
    return Action.AGAINST if against else Action.NONE


def verdict_on(place: Place, action: Action, live_cents: int, house: FaroHouse) -> Verdict | None:
    """What an action does to a bet with this live stake; ``None`` where there is no action.

    Amounts are cents; ``live_cents`` is a positive multiple of the smallest check.
    """
    if action is Action.NONE:
        return None
    share = share_cents(place, live_cents, house)
    if action is Action.FOR:
        return Verdict(WON, share)
    if action is Action.AGAINST:
        return Verdict(LOST, share)
    if _takes_all(place, action, house):
        return Verdict(SPLIT, share)
    if _halves(place, action, house):
        return Verdict(SPLIT, bigger_half(share, house.check))
    return Verdict(STANDOFF, 0)


def settle(place: Place, coppered: bool, live_cents: int, loser: str, winner: str, house: FaroHouse) -> Verdict | None:
    """What a turn does to a bet of a kind with this live stake; ``None`` where it has no action.

    Amounts are cents; ``live_cents`` is a positive multiple of the smallest check.
    """
    return verdict_on(place, action_of(place, coppered, loser, winner), live_cents, house)


def _takes_all(place: Place, action: Action, house: FaroHouse) -> bool:
    """Whether the bank takes the whole of what is split, as at stuss (rulebook G2).

    It does so of a true split alone: equal cards are none for a bet on the high card (rulebook 1.4).
    """
    return house.split_takes == "all" and action is Action.OF_ONE_RANK and place.kind != "high_card"


def _halves(place: Place, action: Action, house: FaroHouse) -> bool:
    """Whether the bank takes half of a bet that has cards for and against it in one turn.

    Where a stake is divided into shares, one card for it and one against are a standoff whatever the house says of
    both ways; a bet on colours is one share, and follows the house.
    """
    if place.kind == "high_card":
        return house.high_card_equal == "split"
    if action is Action.OF_ONE_RANK:
        return True
    shares_move = house.combination_pays == "proportional" and coverage(place).shares > 1
    return house.both_ways == "split" and not shares_move


def call_pays_cents(stake_cents: int, cat: bool, house: FaroHouse) -> int:
    """What a right call pays beyond its stake, in cents; ``for_one`` counts the stake as part of the pay (1.7)."""
    times = house.cat_pays if cat else house.call_pays
    return stake_cents * (times - 1 if house.call_quote == "for_one" else times)
