"""Nights of thousands of commands, commands that make nothing, and what the log may say."""

from __future__ import annotations

import io
import logging
import re
import sys
from collections.abc import Callable, Iterator
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from msgspec.structs import replace
from sqlalchemy import make_url

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from dealer.staff_keeper import StaffKeeper
from dealer.streams import Sender
from dealer.verification.book import verify_book
from dealer.verification.inspection import Rows
from dealer.verification.streams import STAFF_CHECKS, rows_of_night, verify, verify_printings, verify_rows, verify_staff
from events.book import reading
from events.book.book import Book
from events.common.house import PAPERS, STAFF, PaperStyle
from tests.events.shelves import Shelf
from tests.support.house import House, small_night
from tests.support.stored import both_made_good, copied, nights
from tests.web.command_line.called import casekeeper
from web.app.authorization import open_to_all
from web.app.log import REPEATED_EVERY_S, LinesOfAFailure, Repeats, to_standard_error
from web.command_line.terminal import named

SEATS = ("red", "blue", "white")
COMMANDS = 1_001
BOUGHT_EACH = 500


@pytest.fixture
def house() -> House:
    return House()


def acts() -> Iterator[dict[str, Any]]:
    """What goes on at a table that never closes: checks are bought, a bet is laid and taken down."""
    for number, player in enumerate(cycle(SEATS)):
        yield {"do": "buy_checks", "player": player, "amount": BOUGHT_EACH}
        yield {"do": "place_bet", "bet": f"b{number}", "player": player, "kind": "single", "ranks": ["K"], "stake": 500}
        yield {"do": "take_down_bet", "bet": f"b{number}"}


def long_night(house: House, commands: int) -> str:
    night = house.open_night()
    house.seat(night, **{player: player.title() for player in SEATS})
    house.deal(night)
    for act in islice(acts(), commands):
        house.do(night, **act)
    return night


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the events that are read from the book and decoded."""
    seen: list[int] = []
    read = reading._recorded

    def noted(night: str, rows: Any, after: int) -> Any:
        events = [*read(night, rows, after)]
        seen.extend(one.version for one in events)
        return events

    monkeypatch.setattr(reading, "_recorded", noted)
    return seen


def test_a_long_night_is_right_on_the_page_in_the_result_and_by_verify(house: House) -> None:
    night = long_night(house, COMMANDS)
    result = house.result(night)
    bought = 20_000 * len(SEATS) + BOUGHT_EACH * len(range(0, COMMANDS, 3))
    # The last bet lies: its turn to be taken down did not come.
    assert sum(one["checks"] for one in result["players"].values()) == bought - 500
    assert result["events"] == 3 + 2 * len(SEATS) + COMMANDS
    page = house.client().get(f"/nights/{night}")
    assert page.status_code == 200
    assert str(result["events"]) in page.get_data(as_text=True)
    verdict = verify(house.book, night)
    assert verdict.finding is None
    assert verdict.events == result["events"]
    assert verify_book(house.book) is None


@pytest.mark.parametrize("page", ["/nights", "/api/nights"])
@pytest.mark.parametrize("commands", [30, 300])
def test_a_page_after_a_command_reads_what_is_new_and_no_more(
    house: House, decoded: list[int], commands: int, page: str
) -> None:
    """However long the night is: what was read and folded before is kept."""
    night = long_night(house, commands)
    client = house.client()
    client.get(f"{page}/{night}")
    decoded.clear()
    version = house.do(night, "buy_checks", player="red", amount=BOUGHT_EACH)
    assert client.get(f"{page}/{night}").status_code == 200
    of_the_night = [one for one in decoded if one > 5]
    assert len(of_the_night) <= 6
    assert all(one >= version - 1 for one in of_the_night)


@pytest.mark.parametrize("commands", [30, 300])
def test_a_command_reads_nothing_of_the_night_before_it(house: House, decoded: list[int], commands: int) -> None:
    night = long_night(house, commands)
    decoded.clear()
    house.do(night, "buy_checks", player="red", amount=BOUGHT_EACH)
    assert decoded == []


SENDER = Sender(who="M. Earp", device="tablet-1")
STYLE = PaperStyle(language="en", currency="USD", paper="A4", marks="tabs", slips="roll")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}


def without_events_of(rows: Rows, number: int) -> Rows:
    """A command's events dropped, everything after them moved up, and every hash made good."""
    at = rows.commands[number - 1]
    dropped = at.version_after - at.version_before
    events = [
        row._replace(version=place, position=place)
        for place, row in enumerate((one for one in rows.events if one.command != at.id), start=1)
    ]
    commands = [
        row._replace(
            version_before=row.version_before - dropped * (row.number > number),
            version_after=row.version_after - dropped * (row.number >= number),
        )
        for row in rows.commands
    ]
    return both_made_good(copied(rows, events, commands))


