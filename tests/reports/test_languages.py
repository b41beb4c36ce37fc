"""Nothing that a night's sentences, dossiers, disputes and hands say stays English where its papers are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC
from functools import partial
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from babel.messages.pofile import read_po

from dealer.commands.commands import PLAYER_FIELDS
from dealer.commands.refusal import printable
from dealer.games import GAMES
from dealer.night.disputes import RULINGS, laws
from dealer.night.history import History
from events.book.book import Book
from events.book.reading import recorded_command
from events.effective_facts import effective
from events.records import RecordedCommand
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.story import Line
from reports.sheets.disputes import disputes_of
from reports.sheets.dossier import dossier_view, hours, round_story, rounds_of, stake_story, stakes_of
from reports.words.formatting import cards_in_words
from reports.words.language import ENGLISH, LANGUAGES, catalog_text, written_in
from reports.words.naming import where_play_stands
from reports.words.sentences import asked_for, fact_sentence, last_said
from tests.reports.pseudo import Boxes, boxed
from tests.support.disputed import BET, Disputed
from tests.support.every_kind import nights

EUROS = HouseStyle(language="de", currency="EUR")
INDEXES = {"A", "J", "Q", "K"}
OF_PEOPLE = ("name", "claim", "reason", "item", "backer", "table", "bet", "dispute")
"""The fields of commands that hold people's own words and keys."""


LETTERS = re.compile(r"[^\W\d_]+")
HEX = re.compile(r"\b[0-9a-f]{4,}\b")
OF_THE_HEAD = {"Faro", "Fan", "Tan", "Sevens", "Parliament", "Samstag", "November", "Nº", "UTC", "casekeeper"}
"""What the head and foot of a paper have in every language, and the day as Babel writes it."""

TITLES = frozenset(game.title for game in GAMES.values())
"""What a game is called is a name: it stays as it is."""

Told = list[tuple[str, frozenset[str]]]


@pytest.fixture(scope="module")
def boxes() -> Boxes:
    """A language in which whatever is said has no letters."""
    return Boxes()


@pytest.fixture(scope="module")
def told(boxes: Boxes) -> Told:
    """All that nights with every kind of fact say in that language, each with the words that may stay as they are."""
    made: Told = []
    with _in(boxes):
        for history, commands in _nights():
            own = TITLES.union(word for one in commands for word in _words(one.document, OF_PEOPLE))
            made += [(said, own) for said in {*_facts_said(history), *_stories_said(history, commands)}]
            for one in commands:
                said = asked_for(history.at(max(one.version_before, 1)), one.document, cards_in_words)
                # What does not read, or is nowhere on the layout, goes by the words it was asked in.
                asked = _words(one.document, (*PLAYER_FIELDS, "dealer", "opener", "do", "kind", "ranks", "cards"))
                made.append((said, own.union(asked)))
    return made


def test_every_letter_of_a_night_told_in_another_language_is_a_name_or_a_card(told: Told) -> None:
    assert len(told) > 1_000, "hardly anything was told"
    for said, own in told:
        assert not _letters(said, own), said


def test_every_text_that_is_said_is_in_the_catalogs(told: Told, boxes: Boxes) -> None:
    assert len(boxes.asked) > 200, "hardly anything was translated"
    said = boxes.asked | {("", text) for text in (*laws(), *(words for _, words in RULINGS))}
    for code in LANGUAGES.keys() - {ENGLISH}:
        catalog = read_po(BytesIO(catalog_text(code)), locale=code)
        kept = {(one.context or "", one.id if isinstance(one.id, str) else one.id[0]) for one in catalog}
        assert not said - kept, code


def test_the_paper_of_a_dossier_has_no_english_but_what_is_quoted(boxes: Boxes) -> None:
    with Book.open() as book, _in(boxes):
        played = Disputed(book).play_bet().rule()
        history, commands = played.assistant.history(played.night), book.commands(played.night)
        view = dossier_view(history, commands, BET, UTC)
        paper = to_html(
            "dossier.html", "", RenderOptions(style=EUROS, zone=UTC), view=view, hours=partial(hours, zone=UTC)
        )
    text = unescape(re.sub(r"<[^>]*>", " ", paper[paper.index("<body") :]))
    quoted = " ".join((*(line.reason for line in view.lines if line.refused), *(one.what for one in view.sources)))
    own = frozenset(word for one in commands for word in _words(one.document, OF_PEOPLE)) | {"M. Earp", "tablet"}
    assert "▯▯▯▯▯▯▯ ▯▯ ▯ ▯▯▯" in text
    assert set(_letters(HEX.sub("", text), own)) <= {*LETTERS.findall(quoted), *OF_THE_HEAD}


@contextmanager
def _in(boxes: Boxes) -> Iterator[None]:
    """Everything within is said in boxes."""
    with pytest.MonkeyPatch.context() as patched, written_in(EUROS):
        patched.setattr("reports.words.language._catalog", lambda code: boxes)
        yield


def _nights() -> Iterator[tuple[History, list[RecordedCommand]]]:
    """Nights with every kind of fact, and one with a bet and a hand that were disputed, with their commands."""
    for rows in nights():
        yield History.of(rows.recorded), [recorded_command(row._asdict()) for row in rows.commands]
    with Book.open() as book:
        disputed = Disputed(book).play_bet().rule().play_hand()
        yield disputed.assistant.history(disputed.night), book.commands(disputed.night)


def _facts_said(history: History) -> Iterator[str]:
    """Every fact by itself, what the commands did, and where the play stood."""
    for one in history.facts[1:]:
        yield fact_sentence(history.at(one.version - 1), history.at(one.version), one.fact)
        yield last_said(history.at(one.version), history.until(one.version))
        yield where_play_stands(history.at(one.version))


def _stories_said(history: History, commands: list[RecordedCommand]) -> Iterator[str]:
    """The dossier of every bet, the story of every hand, and the disputes."""
    for bet in stakes_of(history):
        yield from (bet.title, bet.came_of_it)
        yield from _lines_said(stake_story(history, commands, bet.bet))
    for hand in rounds_of(history):
        yield hand.came_of_it
        yield from _lines_said(round_story(history, commands, "fan_tan", hand.number))
    for one in disputes_of(history.states[-1], effective(history.facts)):
        yield from (one.where, one.outcome)


def _lines_said(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        yield from (line.numbers, *(source.numbered for source in line.sources))
        if line.refused:
            # What was asked for is held against the words that it was asked in; a refusal is quoted as it was said.
            assert line.text.startswith(boxed("Refused: "))
        else:
            yield from (line.text, line.reason)


def _words(document: dict[str, Any], fields: Iterable[str]) -> Iterator[str]:
    """What some fields of a command hold, as far as it is text, as it is quoted."""
    for field in fields:
        value = document.get(field)
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                yield from (text, printable(text)[:60], text.rstrip("."), text.replace("_", " "))


def _letters(said: str, own: frozenset[str]) -> list[str]:
    """The words of a text that are nobody's own and no index of a card."""
    for word in sorted(filter(None, own), key=len, reverse=True):
        said = said.replace(word, " ")
    return [word for word in LETTERS.findall(said) if word not in INDEXES]
