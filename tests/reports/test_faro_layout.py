"""The drawn layout (rulebook 1.2), and the bank's percentages as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import BOTTOM_ROW, TOP_ROW
from reports.games.faro.layout import (
    GREEN,
    HIGH_MM,
    MARGIN_MM,
    OVERLAP_MM,
    PAPER_MM,
    TEMPLATE,
    WHITE,
    WIDE_MM,
    layout_sheets,
)
from reports.games.faro.papers import Percentages, percentages_of
from reports.pdf.render import to_html
from reports.render_options import PLAIN, HouseStyle
from reports.words.formatting import Figure, figure
from reports.words.language import written_in
from tests.support.tables import faro_house

Place = tuple[float, float]

CHECK_MM = 39.0


WIDTH_MM, HEIGHT_MM = 60.0, 88.0
"""The cards of the drawing."""


def drawn(paper: str = "A4", *, poster: bool = False) -> list[Element]:
    """The drawings of a layout's sheets."""
    view = {"layout": layout_sheets(paper, GREEN, poster=poster)}
    html = to_html("blank.html", "", PLAIN, kind="layout", game_template=TEMPLATE, orientation="landscape", view=view)
    return [ElementTree.fromstring(svg) for svg in re.findall("<svg width=.*?</svg>.*?</svg>", html, re.DOTALL)]


def cards_drawn() -> dict[str, Element]:
    """The cards on the layout by the rank at their corners."""
    (sheet,) = drawn()
    cards = {next(card.iter("text")).text or "": card for card in sheet.findall("svg/g[@class='card']")}
    assert cards.keys() == {"A", *map(str, range(2, 11)), "J", "Q", "K"}
    return cards


def shifted(one: Element) -> Place:
    x, y = one.attrib["transform"].removeprefix("translate(").partition(")")[0].split()
    return float(x), float(y)


@pytest.fixture(scope="module")
def places() -> dict[str, Place]:
    """Where the cards lie on the layout: their upper left corners by the rank at their corners."""
    return {rank: shifted(card) for rank, card in cards_drawn().items()}


def test_the_rows_read_as_the_players_see_them(places: dict[str, Place]) -> None:
    (top,) = {places[rank][1] for rank in TOP_ROW}
    (bottom,) = {places[rank][1] for rank in BOTTOM_ROW}
    assert top < places["7"][1] < bottom
    assert places["7"][0] < min(x for rank, (x, _) in places.items() if rank != "7")
    for row in (TOP_ROW, BOTTOM_ROW):
        assert list(row) == sorted(row, key=lambda rank: places[rank][0])
    for above, below in zip(TOP_ROW, BOTTOM_ROW, strict=True):
        assert places[above][0] == places[below][0]


def test_no_card_touches_another_or_the_edge(places: dict[str, Place]) -> None:
    for (x, y), (other_x, other_y) in combinations(places.values(), 2):
        assert abs(x - other_x) >= WIDTH_MM + 10 or abs(y - other_y) >= HEIGHT_MM + 10
    for x, y in places.values():
        assert CHECK_MM / 2 <= x <= WIDE_MM - WIDTH_MM - CHECK_MM / 2
        assert CHECK_MM / 2 <= y <= HIGH_MM - HEIGHT_MM - CHECK_MM / 2


@pytest.mark.parametrize("paper", PAPER_MM)
def test_a_check_fits_on_a_card_of_the_poster_and_on_the_corners_of_four(paper: str, places: dict[str, Place]) -> None:
    scale = layout_sheets(paper, WHITE, poster=True).scale
    assert scale * min(WIDTH_MM, HEIGHT_MM) > CHECK_MM
    beside = scale * (places["5"][0] - places["6"][0] - WIDTH_MM)
    beneath = scale * (places["8"][1] - places["6"][1] - HEIGHT_MM)
    assert (beside**2 + beneath**2) ** 0.5 < CHECK_MM


def test_a_card_has_as_many_spades_as_its_rank_says_and_the_lower_ones_inverted() -> None:
    cards = cards_drawn()
    inverted = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 3, 9: 4, 10: 5}
    for number, lower in inverted.items():
        pips = [one.attrib["transform"] for one in cards[str(number)].findall("g/path")]
        assert len(pips) == len(set(pips)) == number
        assert sum(" -0." in one.partition("scale")[2] for one in pips) == lower


def windows(paper: str) -> list[tuple[float, float, float, float]]:
    """What of the layout each sheet of a poster shows: left, top, right, bottom in the drawing's millimetres."""
    found = []
    for one in drawn(paper, poster=True):
        inner = one.find("svg")
        assert inner is not None
        x, y, wide, high = map(float, inner.attrib["viewBox"].split())
        scale = float(inner.attrib["width"]) / wide
        assert scale == pytest.approx(layout_sheets(paper, WHITE, poster=True).scale, rel=1e-4)
        found.append((x, y, x + wide, y + high))
    return found


@pytest.mark.parametrize("paper", PAPER_MM)
def test_four_sheets_show_all_of_the_layout_and_overlap(paper: str) -> None:
    first, right, lower, last = windows(paper)
    overlap = OVERLAP_MM / layout_sheets(paper, WHITE, poster=True).scale
    assert first[2] - right[0] == first[3] - lower[1] == pytest.approx(overlap, abs=0.01)
    assert (right[1], lower[0], last[:2]) == (first[1], first[0], (right[0], lower[1]))
    assert first[0] <= 0.01
    assert first[1] <= 0.01
    assert last[2] >= WIDE_MM - 0.01
    assert last[3] >= HIGH_MM - 0.01


