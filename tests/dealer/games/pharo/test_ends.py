"""How stakes come off: ends, carried soixantes, void deals, miscounts, the close, a broken bank (rulebook G1)."""

from __future__ import annotations

import pytest

from tests.support.tables import PharoNight

PUNTERS = ["Ks", "Kh", "Kd", "Kc", "Qs", "Qh"]
BANKS = ["2s", "2h", "2d", "2c", "3s", "3h"]


def chained(table: PharoNight, folds: int, stake: int = 100, player: str = "red", last: str = "paroli") -> str:
    """A bet on the red figure that has won so many times and made its last fold, not won or lost since."""
    bet = table.bet("J-Q-K", stake, player)
    for number in range(1, folds + 1):
        table.coup(BANKS[number], PUNTERS[number])
        table("paroli" if number < folds else last, bet=bet)
    return bet


def masked_to_the_end(table: PharoNight, bet: str) -> None:
    table("mask_bet", bet=bet)
    table.deal_out()


@pytest.mark.parametrize("last", ["paroli", "paix"])
def test_a_soixante_is_carried_into_the_next_deal_as_it_is(last: str) -> None:
    table = PharoNight()
    bet, other = chained(table, 5, last=last), table.bet("5", player="blue")
    table("mask_bet", bet=other)
    masked_to_the_end(table, bet)
    before = table.lying(bet)
    assert table.rows("end_deal") == [(other, "returned", 100, 0, 0, 0)]
    assert table.lying(bet) == before
    table("start_deal")
    table("show_bottom", card="As")
    assert table.refusal("place_bet", bet="x", player="red", kind="figure", ranks=["Q", "J", "K"], stake=25) == (
        "bad_placement"
    )
    table("unmask_bet", bet=bet)
    gain = 6300 if last == "paroli" else 6200
    assert table.coup("2s", "Ks") == [(bet, "won", 100, 0, 0, gain)]
    assert table.now.ledger.balance("layout:red") == 100


def test_a_soixante_lost_by_a_doublet_is_a_trente_and_goes_back() -> None:
    table = PharoNight()
    bet = chained(table, 5)
    assert table.coup("Js", "Jh") == [(bet, "split", 100, 0, 0, 1500)]
    masked_to_the_end(table, bet)
    assert table.rows("end_deal") == [(bet, "paid", 100, 1500, 0, 0), (bet, "returned", 100, 0, 0, 0)]


def test_a_doublet_under_the_paix_of_a_soixante_does_not_undo_it() -> None:
    table = PharoNight()
    bet = chained(table, 5, last="paix")
    table.coup("Js", "Jh")
    masked_to_the_end(table, bet)
    assert table.rows("end_deal") == []
    assert table.lying(bet).gain_cents == 1550


@pytest.mark.parametrize(("carry", "carried"), [("chain", True), ("soixante", False), ("none", False)])
def test_a_house_may_carry_any_chain_or_none(carry: str, carried: bool) -> None:
    table = PharoNight(carry=carry)
    bet = chained(table, 2)
    masked_to_the_end(table, bet)
    rows = table.rows("end_deal")
    assert (bet in table.table.bets) is carried
    assert rows == ([] if carried else [(bet, "paid", 100, 300, 0, 0), (bet, "returned", 100, 0, 0, 0)])


def test_a_carried_stake_goes_back_at_the_close_with_what_it_has_won() -> None:
    table = PharoNight()
    bet = chained(table, 5)
    masked_to_the_end(table, bet)
    table("end_deal")
    assert table.rows("close_night") == [(bet, "paid", 100, 3100, 0, 0), (bet, "returned", 100, 0, 0, 0)]
    row = table.result()["bets"][-1]
    assert (row["deal"], row["turn"]) == (1, 26)


def test_a_carried_stake_keeps_its_punter_at_the_table() -> None:
    table = PharoNight()
    masked_to_the_end(table, chained(table, 5))
    table("end_deal")
    assert table.refusal("leave_table", player="red") in ("wrong_phase", "not_allowed_here")
    table("leave_table", player="blue")


