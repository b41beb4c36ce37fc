"""Pharo: who wins a coup, what is ventured after a win, the pli, and a night of Pharo and Faro (G1)."""

from __future__ import annotations

import pytest

from dealer.games.faro.state import faro_of
from dealer.games.pharo.state import pharo_of
from tests.support.pure import PureNight
from tests.support.tables import PharoNight, livret_rows_of


def test_the_punters_card_wins_and_the_banks_card_loses() -> None:
    table = PharoNight()
    queen, king = table.bet("Q"), table.bet("K", player="blue")
    assert table.coup("Ks", "Qs") == [(king, "lost", 100, 0, 100, 0), (queen, "won", 100, 0, 0, 100)]


@pytest.mark.parametrize("opposed", [True, False])
def test_a_doublet_gives_the_bank_the_bigger_half_in_checks(opposed: bool) -> None:
    table = PharoNight()
    bet = table.bet("K", 125, opposed=opposed)
    assert table.coup("Ks", "Kh") == [(bet, "split", 125, 0, 75, 0)]
    assert table.coup("Kd", "Kc") == [(bet, "split", 50, 0, 25, 0)]


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


def test_a_masked_stake_covers_nothing() -> None:
    table = PharoNight()
    king, queen = table.bet("K"), table.bet("Q")
    table("mask_bet", bet=king)
    assert table.coup("Ks", "Qs") == [(queen, "won", 100, 0, 0, 100)]
    table("unmask_bet", bet=king)
    assert table.coup("Kh", "3s") == [(queen, "paid", 100, 100, 0, 0), (king, "lost", 100, 0, 100, 0)]


def test_a_bet_is_known_as_drawn_until_the_next_coup() -> None:
    table = PharoNight()
    drawn, other = table.bet("J-Q-K"), table.bet("5", player="blue")
    table.coup("Js", "Qs")
    assert [table.table.was_drawn(table.lying(bet)) for bet in (drawn, other)] == [True, False]
    table.coup("2s", "3s")
    assert not table.table.was_drawn(table.lying(drawn))


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


def test_a_doublet_takes_the_gain_of_a_single_paroli_and_one_corner_of_several() -> None:
    for parolis, gain, left in ((1, 0, 0), (2, 100, 1), (3, 300, 2), (5, 1500, 4)):
        table = PharoNight()
        bet = table.bet("J-Q-K")
        chain(table, bet, " ".join(["paroli"] * (parolis - 1)))
        table("paroli", bet=bet)
        assert table.coup("Jh", "Jd") == [(bet, "split", 100, 0, 0, gain)]
        assert table.lying(bet).folds == ("paroli",) * left


def halved(stake: int = 200) -> tuple[PharoNight, str]:
    """A table on which a doublet has just halved red's stake on the red figure."""
    table = PharoNight()
    bet = table.bet("J-Q-K", stake)
    table.coup("Ks", "Kh")
    return table, bet


def test_a_pli_wins_back_what_doublets_took_in_a_row() -> None:
    table, bet = halved()
    table("pli", bet=bet)
    assert table.coup("Qs", "Qh") == [(bet, "split", 100, 0, 50, 0)]
    assert table.coup("2s", "Kd") == [(bet, "won", 50, 150, 0, 0)]
    assert (table.lying(bet).stake_cents, table.play_cents) == (200, 0)


def night_of_both() -> PureNight:
    """A night whose bank has $2, with a soixante of red's carried out of a deal of Pharo, and Faro's soda shown."""
    night = PureNight()
    night("open_night", table="T", date="2026-11-22", game=["pharo", "faro"], roll=200, dealer="D")
    for player in ("red", "blue"):
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=20_000)
    night("start_deal")
    night("show_bottom", card="As")
    night("place_bet", bet="p", player="red", kind="figure", ranks=["J", "Q", "K"], stake=100)
    for bank, punters in zip(["2s", "2h", "2d", "2c", "3s"], ["Ks", "Kh", "Kd", "Kc", "Qs"], strict=True):
        night("coup", bank=bank, punters=punters)
        night("paroli", bet="p")
    night("mask_bet", bet="p")
    left = [rank + suit for rank in ["A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"] for suit in "hdcs"]
    left = [card for card in left if card not in ("As", "3s", "Qs")] + ["As"]
    while left:
        night("coup", bank=left.pop(0), punters=left.pop(0))
    night("end_deal")
    night("start_deal", game="faro")
    night("expose_soda", card="7s")
    return night


def test_a_bank_broken_at_faro_returns_carried_stakes_and_takes_no_bets() -> None:
    night = night_of_both()
    night("place_bet", bet="f", player="blue", kind="single", ranks=["9"], stake=1_000)
    events = night("turn", loser="8s", winner="9s")
    assert livret_rows_of(tuple(event for event in events if hasattr(event, "gain_cents"))) == [
        ("p", "returned", 100, 0, 0, 0)
    ]
    returned = night.result()["bets"][-1]
    assert (returned["bet"], returned["deal"], returned["turn"], returned["gain"]) == ("p", 1, 26, 0)
    assert (faro_of(night.now).broken, pharo_of(night.now).broken, pharo_of(night.now).bets) == (True, True, {})
    night("raise_roll", amount=1_000)
    assert (faro_of(night.now).broken, pharo_of(night.now).broken) == (False, False)


def test_a_carried_soixante_hinders_no_other_game_and_keeps_its_key() -> None:
    night = night_of_both()
    assert faro_of(night.now).deal_is_on
    assert night.refusal("start_deal", game="pharo") == "wrong_phase"
    bet = {"bet": "p", "player": "blue", "kind": "single", "ranks": ["5"], "stake": "much"}
    assert night.refusal("place_bet", **bet) == "already_done"
