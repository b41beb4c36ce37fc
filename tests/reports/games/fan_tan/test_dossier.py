"""The story of a hand: every fact of it in a sentence, wrong passes with their proof, refusals and disputes."""

from __future__ import annotations

from dealer.night.history import History
from events.book.book import Book
from reports.sheets.dossier import round_story, rounds_of
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.support.disputed import Disputed
from tests.support.pure import PureNight


def test_a_hand_tells_turns_refusals_and_what_is_disputed() -> None:
    with Book.open() as book:
        played = Disputed(book).play_bet().rule().play_hand()
        history = played.assistant.history(played.night)
        lines = round_story(history, book.commands(played.night), "fan_tan", 1)
        assert round_story(history, (), "fan_tan", 2) == ()
    assert [line.text for line in lines] == [
        "Cy Young deals hand 1: Ada Lamb 18, Wm. Hart 17, Cy Young 17.",
        "Turn 1: Ada Lamb lays the 7 of diamonds.",
        "Turn 2: Wm. Hart passes and pays 1 chip (25¢).",
        "Turn 3: Cy Young passes and pays 1 chip (25¢).",
        "Refused: Ada Lamb lays the 2 of spades.",
        "Turn 4: Ada Lamb lays the 8 of diamonds.",
        "Turn 5: Wm. Hart passes and pays 1 chip (25¢).",
        "Turn 6: Cy Young lays the 6 of diamonds.",
        "Wm. Hart disputes turn 3 of hand 1: “I did not pass”.",
    ]
    (summary,) = rounds_of(history)
    assert (summary.came_of_it, summary.open_disputes) == ("still on", ("d2",))


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
            proofs += sum("is proved wrong" in line.text for line in lines)
    assert proofs
