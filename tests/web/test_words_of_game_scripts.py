"""What the scripts of games with tables of their own write in other languages: nothing of it stays English."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.boxes import scripts_in_boxes
from tests.support.house import House
from tests.web.tablet_in_browser import Tablets
from tests.web.test_languages import boxes, in_euros, own_words, words_left

WRITTEN = """() => [...document.querySelectorAll(
    "#part-hand, #part-ranks, #part-layout, #part-turn, .orders, .pane[data-pane=pick], .bubble, #not-taken, #alert p"
)].filter((part) => part.checkVisibility()).map((part) => part.innerText).join(" ")"""
"""The layout, the keys below it, the orders of a bet, the label above a finger, and messages."""
COUP: list[dict[str, Any]] = [
    {"do": "start_deal"},
    {"do": "show_bottom", "card": "9"},
    {"do": "place_bet", "bet": "b1", "player": "red", "kind": "single", "ranks": ["3"], "stake": 500},
]
TURN: list[dict[str, Any]] = [
    {"do": "start_deal"},
    {"do": "expose_soda", "card": "5"},
    {"do": "place_bet", "bet": "b1", "player": "red", "kind": "single", "ranks": ["A"], "stake": 500},
]
NIGHTS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], list[str]]] = {
    "faro": (
        {"house": {"preset": "american", "running_limit": 50_000}},
        TURN,
        [
            *("#key-orders", "#key-orders", "player:red", "amount:500", "#key-other", "#key-bills", "#key-pick"),
            *('.pick-key[data-rank="2"]', '.pick-key[data-rank="3"]', '.pick-key[data-rank="3"]', "#spot-row-low"),
        ],
    ),
    "pharo": (
        {"house": "hoyle"},
        COUP,
        ["#card-red-A", '[data-touch="amount"][data-cents="500"]', "#rank-4", "#card-red-2"],
    ),
    "fan_tan": (
        {"house": {"preset": "encyclopedia", "several_openers": True}, "roll": 0},
        [{"do": "start_hand", "dealer": "red"}],
        ["#several", "#place-7s", "#place-7h", "#several", "#pass"],
    ),
}
"""By game: its house, how its night begins, and what is touched."""


@pytest.mark.usefixtures(boxes.__name__)
@pytest.mark.parametrize("game", NIGHTS)
def test_every_word_that_the_script_of_a_game_writes_is_translated(
    tablets: Tablets, house: House, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("web.language.script_texts", scripts_in_boxes)
    opening, commands, touched = NIGHTS[game]
    night = in_euros(house).open_night(game=game, **opening)
    for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart"), ("white", "T. Vane")):
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=50_000)
    for command in commands:
        house.do(night, command["do"], **{name: value for name, value in command.items() if name != "do"})
    tablet = tablets.at(night)
    for key in touched:
        tablet.follow(key)
        assert words_left(tablet.page.evaluate(WRITTEN), own_words(house)) == "", key
