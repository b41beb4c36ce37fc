"""One suite for the book, run against every backend: in memory, in a file, in PostgreSQL; and its chain by hand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, EVENT_COLUMNS, digest
from events.book.head_notes import BESIDE
from events.book.tables import CommandRow, EventRow
from events.common.night import NightOpened, PlayerSeated, TokeGiven
from events.records import BookError, CommandHead, Head, Request
from tests.events import by_hand
from tests.events.by_hand import accept, ask, assert_whole, bought, refuse
from tests.events.shelves import DATABASE_ERRORS, Shelf
from tests.support.pure import refusal_code

PATIENCE_S = 300
NIGHT, OTHER = "2026-11-21-1", "2026-11-21-2"
SEATED = PlayerSeated(player="red", name="Red")
OPENED = NightOpened(table="T", date="2026-11-21", game="faro", house={}, roll_cents=0, backers=(), dealer="D")


@pytest.fixture
def filled(book: Book) -> Book:
    """Two nights written in turns, five events and one refusal."""
    accept(book, ask("c1", NIGHT, do="one"), [SEATED, bought(100)])
    accept(book, ask("c2", OTHER, do="two"), [SEATED])
    refuse(book, ask("c3", NIGHT, do="three"))
    accept(book, ask("c4", NIGHT, do="four", b=1, a=[2.5, "é"]), [bought(200), bought(300)])
    return book


def test_events_come_back_as_they_were_appended(filled: Book) -> None:
    events = filled.events(NIGHT)
    assert [record.event for record in events] == [SEATED, bought(100), bought(200), bought(300)]
    assert [(event.version, event.command) for event in events] == [(1, "c1"), (2, "c1"), (3, "c4"), (4, "c4")]
    assert [(row.version, row.position) for row in filled.event_rows(NIGHT)] == [(1, 1), (2, 2), (3, 4), (4, 5)]
    assert {(event.stream, event.who, event.device, event.at) for event in events} == {
        (NIGHT, "M. Deal", "tablet 1", "2026-11-21T20:00:00.000Z")
    }
    assert [event.kind for event in events] == ["PlayerSeated", "ChecksBought", "ChecksBought", "ChecksBought"]
    assert [row.schema_version for row in filled.event_rows(NIGHT)] == [1, 1, 1, 1]


def test_commands_come_back_with_their_answers(filled: Book) -> None:
    first, three, four = filled.commands(NIGHT)
    assert (first.number, first.version_before, first.version_after, first.refused, first.why) == (1, 0, 2, None, None)
    assert (three.number, three.version_before, three.version_after) == (2, 2, 2)
    assert (three.refused, three.why) == ("over_limit", "That is over the limit.")
    assert (four.id, four.who, four.device) == ("c4", "M. Deal", "tablet 1")
    assert four.document == {"do": "four", "b": 1, "a": [2.5, "é"]}
    assert filled.rows(NIGHT)[1][2].body == '{"a":[2.5,"é"],"b":1,"do":"four"}'


def test_the_chain_holds_when_taken_by_hand(filled: Book) -> None:
    """Versions and numbers contiguous in each night, positions in the book, every hash taken again."""
    assert_whole(filled)
    assert filled.spans().streams == [NIGHT, OTHER]
    assert filled.positions() == (5, 5)


def test_a_night_is_one_of_the_books_nights_once_it_is_opened(filled: Book) -> None:
    """In the order of their openings; what has other events first, or none, is no night."""
    for number, night in enumerate(("2026-11-21-5", "2026-11-21-4")):
        accept(filled, ask(f"o{number}", night), [OPENED])
    assert filled.nights() == ["2026-11-21-5", "2026-11-21-4"]


def test_hashes_and_extents_of_a_night(filled: Book) -> None:
    assert [filled.hash_at(NIGHT, version) for version in range(6)] == [
        None,
        *(event.hash for event in filled.events(NIGHT)),
        None,
    ]
    assert filled.hash_at("2026-11-21-3", 1) is None
    assert [filled.extent(night) for night in (NIGHT, OTHER, "2026-11-21-3")] == [(4, 3), (1, 1), (0, 0)]
    assert filled.rows_of_no_stream() == (0, 0)


def test_what_no_book_can_keep_is_not_asked_for(filled: Book) -> None:
    """A terminal gives bytes that are no UTF-8 so."""
    for read in (filled.head, filled.events, filled.rows, filled.extent):
        assert refusal_code(read, "2026\udcff") == "unkeepable"


def test_odd_text_is_kept_to_the_letter(book: Book) -> None:
    odd = "quote \" back \\ slash / new\nline tab\t \u2028 \x7f \x01 🂱 é e\u0301 '); DROP TABLE facts; --%s%(x)s :x ?"
    accept(book, ask("odd", who=odd, do=odd), [PlayerSeated(player=odd, name=odd)])
    assert book.events(NIGHT)[0].event == PlayerSeated(player=odd, name=odd)
    assert book.events(NIGHT)[0].who == odd
    assert book.commands(NIGHT)[0].document == {"do": odd}
    assert_whole(book)


KEYS = {
    "facts": [{"position"}, {"night", "version"}, {"prev_hash"}],
    "commands": [{"id"}, {"night", "number"}, {"prev_hash"}],
}
BOTH_TABLES = [(table, key) for table, keys in KEYS.items() for key in keys]


@pytest.mark.parametrize(("table", "key"), BOTH_TABLES, ids=["-".join([t, *sorted(k)]) for t, k in BOTH_TABLES])
def test_no_two_rows_share_a_place(shelf: Shelf, filled: Book, table: str, key: set[str]) -> None:
    """No two events at one position, one version of a night or on one hash: the chain cannot fork, whoever writes.

    In SQLite the guard against REPLACE is taken away first, to see the constraint below it.
    """
    if shelf.is_sqlite:
        shelf.run(filled, f"DROP TRIGGER {table}_never_replace")
    row = filled.rows(NIGHT)[0 if table == "facts" else 1][0]._asdict()
    fresh = {"position": 99, "version": 99, "number": 99}
    twin = {name: cell if name in key else fresh.get(name, f"another {cell}") for name, cell in row.items()}
    twin |= {name: row[name] for name in ("schema_version", "version_before", "version_after") if name in row}
    marks = ", ".join("?" for _ in twin)
    insert = f"INSERT INTO {table} ({', '.join(twin)}) VALUES ({marks})"
    with pytest.raises(DATABASE_ERRORS, match=r"(?i)unique"):
        shelf.run(filled, insert, tuple(twin.values()))
    for name in key:
        twin[name] = fresh.get(name, "a place of its own")
    shelf.run(filled, insert, tuple(twin.values()))


def test_a_book_goes_on_where_it_was_closed(lasting_shelf: Shelf) -> None:
    with lasting_shelf.open() as book:
        accept(book, ask("c1"), [SEATED, bought(100)])
        refuse(book, ask("c2"))
        rows = _rows(book)
    with lasting_shelf.open(create=False) as book:
        assert _rows(book) == rows
        accept(book, ask("c3"), [TokeGiven(player="red", amount_cents=5)])
        assert_whole(book)
        assert [event.command for event in book.events(NIGHT)] == ["c1", "c1", "c3"]


@pytest.mark.parametrize(
    ("kind", "version", "body"),
    [("DealForgotten", 1, "{}"), ("ChecksBought", 7, "{}"), ("ChecksBought", 1, '{"player":"red","amount_cents":1.5}')],
)
def test_an_event_that_does_not_read_is_named(shelf: Shelf, filled: Book, kind: str, version: int, body: str) -> None:
    """One sentence and a code, with the night and the version; in a job of the writer too, which goes on."""
    cells: tuple[Any, ...] = (99, NIGHT, 5, kind, version, body, "", "", "", "c1", "", filled.hash_at(NIGHT, 4))
    cells = (*cells, digest(cells))
    shelf.run(filled, f"INSERT INTO facts VALUES ({', '.join('?' for _ in cells)})", cells)
    for read in (filled.events, lambda night: filled.write(lambda writing: writing.events(night))):
        with pytest.raises(BookError, match=rf"^Event 5 of night {NIGHT} is invalid: .*{kind}") as caught:
            read(NIGHT)
        assert caught.value.code == "book_damaged"
    assert len(filled.events(NIGHT, until=4)) == 4
    accept(filled, ask("c5", OTHER), [bought(1)])


def _rows(book: Book) -> list[object]:
    return [rows for night in (NIGHT, OTHER) for rows in book.rows(night)]


def test_a_reader_of_a_closed_book_gets_an_error(shelf: Shelf) -> None:
    """Also in the middle of reading: a connection closed under a reader once took the whole process down."""
    book = shelf.open()
    accept(book, ask("c1"), [SEATED])
    reading = [Event() for _ in range(3)]

    def read(begun: Event) -> str:
        while True:
            try:
                book.head(NIGHT)
                book.commands(NIGHT)
            except BookError as error:
                return error.code
            begun.set()

    with ThreadPoolExecutor() as readers:
        heard = [readers.submit(read, begun) for begun in reading]
        for begun in reading:
            begun.wait()
        book.close()
        assert {entry.result() for entry in heard} == {"book_closed"}


def test_a_watcher_hears_of_each_commit_until_it_stops(book: Book) -> None:
    first, other = Semaphore(0), Semaphore(0)
    stop_one, stop_other = book.on_commit(lambda _: first.release()), book.on_commit(lambda _: other.release())
    accept(book, ask("c1"), [SEATED])
    assert first.acquire(timeout=PATIENCE_S)
    assert other.acquire(timeout=PATIENCE_S)
    stop_one()
    accept(book, ask("c2"), [bought()])
    assert other.acquire(timeout=PATIENCE_S)
    stop_other()
    assert not first.acquire(blocking=False)


def test_streams_that_moved_since_a_position_come_with_their_heads(filled: Book) -> None:
    """Of each stream the last event, and none of those that stand still; the same in every database."""
    before = filled.last_position()
    assert filled.moved(before) == ([], {}, before)
    for number, night in enumerate(("new", NIGHT, "new")):
        accept(filled, ask(f"moves-{number}", night), [bought(), bought()])
    assert filled.moved(before) == ([], {night: filled.head(night) for night in (NIGHT, "new")}, before + 6)
    assert filled.moved()[1].keys() == set(filled.spans().streams)


CELLS = st.none() | st.integers(-(2**63), 2**63 - 1) | st.text()


@given(st.lists(CELLS, max_size=14))
def test_a_digest_is_taken_again_by_json_and_hashlib(columns: list[Any]) -> None:
    assert digest(columns) == by_hand.sha(columns)


@pytest.mark.parametrize(("row", "columns"), [(EventRow, EVENT_COLUMNS), (CommandRow, COMMAND_COLUMNS)])
def test_every_column_but_the_hash_is_sealed_in_table_order(row: Any, columns: tuple[str, ...]) -> None:
    assert [*columns, "hash"] == [column.name for column in row.__table__.columns]
    assert columns[-1] == "prev_hash"


@given(st.lists(CELLS, min_size=1, max_size=13), st.data())
def test_a_change_of_any_cell_changes_the_digest(columns: list[Any], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(columns) - 1))
    other = data.draw(CELLS.filter(lambda cell: cell != columns[at]))
    assert digest([*columns[:at], other, *columns[at + 1 :]]) != digest(columns)


def test_the_heads_are_the_last_event_and_the_last_command_refused_or_not(filled: Book) -> None:
    refuse(filled, ask("c5", NIGHT, do="five"))
    last, command = filled.events(NIGHT)[-1], filled.commands(NIGHT)[-1]
    assert filled.head(NIGHT) == filled.write(lambda writing: writing.head(NIGHT)) == Head(version=4, hash=last.hash)
    assert filled.command_head(NIGHT) == CommandHead(version=4, hash=command.hash, at=command.at)
    assert filled.heads([OTHER, "2026-11-21-9", NIGHT]) == {OTHER: filled.head(OTHER), NIGHT: filled.head(NIGHT)}
    assert (filled.head("new"), filled.command_head("new"), filled.events("new"), filled.commands("new")) == (
        *(None, None, [], []),
    )
    assert [event.version for event in filled.events(NIGHT, after=1, until=3)] == [2, 3]
    stored = filled.write(lambda writing: writing.command("c3"))
    assert stored
    assert stored.refused == "over_limit"
    assert filled.write(lambda writing: writing.command("c9")) is None


CHANGES = ["UPDATE {} SET who = 'nobody'", "DELETE FROM {}", "DELETE FROM {} WHERE who <> ''"]
ROUNDABOUT = {
    True: [
        "INSERT OR REPLACE INTO {0} SELECT * FROM {0}",
        "REPLACE INTO {0} SELECT * FROM {0} LIMIT 1",
        "UPDATE OR REPLACE {} SET who = 'nobody'",
    ],
    False: ["TRUNCATE {}", "TRUNCATE {} CASCADE"],
}
"""SQLite's REPLACE deletes without firing a DELETE trigger, PostgreSQL's TRUNCATE without firing either."""


@pytest.mark.parametrize("table", ["facts", "commands"])
def test_the_database_itself_refuses_to_change_a_row(shelf: Shelf, filled: Book, table: str) -> None:
    """Tried through a connection that knows nothing of the program."""
    before = _rows(filled)
    for change in (*CHANGES, *ROUNDABOUT[shelf.is_sqlite]):
        with pytest.raises(DATABASE_ERRORS, match="the book is append only"):
            shelf.run(filled, change.format(table))
        assert _rows(filled) == before


ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    "cells",
    [
        *({field: text} for field in ("id", "stream", "who", "device", "at") for text in ("\ud800", "a\0b")),
        *({"document": {"about": value}} for value in ("\ud800", ENDLESS, object())),
    ],
    ids=lambda cells: next(iter(cells)),
)
def test_what_no_book_can_keep_is_refused_at_once(cells: dict[str, Any]) -> None:
    with pytest.raises(BookError) as caught:
        Request(**{"id": "c", "stream": NIGHT, "who": "w", "device": "d", "at": "t", "document": {}, **cells})
    assert caught.value.code == "unkeepable"


def test_a_command_that_does_not_read_is_named(shelf: Shelf, filled: Book) -> None:
    cells: tuple[Any, ...] = ("c9", NIGHT, 4, "{", "", "", "", 4, 4, "x", "x", filled.command_hash_at(NIGHT, 3))
    cells = (*cells, digest(cells))
    shelf.run(filled, f"INSERT INTO commands VALUES ({', '.join('?' for _ in cells)})", cells)
    with pytest.raises(BookError, match=rf"^Command 4 of night {NIGHT} is damaged") as caught:
        filled.commands(NIGHT)
    assert caught.value.code == "book_damaged"


def test_a_book_notes_where_its_heads_are_kept(filled: Book) -> None:
    """The note is of this opening: with the head beside the file, wherever that is, and any other by its path."""
    assert filled.heads_noted() == []
    for _ in range(2):
        filled.note_heads()
        assert filled.heads_noted() == [BESIDE for _ in filled.kept_heads]
    assert filled.structure_faults() == []


def test_a_head_that_is_kept_no_longer_is_no_longer_noted(shelf: Shelf, filled: Book, tmp_path: Path) -> None:
    """A database of which no head was kept any more could not be served."""
    shelf.run(filled, "CREATE TABLE kept_heads (path TEXT)")
    shelf.run(filled, "INSERT INTO kept_heads VALUES (?)", (str(tmp_path / "stick.head"),))
    filled.note_heads()
    assert filled.heads_noted() == [BESIDE for _ in filled.kept_heads]
