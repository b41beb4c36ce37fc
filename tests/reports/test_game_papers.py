from __future__ import annotations

from dealer.games import GAMES
from reports.game_papers import GamePapers, papers_of
from reports.words.game_words import words_of


def test_every_game_has_papers_of_its_own() -> None:
    assert all(papers_of(game).words.facts and papers_of(game).rulebook for game in GAMES)


def test_the_sheets_and_addresses_of_no_two_games_have_the_same_name() -> None:
    kinds = [words_of(game).round.kind for game in GAMES]
    assert len(set(kinds)) == len(kinds)


def test_a_game_without_papers_has_those_of_the_defaults() -> None:
    assert papers_of("snap") == GamePapers(name="snap")
