"""The sheet of house rules as it is printed: every rule and every figure is on it, for one game and for both."""

from __future__ import annotations

import re
from datetime import UTC
from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfReader

from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.rules_sheet import RulesSheet, print_rules_sheet, rules_sheet_view
from reports.words.language import written_in
from tests.reports import nights
from tests.reports.pseudo import Boxes

AT_UTC = RenderOptions(zone=UTC)
MARGIN = 16 * 72 / 25.4
"""In points."""

OF_BOTH = {
    "game": ["fan_tan", "faro"],
    "house": {
        "faro": {"preset": "early_bank", "limit": 20_000, "sleepers": "dealer"},
        "fan_tan": {"preset": "antes", "chip": 50},
    },
}


def view_of(**opening: object) -> RulesSheet:
    night = nights.played([nights.opening(**opening)])
    return rules_sheet_view(night.now, night.facts, UTC)


def pages_of(view: RulesSheet, options: RenderOptions = AT_UTC) -> list[str]:
    """The text of every page, without spaces: a column breaks words where it likes. All of it is within the margins."""
    content = print_rules_sheet(view, options)
    assert_within_margins(content)
    return ["".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def assert_within_margins(content: bytes) -> None:
    for page in pypdfium2.PdfDocument(content):
        text = page.get_textpage()
        for at in range(text.count_rects()):
            left, _, right, _ = text.get_rect(at)
            assert left > MARGIN - 1
            assert right < page.get_width() - MARGIN + 1


def close(text: str) -> str:
    return "".join(text.split())


@pytest.fixture(scope="module")
def both() -> tuple[RulesSheet, list[str]]:
    view = view_of(**OF_BOTH)
    return view, pages_of(view)


def test_every_rule_of_both_games_is_on_the_sheet(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    text = "".join(pages)
    assert [game.game for game in view.games] == ["Fan-Tan", "Faro"]
    said = [f"{rule.number} {rule.text}" for game in view.games for group in game.groups for rule in group.rules]
    said += [" ".join(one) for one in view.games[0].banks_part]
    said += [*(view.games[1].percentages.notes if view.games[1].percentages else ())]
    assert len(said) > 40
    for sentence in said:
        assert close(sentence) in text, sentence


def test_what_is_not_as_the_preset_has_it_is_marked_in_words(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    assert [game.changed for game in view.games] == [1, 2]
    text = "".join(pages)
    assert close("“antes” with 1 rule changed") in text
    assert close("A chip is $0.50. Changed; by “antes”: A chip is $0.25.") in text
    assert close("“early bank” with 2 rules changed") in text


def test_every_figure_is_on_the_sheet_with_its_fraction(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    told = view.games[1].percentages
    assert told is not None
    text = "".join(pages).replace("\u200b", "")
    figures = [
        figure
        for row in (*told.rows, *told.of_one_check)
        for figure in (row.laid, row.decided, row.a_turn, row.first_turn)
        if figure
    ]
    figures += [figure for row in told.left for figure in row.figures if figure]
    for figure in figures:
        assert figure.percent + figure.exact in text


def test_every_page_is_numbered_and_sealed(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    assert len(pages) == 3
    for number, page in enumerate(pages, start=1):
        assert f"page{number}of{len(pages)}" in page
        assert view.seal.head in page


def test_the_usual_house_of_faro_fills_three_sheets_and_of_fan_tan_one() -> None:
    faro = view_of(house="american")
    assert faro.games[0].changed == 0
    letter = RenderOptions(style=HouseStyle(paper="Letter"), zone=UTC)
    assert len(pages_of(faro, letter)) == 3
    fan_tan = pages_of(view_of(game="fan_tan", house="encyclopedia", roll=0, backers=[]))
    assert len(fan_tan) == 1
    assert "Fan-Tanhasnobank" in fan_tan[0]
    assert "Ofastakelaid" not in fan_tan[0]


def test_nothing_on_the_sheet_stays_english_where_the_house_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = Boxes()
    monkeypatch.setattr("reports.words.language._catalog", lambda code: boxes)
    with written_in(HouseStyle(language="de", currency="EUR")):
        view = view_of(**OF_BOTH)
        html = to_html("rules_sheet.html", "–", RenderOptions(style=HouseStyle(language="de"), zone=UTC), view=view)
    body = html[html.index("</header>") :]
    assert "▯" in body
    told = re.sub("<[^>]*>", " ", body).replace("Fan-Tan", "").replace("Faro", "")
    assert not re.findall("[A-Za-z]{2,}", told)
