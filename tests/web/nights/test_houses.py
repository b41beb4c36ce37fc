"""How the houses of each game are offered: presets in words, every setting in one place, whole titles."""

from __future__ import annotations

import pytest
from marshmallow.fields import List

from dealer.games import GAMES
from tests.support.house import House
from web.nights.house_form import games_in_words, has_bank, houses

HOUSES = houses()


def test_every_game_is_offered_under_its_whole_title() -> None:
    assert set(HOUSES) == set(GAMES)
    assert {name: houses.title for name, houses in HOUSES.items()} == {
        "faro": "Faro",
        "fan_tan": "Fan-Tan (Sevens, Parliament)",
        "pharo": "Pharo",
        "farmer": "Farmer, or Farm",
        "spoil_five": "Spoil Five",
        "five_in_one": "Five in One",
        "frog": "Frog",
        "five_hundred": "Five Hundred",
        "forty_five": "Forty-Five",
        "auction_forty_five": "Auction Forty-Five",
        "hasenpfeffer": "Hasenpfeffer",
        "big_three": "Big Three",
        "four_deal_bridge": "Four-deal bridge (Chicago)",
    }


@pytest.mark.parametrize("name", HOUSES)
def test_every_preset_has_words_and_every_setting_stands_in_one_place(name: str) -> None:
    one, game = HOUSES[name], GAMES[name]
    assert next(iter(one.presets)) == next(iter(game.presets))
    assert set(one.presets) == set(game.presets) == set(one.words.presets)
    for preset in one.presets:
        assert sorted((*one.settings, "preset")) == sorted(one.usual(preset))
    assert one.words.smallest in one.settings
    assert set(one.settings) == {*one.shown, *(setting for group in one.words.groups.values() for setting in group)}
    assert {found for found, value in one.schema.fields.items() if isinstance(value, List)} == set(one.lists)


def test_what_a_long_hand_pays_in_all_stands_beside_the_ante_in_front() -> None:
    assert HOUSES["fan_tan"].shown == ("chip", "ante", "ante_extra")


@pytest.mark.parametrize(
    ("game", "words", "bank"),
    [
        ("faro", "Faro", True),
        ("fan_tan", "Fan-Tan (Sevens, Parliament)", False),
        (["fan_tan", "faro"], "Fan-Tan (Sevens, Parliament) and Faro", True),
    ],
)
def test_a_night_names_its_games_and_whether_one_has_a_bank(
    house: House, game: str | list[str], words: str, bank: bool
) -> None:
    night = house.assistant.night(house.open_night(game=game, house="usual"))
    assert (games_in_words(night), has_bank(night)) == (words, bank)
