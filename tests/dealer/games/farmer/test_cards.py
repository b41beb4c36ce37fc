"""The pack of 45 cards, and what a hand counts (rulebook G3)."""

from __future__ import annotations

import pytest

from dealer.game.cards import odd_card
from dealer.games.farmer import PACK, has_six, points_of


def test_the_pack_has_no_eights_and_of_the_sixes_that_of_hearts() -> None:
    assert len(PACK) == len(set(PACK)) == 45
    assert [card for card in PACK if card[0] in "68"] == ["6h"]


@pytest.mark.parametrize(
    ("cards", "points"), [("9 5 A", 15), ("K 7", 17), ("10 4 3", 17), ("J 4", 14), ("10 6h", 16), ("Qs Kd Ah", 21)]
)
def test_an_ace_counts_one_a_court_card_ten_any_other_its_spots(cards: str, points: int) -> None:
    assert points_of(cards.split()) == points


@pytest.mark.parametrize(("cards", "six"), [("10 6", True), ("10 6h", True), ("9 7", False)])
def test_a_bare_six_is_the_six(cards: str, six: bool) -> None:
    assert has_six(cards.split()) is six


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


def test_the_whole_pack_can_be_shown() -> None:
    assert odd_card(PACK, PACK) is None
