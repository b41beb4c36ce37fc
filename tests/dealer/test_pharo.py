"""Pharo: who wins a coup, what is ventured after a win, the pli, and a night of Pharo and Faro (G1)."""

from __future__ import annotations

from tests.support.tables import PharoNight


def test_a_bet_is_known_as_drawn_until_the_next_coup() -> None:
    table = PharoNight()
    drawn, other = table.bet("J-Q-K"), table.bet("5", player="blue")
    table.coup("Js", "Qs")
    assert [table.table.was_drawn(table.lying(bet)) for bet in (drawn, other)] == [True, False]
    table.coup("2s", "3s")
    assert not table.table.was_drawn(table.lying(drawn))


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