def test_a_fifth_fold_made_after_the_last_coup_is_carried() -> None:
    table = PharoNight(hockley=False, bottom="Ks")
    bet = table.bet("J-Q-K")
    for bank, punters in zip(BANKS[1:5], PUNTERS[1:5], strict=True):
        table.coup(bank, punters)
        table("paroli", bet=bet)
    table("mask_bet", bet=bet)
    table.deal_to(25, leaving="4s")
    table("unmask_bet", bet=bet)
    table.coup("4s", "Ks")
    table("paroli", bet=bet)
    assert table.rows("end_deal") == []
    assert table.lying(bet).folds == ("paroli",) * 5


def test_a_voided_deal_pays_what_is_in_suspense_largest_first_and_gives_the_stakes_back() -> None:
    table = PharoNight()
    plain, small, large = table.bet("5"), table.bet("K", 25, "blue"), table.bet("K", 50, "white")
    table.coup("2s", "Ks")
    table("paroli", bet=large)
    assert table.rows("void_deal", reason="foul") == [
        (large, "paid", 50, 50, 0, 0),
        (small, "paid", 25, 25, 0, 0),
        (plain, "returned", 100, 0, 0, 0),
        (small, "returned", 25, 0, 0, 0),
        (large, "returned", 50, 0, 0, 0),
    ]
    assert table.refusal("coup", bank="2h", punters="3s") == "wrong_phase"


def test_a_miscounted_pack_pays_every_stake_as_if_it_had_won() -> None:
    table = PharoNight()
    pli = table.bet("K", 200)
    plain, paix, paroli = (table.bet("Q", 100, player) for player in ("red", "blue", "white"))
    masked = table.bet("7", 300, "blue")
    table("mask_bet", bet=masked)
    table.coup("Ks", "Kh")
    table("pli", bet=pli)
    table.coup("2s", "Qs")
    table("take_win", bet=plain)
    table("paix", bet=paix)
    table("paroli", bet=paroli)
    held = {player: table.held(player) for player in ("red", "blue", "white")}
    assert table.rows("miscount", cards=51) == [
        (paroli, "forfeit", 100, 300, 0, 0),
        (masked, "forfeit", 300, 300, 0, 0),
        (paix, "forfeit", 100, 200, 0, 0),
        (pli, "forfeit", 100, 100, 0, 0),
        (plain, "forfeit", 100, 100, 0, 0),
    ]
    came = {player: table.held(player) - held[player] for player in held}
    assert came == {"red": 400, "blue": 900, "white": 400}
    assert table.table.bets == {}
    table("start_deal")
    assert table.table.deal == 2


def test_a_miscount_pays_a_win_that_awaits_once() -> None:
    table = PharoNight()
    bet = table.bet("K")
    table.coup("2s", "Ks")
    assert table.rows("miscount", cards=53) == [(bet, "forfeit", 100, 100, 0, 0)]


def broken(roll: int = 100) -> tuple[PharoNight, str, str, str]:
    """A bank that owes 300 and 150 on wins that await, with another stake on the table."""
    table = PharoNight(roll=roll)
    large, small, other = table.bet("K", 300), table.bet("K", 150, "blue"), table.bet("9", 50, "white")
    table.coup("2s", "Ks")
    return table, large, small, other


def test_a_bank_that_breaks_pays_as_far_as_it_goes_and_gives_every_stake_back() -> None:
    table, large, small, other = broken()
    assert table.coup("3s", "4s") == [
        (large, "paid", 300, 100, 0, 0),
        (small, "paid", 150, 0, 0, 0),
        (large, "returned", 300, 0, 0, 0),
        (small, "returned", 150, 0, 0, 0),
        (other, "returned", 50, 0, 0, 0),
    ]
    assert {row["turn"] for row in table.result()["bets"]} == {1}
    assert table.table.turn == 2
    new = {"bet": "n", "player": "red", "kind": "single", "ranks": ["5"], "stake": 25}
    assert table.refusal("place_bet", **{**new, "bet": large, "stake": 1}) == "bank_broken"
    table("raise_roll", amount=1_000)
    table("place_bet", **new)


