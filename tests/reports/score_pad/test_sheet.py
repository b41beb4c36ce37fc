"""The score sheet of a match: a row a hand, a running score a side, set-backs in red, and what was paid."""

from __future__ import annotations

import re
from datetime import UTC

import pytest

from reports.game_papers import papers_of
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers, name_of
from tests.reports import nights
from tests.reports.hands import seated
from tests.reports.score_pad.nights import PLAYERS, hostile_matches, match_lines, mixed_night
from tests.reports.sheets.test_papers import fonts_of
from tests.support.geometry import faults_of

AT_UTC = RenderOptions(zone=UTC)


def test_every_match_has_one_sheet_however_many_hands() -> None:
    night = mixed_night()
    names = [name_of(night.now, one) for one in list_papers(night.now, night.facts)]
    assert [name for name in names if "five-hundred" in name] == [
        f"five-hundred-match-{number}" for number in (1, 2, 3)
    ]
    sheet = papers_of("five_hundred").round_sheet
    assert sheet is not None
    assert sheet.title.format(2) == "Score of Five Hundred, match 2"


def test_a_sheet_is_of_the_match_that_its_first_hand_began() -> None:
    night = mixed_night()
    papers = {name_of(night.now, one): one.begun for one in list_papers(night.now, night.facts)}
    begun = [one.version for one in night.facts if one.kind == "MatchHandBegun" and getattr(one.fact, "match", 0) == 2]
    assert papers["five-hundred-match-2"] == begun[0]


@pytest.mark.usefixtures("unprinted")
def test_set_backs_are_red_and_signs_of_suits_are_drawn() -> None:
    html = mixed_night().sheet("five-hundred-match-1", AT_UTC).decode()
    assert re.findall(r'<td class="running loss">([^<]+)<', html) == ["−240"] * 3 + ["−210"]
    assert '<td class="from scored loss">−250</td>' in html
    assert "<title>spades</title>" in html
    assert "♠" not in html


@pytest.mark.usefixtures("unprinted")
def test_partners_of_a_hand_stand_with_the_bidder_and_who_was_out_first_by_itself() -> None:
    html = hostile_matches().sheet("big-three-match-1", AT_UTC).decode()
    assert "Out first" in html
    assert "Tricks" not in html
    (row,) = re.findall(r"<tr><td class=\"first\">1</td>.*?</tr>", html, re.DOTALL)
    assert row.count("Donaudampfschiff") == 1
    assert row.count("Featherstonehaugh") == 2


@pytest.mark.parametrize(
    ("sheet", "style"),
    [
        ("five-hundred-match-1", HouseStyle(language="es", paper="Letter")),
        ("five-hundred-match-2", HouseStyle(language="fr", currency="EUR")),
        ("big-three-match-1", HouseStyle(language="de", currency="EUR")),
    ],
)
def test_nothing_is_out_of_its_place_however_long_names_are_and_many_hands(sheet: str, style: HouseStyle) -> None:
    assert faults_of(hostile_matches().sheet(sheet, RenderOptions(style=style, zone=UTC))) == []


def test_signs_of_suits_are_drawn_on_every_paper_and_need_no_other_fonts() -> None:
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
    for sheet in ("table", "rules", "ruling-d1", "five-hundred-match-1"):
        names = {str(font["/BaseFont"]).partition("+")[2] for font in fonts_of(night.sheet(sheet, AT_UTC))}
        assert all(name.startswith(("Alegreya-Sans", "IM-Fell")) for name in names), sheet
