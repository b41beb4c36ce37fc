"""The places of the tablet's layout against the layout of the rules."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from dealer.games.faro.commands import PlaceBet
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import KINDS, PLACES, name_of
from dealer.games.faro.placing import place_of
from dealer.night.command_parsing import read_command
from events.games.faro import Place
from tests.support.tables import faro_house
from web.games.faro.tablet.spots import BOARD_HEIGHT, BOARD_WIDTH, LOWER, UPPER, Spot, cards, spot_id, spots

ALL = spots(KINDS)
HOUSE = FaroHouse()


def place_at(spot: Spot) -> Place:
    command = read_command({"do": "place_bet", "bet": "b", "player": "red", "stake": 100, **json.loads(spot.arguments)})
    assert isinstance(command, PlaceBet)
    return place_of(command, HOUSE)


def test_the_dealer_sees_the_rows_from_their_side() -> None:
    assert "".join(UPPER) == "KQJ1098"
    assert "".join(LOWER) == "A23456"


def test_every_place_of_the_rules_can_be_touched_and_no_other() -> None:
    touched = {(place.kind, frozenset(place.ranks)) for place in map(place_at, ALL) if place.kind in PLACES}
    assert touched == {(kind, ranks) for kind, sets in PLACES.items() for ranks in sets}


def test_every_kind_of_bet_but_the_strung_ones_has_a_zone() -> None:
    assert {place_at(spot).kind for spot in ALL} == set(KINDS) - {"string", "heeled"}
    assert sum(1 for spot in ALL if spot.mark == "zone") == 13


@pytest.mark.parametrize("spot", ALL, ids=lambda spot: spot.id)
def test_a_bet_laid_on_a_spot_is_drawn_on_it(spot: Spot) -> None:
    place = place_at(spot)
    assert spot_id(place) == spot.id
    assert name_of(place) == spot.name


def test_spots_have_ids_of_their_own() -> None:
    assert len({spot.id for spot in ALL}) == len(ALL)


@pytest.mark.parametrize("spot", ALL, ids=lambda spot: spot.id)
def test_a_spot_is_large_enough_for_a_finger_and_on_the_board(spot: Spot) -> None:
    target = spot.target
    assert target.width >= 56
    assert target.height >= 44
    assert target.left >= 0
    assert target.top >= 0
    assert target.left + target.width <= BOARD_WIDTH
    assert target.top + target.height <= BOARD_HEIGHT


def test_no_two_spots_share_ground() -> None:
    for one, other in combinations(ALL, 2):
        a, b = one.target, other.target
        across = min(a.left + a.width, b.left + b.width) - max(a.left, b.left)
        down = min(a.top + a.height, b.top + b.height) - max(a.top, b.top)
        small = 0.01
        if across > small and down > small:
            pytest.fail(f"{one.id} and {other.id} overlap by {across} by {down}")


def test_checks_lie_on_the_ground_of_their_spot() -> None:
    for spot in ALL:
        target = spot.target
        assert target.left <= spot.x <= target.left + target.width, spot.id
        assert target.top <= spot.y <= target.top + target.height, spot.id


def test_thirteen_cards_lie_apart() -> None:
    boxes = [card.box for card in cards()]
    assert len(boxes) == 13
    for a, b in combinations(boxes, 2):
        apart = a.left + a.width <= b.left or b.left + b.width <= a.left
        assert apart or a.top + a.height <= b.top or b.top + b.height <= a.top


def test_a_house_shows_only_what_it_takes() -> None:
    early = faro_house("early_bank")
    kinds = {place_at(spot).kind for spot in spots(early.takes)}
    assert kinds == {"single", "split", "figure", "pot", "square"}
    assert spot_id(Place(kind="heeled", ranks=("Q",), lose=("5",))) is None
