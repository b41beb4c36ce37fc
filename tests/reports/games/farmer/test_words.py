"""Farmer in sentences: every fact of a hand, the rules it cites, and a disputed turn."""

from __future__ import annotations

from dealer.night.history import History
from reports.games.farmer import turn_done
from reports.sheets.dossier import round_story
from reports.words.sentences import asked_for
from tests.reports.nights_of_games import night_of_pots


def test_a_hand_is_told_from_the_antes_to_the_farm() -> None:
    history = History.of(night_of_pots().facts)
    lines = round_story(history, (), "farmer", 2)
    assert [line.text for line in lines] == [
        "Black deals hand 2.",
        *(f"{name} antes 1 chip (25¢)." for name in ("Yellow", "Red", "Blue", "White", "Black")),
        "Turn 1: Red shows 10 and 6 and counts 16.",
        "Turn 2: Blue shows K and 10 and counts 20.",
        "Turn 3: White shows 9 and 7 and counts 16.",
        "Turn 4: Black shows 10 and 3 and counts 13.",
        "Turn 5: Yellow shows 2 and 2 and counts 4.",
        "Blue is 4 points over sixteen and pays the farmer 4 chips ($1).",
        "Red counts sixteen with the six and takes the farm of hand 2: 10 chips ($2.50).",
    ]
    assert lines[0].reason == "Rule 7.2: the farmer deals, from their left"
    assert [line.reason for line in lines[-2:]] == [
        "Rule 7.4: a hand over sixteen pays the farmer",
        "Rule 7.3: sixteen with the six goes before any other",
    ]


def test_a_farm_that_stays_is_told_with_what_the_nearest_has() -> None:
    said = [line.text for line in round_story(History.of(night_of_pots().facts), (), "farmer", 1)]
    assert "Black pays 1 chip (25¢) to Red, the nearest to sixteen." in said
    assert said[-1] == "Nobody counts sixteen in hand 1; the farm keeps 5 chips ($1.25)."


def test_a_voided_hand_and_a_farm_divided_are_told() -> None:
    history = History.of(night_of_pots().facts)
    voided = [line.text for line in round_story(history, (), "farmer", 3)]
    assert voided[-6:-4] == ["Hand 3 is void: the pack was short.", "Blue has 1 chip (25¢) back."]
    broken_off = [line.text for line in round_story(history, (), "farmer", 5)]
    assert broken_off[-1] == "Red has 1 chip (25¢) of the farm."


def test_a_turn_is_called_by_what_was_shown() -> None:
    night = night_of_pots()
    shown = next(one.fact for one in night.facts if type(one.fact).__name__ == "FarmHandShown")
    assert turn_done("turn 1", shown, night.now) == "turn 1, in which Red showed the 9, the 5 and the A"


def test_what_is_asked_for_is_a_sentence() -> None:
    now = night_of_pots().now
    assert asked_for(now, {"do": "show_hand", "player": "red", "cards": ["9", "7"]}) == "Red shows 9 and 7."
    assert asked_for(now, {"do": "settle_hand"}) == "The hand is settled."
