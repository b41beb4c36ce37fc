"""The random nights of the newer games reach what they are for: every refusal, and the depths of each game."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.oracle.random_games import random_mixed_night, random_night_of
from tests.oracle.script_player import play

NIGHTS = 100
REFUSED = {
    "pharo": """
        place_bet: unknown_player wrong_phase bank_broken already_done bad_input bad_placement not_a_multiple
        place_bet: not_allowed_here dead_card under_minimum over_limit not_enough_checks
        press_bet: unknown_bet bad_input not_a_multiple not_allowed_here over_limit not_enough_checks
        move_bet: unknown_bet bad_input bad_placement not_allowed_here dead_card
        take_down_bet: unknown_bet bad_input not_allowed_here
        coup: wrong_phase bad_input odd_card
        paix: unknown_bet bad_input not_allowed_here over_limit
        paroli: unknown_bet bad_input not_allowed_here over_limit
        take_win: unknown_bet bad_input not_allowed_here
        pli: unknown_bet bad_input not_allowed_here
        mask_bet: unknown_bet bad_input
        miscount: wrong_phase bad_input
        void_deal: wrong_phase bad_input
        start_deal: wrong_phase
        end_deal: wrong_phase
        leave_table: wrong_phase
        lay: not_allowed_here
    """,
    "farmer": """
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn not_enough_checks
        show_hand: unknown_player wrong_phase bad_input odd_card bad_result
        settle_hand: wrong_phase not_enough_checks
        void_hand: wrong_phase bad_input
        leave_table: wrong_phase
    """,
    "spoil_five": """
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn not_enough_checks
        kill_hand: unknown_player wrong_phase already_done bad_input not_allowed_here
        score_hand: unknown_player wrong_phase bad_input bad_result not_enough_checks
        void_hand: wrong_phase bad_input
    """,
    "five_in_one": """
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn
        part_result: unknown_player wrong_phase bad_input bad_result not_enough_checks
        cold_hand: unknown_player wrong_phase bad_input not_enough_checks
        consolation: wrong_phase bad_input odd_card not_enough_checks
        void_hand: wrong_phase bad_input
    """,
}


@pytest.mark.parametrize("game", REFUSED)
def test_every_refusal_is_reached(game: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(NIGHTS):
        counts.update(f"{one['do']}: {one['code']}" for one in play(random_night_of(game, seed))["refused"])
    lines = [line.strip().split(": ") for line in REFUSED[game].strip().splitlines()]
    wanted = [f"{command}: {code}" for command, codes in lines for code in codes.split()]
    assert [what for what in wanted if not counts[what]] == []


def test_pharo_goes_deep() -> None:
    """Chains to the soixante, plis that win, doublets that leave a gain, a win of more than one coup's cards."""
    rows = [row for seed in range(NIGHTS) for row in play(random_night_of("pharo", seed))["bets"]]
    counts = Counter(row["result"] for row in rows)
    assert set(counts) == {"won", "lost", "split", "standoff", "paid", "forfeit", "returned"}
    assert any(row["result"] == "won" and row["gain"] >= 63 * row["stake"] for row in rows)
    assert any(row["result"] == "won" and row["paid"] for row in rows)
    assert any(row["result"] == "split" and row["gain"] for row in rows)
    assert any(row["result"] == "lost" and not row["taken"] for row in rows)


def test_hands_end_in_every_way() -> None:
    farmer, spoil_five, five_in_one = (
        [row for seed in range(NIGHTS) for row in play(random_night_of(game, seed))["hands"]]
        for game in ("farmer", "spoil_five", "five_in_one")
    )
    assert {(bool(row["winner"]), bool(row["nearest"])) for row in farmer} == {
        (True, False),
        (False, True),
        (False, False),
    }
    ends = {(bool(row["winner"]), max(row["tricks"].values()), bool(row["out"])) for row in spoil_five}
    assert ends >= {(True, 3, False), (True, 5, False), (False, 4, True), (False, 3, True), (False, 2, True)}
    assert {bool(row["winner"]) for row in five_in_one} == {True, False}


def test_several_games_are_dealt_in_a_night() -> None:
    hands = [{row.get("game", "fan_tan") for row in play(random_mixed_night(seed))["hands"]} for seed in range(30)]
    assert max(len(games) for games in hands) >= 3
