"""Nothing that is said or printed of a night stays English where its house writes otherwise.

Everything is said in a language whose letters are all boxes: what still has letters was not translated. What is filled
in keeps its letters: names, keys, amounts, the index of a card.
"""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from babel.dates import get_day_names, get_month_names
from babel.messages.pofile import read_po

from dealer.games import GAMES as RULES
from dealer.night.disputes import RULINGS, laws
from reports.render_options import HouseStyle
from reports.words.language import ENGLISH, LANGUAGES, catalog_text, written_in
from tests.golden.wording import GAMES, commands_said, known, papers, printed_as_html, scripts, stories
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.pure import AskedNight
from tests.support.stored import KINDS

STYLE = HouseStyle(language="de", currency="EUR")
PLACEHOLDER = re.compile(r"(%\(\w+\)s)")
LETTERS = re.compile(r"[^\W\d_]{2,}")
"""A word; a single letter may be the index of a card."""
NOT_SAID = re.compile(
    r"^(?:refused \w+:|(?:asked|said|stands|event|line|struck|refused|round|stake|dispute) +(?:\w+:)?)"
)
"""What the golden file has before a sentence."""
NUMBER = re.compile(r"casekeeper \d+ night .*|\bnight/\S+|\[\w+\]")
"""A seal, the number of a paper, the code of a refusal."""
IN_ANY_LANGUAGE = {
    *(word for game in RULES.values() for word in re.findall(r"\w+", game.title)),
    *("Sevens", "Parliament", "Nº", "UTC", "test", "Fünfhundert", "Zweihundert", "Fünfundzwanzig", "Fünfzig", "Euro"),
    *KINDS,
    *get_day_names(locale="de_DE").values(),
    *get_month_names(locale="de_DE").values(),
}
"""Titles of games, who wrote it down, kinds of events, and days and amounts as Babel and the number words have them."""

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


class Boxes(gettext.NullTranslations):
    """Translates every text into boxes, and remembers which it was asked for, each with its context if it had one."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.texts.add(("", msgid1))
        return in_boxes(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        self.texts.add((context, message))
        return in_boxes(message)


def in_boxes(message: str) -> str:
    """A text with a box for every letter that is not part of a placeholder."""
    parts = PLACEHOLDER.split(message)
    return "".join(part if at % 2 else re.sub(r"[^\W\d_]", "▯", part) for at, part in enumerate(parts))


@pytest.fixture
def boxes() -> Iterator[Boxes]:
    with pytest.MonkeyPatch.context() as patched, written_in(STYLE), printed_as_html():
        language = Boxes()
        patched.setattr("reports.words.language._catalog", lambda _: language)
        yield language


def texts_of(commands: list[dict[str, Any]]) -> set[str]:
    """Every text in the commands of a night: names, keys, claims, cards and what does not read."""
    found: set[str] = set()
    for text in re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(commands, ensure_ascii=False)):
        found |= {text, text.replace("_", " "), text.rstrip("."), text.title()}
    return {text for text in found if len(text) > 1}


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
