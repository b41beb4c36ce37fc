"""The random nights of Fan-Tan that the rules are held against reach what they are for."""

from __future__ import annotations

from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.reach import tally
from tests.oracle.seeds import FAN_TAN_SEEDS, SEEDS_OF_BOTH

HAPPENS = """
    hands won; dead hands; wrong passes; wrong passes in dead hands; penalties taken; penalties with gifts taken
    several openers at once; several cards of a suit at once
    closed, with no cent lost; close_night in mid-hand; seat_player in mid-hand
    void in mid-hand; leave_table; issue_marker; lend_stake; repay_stake; tip; cash_in; redeem_marker
    raise_dispute in mid-hand; rule_dispute
"""
REFUSED = """
    start_hand: unknown_player wrong_phase not_allowed_here not_enough_checks
    lay: unknown_player wrong_phase bad_input suit_needed not_allowed_here not_your_turn odd_card cannot_play
    pass: unknown_player wrong_phase bad_input not_your_turn not_enough_checks
    show_hand: unknown_player wrong_phase bad_input suit_needed odd_card
    end_hand: wrong_phase
    take_penalty: unknown_player wrong_phase bad_input already_done not_enough_checks
    settle_hand: wrong_phase not_enough_checks
    leave_table: wrong_phase
    raise_dispute: bad_input unknown_bet
    issue_marker: over_limit
    void: nothing_to_void
"""


def test_random_fan_tan_nights_reach_every_refusal() -> None:
    counts = tally(random_fan_tan_night(seed) for seed in FAN_TAN_SEEDS)
    wanted = [what.strip() for what in HAPPENS.replace("\n", ";").split(";") if what.strip()]
    for line in REFUSED.strip().splitlines():
        command, codes = line.strip().split(": ")
        wanted += [f"{command}: {code}" for code in codes.split()]
    assert [what for what in wanted if not counts[what]] == []


def test_random_nights_of_both_games_change_between_them() -> None:
    counts = tally(random_night_of_both(seed) for seed in SEEDS_OF_BOTH)
    wanted = ("hands won", "start_deal", "end_deal", "start_hand", "start_hand: wrong_phase", "start_deal: wrong_phase")
    assert [what for what in wanted if not counts[what]] == []
