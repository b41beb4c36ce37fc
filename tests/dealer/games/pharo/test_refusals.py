"""Refusals of Pharo's commands: in the contract's order, with its codes, and nothing changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.tables import PharoNight

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


def test_placing_is_refused_in_the_contracts_order() -> None:
    """Each step mends the first thing wrong; the next one in the order is then named."""
    table = PharoNight(minimum=50, limit=1_000, figures=False, oppose=False)
    for rank in "2", "3":
        table("coup", bank=rank + "s", punters=rank + "h")
        table("coup", bank=rank + "d", punters=rank + "c")
    table.bet("6")
    table("void_deal", reason="to begin with")
    table("start_deal")
    table("show_bottom", card="As")
    for suits in "sh", "dc":
        table("coup", bank="2" + suits[0], punters="2" + suits[1])
    table("place_bet", bet="b2", player="red", kind="single", ranks=["6"], stake=100)
    wrong: dict[str, Any] = {"player": "nobody", "bet": "b1", "kind": "pot", "ranks": ["6"], "stake": 30}
    seen = []
    for mended in (
        {},
        {"player": "red"},
        {"bet": "n"},
        {"kind": "single"},
        {"kind": "single", "ranks": ["7", "8"]},
        {"kind": "figure", "ranks": ["A", "2", "3"], "opposed": True},
        {"stake": 25},
        {"kind": "single", "ranks": ["2"]},
        {"opposed": False},
        {"ranks": ["7"]},
        {"stake": 1_025},
        {"stake": 1_000},
    ):
        wrong |= mended
        if wrong["stake"] == 1_000:
            table("cash_in", player="red", amount=19_200)
        seen.append(table.refusal("place_bet", **wrong))
    assert seen == [
        "unknown_player",
        "already_done",
        "bad_input",
        "bad_placement",
        "bad_placement",
        "not_a_multiple",
        "not_allowed_here",
        "not_allowed_here",
        "dead_card",
        "under_minimum",
        "over_limit",
        "not_enough_checks",
    ]


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


def test_a_card_bears_one_stake_of_its_own_punter() -> None:
    table = PharoNight()
    table.bet("K")
    for player, ranks in (("blue", "K"), ("red", "J-Q-K"), ("red", "Q")):
        table.bet(ranks, player=player)
    table("place_bet", **NEW, opposed=None)
    assert not table.lying("n").opposed


def test_a_key_is_used_once_a_night_but_a_stake_that_was_taken_back_never_lay() -> None:
    table = PharoNight()
    bet = table.bet("K")
    table("void")
    table("place_bet", **{**NEW, "bet": bet})
    table("take_down_bet", bet=bet)
    assert table.refusal("place_bet", **{**NEW, "bet": bet, "stake": "much"}) == "already_done"


def test_a_card_is_dead_when_all_its_ranks_are_dealt_and_the_bottom_card_is_not_until_it_comes() -> None:
    table = PharoNight(bottom="5s")
    table("coup", bank="5h", punters="5d")
    table("coup", bank="5c", punters="4s")
    for bank, punters in (("4h", "4d"), ("6s", "6h"), ("6d", "6c"), ("4c", "2s")):
        table("coup", bank=bank, punters=punters)
    assert table.refusal("place_bet", **{**NEW, "ranks": ["4"]}) == "dead_card"
    table("place_bet", **NEW)
    table("place_bet", **{**NEW, "bet": "m", "kind": "figure", "ranks": ["6", "5", "4"]})
    assert table.refusal("move_bet", bet="n", kind="single", ranks=["6"]) == "dead_card"


@pytest.mark.parametrize("state", ["folds", "awaits", "pli"])
def test_only_a_plain_stake_is_pressed(state: str) -> None:
    table = PharoNight(limit=200)
    bet = table.bet("K", 200)
    assert table.refusal("press_bet", bet=bet, add=30) == "not_a_multiple"
    assert table.refusal("press_bet", bet=bet, add=25) == "over_limit"
    table.coup("Kc" if state == "pli" else "2s", "Ks")
    if state != "awaits":
        table("pli" if state == "pli" else "paroli", bet=bet)
    assert table.refusal("press_bet", bet=bet, add=30) == "not_a_multiple"
    assert table.refusal("press_bet", bet=bet, add=25) == "not_allowed_here"


def test_pressing_asks_for_a_live_card_the_limit_and_checks() -> None:
    table = PharoNight(limit=300)
    bet = table.bet("K", 200)
    table("cash_in", player="red", amount=19_775)
    assert table.refusal("press_bet", bet=bet, add=125) == "over_limit"
    assert table.refusal("press_bet", bet=bet, add=50) == "not_enough_checks"
    table("press_bet", bet=bet, add=25)
    assert table.lying(bet).stake_cents == 225
    table("mask_bet", bet=bet)
    table("coup", bank="Ks", punters="Kh")
    table("coup", bank="Kd", punters="Kc")
    assert table.refusal("press_bet", bet=bet, add=25_000) == "dead_card"


def test_a_card_is_changed_with_all_that_is_on_it() -> None:
    table = PharoNight()
    bet, other = table.bet("K"), table.bet("Q")
    table.coup("2s", "Ks")
    assert table.refusal("move_bet", bet=bet, kind="single", ranks=["Q"]) == "bad_placement"
    assert table.refusal("move_bet", bet=bet, kind="string", ranks=["Q"]) == "bad_input"
    table("move_bet", bet=bet, kind="single", ranks=["K"])
    table("move_bet", bet=bet, kind="figure", ranks=["4", "5", "6"])
    table("paroli", bet=bet)
    assert table.coup("3s", "5s") == [(bet, "won", 100, 0, 0, 300)]
    assert other in table.table.bets


def test_in_a_house_without_figures_no_card_is_changed_to_one() -> None:
    table = PharoNight(figures=False)
    bet = table.bet("K")
    assert table.refusal("move_bet", bet=bet, kind="figure", ranks=["4", "5", "6"]) == "not_allowed_here"


def test_late_nothing_is_taken_down_and_cards_are_changed_right_after_an_event_alone() -> None:
    table = PharoNight(bottom="As")
    lies, drawn, wins = table.bet("10", 100), table.bet("J-Q-K", 100, "blue"), table.bet("9", 100, "white")
    for bet in (lies, wins):
        table("mask_bet", bet=bet)
    table.deal_to(21, leaving="9s 10s Js Qs Kd Kc Qd Qc Jd")
    table("move_bet", bet=lies, kind="single", ranks=["10"])
    table("unmask_bet", bet=wins)
    table.coup("10s", "9s")
    assert table.table.cards_left == 8
    assert table.refusal("take_down_bet", bet=wins) == "not_allowed_here"
    assert table.refusal("move_bet", bet=lies, kind="single", ranks=["K"]) == "not_allowed_here"
    table("move_bet", bet=wins, kind="single", ranks=["J"])
    table("take_win", bet=wins)
    table("place_bet", **{**NEW, "ranks": ["Q"]})
    table.coup("Js", "Qs")
    assert table.refusal("move_bet", bet=drawn, kind="single", ranks=["K"]) == "not_allowed_here"


def test_salon_is_never_late_before_the_deal_is_dealt_out() -> None:
    table = PharoNight(preset="salon")
    bet = table.bet("J-Q-K")
    table("mask_bet", bet=bet)
    table.deal_to(25)
    table("take_down_bet", bet=bet)


def test_taking_down_pays_what_is_in_suspense() -> None:
    table = PharoNight()
    bet = table.bet("K")
    table.coup("2s", "Ks")
    table("paroli", bet=bet)
    assert table.rows("take_down_bet", bet=bet) == [(bet, "paid", 100, 100, 0, 0)]
    assert table.held("red") == 20_100


@pytest.mark.parametrize(
    ("do", "arguments", "code"),
    [
        ("miscount", {"cards": 52}, "bad_input"),
        ("miscount", {"cards": -1}, "bad_input"),
        ("miscount", {"cards": 51.0}, "bad_input"),
        ("miscount", {}, "bad_input"),
        ("void_deal", {"reason": " "}, "bad_input"),
        ("void_deal", {}, "bad_input"),
        ("coup", {"bank": "2s"}, "bad_input"),
        ("coup", {"bank": "1s", "punters": "2s"}, "bad_input"),
        ("pli", {"bet": "b1"}, "not_allowed_here"),
    ],
)
def test_what_else_is_refused(do: str, arguments: dict[str, Any], code: str) -> None:
    table = PharoNight()
    table.bet("K")
    assert table.refusal(do, **arguments) == code


def test_the_bottom_card_is_a_card() -> None:
    table = PharoNight(bottom=None)
    assert [table.refusal("show_bottom", card=card) for card in ("1s", None, 5)] == ["bad_input"] * 3
    table("show_bottom", card="K")
