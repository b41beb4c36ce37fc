"""Pharo: the rulebook's worked example, and the phases of every command (rulebook G1)."""

from __future__ import annotations

from typing import Any

import pytest

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
    "count_pack": {"player": "red", "cards": 52},
    "miscount": {"cards": 51},
    "void_deal": {"reason": "foul"},
    "end_deal": {},
}
IDLE, BOTTOM, BETTING, DEALT = "idle", "bottom", "betting", "dealt"
ALLOWED = {
    **{do: {BETTING} for do in NEEDED},
    **{do: {BETTING, DEALT} for do in ("paix", "paroli", "take_win")},
    **{do: {BOTTOM, BETTING, DEALT} for do in ("miscount", "void_deal")},
    **{do: {IDLE} for do in ("start_deal", "count_pack")},
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
