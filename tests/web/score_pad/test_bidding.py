"""The bidding as the page's script goes on with it: what it is told ahead is what the rules then say."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.games import game_called
from dealer.games.big_three import SCORING as BIG_THREE
from dealer.games.five_hundred import SCORING as FIVE_HUNDRED
from dealer.games.forty_five.auction import SCORING as AUCTION_FORTY_FIVE
from dealer.games.four_deal_bridge import SCORING as BRIDGE
from dealer.games.hasenpfeffer import SCORING as HASENPFEFFER
from dealer.score_pad.score_game import ScoreGame
from tests.support.pure import PureNight
from tests.support.tables import begun
from web.score_pad.bidding import bid_rows, said, stand_of_bidding

BEGUN = {
    FIVE_HUNDRED: ("a / b / c", "dealer"),
    AUCTION_FORTY_FIVE: ("a c / b d", "dealer"),
    HASENPFEFFER: ("a c / b d", "dealer"),
    BIG_THREE: ("a / b / c", "opener"),
    BRIDGE: ("a c / b d", "dealer"),
}


def bidding(game: ScoreGame) -> PureNight:
    """A match in the bidding of its first hand, which a deals or opens."""
    sides, begins = BEGUN[game]
    table = begun(game.name, sides)
    table("start_hand", **{begins: "a"})
    return table


def stand(game: ScoreGame, table: PureNight) -> dict[str, Any]:
    now = table.now.tables[game.name]
    assert game.bidding
    bids = tuple(game.bidding.bids(now.house))
    return stand_of_bidding(game_called(game.name), now, table.now.ledger, bids, lambda one: one.phase.name)


@pytest.mark.parametrize("game", BEGUN, ids=lambda game: game.name)
def test_what_is_told_ahead_comes_true(game: ScoreGame) -> None:
    """Along a pass, a raise and all passes after it, the moments are those at which the rules then stand."""
    table = bidding(game)
    ahead = stand(game, table)["ahead"]
    moment = ahead[0]
    for word in ("pass", "raise", *("pass",) * 8):
        now = table.now.tables[game.name]
        assert moment["turn"] == (now.bidding.turn if now.is_on else "")
        assert moment["phase"] == now.phase.name
        if not moment["turn"]:
            break
        lowest = game.bidding.bids(now.house)[0] if game.bidding else None
        table("bid" if word == "raise" else word, player=moment["turn"], **({"bid": lowest} if word == "raise" else {}))
        moment = ahead[moment["calls"][word]]
    assert not moment["turn"]


def test_only_calls_that_may_be_made_lead_on() -> None:
    table = bidding(BRIDGE)
    assert set(stand(BRIDGE, table)["ahead"][0]["calls"]) == {"pass", "raise", "highest"}
    table("bid", player="a", bid="7nt")
    assert set(stand(BRIDGE, table)["ahead"][0]["calls"]) == {"pass", "double"}
    table("double", player="b")
    assert set(stand(BRIDGE, table)["ahead"][0]["calls"]) == {"pass", "redouble"}


def test_a_side_that_must_bid_more_has_no_lower_bids() -> None:
    """Each player is told the bids that they may make, whoever's turn it is (rulebook G9)."""
    table = begun("auction_forty_five", "a c / b d", house={"must_bid_at": 60})
    table("start_hand", dealer="a")
    table("contract", player="b", bid=30)
    table("score_hand", tricks={"b": 5}, high_trump="b")
    table("start_hand", dealer="b")
    found = stand(AUCTION_FORTY_FIVE, table)["allowed"]
    assert found == {"c": [0, 1, 2, 3, 4, 5], "d": [3, 4, 5], "a": [0, 1, 2, 3, 4, 5], "b": [3, 4, 5]}


def test_a_house_without_nullo_leaves_its_key_dead() -> None:
    table = begun("five_hundred", "a / b / c", house={"nullo": False})
    table("start_hand", dealer="a")
    found = stand(FIVE_HUNDRED, table)
    assert found["bids"].index("nullo") not in found["allowed"]["b"]


def test_the_table_of_bids_has_a_row_a_strain_and_nullo_in_its_place() -> None:
    assert FIVE_HUNDRED.bidding
    house = begun("five_hundred", "a / b / c").now.tables["five_hundred"].house
    rows = bid_rows(FIVE_HUNDRED.bidding.bids(house))
    assert [[key.words if key else "" for key in row] for row in rows] == [
        ["6♠", "7♠", "8♠", "9♠", "10♠", "Nullo"],
        ["6♣", "7♣", "8♣", "9♣", "10♣", ""],
        ["6♦", "7♦", "8♦", "9♦", "10♦", ""],
        ["6♥", "7♥", "8♥", "9♥", "10♥", ""],
        ["6NT", "7NT", "8NT", "9NT", "10NT", ""],
    ]
    assert [key.words for key in bid_rows(("frog", "chico", "grand"))[0] if key] == ["Frog", "Chico", "Grand"]


def test_calls_are_said_by_their_words() -> None:
    assert [said("pass"), said("hold"), said("7s"), said(20)] == ["Pass", "Hold", "7♠", "20"]
