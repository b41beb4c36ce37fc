"""Pharo: how stakes come off the table, and every refusal in the contract's order (G1)."""

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
