"""Farmer: the pack and its points, and whether the pack was shuffled (rulebook G3)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from dealer.game.cards import SUITS
from dealer.game.statistics import Hand, SkippedTest, StatisticalTest, hands_shown, repeats_by_chance
from dealer.games.farmer import FARMER, GAME, PACK, points_of
from tests.support.tables import ChipTable


def test_the_pack_has_no_eights_and_of_the_sixes_that_of_hearts() -> None:
    assert len(PACK) == len(set(PACK)) == 45
    assert [card for card in PACK if card[0] in "68"] == ["6h"]


@pytest.mark.parametrize(
    ("cards", "points"), [("9 5 A", 15), ("K 7", 17), ("10 4 3", 17), ("J 4", 14), ("10 6h", 16), ("Qs Kd Ah", 21)]
)
def test_an_ace_counts_one_a_court_card_ten_any_other_its_spots(cards: str, points: int) -> None:
    assert points_of(cards.split()) == points


PLAYERS = {"red": 11, "blue": 13, "white": 15, "black": 16}
"""Players, and the points at which each stands."""


def dealt(pack: list[str]) -> Hand:
    """A hand of players who draw boldly or timidly, from the top of a pack."""
    cards = iter(pack)
    held: dict[str, list[str]] = {}
    for player, stands_at in PLAYERS.items():
        held[player] = [next(cards), next(cards)]
        while points_of(held[player]) < stands_at:
            held[player].append(next(cards))
    return held


def night(seed: int, hands: int, *, shuffled: bool = True) -> list[Hand]:
    random = Random(seed)
    pack = random.sample(PACK, len(PACK))
    created = []
    for _ in range(hands):
        if shuffled:
            random.shuffle(pack)
        created.append(dealt(pack))
    return created


def the_look(hands: list[Hand]) -> StatisticalTest:
    seen = GAME.fairness.inspect([hands])
    assert seen
    (card_test,) = seen.tests
    assert isinstance(card_test, StatisticalTest)
    return card_test


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"red": ["Ks", "Kh"], "blue": ["Kd"]}, {"red": ["Ks"], "blue": ["Kh", "Kc"]}),
        ({"red": ["Ks"]}, {"red": ["Kh"], "blue": ["Kd"]}),
        ({"red": ["Ks", "Kh", "Kd", "Kc"]}, {"red": ["Kh"]}),
        ({"red": ["2s"]}, {"red": ["Kh"]}),
    ],
)
def test_the_chances_are_those_of_all_ways_in_which_the_suits_can_fall(before: Hand, after: Hand) -> None:
    counts: Counter[int] = Counter()
    for suits in permutations(SUITS):
        fallen = iter("K" + suit for suit in suits)
        again = {who: [next(fallen) for card in cards if card[0] == "K"] for who, cards in after.items()}
        counts[sum(len(set(cards) & set(before.get(who, ()))) for who, cards in again.items())] += 1
    square = repeats_by_chance(before, after, "K")
    assert {count: square.chance(count) * 24 for count in counts} == dict(counts)


def test_a_square_pack_seldom_stands_out_however_players_draw() -> None:
    chances = [the_look(night(seed, 6)).chance for seed in range(200)]
    assert sum(chance <= 0.05 for chance in chances) <= 0.05 * 200 + 8
    assert min(chances) > 0.0001


def test_a_pack_that_is_not_shuffled_stands_out() -> None:
    assert the_look(night(3, 4, shuffled=False)).chance < 10**-6


def test_without_suits_or_a_second_hand_there_is_no_look() -> None:
    bare: list[Hand] = [{"red": ["K", "5"]}, {"red": ["K", "4"]}]
    for hands in (bare[:1], bare):
        seen = GAME.fairness.inspect([hands])
        assert seen
        assert isinstance(seen.tests[0], SkippedTest)
    assert GAME.fairness.inspect([[]]) is None
    assert GAME.fairness.inspect([[{}]]) is None


def test_hands_are_read_as_they_were_shown_last() -> None:
    table = ChipTable("farmer", 2)
    table("start_hand", dealer="blue")
    for player, cards in (("red", "9s 5h"), ("blue", "Kd 4c"), ("red", "9s 7h")):
        table("show_hand", player=player, cards=cards.split())
    events = [record.event for record in table.recorded]
    assert hands_shown(FARMER, events, {"red": "Ada"}) == [{"Ada": ("9s", "7h"), "blue": ("Kd", "4c")}]
