"""Five in One: what the five parts of a round pay, every refusal in its order, and the consolation's hits (G5)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.games.five_in_one import TURNED, FiveInOneTable, five_in_one_of, hits, hits_of, inspect_consolations
from dealer.statistics import StatisticalTest
from tests.support.tables import ChipTable

NO_HIT = ("K", "K", "K", "K", "Q", "Q", "Q", "Q", "J", "J")
"""Ten cards of which none is the number called."""


class FiveTable(ChipTable):
    """An open Five in One night with so many players seated."""

    def __init__(self, players: int = 3, **more: Any) -> None:
        super().__init__("five_in_one", players, **more)

    @property
    def table(self) -> FiveInOneTable:
        """The table's state."""
        return five_in_one_of(self.now)

    def part(self, part: str, **chips: int) -> None:
        """A part of which only what everybody won is told."""
        self("part_result", part=part, chips=chips)

    def until(self, part: str, dealer: str = "red") -> None:
        """Begin a round, and play it without a chip until a part is due; red wins the cold hand."""
        self("start_hand", dealer=dealer)
        while self.table.part_due != part:
            if self.table.part_due == "cold_hand":
                self("cold_hand", winners=["red"])
            else:
                self.part(self.table.part_due)

    def whole_round(self, dealer: str) -> None:
        """A whole round in which only the cold hand is paid."""
        self.until("consolation", dealer)
        self("consolation", cards=list(NO_HIT))


TEN = "5 2 9 K 5 6 A 8 10 J"


def test_the_rulebooks_worked_example() -> None:
    table = FiveTable()
    table("start_hand", dealer="white")
    table.part("plus_or_minus", red=2, blue=-1, white=-1)
    assert table.won == {"red": 2, "blue": -1, "white": -1}
    table("cold_hand", winners=["blue"])
    assert table.won == {"red": 1, "blue": 1, "white": -2}
    table.part("bango")
    table.part("put_and_take", white=3, red=-3)
    assert table.rows == []
    table("consolation", cards=TEN.split())
    assert table.won == {"red": -6, "blue": -3, "white": 9}
    assert table.rows == [
        {
            "hand": 1,
            "game": "five_in_one",
            "dealer": "white",
            "winner": "blue",
            "pot": 2,
            "hits": 4,
            "net": {"red": -6, "blue": -3, "white": 9},
        }
    ]
    assert table.table.dealer_due(table.table.seated) == "red"


@pytest.mark.parametrize(
    ("winners", "won"),
    [
        (["blue"], {"red": -3, "blue": 12, "white": -3, "black": -3, "yellow": -3}),
        # Six chips for two.
        (["white", "blue", "red"], {"red": 2, "blue": 2, "white": 2, "black": -3, "yellow": -3}),
        # Nine for two: the odd one to the first from blue's left.
        (["red", "white"], {"red": 4, "blue": -3, "white": 5, "black": -3, "yellow": -3}),
        # Three for four: none to blue, the last of them.
        (["red", "blue", "black", "white"], {"red": 1, "blue": 0, "white": 1, "black": 1, "yellow": -3}),
        (["red", "blue", "white", "black", "yellow"], {"red": 0, "blue": 0, "white": 0, "black": 0, "yellow": 0}),
    ],
)
def test_a_tied_cold_hand_divides_the_chips_from_the_dealers_left(winners: list[str], won: dict[str, int]) -> None:
    table = FiveTable(5, cold_hand_pays=3)
    table.until("cold_hand", "blue")
    table("cold_hand", winners=winners)
    assert table.won == won
    for part in ("bango", "put_and_take"):
        table.part(part)
    table("consolation", cards=list(NO_HIT))
    (row,) = table.rows
    assert row["winner"] == (winners[0] if len(winners) == 1 else None)
    assert row["pot"] == sum(chips for chips in won.values() if chips > 0)
    assert row["net"] == won


@pytest.mark.parametrize(
    ("cards", "hits"),
    [
        ("A 2 3 4 5 6 7 8 9 10", 10),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s", 10),
        ("2 A 4 3 6 5 8 7 10 9", 0),
        ("K Q J K Q J K Q J 10", 1),
        ("A A A A 5 5 5 5 9 9", 3),
        (TEN, 4),
    ],
)
def test_the_dealer_has_a_payment_of_each_for_every_card_that_is_the_number_called(cards: str, hits: int) -> None:
    table = FiveTable(4, hit_pays=2)
    table.until("consolation", "white")
    before = table.held
    table("consolation", cards=cards.split())
    each = 2 * hits
    gained = {player: table.chips(player) - before[player] for player in table.players}
    assert gained == {"red": -each, "blue": -each, "white": 3 * each, "black": -each}
    assert table.rows[0]["hits"] == hits


CARDS = list(NO_HIT)


PARTS: dict[str, dict[str, Any]] = {
    "plus_or_minus": {"do": "part_result", "part": "plus_or_minus", "chips": {}},
    "cold_hand": {"do": "cold_hand", "winners": ["red"]},
    "bango": {"do": "part_result", "part": "bango", "chips": {}},
    "put_and_take": {"do": "part_result", "part": "put_and_take", "chips": {}},
    "consolation": {"do": "consolation", "cards": CARDS},
}


