"""Games played for points: what holds of every match in any game and house."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.games import GAMES
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from events.common.matches import MatchBegun, MatchSettled
from tests.support.pure import PureNight
from tests.support.tables import match_night

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
    """An evening of a demonstration that is kept in memory alone."""

    def __init__(self, night: PureNight, seed: int) -> None:
        self.random = Random(seed)
        self._night = night

    @property
    def state(self) -> Night:
        return self._night.now

    def do(self, command: dict[str, Any]) -> object:
        try:
            self._night.do(command)
        except Refusal:
            return None
        return command

    def refusal(self, command: dict[str, Any]) -> Refusal | None:
        try:
            decide(self.state, read_command(command, self.state))
        except Refusal as refusal:
            return refusal
        return None


def opened(game: str, house: dict[str, Any]) -> PureNight:
    return match_night(game, "red blue white black yellow green", {"preset": next(iter(GAMES[game].presets)), **house})


def played(game: str, house: dict[str, Any], seed: int) -> PureNight:
    """Three matches of a demonstration: two that are played out, and one broken off between them."""
    night = opened(game, house)
    demonstration = GAMES[game].demonstration
    assert demonstration
    play = demonstration.play(PureEvening(night, seed))
    for number in range(1, 4):
        list(play.round(number))
    return night


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


@settings(max_examples=40)
@given(night=NIGHTS, seed=st.integers(0, 2**32))
def test_points_are_the_sums_of_rows_and_payments_the_differences_of_points(
    night: tuple[str, dict[str, Any]], seed: int
) -> None:
    game, house = night
    table = played(game, house, seed)
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
