"""A game without words of its own is told by the fields of its facts and commands."""

from __future__ import annotations

from dealer.night.history import History
from events.effective_facts import effective
from reports.words.naming import about_of, bet_of, part_of, result_of, where_play_stands
from reports.words.sentences import (
    asked_for,
    command_called,
    fact_sentence,
    last_said,
    waiting_words,
    would_be_taken_back,
)
from tests.support.house import House
from web.tablet.drawer import receipts_of


def history_of(house: House, night: str) -> History:
    return house.assistant.history(night)


def told(history: History, kind: str) -> str:
    """The first fact of a kind in a sentence."""
    one = next(one for one in history.facts if one.kind == kind)
    return fact_sentence(history.at(one.version - 1), history.at(one.version), one.fact)


def test_facts_say_their_fields_by_their_kind(house: House, played: dict[str, str]) -> None:
    of_stakes, of_points = (history_of(house, played[toy]) for toy in ("high_low", "tally"))
    assert told(of_stakes, "RoundOpened") == "Round opened: round 1."
    assert told(of_stakes, "SideBacked") == "Side backed: Ada Lamb, bet 1-red, $5, round 1, side high."
    assert told(of_stakes, "CardTurned") == "Card turned: round 1, K♠."
    assert told(of_stakes, "SideTaken") == "Side taken: Wm. Hart, bet 1-blue, $7, taken $7, round 1."
    assert told(of_points, "TallyBegun") == "Tally begun: round 1."
    assert told(of_points, "TallyScored") == "Tally scored: Ada Lamb, points 7, round 1."
    assert told(of_points, "TallyEnded") == "Tally ended: round 1, winner Wm. Hart."


def test_a_command_is_called_by_its_word_and_says_what_it_asked(house: House, played: dict[str, str]) -> None:
    now = house.assistant.night(played["high_low"])
    assert command_called("back_side") == "Back side"
    asked = {"do": "back_side", "player": "red", "side": "low", "stake": 250}
    assert asked_for(now, asked) == "Back side: Ada Lamb, side low, $2.50."
    assert asked_for(now, {"do": "end_tally"}) == "End tally."
    assert asked_for(now, {"do": "turn_card", "card": "10h"}) == "Turn card: 10♥."
    assert {word: waiting_words(now.games)[word] for word in ("back_side", "turn_card")} == {
        "back_side": "%(name)s: back side %(amount)s",
        "turn_card": "turn card",
    }


def test_rounds_and_bets_have_their_numbers_and_keys(house: House, played: dict[str, str]) -> None:
    history = history_of(house, played["high_low"])
    now = history.at(history.version)
    assert (where_play_stands(now), part_of(now), where_play_stands(history.at(1))) == (
        "round 3",
        "round 3",
        "before the first card",
    )
    assert (bet_of(now, "2-red"), about_of(now, "2-red")) == ("The bet 2-red", "the bet 2-red")
    assert about_of(now, "none") == "a bet that does not lie there"
    assert result_of("push", "high_low") == "push"


def test_a_command_is_told_by_what_it_did_and_not_by_the_round_that_it_began(
    house: House, played: dict[str, str]
) -> None:
    history = history_of(house, played["high_low"])
    begun = next(one for one in history.facts if one.kind == "SideBacked")
    said = last_said(history.at(begun.version), history.until(begun.version))
    assert said == "Side backed: Ada Lamb, bet 1-red, $5, round 1, side high."


def test_what_was_done_is_told_before_it_is_taken_back_and_on_a_receipt(house: House, played: dict[str, str]) -> None:
    night = played["tally"]
    facts, now = house.assistant.facts(night), house.assistant.night(night)
    assert last_said(now, facts) == would_be_taken_back(now, facts) == "Tally scored: Ada Lamb, points 3, round 3."
    assert receipts_of(now, effective(facts), None)[0].text == "Tally begun: round 3"
