"""The moment of a table, by which a touch that waits is sent later or given back to the dealer."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.support.house import House
from web.game_screens import screens_of
from web.tablet.routes import COMMAND_VERSION, ENTERED_BEFORE

SEATS = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "C. Moss"}


def moment_of(house: House, night: str) -> str:
    state, head = house.assistant.at(night)
    view = screens_of(state.dealing).tablet.view_of(state, head, house.assistant.facts(night))
    assert isinstance(view.moment, str)
    return view.moment


STARTED: dict[str, list[dict[str, Any]]] = {
    "five_hundred": [
        {"do": "start_match", "sides": [["red"], ["blue"], ["white"]]},
        {"do": "start_hand", "dealer": "red"},
    ],
    "frog": [{"do": "start_hand", "dealer": "white"}],
    "farmer": [{"do": "start_hand", "dealer": "white"}],
    "faro": [{"do": "start_deal"}, {"do": "expose_soda", "card": "Q"}],
    "pharo": [{"do": "start_deal"}, {"do": "show_bottom", "card": "Q"}],
}
ENTERED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "five_hundred": (
        {"do": "contract", "player": "blue", "bid": "7s"},
        {"do": "contract", "player": "white", "bid": "8h"},
    ),
    "frog": ({"do": "contract", "player": "red", "bid": "frog"}, {"do": "contract", "player": "blue", "bid": "grand"}),
    "farmer": (
        {"do": "show_hand", "player": "red", "cards": ["9", "7"]},
        {"do": "show_hand", "player": "red", "cards": ["6", "10"]},
    ),
    "faro": ({"do": "turn", "loser": "6", "winner": "8"}, {"do": "turn", "loser": "8", "winner": "6"}),
    "pharo": ({"do": "coup", "bank": "6", "punters": "8"}, {"do": "coup", "bank": "8", "punters": "6"}),
}


def begun(house: House, game: str) -> str:
    """A night of a game whose first hand, deal or match has begun, with three players."""
    night = house.open_night(game=game, house={}, roll=500_000 if game in ("faro", "pharo") else 0)
    house.seat(night, **SEATS)
    for document in STARTED[game]:
        house.do(night, **document)
    return night


@pytest.mark.parametrize("game", STARTED)
def test_a_command_that_another_tablet_entered_at_the_same_moment_is_answered_and_not_done_again(
    house: House, game: str
) -> None:
    night, client = begun(house, game), house.client()
    command, other = ENTERED[game]
    seen, touched_at = house.assistant.at(night)[1].version, moment_of(house, night)

    def post(document: dict[str, Any], at: str = touched_at) -> TestResponse:
        return client.post(f"/nights/{night}/commands", document, If_Match=f'"{seen}"', Touched_At=at)

    house.do(night, "buy_checks", player="blue", amount=1_000)
    entered = house.do(night, **command)
    last = house.do(night, "buy_checks", player="blue", amount=1_000)
    answer = post(command)
    assert answer.status_code == 200
    assert answer.headers[COMMAND_VERSION] == str(entered)
    assert ENTERED_BEFORE in answer.headers
    money = {"do": "buy_checks", "player": "blue", "amount": 1_000}
    assert [post(one).status_code for one in (other, money)] == [412, 412]
    assert post(command, "another moment").status_code == 412
    assert house.assistant.at(night)[1].version == last
    house.do(night, "void")
    house.do(night, "void")
    assert post(command).status_code == 412


@pytest.mark.parametrize("game", STARTED)
def test_what_was_entered_in_place_of_another_is_another_moment(house: House, game: str) -> None:
    """A score that waited was scored on another contract than its dealer saw: all counts were the same."""
    night = begun(house, game)
    first, instead = ENTERED[game]
    before = moment_of(house, night)
    house.do(night, **first)
    seen = moment_of(house, night)
    house.do(night, "buy_checks", player="blue", amount=1_000)
    assert moment_of(house, night) == seen != before
    house.do(night, "void")
    house.do(night, "void")
    assert moment_of(house, night) == before
    house.do(night, **instead)
    assert moment_of(house, night) not in (before, seen)
