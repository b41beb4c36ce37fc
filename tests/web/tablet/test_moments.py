"""The moment of a table, by which a touch that waits is sent later or given back to the dealer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.house import House
from web.game_screens import screens_of

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


@pytest.mark.parametrize("game", STARTED)
def test_what_was_entered_in_place_of_another_is_another_moment(house: House, game: str) -> None:
    """A score that waited was scored on another contract than its dealer saw: all counts were the same."""
    night = house.open_night(game=game, house={}, roll=500_000 if game in ("faro", "pharo") else 0)
    house.seat(night, **SEATS)
    for document in STARTED[game]:
        house.do(night, **document)
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
