"""The terminal speaks the language of the house, and writes amounts in its currency."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dealer.night_service import NightService
from events.book.book import Book
from reports.pdf.seal import seal_of
from tests.support.boxes import IN_ANY_LANGUAGE, LETTERS, texts_of, written_in_boxes
from tests.web.command_line.called import NIGHTS, casekeeper

SCRIPT = NIGHTS / "five-hundred.jsonl"
NIGHT = "2026-11-22-1"
DATA = re.compile(r"\S*[/\\]\S*|\[\w+\]|\b[0-9a-f]{16,}\b|\S+T[\d:.]+Z|\w+_\w+:| bid:| buy:| s;")
"""Paths, codes, hashes, times, and the words of commands."""


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """The book of a house that writes German and plays in euros."""
    where = tmp_path / "night.db"
    casekeeper("play", SCRIPT, "--book", where, "--keep-going")
    casekeeper("style", "--book", where, "--language", "de", "--currency", "EUR")
    return where


def test_a_book_is_spoken_of_in_the_language_and_currency_of_its_house(where: Path) -> None:
    shown = casekeeper("show", NIGHT, "--book", where).stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert "Sonntag, 22. November 2026" in shown
    assert "58,70 €" in shown
    refused = casekeeper("show", "x", "--book", where)
    assert refused.stderr == "casekeeper: Das Buch hat keinen Abend x. [no_such_night]\n"


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_amounts_and_colons_are_as_the_language_writes_them(tmp_path: Path, language: str) -> None:
    where, night = tmp_path / "night.db", "2026-11-21-1"
    casekeeper("demo", "--book", where, "--game", "faro", "--deals", 1, "--seed", 3, "--date", "2026-11-21")
    casekeeper("style", "--book", where, "--language", language, "--currency", "EUR")
    for command in (("show", night, "--at", 40), ("dossier", night, "b1"), ("square", night)):
        ran = casekeeper(*command, "--book", where)
        assert ran.exit_code == 0, ran.stderr
        assert "\\x" not in ran.stdout
        assert "\N{NO-BREAK SPACE}€" in ran.stdout
        assert language != "fr" or not re.search(r"\w: ", ran.stdout)


@pytest.mark.parametrize(
    ("command", "last"),
    [
        (("verify",), "Urteil: einwandfrei. 3 Ströme geprüft."),
        (("backup", "{book}", "{copy}"), "Die Kopie wurde geprüft: einwandfrei. Der Kopf liegt daneben."),
        (("copy", "{book}", "{copy}"), "Die Köpfe aller Ströme sind gleich."),
        (("rescue", "{book}", "{copy}"), "Alles wurde gerettet, und es ist einwandfrei."),
        (("verify", "--sheet", "{seal}"), "Seither kam nichts dazu."),
    ],
)
def test_what_is_said_after_the_book_was_read_is_in_its_language_too(
    where: Path, tmp_path: Path, command: tuple[str, ...], last: str
) -> None:
    with Book.open(where, create=False, read_only=True) as book:
        seal = seal_of(NightService(book).night(NIGHT), book.events(NIGHT), None).text
    named = {"book": where, "copy": tmp_path / "copy.db", "seal": seal}
    ran = casekeeper(
        *(argument.format(**named) for argument in command), *(() if "{book}" in command else ("--book", where))
    )
    assert ran.stdout.splitlines()[-1].endswith(last)


@pytest.mark.parametrize(
    ("locale", "why"),
    [
        ("es_MX.UTF-8", "El libro no tiene ninguna noche x."),
        ("C", "The book has no night x."),
        ("xx_XX", "The book has no night x."),
    ],
)
def test_a_house_without_a_style_is_spoken_to_in_the_language_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str, why: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    where = tmp_path / "night.db"
    Book.open(where).close()
    assert casekeeper("show", "x", "--book", where).stderr == f"casekeeper: {why} [no_such_night]\n"


def test_data_are_the_same_in_every_language(where: Path) -> None:
    before = casekeeper("show", NIGHT, "--book", where, "--json").stdout
    casekeeper("style", "--book", where, "--language", "fr", "--currency", "JPY")
    assert casekeeper("show", NIGHT, "--book", where, "--json").stdout == before
    assert json.loads(before)["said"] == "The night is closed."


def test_every_word_for_a_host_is_translated(tmp_path: Path) -> None:
    where, copy = tmp_path / "night.db", tmp_path / "copy.db"
    commands = [json.loads(line) for line in SCRIPT.read_text().splitlines() if line.startswith("{")]
    Book.open(where).close()
    casekeeper("style", "--book", where, "--language", "de")
    with written_in_boxes():
        printed = {"play": casekeeper("play", SCRIPT, "--book", where, "--keep-going").stdout}
        printed["show"] = casekeeper("show", NIGHT, "--book", where).stdout
        printed["backup"] = casekeeper("backup", where, copy).stdout
        printed["backup again"] = casekeeper("backup", where, copy).stderr.removeprefix("casekeeper:")
        printed["verify"] = casekeeper("verify", NIGHT, "--book", where).stdout
        printed["square"] = casekeeper("square", "--all", "--book", where).stdout
        printed["staff"] = casekeeper("staff", "sessions", "--book", where).stdout
    own = sorted(
        texts_of(commands) | IN_ANY_LANGUAGE | {"replace", "script", "nt", "night.db.head"}, key=len, reverse=True
    )
    for name, text in printed.items():
        text = DATA.sub(" ", text)
        for word in own:
            text = text.replace(word, " ")
        assert LETTERS.findall(text) == [], name
