"""The papers of the cash drawer: slips in two copies, and the way from the win by play to the win by count."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from msgspec.structs import replace

from dealer.night_service import NightService
from dealer.script import play, read_script
from dealer.streams import Sender
from events.book.book import Book
from events.common.house import SHEET
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.statement import DoesNotAddUp
from reports.sheets.papers import list_papers, name_of
from reports.sheets.settlement import settlement_view
from reports.sheets.table_sheet import TableSheet, table_sheet_view
from reports.words.language import written_in
from tests.support.pdf import figure

HOUSES = sorted((Path(__file__).parent.parent / "nights").glob("house-*.jsonl"))
EARP = Sender(who="M. Earp", device="tablet-1")


def line(do: str, **arguments: Any) -> dict[str, Any]:
    return {"do": do, **arguments}


def bet(key: str, rank: str, stake: int, winner: str) -> list[dict[str, Any]]:
    """Blue loses a bet of some cents."""
    placed = line("place_bet", bet=key, player="blue", kind="single", ranks=[rank], stake=stake)
    return [placed, line("turn", loser=rank, winner=winner)]


NIGHT = {"table": "Tiger", "game": "faro", "house": "american", "roll": 500_000, "dealer": "M. Earp"}
LINES = [
    line("register_player", card="ada", name="Ada Lamb"),
    line("deposit", card="ada", amount=50_000),
    line("house_rules", dealers_cut=10),
    line("open_night", date="2026-11-20", **NIGHT),
    line("seat_player", player="red", card="ada"),
    line("issue_marker", player="red", amount=10_000),
    line("tip", player="red", amount=10_000),
    line("close_night"),
    line("open_night", date="2026-11-21", **NIGHT),
    line("seat_player", player="red", card="ada"),
    line("seat_player", player="blue", name="Wm. Hart"),
    line("raise_roll", amount=2_500),
    line("buy_checks", player="blue", amount=20_000),
    line("start_deal"),
    line("expose_soda", card="5"),
    *bet("a", "Q", 500, "2"),
    line("count_drawer", at="opening", cash=521_500, reason="Wrong change given"),
    line("relieve_dealer", dealer="W. Bell"),
    line("fill", amount=20_000),
    line("fill", amount=5_000),
    line("void_slip", kind="fill", number=2, reason="Not signed"),
    line("credit", amount=5_000),
    line("drop", amount=34_000),
    line("raise_roll", amount=10_000),
    line("draw_deposit", player="red", amount=30_000),
    line("issue_marker", player="blue", amount=10_000),
    line("redeem_carried", player="red", amount=4_000, **{"with": "cash"}),
    line("redeem_carried", player="red", amount=2_000, **{"with": "checks"}),
    line("take_pledge", player="blue", amount=5_000, item="watch"),
    line("tip", player="red", amount=500),
    *bet("b", "K", 1_000, "3"),
    line("count_drawer", at="closing", cash=522_000, reason="Cannot be explained"),
    *bet("c", "J", 800, "4"),
    line("fill", amount=1_000),
    line("close_night"),
]
EXPLAINED = {
    "Win by play": 2_300,
    "Won before the opening count": -500,
    "Won after the closing count": -800,
    "More markers open": -10_000,
    "More pledges held": -5_000,
    "Deposits drawn": -30_000,
    "Old markers paid": 6_000,
    "Slips and raises outside the counts": -1_000,
    "Opening count: short by $10": 1_000,
    "Closing count: over by $45": 4_500,
}


@pytest.fixture(scope="module")
def service() -> Iterator[NightService]:
    with Book.open() as book:
        service = NightService(book)
        _, result = play(service, read_script("\n".join(map(json.dumps, LINES))), EARP)
        assert result["nights"]["2"]["drawer"]["win_by_count"] == sum(EXPLAINED.values())
        yield service


def sheet_of(service: NightService, night: str) -> TableSheet:
    return table_sheet_view(service.night(night), service.book.events(night))


def test_the_win_by_play_leads_to_the_win_by_count_line_by_line(service: NightService) -> None:
    """The sheet adds up with deposits, old markers, slips and the dealers' cut in it."""
    sheet = sheet_of(service, "2026-11-21-1")
    assert sheet.count
    assert {entry.what: entry.cents for entry in sheet.count.explained} == EXPLAINED
    assert sum(entry.cents for entry in sheet.count.counted) == sheet.count.win_cents
    assert len(sheet.miscounts) == 2
    with pytest.raises(DoesNotAddUp):
        replace(sheet.count, win_cents=sheet.count.win_cents + 1).assert_adds_up()
    assert sheet_of(service, "2026-11-20-1").count is None


