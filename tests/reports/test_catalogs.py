"""The catalogs: they hold every text that is printed and no other, and each translation fits its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from reports.render_options import CATALOGS
from tools import catalogs
from tools.catalogs import TRANSLATED, is_translated

FILLED_IN = re.compile(r"%\(\w+\)s")
MARKUP = re.compile(r"</?\w+>")
UNSPACED = re.compile(r"(?<!\N{NO-BREAK SPACE})(?:[;!?»]|:(?!\d|//))(?=[\s»<]|$)|«(?!\N{NO-BREAK SPACE})")
"""What a French sentence has without the space that belongs there; the fonts lack the narrow one."""

OTHER_WORDS = {"night": r"\bveladas?\b", "marker": r"\bvales?\b"}
"""Spanish words for what the other texts call *noche* and *pagaré*."""


@pytest.fixture(scope="module")
def found() -> Catalog:
    return catalogs.texts()


def forms(texts: str | Sequence[str] | None) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts or ())


def texts_in(code: str) -> list[Message]:
    return [message for message in catalogs.read(code) if message.id]


def test_the_texts_of_code_templates_and_dealer_are_found(found: Catalog) -> None:
    assert "Table sheet" in found
    assert found.get("Won", context="checks") is not None
    turns = found.get("%(num)s turn")
    assert turns is not None
    assert turns.id == ("%(num)s turn", "%(num)s turns")
    assert "bets are paid or taken by where they lie" in found
    # Within another call, and in a text of several lines of code.
    assert "%(card)s laid at %(turn)s" in found
    files = [path for path, _ in turns.locations]
    assert {"reports/games/faro/play.py", "reports/games/fan_tan/papers.html"} <= set(files)
    assert files == sorted(files)


def test_no_text_stands_within_an_f_string_where_it_would_not_be_found() -> None:
    texts = (
        (path.name, call.lineno)
        for folder, pattern, _ in catalogs.SOURCES
        if pattern == "*.py"
        for path in (catalogs.ROOT / folder).rglob(pattern)
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in catalogs.CALLS
        if call.args and isinstance(call.args[0], ast.Constant)
    )
    assert list(texts) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalog_is_as_the_tool_writes_it(code: str, found: Catalog) -> None:
    assert (CATALOGS / f"{code}.po").read_bytes() == catalogs.updated(code, found)


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated_and_none_by_guess(code: str) -> None:
    assert [message.id for message in texts_in(code) if not is_translated(message) or message.fuzzy] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_what_is_filled_in_and_the_markup_of_its_text(code: str) -> None:
    for message in texts_in(code):
        *singular, plural = forms(message.id)
        for form, translation in enumerate(forms(message.string)):
            # The singular may do without its number where the text does.
            asked = [plural, *singular] if form == 0 else [plural]
            for kind in (FILLED_IN, MARKUP):
                assert set(kind.findall(translation)) in [set(kind.findall(text)) for text in asked], translation
            if message.python_format:
                # A lone percent sign would only be met when it is printed.
                assert translation % dict.fromkeys(re.findall(r"%\((\w+)\)", plural), "x")


@pytest.mark.parametrize("code", TRANSLATED)
def test_plurals_have_every_form_of_their_language(code: str) -> None:
    plurals = Catalog(locale=code).num_plurals
    assert catalogs.read(code).num_plurals == plurals
    for message in texts_in(code):
        assert len(forms(message.string)) == (plurals if message.pluralizable else 1), message.id


def test_french_signs_have_their_spaces() -> None:
    texts = [(text, re.sub(r"</?[^>]+>", "", text)) for message in texts_in("fr") for text in forms(message.string)]
    assert [text for text, shown in texts if UNSPACED.search(shown)] == []


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_spanish_has_a_single_word_for_a_thing(word: str) -> None:
    named = [message for message in texts_in("es") if re.search(rf"\b{word}s?\b", " ".join(forms(message.id)))]
    assert named
    assert [
        text for message in named for text in forms(message.string) if re.search(OTHER_WORDS[word], text, re.IGNORECASE)
    ] == []


def test_translations_are_kept_and_what_is_gone_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: Catalog
) -> None:
    monkeypatch.setattr(catalogs, "CATALOGS", tmp_path)
    (tmp_path / "de.po").write_text('msgid "Table sheet"\nmsgstr "Tischbogen"\n\nmsgid "gone"\nmsgstr "fort"\n')
    written = catalogs.updated("de", found)
    assert b'msgid "Table sheet"\nmsgstr "Tischbogen"\n' in written
    assert b'"gone"' not in written
    (tmp_path / "de.po").write_bytes(written)
    assert catalogs.updated("de", found) == written
    assert len(texts_in("de")) == len([message for message in found if message.id])


def test_no_sentence_of_one_language_stands_in_another() -> None:
    # What is of a word or two may well be the same in two languages, and so may names that are English too.
    said = {
        code: {
            message.string
            for message in texts_in(code)
            if isinstance(message.string, str)
            and message.string != message.id
            and len(re.findall(r"[^\W\d_]{2,}", re.sub(r"%\(\w+\)s", "", message.string))) > 3
        }
        for code in TRANSLATED
    }
    for code, other in combinations(TRANSLATED, 2):
        assert said[code] & said[other] == set(), (code, other)
