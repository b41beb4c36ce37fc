"""What tests let another process do to a book.

A child prints a line for each thing that is certain, at once and in one write: nothing of it is lost by a kill.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

from dealer.night_service import NightService
from dealer.streams import NightStore
from events.book import backup
from events.book.backup import Progress
from events.book.book import Book
from events.book.lock import FileLock
from events.book.unit_of_work import UnitOfWork
from events.records import BookError, Request
from tests.events.by_hand import accept, ask, bought
from tests.events.dealing import open_night, owe, register, send
from tests.support.forked_casekeeper import run
from tests.web.command_line.called import casekeeper
from web.command_line import copying


def say(*words: object) -> None:
    """One line to the parent."""
    os.write(1, (json.dumps(words) + "\n").encode())


def until_killed(where: str) -> None:
    """Append for ever from four threads, two by way of the rules, and say each command once it is acknowledged."""
    book = Book.open(where)
    service = NightService(book)
    night = open_night(service)

    def past_the_rules(name: str) -> None:
        for number in range(1_000_000):
            say(accept(book, ask(f"{name}-{number}", name), [bought(), bought(), bought()]).id)

    def by_the_rules(name: str) -> None:
        for number in range(1_000_000):
            say(send(service, night, "buy_checks", as_=f"{name}-{number}", player="red", amount=25).command)

    for call, name in ((past_the_rules, "a"), (past_the_rules, "b"), (by_the_rules, "c"), (by_the_rules, "d")):
        Thread(target=call, args=(name,)).start()


def closes_until_killed(where: str, moment: str) -> None:
    """Open and close nights whose markers are carried, and say each; be killed while the second is closed.

    At the ``moment`` ``before`` or ``after`` the house has entered what the close means for it.
    """
    follow = NightStore.follow

    def killed(store: NightStore, unit: UnitOfWork, row: Request, before: Any, after: Any) -> None:
        is_last = after.state.night.closed and row.stream.endswith("-2")
        if moment == "after" or not is_last:
            follow(store, unit, row, before, after)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)

    NightStore.follow = killed  # type: ignore[method-assign, assignment]
    with Book.open(where) as book:
        service = NightService(book)
        register(service, "ada")
        for _ in range(2):
            night = open_night(service, seats=0)
            owe(service, night, "ada", 10_000)
            say(night)
            send(service, night, "close_night")
            say(night)


def together(where: str, name: str, night: str, commands: str) -> None:
    """Wait for a word, open the book, and send so many commands to one night from two threads."""
    say("ready")
    sys.stdin.readline()
    with Book.open(where) as book:
        service = NightService(book)

        def sends(thread: str) -> None:
            for number in range(int(commands) // 2):
                ident = f"{name}-{thread}-{number}"
                if night:
                    send(service, night, "buy_checks", as_=ident, player="red", amount=25)
                else:
                    accept(book, ask(ident), [bought(25), bought(25)])

        threads = [Thread(target=sends, args=(thread,)) for thread in "xy"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    say("done")


def on_a_small_disk(where: str) -> None:
    """Append until no file may grow any more, then have the room back and append again."""
    with Book.open(where) as book:
        accept(book, ask("first"), [bought()])
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, hard))
        for number in range(10_000):
            try:
                say("kept", accept(book, ask(f"c{number}"), [bought()] * 5).id)
            except BookError as error:
                say("trouble", error.code, error.why)
                break
        say("reads", len(book.events("2026-11-21-1")))
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        say("kept", accept(book, ask("last"), [bought()]).id)


def on_a_disk_that_fills_up_at_a_checkpoint(where: str) -> None:
    """Append where the log, which is begun anew each time, has room and the book has none; then have room again."""
    # That the head cannot be written meanwhile is said elsewhere.
    logging.disable()
    path = Path(where)
    with Book.open(where) as book:
        assert book._writing
        assert book._writer
        with book._writer.set_aside(), book._writing.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 30")
        log = path.with_name(path.name + "-wal")
        number = 0
        while not number or path.stat().st_size < 5 * log.stat().st_size:
            number += 1
            accept(book, ask(f"c{number}"), [bought()] * 20)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        # A page and a half: the last page that is written breaks off in its middle.
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 6_000, hard))
        try:
            for more in range(10_000):
                say("kept", accept(book, ask(f"more-{more}"), [bought()] * 20).id)
        except BookError as error:
            say("trouble", error.code)
        say("reads", len(book.events("2026-11-21-1")))
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        say("kept", accept(book, ask("last"), [bought()]).id)


def where_no_more_files_are_had(where: str) -> None:
    """Append and read, a checkpoint among it, while the system opens nothing more for this process."""
    # That the head cannot be written meanwhile is said elsewhere.
    logging.disable()
    with Book.open(where) as book:
        accept(book, ask("first"), [bought()])
        say(*book.positions())
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
        for number in range(80):
            accept(book, ask(f"c{number}"), [bought()] * 50)
        say(*book.positions())
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def is_slow_with_a_checkpoint(where: str) -> None:
    """Stand still in the middle of a checkpoint until a line comes, as seen from outside: pages of it, and its lock."""
    path = Path(where)
    whole = path.read_bytes()
    with path.with_name(path.name + "-shm").open("r+b") as index, path.open("r+b") as book:
        fcntl.lockf(index, fcntl.LOCK_EX, 1, 121)
        book.write(bytes(len(whole)))
        book.flush()
        say("in the middle")
        sys.stdin.readline()
        book.seek(0)
        book.write(whole)
    say("done")


def goes_on(where: str, name: str = "next") -> None:
    """Open a book, add an event to it, and say how many it has."""
    with Book.open(where, create=False) as book:
        accept(book, ask(name), [bought()])
        say("kept", book.positions()[0])


def loses_its_log(where: str, noticed: str) -> None:
    """Append, wait until the log was deleted, say who is answered what then, and wait to be killed."""
    with Book.open(where) as book:
        for number in range(30):
            stored = accept(book, ask(f"c{number}"), [bought()] * 3)
        say(stored.id)
        sys.stdin.readline()
        if noticed == "at the end":
            return
        try:
            book.nights() if noticed == "by a reader" else accept(book, ask("lost"), [bought()])
        except BookError as error:
            say(error.code, error.why)
        sys.stdin.readline()


def backs_up_onto_a_small_disk(where: str, target: str) -> None:
    """Copy a book where no file may have more than a few pages, and say the status and what was complained of."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    ran = casekeeper("backup", where, target)
    say(ran.exit_code, ran.stderr)


