"""Who wins a coup: covered cards, opposed stakes, doublets, draws, the hockley and masked cards (rulebook G1)."""

from __future__ import annotations

import pytest

from dealer.game.cards import PACK
from tests.support.tables import PharoNight


def test_the_punters_card_wins_and_the_banks_card_loses() -> None:
    table = PharoNight()
    queen, king = table.bet("Q"), table.bet("K", player="blue")
    assert table.coup("Ks", "Qs") == [(king, "lost", 100, 0, 100, 0), (queen, "won", 100, 0, 0, 100)]


def test_an_opposed_stake_goes_the_other_way_round() -> None:
    table = PharoNight()
    queen, king = table.bet("Q", opposed=True), table.bet("K", player="blue", opposed=True)
    assert table.coup("Ks", "Qs") == [(queen, "lost", 100, 0, 100, 0), (king, "won", 100, 0, 0, 100)]


@pytest.mark.parametrize("opposed", [True, False])
def test_of_a_doublet_the_bank_takes_the_bigger_half_in_checks(opposed: bool) -> None:
    table = PharoNight()
    bet = table.bet("K", 125, opposed=opposed)
    assert table.coup("Ks", "Kh") == [(bet, "split", 125, 0, 75, 0)]
    assert table.coup("Kd", "Kc") == [(bet, "split", 50, 0, 25, 0)]


def test_a_doublet_takes_a_stake_of_one_check_whole() -> None:
    table = PharoNight()
    bet = table.bet("K", 25)
    assert table.coup("Ks", "Kh") == [(bet, "split", 25, 0, 25, 0)]
    assert table.refusal("pli", bet=bet) == "unknown_bet"


def test_two_cards_under_one_figure_are_drawn() -> None:
    table = PharoNight()
    bet = table.bet("J-Q-K")
    assert table.coup("Ks", "Qs") == [(bet, "standoff", 100, 0, 0, 0)]


def test_two_cards_under_a_punters_stakes_draw_all_that_they_touch() -> None:
    table = PharoNight()
    king, figure, queen = table.bet("K"), table.bet("J-Q-K"), table.bet("Q", opposed=True)
    other = table.bet("K", player="blue")
    table.bet("2")
    assert table.coup("Ks", "Qs") == [
        (king, "standoff", 100, 0, 0, 0),
        (figure, "standoff", 100, 0, 0, 0),
        (queen, "standoff", 100, 0, 0, 0),
        (other, "lost", 100, 0, 100, 0),
    ]


def test_in_a_house_that_draws_each_bet_for_itself_only_a_figure_is_drawn() -> None:
    table = PharoNight(drawn="bet")
    king, figure, queen = table.bet("K"), table.bet("J-Q-K"), table.bet("Q")
    assert table.coup("Ks", "Qs") == [
        (king, "lost", 100, 0, 100, 0),
        (figure, "standoff", 100, 0, 0, 0),
        (queen, "won", 100, 0, 0, 100),
    ]


def test_a_masked_stake_covers_nothing() -> None:
    table = PharoNight()
    king, queen = table.bet("K"), table.bet("Q")
    table("mask_bet", bet=king)
    assert table.coup("Ks", "Qs") == [(queen, "won", 100, 0, 0, 100)]
    table("unmask_bet", bet=king)
    assert table.coup("Kh", "3s") == [(queen, "paid", 100, 100, 0, 0), (king, "lost", 100, 0, 100, 0)]


def test_a_masked_win_is_paid_when_the_next_coup_begins() -> None:
    table = PharoNight()
    king = table.bet("K")
    table.coup("2s", "Ks")
    table("mask_bet", bet=king)
    assert table.coup("Kh", "Kd") == [(king, "paid", 100, 100, 0, 0)]


def test_in_the_hockley_nothing_wins_and_of_two_covered_cards_the_losing_one_counts() -> None:
    table = PharoNight(bottom="Ks")
    table.deal_to(25, leaving="Qs")
    table.bet("K")
    lost, figure = table.bet("Q", player="blue"), table.bet("J-Q-K", player="white")
    table.bet("Q", player="white", opposed=True)
    opposed = table.bet("K", player="blue", opposed=True)
    assert table.coup("Qs", "Ks") == [
        (lost, "lost", 100, 0, 100, 0),
        (figure, "lost", 100, 0, 100, 0),
        (opposed, "lost", 100, 0, 100, 0),
    ]


