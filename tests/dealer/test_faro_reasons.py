"""The reason given for what came of a bet is what the engine did: at every turn of random nights, and in examples."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.game.cards import rank_of
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.reasons import Reason, why_at_hock, why_hockelty, why_in_turn
from dealer.games.faro.state import Bet, Call, FaroTable, faro_of
from dealer.night.evolve import History
from events.games import faro
from events.games.faro import Place
from events.records import Recorded
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight
from tests.support.tables import row_of

SETTLED = (faro.BetPaid, faro.BetLost, faro.BetSplit, faro.BetStoodOff)


@pytest.mark.parametrize("first", [0, 100])
def test_every_settlement_of_random_nights_follows_from_its_reason(first: int) -> None:
    """Bets that a turn left alone have a reason for that too: no result, and no event."""
    results: set[str | None] = set()
    for seed in range(first, first + 8):
        history = History.of(PureNight().play(random_night(seed)).recorded)
        for at, event in enumerate(history.events):
            results |= _checked(history, at, event)
    assert results >= {None, "won", "lost", "split", "standoff"}


def _checked(history: History, at: int, first: Recorded) -> set[str | None]:
    """Hold every bet that lay when a card was shown against what the command's events did to it."""
    if not isinstance(first.event, faro.WinnerDrawn | faro.HockExposed | faro.SodaExposed):
        return set()
    table = faro_of(history.states[at - 1])
    came = {
        other.event.bet: other.event
        for other in history.events[at + 1 :]
        if other.command == first.command and isinstance(other.event, SETTLED)
    }
    results: set[str | None] = set()
    lies: list[Bet | Call] = [*table.bets.values(), *table.calls.values()]
    for open_bet in lies:
        reason = _why(table, first.event, open_bet)
        event = came.pop(open_bet.key, None)
        if reason is None:
            assert event is None, (first.version, open_bet)
            continue
        row = row_of(event) if event else None
        assert reason.result == (row.result if row else None), (first.version, open_bet, reason)
        if isinstance(event, faro.BetLost | faro.BetSplit):
            assert reason.amount_cents == event.taken_cents, (first.version, open_bet, reason)
        elif isinstance(event, faro.BetPaid):
            in_full = not isinstance(open_bet, Bet) or open_bet.form == "checks"
            assert reason.amount_cents == event.due_cents if in_full else reason.amount_cents >= event.due_cents
        results.add(reason.result)
    assert not came, "settled without a reason"
    return results


def _why(table: FaroTable, shown: object, open_bet: Bet | Call) -> Reason | None:
    match shown:
        case faro.WinnerDrawn(card=card, turn=turn) if isinstance(open_bet, Bet) and table.loser:
            counts = turn < table.house.turns or table.house.last_turn_counts
            return why_in_turn(open_bet, table.loser, card, table.house, counts=counts)
        case faro.HockExposed(card=card) if isinstance(open_bet, Call) and table.loser and table.winner:
            return why_at_hock(open_bet, (rank_of(table.loser), rank_of(table.winner), rank_of(card)), table.house)
        case faro.HockExposed(card=card) | faro.SodaExposed(card=card) if isinstance(open_bet, Bet):
            hits = open_bet.place.kind not in ("heeled", "side", "colors", "high_card", "parity")
            hits = hits and not open_bet.coppered and rank_of(card) in open_bet.place.ranks
            if table.house.hockelty and hits and open_bet.live_cents(table.house.check):
                return why_hockelty(open_bet, card, table.house)
    return None


def bet(kind: str = "single", ranks: str = "Q", lose: str = "", **more: Any) -> Bet:
    place = Place(kind=kind, ranks=tuple(ranks.split("-")), lose=tuple(lose.split("-")) if lose else ())
    return Bet(key="b", player="red", place=place, stake_cents=500, placed=1, **more)


HOUSE = FaroHouse(check=100)
STUSS = FaroHouse(check=100, split_takes="all")


def test_of_a_bet_of_which_half_goes_the_reason_names_both_laws() -> None:
    reason = why_in_turn(bet(half=True), "Q", "5", HOUSE)
    assert str(reason.cited) == "Rule 1.4 case 3, laws 1 and 3: the Q as loser is against it: lost"


@pytest.mark.parametrize(
    ("open_bet", "house", "cited"),
    [
        (
            bet(),
            STUSS,
            "Rule 1.4 case 4, law 1: the Q came as loser and as winner: a true split, "
            "the bank takes the whole of it, $5",
        ),
        (
            bet("split", "Q-K"),
            FaroHouse(check=25, split_takes="all", combination_pays="proportional"),
            "Rule 1.4 case 4, law 1: the Q came as loser and as winner: a true split, "
            "the bank takes the whole of one share of 2, $2.50",
        ),
        (
            bet("high_card"),
            STUSS,
            "Rule 1.4, law 1: two cards of one rank, the Q, are equal, the bank takes the bigger half, $3 of $5",
        ),
    ],
)
def test_only_a_true_split_is_reported_as_taking_all(open_bet: Bet, house: FaroHouse, cited: str) -> None:
    assert str(why_in_turn(open_bet, "Qh", "Qs", house).cited) == cited
