"""The story of a hand: every fact of it in a sentence, wrong passes with their proof, refusals and disputes."""

from __future__ import annotations

from dealer.night.history import History
from reports.sheets.dossier import round_story
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.support.pure import PureNight


def test_nothing_of_a_hand_is_left_out_in_random_nights() -> None:
    proofs = 0
    for seed in range(4):
        history = History.of(PureNight().play(random_fan_tan_night(seed)).recorded)
        hands = {one.fact.hand for one in history.facts if hasattr(one.fact, "hand")}
        for hand in hands:
            lines = round_story(history, (), "fan_tan", hand)
            told = [source.number for line in lines for source in line.sources]
            assert {one.version for one in history.facts if getattr(one.fact, "hand", 0) == hand} <= set(told)
            assert len(told) == len(set(told))
            proofs += sum("is proved wrong" in line.said for line in lines)
    assert proofs
