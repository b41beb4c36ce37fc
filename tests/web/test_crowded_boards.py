"""The boards of demonstrations with names of some length and a full table: nothing is cut off or lies on another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import Browser

from dealer.demo import Demo
from dealer.game.demonstration import DEMO_PLAYERS
from tests.support.house import House
from tests.web.geometry import cut_off, lies_in, measure, overlaps, written
from tests.web.tablet_in_browser import Tablet, resize

pytestmark = pytest.mark.browser

NAMES = {"white": "Bartholomew Vanderbilt", "black": "Constance Moss", "yellow": "Ruth Bellingham", "green": "T. Vane"}
BESIDES = {"brown": "Doc Reed", "orange": "Li Wei", "seat9": "E. Poe", "seat10": "Ann Shaw"}
SIZES = ((1920, 1080), (1280, 720))
SEED = 7

Dealt = Callable[[str, int], str]


@pytest.fixture
def dealt(house: House, monkeypatch: pytest.MonkeyPatch) -> Dealt:
    """Deals so many turns of a demonstration; gives its night."""
    for player, name in NAMES.items():
        monkeypatch.setitem(DEMO_PLAYERS, player, name)

    def deal(name: str, turns: int) -> str:
        demo = Demo((name,), house.book, "2026-11-21", SEED)
        for _ in islice(demo.turns(), turns):
            pass
        return demo.night

    return deal


def test_all_seats_of_a_table_of_ten_are_on_the_board(
    browser: Browser, address: str, house: House, dealt: Dealt
) -> None:
    """Of hands that are shown, with cards and counts."""
    night = dealt("farmer", 5)
    for player, name in BESIDES.items():
        house.do(night, "seat_player", player=player, name=name)
    tablet = Tablet(browser, address)
    tablet.go(f"/board/{night}")
    for size in SIZES:
        resize(tablet.page, size)
        assert len(measure(tablet.page, "#seats > li")) == 10
        assert cut_off(tablet.page, "#seats") == [], size
    tablet.close()


@pytest.mark.parametrize("game", ["five_in_one", "frog"])
def test_what_came_of_the_last_hands_and_parts_is_told_to_the_end(
    browser: Browser, address: str, dealt: Dealt, game: str
) -> None:
    """What is long is written smaller; a part that was tied names its six players twice."""
    night = dealt(game, 17)
    tablet = Tablet(browser, address)
    tablet.go(f"/board/{night}")
    for size in SIZES:
        resize(tablet.page, size)
        assert cut_off(tablet.page, "#turns") == [], size
        parts, words = measure(tablet.page, ".five-parts li"), written(tablet.page, ".five-parts span")
        assert overlaps(words) == [], size
        assert all(lies_in(one, part) for one, part in zip(words, parts, strict=True)), size
    tablet.close()


def test_what_is_called_out_at_a_turn_is_said_once(browser: Browser, address: str, house: House) -> None:
    """Five bets of one place become sleepers at the same turn: on the board and on the sheet of the tablet."""
    night = house.open_night()
    house.seat(night, **{player: f"{player.capitalize()} Lamb" for player in ("red", "blue", "white", "black")})
    house.deal(night)
    for loser, winner in (("2", "2"), ("2", "3")):
        house.do(night, "turn", loser=loser, winner=winner)
    for player in ("red", "blue", "white", "black"):
        house.do(night, "place_bet", bet=player, player=player, kind="single", ranks=["2"], stake=500)
        house.do(night, "bar_bet", bet=player)
    house.do(night, "turn", loser="K", winner="2")
    tablet = Tablet(browser, address)
    for page, words in ((f"/board/{night}", "#turns li:first-child li"), (f"/nights/{night}", "#part-sheet .words li")):
        tablet.go(page)
        said = tablet.page.locator(words).all_text_contents()
        assert said.count("sleeper: the 2") == 1, said
    tablet.close()


def test_three_a_side_stand_clear_of_their_points_when_they_have_won(
    browser: Browser, address: str, dealt: Dealt
) -> None:
    night = dealt("forty_five", 60)
    tablet = Tablet(browser, address)
    tablet.go(f"/board/{night}")
    for size in SIZES:
        resize(tablet.page, size)
        names, points = measure(tablet.page, ".sides ul li"), measure(tablet.page, ".sides .points b")
        sides = measure(tablet.page, ".sides > li")
        assert (len(names), len(points)) == (6, 2)
        assert overlaps([*names, *points], measure(tablet.page, ".ending")) == [], size
        assert overlaps(names, points) == [], size
        for one in (*names, *points):
            assert any(lies_in(one, side) for side in sides), (size, one["what"])
    tablet.close()


def test_the_orders_of_two_stacks_on_a_card_stand_beside_each_other(
    browser: Browser, address: str, house: House
) -> None:
    night = house.open_night(house={"preset": "american", "running_limit": 50_000})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    for player, orders in (("red", {"paroli": True}), ("blue", {})):
        house.do(night, "place_bet", bet=player, player=player, kind="single", ranks=["10"], stake=500, **orders)
    house.do(night, "bar_bet", bet="blue", turns=1)
    tablet = Tablet(browser, address)
    tablet.go(f"/board/{night}")
    for size in SIZES:
        resize(tablet.page, size)
        badges = measure(tablet.page, ".badge rect")
        assert len(badges) == 2
        assert overlaps(badges) == [], size
    tablet.close()
