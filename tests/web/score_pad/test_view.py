"""The pad as a pure function of a night: what is due, who may deal, what a hand comes to, what a match pays."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.games.big_three import SCORING as BIG_THREE
from dealer.games.five_hundred import SCORING as FIVE_HUNDRED
from dealer.games.forty_five.game import SCORING as FORTY_FIVE
from dealer.score_pad.score_game import ScoreGame
from events.effective_facts import effective
from events.records import Head
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import begun, hand, match_night
from tests.web.score_pad.evenings import match_night as match_in_book
from web.app.links import board_link, player_link
from web.game_screens import screens_of
from web.score_pad.coming import Coming, coming
from web.score_pad.view import PadView
from web.tablet.disputable import disputable_by


def view(game: ScoreGame, table: PureNight) -> PadView:
    found: PadView = screens_of(game.name).tablet.view_of(
        table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded
    )
    return found


def comes(game: ScoreGame, table: PureNight, *, instead: bool = False, **scored: Any) -> Coming:
    found: Coming = coming(game, table.now, {"do": "score_hand", **scored}, instead).view
    return found


@pytest.mark.parametrize(
    ("players", "chosen", "who"),
    [
        ("a b", (2, 1), ("a", "b")),
        ("a b c d", (2, 2), ("a", "b", "c", "d")),
        ("a b c d e f", (2, 3), ("a", "b", "c", "d", "e", "f")),
        ("a b c d e f g", None, ()),
    ],
)
def test_a_match_is_offered_between_all_who_sit_as_partners_where_there_can_be_any(
    players: str, chosen: tuple[int, int] | None, who: tuple[str, ...]
) -> None:
    starting = view(FORTY_FIVE, match_night("forty_five", players)).starting
    assert starting
    assert (starting.chosen, starting.players) == (chosen, who)


def test_the_next_match_is_offered_as_the_last_one_was() -> None:
    table = begun("forty_five", "a / b / c / d", house={"goal": 5})
    table("start_hand", dealer="a")
    table("score_hand", tricks={"a": 5})
    table("settle_match")
    starting = view(FORTY_FIVE, table).starting
    assert starting
    assert starting.chosen == (4, 1)


def test_anybody_deals_the_first_hand_and_then_the_one_who_is_due() -> None:
    table = begun("forty_five", "a / b / c")
    assert [one.step.words for one in view(FORTY_FIVE, table).deals] == ["Deal: A", "Deal: B", "Deal: C"]
    table("start_hand", dealer="c")
    assert view(FORTY_FIVE, table).deals == ()
    table("score_hand", tricks={"c": 5})
    assert [one.step.document for one in view(FORTY_FIVE, table).deals] == [{"do": "start_hand", "dealer": "a"}]


def test_anybody_may_open_where_nobody_deals() -> None:
    table = begun("big_three", "a / b / c")
    table("start_hand", opener="a")
    table("contract", player="a", bid=3)
    table("score_hand", out="a")
    assert [one.step.words for one in view(BIG_THREE, table).deals] == ["Opens: A", "Opens: B", "Opens: C"]


def marked_as_dealer(game: ScoreGame, table: PureNight) -> list[str]:
    return [place.seat.player for place in view(game, table).places if place.deals]


def test_the_seat_of_who_deals_this_hand_or_the_next_is_marked_until_the_match_is_won() -> None:
    table = begun("forty_five", "a / b / c", house={"goal": 30})
    assert marked_as_dealer(FORTY_FIVE, table) == []
    table("start_hand", dealer="c")
    assert marked_as_dealer(FORTY_FIVE, table) == ["c"]
    table("score_hand", tricks={"c": 5})
    assert marked_as_dealer(FORTY_FIVE, table) == ["a"]
    table("start_hand", dealer="a")
    table("score_hand", tricks={"c": 5})
    assert marked_as_dealer(FORTY_FIVE, table) == []


def test_no_seat_is_marked_as_the_dealers_where_nobody_deals() -> None:
    table = begun("big_three", "a / b / c")
    table("start_hand", opener="a")
    assert marked_as_dealer(BIG_THREE, table) == []
    table("contract", player="a", bid=3)
    table("score_hand", out="a")
    assert marked_as_dealer(BIG_THREE, table) == []


@pytest.mark.parametrize(
    ("game", "begins", "comes_of_it"),
    [("big_three", "opener", "anybody may open the next"), ("forty_five", "dealer", "the same player deals again")],
)
def test_the_drawer_says_who_begins_again_after_a_foul_hand(
    house: House, client: Client, game: str, begins: str, comes_of_it: str
) -> None:
    night = match_in_book(house, game, 3)
    house.do(night, "start_match", sides=[["red"], ["blue"], ["white"]])
    house.do(night, "start_hand", **{begins: "red"})
    page = client.get(f"/nights/{night}").get_data(as_text=True)
    assert f"It leaves no row, and {comes_of_it}." in page


@pytest.mark.parametrize("command", ["", "{", "[" * 9_000, '{"do": "score_hand", "tricks": NaN}', "7"])
def test_what_a_hand_would_come_to_is_not_asked_by_what_does_not_read(
    house: House, client: Client, command: str
) -> None:
    night = match_in_book(house, "five_hundred", 4)
    answer = client.get(
        f"/nights/{night}/coming", query_string={"command": command}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")


def test_partners_may_be_named_where_the_rules_allow_it() -> None:
    table = begun("five_hundred", "a / b / c / d / e", house={"two_partners_at": 8})
    table("start_hand", dealer="a")
    assert view(FIVE_HUNDRED, table).partners == ()
    table("contract", player="b", bid="8s")
    found = view(FIVE_HUNDRED, table)
    assert ([one.player for one in found.partners], found.most_partners) == (["a", "c", "d", "e"], 2)


def test_what_a_hand_comes_to_is_what_it_then_scores() -> None:
    table = begun("five_hundred", "a / b / c")
    table("start_hand", dealer="c")
    table("contract", player="a", bid="7s")
    line = comes(FIVE_HUNDRED, table, tricks={"a": 6, "b": 4}).line
    assert line
    assert [(one.points, one.running) for one in line.sides] == [(-140, -140), (40, 40), (0, 0)]
    table("score_hand", tricks={"a": 6, "b": 4})
    assert table.now.tables["five_hundred"].score == (-140, 40, 0)
    again = comes(FIVE_HUNDRED, table, instead=True, tricks={"a": 7, "b": 3})
    assert again.old == ("−140", "+40", "0")
    assert again.line
    assert [one.running for one in again.line.sides] == [140, 30, 0]


def test_who_was_first_is_asked_only_where_it_is_needed() -> None:
    table = begun("forty_five", "a / b / c", house={"goal": 5})
    table("start_hand", dealer="a")
    assert comes(FORTY_FIVE, table, tricks={"a": 3, "b": 2}).first == ("a", "b")
    assert comes(FORTY_FIVE, table, tricks={"a": 5}).first == ()
    wrong = comes(FORTY_FIVE, table, tricks={"a": 4})
    assert (wrong.first, wrong.refused) == ((), "A hand has 5 tricks, not 4.")


def test_the_hand_scored_last_can_be_scored_again_until_something_else_was_done() -> None:
    table = begun("forty_five", "a / b")
    table("start_hand", dealer="a")
    assert not view(FORTY_FIVE, table).again
    table("score_hand", tricks={"a": 5})
    assert view(FORTY_FIVE, table).again
    table("buy_checks", player="a", amount=500)
    assert not view(FORTY_FIVE, table).again


def test_settling_says_who_pays_whom_and_who_is_short_of_what_they_lose_in_all() -> None:
    table = begun("forty_five", "a / b / c", house={"goal": 5, "game_stake": 500}, checks=510)
    table("start_hand", dealer="a")
    table("score_hand", tricks={"a": 5})
    found = view(FORTY_FIVE, table)
    assert found.due
    assert [(one.payer, one.to, one.amount) for one in found.due.lines] == [("B", "A", "$6.25"), ("C", "A", "$6.25")]
    assert [(one.name, one.lacks) for one in found.due.short] == [("B", "$1.15"), ("C", "$1.15")]
    assert [one.words for one in found.steps] == ["Settle the match"]


def test_every_call_of_the_hand_can_be_disputed() -> None:
    table = begun("five_hundred", "a / b / c")
    hand(table, "c", "a", "6s", tricks={"a": 10})
    table("start_hand", dealer="a")
    table("bid", player="b", bid="7s")
    table("pass", player="c")
    assert [one.words for one in view(FIVE_HUNDRED, table).calls] == ["7♠", "Pass"]
    assert [one.about for one in disputable_by(table.now, effective(table.recorded))["a"]] == ["2", "1"]


def test_the_table_is_shown_while_the_last_declarer_sits_out(client: Client, house: House) -> None:
    """Of five at bridge another one sits out each match; page, board and phones are asked between two matches."""
    night = match_in_book(house, "four_deal_bridge", 5)
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "black"]])
    house.do(night, "start_hand", dealer="red")
    house.do(night, "contract", player="black", bid="1c")
    house.do(night, "abandon_match", reason="they change about")
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "yellow"]])
    with house.app.test_request_context():
        links = board_link(night), *(player_link(night, player) for player in ("black", "yellow"))
    for address in (f"/nights/{night}", f"/nights/{night}/table", *links):
        assert client.get(address).status_code == 200, address
