"""Nothing on the sheets of a night stays English where its house writes otherwise, and all of it is in the catalogs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC
from html import unescape
from typing import Any

import pytest

from reports.game_papers import papers_of
from reports.games.fan_tan.papers import hand_sheet_view
from reports.games.farmer import HAND_WORDS as OF_FARMER
from reports.games.faro.layout import SIGNS
from reports.games.faro.papers import tab_sheet_view
from reports.games.frog import HAND_WORDS as OF_FROG
from reports.games.spoil_five import HAND_WORDS as OF_SPOIL_FIVE
from reports.pdf.archive import NightLog
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, Printing, RenderOptions
from reports.sheets.chip_hand_sheet import chip_hand_sheet
from reports.sheets.settlement import settlement_view
from reports.sheets.table_sheet import table_sheet_view
from reports.words.language import written_in
from tests.reports import hands, nights
from tests.reports.games.frog.hands import night_of_frog
from tests.reports.nights import Played
from tests.reports.pseudo import Boxes
from tests.reports.rounds.pots import night_of_pots
from tests.reports.score_pad.nights import bridge_night, mixed_night
from tools.catalogs import texts

STYLE = HouseStyle(language="de", currency="EUR")
AGAIN = RenderOptions(style=STYLE, zone=UTC, printing=Printing(number=2, at="2026-11-22T09:00:00Z", who="M. Earp"))
OF_PEOPLE = ("name", "claim", "reason", "item", "table", "dealer", "debit", "who", "dispute")
"""The fields of facts that hold people's own words and keys; the account of a backer's cash has their name."""
IN_ANY_LANGUAGE = {
    *("Faro", "Fan-Tan", "Farmer", "Spoil Five", "Frog", "Sevens", "Parliament", "Five Hundred", "Four-deal bridge"),
    *("Nº", "UTC", "J", "Q", "K", "A", "I", "O", "Samstag", "Sonntag", "November", "M. Earp", "seat-6"),
}
"""Titles of games, the index of a card, marks, a day as Babel writes it, and whoever printed."""

NUMBER = r"\b2026-11-21/1/[\w-]+"
"""A sheet's number, the same in every language."""

NIGHTS: tuple[Callable[[], Played], ...] = (
    nights.crowded,
    lambda: nights.crowded(closed=False),
    hands.crowded_pot,
    hands.night_of_both,
    night_of_pots,
    mixed_night,
    bridge_night,
    night_of_frog,
    lambda: nights.played([nights.opening()]),
)


def sheets_of(night: Played) -> Iterator[str]:
    """The HTML of a night's table sheet and settlements, and of the sheet of each deal and hand."""

    def html(template: str, view: Any, **more: Any) -> str:
        return to_html(template, "", AGAIN, view=view, **more)

    now, facts = night.now, night.facts
    table = table_sheet_view(now, facts, UTC)
    yield html("table_sheet.html", table)
    for player in now.seats:
        yield html("settlement.html", settlement_view(now, facts, player, UTC))
    for row in table.parts["faro"].view.rows if "faro" in table.parts else ():
        view = tab_sheet_view(now, facts, row.tabs.deal, UTC)
        yield html("faro/papers.html", view, signs=SIGNS[STYLE.marks])
    for hand in table.parts["fan_tan"].view.rows if "fan_tan" in table.parts else ():
        yield html("fan_tan/papers.html", hand_sheet_view(now, facts, hand.record.hand, UTC))
    for words in (OF_FARMER, OF_SPOIL_FIVE, OF_FROG):
        for record in table.parts[words.game].view.play.hands if words.game in table.parts else ():
            yield html("hands.html", chip_hand_sheet(words).view(now, facts, record.hand, UTC, None))
    for game in ("five_hundred", "four_deal_bridge"):
        of_match = papers_of(game).round_sheet
        assert of_match is not None
        for match in table.parts[game].view.play.matches if game in table.parts else ():
            score = of_match.view(now, facts, match.match, UTC, None)
            yield html(score.form.template, score)


def own_words(value: Any, field: str = "") -> Iterator[str]:
    """What people said or are called, in the facts of a night."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from own_words(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from own_words(part, field)
    elif isinstance(value, str) and field in OF_PEOPLE:
        yield value.partition(":")[2] or value


def letters(html: str) -> str:
    """What can be read on a sheet, the texts for drawings with it; not its number, the seal and hashes."""
    other = rf'<p class="head">.*?</p>|<style>.*?</style>|{NUMBER}'
    body = re.sub(other, " ", html[html.index("<body") :], flags=re.DOTALL)
    return re.sub(r"(\b[0-9a-f]{4} ){3}[0-9a-f]{4}\b", " ", unescape(re.sub(r"<[^>]*>", " ", body)))


@pytest.fixture(scope="module")
def boxes() -> Boxes:
    """A language in which whatever is said has no letters."""
    return Boxes()


def test_every_letter_on_the_sheets_is_a_name_a_card_or_a_quotation(
    boxes: Boxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.words.language._catalog", lambda code: boxes)
    seen = 0
    for night in (make() for make in NIGHTS):
        facts = json.loads(NightLog(night.rows).whole())["facts"]
        own = {*own_words([json.loads(fact["body"]) for fact in facts]), *own_words(facts), *IN_ANY_LANGUAGE}
        with written_in(STYLE):
            for html in sheets_of(night):
                left = letters(html)
                for word in sorted(own, key=len, reverse=True):
                    left = left.replace(word, " ")
                assert re.findall(r"[^\W\d_]+", left) == [], html[:300]
                seen += 1
    assert seen > 20
    extracted = texts()
    missing = {asked for asked in boxes.asked if extracted.get(asked[1], context=asked[0] or None) is None}
    assert missing == set()


def test_a_sheet_has_one_number_in_every_language() -> None:
    night = nights.crowded()
    with written_in(STYLE):
        found = [re.findall(NUMBER, html) for html in sheets_of(night)]
    numbers = ("table", "1", "2", "3", "4", "5", "6", "deal-1", "deal-2", "deal-3")
    assert [set(one) for one in found] == [{f"2026-11-21/1/{number}"} for number in numbers]


def test_a_sheet_says_its_language_and_writes_its_amounts_hours_and_day_so() -> None:
    night = nights.crowded()
    with written_in(STYLE):
        view = settlement_view(night.now, night.facts, "red", UTC)
        html = to_html("settlement.html", "", AGAIN, view=view)
    assert '<html lang="de">' in html
    for said in ("Samstag, 21. November 2026", "500,00\N{NO-BREAK SPACE}€", "01:12", "Bartholomew Maximilian"):
        assert said in html
    assert "$" not in html
    assert " am" not in letters(html)
