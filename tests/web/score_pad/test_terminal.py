"""A match on the command line: sides with their points, the bidding, the rows of hands."""

from __future__ import annotations

import json

import pytest

from tests.support.pure import PureNight
from tests.support.tables import begun, hand
from web.command_line.output import lines_of as result_lines
from web.game_screens import screens_of


def told(table: PureNight) -> str:
    game = table.now.dealing
    terminal = screens_of(game).terminal
    data = terminal.data_of(table.now, game, table.recorded)
    assert json.loads(json.dumps(data)) == data
    return "\n".join(terminal.lines_of(data, "The game", table.now.names))


def test_the_sides_and_their_points_are_told_and_who_speaks() -> None:
    table = begun("four_deal_bridge", "red white / blue black")
    hand(table, "red", "red", "2h", tricks={"red": 8, "blue": 5})
    assert "No hand is on." in told(table)
    table("start_hand", dealer="blue")
    table("bid", player="blue", bid="1nt")
    table("double", player="white")
    said = told(table)
    for line in (
        "The game: match 1, hand 2 ",
        "The bidding is on.",
        "Dealer: Blue.",
        "Blue 1 no trump, White doubles.",
        "1 no trump doubled: Blue.",
        "Black is to speak.",
    ):
        assert line in said, said
    assert said.splitlines()[3].split() == ["Red", "and", "White", "60"]


def test_before_the_first_match_there_is_none() -> None:
    table = begun("big_three", "red / blue / white")
    table("void")
    assert "The game: no match yet" in told(table)


def test_who_plays_with_the_bidder_and_who_has_won_is_told() -> None:
    table = begun("big_three", "red / blue / white / black", {"goal": 6})
    table("start_hand", opener="red")
    table("contract", player="white", bid=3)
    table("name_partner", partners=["blue"])
    said = told(table)
    assert "Opener: Red." in said
    assert "3: White, with Blue." in said
    table("score_hand", out="blue")
    assert "White" in next(line for line in told(table).splitlines() if line.endswith("has won"))


@pytest.mark.parametrize(
    ("game", "bidder", "bid", "scored", "said"),
    [
        (
            "hasenpfeffer",
            "white",
            4,
            {"tricks": {"white": 3, "blue": 3}},
            ["hand 1 of match 1: −4 : 3", "  red dealt; white at 4, lost"],
        ),
        ("forty_five", "", None, {"tricks": {"red": 5}}, ["hand 1 of match 1: 10 : 0", "  red dealt; played"]),
    ],
)
def test_a_hand_has_two_lines_in_the_printed_result(
    game: str, bidder: str, bid: int, scored: dict[str, object], said: list[str]
) -> None:
    table = begun(game, "red white / blue black")
    hand(table, "red", bidder, bid, **scored)
    lines = list(result_lines(table.result() | {"night": "n", "head": "0" * 64}))
    assert lines[-5:-3] == said
    assert lines[-3].endswith("match 1: 1 hand, on")


def test_a_hand_passed_out_and_one_with_partners_are_told_by_their_rows() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    for player in ("red", "black", "white", "blue"):
        table("pass", player=player)
    hand_rows = table.result()["hands"]
    assert list(screens_of("big_three").terminal.row_lines(hand_rows[0]))[1] == "  red opened; passed out"
    table("start_hand", opener="red")
    table("contract", player="white", bid=3)
    table("name_partner", partners=["blue"])
    table("score_hand", out="blue")
    row = table.result()["hands"][1]
    assert list(screens_of("big_three").terminal.row_lines(row))[1] == "  red opened; white with blue at 3, made"
