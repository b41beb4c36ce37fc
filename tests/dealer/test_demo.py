"""The demonstration nights: each is dealt to its close from its seed alone, is sound, and has what there is to show."""

from __future__ import annotations

import pytest

from dealer.assistant import Assistant
from dealer.demo import Demo, demonstrations, demos
from dealer.night.result import result_of
from dealer.verification.streams import verify
from events.book.book import Book
from events.facts.fact import Fact
from events.facts.night import CommandVoided
from events.games.fan_tan import HandVoided
from events.games.farmer import FarmHandVoided
from events.games.five_in_one import FiveRoundVoided
from events.games.frog import FrogHandVoided
from events.games.spoil_five import SpoilHandVoided

DATE = "2026-11-21"


@pytest.mark.parametrize("game", demos())
def test_a_night_is_dealt_to_its_close_and_is_sound(game: str) -> None:
    heads = set()
    for _ in range(2):
        with Book.open() as book:
            show = Demo(demos()[game], book, DATE, 5, 1)
            said = [turn.sentence for turn in show.turns()]
            assert len(said) == (show.length or len(said)) > 0
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


def test_a_night_of_all_games_has_bets_and_hands_in_one_settlement() -> None:
    with Book.open() as book:
        show = Demo(demos()["both"], book, DATE, 2, 2)
        list(show.turns())
        result = result_of(Assistant(book).night(show.night), book.facts(show.night))
    assert result["game"] == list(demonstrations())
    assert result["bets"]
    by_game: dict[str, list[int]] = {}
    for hand in result["hands"]:
        by_game.setdefault(hand.get("game", "fan_tan"), []).append(hand["hand"])
    assert {game: by_game[game] for game in ("fan_tan", "farmer", "spoil_five", "five_in_one", "frog")} == {
        "fan_tan": [1, 2],
        "farmer": [1, 2],
        "spoil_five": [1, 2],
        "five_in_one": [1, 2],
        "frog": [1, 2],
    }
    matches = [(match["game"], match["state"]) for match in result["scores"]]
    scored = ("five_hundred", "forty_five", "auction_forty_five", "hasenpfeffer", "big_three", "four_deal_bridge")
    assert matches == [(game, state) for game in scored for state in ("settled", "abandoned")]
    assert (
        sum(line["net"] for line in result["players"].values())
        + result["bank"]["play"]
        + sum(result["bank"][name] for name in ("sleepers", "after_hock", "tokes"))
        == 0
    )


def test_a_night_of_frog_has_every_bid_hands_won_and_lost_a_dead_one_and_a_foul_one() -> None:
    with Book.open() as book:
        show = Demo(("frog",), book, DATE, seed=1, rounds=12)
        list(show.turns())
        facts = book.facts(show.night)
        result = result_of(Assistant(book).night(show.night), facts)
    assert [hand["hand"] for hand in result["hands"]] == [1, 2, *range(4, 13)]
    assert {hand["bid"] for hand in result["hands"]} == {None, "frog", "chico", "grand"}
    assert {hand["points"] > 60 for hand in result["hands"] if hand["bid"]} == {True, False}
    assert [type(one.fact) for one in facts].count(FrogHandVoided) == 1
    assert sum(line["net"] for line in result["players"].values()) == 0


@pytest.mark.parametrize(("game", "void"), [("farmer", FarmHandVoided), ("spoil_five", SpoilHandVoided)])
def test_a_night_of_a_pot_game_has_a_pot_won_one_that_stays_and_a_foul_hand(game: str, void: type[Fact]) -> None:
    with Book.open() as book:
        show = Demo((game,), book, DATE, seed=1, rounds=8)
        list(show.turns())
        facts = book.facts(show.night)
        result = result_of(Assistant(book).night(show.night), facts)
    assert [hand["hand"] for hand in result["hands"]] == [1, 2, 4, 5, 6, 7, 8]
    assert {bool(hand["winner"]) for hand in result["hands"]} == {True, False}
    assert [type(one.fact) for one in facts].count(void) == 1
    assert sum(line["net"] for line in result["players"].values()) == 0


def test_a_night_of_five_in_one_has_ties_hits_a_mistake_taken_back_and_a_foul_round() -> None:
    with Book.open() as book:
        show = Demo(("five_in_one",), book, DATE, seed=1, rounds=8)
        list(show.turns())
        facts = book.facts(show.night)
        result = result_of(Assistant(book).night(show.night), facts)
    assert [row["hand"] for row in result["hands"]] == [1, 2, 4, 5, 6, 7, 8]
    assert {bool(row["winner"]) for row in result["hands"]} == {True, False}
    assert {bool(row["hits"]) for row in result["hands"]} == {True, False}
    kinds = [type(one.fact) for one in facts]
    assert (kinds.count(FiveRoundVoided), kinds.count(CommandVoided)) == (1, 1)
    assert sum(line["net"] for line in result["players"].values()) == 0
