"""No chip is made or lost at Frog, the rows come to what was won, and the same script gives the same result."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.games.frog.house import BIDS
from dealer.games.frog.state import frog_of
from dealer.night.night import Night
from ledger.statement import player_line
from tests.support.invariants import assert_replayed
from tests.support.pure import PureNight
from tests.support.tables import SEATS

PLAYERS = SEATS[:5]

players = st.sampled_from((*PLAYERS, "nobody"))
bids = st.sampled_from(BIDS)
commands = st.one_of(
    st.builds(
        dict,
        do=st.just("start_hand"),
        dealer=players,
        players=st.lists(st.sampled_from(PLAYERS), min_size=3, max_size=4, unique=True),
    ),
    st.builds(dict, do=st.just("bid"), player=players, bid=bids),
    st.builds(dict, do=st.just("pass"), player=players),
    st.builds(dict, do=st.just("contract"), player=players, bid=bids),
    st.builds(dict, do=st.just("contract"), player=players, bid=bids),
    st.builds(dict, do=st.just("score_hand"), points=st.integers(-1, 121)),
    st.builds(dict, do=st.just("score_hand"), points=st.integers(50, 70), trump=st.sampled_from("hs")),
    st.builds(dict, do=st.just("void_hand"), reason=st.just("foul")),
    st.builds(dict, do=st.just("void")),
    st.builds(dict, do=st.just("leave_table"), player=players),
    st.builds(dict, do=st.just("buy_checks"), player=players, amount=st.sampled_from((25, 2_500))),
)


def opened() -> list[dict[str, Any]]:
    """The beginning of a night at which everybody has some chips."""
    opening = {"table": "T", "date": "2026-11-22", "game": "frog", "roll": 0, "dealer": "D", "house": "frog"}
    lines: list[dict[str, Any]] = [{"do": "open_night", **opening}]
    for player in PLAYERS:
        lines.append({"do": "seat_player", "player": player, "name": player.title()})
        lines.append({"do": "buy_checks", "player": player, "amount": 2_500})
    return lines


def check(night: Night) -> None:
    """What holds after every command."""
    assert sum(player_line(night.ledger, player).net_cents for player in night.seats) == 0
    table = frog_of(night)
    if table.is_on:
        assert len(table.active) == 3
        assert table.is_bid != bool(table.bidding and table.bidding.bid and not table.bidding.waiting)


def whole_hands() -> list[dict[str, Any]]:
    """Two hands, so that what is tried comes before, between and in them."""
    return [
        {"do": "start_hand", "dealer": "red", "players": list(PLAYERS[:4])},
        {"do": "bid", "player": "blue", "bid": "frog"},
        {"do": "pass", "player": "white"},
        {"do": "bid", "player": "black", "bid": "grand"},
        {"do": "score_hand", "points": 65, "trump": "h"},
        {"do": "start_hand", "dealer": "blue", "players": list(PLAYERS[1:4])},
        {"do": "contract", "player": "white", "bid": "chico"},
        {"do": "score_hand", "points": 57},
    ]


@settings(max_examples=60, deadline=None)
@given(tried=st.lists(st.tuples(st.integers(0, 8), commands), max_size=25))
def test_no_chip_is_lost_and_the_rows_are_what_was_won(tried: list[tuple[int, dict[str, Any]]]) -> None:
    lines = opened()
    for at, line in enumerate([*whole_hands(), {"do": "close_night"}]):
        lines += [one for place, one in tried if place == at]
        lines.append(line)
    played = PureNight().play(lines, check)
    assert_replayed(played, len(played.recorded) // 2)
    result = played.result()
    won: Counter[str] = Counter()
    for row in result["hands"]:
        assert sum(row["net"].values()) == 0
        assert len(row["net"]) == 3
        won.update(row["net"])
    assert all(line["net"] == won[player] * 25 for player, line in result["players"].items())
