"""Any game by touch equals its script: each evening is touched on a tablet and played past the page, step by step.

The evenings are in ``evenings.txt``: keys as they are touched, and below them the commands that they come to. What is
below ``past:`` is done past the page in both nights: turns of which enough have been touched before.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from dealer.score_pad.table import MatchTable
from events.games.faro import BetPlaced, TurnCalled
from tests.support.fixtures import soaked
from tests.support.house import House
from tests.web.evenings import NAMES
from tests.web.tablet_in_browser import SMALLEST, Tablets

Command = dict[str, Any]
TEXT = (Path(__file__).parent / "evenings.txt").read_text(encoding="utf-8")
ARGUMENT = re.compile(r'(\w+)=("[^"]*"|\[.*?\](?=\s|$)|\{.*?\}(?=\s|$)|\S+)')
MOST_FOR_A_SCORE = 4
"""A hand of a match is scored in so few touches."""


def read_value(text: str) -> Any:
    """A value as JSON has it; a bare word is a string."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_command(line: str) -> Command:
    word, _, arguments = line.strip().partition(" ")
    return {"do": word, **{name: read_value(value) for name, value in ARGUMENT.findall(arguments)}}


@dataclass
class Evening:
    """A night's opening, what happens past the page in both nights, and its steps: keys and their commands."""

    opening: dict[str, Any] = field(default_factory=lambda: {"house": "usual", "roll": 0})
    players: list[str] = field(default_factory=list)
    cents: int = 5_000
    before: list[Command] = field(default_factory=list)
    steps: list[tuple[list[str], list[Command]]] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> Evening:
        evening, keys = cls(), list[str]()
        head, _, lines = text.partition("\n\n")
        for line in head.splitlines():
            name, _, value = line.partition(": ")
            match name:
                case "players":
                    evening.players = value.split()
                case "cents":
                    evening.cents = int(value)
                case "before":
                    evening.before.append(read_command(value))
                case "opening":
                    evening.opening |= json.loads(value)
                case _:
                    evening.opening[name] = read_value(value)
        for line in lines.splitlines():
            if line.startswith(" "):
                evening.steps[-1][1].append(read_command(line))
            elif line:
                keys += line.removesuffix(" ;").split(" ; ")
                if not line.endswith(" ;"):
                    evening.steps.append((keys, []))
                    keys = []
        return evening

    def begin(self, house: House) -> str:
        night = house.open_night(**self.opening)
        for player in self.players:
            house.do(night, "seat_player", player=player, name=NAMES[player])
            house.do(night, "buy_checks", player=player, amount=self.cents)
        for command in self.before:
            house.do(night, **command)
        return night


EVENINGS = {part.partition("\n")[0]: part.partition("\n")[2] for part in TEXT.split("== ")[1:]}


OF_A_CARD = ("card", "drawn", "carried_paid")


def comes_to(house: House, night: str) -> dict[str, Any]:
    """A night's result, with bets numbered in the order in which they were laid.

    Who is seated by touch has a card; the player's results without it are left.
    """
    result = house.result(night)
    players = {
        player: {name: value for name, value in line.items() if name not in OF_A_CARD}
        for player, line in result["players"].items()
    }
    laid = [row.event.bet for row in house.book.events(night) if isinstance(row.event, BetPlaced | TurnCalled)]
    bets = [{**row, "bet": laid.index(row["bet"])} for row in result.get("bets", [])]
    return {**result, "players": players, "bets": bets, "night": "", "head": ""}


AT_ONCE = {
    "faro: bets and orders of many kinds",
    "fan-tan",
    "farmer",
    "five in one",
    "frog",
    "spoil five",
    "big three with a hidden partner",
    "auction forty-five with a hold",
    "forty-five of five alone, where it is asked who was first",
    "forty-five of which a hand is scored again",
    "money: a dispute, leaving, coming back and the close",
}
"""One of each kind of game, and of each way to score a hand; the soak touches the others."""


@pytest.mark.parametrize("name", soaked(EVENINGS, at_once=AT_ONCE))
def test_an_evening_by_touch_ends_as_the_same_evening_from_a_script(tablets: Tablets, house: House, name: str) -> None:
    evening = Evening.read(EVENINGS[name])
    night, script = evening.begin(house), evening.begin(house)
    tablet = tablets.at(night, SMALLEST)
    table = house.service.night(night).tables[evening.opening["game"]]
    version = 0
    for keys, commands in evening.steps:
        is_past_the_page = keys == ["past:"]
        if not is_past_the_page:
            tablet.follow(*keys)
        for command in commands:
            version = house.do(script, **command)
            if is_past_the_page:
                house.do(night, **command)
        if isinstance(table, MatchTable) and [command["do"] for command in commands] == ["score_hand"]:
            assert len([key for key in keys if not key.startswith("sees:")]) <= MOST_FOR_A_SCORE
        if keys[-1] == "#close-night":
            expect(tablet.page.locator("[data-screen=closed] tbody tr")).not_to_have_count(0)
        elif commands:
            tablet.settle_down(version)
    table = house.service.night(night).tables[evening.opening["game"]]
    if isinstance(table, MatchTable) and table.score:
        totals = [str(points).replace("-", "−") for points in table.score]
        expect(tablet.page.locator(".columns .totals td")).to_contain_text(totals)
    assert comes_to(house, night) == comes_to(house, script)