def test_a_players_columns_and_the_notes_below_them_make_the_net(service: NightService) -> None:
    sheet = sheet_of(service, "2026-11-21-1")
    (drawn,), (checks,), (cash,) = sheet.deposits_drawn, sheet.old_markers_in_checks, sheet.old_markers_in_cash
    assert [(entry.what, entry.cents) for entry in (drawn, checks, cash)] == [
        ("Ada Lamb", 30_000),
        ("Ada Lamb", 2_000),
        ("Ada Lamb", 4_000),
    ]
    row = sheet.players[0]
    assert (row.line.cashed_cents, row.cash_in_cents) == (27_500, drawn.cents)
    assert row.line.net_cents == row.line.cashed_cents - row.cash_in_cents + checks.cents == -500


@pytest.mark.parametrize("player", ["red", "blue"])
def test_cash_deposit_and_old_markers_on_a_settlement_make_its_result(service: NightService, player: str) -> None:
    """Red draws from a deposit and pays old markers; blue does neither, and their settlement has no such figures."""
    night = service.night("2026-11-21-1")
    view = settlement_view(night, service.book.events(night.id), player)
    with written_in(HouseStyle()):
        html = to_html("settlement.html", "", RenderOptions(), view=view)
    facts = dict(re.findall(r"<div><span>([^<]+)</span><b[^>]*>([^<]+)</b></div>", html))
    printed = {label: 0 if text == "none" else figure(text) for label, text in facts.items()}
    signs = {"Paid to you in cash": 1, "Paid by you in cash": -1, "From the deposit": -1, "Paid on old markers": 1}
    signs |= {"Markers still open": -1, "Pledges held": -1}
    assert sum(signs[label] * cents for label, cents in printed.items()) == view.net_cents
    expected = {"red": [27_500, 4_000, 30_000, 6_000, 0, 0], "blue": [22_700, 20_000, 0, 5_000]}
    assert list(printed.values()) == expected[player]


@pytest.mark.parametrize(
    ("after", "lines"),
    {
        "the command before the opening count is taken back": (
            [line("raise_roll", amount=2_500), line("count_drawer", at="opening", cash=502_500)],
            [line("void")],
        ),
        "a deal is put right after its counts": (
            [
                line("seat_player", player="blue", name="Wm. Hart"),
                line("buy_checks", player="blue", amount=5_000),
                line("start_deal"),
                line("expose_soda", card="5"),
                {**bet("a", "Q", 500, "2")[0]},
                {**bet("a", "Q", 500, "2")[1], "id": "the turn"},
                line("count_drawer", at="opening", cash=505_000),
                line("fill", amount=2_500),
            ],
            [line("amend", command="the turn", instead=line("turn", loser="2", winner="Q"), drop=[])],
        ),
    }.values(),
)
def test_what_is_taken_back_or_put_right_after_a_count_is_explained(
    after: list[dict[str, Any]], lines: list[dict[str, Any]]
) -> None:
    script = [line("open_night", night="1", date="2026-11-21", **NIGHT), *after, *lines]
    with Book.open() as book:
        service = NightService(book)
        _, result = play(service, read_script("\n".join(map(json.dumps, script))), EARP)
        expected = result["nights"]["1"]["drawer"]["expected"]
        service.execute(line("count_drawer", at="closing", cash=expected), EARP, night="2026-11-21-1")
        assert sheet_of(service, "2026-11-21-1").count


@pytest.mark.parametrize("script", HOUSES, ids=lambda path: path.stem)
def test_the_table_sheets_of_the_given_houses_add_up(script: Path) -> None:
    with Book.open() as book:
        service = NightService(book)
        nights, result = play(service, read_script(script.read_text()), EARP, keep_going=True)
        wins = [night["drawer"]["win_by_count"] for night in result["nights"].values()]
        counts = [sheet_of(service, night).count for night in nights]
        assert [count and count.win_cents for count in counts] == wins


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_slip_has_two_copies(service: NightService, language: str) -> None:
    night = service.night("2026-11-21-1")
    texts: dict[str, str] = {}
    for style in (HouseStyle(language=language), HouseStyle(language=language, slips=SHEET)):
        papers = list_papers(night, service.book.events(night.id), RenderOptions(style=style))
        made = {name_of(night, paper): paper.make() for paper in papers if paper.kind in ("fill", "credit", "drop")}
        assert list(made) == ["fill-1", "fill-2", "credit-1", "drop-1", "fill-3"]
        for name, content in made.items():
            document = pypdfium2.PdfDocument(content)
            assert len(document) == 1
            texts[name] = " ".join(document[0].get_textpage().get_text_bounded().split())
    if language == "en":
        assert texts["fill-1"].count("Two hundred and 00/100 US dollars") == 2
        assert all(texts["fill-1"].count(words) == 2 for words in ("$200.00", "Given by M. Earp", "for the cage"))
        assert ("stays at the table" in texts["drop-1"], "goes to the cage" in texts["drop-1"]) == (True, True)
        assert texts["fill-2"].count("Not signed") == 2
        assert texts["fill-1"].count("dealers M. Earp and W. Bell") == 2
