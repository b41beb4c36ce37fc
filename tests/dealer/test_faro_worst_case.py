"""The worst turn that may come next, against every turn that may come, dealt for trial through the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import isclose, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal
from dealer.game.cards import PACK, rank_of
from dealer.games.faro.state import FaroTable, Phase, faro_of
from dealer.games.faro.worst_case import Exposure, dues_by_turn, next_turn_of, worst_by_rank, worst_turn
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from events.common.event import Event
from events.games.faro import BetLost, BetPaid, BetSplit
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight
from tests.support.tables import Table


def balance_cents(events: tuple[Event, ...]) -> int:
    """What a turn's events say the bank owed, less what it took."""
    owed = sum(event.due_cents for event in events if isinstance(event, BetPaid))
    return owed - sum(event.taken_cents for event in events if isinstance(event, BetLost | BetSplit))


def dealt(night: Night, document: dict[str, Any]) -> int | None:
    """The balance of a turn dealt for trial; nothing where the box cannot give it."""
    try:
        return balance_cents(decide(night, read_command(document)))
    except Refusal as refusal:
        if refusal.code != "odd_card":
            raise
        return None


def every_turn(night: Night) -> dict[tuple[str, str], int]:
    """The balance of every turn that may come next by its ranks, in the colours that cost most where colours count."""
    table = faro_of(night)
    suits = "shdc" if any(bet.place.kind == "colors" for bet in table.bets.values()) else [""]
    cards = [(rank, rank + suit) for rank, suit in product(RANKS, suits)]
    losers = [("", "")] if table.phase is Phase.LOSER_DRAWN else cards
    balances: dict[tuple[str, str], int] = {}
    for (loser, first), (winner, second) in product(losers, cards):
        document = {"do": "turn", "loser": first, "winner": second} if first else {"do": "draw_winner", "card": second}
        cents = dealt(night, document)
        if cents is not None:
            balances[loser, winner] = max(cents, balances.get((loser, winner), cents))
    return balances


def moments_of(seed: int, **options: Any) -> list[Night]:
    """The night after every command of a random night that left bets lying."""
    played, moments = PureNight(), []
    for line in random_night(seed, mischief=0, **options):
        played.play([line])
        if not played.now.closed and faro_of(played.now).bets:
            moments.append(played.now)
    return moments


def assert_worst(night: Night) -> None:
    table = faro_of(night)
    worst = worst_turn(table)
    if table.phase not in (Phase.BETTING, Phase.LOSER_DRAWN):
        assert worst is None
        return
    balances = every_turn(night)
    if worst is None:
        assert table.turn + (table.phase is Phase.BETTING) == table.house.turns
        assert not table.house.last_turn_counts
        assert set(balances.values()) == {0}
        return
    assert worst.due_cents == max(balances.values())
    named = ("" if table.phase is Phase.LOSER_DRAWN else worst.loser, worst.winner)
    assert balances[named] == worst.due_cents
    assert_worst_by_rank(table, balances)


def assert_worst_by_rank(table: FaroTable, balances: dict[tuple[str, str], int]) -> None:
    """Each rank's figures against all the turns dealt for trial in which it wins, and in which it loses."""
    out = rank_of(table.loser) if table.loser and table.phase is Phase.LOSER_DRAWN else ""
    for entry in worst_by_rank(dues_by_turn(table)):
        wins = [due for (_, winner), due in balances.items() if winner == entry.rank]
        loses = [due for (loser, _), due in balances.items() if (loser or out) == entry.rank]
        assert (entry.wins_cents, entry.loses_cents) == (max(wins, default=None), max(loses, default=None))


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6))
def test_no_turn_that_can_come_costs_more_and_the_one_named_costs_as_much(seed: int) -> None:
    """Any house, any bets with their orders, at any moment of a night, also with the loser out."""
    moments = moments_of(seed)
    for night in Random(seed).sample(moments, min(4, len(moments))):
        assert_worst(night)