def test_the_style_of_the_house_saved_twice_unchanged_leaves_the_book_sound() -> None:
    house = House()
    client = house.client()
    for _ in range(3):
        answer = client.http.post("/house-style", data={"csrf_token": client.token, "language": "de"})
        assert answer.status_code == 303
    assert [one.version_after for one in house.book.commands(PAPERS)] == [1, 1, 1]
    assert verify_printings(house.book).finding is None


def test_a_style_saved_again_under_its_id_is_answered_again(book: Book) -> None:
    keeper = PrintingsKeeper(book)
    for ident in ("first-style", "again-the-same", "again-the-same"):
        keeper.choose(STYLE, SENDER, ident)
    assert len(book.commands(PAPERS)) == 2


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_style_whose_event_was_dropped_is_found(book: Book, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """By somebody who makes every hash good after: in the middle, and of the last command too."""
    keeper = PrintingsKeeper(book)
    for style in (STYLE, replace(STYLE, language="de"), replace(STYLE, language="de"), STYLE):
        keeper.choose(style, SENDER)
    rows = rows_of_night(book, PAPERS)
    assert verify_printings(book).finding is None
    forged = without_events_of(rows, number)
    forged_rows = (forged.events, forged.commands)
    monkeypatch.setattr("dealer.verification.streams.rows_by_table", lambda connection, stream, spans: forged_rows)
    found = verify_printings(book).finding
    assert found
    assert found.check == "decided again"


def test_the_events_of_any_command_of_a_night_dropped_are_found() -> None:
    """Of every word of a night: no command of a night is taken and makes nothing, so that each is missed."""
    seen = set()
    for rows in nights():
        for row in rows.commands:
            word = row.body.partition('"do":"')[2].partition('"')[0]
            if row.refused or word in seen or word == "open_night":
                continue
            seen.add(word)
            assert row.version_after > row.version_before, word
            # The night ends with the command, so that nothing after it misses what it made.
            last = row.version_after
            short = copied(rows, rows.events[:last], rows.commands[: row.number])
            found = verify_rows(without_events_of(short, row.number)).finding
            assert found, word
            assert found.check in ("decided again", "chain of events", "house"), (word, found)
    assert len(seen) > 40


def test_the_events_of_any_command_of_the_staff_dropped_are_found(book: Book) -> None:
    keeper = StaffKeeper(book)
    keeper.engage("M. Earp", "hash one", SENDER)
    keeper.engage("Doc Holliday", "hash two", SENDER)
    keeper.sign_in("Doc Holliday", "hash two", SENDER)
    with pytest.raises(Refusal):
        keeper.engage("Doc Holliday", "hash three", SENDER)
    keeper.dismiss("Doc Holliday", SENDER)
    rows = rows_of_night(book, STAFF)
    assert verify_rows(copied(rows), STAFF_CHECKS).finding is None
    taken = [row.number for row in rows.commands if row.refused is None]
    for number in taken:
        until = rows.commands[number - 1].version_after
        short = copied(rows, rows.events[:until], rows.commands[:number])
        assert verify_rows(without_events_of(short, number), STAFF_CHECKS).finding, number


def test_whatever_the_staff_and_the_papers_are_asked_twice_the_book_stays_sound(book: Book) -> None:
    """Every command of the two streams given twice over under other ids, taken or refused."""
    night = NightService(book).execute(OPENING, SENDER).night
    staff, papers = StaffKeeper(book), PrintingsKeeper(book)
    head = NightService(book).at(night)[1]
    asked: tuple[Callable[[], object], ...] = (
        lambda: staff.engage("M. Earp", "hash one", SENDER),
        lambda: staff.engage("Doc Holliday", "hash two", SENDER),
        lambda: staff.sign_in("Doc Holliday", "hash two", SENDER),
        lambda: staff.sign_in("Doc Holliday", None, SENDER),
        lambda: staff.change_pin("Doc Holliday", "hash two", SENDER),
        lambda: staff.unlock("Doc Holliday", SENDER),
        lambda: staff.name_device("tablet-1", "Table 1", SENDER),
        lambda: staff.dismiss("Doc Holliday", SENDER),
        lambda: papers.choose(STYLE, SENDER),
        lambda: papers.print(night, head, {"table": 0}, STYLE, SENDER, zone="UTC"),
    )
    for ask, _ in product(asked, range(2)):
        try:
            ask()
        except Refusal:
            continue
    assert verify_staff(book).finding is None
    assert verify_printings(book).finding is None
    assert NightService(book).execute({"do": "close_night"}, SENDER, night=night).events


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

    house.app.extensions["csrf"].exempt(with_a_body)
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


def test_the_first_line_alone_names_what_broke(app: Flask, said: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.app.log._PACKAGES", (Path(__file__).parent,))
    answer = app.test_client().get("/player/the-secret-key/breaks?key=another-secret&x=1")
    first, *rest = said.getvalue().splitlines()
    told = LINE.fullmatch(first)
    assert told
    assert told[1].startswith("GET /player/…/breaks broke: KeyError: ")
    place = re.search(r" at (tests/attacks/test_nights\.py):\d+ in by_link \[incident ([0-9a-f]{8})\]$", told[1])
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
@pytest.mark.parametrize("command", ["demo --deals 1 --game farmer", "verify", "reindex"])
def test_the_password_of_a_database_is_not_printed(postgresql_shelf: Shelf, command: str) -> None:
    """What a command says of its book stays in a journal, or is sent to who helps."""
    url = make_url(str(postgresql_shelf.where)).set(password="of-the-house").render_as_string(hide_password=False)
    Book.open(url).close()
    ran = casekeeper(*command.split(), "--book", url)
    assert ran.exit_code == 0
    assert "postgresql://postgres:***@" in ran.stdout
    assert "of-the-house" not in ran.output


URL = "postgresql://cashier:of-the-house@h/book"


@pytest.mark.parametrize(
    "command",
    [
        *(f"{asked} --out {URL}" for asked in ("report {night}", "blanks", "dossier {night} q", "anchor")),
        f"export --format csv --out {URL}",
        *(f"backup {{book}} {URL}", f"play {URL}", f"certificate h --out {URL}", f"serve --tls-key {URL}"),
        *(
            f"{asked} {URL}"
            for asked in ("verify", "verify --head", "show", "report", "square", "balances", "staff pin")
        ),
        *(f"export --format csv {URL}", f"dossier {{night}} {URL}", f"serve --port 0 --key-file {URL}"),
        *(f"show {{night}} --book {URL.replace('//', '/')}", f"report --year {URL}", f"staff {URL}", URL),
    ],
)
def test_the_url_of_a_database_where_it_does_not_belong_is_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Neither by a refusal of the program nor of the command line, and it does not become a folder's name."""
    monkeypatch.chdir(tmp_path)
    with Book.open(tmp_path / "night.db") as book:
        night = small_night(book)
    before = sorted(tmp_path.rglob("*"))
    ran = casekeeper(*command.format(night=night, book="night.db").split())
    assert ran.exit_code in (1, 2)
    assert "The program failed" not in ran.output
    assert "of-the-house" not in ran.output
    assert sorted(tmp_path.rglob("*")) == before


def test_a_password_among_the_settings_of_a_url_is_not_printed_either() -> None:
    """PostgreSQL takes one there too."""
    named_book = named("postgresql://h/book?user=cashier&password=of-the-house&sslpassword=of-the-key")
    assert named_book == "postgresql://h/book?user=cashier"


def test_a_sign_that_parts_the_url_within_a_password_is_told_of_in_no_word_of_it() -> None:
    ran = casekeeper("verify", "--book", "postgresql://cashier:of@the:house@h/book")
    assert ran.exit_code == 1
    assert "There is no database at that URL" in ran.output
    assert "house" not in ran.output
