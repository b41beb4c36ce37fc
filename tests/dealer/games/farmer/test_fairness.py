"""Whether the pack was shuffled between hands: exact, and blind to how anybody draws."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from dealer.game.cards import SUITS
from dealer.games.farmer import PACK, Hand, _repeats, hands_of, inspect_farmer, points_of
from dealer.statistics import Look, NoLook
from tests.dealer.games.farmer.tables import FarmTable

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
    made = []
    for _ in range(hands):
        if shuffled:
            random.shuffle(pack)
        made.append(dealt(pack))
    return made


def the_look(hands: list[Hand]) -> Look:
    seen = inspect_farmer([hands])
    assert seen
    (look,) = seen.looks
    assert isinstance(look, Look)
    return look


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
    square = _repeats(before, after, "K")
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
        seen = inspect_farmer([hands])
        assert seen
        assert isinstance(seen.looks[0], NoLook)
    assert inspect_farmer([[]]) is None
    assert inspect_farmer([[{}]]) is None


def test_hands_are_read_as_they_were_shown_last() -> None:
    table = FarmTable(2)
    table("start_hand", dealer="blue")
    table.show(red="9s 5h", blue="Kd 4c")
    table.show(red="9s 7h")
    facts = [one.fact for one in table.recorded]
    assert hands_of(facts, {"red": "Ada"}) == [{"Ada": ("9s", "7h"), "blue": ("Kd", "4c")}]
