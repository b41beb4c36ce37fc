"""What broke is named in one line, by a number that is also said to who asked; nothing secret, and no forged line."""

from __future__ import annotations

import io
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, request
from sqlalchemy import make_url

from events.book.book import Book
from tests.events.shelves import Shelf
from tests.support.house import House
from tests.web.command_line.called import casekeeper
from web.app.authorization import open_to_all
from web.app.log import REPEATED_EVERY_S, LinesOfAFailure, Repeats, to_standard_error
from web.command_line.terminal import named

FORGED = "2026-11-22T00:00:00.000Z casekeeper: all is well"
LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z casekeeper: (.*)")


@pytest.fixture
def app() -> Flask:
    """An application of which some pages break."""
    house = House()

    @house.app.get("/player/<key>/breaks")
    @open_to_all
    def by_link(key: str) -> str:
        raise KeyError(f"no player {key} with {request.args.get('key')}")

    @house.app.post("/breaks")
    @open_to_all
    def with_a_body() -> str:
        raise ValueError(f"what is {request.form['said']}?\n{FORGED} {request.form['pin']}")

    house.app.config["WTF_CSRF_ENABLED"] = False
    return house.app


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    """All that the program logs, in the form that the server writes."""
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.setFormatter(LinesOfAFailure())
    logger = logging.getLogger("web")
    logger.addHandler(handler)
    yield kept
    logger.removeHandler(handler)


def test_the_first_line_alone_names_what_broke(app: Flask, said: io.StringIO) -> None:
    answer = app.test_client().get("/player/the-secret-key/breaks?key=another-secret&x=1")
    first, *rest = said.getvalue().splitlines()
    told = LINE.fullmatch(first)
    assert told
    assert told[1].startswith("GET /player/…/breaks broke: KeyError: ")
    place = re.search(r" at (tests/attacks/test_log\.py):\d+ in by_link \[incident ([0-9a-f]{8})\]$", told[1])
    assert place
    assert answer.status_code == 500
    assert f"incident {place[2]}" in answer.get_data(as_text=True)
    assert rest
    assert all(line.startswith("    | ") for line in rest)
    assert "secret" not in said.getvalue()
    assert "KeyError" not in answer.get_data(as_text=True)


def test_no_path_that_has_the_key_of_a_link_is_logged_with_it(
    app: Flask, said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the way to a page is not even looked for, too: a part of it that is wrong makes the key no less good."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if "<key>" in rule.rule and "breaks" not in rule.rule]
    assert rules
    paths = [rule.replace("<key>", "the-secret-key") for rule in rules]

    def breaks() -> None:
        raise LookupError

    monkeypatch.setattr(app, "preprocess_request", breaks)
    for path in (*paths, *(f"{path}/elsewhere" for path in paths), "/hand//the-secret-key"):
        app.test_client().get(path)
    assert said.getvalue().count(" broke: LookupError") == 2 * len(rules) + 1
    assert "secret" not in said.getvalue()


def test_nothing_that_was_sent_begins_a_line_or_shows_a_pin(app: Flask, said: io.StringIO) -> None:
    client = app.test_client()
    client.set_cookie("casekeeper", "a-cookie-to-be-kept")
    hostile = f"x\r\n{FORGED}\x1b[2J\u2028{FORGED} a-cookie-to-be-kept"
    answer = client.post(f"/breaks?{FORGED}", data={"said": hostile, "pin": "184736"})
    assert answer.status_code == 500
    lines = said.getvalue().split("\n")
    assert sum(bool(LINE.match(line)) for line in lines) == 1
    assert not any(line.startswith(FORGED[:20]) for line in lines)
    assert said.getvalue().replace("\n", "").isprintable()
    for secret in ("184736", "a-cookie-to-be-kept"):
        assert secret not in said.getvalue()


def test_a_book_that_is_gone_is_said_once_however_often_it_is_asked_for(said: io.StringIO, tmp_path: Path) -> None:
    with Book.open(tmp_path / "night.db") as book:
        client = House(book).client()
        (tmp_path / "night.db").unlink()
        for address in ("/", "/api/nights", "/staff") * 5:
            assert client.get(address).status_code == 503
    (line,) = said.getvalue().splitlines()
    assert line.endswith("[book_replaced]")


def test_what_lasts_is_said_again_after_a_minute_and_what_is_new_at_once() -> None:
    now_s = 0.0
    repeats = Repeats(lambda: now_s)
    assert [repeats.is_due(one) for one in ("gone", "gone", "full", "full", "gone")] == [True, False, True, False, True]
    now_s = REPEATED_EVERY_S - 1
    assert not repeats.is_due("gone")
    now_s = REPEATED_EVERY_S
    assert repeats.is_due("gone")
    assert not repeats.is_due("gone")


def test_the_server_writes_every_record_of_the_program_in_this_form(capsys: pytest.CaptureFixture[str]) -> None:
    before = {name: (*logging.getLogger(name).handlers,) for name in ("web", "events", "dealer", "reports")}
    try:
        to_standard_error()
        logging.getLogger("web.nights.night_list").error("night %s cannot be read: %s", "x\ny", "why")
    finally:
        for name, handlers in before.items():
            logging.getLogger(name).handlers, logging.getLogger(name).propagate = [*handlers], True
    told = capsys.readouterr().err if sys.stderr else ""
    assert LINE.match(told)
    assert r"night x\ny cannot be read: why" in told


@pytest.mark.postgresql
@pytest.mark.parametrize("arguments", [("demo", "--deals", "1"), ("verify",), ("reindex",)], ids=lambda one: one[0])
def test_the_password_of_a_database_is_not_printed(postgresql_shelf: Shelf, arguments: tuple[str, ...]) -> None:
    """What a command says of its book stays in a journal, or is sent to who helps."""
    url = make_url(str(postgresql_shelf.where)).set(password="of-the-house").render_as_string(hide_password=False)
    Book.open(url).close()
    ran = casekeeper(*arguments, "--book", url)
    assert ran.exit_code == 0
    assert "postgresql://postgres:***@" in ran.stdout
    assert "of-the-house" not in ran.output


def test_a_password_among_the_settings_of_a_url_is_not_printed_either() -> None:
    """PostgreSQL takes one there too."""
    named_book = named("postgresql://h/book?user=cashier&password=of-the-house&sslpassword=of-the-key")
    assert named_book == "postgresql://h/book?user=cashier"


def test_a_sign_that_parts_the_url_within_a_password_is_told_of_in_no_word_of_it() -> None:
    ran = casekeeper("verify", "--book", "postgresql://cashier:of@the:house@h/book")
    assert ran.exit_code == 1
    assert "No database is reached by that URL" in ran.output
    assert "house" not in ran.output
