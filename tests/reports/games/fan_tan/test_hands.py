"""Hands as they are written down for paper: their turns, how they ended, and what became of each wrong pass."""

from __future__ import annotations

from events.effective_facts import effective
from reports.games.fan_tan.hands import Ending, HandRecord, Penalty, hand_records_of
from tests.reports import hands
from tests.reports.nights import Played
from tests.support.hand import PotTable


def records(night: Played) -> list[HandRecord]:
    return hand_records_of(one.fact for one in effective(night.facts))


def test_every_way_in_which_a_hand_ends_is_told_apart() -> None:
    closed = [hand.ending for hand in records(hands.crowded_pot())]
    assert closed == [Ending.WON, Ending.DEAD, Ending.VOIDED, Ending.BROKEN_OFF]
    assert records(hands.crowded_pot(closed=False))[-1].ending is Ending.ON


def test_a_penalty_is_taken_waived_or_not_decided_yet() -> None:
    first, *_ = records(hands.crowded_pot())
    fates = {one.turn: one.fate for one in first.wrong_passes()}
    assert {2, 9, 11} <= fates.keys()
    assert fates.pop(2) is Penalty.TAKEN
    assert set(fates.values()) == {Penalty.WAIVED}
    last = records(hands.crowded_pot(closed=False))[-1]
    assert {one.fate for one in last.wrong_passes()} == {Penalty.OPEN}


def test_a_wrong_pass_names_cards_that_were_laid_later_or_shown() -> None:
    for hand in records(hands.crowded_pot()):
        laid = hand.laid_at()
        for wrong in hand.wrong_passes():
            for held in wrong.held:
                if held.laid_at:
                    assert (laid[held.card].number, laid[held.card].player) == (held.laid_at, wrong.player)
                    assert held.laid_at > wrong.turn
                else:
                    assert held.card in hand.shown[wrong.player]


def test_what_a_dead_hand_left_lies_before_the_next() -> None:
    _, dead, voided, last = records(hands.crowded_pot())
    # Four antes of a chip and a chip each for the dead hand.
    assert (dead.pot_chips, voided.before_chips, last.before_chips) == (8, 8, 8)
    assert voided.voided == "a card lay face up in the pack"


def test_laid_passed_and_left_make_the_cards_dealt() -> None:
    for hand in records(hands.night_of_both()):
        assert len(hand.laid_at()) + hand.passes == len(hand.turns)
        for player in hand.players:
            assert hand.left(player) == len(hand.shown.get(player, ()))
        assert sum(hand.dealt.values()) == 52


def test_hands_shown_because_all_had_passed_are_forgotten_when_play_goes_on() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7c"})
    for _ in table.players:
        table.pass_on()
    table.show_all()
    assert set(hand_records_of(one.fact for one in table.recorded)[-1].shown) == set(table.players)
    table.lay("7c")
    assert hand_records_of(one.fact for one in table.recorded)[-1].shown == {}
    table.play_out()
    winner = table.hand.winner
    table.finish()
    assert winner not in hand_records_of(one.fact for one in table.recorded)[-1].shown
