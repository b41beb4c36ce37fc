"""Games played for points: the rulebook's worked examples, and what holds of every match in any game and house."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.games import GAMES
from dealer.night.night import Night
from events.common.matches import MatchBegun, MatchSettled
from ledger.accounts import checks
from tests.support.pure import PureNight
from tests.support.tables import begun, calls, hand, match_night, nets, score_of


def test_five_hundred_three_hands() -> None:
    table = begun("five_hundred", "red / blue / white", "auction")
    hand(table, "white", "red", "7s", tricks={"red": 9, "blue": 1})
    assert score_of(table) == (140, 10, 0)
    hand(table, "red", "white", "8s", tricks={"white": 10})
    assert score_of(table) == (140, 10, 250), "all ten tricks are 250 and not 240"
    hand(table, "blue", "blue", "nullo", tricks={"blue": 1, "red": 9})
    assert score_of(table) == (150, -240, 260)
    hand(table, "white", "red", "8nt", tricks={"red": 8, "white": 2})
    hand(table, "red", "red", "6s", tricks={"red": 6, "blue": 3, "white": 1})
    assert score_of(table) == (510, -210, 290)
    table("settle_match")
    assert nets(table) == {"red": 4_700, "blue": -3_600, "white": -1_100}


def test_forty_five_by_the_difference() -> None:
    table = begun("forty_five", "red / blue", "difference")
    scores = []
    for dealer, tricks in zip(("red", "blue", "red", "blue"), ((3, 2), (1, 4), (5, 0), (4, 1)), strict=True):
        hand(table, dealer, tricks=dict(zip(("red", "blue"), tricks, strict=True)))
        scores.append(score_of(table))
    assert scores == [(5, 0), (5, 15), (30, 15), (45, 15)]
    table("settle_match")
    assert nets(table) == {"red": 150, "blue": -150}


def test_auction_forty_five() -> None:
    table = begun("auction_forty_five", "red white / blue black")
    hand(table, "black", "red", 30, tricks={"red": 5}, high_trump="red")
    assert score_of(table) == (60, 0)
    table("start_hand", dealer="red")
    calls(table, "blue pass", "white 15", "black pass", "red hold", "white pass")
    table("score_hand", tricks={"red": 2, "blue": 3}, high_trump="blue")
    assert score_of(table) == (45, 20)
    hand(table, "blue", "black", 25, tricks={"black": 3, "red": 2}, high_trump="white")
    assert score_of(table) == (60, -5)
    table("start_hand", dealer="white")
    calls(table, "black 10", "red pass", "blue pass", "white 20")
    table("score_hand", tricks={"white": 5}, high_trump="white")
    hand(table, "black", "white", 30, tricks={"white": 5}, high_trump="white")
    assert score_of(table) == (150, -5)
    table("settle_match")
    assert nets(table) == {"red": 775, "white": 775, "blue": -775, "black": -775}


def test_hasenpfeffer() -> None:
    table = begun("hasenpfeffer", "red white / blue black")
    hand(table, "black", "white", 4, tricks={"white": 5, "blue": 1})
    table("start_hand", dealer="red")
    calls(table, "blue pass", "white pass", "black pass", "red pass")
    table("show_joker", player="black")
    table("score_hand", tricks={"black": 2, "red": 4})
    assert score_of(table) == (9, -2)
    hand(table, "blue", "red", 5, tricks={"red": 5, "black": 1})
    assert score_of(table) == (14, -1)
    table("settle_match")
    assert nets(table) == {"red": 75, "white": 75, "blue": -75, "black": -75}


def test_big_three_of_four() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    calls(table, "red 1", "black pass", "white 3")
    table("name_partner", partners=["blue"], card="Kh")
    table("score_hand", out="blue")
    table("start_hand", opener="blue")
    calls(table, "blue 2", "red pass", "black pass", "white pass")
    table("name_partner", partners=["red"])
    table("score_hand", out="white")
    assert score_of(table) == (0, 6, 10, 4)


def test_four_deal_bridge() -> None:
    table = begun("four_deal_bridge", "north south / east west")
    hand(table, "north", "north", "2h", tricks={"north": 8, "east": 5})
    table("start_hand", dealer="east")
    calls(table, "east 4s", "south double", "west pass", "north pass", "east pass")
    table("score_hand", tricks={"east": 9, "south": 4})
    assert score_of(table) == (260, 0)
    hand(table, "south", "south", "2c", tricks={"south": 9, "west": 4})
    assert score_of(table) == (820, 0)
    hand(table, "west", "west", "1nt", tricks={"west": 7, "north": 6})
    assert score_of(table) == (820, 140)
    table("settle_match")
    assert nets(table) == {"north": 680, "south": 680, "east": -680, "west": -680}


def test_frog() -> None:
    table = match_night("frog", "red blue white")
    table("start_hand", dealer="white")
    calls(table, "red frog", "blue pass", "white chico", "red pass")
    table("score_hand", points=71, trump="s")
    table("start_hand", dealer="red")
    table("contract", player="red", bid="grand")
    table("score_hand", points=52)
    assert nets(table) == {"red": 25 * (-22 - 48), "blue": 25 * (-22 + 24), "white": 25 * (44 + 24)}


PRICES = {
    "point": st.sampled_from((1, 5, 25)),
    "game_stake": st.sampled_from((0, 25, 100)),
    "pays": st.sampled_from(("winner", "all")),
}
HOUSES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "five_hundred": {
        "bidding": st.sampled_from(("auction", "one_bid")),
        "bid_table": st.sampled_from(("avondale", "original")),
        "suits": st.sampled_from(("scdh", "cshd")),
        "nullo_failed": st.sampled_from(("bidder_tricks", "own_tricks")),
        "set_back": st.sampled_from((None, 100, 500)),
        "all_pass": st.sampled_from(("dead", "no_trump")),
        "shared_bid": st.sampled_from(("whole", "half")),
    },
    "forty_five": {"scoring": st.sampled_from(("odd_trick", "difference")), "goal": st.sampled_from((25, 45))},
    "auction_forty_five": {
        "must_bid_at": st.sampled_from((0, 100)),
        "all_pass": st.sampled_from(("dead", "dealer_bids")),
    },
    "hasenpfeffer": {"forced_bid": st.integers(1, 6)},
    "big_three": {"bidder_loses": st.booleans(), "times": st.integers(1, 3)},
    "four_deal_bridge": {
        "vulnerable": st.sampled_from(("dealer", "other")),
        "penalties": st.sampled_from(("modern", "old")),
        "insult_redoubled": st.sampled_from((50, 100)),
    },
}
NIGHTS = st.sampled_from(sorted(HOUSES)).flatmap(
    lambda game: st.tuples(st.just(game), st.fixed_dictionaries({**PRICES, **HOUSES[game]}))
)


class PureEvening:
    """An evening of a demonstration that is kept in memory alone, with what was accepted."""

    def __init__(self, night: PureNight, seed: int) -> None:
        self.random = Random(seed)
        self.accepted: list[dict[str, Any]] = []
        self._night = night

    @property
    def state(self) -> Night:
        return self._night.now

    def do(self, command: dict[str, Any]) -> object:
        try:
            self._night.do(command)
        except Refusal:
            return None
        self.accepted.append(command)
        return command

    def checks_of(self, player: str) -> int:
        return self.state.ledger.balance(checks(player))

    def pack(self) -> list[str]:
        raise AssertionError("a match is scored without cards")


def opened(game: str, house: dict[str, Any]) -> PureNight:
    return match_night(game, "red blue white black yellow green", {"preset": next(iter(GAMES[game].presets)), **house})


def played(game: str, house: dict[str, Any], seed: int) -> tuple[PureNight, PureEvening]:
    """Three matches of a demonstration: two that are played out, and one broken off between them."""
    night = opened(game, house)
    evening = PureEvening(night, seed)
    shown = GAMES[game].demonstration
    assert shown
    play = shown.play(evening)
    for number in range(1, 4):
        list(play.round(number))
    return night, evening


def due(sides: tuple[tuple[str, ...], ...], points: list[int], winner: int, house: dict[str, Any]) -> Counter[str]:
    """What each player has by a match, by the rulebook's words: of every pair of sides the lower pays the higher."""
    nets: Counter[str] = Counter()
    for payer, payee in permutations(range(len(sides)), 2):
        cents = max(0, points[payee] - points[payer]) * house["point"]
        if payer == winner or (payee != winner and house["pays"] == "winner"):
            continue
        if payee == winner:
            cents += house["game_stake"]
        for first, other in zip(sides[payer], sides[payee], strict=True):
            nets[first] -= cents
            nets[other] += cents
    return nets


