"""The one writer: group commit, and what a job that fails does to its neighbours, which is nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import get_ident
from typing import Any

import pytest

import events.book.writer
from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from events.book.book import Book
from events.book.unit_of_work import Writing
from events.facts.night import PlayerSeated
from events.records import BookError
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.conftest import Watched
from tests.events.dealing import Crowd, checks_of, held_up, open_night, send, wait_until

NIGHT = "2026-11-21-1"


def appending(book: Book, ident: str) -> Callable[[], Any]:
    """A caller that appends one command with two facts."""
    return lambda: accept(book, ask(ident), [bought(), bought()])


def ids(book: Book) -> list[str]:
    return [one.id for one in book.commands(NIGHT)]


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


def test_one_that_waits_alone_is_committed_alone(book: Book, watched: Watched) -> None:
    for number in range(3):
        appending(book, f"c{number}")()
    assert len(watched.inserts) == 3


def test_a_group_has_a_limit(book: Book, watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.book.writer, "GROUP_LIMIT", 8)
    crowd = Crowd()
    with held_up(book):
        crowd.send_in_turn(book, *[appending(book, f"c{number}") for number in range(20)])
    crowd.join()
    assert len(watched.inserts) == 3
    assert_whole(book)


def test_nobody_is_answered_before_the_commit(book: Book, watched: Watched) -> None:
    """At the moment of the commit all twenty still wait, refused and failed ones too."""
    crowd, answered = Crowd(), []

    def commits() -> None:
        answered.append(len(crowd.answers) + len(crowd.errors))

    def fails(_: Writing) -> None:
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
    crowd, told = Crowd(), []
    raised = error("full", "stop") if error is BookError else error("stop")

    def fails(writing: Writing) -> None:
        writing.after_commit.append(lambda: told.append("failed"))
        writing.accept(ask("half"), [bought()])
        raise raised

    with held_up(book):
        crowd.send_in_turn(book, appending(book, "before"), lambda: book.write(fails), appending(book, "after"))
    assert crowd.join().errors == {1: raised}
    appending(book, "later")()
    assert ids(book) == ["before", "after", "later"]
    assert told == []
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

    def spoils(writing: Writing) -> None:
        writing.accept(ask("x"), [bought()])
        writing.accept(ask("a"), [bought()])

    def refuses(writing: Writing) -> str:
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

    def looks(writing: Writing) -> None:
        found = writing.command("a")
        facts = writing.facts(NIGHT)
        seen.append((found.id if found else None, [one.version for one in facts], writing.head(NIGHT).version))

    with held_up(book):
        crowd.send_in_turn(book, appending(book, "a"), lambda: book.write(looks), appending(book, "b"))
    assert not crowd.join().errors
    assert seen == [("a", [1, 2], 2)]
    assert_whole(book)


def test_two_assistants_of_one_book_decide_on_what_the_other_just_did(book: Book) -> None:
    """In one group: the second one's memory of the night is out of date, and the facts are not in the tables yet."""
    one, other = Assistant(book), Assistant(book)
    night = open_night(one)
    send(other, night, "tip", player="red", amount=25)
    crowd = Crowd()
    with held_up(book):
        crowd.send_in_turn(
            book,
            lambda: send(one, night, "cash_in", player="red", amount=24_975),
            lambda: send(other, night, "tip", player="red", amount=25),
            lambda: send(one, night, "buy_checks", player="red", amount=50),
            lambda: send(other, night, "tip", player="red", amount=25),
        )
    assert list(crowd.join().errors) == [1]
    assert isinstance(crowd.errors[1], Refusal)
    assert crowd.errors[1].code == "not_enough_checks"
    assert checks_of(one, night, "red") == checks_of(other, night, "red") == 25
    assert_whole(book)


def test_what_is_to_be_done_after_the_commit_is_done_after_it(book: Book) -> None:
    """It finds the facts in the book, and is done by the time the caller has their answer."""
    found: list[int] = []

    def job(writing: Writing) -> None:
        writing.accept(ask("a"), [PlayerSeated(player="red", name="Red")])
        writing.after_commit.append(lambda: found.append(len(book.facts(NIGHT))))

    book.write(job)
    assert found == [1]


def test_a_job_run_again_does_its_after_commit_once(book: Book) -> None:
    told: list[str] = []

    def job(writing: Writing) -> None:
        writing.accept(ask("b"), [bought()])
        writing.after_commit.append(lambda: told.append("b"))

    crowd = Crowd()
    with held_up(book):
        crowd.send_in_turn(book, appending(book, "a"), lambda: book.write(job), appending(book, "a"))
    crowd.join()
    assert told == ["b"]
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


def test_what_is_on_disk_is_answered_whatever_becomes_of_those_who_are_told(
    book: Book, caplog: pytest.LogCaptureFixture
) -> None:
    """Sent again it would be done already; nobody is told to."""
    crowd = Crowd()

    def tells(writing: Writing) -> None:
        writing.accept(ask("c1"), [bought()])
        writing.after_commit.append(lambda: [][0])

    end = book.on_commit(lambda _: [][0])
    with held_up(book):
        crowd.send_in_turn(book, lambda: book.write(tells), appending(book, "c2"))
    assert len(crowd.join().answers) == 2
    end()
    assert ids(book) == ["c1", "c2"]
    assert "who was to be told of it failed" in caplog.text


def test_who_writes_writes_for_those_who_came_meanwhile(book: Book) -> None:
    """One of those who wait, and no thread of the book's own."""
    crowd, by = Crowd(), list[int]()

    def noted(_: Writing) -> None:
        by.append(get_ident())

    with held_up(book):
        crowd.send_in_turn(book, *[lambda: book.write(noted) for _ in range(5)])
    crowd.join()
    assert len(by) == 5
    assert len(set(by)) == 1
    book.write(noted)
    assert by[-1] == get_ident()


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


def test_indexes_are_made_anew_between_two_commands(book: Book) -> None:
    """The writer lets go of the connection that it keeps, and goes on with it."""
    appending(book, "before")()
    book.rebuild_indexes()
    appending(book, "after")()
    assert ids(book) == ["before", "after"]
    assert_whole(book)


def test_what_another_program_wrote_is_seen_though_heads_are_remembered(lasting_shelf: Any) -> None:
    """Both go on with the same two chains, and with the same positions."""
    with lasting_shelf.open() as one, lasting_shelf.open() as other:
        for number in range(3):
            appending(one, f"one {number}")()
            appending(one, f"one again {number}")()
            appending(other, f"other {number}")()
        assert len(ids(one)) == 9
        assert one.positions() == (18, 18)
        assert_whole(other)
