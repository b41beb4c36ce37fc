"""The one writer: group commit, a job that fails leaves its neighbours alone, and the ids it knows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

import events.book.writer
from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from events.book.book import Book
from events.book.unit_of_work import UnitOfWork
from events.common.night import PlayerSeated
from events.records import BookError
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.conftest import Watched
from tests.events.dealing import Crowd, checks_of, held_up, open_night, send, wait_until
from tests.events.shelves import Shelf

NIGHT = "2026-11-21-1"


def appending(book: Book, ident: str) -> Callable[[], Any]:
    """A caller that appends one command with two events."""
    return lambda: accept(book, ask(ident), [bought(), bought()])


def ids(book: Book) -> list[str]:
    return [command.id for command in book.commands(NIGHT)]


def test_what_waits_is_committed_together(book: Book, watched: Watched) -> None:
    """Twenty commands, sent while the writer was busy, in one transaction with one INSERT for each table."""
    crowd = Crowd()
    with held_up(book):
        crowd.send_in_turn(book, *[appending(book, f"c{number}") for number in range(20)])
    assert len(crowd.join().answers) == 20
    assert watched.inserts == [2]
    assert ids(book) == [f"c{number}" for number in range(20)]
    assert [crowd.answers[number].number for number in range(20)] == list(range(1, 21))
    assert_whole(book)


def test_nobody_is_answered_before_the_commit(book: Book, watched: Watched) -> None:
    """At the moment of the commit all twenty still wait, refused and failed ones too."""
    crowd, answered = Crowd(), []

    def commits() -> None:
        answered.append(len(crowd.answers) + len(crowd.errors))

    def fails(_: UnitOfWork) -> None:
        raise LookupError("no such thing")

    with held_up(book):
        crowd.send_in_turn(book, *[appending(book, f"c{number}") for number in range(10)])
        crowd.send_in_turn(book, *[lambda: book.write(fails) for _ in range(10)])
        watched.before_commit = commits
    crowd.join()
    assert answered[:2] == [0, 0]
    assert len(crowd.answers) == len(crowd.errors) == 10


@pytest.mark.parametrize("error", [ValueError, BookError, SystemExit, KeyboardInterrupt, MemoryError, RecursionError])
def test_what_a_job_raises_stops_the_job_alone(book: Book, error: type[BaseException]) -> None:
    """It leaves nothing, though it had appended; its neighbours stand; the writer goes on."""
    crowd, heard = Crowd(), []
    raised = error("full", "stop") if error is BookError else error("stop")

    def fails(writing: UnitOfWork) -> None:
        writing.after_commit.append(lambda: heard.append("failed"))
        writing.accept(ask("half"), [bought()])
        raise raised

    with held_up(book):
        crowd.send_in_turn(book, appending(book, "before"), lambda: book.write(fails), appending(book, "after"))
    assert crowd.join().errors == {1: raised}
    appending(book, "later")()
    assert ids(book) == ["before", "after", "later"]
    assert heard == []
    assert_whole(book)


def test_what_the_database_refuses_spoils_nothing_for_the_neighbours(book: Book) -> None:
    """A command written twice is found out by the database, at the end of the whole group; the others stand."""
    crowd = Crowd()
    with held_up(book):
        calls = [appending(book, ident) for ident in ("a", "b", "a", "c")]
        crowd.send_in_turn(book, *calls)
    crowd.join()
    assert sorted(crowd.answers) == [0, 1, 3]
    assert isinstance(crowd.errors[2], BookError)
    assert ids(book) == ["a", "b", "c"]
    assert_whole(book)


def test_nobody_is_answered_out_of_what_was_rolled_back(book: Book) -> None:
    """A job that was refused because of a neighbour is asked again when that neighbour comes to nothing."""
    appending(book, "a")()
    crowd = Crowd()

    def spoils(writing: UnitOfWork) -> None:
        writing.accept(ask("x"), [bought()])
        writing.accept(ask("a"), [bought()])

    def refuses(writing: UnitOfWork) -> str:
        if writing.command("x"):
            raise LookupError("x is there")
        return "x is not there"

    with held_up(book):
        crowd.send_in_turn(book, lambda: book.write(spoils), lambda: book.write(refuses))
    crowd.join()
    assert isinstance(crowd.errors.get(0), BookError)
    assert crowd.answers == {1: "x is not there"}
    assert ids(book) == ["a"]


def test_a_job_sees_the_jobs_before_it_in_its_group(book: Book) -> None:
    crowd, seen = Crowd(), []

    def looks(writing: UnitOfWork) -> None:
        result = writing.command("a")
        events = writing.events(NIGHT)
        seen.append((result.id if result else None, [event.version for event in events], writing.head(NIGHT).version))

    with held_up(book):
        crowd.send_in_turn(book, appending(book, "a"), lambda: book.write(looks), appending(book, "b"))
    assert not crowd.join().errors
    assert seen == [("a", [1, 2], 2)]
    assert_whole(book)


def test_two_assistants_of_one_book_decide_on_what_the_other_just_did(book: Book) -> None:
    """In one group: the second one's memory of the night is out of date, and the events are not in the tables yet."""
    first, other = NightService(book), NightService(book)
    night = open_night(first)
    send(other, night, "tip", player="red", amount=25)
    crowd = Crowd()
    with held_up(book):
        crowd.send_in_turn(
            book,
            lambda: send(first, night, "cash_in", player="red", amount=24_975),
            lambda: send(other, night, "tip", player="red", amount=25),
            lambda: send(first, night, "buy_checks", player="red", amount=50),
            lambda: send(other, night, "tip", player="red", amount=25),
        )
    assert list(crowd.join().errors) == [1]
    assert isinstance(crowd.errors[1], Refusal)
    assert crowd.errors[1].code == "not_enough_checks"
    assert checks_of(first, night, "red") == checks_of(other, night, "red") == 25
    assert_whole(book)


