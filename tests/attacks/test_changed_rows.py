"""A changed row: whoever reads its stream hears that the book is damaged, and the other streams go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from events.book.book import Book
from events.book.sqlite import sqlite3
from events.common.house import HOUSE, PAPERS, STAFF, PaperStyle
from events.records import BookError, Head
from ledger.export import FORMATS, Commodities
from tests.events.conftest import empty_schema
from tests.support.house import EARP, PIN, STAFF_NAME, Client, House, small_night
from web.app.links import board_link, player_link

NIGHT, OTHER = "2026-11-21-1", "2026-11-22-1"
STREAMS = (NIGHT, OTHER, HOUSE, STAFF, PAPERS)
NUMBERED = {"facts": "version", "commands": "number"}
DAMAGED = "book_damaged"
STYLE = PaperStyle(language="en", currency="USD", paper="A4", marks="cross_and_naught", slips="sheet")


def fill(book: Book) -> None:
    """Two nights of a house with somebody on its staff, and a printing of each."""
    House(book).client()
    for night in (small_night(book, "Ada", "Bo"), small_night(book, "Cy", date="2026-11-22")):
        head = book.head(night)
        assert head
        for _ in range(2):
            PrintingsKeeper(book).print(night, head, {"table": 0}, STYLE, EARP, zone="UTC")


@contextmanager
def by_another(where: str) -> Iterator[Callable[[str, tuple[Any, ...]], list[Any]]]:
    """A connection past the program, in a database without guards."""
    raw = closing(psycopg.connect(where, autocommit=True) if "://" in where else sqlite3.connect(where))
    with raw as connection:

        def run(statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
            cursor = connection.cursor()
            cursor.execute(statement.replace("?", "%s") if "://" in where else statement, values)
            connection.commit()
            return cursor.fetchall() if cursor.description else []

        if "://" in where:
            run("ALTER TABLE facts DISABLE TRIGGER USER")
            run("ALTER TABLE commands DISABLE TRIGGER USER")
        else:
            for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                run(f"DROP TRIGGER {name}")
        yield run


def attempt(read: Callable[[str], Any], stream: str) -> Any:
    """What is read of a stream, or the code of the error."""
    try:
        return read(stream)
    except BookError as error:
        return error.code


def readings(book: Book) -> dict[str, list[Any]]:
    """Everything that is shown of a stream comes from these."""
    reads = (book.events, book.commands, book.rows)
    return {stream: [attempt(read, stream) for read in reads] for stream in STREAMS}


def changed(value: Any) -> Any:
    """A value with another digit or letter in its middle."""
    if value is None:
        return "x"
    if isinstance(value, int):
        return value + 1000
    digits = [at for at, letter in enumerate(value) if letter.isdigit()]
    at = digits[len(digits) // 2] if digits else len(value) // 2
    other = str((int(value[at]) + 1) % 10) if digits else "x"
    return value[:at] + other + value[at + 1 :]


@pytest.fixture(params=["file", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return str(tmp_path / "night.db")
    return str(empty_schema(request.getfixturevalue("postgresql")).where)


def test_a_change_in_any_column_of_any_stream_is_noticed_by_its_readers_and_by_no_others(where: str) -> None:
    is_file = "://" not in where
    with Book.open(where) as book:
        fill(book)
        sound, nights, times = readings(book), book.nights(), book.openings_and_closes()
        assert all(DAMAGED not in read for read in sound.values())
        with by_another(where) as run:
            for stream, table in ((stream, table) for stream in STREAMS for table in NUMBERED):
                order = NUMBERED[table]
                rows = run(f"SELECT * FROM {table} WHERE night = ? ORDER BY {order}", (stream,))
                columns = book.rows(stream)[0 if table == "facts" else 1][0]._fields
                for row in {rows[len(rows) // 2], *(rows[-1:] if stream == NIGHT else ())}:
                    key = "position" if table == "facts" else "id"
                    for at, (column, value) in enumerate(zip(columns, row, strict=True)):
                        # Commands, and events in a database, take their time: each column in one stream.
                        if (table == "commands" or not is_file) and at % len(STREAMS) != STREAMS.index(stream):
                            continue
                        other = changed(value)
                        is_here = row[columns.index(key)] if column != key else other
                        run(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (other, row[columns.index(key)]))
                        now = readings(book)
                        kind = 0 if table == "facts" else 1
                        assert now[stream][kind] == now[stream][2] == DAMAGED, (stream, table, column)
                        assert {**now, stream: sound[stream]} == sound, (stream, table, column)
                        assert set(book.nights()) >= set(nights), (stream, table, column)
                        seen = book.openings_and_closes()[0]
                        assert set(seen) <= set(times[0]), (stream, table, column)
                        run(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, is_here))
        assert readings(book) == sound


@pytest.mark.parametrize("stream", [NIGHT, HOUSE])
def test_nothing_is_decided_on_a_changed_stream_and_other_nights_go_on(tmp_path: Path, stream: str) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        fill(book)
        night = small_night(book, "Di", date="2026-11-23", close=False)
    with by_another(str(path)) as run:
        run("UPDATE facts SET at = replace(at, 'T', 't') WHERE night = ? AND version = 2", (stream,))
    with Book.open(path) as book:
        service = NightService(book)
        bought = {"do": "buy_checks", "player": "red", "amount": 20_000}
        if stream == HOUSE:
            with pytest.raises(BookError, match="Event 2 of night house is damaged"):
                service.execute(bought, EARP, night=night)
            return
        with pytest.raises(BookError, match=f"Event 2 of night {NIGHT} is damaged"):
            service.execute(bought, EARP, night=NIGHT)
        assert service.execute(bought, EARP, night=night).version


def test_no_command_follows_a_changed_command(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        night = small_night(book, "Ada", close=False)
    with by_another(str(path)) as run:
        run("UPDATE commands SET who = who || 'x' WHERE night = ? AND number = 3", (night,))
    with Book.open(path) as book, pytest.raises(BookError, match=f"Command 3 of night {night} is damaged"):
        NightService(book).execute({"do": "buy_checks", "player": "red", "amount": 20_000}, EARP, night=night)


def test_a_changed_amount_is_no_page_export_or_paper_and_the_list_names_the_night(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        house = House(book)
        for date in ("2026-11-21", "2026-11-22"):
            small_night(book, "Ada", "Bo", date=date, close=False)
        with house.app.test_request_context():
            open_to_others = [(board_link(night), player_link(night, "red")) for night in (NIGHT, OTHER)]
    with by_another(str(path)) as run:
        where = "WHERE kind = 'ChecksBought' AND night = ?"
        run(f"UPDATE facts SET body = replace(body, '20000', '30000') {where}", (NIGHT,))
    with Book.open(path) as book:
        house = House(book, staff=False)
        client = house.client()
        pages = ("", "/audit", "/bets", "/disputes")
        for night, links, status in ((NIGHT, open_to_others[0], 503), (OTHER, open_to_others[1], 200)):
            addresses = [f"/nights/{night}{page}" for page in pages] + [*links]
            addresses += [f"/api/nights/{night}", f"/api/nights/{night}/events"]
            for address in addresses:
                answer = client.get(address, headers={"Accept": "application/json"} if "/api/" in address else {})
                assert answer.status_code == status, (address, answer.status_code, answer.text[:300])
            if status == 503:
                assert client.get(f"/nights/{night}/papers/table.pdf").status_code == 503
                assert answer.get_json()["code"] == "book_damaged"
        assert "Event 3 of night 2026-11-21-1 is damaged" in client.get("/").text
        for to in FORMATS:
            with pytest.raises(BookError) as caught:
                list(FORMATS[to].lines(book, [NIGHT], Commodities()))
            assert caught.value.code == "book_damaged"
            with suppress(StopIteration):
                assert next(iter(FORMATS[to].lines(book, [OTHER], Commodities()))) is not None


def test_a_head_that_was_read_before_a_change_is_not_gone_on_from(tmp_path: Path) -> None:
    """Rows that came after those that are known are checked against the hash of the last of these."""
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        night = small_night(book, "Ada", "Bo", close=False)
        head = book.head(night)
        assert head
        assert [row.version for row in book.events(night, after=head.version - 1)] == [head.version]
        with by_another(str(path)) as run:
            run("UPDATE facts SET prev_hash = hash WHERE night = ? AND version = ?", (night, head.version))
        with pytest.raises(BookError, match="does not follow the event before it"):
            book.events(night, after=head.version - 1)
        assert book.events(night, after=head.version + 5) == []
        assert book.head(night) == Head(version=head.version, hash=head.hash)


def test_who_was_on_the_staff_before_a_changed_entry_signs_in_to_read(tmp_path: Path) -> None:
    """After a start; a wrong PIN is refused as always, and nothing can be recorded."""
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        House(book)
        night = small_night(book, "Ada", close=False)
        before = book.head(STAFF)
        House(book, staff=False).client()
    assert before
    with by_another(str(path)) as run:
        run("UPDATE facts SET who = who || 'x' WHERE night = ? AND version = ?", (STAFF, before.version + 1))
    with Book.open(path) as book:
        house = House(book, staff=False)
        stranger = Client(house.app.test_client())
        assert stranger.sign_in(STAFF_NAME, "2882").get_json()["code"] == "wrong_pin"
        assert stranger.get(f"/nights/{night}").status_code == 303
        client = Client(house.app.test_client())
        assert client.sign_in(STAFF_NAME, PIN).status_code == 200
        shown = client.get("/")
        assert shown.status_code == 200
        assert f"Event {before.version + 1} of night {STAFF} is damaged" in shown.text
        assert client.get(f"/nights/{night}").status_code == 200
        command = {"do": "buy_checks", "player": "red", "amount": 20_000}
        refused = client.post(f"/api/nights/{night}/commands", command)
        assert (refused.status_code, refused.get_json()["code"]) == (503, DAMAGED)
        assert client.post("/api/sign-out", {}).status_code == 204
        assert client.get(f"/nights/{night}").status_code == 303
        with pytest.raises(BookError, match="is damaged"):
            house.auth.engage("Doc Holliday", "2882", EARP)


@pytest.mark.parametrize("kind", ["NightOpened", "PlayerSeated", "NightClosed"])
def test_the_floor_and_the_room_name_a_night_that_cannot_be_read(tmp_path: Path, kind: str) -> None:
    """It was left out of the floor, which said that all is well, and the room called it open, with no dealer."""
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        House(book)
        small_night(book, "Ada", close=kind == "NightClosed")
        small_night(book, "Bo", date="2026-11-22", close=False)
    with by_another(str(path)) as run:
        run("UPDATE facts SET device = 'other' WHERE night = ? AND kind = ?", (NIGHT, kind))
    with Book.open(path) as book:
        client = House(book, staff=False).client()
        for page in ("/floor", "/floor/tables"):
            text = client.get(page).text
            assert f'href="/nights/{NIGHT}/verify"' in text
            assert f"of night {NIGHT} is damaged" in text
            assert "All is well" not in text
        head = client.get(f"/nights/{NIGHT}/verify").text.partition('<nav class="room-pages"')[0]
        assert "· open" not in head
        assert "dealer" not in head
