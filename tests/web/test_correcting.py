"""The page that puts a past turn right."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from tests.support.house import Client, House
from tests.web.evenings import pharo_night
from tests.web.tablet_in_browser import Tablets

QUEEN: dict[str, Any] = {"bet": "q", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}


@pytest.fixture
def dealt(house: House) -> str:
    """A deal: red lays $5 on the Q, which wins, and presses it after that; and another turn."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night, soda="Ks")
    house.do(night, "place_bet", **QUEEN)
    house.do(night, "turn", loser="4d", winner="Qs")
    house.do(night, "press_bet", bet="q", add=500)
    house.do(night, "draw_loser", card="9")
    house.do(night, "draw_winner", card="2")
    return night


def text(answer: TestResponse) -> str:
    body = answer.text.partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", f"<main{body}")).split())


def yes(client: Client, address: str, shown: TestResponse) -> TestResponse:
    """Touch the yes of a page that was shown."""
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', shown.text))
    return client.http.post(address, data=fields)


def nets(house: House, night: str) -> dict[str, int]:
    return {player: entry["net"] for player, entry in house.result(night)["players"].items()}


def test_a_turn_is_put_right_after_what_comes_of_it_was_shown(client: Client, house: House, dealt: str) -> None:
    address = f"/nights/{dealt}/correct?turn=1"
    query = client.get(address)
    assert "Turn 1: loser 4♦ · winner Q♠" in text(query)
    assert 'id="yes"' not in query.text, "nothing is chosen yet"
    shown = client.get(f"{address}&swap=yes")
    for words in (
        "A turn: loser Q♠, winner 4♦.",
        "Ada Lamb gives −$10.00",
        "The bank gets +$10.00",
        "Ada Lamb, the Q, turn 1 won $5.00 → lost $5.00",
        "No longer possible Ada Lamb’s bet on the Q is pressed by $5.",
    ):
        assert words in text(shown)
    assert nets(house, dealt) == {"red": 500, "blue": 0}, "to look changes nothing"
    answer = yes(client, f"{address}&swap=yes", shown)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/nights/{dealt}")
    assert nets(house, dealt) == {"red": -500, "blue": 0}
    version = house.result(dealt)["events"]
    assert yes(client, f"{address}&swap=yes", shown).status_code == 303
    assert house.result(dealt)["events"] == version, "the second touch of a trembling finger does nothing"


def test_loser_and_winner_of_two_draws_are_swapped_at_once(house: House, dealt: str, tablets: Tablets) -> None:
    """On a tablet a turn is two touches, and two commands; one taking back undoes the correction of both."""
    tablet = tablets.at(dealt)
    tablet.follow("player:blue", "amount:500", "spot:single-9")
    for rank in "9K":
        tablet.rank(rank)
    expect(tablet.page.locator("#part-sheet [data-payments]")).to_be_visible()
    tablet.sees("#saved:not(.sending, .unsaved)")
    before = nets(house, dealt)
    tablet.page.locator(".last-turns .dispute-key").last.tap()
    tablet.touch("#put-right")
    tablet.page.locator('.more a[href*="swap"]').tap()
    expect(tablet.page.locator(".dropped")).to_have_count(0)
    tablet.touch("#yes")
    expect(tablet.page.locator(".last-turns")).to_be_visible()
    after = nets(house, dealt)
    assert (before["blue"], after["blue"]) == (-500, 500)
    corrected = str(tablet.version)
    tablet.touch("#take-back")
    expect(tablet.page.locator("#part-state")).not_to_have_attribute("data-version", corrected)
    assert nets(house, dealt) == before


def test_the_two_cards_of_a_coup_change_places(client: Client, house: House) -> None:
    night = pharo_night(house)
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="K")
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["7"], stake=500)
    house.do(night, "coup", bank="7", punters="9")
    address = f"/nights/{night}/correct?turn=1"
    [changes] = re.findall(r'href="[^"]*turn=1&amp;(a\.bank=9&amp;a\.punters=7)"', client.get(address).text)
    shown = client.get(f"{address}&{unescape(changes)}")
    assert yes(client, f"{address}&{unescape(changes)}", shown).status_code == 303
    assert house.book.commands(night)[-1].document["instead"] == {"do": "coup", "bank": "9", "punters": "7"}


@pytest.mark.parametrize("address", ["turn=1", "bet=q"])
def test_of_a_round_that_is_over_nothing_is_offered(client: Client, house: House, dealt: str, address: str) -> None:
    """Whatever were chosen there would be refused, also while the next deal is on: the page says so at once."""
    page = f"/nights/{dealt}/correct?{address}"
    assert 'class="choices"' in client.get(page).text
    house.do(dealt, "void_deal", reason="a card was missing")
    assert 'class="choices"' not in client.get(page).text
    assert "Only the current deal or hand can be corrected" in text(client.get(page))
    house.deal(dealt)
    assert 'class="choices"' not in client.get(page).text
    assert "current deal or hand" in text(client.get(page))