def test_a_doublet_in_the_hockley_is_a_loss_of_all_that_is_ventured() -> None:
    table = PharoNight(bottom="Ks")
    plain, paix, opposed = table.bet("K"), table.bet("K", player="blue"), table.bet("K", player="white", opposed=True)
    table("mask_bet", bet=opposed)
    table.coup("2s", "Kh")
    table("paix", bet=paix)
    for bet in (plain, paix):
        table("mask_bet", bet=bet)
    table.deal_to(25, leaving="Kc")
    for bet in (plain, paix, opposed):
        table("unmask_bet", bet=bet)
    assert table.coup("Kc", "Ks") == [
        (plain, "lost", 100, 0, 100, 0),
        (paix, "lost", 100, 0, 0, 0),
        (opposed, "lost", 100, 0, 100, 0),
    ]
    assert table.lying(paix).stake_cents == 100


def test_a_pli_that_would_win_the_hockley_has_no_event() -> None:
    table = PharoNight(bottom="Ks")
    bet = table.bet("K")
    table.coup("Kh", "Kd")
    table("mask_bet", bet=bet)
    table.deal_to(25, leaving="Qs")
    table("unmask_bet", bet=bet)
    table("pli", bet=bet)
    assert table.coup("Qs", "Ks") == []
    assert table.rows("end_deal") == [(bet, "returned", 50, 0, 0, 0)]


def test_a_house_without_hockley_pays_the_last_card() -> None:
    table = PharoNight(bottom="Ks", hockley=False)
    table.deal_to(25, leaving="Qs")
    bet = table.bet("K")
    assert table.coup("Qs", "Ks") == [(bet, "won", 100, 0, 0, 100)]
    assert table.rows("end_deal") == [(bet, "paid", 100, 100, 0, 0), (bet, "returned", 100, 0, 0, 0)]


@pytest.mark.parametrize(
    ("bank", "punters"),
    [("As", "2s"), ("2s", "2s"), ("3s", "As"), ("4s", "4s")],
)
def test_the_bottom_card_before_its_time_and_a_card_twice_are_odd(bank: str, punters: str) -> None:
    table = PharoNight()
    assert table.refusal("coup", bank=bank, punters=punters) == "odd_card"


def test_a_fifth_card_of_a_rank_is_odd_and_the_bottom_counts_as_seen() -> None:
    table = PharoNight(bottom="A")
    table.coup("A", "A")
    table.coup("2", "A")
    assert table.refusal("coup", bank="A", punters="3") == "odd_card"
    assert table.refusal("coup", bank="3", punters="A") == "odd_card"


@pytest.mark.parametrize(
    ("bottom", "last", "odd"),
    [
        ("Ks", "Ks", False),
        ("Ks", "K", False),
        ("K", "Ks", False),
        ("Ks", "Kh", True),
        ("K", "Kh", True),
        ("Ks", "Q", True),
    ],
)
def test_the_last_card_is_the_one_that_was_shown(bottom: str, last: str, odd: bool) -> None:
    table = PharoNight(bottom=bottom)
    pack = [card for card in PACK if card != "Ks"]
    while len(pack) > 1:
        table("coup", bank=pack.pop(), punters=pack.pop())
    if odd:
        assert table.refusal("coup", bank=pack[0], punters=last) == "odd_card"
    else:
        table("coup", bank=pack[0], punters=last)
        assert table.table.cards_left == 0


def test_a_bet_is_known_as_drawn_until_the_next_coup() -> None:
    table = PharoNight()
    drawn, other = table.bet("J-Q-K"), table.bet("5", player="blue")
    table.coup("Js", "Qs")
    assert [table.table.was_drawn(table.lying(bet)) for bet in (drawn, other)] == [True, False]
    table.coup("2s", "3s")
    assert not table.table.was_drawn(table.lying(drawn))
