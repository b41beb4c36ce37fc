"""Hands of a match: a line each with what came of them, and the story of one with every score line and its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dealer.demo import Demo
from dealer.games import GAMES
from dealer.night.history import History
from dealer.score_pad.table import MatchTable
from events.book.book import Book
from events.facts.matches import HandPassedOut, HandScored, MatchSettled, PartnersNamed
from events.facts.play import BidMade, BidPassed, OfGame
from reports.game_papers import all_papers
from reports.rulebook import Citation, citations_in
from reports.rulebooks import book_citing
from reports.score_pad.play import HandRules, MatchHandStory, turn_done
from reports.sheets.dossier import round_story, rounds_of
from tests.support.pure import PureNight
from tests.support.tables import begun, calls, hand

PLAIN = str.maketrans({"−": "-", ",": None})
"""A number without what sets it off."""


def told(table: PureNight, game: str, number: int) -> list[tuple[str, str]]:
    """The story of a hand: every line and its reason."""
    return [(line.text, line.reason) for line in round_story(History.of(table.recorded), (), game, number)]


def came_of(table: PureNight) -> list[tuple[str, str]]:
    """The dealer of every hand, and what came of it."""
    return [(one.dealer, one.came_of_it) for one in rounds_of(History.of(table.recorded))]


def test_a_hand_is_told_from_its_first_bid_to_its_score() -> None:
    table = begun("five_hundred", "red / blue / white")
    table("start_hand", dealer="white")
    calls(table, "red 7s", "blue pass", "white pass")
    table("score_hand", tricks={"red": 9, "blue": 1})
    assert told(table, "five_hundred", 1) == [
        ("White deals hand 1.", "Rule 12.1: the first dealer of a match is anybody, then the deal goes to the left"),
        ("Turn 1: Red bids 7♠.", "Rule 12.2: each bid is higher than the one before"),
        ("Turn 2: Blue passes.", ""),
        ("Turn 3: White passes.", ""),
        (
            "Turn 4: Hand 1, 7♠ made by Red: Red +140, Blue +10, White 0.",
            "Rule 12.4: Red +140 for the bid made, Blue +10 for 1 trick",
        ),
    ]


def test_the_hand_that_ended_a_match_tells_that_and_what_was_paid() -> None:
    table = begun("five_hundred", "red / blue / white", {"goal": 140})
    hand(table, "white", "red", "7s", tricks={"red": 9, "blue": 1})
    table("settle_match")
    assert told(table, "five_hundred", 1)[-2:] == [
        ("Match 1 goes to Red.", "Rule 12.5: 140 points win the match"),
        (
            "Match 1 is settled: Blue pays Red $6.50, White pays Red $7.",
            "Rule 10.4: who is behind pays the difference in points at their price",
        ),
    ]


def test_a_match_that_is_lost_below_nothing_is_told_as_such() -> None:
    table = begun("five_hundred", "red / blue / white", {"set_back": 100})
    hand(table, "white", "red", "7s", tricks={"blue": 10})
    assert told(table, "five_hundred", 1)[-1] == (
        "Match 1 goes to Blue.",
        "Rule 12.5: the match is over, and the highest score wins",
    )


def test_score_lines_of_several_rules_are_told_by_rule() -> None:
    table = begun("four_deal_bridge", "north south / east west")
    table("start_hand", dealer="north")
    calls(table, "north 1h", "east pass", "south 2h", "west double", "north redouble")
    calls(table, "east pass", "south pass", "west pass")
    table("score_hand", tricks={"north": 9, "east": 4})
    assert told(table, "four_deal_bridge", 1)[-1] == (
        "Turn 9: Hand 1, 2♥ redoubled made by North: North and South +840, East and West 0.",
        "Rule 17.3: North and South +240 for 2 tricks bid and made, +200 for 1 overtrick, +100 for the insult; "
        "Rule 17.4: North and South +300 for the game",
    )


def test_a_hand_without_a_dealer_is_opened_and_its_hidden_partner_told_with_the_card() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    calls(table, "red 1", "black pass", "white 3")
    table("name_partner", partners=["blue"], card="Qs")
    table("score_hand", out="blue")
    said = [one for one, _reason in told(table, "big_three", 1)]
    assert said[0] == "Red opens hand 1."
    assert said[-2:] == [
        "Turn 4: With the bidder, by the card Q♠: Blue.",
        "Turn 5: Hand 1, 3 made by White and Blue: Red 0, Blue +6, White +6, Black 0.",
    ]


def test_every_hand_is_listed_with_its_dealer_and_what_came_of_it() -> None:
    table = begun("five_hundred", "red / blue / white", "one_bid")
    hand(table, "white", "red", "nullo", tricks={"red": 1, "blue": 9})
    table("start_hand", dealer="red")
    table("void_hand", reason="a card too many")
    table("start_hand", dealer="red")
    calls(table, "blue pass", "white pass", "red pass")
    hand(table, "blue", "blue", "8nt", tricks={"blue": 10})
    table("start_hand", dealer="white")
    assert came_of(table) == [
        ("White", "nullo lost by Red: Red −250, Blue +90, White 0"),
        ("Red", "voided"),
        ("Red", "passed out"),
        ("Blue", "8 no trump made by Blue: Red 0, Blue +320, White 0"),
        ("White", "still on"),
    ]


def test_a_settlement_is_no_part_of_what_came_of_the_last_hand() -> None:
    table = begun("forty_five", "red / blue", {"goal": 15, "scoring": "difference"})
    hand(table, "red", tricks={"red": 4, "blue": 1})
    table("settle_match")
    assert came_of(table) == [("Red", "Red +15, Blue 0")]
    assert told(table, "forty_five", 1)[1][1] == "Rule 13.2: Red +15 for being 3 tricks ahead"


def test_what_ends_a_match_without_a_hand_is_no_part_of_the_last_hand_before_it() -> None:
    table = begun("forty_five", "red / blue", {"goal": 5})
    hand(table, "red", tricks={"red": 5})
    table("settle_match")
    before = told(table, "forty_five", 1)
    table("start_match", sides=[["red"], ["blue"]])
    table("abandon_match", reason="supper")
    assert told(table, "forty_five", 1) == before


def test_a_turn_is_called_by_what_was_done_in_it() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    calls(table, "red 3")
    table("name_partner", partners=["blue"])
    table("score_hand", out="red")
    table("start_hand", opener="red")
    calls(table, "red pass", "black pass", "white pass", "blue pass")
    done = {type(one.fact): turn_done("turn 1", one.fact, table.now) for one in table.recorded}
    assert done[BidMade] == "turn 1, when Red spoke"
    assert done[PartnersNamed] == "turn 1, when the bidder’s partner was named"
    assert done[HandScored] == "turn 1, when the hand was scored"
    assert done[HandPassedOut] == "turn 1, when everybody had passed"
    assert MatchSettled not in done


SCORED = [name for name, game in GAMES.items() if isinstance(game.table, type) and issubclass(game.table, MatchTable)]


@pytest.mark.parametrize("game", SCORED)
def test_every_fact_of_a_demonstration_but_a_pass_cites_a_rule_and_the_lines_add_up(game: str) -> None:
    with Book.open() as book:
        show = Demo((game,), book, "2026-11-21", seed=1, rounds=2)
        list(show.turns())
        history = History.of(book.facts(show.night))
    for one in rounds_of(history):
        for line in round_story(history, (), game, one.number):
            fact = history.facts[line.sources[-1].number - 1].fact
            assert not isinstance(fact, OfGame) or bool(line.reason) != isinstance(fact, BidPassed), line.text
            assert all(book_citing(cited) for _, _, cited in citations_in(line.reason)), line.reason
            if isinstance(fact, HandScored):
                lines = [int(found.translate(PLAIN)) for found in re.findall(r" ([+−][\d,]+) for ", line.reason)]
                assert sum(lines) == sum(fact.points), line.reason


def rules_of_stories() -> Iterator[tuple[str, HandRules]]:
    """The rules that the stories of every game cite."""
    for papers in all_papers():
        if issubclass(papers.round_story, MatchHandStory):
            yield papers.name, papers.round_story.rules


@pytest.mark.parametrize(("game", "rules"), [*rules_of_stories()])
def test_whatever_a_story_cites_stands_in_the_games_own_book(game: str, rules: HandRules) -> None:
    book = next(papers.rulebook for papers in all_papers() if papers.name == game)
    numbers = [getattr(rules, name) for name in rules.__struct_fields__ if name not in ("lines", "reasons")]
    numbers += [*rules.lines.values(), *(rule for rule, _said in rules.reasons.values())]
    assert all(book_citing(Citation(number)) is book for number in numbers if number)