@pytest.mark.parametrize("paper", PAPER_MM)
def test_the_cut_across_goes_between_the_rows(paper: str, places: dict[str, Place]) -> None:
    _, _, lower, _ = windows(paper)
    assert places["A"][1] + HEIGHT_MM < lower[1] < places["K"][1]


@pytest.mark.parametrize("paper", PAPER_MM)
def test_one_sheet_shows_all_of_it_within_its_margins(paper: str) -> None:
    (sheet,) = drawn(paper)
    inner = sheet.find("svg")
    assert inner is not None
    x, y, wide, high = map(float, inner.attrib["viewBox"].split())
    assert x <= 0
    assert y <= 0
    assert x + wide >= WIDE_MM
    assert y + high >= HIGH_MM
    assert float(inner.attrib["x"]) == float(inner.attrib["y"]) == MARGIN_MM


HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "early_bank"},
    {"king_is_odd": True, "hockelty": True, "both_ways": "split", "call_quote": "for_one"},
    {"turns": 26, "kinds": ["single", "parity"], "last_turn_counts": False},
    {"split_takes": "all", "combination_pays": "proportional"},
)


def figures_of(told: Percentages) -> Iterator[Figure]:
    for row in (*told.rows, *told.of_one_check):
        yield from (one for one in (row.laid, row.decided, row.a_turn, row.first_turn) if one)
    for left in told.left:
        yield from (one for one in left.figures if one)
    yield from told.strung


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_hundredths_and_fractions_say_the_same(rules: dict[str, Any]) -> None:
    told = percentages_of(faro_house(rules))
    shares = 0
    for one in figures_of(told):
        share = Fraction(one.exact.replace("−", "-")) if one.exact else Fraction(one.percent.strip("%−")) / 100
        if one.percent.startswith("under "):
            assert 0 < share < Fraction(1, 100_000)
        else:
            assert abs(Fraction(one.percent.strip("%").replace("−", "-")) - 100 * share) <= Fraction(1, 2_000)
        assert one.is_players == (share < 0)
        shares += 1
    assert shares > 20


def test_a_single_bet_has_the_figures_that_are_known() -> None:
    single, split, *_ = percentages_of(FaroHouse()).rows
    assert (single.bets, single.example, single.lies) == ("single", "Q", "open and coppered")
    assert (single.laid.percent, single.laid.exact, single.decided) == ("1.981%", "33/1666", None)
    assert single.a_turn == Figure(percent="0.226%", exact="1/442", is_players=False)
    assert single.first_turn == Figure(percent="1.546%", exact="3/194", is_players=False)
    assert (split.bets, split.example) == ("split, diagonal and corner", "A-2; 3-10; J-K")
    assert split.decided == Figure(percent="1.839%", exact="64795/3523574", is_players=False)


def test_at_stuss_a_split_takes_whatever_the_stake_so_that_one_check_has_no_lines_of_its_own() -> None:
    told = percentages_of(faro_house("stuss"))
    assert [(row.bets, row.lies, row.laid.exact) for row in told.rows] == [("single", "open", "33/833")]
    assert not told.of_one_check
    assert "the whole of a stake" in told.notes[-1]


@pytest.mark.parametrize(("sleepers", "assumed"), [("first_claim", 1), ("returned", 0), ("dealer", 0)])
def test_what_is_assumed_of_a_sleeper_that_anybody_may_claim_is_said(sleepers: str, assumed: int) -> None:
    notes = percentages_of(FaroHouse(sleepers=sleepers)).notes
    assert sum("take that to be its owner" in note for note in notes) == assumed


def test_what_lies_another_way_follows_the_row_it_belongs_to() -> None:
    rows = percentages_of(faro_house("early_bank")).rows
    assert [(row.lies, row.again) for row in rows[:4]] == [("open", False), ("before the soda", True)] * 2
    assert rows[0].example == rows[1].example


def test_what_is_less_than_the_last_decimal_is_not_said_to_be_nothing() -> None:
    assert figure(Fraction(1, 10**9)) == Figure(percent="under 0.001%", exact="1/1000000000", is_players=False)
    assert figure(Fraction(0)) == Figure(percent="0.000%", exact="", is_players=False)


def test_the_notes_say_what_becomes_of_a_stake_that_nothing_decides() -> None:
    notes = {
        (sleepers, after): percentages_of(FaroHouse(sleepers=sleepers, after_hock=after, kinds=["single"])).notes[1]
        for sleepers in ("first_claim", "returned", "dealer")
        for after in ("dealer", "returned")
    }
    assert len(set(notes.values())) == 4
    assert notes["first_claim", "dealer"] == notes["returned", "dealer"]
    assert "count as nothing" in notes["returned", "returned"]


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_hundredths_are_written_as_the_language_has_them(language: str) -> None:
    with written_in(HouseStyle(language=language, currency="EUR")):
        assert re.fullmatch("1,981\N{NO-BREAK SPACE}%", figure(Fraction(33, 1666)).percent)
        assert figure(Fraction(-1, 13)).percent.startswith("−7,692")