@pytest.mark.parametrize(
    ("address", "said", "expected"),
    [
        ("turn=1&winner=J", "A turn: loser 4♦, winner J.", {"red": 0, "blue": 0}),
        ("turn=1&winner=Jh", "A turn: loser 4♦, winner J♥.", {"red": 0, "blue": 0}),
        ("turn=2&loser=Q", "The loser is Q.", {"red": -500, "blue": 0}),
        ("turn=2&strike=yes", "As if it had never happened", {"red": 500, "blue": 0}),
        ("bet=q&player=blue", "Wm. Hart lays $5 on the Q.", {"red": 0, "blue": 500}),
        ("bet=q&rank=4", "Ada Lamb lays $5 on the 4.", {"red": -500, "blue": 0}),
        ("bet=q&strike=yes", "As if it had never happened", {"red": 0, "blue": 0}),
    ],
)
def test_cards_players_and_places(
    client: Client, house: House, dealt: str, address: str, said: str, expected: dict[str, int]
) -> None:
    shown = client.get(f"/nights/{dealt}/correct?{address}")
    assert said in text(shown)
    assert yes(client, f"/nights/{dealt}/correct?{address}", shown).status_code == 303
    assert nets(house, dealt) == expected


def test_who_could_not_lay_the_same_again_is_called_by_name(client: Client, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    house.do(night, "place_bet", **QUEEN)
    house.do(night, "turn", loser="Q", winner="4")
    house.do(night, "same_again", player="red", bet="again")
    shown = text(client.get(f"/nights/{night}/correct?turn=1&loser=J"))
    assert "Ada Lamb has no earlier bets to repeat." in shown
    assert "red has" not in shown


def test_a_turn_of_fan_tan(client: Client, house: House) -> None:
    night = house.open_night(game="fan_tan", house="encyclopedia", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", green="T. Vane")
    house.do(night, "start_hand", dealer="green")
    house.do(night, "lay", player="red", card="7d")
    house.do(night, "pass", player="blue")
    house.do(night, "lay", player="green", card="6d")
    address = f"/nights/{night}/correct?turn=2"
    assert "Turn 2: Wm. Hart passes" in text(client.get(address))
    refused = client.get(f"{address}&card=9d")
    assert refused.status_code == 422
    assert 'id="yes"' not in refused.text
    assert "No longer possible T. Vane lays 6♦." in text(client.get(f"{address}&card=6d"))
    shown = client.get(f"{address}&card=8d")
    assert "Wm. Hart lays 8♦." in text(shown)
    assert "Wm. Hart gets +$0.25" in text(shown)
    assert yes(client, f"{address}&card=8d", shown).status_code == 303
    assert nets(house, night)["blue"] == 0
    shown = client.get(f"/nights/{night}/correct?turn=3&pass=yes")
    assert yes(client, f"/nights/{night}/correct?turn=3&pass=yes", shown).status_code == 303
    assert nets(house, night)["green"] == -25


def test_who_comes_too_late_with_a_correction_is_told_so(client: Client, house: House, dealt: str) -> None:
    for address in ("turn=9", "bet=nobody", ""):
        missing = client.get(f"/nights/{dealt}/correct?{address}")
        assert missing.status_code == 422
        assert "current deal or hand" in text(missing)
    address = f"/nights/{dealt}/correct?turn=1&swap=yes"
    shown = client.get(address)
    house.do(dealt, "tip", player="blue", amount=100)
    late = yes(client, address, shown)
    assert "has changed since this screen" in text(late)
    assert nets(house, dealt)["red"] == 500
    assert yes(client, address, late).status_code == 303, "the page shown again has the newer version"


def offered(page: TestResponse, name: str) -> set[str]:
    """The values that a page offers under a name of its address."""
    return set(re.findall(rf'[?&;]{name}=(\w+)"', page.text))


def test_only_cards_that_are_possible_are_offered(client: Client, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night, soda="Qh")
    for loser, winner in (("Qs", "Qd"), ("Qc", "4s"), ("5d", "6d")):
        house.do(night, "turn", loser=loser, winner=winner)
    ranks = {"A", *map(str, range(2, 11)), "J", "Q", "K"}
    third = client.get(f"/nights/{night}/correct?turn=3")
    assert offered(third, "loser") == ranks - {"Q"}, "four queens are out elsewhere"
    assert offered(client.get(f"/nights/{night}/correct?turn=1"), "loser") == ranks
    suits = client.get(f"/nights/{night}/correct?turn=3&loser=4")
    assert offered(suits, "loser") == (ranks - {"Q"}) | {"4h", "4d", "4c"}, "the 4 of spades is out"


def test_in_fan_tan_only_cards_that_the_layout_took_then_are_offered(client: Client, house: House) -> None:
    night = house.open_night(game="fan_tan", house={}, roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="Cy Young")
    house.do(night, "start_hand", dealer="white")
    for player, card in (("red", "7d"), ("blue", "8d"), ("white", "7s")):
        house.do(night, "lay", player=player, card=card)
    assert offered(client.get(f"/nights/{night}/correct?turn=2"), "card") == {"6d", "8d", "7h", "7c"}
