"""What of a hand that is on can be put right: only what the rules would have allowed there is offered."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.night.amending import Document
from events.effective_facts import effective
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import begun, hand
from tests.web.games.hands_of_chips import chip_night
from web.correcting import Row, Subject, subject_of

TWO_AND_TWO = "red white / blue black"


def subject(table: PureNight, turn: int, **asked: str) -> Subject:
    kept = effective(table.recorded)
    return subject_of(table.now, kept, {"turn": str(turn), **asked}, table.documents.__getitem__)


def labels(row: Row) -> list[str]:
    return [choice.label for choice in row.choices]


def documents(row: Row) -> list[Document]:
    return [json.loads(choice.changes["instead"]) for choice in row.choices]


def chosen(row: Row) -> list[str]:
    return [choice.label for choice in row.choices if choice.chosen]


def test_a_call_could_have_been_whatever_was_allowed_when_it_was_made() -> None:
    table = begun("auction_forty_five", TWO_AND_TWO)
    table("start_hand", dealer="red")
    table("bid", player="blue", bid=20)
    table("pass", player="white")
    table("pass", player="black")
    table("hold", player="red")
    says, bids = subject(table, 4).rows
    assert (says.title, labels(says), chosen(says)) == ("Red says", ["passes", "holds"], ["holds"])
    assert (bids.title, labels(bids)) == ("Red bids", ["25", "30"])
    assert documents(bids)[0] == {"do": "bid", "player": "red", "bid": 25}
    says, bids = subject(table, 1).rows
    assert (labels(says), labels(bids)) == (["passes"], ["5", "10", "15", "20", "25", "30"])
    assert [choice.label for choice in bids.choices if choice.was] == ["20"]


def test_a_contract_is_whose_it_is_at_what_and_how_often_doubled() -> None:
    table = begun("four_deal_bridge", TWO_AND_TWO)
    table("start_hand", dealer="red")
    table("contract", player="red", bid="4s", doubled=1)
    found = subject(table, 1, instead=json.dumps({"do": "contract", "player": "red", "bid": "4s", "doubled": 2}))
    who, at, doubled = found.rows
    assert (chosen(who), chosen(at), chosen(doubled)) == (["Red"], ["4♠"], ["redoubled"])
    assert [choice.label for choice in doubled.choices if choice.was] == ["doubled"]
    assert (
        documents(who)[1] == {"do": "contract", "player": "white", "bid": "4s", "doubled": 2}
        or documents(who)[1]["player"] == "blue"
    )
    assert found.instead == {"do": "contract", "player": "red", "bid": "4s", "doubled": 2}


def test_of_a_contract_only_what_the_house_and_the_score_allow_is_offered() -> None:
    """No nullo where the house has none; of a side that must bid twenty another bidder is offered at twenty."""
    table = begun("five_hundred", "red / blue / white", {"nullo": False})
    table("start_hand", dealer="red")
    table("contract", player="red", bid="7s")
    _, at = subject(table, 1).rows
    assert (len(at.choices), labels(at)[-1]) == (25, "10 no trump")
    table = begun("auction_forty_five", TWO_AND_TWO, {"must_bid_at": 30})
    hand(table, "red", "red", 20, tricks={"red": 5}, high_trump="red")
    table("start_hand", dealer="blue")
    table("contract", player="blue", bid=10)
    who, at = subject(table, 1).rows
    assert labels(at) == ["5", "10", "15", "20", "25", "30"]
    bids = {one["player"]: one["bid"] for one in documents(who)}
    assert bids == {"red": 20, "blue": 10, "white": 20, "black": 10}
    _, at = subject(table, 1, instead=json.dumps(documents(who)[0])).rows
    assert labels(at) == ["20", "25", "30"]


def test_one_partner_takes_the_place_of_another_and_two_come_and_go() -> None:
    table = begun("five_hundred", "red / blue / white / black / yellow", {"two_partners_at": 8})
    table("start_hand", dealer="red")
    table("contract", player="red", bid="7s")
    table("name_partner", partners=["blue"], card="Qs")
    [row] = subject(table, 2).rows
    assert (labels(row), chosen(row)) == (["Blue", "White", "Black", "Yellow"], ["Blue"])
    assert documents(row)[1] == {"do": "name_partner", "partners": ["white"], "card": "Qs"}
    table("void")
    table("void")
    table("contract", player="red", bid="8s")
    table("name_partner", partners=["blue"])
    [row] = subject(table, 2).rows
    assert documents(row)[1]["partners"] == ["blue", "white"]


def test_the_joker_is_shown_by_somebody_else_or_held_by_nobody() -> None:
    table = begun("hasenpfeffer", TWO_AND_TWO)
    table("start_hand", dealer="red")
    for player in ("blue", "white", "black", "red"):
        table("pass", player=player)
    table("show_joker", player="black")
    [row] = subject(table, 5).rows
    assert (labels(row)[-1], chosen(row)) == ("Nobody holds it", ["Black"])
    assert documents(row)[-1] == {"do": "show_joker"}


def test_what_is_chosen_puts_the_hand_right() -> None:
    table = begun("five_hundred", "red / blue / white")
    table("start_hand", dealer="red")
    table("bid", player="blue", bid="7s")
    table("pass", player="white")
    found = subject(table, 1, instead=json.dumps({"do": "bid", "player": "blue", "bid": "7c"}))
    assert found.chosen
    table("amend", command=found.command, instead=found.instead, drop=[])
    bidding: Any = table.now.tables["five_hundred"].bidding
    assert (bidding.bid, bidding.waiting) == ("7c", ("red",))
    assert subject(table, 1).title == "Turn 1: Blue bids 7♣."


def test_a_call_can_be_struck_and_the_turns_lead_to_each_other() -> None:
    table = begun("big_three", "red / blue / white")
    table("start_hand", opener="red")
    table("bid", player="red", bid=1)
    found = subject(table, 1, strike="yes")
    assert (found.chosen, found.instead, found.around) == (True, None, ())


def test_in_a_night_of_several_games_the_correction_names_its_game_too() -> None:
    table = PureNight()
    games = ["hasenpfeffer", "big_three"]
    table("open_night", table="T", date="2026-11-22", game=games, house="usual", roll=0, dealer="M. Deal")
    for player in ("red", "blue", "white", "black"):
        table("seat_player", player=player, name=player.title())
    table("start_match", game="big_three", sides=[["red"], ["blue"], ["white"], ["black"]])
    table("start_hand", game="big_three", opener="red")
    table("contract", game="big_three", player="white", bid=3)
    assert documents(subject(table, 1).rows[1])[0] == {
        "game": "big_three",
        "do": "contract",
        "player": "white",
        "bid": 1,
    }


@pytest.mark.parametrize("turn", ["1", "x", ""])
def test_of_a_hand_that_is_over_nothing_is_put_right_here(turn: str) -> None:
    table = begun("hasenpfeffer", TWO_AND_TWO)
    hand(table, "red", "white", 4, tricks={"white": 4, "blue": 2})
    with pytest.raises(Refusal):
        subject_of(table.now, effective(table.recorded), {"turn": turn}, table.documents.__getitem__)


def test_a_touch_on_the_page_changes_what_was_bid_in_its_place(client: Client, house: House) -> None:
    night = chip_night(house, "hasenpfeffer", 4)
    house.do(night, "start_match", sides=[["red", "white"], ["blue", "black"]])
    house.do(night, "start_hand", dealer="red")
    house.do(night, "bid", player="blue", bid=2)
    house.do(night, "pass", player="white")
    page = client.get(f"/nights/{night}/correct?turn=1").get_data(as_text=True)
    [three] = [unescape(address) for address in re.findall(r'href="([^"]*bid%22:3[^"]*)"', page)]
    shown = client.get(three).get_data(as_text=True)
    assert "Wm. Hart bids 3." in shown
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', shown))
    assert client.http.post(three, data=fields).status_code == 303
    bidding = house.assistant.night(night).tables["hasenpfeffer"].bidding
    assert ([call.bid for call in bidding.calls], bidding.turn) == ([3, "pass"], "black")
