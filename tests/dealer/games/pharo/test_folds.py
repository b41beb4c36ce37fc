"""What is ventured after a win: paix, paroli and their chains, and what a doublet leaves of them (rulebook G1)."""

from __future__ import annotations

import pytest

from tests.support.tables import PharoNight

KINGS = ["Ks", "Kh", "Kd", "Kc"]


def chain(table: PharoNight, bet: str, folds: str) -> None:
    """Win once, and once more after each of the folds, on the red figure with its punters' cards."""
    winners = [rank + suit for rank in "KQJ" for suit in "shdc"]
    others = [rank + suit for rank in "23" for suit in "shdc"]
    for fold in ["", *folds.split()]:
        if fold:
            table(fold, bet=bet)
        table("coup", bank=others.pop(0), punters=winners.pop(0))


@pytest.mark.parametrize(
    ("folds", "times"),
    [
        ("", 1),
        ("paroli", 3),
        ("paroli paroli", 7),
        ("paroli paroli paroli", 15),
        ("paroli paroli paroli paroli", 31),
        ("paroli paroli paroli paroli paroli", 63),
        ("paix", 2),
        ("paix paix", 4),
        ("paroli paix", 6),
        ("paroli paroli paix", 14),
        ("paroli paroli paroli paroli paix", 62),
        ("paix paroli", 5),
    ],
)
def test_a_chain_brings_so_many_times_the_stake(folds: str, times: int) -> None:
    table = PharoNight()
    bet = table.bet("J-Q-K", 100)
    chain(table, bet, folds)
    assert table.lying(bet).gain_cents == times * 100
    assert table.rows("take_win", bet=bet) == [(bet, "paid", 100, times * 100, 0, 0)]
    assert table.play_cents == -times * 100
    assert (table.lying(bet).folds, table.lying(bet).stake_cents) == ((), 100)


def test_the_worked_example() -> None:
    table = PharoNight(bottom="Ad", players=2)
    red, blue = table.bet("J-Q-K", 200), table.bet("K", 75, "blue")
    assert table.coup("2s", "Js") == [(red, "won", 200, 0, 0, 200)]
    table("paroli", bet=red)
    assert table.coup("3s", "Qs") == [(red, "won", 200, 0, 0, 600)]
    table("paroli", bet=red)
    assert table.coup("Ks", "Kh") == [(red, "split", 200, 0, 0, 200), (blue, "split", 75, 0, 50, 0)]
    assert table.lying(red).folds == ("paroli",)
    table("pli", bet=blue)
    assert table.coup("4s", "Kd") == [(blue, "won", 25, 50, 0, 0), (red, "won", 200, 0, 0, 600)]
    assert table.lying(blue).stake_cents == 75
    table("paix", bet=red)
    assert table.coup("5s", "Qh") == [(red, "won", 200, 0, 0, 1200)]
    table("take_win", bet=red)
    table("void_deal", reason="enough")
    assert (table.held("red") - 20_000, table.held("blue") - 20_000, table.play_cents) == (1200, 0, -1200)


def test_who_does_nothing_is_paid_when_the_next_coup_begins() -> None:
    table = PharoNight()
    bet = table.bet("K")
    table.coup("2s", "Ks")
    facts = table("coup", bank="3s", punters="4s")
    assert [type(fact).__name__ for fact in facts] == ["GainPaid", "CoupDealt"]
    rows = table.result()["bets"]
    assert [(row["turn"], row["result"], row["paid"]) for row in rows] == [(1, "won", 0), (1, "paid", 100)]
    assert (table.lying(bet).stake_cents, table.lying(bet).gain_cents) == (100, 0)


def test_a_paix_loses_its_gain_and_a_paroli_its_stake_too() -> None:
    table = PharoNight()
    paix, paroli = table.bet("K"), table.bet("K", player="blue")
    table.coup("2s", "Ks")
    table("paix", bet=paix)
    table("paroli", bet=paroli)
    assert table.coup("Kh", "3s") == [(paix, "lost", 100, 0, 0, 0), (paroli, "lost", 100, 0, 100, 0)]
    assert (table.lying(paix).folds, table.lying(paix).stake_cents) == ((), 100)
    assert paroli not in table.table.bets


def test_a_doublet_takes_the_gain_of_a_single_paroli_and_one_corner_of_several() -> None:
    for parolis, gain, left in ((1, 0, 0), (2, 100, 1), (3, 300, 2), (5, 1500, 4)):
        table = PharoNight()
        bet = table.bet("J-Q-K")
        chain(table, bet, " ".join(["paroli"] * (parolis - 1)))
        table("paroli", bet=bet)
        assert table.coup("Jh", "Jd") == [(bet, "split", 100, 0, 0, gain)]
        assert table.lying(bet).folds == ("paroli",) * left


def test_a_doublet_under_a_paix_halves_the_gain_and_the_fold_stays() -> None:
    table = PharoNight()
    bet = table.bet("J-Q-K", 75)
    chain(table, bet, "")
    table("paix", bet=bet)
    assert table.coup("Jh", "Jd") == [(bet, "split", 75, 0, 0, 25)]
    assert table.lying(bet).folds == ("paix",)
    assert table.coup("Qh", "Qd") == [(bet, "split", 75, 0, 0, 0)]
    assert table.lying(bet).folds == ()


def test_a_paroli_on_a_paix_comes_down_to_the_paix() -> None:
    table = PharoNight()
    bet = table.bet("J-Q-K", 100)
    chain(table, bet, "paix")
    table("paroli", bet=bet)
    assert table.coup("Jh", "Jd") == [(bet, "split", 100, 0, 0, 50)]
    assert table.lying(bet).folds == ("paix",)


def test_a_fold_that_is_left_ventures_again() -> None:
    table = PharoNight()
    bet = table.bet("J-Q-K", 100)
    chain(table, bet, "paroli")
    table("paroli", bet=bet)
    table.coup("Jh", "Jd")
    assert table.refusal("paroli", bet=bet) == "not_allowed_here"
    assert table.coup("4s", "Jc") == [(bet, "won", 100, 0, 0, 300)]


def test_only_a_win_entitles_to_a_fold_and_only_once() -> None:
    table = PharoNight()
    bet = table.bet("K")
    assert table.refusal("paroli", bet=bet) == "not_allowed_here"
    table.coup("2s", "Ks")
    table("paix", bet=bet)
    assert [table.refusal(do, bet=bet) for do in ("paix", "paroli", "take_win")] == ["not_allowed_here"] * 3


def test_from_the_highest_fold_one_can_only_be_paid() -> None:
    table = PharoNight(highest=2)
    bet = table.bet("J-Q-K")
    chain(table, bet, "paroli paroli")
    assert [table.refusal(do, bet=bet) for do in ("paix", "paroli")] == ["over_limit"] * 2
    assert table.rows("take_win", bet=bet) == [(bet, "paid", 100, 700, 0, 0)]
