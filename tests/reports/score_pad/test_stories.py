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
from events.facts.bidding import BidPassed
from events.facts.matches import HandScored
from events.facts.play import OfGame
from reports.game_papers import all_papers
from reports.rulebook import Citation, citations_in
from reports.rulebooks.books import book_citing
from reports.score_pad.stories import HandRules, MatchHandStory
from reports.sheets.dossier import round_story, rounds_of
from tests.support.pure import PureNight

PLAIN = str.maketrans({"−": "-", ",": None})
"""A number without what sets it off."""


def told(table: PureNight, game: str, number: int) -> list[tuple[str, str]]:
    """The story of a hand: every line and its reason."""
    return [(line.said, line.reason) for line in round_story(History.of(table.recorded), (), game, number)]


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
            assert not isinstance(fact, OfGame) or bool(line.reason) != isinstance(fact, BidPassed), line.said
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
    numbers = [getattr(rules, name) for name in rules.__struct_fields__ if name not in ("lines", "told")]
    numbers += [*rules.lines.values(), *(rule for rule, _said in rules.told.values())]
    assert all(book_citing(Citation(number)) is book for number in numbers if number)
