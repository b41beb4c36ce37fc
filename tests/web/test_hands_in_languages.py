"""Tables of hands and of matches in another language: what a touch shows, and what scripts write, is translated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.boxes import scripts_in_boxes, written_in_boxes
from tests.support.house import House
from tests.web.evenings import NAMES, chip_night
from tests.web.tablet_in_browser import LAID_OUT, Tablets
from tests.web.test_languages import words_left

SHOWN = """() => ["#part-top .phase", "#part-pot", "#part-layout", "#part-turn", "#coming", "#comes", "#score"]
    .flatMap((part) => [...document.querySelectorAll(part)])
    .filter((part) => part.checkVisibility())
    .flatMap((part) => [part.innerText, ...[...part.querySelectorAll("[aria-label]")].map((key) => key.ariaLabel)])
    .join(" ")"""
"""What is to be read and heard on the table. The drawer and the foot of the sheet are the same in every game."""

START = {"do": "start_hand", "dealer": "red"}
ALONE = {"do": "start_match", "sides": [["red"], ["blue"], ["white"]]}
FOUR = {"do": "start_match", "sides": [["red"], ["blue"], ["white"], ["black"]]}
PAIRS = {"do": "start_match", "sides": [["red", "white"], ["blue", "black"]]}
CHIPS = '[data-touch="chips"][data-player="red"][data-by="1"]'
TRICKS = '.tricks[data-side="{}"] [data-number="{}"]'
PART = {"do": "part_result", "part": "plus_or_minus", "chips": {}}

RULES = {"four_deal_bridge": {"honours": True}}
"""What a house plays with where the usual one does not."""

WALKS: dict[str, tuple[str, int, list[dict[str, Any]], list[str]]] = {
    "cards that are counted": ("farmer", 3, [START], ["#rank-10", "#rank-6", "#rank-K"]),
    "tricks, a hand that goes on, and a dead one": (
        "spoil_five",
        3,
        [START],
        ["#plate-red", "#plate-red", "#plate-red", "#goes-on", '[data-touch="beside"][data-player="blue"]'],
    ),
    "chips that add up": ("five_in_one", 3, [START], [CHIPS, "#plate-blue"]),
    "who wins, or several": ("five_in_one", 3, [START, PART], ["#plate-red", "#plate-blue"]),
    "who plays the next hand": ("frog", 4, [], ["#plate-red"]),
    "a bidding, and its outcome alone": ("frog", 3, [START], ["#plate-red"]),
    "points and trumps": (
        "frog",
        3,
        [START, {"do": "contract", "player": "red", "bid": "chico"}],
        ["#ten-70", "#trump-s"],
    ),
    "who plays a match": ("five_hundred", 3, [], ['[data-touch="plays"][data-player="red"]']),
    "a contract alone, and the tricks of three": (
        "five_hundred",
        3,
        [ALONE, START, {"do": "contract", "player": "red", "bid": "7s"}],
        [TRICKS.format(0, 6), TRICKS.format(1, 4)],
    ),
    "a partner by a card": (
        "big_three",
        4,
        [FOUR, {"do": "start_hand", "opener": "red"}, {"do": "contract", "player": "red", "bid": 2}],
        ['[data-touch="card-asked"]', '[data-touch="partner"][data-player="blue"]'],
    ),
    "honours": (
        "four_deal_bridge",
        4,
        [PAIRS, START, {"do": "contract", "player": "red", "bid": "2s"}],
        ['[data-name="honours"][data-value="100"]', TRICKS.format(0, 8)],
    ),
}


@pytest.fixture(autouse=True)
def boxes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages and their scripts in boxes."""
    monkeypatch.setattr("web.language.script_texts", scripts_in_boxes)
    with written_in_boxes():
        yield


@pytest.mark.parametrize("walk", WALKS)
def test_what_a_touch_shows_is_translated(tablets: Tablets, house: House, walk: str) -> None:
    game, players, commands, touches = WALKS[walk]
    night = chip_night(house, game, players, **RULES.get(game, {}))
    for command in commands:
        house.service.execute(command, house.sender, night=night)
    tablet, own = tablets.at(night), {*NAMES.values()}
    for selector in ("", *touches):
        if selector:
            tablet.touch(selector)
        tablet.page.evaluate(LAID_OUT)
        assert words_left(tablet.page.evaluate(SHOWN), own) == "", selector
