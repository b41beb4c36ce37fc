"""A language whose letters are all boxes: what still has letters was not translated."""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from babel.dates import get_day_names, get_month_names
from babel.messages.extract import extract_from_file

from dealer.games import GAMES as RULES
from tests.support.stored import KINDS
from tools.catalogs import CALLS_OF_SCRIPTS, ROOT

PLACEHOLDER = re.compile(r"(%\(\w+\)s)")
LETTERS = re.compile(r"[^\W\d_]{2,}")
"""A word; a single letter may be the index of a card."""
IN_ANY_LANGUAGE = {
    *(word for game in RULES.values() for word in re.findall(r"\w+", game.title)),
    *("Sevens", "Parliament", "Nº", "UTC", "test", "Fünfhundert", "Zweihundert", "Fünfundzwanzig", "Fünfzig", "Euro"),
    "JQK",
    *KINDS,
    *get_day_names(locale="de_DE").values(),
    *get_month_names(locale="de_DE").values(),
    *(name.rstrip(".") for name in get_month_names("abbreviated", locale="de_DE").values()),
}
"""Titles of games, who wrote it down, kinds of events, and days and amounts as Babel and the number words have them."""


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


@cache
def in_boxes(message: str) -> str:
    """A text with a box for every letter that is not part of a placeholder."""
    parts = PLACEHOLDER.split(message)
    return "".join(part if at % 2 else re.sub(r"[^\W\d_]", "▯", part) for at, part in enumerate(parts))


@cache
def scripts_in_boxes(_: str) -> str:
    """The texts of all scripts in boxes, as a page gets them in any language."""
    found: dict[str, Any] = {}
    for script in (ROOT / "web").rglob("*.js"):
        if script.parent.name == "vendor":
            continue
        for _line, text, *_about in extract_from_file("javascript", script, keywords=CALLS_OF_SCRIPTS):
            first, *others = (text,) if isinstance(text, str) else text
            found[first] = [in_boxes(form) for form in (first, *others)] if others else in_boxes(first)
    return json.dumps(found)


@contextmanager
def written_in_boxes() -> Iterator[Boxes]:
    """Translate into boxes within the block, whatever the language; the texts that were translated."""
    with pytest.MonkeyPatch.context() as patched:
        language = Boxes()
        patched.setattr("reports.words.language._catalog", lambda _: language)
        yield language


def texts_of(commands: list[dict[str, Any]]) -> set[str]:
    """Every text in the commands of a night: names, keys, claims, cards and what does not read."""
    found: set[str] = set()
    for text in re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(commands, ensure_ascii=False)):
        found |= {text, text.replace("_", " "), text.rstrip("."), text.title()}
    return {text for text in found if len(text) > 1}
