"""Farmer: the pack, who has the farm, what each hand pays, every refusal, and whether the pack was shuffled (G3)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from dealer.game.cards import SUITS, odd_card
from dealer.games.farmer import PACK, FarmerTable, Hand, _repeats, farmer_of, hands_of, inspect_farmer, points_of
from dealer.statistics import SkippedTest, StatisticalTest
from events.games.farmer import NearestPaid
from tests.support.tables import ChipTable


class FarmTable(ChipTable):
    """An open Farmer night with so many players seated."""

    def __init__(self, players: int = 4, **more: Any) -> None:
        super().__init__("farmer", players, **more)

    @property
    def table(self) -> FarmerTable:
        """The table's state."""
        return farmer_of(self.now)

    def show(self, **hands: str) -> None:
        """Show hands, each given as its cards."""
        for player, cards in hands.items():
            self("show_hand", player=player, cards=cards.split())

    def deal(self, dealer: str, **hands: str) -> None:
        """A whole hand, settled."""
        self("start_hand", dealer=dealer)
        self.show(**hands)
        self("settle_hand")


def test_the_pack_has_no_eights_and_of_the_sixes_that_of_hearts() -> None:
    assert len(PACK) == len(set(PACK)) == 45
    assert [card for card in PACK if card[0] in "68"] == ["6h"]


@pytest.mark.parametrize(
    ("cards", "points"), [("9 5 A", 15), ("K 7", 17), ("10 4 3", 17), ("J 4", 14), ("10 6h", 16), ("Qs Kd Ah", 21)]
)
def test_an_ace_counts_one_a_court_card_ten_any_other_its_spots(cards: str, points: int) -> None:
    assert points_of(cards.split()) == points


@pytest.mark.parametrize(
    ("cards", "odd"),
    [
        ("8 2", "8"),
        ("2 8h", "8h"),
        ("6s 2", "6s"),
        ("6 6h", "6h"),
        ("6h 6", "6"),
        ("Kd Kd", "Kd"),
        ("K K Ks K K", "K"),
        ("K K Ks Kd", None),
        ("6h K 10h 9 7", None),
        ("", None),
    ],
)
def test_a_card_not_of_the_pack_or_seen_too_often_is_odd(cards: str, odd: str | None) -> None:
    assert odd_card(cards.split(), PACK) == odd


def test_the_rulebooks_worked_example() -> None:
    table = FarmTable()
    table.deal("black", red="9 5 A", blue="K 7", white="10 4 3", black="J 4")
    assert table.won == {"red": 2, "blue": -3, "white": -3, "black": 0}
    assert table.pot == 4
    assert table.rows == [
        {
            "hand": 1,
            "game": "farmer",
            "dealer": "black",
            "winner": None,
            "pot": 0,
            "totals": {"red": 15, "blue": 17, "white": 17, "black": 14},
            "nearest": "red",
            "left": 4,
        }
    ]
    table.deal("black", red="10 6", white="9 7", blue="K 10", black="10 3")
    assert table.won == {"red": 9, "blue": -8, "white": -4, "black": 3}
    assert table.rows[1] == {
        "hand": 2,
        "game": "farmer",
        "dealer": "black",
        "winner": "red",
        "pot": 8,
        "totals": {"red": 16, "blue": 20, "white": 16, "black": 13},
        "nearest": None,
        "left": 0,
    }
    assert table.table.farmer_due == "red"


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("9 7, 10 6, 10 3 3, J 4 2", "blue"),
        ("10 2 4, 9 7, J 6, 10 A 5", "white"),
        ("10 2 4, 9 7, J 5 A, 7 9", "blue"),
        ("10 2 4, 9 5 2, J 5 A, 7 9", "black"),
        ("6 9 A, 9 7, J 5 A, 7 9", "red"),
        ("6 9, 9 4 3, J 5 A, 7 9 A", "blue"),
        ("6 9, 9 4, J 5 A, 7 9 A", "white"),
    ],
)
def test_sixteen_with_the_six_wins_else_with_the_fewest_cards_of_equals_the_first_from_the_left(
    hands: str, winner: str
) -> None:
    table = FarmTable()
    table.deal("black", **dict(zip(table.players, hands.split(", "), strict=True)))
    assert table.rows[0]["winner"] == winner


def test_nobody_at_sixteen_the_highest_below_has_a_chip_of_every_other_hand() -> None:
    """The farmer's and overdrawn ones too; of equals the first."""
    table = FarmTable(nearest_pays=2, over_pays=0)
    table("start_hand", dealer="red")
    table.show(red="10 5", blue="10 4", white="K Q", black="9 6h")
    paid = [(card.player, card.to, card.chips) for card in table("settle_hand") if isinstance(card, NearestPaid)]
    assert paid == [("blue", "black", 2), ("white", "black", 2), ("red", "black", 2)]
    assert table.table.farmer == "red"
    assert table.pot == 4


def test_a_farmer_who_only_banks_holds_no_hand_and_antes_nothing() -> None:
    table = FarmTable(3, preset="banker")
    table("start_hand", dealer="red")
    assert table.held == {"red": 100, "blue": 99, "white": 99}
    assert table.refusal("show_hand", player="red", cards=["K", "5"]) == "bad_input"
    table.show(blue="K 5", white="K 9")
    table("settle_hand")
    assert table.won == {"red": 3, "blue": 0, "white": -5}
    assert table.rows[0]["totals"] == {"blue": 15, "white": 19}
    assert table.table.farmer_due == "red"


def begun(players: int = 4, **more: Any) -> FarmTable:
    table = FarmTable(players, **more)
    table("start_hand", dealer=table.players[-1])
    return table


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"player": "nobody", "cards": ["8"]}, "unknown_player"),
        ({"cards": ["K", "5"]}, "bad_input"),
        ({"player": ["nobody"], "cards": ["K", "5"]}, "bad_input"),
        ({"player": "red"}, "bad_input"),
        ({"player": "red", "cards": None}, "bad_input"),
        ({"player": "red", "cards": "K 5"}, "bad_input"),
        ({"player": "red", "cards": ["K", "5x"]}, "bad_input"),
        ({"player": "red", "cards": ["8"]}, "odd_card"),
        ({"player": "red", "cards": ["8h", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["6s", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["Ks", "Ks"]}, "odd_card"),
        ({"player": "red", "cards": ["9h", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["6", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["K"]}, "bad_result"),
        ({"player": "red", "cards": []}, "bad_result"),
    ],
)
def test_a_hand_that_cannot_be_shown(arguments: dict[str, Any], code: str) -> None:
    table = begun()
    table.show(blue="9h 6h")
    assert table.refusal("show_hand", **arguments) == code


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
    seen = inspect_farmer([hands])
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
        assert isinstance(seen.tests[0], SkippedTest)
    assert inspect_farmer([[]]) is None
    assert inspect_farmer([[{}]]) is None


def test_hands_are_read_as_they_were_shown_last() -> None:
    table = FarmTable(2)
    table("start_hand", dealer="blue")
    table.show(red="9s 5h", blue="Kd 4c")
    table.show(red="9s 7h")
    events = [record.event for record in table.recorded]
    assert hands_of(events, {"red": "Ada"}) == [{"Ada": ("9s", "7h"), "blue": ("Kd", "4c")}]
