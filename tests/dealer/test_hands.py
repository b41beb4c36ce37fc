"""Hands dealt for chips, and seats: whose deal it is, antes, what a voided hand and the close give back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.game.hands import HandTable, left_over
from dealer.game.house import ChipHouse, House, divided
from dealer.game.table import GameTable, from_left_of, with_seats
from events.common.night import PlayerLeft, PlayerSeated
from events.common.play import AnteReturned, PotShared

SEATS = ("red", "blue", "white")


def table(**more: Any) -> HandTable:
    return HandTable(house=ChipHouse(chip=10), seats=SEATS, **more)


@given(
    chips=st.integers(0, 100),
    dealer=st.sampled_from(("", *SEATS)),
    away=st.frozensets(st.sampled_from(SEATS)),
)
def test_a_pot_left_over_is_divided_among_seated_players_without_loss(
    chips: int, dealer: str, away: frozenset[str]
) -> None:
    events = left_over(table(dealer=dealer, away=away, pot_cents=chips * 10), AnteReturned, PotShared)
    parts = {event.player: event.chips for event in events if isinstance(event, PotShared)}
    sharing = [player for player in SEATS if player not in away] or SEATS
    assert sum(parts.values()) == chips
    assert set(parts) <= set(sharing)
    assert max(parts.values(), default=0) - min((parts.get(player, 0) for player in sharing), default=0) <= 1


def test_odd_chips_go_to_the_first() -> None:
    assert divided(5, ("white", "red", "blue")) == {"white": 2, "red": 2, "blue": 1}
    assert divided(1, ("white", "red")) == {"white": 1}
    assert divided(0, ("white", "red")) == {}


FOUR_SEATS = ("red", "blue", "white", "black")


@pytest.mark.parametrize(
    ("player", "among", "order"),
    [
        ("red", FOUR_SEATS, "blue white black red"),
        ("black", FOUR_SEATS, "red blue white black"),
        ("white", ("red", "white"), "red white"),
        ("white", ("red", "blue"), "red blue"),
        ("", FOUR_SEATS, "red blue white black"),
        ("blue", (), ""),
    ],
)
def test_it_goes_round_from_a_players_left(player: str, among: tuple[str, ...], order: str) -> None:
    assert " ".join(from_left_of(player, FOUR_SEATS, among)) == order


def test_a_returning_player_gets_the_old_seat() -> None:
    table = GameTable(house=House())
    for event in (
        *(PlayerSeated(player=player, name=player) for player in FOUR_SEATS),
        PlayerLeft(player="blue", markers_open_cents=0),
    ):
        table = with_seats(table, event)
    assert table.seated == ("red", "white", "black")
    assert with_seats(table, PlayerSeated(player="blue", name="blue")).seated == FOUR_SEATS