def waits_in_the_middle_of(step: str, *arguments: str) -> None:
    """A command that copies a book: it says when it is in the middle of a step, and goes on when it is told to."""

    def with_bar(label: str, work: Callable[[Progress], Any]) -> Any:
        def tell(done: int, of: int) -> None:
            if label == step and not over and done * 2 >= of:
                over.append(label)
                say("in the middle")
                sys.stdin.readline()

        return work(tell)

    over: list[str] = []
    backup.PAGES_A_STEP = backup.ROWS_A_STEP = 1
    copying._with_bar = with_bar
    run(*arguments)


def begins_on_a_full_disk(where: str) -> None:
    """Open a new book where no file can have a byte."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        Book.open(where)
    except BookError as error:
        say(error.code, error.why)


def without_leave_to_write(*places: str) -> None:
    """Try to open books as somebody who may not write there, and say what comes of each."""
    Book.open().close()
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    for place in places:
        try:
            with Book.open(Path(place)) as book:
                accept(book, ask("c"), [bought()])
            say("kept")
        except BookError as error:
            say(error.code, error.why)


def owns(where: str, whose: str) -> None:
    """Own a book as a server does, until a line comes; as an ``orphan`` in a process whose parent is gone."""
    lock = FileLock.taken(Path(where), f"casekeeper serve, process {os.getpid()}")
    if whose == "orphan" and os.fork():
        os._exit(0)
    say(os.getpid())
    sys.stdin.readline()
    lock.release()


def reads_at_once(where: str) -> None:
    """Read the nights of a book on eight threads, none of which waits for another."""
    book, ready = Book.open(where), Barrier(8)

    def read() -> None:
        service = NightService(book)
        ready.wait()
        say(*(service.night(night).id for night in service.nights()))

    # Threads change as often as they can.
    sys.setswitchinterval(1e-6)
    for _ in range(8):
        Thread(target=read).start()