@pytest.mark.parametrize("seed", range(6))
def test_bets_on_colours_cost_what_the_worst_suits_still_to_come_would(seed: int) -> None:
    """Late in a deal of known suits, where some ranks are left in one colour or as a single card."""
    random = Random(seed)
    table = Table(both_ways=["split", "standoff"][seed % 2], soda=None)
    pack = [rank + suit for rank, suit in product(RANKS, "shdc")]
    random.shuffle(pack)
    table("expose_soda", card=pack.pop())
    for _ in range(random.randint(15, 24)):
        table.turn(pack.pop(), pack.pop())
    table.bet("", 125, kind="colors", win="black")
    table.bet("", 300, kind="colors", win="red", coppered=bool(seed % 3))
    table.bet("", 225, kind="high_card", player="blue")
    assert_worst(table.now)
    table("draw_loser", card=pack.pop())
    assert_worst(table.now)


def test_a_last_turn_that_does_not_count_costs_nothing() -> None:
    table = Table(last_turn_counts=False)
    table.deal_until(23)
    bet = table.bet("K", 200)
    assert worst_turn(table.table) is not None
    table("bar_bet", bet=bet)
    table.deal_until(24)
    table("release_bet", bet=bet)
    assert_worst(table.now)
    assert worst_turn(table.table) is None


def test_the_worst_turn_is_named_by_loser_and_winner() -> None:
    table = Table()
    assert worst_turn(table.table) is None
    table.bet("A", 500)
    table.bet("3", 300, coppered=True, player="blue")
    assert worst_turn(table.table) == Exposure(loser="3", winner="A", due_cents=800)
    table("bar_bet", bet="b1")
    assert worst_turn(table.table) == Exposure(loser="3", winner="A", due_cents=300)
    table("draw_loser", card="2h")
    assert worst_turn(table.table) == Exposure(loser="2", winner="A", due_cents=0)


def assert_mean(night: Night) -> None:
    """The mean and the standard deviation against every pair of cards in the box, dealt for trial."""
    table = faro_of(night)
    result = next_turn_of(table, dues_by_turn(table))
    assert result
    box = [card for card in PACK if card not in table.box.exposed]
    if table.phase is Phase.LOSER_DRAWN:
        documents = [{"do": "draw_winner", "card": card} for card in box]
    else:
        documents = [{"do": "turn", "loser": loser, "winner": winner} for loser, winner in permutations(box, 2)]
    gains = [-balance_cents(decide(night, read_command(document))) for document in documents]
    mean = Fraction(sum(gains), len(gains))
    assert result.gain_cents == mean
    assert isclose(result.deviation_cents, sqrt(sum((gain - mean) ** 2 for gain in gains) / len(gains)))


@pytest.mark.parametrize("coloured", [False, True])
def test_the_mean_of_the_next_turn_is_that_of_every_pair_of_cards(coloured: bool) -> None:
    table = Table(soda=None, both_ways="split")
    pack = list(PACK)
    Random(4).shuffle(pack)
    table("expose_soda", card=pack.pop())
    for _ in range(16):
        table.turn(pack.pop(), pack.pop())
    table.bet(rank_of(pack[0]), 300)
    table.bet(rank_of(pack[1]), 225, player="blue", coppered=True)
    table.bet("", 125, kind="high_card")
    if coloured:
        table.bet("", 500, kind="colors", win="red", player="blue")
    assert_mean(table.now)
    table("draw_loser", card=pack.pop())
    assert_mean(table.now)


def test_a_lone_bet_has_its_edge_on_the_first_turn() -> None:
    """Of a single bet on four cards among 51 the bank gains 1/425 of the stake in the next turn."""
    table = Table()
    table.bet("Q", 10_000)
    result = next_turn_of(table.table, dues_by_turn(table.table))
    assert result
    assert result.gain_cents == Fraction(10_000, 425)


def test_no_mean_is_known_of_colours_after_a_card_without_its_suit() -> None:
    table = Table()
    table.turn("2", "3")
    table.bet("A", 100)
    assert next_turn_of(table.table, dues_by_turn(table.table))
    table.bet("", 100, kind="colors", win="red")
    assert next_turn_of(table.table, dues_by_turn(table.table)) is None