def test_a_bank_that_pays_its_last_check_is_not_broken() -> None:
    table, *_ = broken(450)
    table.coup("3s", "4s")
    assert (table.table.broken, len(table.table.bets)) == (False, 3)


def test_the_bank_breaks_by_one_win_that_is_taken() -> None:
    table, large, small, other = broken()
    assert table.rows("take_win", bet=large) == [
        (large, "paid", 300, 100, 0, 0),
        (large, "returned", 300, 0, 0, 0),
        (small, "returned", 150, 0, 0, 0),
        (other, "returned", 50, 0, 0, 0),
    ]


def test_a_stake_taken_down_from_a_bank_that_breaks_by_it_has_no_row_of_its_own() -> None:
    table, large, small, other = broken()
    assert table.rows("take_down_bet", bet=large) == [
        (large, "paid", 300, 100, 0, 0),
        (small, "returned", 150, 0, 0, 0),
        (other, "returned", 50, 0, 0, 0),
    ]


def test_losses_come_before_the_payments_of_plis_and_wins_of_the_coup_keep_their_rows() -> None:
    table = PharoNight(roll=0)
    pli = table.bet("J-Q-K", 200)
    table.coup("Ks", "Kh")
    table("pli", bet=pli)
    five = table.bet("5", 75, "blue")
    table.coup("2s", "5s")
    table("take_win", bet=five)
    win, lost = table.bet("Q", 100, "blue"), table.bet("3", 25, "white")
    assert table.play_cents == 25
    assert table.coup("3s", "Qs") == [
        (lost, "lost", 25, 0, 25, 0),
        (pli, "won", 100, 50, 0, 0),
        (win, "won", 100, 0, 0, 100),
        (pli, "returned", 150, 0, 0, 0),
        (five, "returned", 75, 0, 0, 0),
        (win, "returned", 100, 0, 0, 0),
    ]


def test_a_miscount_that_breaks_the_bank_leaves_no_rows_for_stakes() -> None:
    table, large, small, other = broken()
    assert table.rows("miscount", cards=50) == [
        (large, "forfeit", 300, 100, 0, 0),
        (small, "forfeit", 150, 0, 0, 0),
        (other, "forfeit", 50, 0, 0, 0),
    ]
    assert (table.table.broken, table.table.bets) == (True, {})


def test_carried_stakes_go_back_too_when_the_bank_breaks_at_the_end_of_a_deal() -> None:
    table = PharoNight(roll=0, hockley=False, bottom="Js")
    carried = chained(table, 5)
    table("mask_bet", bet=carried)
    table.deal_to(25, leaving="4s")
    win = table.bet("J", 400, "blue")
    table.coup("4s", "Js")
    assert table.rows("end_deal") == [
        (win, "paid", 400, 0, 0, 0),
        (carried, "returned", 100, 0, 0, 0),
        (win, "returned", 400, 0, 0, 0),
    ]
    assert table.table.bets == {}


@pytest.mark.parametrize("masked", [False, True])
def test_when_it_is_late_a_stake_stays_down_but_a_mask_keeps_it_from_the_last_coups(masked: bool) -> None:
    table = PharoNight(bottom="As")
    table.deal_to(22, leaving="2s 3s Ks Kh Qs Qh")
    bet = table.bet("K")
    assert table.table.is_late
    assert table.refusal("take_down_bet", bet=bet) == "not_allowed_here"
    if masked:
        table("mask_bet", bet=bet)
    assert table.coup("Ks", "Qs") == ([] if masked else [(bet, "lost", 100, 0, 100, 0)])
    table.deal_out()
    assert table.rows("end_deal") == ([(bet, "returned", 100, 0, 0, 0)] if masked else [])
