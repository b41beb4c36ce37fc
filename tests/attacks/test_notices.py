"""What is wrong with the book or the clock stands on the pages where the staff look, and is not only logged."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.book.book import Book
from events.book.external_head import BookHead, StreamHead, now, write_head
from events.book.file import beside
from events.book.lock import FileLock
from events.common.house import STAFF
from tests.attacks.servers import Dealer, asked, serving
from tests.attacks.test_clock import TEN_YEARS, Server
from tests.events.shelves import Shelf
from tests.support.house import House
from tests.web.command_line.called import assert_one_sentence, casekeeper

OWNED = "The book is already served by another, since"
SIGN_IN = "Something is wrong with the book or the clock."


def shown(house: House, client: object, path: str) -> str:
    answer = client.get(path)  # type: ignore[attr-defined]
    return unescape(str(answer.get_data(as_text=True)))


def test_a_book_that_cannot_be_written_to_is_told_until_it_can(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    Book.open(path).close()
    lock = FileLock.taken(path, "the first")
    with Book.open(path, lock=lock) as book:
        house = House(book)
        client, night = house.client(), house.open_night()
        pages = ("/", "/staff", f"/nights/{night}", f"/nights/{night}/verify")
        assert not any(OWNED in shown(house, client, page) for page in pages)
        beside(path, ".lock").unlink()
        other = FileLock.taken(path, "another")
        command = {"do": "seat_player", "player": "red", "name": "Ada"}
        assert client.post(f"/api/nights/{night}/commands", command).get_json()["code"] == "book_owned"
        assert all(OWNED in shown(house, client, page) for page in pages)
        stranger = house.app.test_client().get("/sign-in").get_data(as_text=True)
        assert SIGN_IN in stranger
        assert "another, since" not in stranger
        other.release()
        assert client.post(f"/api/nights/{night}/commands", command).status_code == 200
        assert not any(OWNED in shown(house, client, page) for page in pages)
    lock.release()


def test_a_replaced_file_is_told_on_every_page(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        house = House(book)
        client = house.client()
        path.rename(tmp_path / "moved.db")
        for page in ("/", "/staff", "/sign-in"):
            assert client.get(page).status_code == 503
            assert "put the right file back and restart the program" in shown(house, client, page)


def test_a_book_that_differs_from_a_head_is_told_by_the_server_that_serves_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As another house's book under this one's name, which has more of every stream."""
    other = {STAFF: StreamHead(events=1, event_hash="0" * 64)}
    write_head(tmp_path / "night.db.head", BookHead(at=now(), position=1, streams=other))
    with serving(tmp_path) as served:
        assert SIGN_IN in asked(served.port, "/sign-in")[1]
        with Dealer(served) as dealer:
            cookie = dealer.cookie.removeprefix("casekeeper=")
            for page in ("/", "/staff", f"/nights/{served.night}", f"/nights/{served.night}/verify"):
                text = unescape(asked(served.port, page, cookie=cookie)[1])
                assert "The book is not as its head says: " in text, page
                assert "the book was rewritten, or continued from an older copy. Verify the book." in text, page


def test_a_jump_of_the_clock_is_told_for_a_day(tmp_path: Path) -> None:
    with Book.open() as book:
        server = Server(book)
        client, night = server.client(), server.open_night()
        server.ahead = TEN_YEARS
        for page in ("/", "/staff", f"/nights/{night}", f"/nights/{night}/verify"):
            assert "The server’s clock jumped from Saturday 21 November 2026" in shown(server, client, page), page
        server.passed += timedelta(days=1, minutes=1)
        assert "clock jumped" not in shown(server, server.client(), "/")
        stopped = Server(book, after=server.passed)
        assert "at the start, but the last entry of the staff is of" in shown(stopped, stopped.client(), "/")


@pytest.mark.postgresql
def test_a_database_restored_to_an_older_state_while_stopped_is_not_served(
    postgresql_shelf: Shelf, tmp_path: Path
) -> None:
    stick = tmp_path / "stick.head"
    with postgresql_shelf.open() as book:
        House(book)
        known = book.newest_head()
    (stream,) = known.streams
    further = replace(known.streams[stream], events=known.streams[stream].events + 40)
    write_head(stick, replace(known, streams={stream: further}))
    refused = casekeeper("serve", "--book", postgresql_shelf.where, "--head", stick, "--key-file", tmp_path / "key")
    assert_one_sentence(refused, "book_short")
