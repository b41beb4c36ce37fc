"""No chip is made or lost, whatever is asked, and the same script gives the same result."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.game.cards import PACK
from dealer.games.five_in_one.parts import PARTS, TOLD
from dealer.games.five_in_one.state import five_in_one_of
from dealer.night.night import Night
from ledger.statement import player_line
from tests.support.invariants import assert_replayed
from tests.support.pure import PureNight
from tests.support.tables import SEATS

PLAYERS = SEATS[:4]

players = st.sampled_from((*PLAYERS, "nobody"))


@st.composite
def results(draw: st.DrawFn) -> dict[str, int]:
    """What everybody won and lost; most often it comes to nothing."""
    chips = draw(st.dictionaries(st.sampled_from(PLAYERS), st.integers(-8, 8), max_size=4))
    comes_to_nothing = draw(st.integers(0, 4))
    if chips and comes_to_nothing:
        last = next(iter(chips))
        chips[last] -= sum(chips.values())
    return chips


commands = st.one_of(
    st.builds(dict, do=st.just("start_hand"), dealer=players),
    st.builds(dict, do=st.just("part_result"), part=st.sampled_from(TOLD), chips=results()),
    st.builds(dict, do=st.just("cold_hand"), winners=st.lists(players, max_size=3)),
    st.builds(
        dict,
        do=st.just("consolation"),
        cards=st.lists(st.sampled_from(PACK), min_size=10, max_size=10, unique=True),
    ),
    st.builds(dict, do=st.just("void_hand"), reason=st.just("foul")),
    st.builds(dict, do=st.just("void")),
    st.builds(dict, do=st.just("leave_table"), player=players),
    st.builds(dict, do=st.just("buy_checks"), player=players, amount=st.sampled_from((25, 250))),
)


def opened() -> list[dict[str, Any]]:
    """The beginning of a night at which everybody has a few chips."""
    house = {"cold_hand_pays": 2}
    opening = {"table": "T", "date": "2026-11-22", "game": "five_in_one", "roll": 0, "dealer": "D", "house": house}
    lines: list[dict[str, Any]] = [{"do": "open_night", **opening}]
    for player in PLAYERS:
        lines.append({"do": "seat_player", "player": player, "name": player.title()})
        lines.append({"do": "buy_checks", "player": player, "amount": 500})
    return lines


def whole_rounds() -> list[dict[str, Any]]:
    """Two rounds, so that what is tried comes before, between and in them."""
    lines: list[dict[str, Any]] = []
    for dealer in ("red", "blue"):
        lines.append({"do": "start_hand", "dealer": dealer})
        lines.append({"do": "part_result", "part": "plus_or_minus", "chips": {"red": 3, "black": -3}})
        lines.append({"do": "cold_hand", "winners": ["blue", "white", "black"]})
        lines.append({"do": "part_result", "part": "bango", "chips": {}})
        lines.append({"do": "part_result", "part": "put_and_take", "chips": {"white": -1, "blue": 1}})
        lines.append({"do": "consolation", "cards": ["A", *("K" * 4), "6", *("Q" * 4)]})
    return lines


def assert_no_chip_is_lost(night: Night) -> None:
    """What players won and lost comes to nothing, in the night and in the round."""
    assert sum(player_line(night.ledger, player).net_cents for player in night.seats) == 0
    table = five_in_one_of(night)
    assert sum(table.won.values()) == 0
    assert table.pot_cents == 0
    assert not table.is_on or table.part_due in PARTS


@settings(max_examples=60, deadline=None)
@given(tried=st.lists(st.tuples(st.integers(0, 12), commands), max_size=25))
def test_no_chip_is_made_or_lost_and_the_same_script_gives_the_same_result(
    tried: list[tuple[int, dict[str, Any]]],
) -> None:
    lines = opened()
    for at, line in enumerate([*whole_rounds(), {"do": "close_night"}]):
        lines += [one for place, one in tried if place == at]
        lines.append(line)
    played = PureNight().play(lines, assert_no_chip_is_lost)
    assert PureNight().play(lines).result() == played.result()
    assert_replayed(played, len(played.recorded) // 2)
    for row in played.result()["hands"]:
        assert sum(row["net"].values()) == 0
