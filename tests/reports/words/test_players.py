"""Names on paper: namesakes are told apart by their seats, and amounts stand after names written to the left."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pypdfium2
import pytest

from reports.pdf.render import to_pdf
from reports.render_options import HouseStyle, RenderOptions
from reports.words.formatting import as_on_paper
from tests.reports import nights
from tests.reports.hands import seated
from tests.reports.nights import Played, bet, deal_lines
from tests.reports.score_pad.nights import hand_lines, match_lines
from tests.reports.sheets.test_papers import words_of_html
from tests.support.geometry import faults_of

NAMES = {"red": "Ada Lamb", "blue": "Bo", "white": "ada lamb"}


def _night(names: dict[str, str]) -> Played:
    lines: list[dict[str, Any]] = [nights.opening()]
    for player, name in names.items():
        lines.append({"do": "seat_player", "player": player, "name": name})
        lines.append({"do": "issue_marker", "player": player, "amount": 50_000})
    moved = [{"from": "red", "to": "white", "amount": 500}]
    lines += [
        {"do": "lend_stake", "lender": "red", "borrower": "white", "amount": 10_000},
        *deal_lines(1, [bet("b", "red")]),
        {"do": "raise_dispute", "dispute": "d1", "player": "white", "about": "b", "claim": "it was mine"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "reason": "it was", "corrections": moved},
        {"do": "tip", "player": "white", "amount": 60_500},
        {"do": "close_night"},
    ]
    made = nights.played(lines)
    assert made.result["refused"] == []
    return made


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("settlement-1-red", "ada lamb (seat 3) still owes you $100.00 of the stake"),
        ("settlement-3-white", "You still owe Ada Lamb (seat 1) $100.00 of the stake"),
        ("table", "3 ada lamb (seat 3) "),
        ("table", "2 Bo 1:"),
        ("table", "raised by ada lamb (seat 3)"),
        ("marker-1", "Ada Lamb (seat 1) red checks"),
        ("ruling-d1", "Ada Lamb (seat 1) ada lamb (seat 3) $5.00"),
        ("bet-b", "Ada Lamb (seat 1) lays $5"),
        ("settlement-2-blue", "Bo blue checks"),
    ],
)
def test_who_owes_whom_is_clear_between_players_of_one_name(sheet: str, said: str) -> None:
    assert said in words_of_html(_night(NAMES).sheet(sheet, RenderOptions(zone=UTC)))


@pytest.mark.usefixtures("unprinted")
def test_the_seat_is_said_in_the_language_of_the_paper() -> None:
    paper = _night(NAMES).sheet("settlement-1-red", RenderOptions(style=HouseStyle(language="de"), zone=UTC))
    assert "Ada Lamb (Platz 1)" in paper.decode()


def test_a_night_without_namesakes_is_left_as_it_is_and_what_facts_are_hashed_as_is_too() -> None:
    night = _night(NAMES | {"white": "Adam"})
    now, facts = as_on_paper(night.now, night.facts)
    assert now is night.now
    assert facts is night.facts
    night = _night(NAMES)
    now, facts = as_on_paper(night.now, night.facts)
    assert [one.hash for one in facts] == [one.hash for one in night.facts]
    assert sum(one.fact != before.fact for one, before in zip(facts, night.facts, strict=True)) == 2
    assert now.ledger == night.now.ledger


def test_two_names_that_differ_only_where_they_are_cut_have_their_seats() -> None:
    night = _night(NAMES | {"red": "W" * 130 + "a", "white": "W" * 130 + "b"})
    now, _ = as_on_paper(night.now, night.facts)
    assert now.names["red"] == "W" * 119 + "… (seat 1)"
    assert now.names["white"] == "W" * 119 + "… (seat 3)"


@pytest.mark.usefixtures("unprinted")
def test_an_amount_stands_after_a_name_that_is_written_to_the_left() -> None:
    night = _night(NAMES | {"blue": "שרה כהן"})
    paper = night.sheet("table", RenderOptions(zone=UTC)).decode()
    assert paper.count("שרה כהן\u200e") == paper.count("שרה כהן") > 0


def test_the_mark_after_such_a_name_leaves_amounts_with_their_names() -> None:
    page = "<!doctype html><html><head><title>t</title></head><body><p>{0} +8, {0} −1, Bo +2</p></body></html>"
    order = [_from_the_left(page.format(name)) for name in ("שרה כהן", "שרה כהן\u200e")]
    assert order == [["1", "8", "2"], ["8", "1", "2"]]


def _from_the_left(html: str) -> list[str]:
    document = pypdfium2.PdfDocument(to_pdf(html))
    try:
        text = document[0].get_textpage()
        digits = [(text.get_charbox(at)[0], text.get_text_range(at, 1)) for at in range(text.count_chars())]
        return [one for _, one in sorted(digits) if one.isdecimal()]
    finally:
        document.close()


def test_a_name_of_as_many_letters_as_the_book_takes_is_cut_and_its_sheet_is_printed() -> None:
    names = ("W" * 500, "The Featherstonehaugh " * 22 + "x", "ÅÉ-" * 160)
    loan = {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 100, "profit_share": 0.5}
    night = nights.played(
        [
            nights.opening(game="five_hundred", house={"point": 25}, roll=0, backers=[]),
            *seated(("red", "blue", "white"), names=names),
            loan,
            match_lines("five_hundred", "red", "blue", "white"),
            *hand_lines("five_hundred", "red", "blue", "10nt", tricks={"blue": 10}),
        ]
    )
    now, _ = as_on_paper(night.now, night.facts)
    assert now.names["red"] == "W" * 119 + "…"
    style = HouseStyle(language="fr", currency="EUR", paper="Letter")
    assert faults_of(night.sheet("settlement-2-blue", RenderOptions(style=style, zone=UTC))) == []
