"""The demonstration nights: each is dealt to its close from its seed alone, is sound, and has what there is to show."""

from __future__ import annotations

import pytest

from dealer.assistant import Assistant
from dealer.demo import Demo, demos
from dealer.night.result import result_of
from dealer.verification.night import verify
from events.book.book import Book
from events.facts.night import CommandVoided
from events.games.fan_tan import HandVoided

DATE = "2026-11-21"


@pytest.mark.parametrize("game", demos())
def test_a_night_is_dealt_to_its_close_and_is_sound(game: str) -> None:
    heads = set()
    for _ in range(2):
        with Book.open() as book:
            show = Demo(demos()[game], book, DATE, 5, 1)
            said = [turn.said for turn in show.turns()]
            assert len(said) == (show.length or len(said)) > 20
            assert Assistant(book).night(show.night).closed
            assert verify(book, show.night).finding is None
            heads.add(book.facts(show.night)[-1].hash)
    assert len(heads) == 1


def test_a_night_of_fan_tan_has_penalties_taken_and_waived_a_foul_hand_and_a_mistake_taken_back() -> None:
    with Book.open() as book:
        show = Demo(("fan_tan",), book, DATE, seed=1)
        shown = {(turn.what, turn.number) for turn in show.turns()}
        facts = book.facts(show.night)
        result = result_of(Assistant(book).night(show.night), facts)
    assert shown == {("hand", number) for number in range(1, 5)}
    assert [hand["hand"] for hand in result["hands"]] == [1, 2, 4]
    assert {wrong["taken"] for hand in result["hands"] for wrong in hand["wrong_passes"]} == {True, False}
    kinds = [type(one.fact) for one in facts]
    assert (kinds.count(HandVoided), kinds.count(CommandVoided)) == (1, 1)
    assert sum(line["net"] for line in result["players"].values()) == 0


def test_a_night_of_both_has_bets_and_hands_in_one_settlement() -> None:
    with Book.open() as book:
        show = Demo(demos()["both"], book, DATE, 2, 2)
        shown = [(turn.what, turn.number) for turn in show.turns()]
        result = result_of(Assistant(book).night(show.night), book.facts(show.night))
    assert list(dict.fromkeys(shown)) == [("deal", 1), ("hand", 1), ("deal", 2), ("hand", 2)]
    assert result["game"] == ["faro", "fan_tan"]
    assert result["bets"]
    assert [hand["hand"] for hand in result["hands"]] == [1, 2]
