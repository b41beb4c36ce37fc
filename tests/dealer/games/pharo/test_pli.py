"""The pli: what a doublet left of a plain stake is ventured to win the lost part back (rulebook G1)."""

from __future__ import annotations

from tests.support.tables import PharoNight


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


def test_halves_that_were_lost_without_a_pli_count_too() -> None:
    table, bet = halved()
    table.coup("Qs", "Qh")
    table("pli", bet=bet)
    assert table.coup("2s", "Kd") == [(bet, "won", 50, 150, 0, 0)]


def test_a_pli_that_won_gives_no_right_to_a_fold_or_another_pli() -> None:
    table, bet = halved()
    table("pli", bet=bet)
    table.coup("2s", "Kd")
    assert {table.refusal(do, bet=bet) for do in ("paix", "paroli", "take_win", "pli")} == {"not_allowed_here"}


def test_a_pli_that_loses_loses_what_was_left() -> None:
    table, bet = halved()
    table("pli", bet=bet)
    assert table.coup("Kd", "2s") == [(bet, "lost", 100, 0, 100, 0)]


def test_without_a_pli_what_is_left_is_a_plain_stake_of_its_own_size() -> None:
    table, bet = halved()
    assert table.coup("2s", "Kd") == [(bet, "won", 100, 0, 0, 100)]
    table("paroli", bet=bet)


def test_a_draw_between_leaves_the_right_to_a_pli() -> None:
    table, bet = halved()
    table.coup("Qs", "Kd")
    table("pli", bet=bet)
    assert table.lying(bet).pli


def test_a_pli_stays_under_a_mask_and_on_another_card() -> None:
    table, bet = halved()
    table("pli", bet=bet)
    table("mask_bet", bet=bet)
    table("move_bet", bet=bet, kind="single", ranks=["5"])
    table("unmask_bet", bet=bet)
    assert table.coup("2s", "5h") == [(bet, "won", 100, 100, 0, 0)]


def test_an_order_given_again_changes_nothing() -> None:
    table, bet = halved()
    table("pli", bet=bet)
    before = table.table
    table("pli", bet=bet)
    table("unmask_bet", bet=bet)
    assert table.table == before


def test_pressing_ends_the_right_to_a_pli() -> None:
    table, bet = halved()
    table("press_bet", bet=bet, add=25)
    assert table.refusal("pli", bet=bet) == "not_allowed_here"
    assert table.coup("Qs", "Qh") == [(bet, "split", 125, 0, 75, 0)]
    table("pli", bet=bet)
    assert table.coup("2s", "Kd") == [(bet, "won", 50, 75, 0, 0)]


def test_a_doublet_under_a_fold_gives_no_right_to_a_pli() -> None:
    table = PharoNight()
    bet = table.bet("J-Q-K")
    table.coup("2s", "Ks")
    table("paroli", bet=bet)
    table.coup("Qs", "Qh")
    assert table.refusal("pli", bet=bet) == "not_allowed_here"