@given(night=NIGHTS, seed=st.integers(0, 2**32))
def test_points_are_the_sums_of_rows_and_payments_the_differences_of_points(
    night: tuple[str, dict[str, Any]], seed: int
) -> None:
    game, house = night
    table, _ = played(game, house, seed)
    result = table.result()
    for match in result["scores"]:
        rows = [row for row in result["hands"] if row["match"] == match["match"]]
        assert match["hands"] == len(rows)
        assert match["points"] == [sum(row["points"][at] for row in rows) for at in range(len(match["sides"]))]
    begun = {
        record.event.match: record.event.sides for record in table.recorded if isinstance(record.event, MatchBegun)
    }
    settled = [record.event for record in table.recorded if isinstance(record.event, MatchSettled)]
    assert [settlement.match for settlement in settled] == [
        row["match"] for row in result["scores"] if row["state"] == "settled"
    ]
    for entry in settled:
        nets: Counter[str] = Counter()
        for paid in entry.paid:
            nets[paid.payer] -= paid.amount_cents
            nets[paid.payee] += paid.amount_cents
        row = result["scores"][entry.match - 1]
        expected = due(begun[entry.match], row["points"], row["winner"], house)
        assert sum(nets.values()) == 0
        assert {player: net for player, net in nets.items() if net} == {p: net for p, net in expected.items() if net}
    table("close_night")
    assert sum(line["net"] for line in table.result()["players"].values()) == 0


@given(night=NIGHTS, seed=st.integers(0, 2**32))
def test_the_same_commands_give_the_same_night(night: tuple[str, dict[str, Any]], seed: int) -> None:
    game, house = night
    table, evening = played(game, house, seed)
    again = opened(game, house)
    for command in evening.accepted:
        again.do(command)
    assert [record.event for record in again.recorded] == [record.event for record in table.recorded]
    assert again.result() == table.result()
