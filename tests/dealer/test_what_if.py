"""What if: a night decided again with a command struck, changed or put in, and what that changes to the cent."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.faro.game import LYING, TABS
from dealer.games.faro.state import FARO
from dealer.night.evolve import History
from dealer.what_if import Alternative, Change, Fate, Inserted, Put, Struck, ruling_refused
from events.common.night import Correction
from events.records import Recorded
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight, asked, bet, faro, nets, of, refusal_code, turn

GUIDE = Path(__file__).parents[2] / "docs" / "what-if.md"
GAMES: tuple[Callable[..., list[dict[str, Any]]], ...] = (random_night, random_fan_tan_night, random_night_of_both)
VOID = {"do": "void"}


def fates(alternative: Alternative) -> list[tuple[int, Fate, str]]:
    return [(entry.number, entry.fate, entry.refusal.code if entry.refusal else "") for entry in alternative.otherwise]


def without_places(events: Sequence[Recorded]) -> list[tuple[str, object]]:
    return [(record.command, record.event) for record in events]


def test_nothing_changed_gives_no_difference_at_all() -> None:
    """Decided again from the first command, the middle one and the end: each event is the same, and so is the night."""
    for make in GAMES:
        for seed in range(2):
            night = asked(make(seed, voids=0.05, most_lines=220))
            for number in (1, len(night.commands) // 2, len(night.commands)):
                alternative = of(night, Put(number, dict(night.commands[number - 1].document)))
                assert alternative.differences.none
                assert (alternative.otherwise, alternative.corrections) == ((), ())
                assert alternative.night == night.now
                assert without_places(alternative.events) == without_places(night.recorded)
    assert of(night).differences.none


def test_a_command_struck_is_the_night_played_without_it() -> None:
    """Where nothing was taken back, the other night is the one that its script makes without that line."""
    differ = 0
    for make in GAMES:
        for seed in range(20, 22):
            lines = [line for line in make(seed, most_lines=120) if line["do"] != "void"]
            night = asked(lines)
            for number in Random(seed).sample(range(2, len(night.commands) + 1), 4):
                alternative = of(night, Struck(number))
                others = [command.document for command in night.commands if command.number != number]
                played = PureNight().play(others)
                assert alternative.night == played.now
                assert [record.event for record in alternative.events] == [record.event for record in played.recorded]
                differ += not alternative.differences.none
    assert differ > 10


def test_the_other_nights_events_make_the_other_night_however_much_is_taken_back() -> None:
    """Folded afresh they give its state, with all that is taken back out of turn and decided again in it."""
    out_of_turn = 0
    for make in GAMES:
        for seed in (44, 46, 49):
            night = asked(make(seed, voids=0.15, most_lines=110))
            random = Random(seed)
            for number in random.sample(range(2, len(night.commands) + 1), 3):
                other = random.choice(night.commands).document
                for change in (Struck(number), Put(number, other), Inserted(number, other), Inserted(number, VOID)):
                    try:
                        alternative = of(night, change)
                    except Refusal:
                        continue
                    assert History.of(alternative.events).at(len(alternative.events)) == alternative.night
                    makers = [event.command for event in alternative.events]
                    out_of_turn += len([*groupby(makers)]) > len(set(makers))
    assert out_of_turn > 3


def test_a_bet_that_was_coppered_after_all() -> None:
    night = faro(bet("a", "Q"), bet("b", "J", "blue"), turn("Qs", "Js"), turn("2s", "3s"))
    number = night.last("place_bet", bet="a")
    alternative = of(night, Put(number, {**night.commands[number - 1].document, "coppered": True}))
    (differs,) = alternative.differences.bets
    assert (differs.bet, differs.player, differs.deal, differs.turn, differs.cents) == ("a", "red", 1, 1, 1_000)
    assert [settlement.result for settlement in (*differs.settled.book, *differs.settled.other)] == ["lost", "won"]
    assert (nets(alternative), alternative.differences.bank_cents) == ({"red": 1_000, "blue": 0}, -1_000)
    assert alternative.corrections == (Correction(source="bank", target="red", amount_cents=1_000),)
    assert set(alternative.differences.of(FARO, LYING)) == {"a"}
    assert not alternative.differences.of(FARO, TABS)
    assert fates(alternative) == [(number, Fate.CHANGED, "")]


def test_orders_for_a_struck_bet_are_refused() -> None:
    night = faro(bet("a", "Q"), {"do": "press_bet", "bet": "a", "add": 500}, turn("Qs", "Js"))
    alternative = of(night, Struck(night.last("place_bet")))
    assert fates(alternative) == [
        (night.last("place_bet"), Fate.STRUCK, ""),
        (night.last("press_bet"), Fate.REFUSED, "unknown_bet"),
    ]
    assert [(len(entry.settled.book), len(entry.settled.other)) for entry in alternative.differences.bets] == [(1, 0)]


def test_a_void_means_what_it_took_back_at_the_table() -> None:
    """Struck with what it took back it has nothing left; with more above it now, that is decided again without it."""
    night = faro(bet("a", "Q"), bet("b", "J"), {"do": "void"}, turn("Qs", "Js"))
    alternative = of(night, Struck(night.last("place_bet", bet="b")))
    assert alternative.differences.none
    assert [entry.fate for entry in alternative.otherwise] == [Fate.STRUCK, Fate.EMPTY]

    again = faro(
        {"do": "cash_in", "player": "red", "amount": 20_000},
        bet("a", "J", "blue"),
        bet("b", "Q"),
        {"do": "void"},
        turn("Qs", "Js"),
    )
    alternative = of(again, Struck(again.last("cash_in")))
    settled = {entry.bet: [row.result for row in entry.settled.other] for entry in alternative.differences.bets}
    assert settled == {"b": ["lost"]}, "the void still takes bet a back, and b, laid above it, stands"
    assert nets(alternative) == {"red": -500, "blue": 0}
    assert [entry.fate for entry in alternative.otherwise] == [Fate.STRUCK, Fate.TAKEN]
    kinds = [
        event.kind
        for event in alternative.events
        if event.command not in {created.command for created in again.recorded[:8]}
    ]
    assert kinds[:5] == ["BetPlaced", "BetPlaced", "CommandVoided", "CommandVoided", "BetPlaced"]


def test_a_changed_command_keeps_its_place_for_whatever_took_it_back() -> None:
    night = faro(bet("a", "Q"), {"do": "void"}, turn("Js", "Qs"))
    assert of(night, Put(night.last("place_bet"), bet("z", "Q", stake=900))).differences.none
    alternative = of(night, Put(night.last("place_bet"), {"do": "void"}))
    assert fates(alternative)[1:] == [
        (night.last("void"), Fate.EMPTY, ""),
        (night.last("turn"), Fate.REFUSED, "wrong_phase"),
    ], "a void that is put in takes back the last command that stands: the soda"


def test_a_night_that_would_have_closed_sooner_takes_nothing_after_it() -> None:
    dispute = {"do": "raise_dispute", "dispute": "d", "player": "red", "about": 1, "claim": "c"}
    tip = {"do": "tip", "player": "red", "amount": 100}
    night = faro(turn("Js", "Qs"), dispute, {"do": "close_night"}, tip, VOID)
    alternative = of(night, Struck(night.last("raise_dispute")))
    assert alternative.night.closed
    assert fates(alternative)[1:] == [
        (night.last("close_night"), Fate.TAKEN, "wrong_phase"),
        (night.last("tip"), Fate.REFUSED, "wrong_phase"),
        (night.last("void"), Fate.REFUSED, "wrong_phase"),
    ]
    assert alternative.differences.closed.differ


def test_a_ruling_that_the_bank_could_not_pay_is_hindered() -> None:
    night = faro(bet("a", "Q"), turn("Qs", "Js")).now
    (hindered, free) = (
        ruling_refused(night, [Correction(source="bank", target="red", amount_cents=cents)])
        for cents in (500_525, 500_500)
    )
    assert hindered is not None
    assert str(hindered) == ("The bank has $5,005 in sight, not $5,005.25. Raise the roll first. [not_enough_checks]")
    assert free is None


def test_what_cannot_be_changed_is_refused_in_one_sentence() -> None:
    night = faro(bet("a", "Q"), turn("Qs", "Js"))
    bad: list[tuple[Change, str]] = [
        (Struck(0), "bad_input"),
        (Struck(len(night.commands) + 1), "bad_input"),
        (Struck(1), "bad_input"),
        (Put(1, {"do": "start_deal"}), "bad_input"),
        (Put(1, {"do": "open_night"}), "bad_input"),
        (Put(8, {"do": "nonsense"}), "bad_input"),
        (Put(8, bet("a", "Q", stake=20_025)), "over_limit"),
        (Put(8, bet("a", "Q", player="nobody")), "unknown_player"),
        (Put(8, {"do": "place_bet", "bet": "a", "player": "red"}), "bad_input"),
        (Inserted(8, {"do": "copper_bet", "bet": "z"}), "unknown_bet"),
    ]
    for change, code in bad:
        assert refusal_code(of, night, change) == code
    with pytest.raises(Refusal, match="changed twice"):
        of(night, Struck(8), Put(8, bet("a", "K")))


def test_the_worked_example_of_the_guide_comes_out_as_it_says() -> None:
    ran = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert ran.attempted > 10
    assert ran.failed == 0


def test_a_card_that_was_misread_changes_the_case_keeper_and_what_hangs_on_it() -> None:
    night = faro(bet("a", "Q"), turn("Qs", "Js"), bet("b", "J", "blue"), turn("2s", "Jh"))
    alternative = of(night, Put(night.last("turn", loser="Qs"), turn("Jh", "Js")))
    assert list(alternative.differences.of(FARO, TABS)) == [1]
    assert fates(alternative)[1] == (night.last("turn", winner="Jh"), Fate.REFUSED, "odd_card")
    assert nets(alternative) == {"red": 500, "blue": -500}
    assert alternative.corrections == (Correction(source="blue", target="red", amount_cents=500),)