def test_a_job_run_again_does_its_after_commit_once(book: Book) -> None:
    heard: list[str] = []

    def job(writing: UnitOfWork) -> None:
        writing.accept(ask("b"), [bought()])
        writing.after_commit.append(lambda: heard.append("b"))

    crowd = Crowd()
    with held_up(book):
        crowd.send_in_turn(book, appending(book, "a"), lambda: book.write(job), appending(book, "a"))
    crowd.join()
    assert heard == ["b"]
    assert list(crowd.errors) == [2]


def test_nobody_waits_for_a_writing_that_was_broken_off(book: Book, watched: Watched) -> None:
    """Ctrl-C reaches the one who writes, for others too: nothing of theirs stands, and each is told."""
    crowd = Crowd()

    def broken_off() -> None:
        watched.before_commit = lambda: None
        raise KeyboardInterrupt

    writer: Any = book._writer
    with held_up(book):
        crowd.send_in_turn(book, *[appending(book, f"c{number}") for number in range(3)])
        wait_until(lambda: len(writer._queue) == 3)
        watched.before_commit = lambda: setattr(watched, "before_commit", broken_off)
    crowd.join()
    assert isinstance(crowd.errors.pop(0), KeyboardInterrupt)
    assert [getattr(error, "code", error) for error in crowd.errors.values()] == ["book_trouble"] * 2
    assert ids(book) == []
    appending(book, "c1")()
    assert ids(book) == ["c1"]
    assert_whole(book)


