"""The paper of what a house may expect: its plots, its figures in four languages, and the standards that it keeps."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from dealer.game.expectation import Expectation, Plan
from dealer.games import simulated_game
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.expectation import draw_plots, drawn_plots, expectation_view, house_called, print_expectation
from reports.sheets.expectation_plots import plots_of
from reports.words.language import LANGUAGES, written_in
from tests.support.pdf_standards import faults_of
from tests.support.tables import faro_house


@pytest.fixture(scope="module")
def expects() -> Expectation:
    game = simulated_game("faro")
    assert game.expect is not None
    return game.expect(faro_house({}), Plan(nights=200, deals=2, season=5), lambda done, of: None)


def test_plots_are_parts_of_pages_without_styles_scripts_and_unused_names(expects: Expectation) -> None:
    plots = plots_of(expects)
    assert len(plots) == 3
    used: list[str] = []
    for plot in plots:
        svg = ElementTree.fromstring(plot.drawing)
        assert svg.findtext("title") == plot.title
        tags = {element.tag for element in svg.iter()}
        assert tags <= {"svg", "title", "g", "path", "defs", "use", "text", "clipPath", "rect"}
        assert not {name for element in svg.iter() for name in element.attrib} & {"style", "class", "onload"} - {
            "class"
        }
        names = [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]
        assert set(names) <= set(re.findall(r"#([\w-]+)", str(plot.drawing)))
        used += names
        assert {element.get("font-size") for element in svg.iter("text")} <= {"8.5", "9"}
    assert len(set(used)) == len(used), "two plots of a page share a name"


def test_plots_are_drawn_alike_each_time_and_by_another_process_too(expects: Expectation) -> None:
    assert plots_of(expects) == plots_of(expects)
    style = HouseStyle(language="de", currency="EUR")
    with written_in(style):
        assert drawn_plots(draw_plots(expects, style)) == plots_of(expects)


def test_amounts_of_plots_are_in_the_currency_of_the_house(expects: Expectation) -> None:
    with written_in(HouseStyle(language="de", currency="EUR")):
        drawing = str(plots_of(expects)[0].drawing)
    assert "€" in drawing
    assert "$" not in drawing


def test_a_roll_that_never_broke_has_less_than_one_night_in_all_of_them(expects: Expectation) -> None:
    safe = replace(expects, ruin=(replace(expects.ruin[0], in_a_night=0.0, in_a_season=0.0), *expects.ruin[1:]))
    text = expectation_view("", safe).ruin
    assert text.startswith("A roll of $2,500 breaks in under 0.5% of nights, and in under 2.5% of seasons of 5 nights")


def test_the_house_is_called_by_its_game_and_preset() -> None:
    assert house_called("faro", faro_house("stuss")) == "Faro: stuss"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_paper_keeps_to_the_standards_in_every_language(expects: Expectation, language: str) -> None:
    options = RenderOptions(style=HouseStyle(language=language, currency="EUR"))
    assert faults_of(print_expectation("Faro", expects, options)) == []


def test_the_paper_is_the_same_each_time(expects: Expectation) -> None:
    first, second = (print_expectation("Faro", expects, RenderOptions()) for _ in range(2))
    assert first == second
