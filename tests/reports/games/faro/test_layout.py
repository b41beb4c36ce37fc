"""The drawn layout: its cards in their places (rulebook 1.2), large enough for checks, whole over its sheets."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from dealer.games.faro.layout import BOTTOM_ROW, TOP_ROW
from reports.games.faro.layout import (
    GREEN,
    HEIGHT_MM,
    HIGH_MM,
    MARGIN_MM,
    OVERLAP_MM,
    SIZES_MM,
    WHITE,
    WIDE_MM,
    WIDTH_MM,
    layout_card,
    layout_drawing,
    poster_scale,
    poster_sheets,
    single_sheet,
)

Place = tuple[float, float]

CHECK_MM = 39.0


def parsed(drawn: str) -> Element:
    return ElementTree.fromstring(f"<svg>{drawn}</svg>")


def shifted(one: Element) -> Place:
    x, y = one.attrib["transform"].removeprefix("translate(").partition(")")[0].split()
    return float(x), float(y)


@pytest.fixture(scope="module")
def places() -> dict[str, Place]:
    """Where the cards lie on the layout: their upper left corners by the rank at their corners."""
    ranks = {"A", *map(str, range(2, 11)), "J", "Q", "K"}
    cards = [one for one in parsed(layout_drawing(GREEN)).findall("g") if one.find("g/text") is not None]
    found = {}
    for one in cards:
        (rank,) = {text.text for text in one.iter("text")} & ranks
        found[str(rank)] = shifted(one)
    assert found.keys() == ranks
    return found


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


@pytest.mark.parametrize("paper", SIZES_MM)
def test_a_check_fits_on_a_card_of_the_poster_and_on_the_corners_of_four(paper: str, places: dict[str, Place]) -> None:
    scale = poster_scale(paper)
    assert scale * min(WIDTH_MM, HEIGHT_MM) > CHECK_MM
    beside = scale * (places["5"][0] - places["6"][0] - WIDTH_MM)
    beneath = scale * (places["8"][1] - places["6"][1] - HEIGHT_MM)
    assert (beside**2 + beneath**2) ** 0.5 < CHECK_MM


def test_a_card_has_as_many_spades_as_its_rank_says_and_the_lower_ones_inverted() -> None:
    inverted = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 3, 9: 4, 10: 5}
    for number, lower in inverted.items():
        pips = [
            one.attrib["transform"] for one in parsed(layout_card(str(number), 0, 0, "#ffffff")).findall("g/g/path")
        ]
        assert len(pips) == len(set(pips)) == number + 1, "the pips, and the small one of the index"
        assert sum(" -0." in one.partition("scale")[2] for one in pips) == lower


def windows(paper: str) -> list[tuple[float, float, float, float]]:
    """What of the layout each sheet of a poster shows: left, top, right, bottom in the drawing's millimetres."""
    found = []
    for one in poster_sheets(paper, WHITE):
        inner = parsed(str(one.drawing)).find("svg/svg")
        assert inner is not None
        x, y, wide, high = map(float, inner.attrib["viewBox"].split())
        scale = float(inner.attrib["width"]) / wide
        assert scale == pytest.approx(poster_scale(paper), rel=1e-4)
        found.append((x, y, x + wide, y + high))
    return found


@pytest.mark.parametrize("paper", SIZES_MM)
def test_four_sheets_show_all_of_the_layout_and_overlap(paper: str) -> None:
    first, right, lower, last = windows(paper)
    overlap = OVERLAP_MM / poster_scale(paper)
    assert first[2] - right[0] == first[3] - lower[1] == pytest.approx(overlap, abs=0.01)
    assert (right[1], lower[0], last[:2]) == (first[1], first[0], (right[0], lower[1]))
    assert first[0] <= 0.01
    assert first[1] <= 0.01
    assert last[2] >= WIDE_MM - 0.01
    assert last[3] >= HIGH_MM - 0.01


@pytest.mark.parametrize("paper", SIZES_MM)
def test_the_cut_across_goes_between_the_rows(paper: str, places: dict[str, Place]) -> None:
    _, _, lower, _ = windows(paper)
    assert places["A"][1] + HEIGHT_MM < lower[1] < places["K"][1]


@pytest.mark.parametrize("paper", SIZES_MM)
def test_one_sheet_shows_all_of_it_within_its_margins(paper: str) -> None:
    (drawn,) = parsed(str(single_sheet(paper, GREEN).drawing)).findall("svg")
    inner = drawn.find("svg")
    assert inner is not None
    x, y, wide, high = map(float, inner.attrib["viewBox"].split())
    assert x <= 0
    assert y <= 0
    assert x + wide >= WIDE_MM
    assert y + high >= HIGH_MM
    assert float(inner.attrib["x"]) == float(inner.attrib["y"]) == MARGIN_MM