@pytest.mark.parametrize("due", PARTS)
@pytest.mark.parametrize("given", PARTS)
def test_the_order_of_the_parts_is_fixed(due: str, given: str) -> None:
    table = FiveTable()
    assert table.refusal(**PARTS[given]) == "wrong_phase"
    table.until(due)
    if due == given:
        table(**PARTS[given])
        assert table.table.turn == list(PARTS).index(due) + 1
    else:
        assert table.refusal(**PARTS[given]) == "wrong_phase"


def hits_in(cards: list[str]) -> int:
    return sum(rank_of(card) == called for called, card in zip(RANKS, cards, strict=False))


def turned(seed: int) -> list[str]:
    return Random(seed).sample(PACK, TURNED)


def test_ten_thirteenths_of_a_hit_are_to_be_expected() -> None:
    """Ten calls, each of which one card in thirteen answers."""
    assert hits().mean == Fraction(10, 13)
    assert hits().most == TURNED


@pytest.mark.parametrize("number", range(4))
def test_the_chances_are_those_of_shuffled_packs(number: int) -> None:
    packs = 6_000
    came = sum(hits_in(turned(seed)) == number for seed in range(packs))
    assert came / packs == pytest.approx(float(hits().chance(number)), abs=0.02)


def test_a_square_pack_stands_out_no_more_often_than_it_may() -> None:
    rare = 0
    for evening in range(200):
        seen = inspect_consolations([[hits_in(turned(1_000 * evening + entry)) for entry in range(12)]])
        assert seen is not None
        (card_test,) = seen.tests
        assert isinstance(card_test, StatisticalTest)
        rare += card_test.chance <= 0.05
    assert rare <= 20


def test_a_dealer_who_knows_the_pack_stands_out() -> None:
    seen = inspect_consolations([[3, 4, 2], [5, 3]])
    assert seen is not None
    (card_test,) = seen.tests
    assert isinstance(card_test, StatisticalTest)
    assert card_test.observed == "17 hits in 5 consolations"
    assert card_test.chance < 0.00001


def result(part: str, chips: Any) -> dict[str, Any]:
    return {"do": "part_result", "part": part, "chips": chips}


def cold(winners: Any) -> dict[str, Any]:
    return {"do": "cold_hand", "winners": winners}


def turn(cards: Any) -> dict[str, Any]:
    return {"do": "consolation", "cards": cards}


FIRST, SECOND, LAST = "plus_or_minus", "cold_hand", "consolation"
REFUSED = [
    # Players come before all else, and what is due before the form.
    (FIRST, result("bango", {"nobody": 1}), "unknown_player"),
    (FIRST, cold(["nobody"]), "unknown_player"),
    (FIRST, result("bango", 7), "wrong_phase"),
    (SECOND, {"do": "part_result"}, "wrong_phase"),
    (SECOND, {"do": "consolation"}, "wrong_phase"),
    (LAST, {"do": "cold_hand"}, "wrong_phase"),
    *((FIRST, {"do": "part_result", "part": part, "chips": {}}, "bad_input") for part in ("roulette", None)),
    (FIRST, {"do": "part_result", "chips": {}}, "bad_input"),
    (FIRST, {"do": "part_result", "part": FIRST}, "bad_input"),
    *((FIRST, result(FIRST, {"red": chips, "blue": -1}), "bad_input") for chips in ("1", 1.0, True)),
    *((FIRST, result(FIRST, chips), "bad_input") for chips in ([1, -1], None, {"green": 1, "red": 1})),
    *((FIRST, result(FIRST, chips), "bad_result") for chips in ({"red": 1}, {"red": 102, "blue": -101})),
    (FIRST, result(FIRST, {"red": 10, "blue": -10}), "not_enough_checks"),
    *((SECOND, cold(winners), "bad_input") for winners in ([], ["red", "red"], "red", [7], None, ["green"])),
    (SECOND, cold(["red", "nobody"]), "unknown_player"),
    *((LAST, turn(cards), "bad_input") for cards in (CARDS[:9], [*CARDS, "A"], [*CARDS[:9], "1"], [*CARDS[:9], 7])),
    *((LAST, turn(cards), "bad_input") for cards in ("K", None)),
    *((LAST, turn(cards), "odd_card") for cards in ([*CARDS[:9], "K"], ["5s", *CARDS[:8], "5s"])),
    (LAST, turn([*"A23456789", "10"]), "not_enough_checks"),
]


@pytest.mark.parametrize(("due", "command", "code"), REFUSED)
def test_players_then_the_time_then_the_form_then_the_result(due: str, command: dict[str, Any], code: str) -> None:
    """Green sat down after the round began."""
    table = FiveTable(chips=9)
    table.until(due)
    table("seat_player", player="green", name="Green")
    assert table.refusal(**command) == code


def test_the_hits_are_those_of_the_night() -> None:
    table = FiveTable(2)
    table.until("consolation")
    table("consolation", cards=TEN.split())
    assert hits_of([record.event for record in table.recorded], {}) == [4]
    assert inspect_consolations([[], []]) is None


def test_a_round_is_broken_off_before_its_first_part_only() -> None:
    table = FiveTable()
    table("start_hand", dealer="red")
    table.part("plus_or_minus")
    assert table.refusal("void_hand", reason="foul") == "wrong_phase"
    assert table.refusal("void_hand") == "wrong_phase"
