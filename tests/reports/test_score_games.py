"""The score games on paper: points and cents that come out by two ways, score sheets, rules that stories cite."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from dealer.demo import Demo
from dealer.games import GAMES as GAMES_GAMES
from dealer.games.forty_five import DIFFERENCE, ODD_TRICK
from dealer.games.four_deal_bridge import SLAMS
from dealer.night.evolve import History
from dealer.score_pad.table import MatchTable
from events.book.book import Book
from events.common.event import Event
from events.common.matches import HandScored, MatchPayment, MatchSettled, ScoreLine
from events.common.play import BidPassed, OfGame
from events.effective_events import effective
from reports.game_papers import papers_of
from reports.games.five_hundred import FIVE_HUNDRED_RULES
from reports.games.four_deal_bridge import Box, boxes_of, contract_tables
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.statement import DoesNotAddUp
from reports.rulebook import Table, citations_in
from reports.rulebooks import book_citing
from reports.score_pad.papers import HANDS, SheetForm, SmallTable
from reports.score_pad.play import (
    MatchesPlay,
    MatchState,
    matches_play_of,
    player_part,
    scored_for,
)
from reports.sheets.dossier import round_story, rounds_of
from reports.sheets.papers import list_papers, name_of
from reports.sheets.settlement import Settlement, settlement_view
from tests.reports import nights
from tests.reports.conftest import BLANK, Prints
from tests.reports.nights import seated
from tests.reports.nights_of_games import (
    PLAYERS,
    bridge_night,
    hostile_matches,
    match_lines,
    mixed_night,
)
from tests.reports.test_papers import fonts_of
from tests.support.fixtures import soaked


def events() -> list[Event]:
    return [one.event for one in effective(mixed_night().events)]


def play(*, closed: bool = True) -> MatchesPlay:
    return matches_play_of((one.event for one in effective(mixed_night(closed=closed).events)), "five_hundred")


def test_the_score_runs_from_hand_to_hand_and_a_voided_one_leaves_it() -> None:
    first = play().match_called(1)
    assert [(one.number, one.score) for one in first.hands] == [
        (1, (140, 10, 0)),
        (2, (140, 10, 250)),
        (3, (140, 10, 250)),
        (4, (150, -240, 260)),
        (5, (470, -240, 280)),
        (6, (470, -240, 280)),
        (7, (510, -210, 290)),
    ]
    assert [one.number for one in first.hands if one.voided is not None] == [3]
    assert [one.hand for one in first.rows] == [1, 2, 4, 5, 6, 7]


def test_a_match_is_settled_abandoned_or_left_by_the_close() -> None:
    assert [one.state for one in play().matches] == [MatchState.SETTLED, MatchState.ABANDONED, MatchState.LEFT]
    assert play(closed=False).matches[-1].state is MatchState.ON
    assert [one.came_to("red") for one in play().matches] == ["won", "abandoned", "unfinished at the close"]
    assert play().match_called(1).came_to("blue") == "lost"
    with pytest.raises(LookupError):
        play().match_called(4)


def test_a_player_pays_and_gets_the_difference_at_the_price_and_the_stake() -> None:
    first = play().match_called(1)
    assert first.got_cents("red") == (510 + 210) * 5 + (510 - 290) * 5 + 2 * 500
    assert (first.paid_cents("blue"), first.paid_cents("white")) == (4_100, 1_600)
    assert sum(first.net_cents(player) for player in PLAYERS) == 0


def settlement(player: str) -> Settlement:
    night = mixed_night()
    return settlement_view(night.now, night.events, player, UTC)


@pytest.mark.parametrize("player", PLAYERS)
def test_a_settlement_adds_up_bank_pots_and_score_games_in_a_line_each(player: str) -> None:
    view = settlement(player)
    said = [line.what for line in view.won_at]
    assert said[:2] == ["At the bank: Faro, 1 deal", "In pots and chips: Farmer, 1 hand"]
    assert said[2].startswith("At score games: Five Hundred, ")
    assert sum(line.cents for line in view.won_at) == view.net_cents == mixed_night().result["players"][player]["net"]
    assert [line.cents for line in view.won_at] == [
        view.parts[game].net_cents for game in ("faro", "farmer", "five_hundred")
    ]


def test_what_was_won_at_two_games_of_a_kind_is_one_line() -> None:
    night = hostile_matches()
    (line,) = settlement_view(night.now, night.events, "blue", UTC).won_at
    assert line.what == "At score games: Five Hundred, 2 matches; Big Three, 1 match"
    assert line.cents == night.result["players"]["blue"]["net"] == 300 * 5 * 2


def test_who_played_no_match_has_none() -> None:
    part = player_part(matches_play_of(events()[:1], "five_hundred"), "red")
    assert (part.view.tables[0].rows, part.net_cents, part.summary) == ((), 0, "Five Hundred, 0 matches")


def _first(kind: type[Any]) -> Any:
    return next(one for one in events() if isinstance(one, kind))


@pytest.mark.parametrize(
    ("kind", "otherwise"),
    [
        (HandScored, {"points": (130, 10, 0)}),
        (MatchSettled, {"moves": ()}),
        (MatchSettled, {"paid": (MatchPayment(payer="blue", payee="red", amount_cents=1),)}),
    ],
)
def test_an_event_that_says_otherwise_stops_the_paper(kind: type[Event], otherwise: dict[str, Any]) -> None:
    forged = replace(_first(kind), **otherwise)
    said = [forged if one == _first(kind) else one for one in events()]
    with pytest.raises(DoesNotAddUp):
        matches_play_of(said, "five_hundred")


AT_UTC = RenderOptions(zone=UTC)


def test_every_match_has_one_sheet_however_many_hands() -> None:
    night = mixed_night()
    names = [name_of(night.now, one) for one in list_papers(night.now, night.events)]
    assert [name for name in names if "five-hundred" in name] == [
        f"five-hundred-match-{number}" for number in (1, 2, 3)
    ]
    sheet = papers_of("five_hundred").round_sheet
    assert sheet is not None
    assert sheet.title % {"game": "Five Hundred", "of": 2} == "Score of Five Hundred, match 2"


def test_a_sheet_is_of_the_match_that_its_first_hand_began() -> None:
    night = mixed_night()
    papers = {name_of(night.now, one): one.begun for one in list_papers(night.now, night.events)}
    begun = [
        one.version for one in night.events if one.kind == "MatchHandBegun" and getattr(one.event, "match", 0) == 2
    ]
    assert papers["five-hundred-match-2"] == begun[0]


def test_signs_of_suits_are_drawn_and_need_no_other_fonts() -> None:
    night = nights.played(
        [
            nights.opening(game="five_hundred", house={"suits": "cshd"}, roll=0, backers=[]),
            *seated(PLAYERS),
            match_lines("five_hundred", "red", "blue", "white"),
            {"do": "start_hand", "dealer": "red"},
            {"do": "bid", "player": "blue", "bid": "7s"},
            {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": 1, "claim": "that was a pass"},
        ]
    )
    for sheet in ("ruling-d1", "five-hundred-match-1"):
        names = {str(font["/BaseFont"]).partition("+")[2] for font in fonts_of(night.sheet(sheet, AT_UTC))}
        assert all(name.startswith(("Alegreya-Sans", "IM-Fell")) for name in names), sheet


GAMES = ("five-hundred", "forty-five", "auction-forty-five", "hasenpfeffer", "big-three", "four-deal-bridge")


@pytest.mark.parametrize("game", soaked(GAMES, at_once=["five-hundred", "four-deal-bridge"]))
def test_every_score_game_has_a_sheet_of_one_page(game: str, prints: Prints) -> None:
    """In the language of the longest words, on the lower sheet."""
    content = prints(BLANK, f"{game}-score", HouseStyle(language="de", paper="Letter"))
    assert len(PdfReader(BytesIO(content)).pages) == 1


def test_a_sheet_has_a_row_for_every_hand_and_two_columns_a_side() -> None:
    table = SmallTable(title="Worth", heads=("Bid", "♠"), rows=(("6", "40"),))
    form = SheetForm(sides=3, about="", begins="Opener")
    shown = {"form": form, "tables": (table,), "has_bids": False, "hands": HANDS}
    html = to_html(
        "blank.html",
        "scores",
        RenderOptions(),
        kind="score-sheet",
        orientation="portrait",
        game_template="",
        view=shown,
    )
    assert html.count('class="number" scope="row">') == HANDS
    assert html.count('colspan="2"') == 3
    assert "Opener" in html
    assert "Bidder" not in html
    assert "<td>40</td>" in html
    assert "<title>spades</title>" in html


ROOT = Path(__file__).parents[2]


def written() -> Iterator[str]:
    """What the games score for, as far as their code has it in so many words."""
    for path in (*(ROOT / "dealer" / "games").rglob("*.py"), *(ROOT / "dealer" / "score_pad").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("ScoreLine", "line"):
                given = [one.value for one in node.keywords if one.arg == "why"] or node.args[:1]
                yield from (str(one.value) for one in given if isinstance(one, ast.Constant))
    yield from (ODD_TRICK, DIFFERENCE, "bid_made", "bid_lost", "slam")
    yield from (why for why, _points in SLAMS.values())


def test_every_kind_of_line_has_its_words() -> None:
    kinds = {*written()}
    texts = {scored_for(ScoreLine(side=0, why=why, points=10, count=2)) for why in kinds}
    assert len(kinds) >= 18
    assert not any("_" in text for text in texts)


PLAIN = str.maketrans({"−": "-", ",": None})
"""A number without what sets it off."""


SCORED = [
    name for name, game in GAMES_GAMES.items() if isinstance(game.table, type) and issubclass(game.table, MatchTable)
]


@pytest.mark.parametrize("game", SCORED)
def test_every_event_of_a_demonstration_but_a_pass_cites_a_rule_and_the_lines_add_up(game: str) -> None:
    with Book.open() as book:
        show = Demo((game,), book, "2026-11-21", seed=1, rounds=2)
        list(show.turns())
        history = History.of(book.events(show.night))
    for one in rounds_of(history):
        for line in round_story(history, (), game, one.number):
            event = history.events[line.sources[-1].number - 1].event
            assert not isinstance(event, OfGame) or bool(line.reason) != isinstance(event, BidPassed), line.text
            assert all(book_citing(cited) for _, _, cited in citations_in(line.reason)), line.reason
            if isinstance(event, HandScored):
                lines = [int(found.translate(PLAIN)) for found in re.findall(r" ([+−][\d,]+) for ", line.reason)]
                assert sum(lines) == sum(event.points), line.reason


AROUND_THE_TABLE = {player: player.title() for player in ("north", "east", "south", "west")}


def boxes(match: int) -> tuple[Box, ...]:
    """The boxes of a match."""
    play = matches_play_of((one.event for one in effective(bridge_night().events)), "four_deal_bridge")
    return boxes_of(play.match_called(match))


def test_boxes_of_a_match_that_was_left_stay_empty() -> None:
    first, second, *rest = boxes(2)
    assert (first.contract, first.over is None) == ("7 no trump redoubled", False)
    assert second.notes == ("hand 2: broken off at the close",)
    assert [(box.over, box.lines, box.contract, box.vulnerable_text(AROUND_THE_TABLE)) for box in (second, *rest)] == [
        (None, (), "", "")
    ] * 3


def test_the_small_tables_are_those_of_the_score() -> None:
    made, down = contract_tables()
    assert made.rows[0] == ("1", "20", "30", "40")
    assert made.rows[-1] == ("7", "140", "210", "220")
    assert down.rows[0] == ("1", "50", "100", "200", "100", "200", "400")
    assert down.rows[3] == ("4", "200", "800", "1600", "400", "1100", "2200")


AVONDALE = "40 60 80 100 120 / 140 160 180 200 220 / 240 260 280 300 320 / 340 360 380 400 420 / 440 460 480 500 520"
ORIGINAL = "40 60 80 100 120 / 80 120 160 200 240 / 120 180 240 300 360 / 160 240 320 400 480 / 200 300 400 500 600"


def test_both_bid_tables_are_in_the_rules_whole() -> None:
    tables = [block for rule in FIVE_HUNDRED_RULES.rules for block in rule.says if isinstance(block, Table)]
    printed = {one.heads[0]: " / ".join(" ".join(row[1:]) for row in one.rows) for one in tables}
    assert printed["`avondale`"] == AVONDALE
    assert printed["`original`"] == ORIGINAL
    assert {one.heads[1:] for one in tables if "`" in one.heads[0]} == {("♠", "♣", "♦", "♥", "no trump")}
