"""Nothing that is said or printed of a night stays English where its house writes otherwise.

Everything is said in a language whose letters are all boxes: what still has letters was not translated. What is filled
in keeps its letters: names, keys, amounts, the index of a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from dealer.night.disputes import RULINGS, laws
from reports.render_options import HouseStyle
from reports.words.language import ENGLISH, LANGUAGES, catalog_text, written_in
from tests.golden.wording import GAMES, commands_said, known, papers, printed_as_html, scripts, stories
from tests.support.boxes import IN_ANY_LANGUAGE, LETTERS, Boxes, texts_of, written_in_boxes
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.pure import AskedNight

STYLE = HouseStyle(language="de", currency="EUR")
NOT_SAID = re.compile(
    r"^(?:refused \w+:|(?:asked|said|stands|event|line|struck|refused|round|stake|dispute) +(?:\w+:)?)"
)
"""What the golden file has before a sentence."""
NUMBER = re.compile(r"casekeeper \d+ night .*|\bnight/\S+|\[\w+\]")
"""A seal, the number of a paper, the code of a refusal."""

OF_TOYS = {
    "high_low": {
        *[
            "High or Low",
            "SideBacked",
            "SidePaid",
            "SideReturned",
            "SideTaken",
            "RoundOpened",
            "CardTurned",
            "High",
            "Low",
            "side",
            "bet",
            "round",
            "taken",
            "paid",
            "returned",
            "opened",
            "backed",
            "turned",
        ]
    },
    "tally": {*["Tally", "price", "points", "winner", "begun", "scored", "ended", "round"]},
}
"""What goes by its name in the code, as the toys have no words: settings, and the fields and kinds of events."""


OF_MARSHMALLOW = {("", "not a valid integer")}
"""What the library of schemas says by itself, in English."""


@pytest.fixture
def boxes() -> Iterator[Boxes]:
    with written_in(STYLE), printed_as_html(), written_in_boxes() as language:
        yield language


@pytest.mark.parametrize("game", soaked(GAMES, at_once=(*EACH_KIND, "high_low", "tally", "several")))
def test_every_word_of_a_night_is_translated_or_somebodys_own(boxes: Boxes, game: str) -> None:
    for commands in scripts(game).values():
        night = AskedNight()
        own = sorted(texts_of(commands) | IN_ANY_LANGUAGE | OF_TOYS.get(game, set()), key=len, reverse=True)
        with known(game):
            lines = [line for line in commands_said(night, commands) if not line[:1].isdigit()]
            lines += [*stories(night), *papers(night, STYLE)]
        for line in lines:
            left = "" if line.startswith("==") else NUMBER.sub("", NOT_SAID.sub("", line))
            for text in own:
                left = left.replace(text, " ")
            assert LETTERS.findall(left) == [], line
    for code in LANGUAGES.keys() - {ENGLISH} if game not in OF_TOYS else ():
        assert boxes.texts - in_catalog(code) - OF_MARSHMALLOW == set(), code


@pytest.mark.parametrize("code", sorted(LANGUAGES.keys() - {ENGLISH}))
def test_the_laws_and_rulings_are_in_the_catalogs(code: str) -> None:
    assert {("", text) for text in (*laws(), *(words for _, words in RULINGS))} - in_catalog(code) == set()


@cache
def in_catalog(code: str) -> set[tuple[str, str]]:
    """The texts of a catalog, each with its context if it has one."""
    catalog = read_po(BytesIO(catalog_text(code)), locale=code)
    return {(one.context or "", one.id if isinstance(one.id, str) else one.id[0]) for one in catalog}