def test_the_turn_goes_on_where_it_is_broken_off_before_anything_was_written(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenOff(deque[Any]):
        def popleft(self) -> Any:
            monkeypatch.undo()
            raise KeyboardInterrupt

    monkeypatch.setattr(book._writer, "_queue", BrokenOff())
    with pytest.raises(KeyboardInterrupt):
        appending(book, "c1")()
    appending(book, "c2")()
    assert ids(book) == ["c2"]
    book.close()


def test_committed_commands_are_answered_even_if_watchers_fail(book: Book, caplog: pytest.LogCaptureFixture) -> None:
    """Sent again it would be done already; nobody is told to."""
    crowd = Crowd()

    def tells(writing: UnitOfWork) -> None:
        writing.accept(ask("c1"), [bought()])
        writing.after_commit.append(lambda: [][0])

    end = book.on_commit(lambda _: [][0])
    with held_up(book):
        crowd.send_in_turn(book, lambda: book.write(tells), appending(book, "c2"))
    assert len(crowd.join().answers) == 2
    end()
    assert ids(book) == ["c1", "c2"]
    assert "a listener failed" in caplog.text


def test_closing_writes_what_waits(lasting_shelf: Any) -> None:
    book, crowd, closing = lasting_shelf.open(), Crowd(), Crowd()
    with held_up(book):
        crowd.send_in_turn(book, *[appending(book, f"c{number}") for number in range(5)])
        closing.send(book.close)
        wait_until(lambda: book._writer._closed)
    closing.join()
    assert len(crowd.join().answers) == 5
    with lasting_shelf.open() as again:
        assert len(ids(again)) == 5


def test_a_closed_book_says_so(book: Book) -> None:
    book.close()
    book.close()
    with pytest.raises(BookError, match="The book is closed") as caught:
        appending(book, "a")()
    assert caught.value.code == "book_closed"


def test_indexes_are_rebuilt_between_two_commands(book: Book) -> None:
    """The writer lets go of the connection that it keeps, and goes on with it."""
    appending(book, "before")()
    book.rebuild_indexes()
    appending(book, "after")()
    assert ids(book) == ["before", "after"]
    assert_whole(book)


def last_known(book: Book) -> int:
    assert book._writer
    return book._writer._ids._last


def spoils(writing: UnitOfWork) -> None:
    writing.accept(ask("spoilt"), [bought()])
    writing.events("2026-11-21-1")
    writing.accept(ask("first"), [bought()])


def test_ids_of_another_program_are_read_from_behind_ones_own(file_shelf: Shelf) -> None:
    """Own ids are known as they are inserted; what comes from elsewhere is read from the row after the last of them."""
    with file_shelf.open() as first, file_shelf.open() as other:
        for number in range(3):
            accept(first, ask(f"c{number}"), [bought()])
        assert last_known(first) == 3
        accept(other, ask("elsewhere"), [bought()])
        assert first.write(lambda writing: writing.command("elsewhere")) is not None
        assert last_known(first) == 4


def test_an_id_that_was_rolled_back_is_free(book: Book) -> None:
    """Though it was in the table for a while, and known to be."""
    accept(book, ask("first"), [bought()])
    with pytest.raises(BookError):
        book.write(spoils)
    known = last_known(book)
    assert book.write(lambda writing: writing.command("spoilt")) is None
    accept(book, ask("spoilt"), [bought()])
    assert [command.id for command in book.commands("2026-11-21-1")] == ["first", "spoilt"]
    assert last_known(book) in (0, known + 1)


def test_a_group_has_a_limit(book: Book, watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.book.writer, "GROUP_LIMIT", 8)
    crowd = Crowd()
    with held_up(book):
        crowd.send_in_turn(book, *[appending(book, f"c{number}") for number in range(20)])
    crowd.join()
    assert len(watched.inserts) == 3
    assert_whole(book)


def test_what_is_to_be_done_after_the_commit_is_done_after_it(book: Book) -> None:
    """It finds the events in the book, and is done by the time the caller has their answer."""
    result: list[int] = []

    def job(writing: UnitOfWork) -> None:
        writing.accept(ask("a"), [PlayerSeated(player="red", name="Red")])
        writing.after_commit.append(lambda: result.append(len(book.events(NIGHT))))

    book.write(job)
    assert result == [1]
