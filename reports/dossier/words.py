"""What was done with a bet, in sentences: laid, ordered, taken down, settled; and the rule and law each time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dealer.faro.cards import rank_of
from dealer.faro.layout import name_of
from dealer.faro.reasons import CLAIMED, SWEPT, TAKEN_ASLEEP, why_returned
from dealer.faro.state import FaroTable
from dealer.refusal import dollars
from dealer.wording import counted, listed
from events import faro
from events.fact import Fact
from reports.sentences import bets
from reports.sentences.facts import laid

Told = tuple[str, str]
"""A sentence, and the reason cited for it, if any."""

Names = Mapping[str, str]


def cards_of_turn(loser: str, winner: str) -> str:
    """The two cards of a turn by their ranks."""
    return f"loser {rank_of(loser)}, winner {rank_of(winner)}"


def order_told(fact: Fact, before: FaroTable, after: FaroTable, names: Names) -> Told | None:
    """What the players did with a bet: laying it, calling, pressing, moving, the orders; ``None`` for other facts."""
    tell = _ORDERS.get(type(fact))
    return tell(fact, before, after, names) if tell else None


def outcome_told(fact: Fact, names: Names) -> Told | None:
    """What a fact that ends a bet without a turn says: given back, claimed, swept; ``None`` for other facts."""
    match fact:
        case faro.BetReturned():
            back = f"{dollars(fact.stake_cents)} goes back to {names[fact.player]}."
            return back, why_returned(fact.reason).cited
        case faro.SleeperClaimed():
            whose = "his own sleeper" if fact.claimant == fact.player else "the sleeper"
            return f"{names[fact.claimant]} claims {whose}, {dollars(fact.stake_cents)}.", CLAIMED.cited
        case faro.SleeperTaken():
            return f"A sleeper: the bank takes {dollars(fact.stake_cents)}.", TAKEN_ASLEEP.cited
        case faro.BetSwept():
            return f"After the hock the dealer takes {dollars(fact.stake_cents)}.", SWEPT.cited
        case _:
            return None


def settlement_told(fact: Fact) -> str:
    """What was paid or taken, and what lies on."""
    match fact:
        case faro.BetPaid():
            short = f" of {dollars(fact.due_cents)} due" if fact.paid_cents < fact.due_cents else ""
            return f"Won: {dollars(fact.paid_cents)}{short} is paid{_lies_on(fact.remains_cents)}."
        case faro.BetLost():
            return f"Lost: the bank takes {dollars(fact.taken_cents)}{_lies_on(fact.remains_cents)}."
        case faro.BetSplit():
            return f"Split: the bank takes {dollars(fact.taken_cents)}{_lies_on(fact.remains_cents)}."
        case _:
            return "Stand-off: nothing moves, and it lies on."


def _lies_on(cents: int) -> str:
    return f", {dollars(cents)} lies on" if cents else ""


def _placed(fact: faro.BetPlaced, before: FaroTable, after: FaroTable, names: Names) -> Told:
    return laid(fact, names[fact.player]), f"Rule 1.3: {covers(fact.place, coppered=fact.coppered)}"


def covers(place: faro.Place, *, coppered: bool) -> str:
    """When a place wins and when it loses, its copper counted."""
    here, there = listed(place.ranks, "or"), listed(place.lose, "or")
    match place.kind:
        case "high_card":
            winning, losing = "the winner is the higher card", "the loser is"
        case "colors":
            other = "black" if place.choice == "red" else "red"
            winning = f"the winner is {place.choice} or the loser {other}"
            losing = f"the winner is {other} or the loser {place.choice}"
        case "parity":
            winning, losing = f"the {place.card} is {here}", f"the {place.card} is {there}"
        case "heeled" | "side":
            winning, losing = f"the winner is {here} or the loser {there}", f"the winner is {there} or the loser {here}"
        case _:
            winning, losing = f"the winner is {here}", f"the loser is {here}"
    if coppered:
        winning, losing = losing, winning
        if place.kind == "high_card":
            winning, losing = "the loser is the higher card", "the winner is"
    return f"it wins where {winning}, and loses where {losing}"


def _called(fact: faro.TurnCalled, before: FaroTable, after: FaroTable, names: Names) -> Told:
    said = bets.calls(names[fact.player], fact.order, fact.stake_cents)
    return said, "Rule 1.7: the exact order of the last three cards, loser, winner and hock"


def _pressed(fact: faro.BetPressed, before: FaroTable, after: FaroTable, names: Names) -> Told:
    said = f"{names[fact.player]} presses it by {dollars(fact.add_cents)}, to {dollars(fact.stake_cents)}."
    return said, "Rule 1.5: a bet may be added to between turns"


def _moved(fact: faro.BetMoved, before: FaroTable, after: FaroTable, names: Names) -> Told:
    bet = after.bets[fact.bet]
    came_from = before.bets[fact.bet].place
    said = f"It is moved from {name_of(came_from)} to {name_of(fact.place)}, with its orders."
    return said, f"Rule 1.5: {covers(fact.place, coppered=bet.coppered)}"


def _coppered(fact: faro.BetCoppered, before: FaroTable, after: FaroTable, names: Names) -> Told:
    bet = after.bets[fact.bet]
    again = " again; it had one, and nothing changes" if before.bets[fact.bet].coppered else ""
    return f"A copper is laid on it{again}.", f"Rule 1.4: {covers(bet.place, coppered=True)}"


def _uncoppered(fact: faro.BetUncoppered, before: FaroTable, after: FaroTable, names: Names) -> Told:
    bet = after.bets[fact.bet]
    without = "" if before.bets[fact.bet].coppered else "; it had none, and nothing changes"
    return f"The copper is taken off{without}.", f"Rule 1.4: {covers(bet.place, coppered=False)}"


def _barred(fact: faro.BetBarred, before: FaroTable, after: FaroTable, names: Names) -> Told:
    until = f"for {counted(fact.turns, 'turn')}" if fact.turns else "until it goes"
    return bets.barred("It", fact.turns), f"Rule 1.5, law 2: it neither wins nor loses {until}"


def _released(fact: faro.BetReleased, before: FaroTable, after: FaroTable, names: Names) -> Told:
    return "“It goes”: the bar is off.", "Rule 1.5, law 2: a bar holds until it goes"


def _halved(fact: faro.BetHalved, before: FaroTable, after: FaroTable, names: Names) -> Told:
    bet = after.bets[fact.bet]
    check_cents = after.house.check
    half = bet.stake_cents // 2 // check_cents * check_cents
    goes = f"{dollars(half)} of {dollars(bet.stake_cents)}" if half else "nothing, for half of one check is none"
    return f"Half of it goes: {goes}.", "Rule 1.5, law 3: half goes until the end of the deal, or until revoked"


def _made_whole(fact: faro.BetMadeWhole, before: FaroTable, after: FaroTable, names: Names) -> Told:
    return "The whole of it goes again.", "Rule 1.5, law 3: half goes until revoked"


def _left_on(fact: faro.BetLeftOn, before: FaroTable, after: FaroTable, names: Names) -> Told:
    limit = dollars(after.house.running_limit_cents)
    return "It is made a paroli.", f"Rule 1.6: after a win stake and winnings stay on, up to {limit}"


def _stood_pat(fact: faro.BetStoodPat, before: FaroTable, after: FaroTable, names: Names) -> Told:
    return "It is no paroli any more.", "Rule 1.4: after a win the stake stays, and the winnings go to the player"


def _taken_down(fact: faro.BetTakenDown, before: FaroTable, after: FaroTable, names: Names) -> Told:
    said = bets.takes_down(names[fact.player], fact.stake_cents)
    return said, "Rule 1.5: a bet may be taken down between turns"


_ORDERS: dict[type[Fact], Callable[[Any, FaroTable, FaroTable, Names], Told]] = {
    faro.BetPlaced: _placed,
    faro.TurnCalled: _called,
    faro.BetPressed: _pressed,
    faro.BetMoved: _moved,
    faro.BetCoppered: _coppered,
    faro.BetUncoppered: _uncoppered,
    faro.BetBarred: _barred,
    faro.BetReleased: _released,
    faro.BetHalved: _halved,
    faro.BetMadeWhole: _made_whole,
    faro.BetLeftOn: _left_on,
    faro.BetStoodPat: _stood_pat,
    faro.BetTakenDown: _taken_down,
}
