"""Pharo: how stakes come off the table, and every refusal in the contract's order (G1)."""

from __future__ import annotations

from typing import Any

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


NEW: dict[str, Any] = {"bet": "n", "player": "red", "kind": "single", "ranks": ["5"], "stake": 100}

NEEDED: dict[str, dict[str, Any]] = {
    "start_deal": {},
    "show_bottom": {"card": "As"},
    "place_bet": NEW,
    "press_bet": {"bet": "b1", "add": 25},
    "move_bet": {"bet": "b1", "kind": "single", "ranks": ["6"]},
    "take_down_bet": {"bet": "b1"},
    "coup": {"bank": "2h", "punters": "3h"},
    "paix": {"bet": "b1"},
    "paroli": {"bet": "b1"},
    "take_win": {"bet": "b1"},
    "pli": {"bet": "b1"},
    "mask_bet": {"bet": "b1"},
    "unmask_bet": {"bet": "b1"},
    "miscount": {"cards": 51},
    "void_deal": {"reason": "foul"},
    "end_deal": {},
}
IDLE, BOTTOM, BETTING, DEALT = "idle", "bottom", "betting", "dealt"
ALLOWED = {
    **{do: {BETTING} for do in NEEDED},
    **{do: {BETTING, DEALT} for do in ("paix", "paroli", "take_win")},
    **{do: {BOTTOM, BETTING, DEALT} for do in ("miscount", "void_deal")},
    "start_deal": {IDLE},
    "show_bottom": {BOTTOM},
    "end_deal": {DEALT},
}


def in_phase(phase: str) -> PharoNight:
    """A table on which b1, a soixante, lies in a phase."""
    table = PharoNight(late_cards=0)
    bet = table.bet("J-Q-K")
    for punters, bank in zip(["Ks", "Kh", "Kd", "Kc", "Qs"], ["2s", "2h", "2d", "2c", "3s"], strict=True):
        table.coup(bank, punters)
        table("paroli", bet=bet)
    table("mask_bet", bet=bet)
    table.deal_out()
    if phase == DEALT:
        return table
    table("end_deal")
    if phase != IDLE:
        table("start_deal")
    if phase == BETTING:
        table("show_bottom", card="As")
    return table


@pytest.mark.parametrize("phase", [IDLE, BOTTOM, BETTING, DEALT])
@pytest.mark.parametrize("do", NEEDED)
def test_every_command_has_its_phases(phase: str, do: str) -> None:
    table = in_phase(phase)
    if phase not in ALLOWED[do]:
        assert table.refusal(do, **NEEDED[do]) == "wrong_phase"
    elif do in ("press_bet", "paix", "paroli", "take_win", "pli"):
        assert table.refusal(do, **NEEDED[do]) == "not_allowed_here"
    else:
        table(do, **NEEDED[do])


@pytest.mark.parametrize("do", [do for do, arguments in NEEDED.items() if arguments.get("bet") == "b1"])
def test_a_bet_that_does_not_lie_is_unknown_before_anything_else(do: str) -> None:
    table = PharoNight(bottom=None)
    assert table.refusal(do, **{**NEEDED[do], "bet": "b0"}) == "unknown_bet"
    assert table.refusal(do, bet="b0") == "unknown_bet"
    assert table.refusal(do) == "wrong_phase"
    table("show_bottom", card="As")
    assert table.refusal(do) == "bad_input"
    assert table.refusal(do, **{**NEEDED[do], "bet": None}) == "bad_input"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"bet": None}, "bad_input"),
        ({"bet": ""}, "bad_input"),
        ({"player": None}, "bad_input"),
        ({"player": 5}, "bad_input"),
        ({"kind": "split"}, "bad_input"),
        ({"ranks": None}, "bad_input"),
        ({"ranks": "5"}, "bad_input"),
        ({"ranks": ["1"]}, "bad_input"),
        ({"ranks": []}, "bad_placement"),
        ({"ranks": ["5", "6"]}, "bad_placement"),
        ({"kind": "figure"}, "bad_placement"),
        ({"kind": "figure", "ranks": ["5", "6", "7"]}, "bad_placement"),
        ({"kind": "figure", "ranks": ["4", "5", "6", "6"]}, "bad_placement"),
        ({"ranks": ["K"]}, "bad_placement"),
        ({"ranks": ["K"], "opposed": True}, "bad_placement"),
        ({"stake": 100.0}, "bad_input"),
        ({"stake": True}, "bad_input"),
        ({"stake": 0}, "not_a_multiple"),
        ({"stake": -25}, "not_a_multiple"),
        ({"stake": 30}, "not_a_multiple"),
        ({"opposed": "yes"}, "bad_input"),
        ({"stake": 10_025}, "over_limit"),
    ],
)
def test_what_is_wrong_with_a_stake(change: dict[str, Any], code: str) -> None:
    table = PharoNight()
    table.bet("K")
    assert table.refusal("place_bet", **{**NEW, **change}) == code


def test_a_key_is_used_once_a_night_but_a_stake_that_was_taken_back_never_lay() -> None:
    table = PharoNight()
    bet = table.bet("K")
    table("void")
    table("place_bet", **{**NEW, "bet": bet})
    table("take_down_bet", bet=bet)
    assert table.refusal("place_bet", **{**NEW, "bet": bet, "stake": "much"}) == "already_done"


def test_in_a_house_without_figures_no_card_is_changed_to_one() -> None:
    table = PharoNight(figures=False)
    bet = table.bet("K")
    assert table.refusal("move_bet", bet=bet, kind="figure", ranks=["4", "5", "6"]) == "not_allowed_here"


def test_placing_is_refused_in_the_contracts_order() -> None:
    """Each step mends the first thing wrong; the next one in the order is then named."""
    table = PharoNight(minimum=50, limit=1_000, figures=False, oppose=False)
    table.bet("6")
    for suits in "sh", "dc":
        table("coup", bank="2" + suits[0], punters="2" + suits[1])
    wrong: dict[str, Any] = {"player": "nobody", "bet": "b1", "kind": "pot", "ranks": ["6"], "stake": 30}
    steps: list[tuple[str, dict[str, Any]]] = [
        ("unknown_player", {}),
        ("already_done", {"player": "red"}),
        ("bad_input", {"bet": "n"}),
        ("bad_placement", {"kind": "single"}),
        ("bad_placement", {"ranks": ["7", "8"]}),
        ("not_a_multiple", {"kind": "figure", "ranks": ["A", "2", "3"], "opposed": True}),
        ("not_allowed_here", {"stake": 25}),
        ("not_allowed_here", {"kind": "single", "ranks": ["2"]}),
        ("dead_card", {"opposed": False}),
        ("under_minimum", {"ranks": ["7"]}),
        ("over_limit", {"stake": 1_025}),
        ("not_enough_checks", {"stake": 1_000}),
    ]
    for code, mended in steps:
        wrong |= mended
        if code == "not_enough_checks":
            table("cash_in", player="red", amount=19_200)
        assert table.refusal("place_bet", **wrong) == code
