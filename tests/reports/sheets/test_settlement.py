"""A settlement of many tokes: it goes on over pages, and is signed."""

from __future__ import annotations

from datetime import UTC

import pytest

from dealer.assistant import Assistant
from dealer.demo import Demo
from dealer.games import game_called
from events.book.book import Book
from events.games import game_of
from ledger.accounts import checks, gains, layout
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers
from reports.sheets.settlement import settlement_view
from reports.words.formatting import signed
from tests.reports import nights
from tests.reports.hands import seated
from tests.reports.nights import bet, deal_lines
from tests.reports.sheets.test_papers import words
from tests.support.geometry import FOOT, TOP, faults_of
from tests.support.tagged import read_tagged


@pytest.mark.parametrize(("tokes", "paper"), [(45, "Letter"), (60, "A4"), (120, "A4")])
def test_more_tokes_than_a_page_has_lines_are_printed_and_added_up(tokes: int, paper: str) -> None:
    lines = [nights.opening(), *seated(("red", "blue"), checks=100_000), *deal_lines(1, [bet("a", "red")])]
    lines += [{"do": "tip", "player": "red", "amount": 100}] * tokes
    night = nights.played([*lines, {"do": "close_night"}])
    assert night.result["refused"] == []
    sheet = night.sheet("settlement-1-red", RenderOptions(style=HouseStyle(paper=paper), zone=UTC))
    assert faults_of(sheet) == []
    said = words(sheet)
    assert said.count("Tip for the dealer") == tokes
    assert f"result of the night {signed(night.result['players']['red']['net'])}" in said


def test_the_checks_of_a_player_beyond_the_colours_are_grey() -> None:
    night = nights.played([nights.opening(), *seated(("seat9",), checks=100_000), {"do": "close_night"}])
    said = words(night.sheet("settlement-1-seat9", RenderOptions(zone=UTC)))
    assert "grey checks, mark: the number 1 · seat 1" in said
    assert "seat9" not in said


TEN_GAMES = (
    "faro",
    "fan_tan",
    "pharo",
    "farmer",
    "spoil_five",
    "five_in_one",
    "frog",
    "five_hundred",
    "hasenpfeffer",
    "four_deal_bridge",
)


def test_a_settlement_of_ten_games_tells_of_those_played_and_leaves_no_page_half_empty() -> None:
    book = Book.open()
    demo = Demo(TEN_GAMES, book, "2026-11-21", 3, rounds=1)
    list(demo.turns())
    now, facts = Assistant(book).night(demo.night), book.facts(demo.night)
    own = {checks("red"), layout("red")}
    moved = {game_of(one.fact) for one in facts if own & {account for account, _ in gains(one.fact.moves)}} - {""}
    view = settlement_view(now, facts, "red", UTC)
    assert set(view.games) == set(view.parts) == moved < set(TEN_GAMES), "one of them was sat out"
    rounds = sum(game.rounds(now.tables[game.name]) for game in now.games)
    assert view.extent.split()[0] == now.dealt.split()[0] == str(rounds)
    assert [game_called(game).title in view.order for game in TEN_GAMES] == [True] * len(TEN_GAMES)
    paper = next(one for one in list_papers(now, facts, RenderOptions(zone=UTC)) if one.of == "red")
    sheet = paper.make()
    assert faults_of(sheet) == []
    read = read_tagged(sheet)
    assert len(read.sizes) == 2
    for page, (_width, height) in enumerate(read.sizes):
        lowest = min(run.box.bottom for run in read.root.runs if run.box.page == page)
        assert lowest - FOOT < (height - FOOT - TOP) / 5
