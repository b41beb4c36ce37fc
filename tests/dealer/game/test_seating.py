"""Left is the next seat clockwise, in the order in which seats were first taken; who left is passed over."""

from __future__ import annotations

import pytest

from dealer.game.house import House
from dealer.game.table import GameTable, at_or_left_of, from_left_of, with_seats
from events.facts.night import PlayerLeft, PlayerSeated

SEATS = ("red", "blue", "white", "black")


@pytest.mark.parametrize(
    ("player", "among", "order"),
    [
        ("red", SEATS, "blue white black red"),
        ("black", SEATS, "red blue white black"),
        ("white", ("red", "white"), "red white"),
        ("white", ("red", "blue"), "red blue"),
        ("", SEATS, "red blue white black"),
        ("blue", (), ""),
    ],
)
def test_it_goes_round_from_a_players_left(player: str, among: tuple[str, ...], order: str) -> None:
    assert " ".join(from_left_of(player, SEATS, among)) == order


def test_who_does_not_play_is_followed_by_the_next_on_their_left() -> None:
    assert at_or_left_of("blue", SEATS, SEATS) == "blue"
    assert at_or_left_of("blue", SEATS, ("red", "black")) == "black"
    assert at_or_left_of("black", SEATS, ("blue", "white")) == "blue"


def test_who_comes_back_sits_where_they_sat() -> None:
    table = GameTable(house=House())
    for fact in (
        *(PlayerSeated(player=player, name=player) for player in SEATS),
        PlayerLeft(player="blue", markers_open_cents=0),
    ):
        table = with_seats(table, fact)
    assert table.seated == ("red", "white", "black")
    assert with_seats(table, PlayerSeated(player="blue", name="blue")).seated == SEATS
