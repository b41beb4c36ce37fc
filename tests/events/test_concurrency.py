"""Many at once: the chain never forks, each command is there once, and an acknowledged one survives ``kill -9``."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from signal import SIGKILL
from threading import Barrier, Event

import pytest

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService, Receipt
from dealer.verification.streams import verify, verify_house
from events.book.book import Book
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.dealing import SEATS, Crowd, checks_of, open_night, register, send
from tests.events.family import finish, lines, start
from tests.events.shelves import Shelf
from tests.support.disputed import Disputed
from tests.support.house import night_of_two_offsets

CLIENTS, EACH = 8, 20
PATIENCE_S = 60


def test_eight_clients_at_one_table(book: Book) -> None:
    service, crowd = NightService(book), Crowd()
    night = open_night(service, seats=CLIENTS)
    before = service.at(night)[1].version

    def client(number: int) -> list[Receipt]:
        seat = SEATS[number]
        return [send(service, night, "tip", as_=f"{seat}-{n}", player=seat, amount=25) for n in range(EACH)]

    for number in range(CLIENTS):
        crowd.send(lambda number=number: client(number))
    receipts = [receipt for each in crowd.join().answers.values() for receipt in each]
    assert not crowd.errors
    assert sorted(receipt.version for receipt in receipts) == list(range(before + 1, before + 1 + CLIENTS * EACH))
    by_version = {event.version: event.hash for event in book.events(night)}
    assert all(by_version[receipt.version] == receipt.hash for receipt in receipts)
    assert {seat: checks_of(service, night, seat) for seat in SEATS} == dict.fromkeys(SEATS, 25_000 - 25 * EACH)
    assert_whole(book)
    assert NightService(book).night(night) == service.night(night)


def test_a_reader_never_sees_half_a_command(book: Book) -> None:
    """While commands of three events each are written, every look at the night finds whole ones only."""
    crowd, done = Crowd(), Event()

    def writes() -> None:
        for number in range(60):
            accept(book, ask(f"c{number}"), [bought(), bought(), bought()])
        done.set()

    def reads() -> list[int]:
        seen = [len(book.events("2026-11-21-1"))]
        while not done.is_set():
            seen.append(len(book.events("2026-11-21-1")))
        return seen

    for call in (reads, reads, writes):
        crowd.send(call)
    crowd.join()
    for number in (0, 1):
        seen = crowd.answers[number]
        assert seen == sorted(seen)
        assert {count % 3 for count in seen} == {0}
    assert len(book.events("2026-11-21-1")) == 180


def test_two_books_on_one_shelf(lasting_shelf: Shelf) -> None:
    """Two writers in one process, each with a memory of its own, on the same night."""
    with lasting_shelf.open() as first, lasting_shelf.open() as other:
        services, crowd = (NightService(first), NightService(other)), Crowd()
        night = open_night(services[0])

        def client(number: int) -> None:
            for n in range(EACH):
                send(services[number % 2], night, "tip", as_=f"{number}-{n}", player=SEATS[number // 2], amount=25)

        for number in range(4):
            crowd.send(lambda number=number: client(number))
        assert not crowd.join().errors
        assert_whole(first)
        assert first.event_rows(night) == other.event_rows(night)
        assert checks_of(services[0], night, "red") == checks_of(services[1], night, "red") == 25_000 - 50 * EACH


def test_two_programs_on_one_file(file_shelf: Shelf) -> None:
    """At the same table at the same time, while this program deals there too."""
    commands = 20
    with file_shelf.open() as book:
        service = NightService(book)
        night = open_night(service)
        children = [start("together", file_shelf.where, name, night, commands) for name in ("p", "q")]
        for child in children:
            child.stdout.readline()
        for child in children:
            child.stdin.write("go\n")
            child.stdin.flush()
        for number in range(commands):
            send(service, night, "buy_checks", as_=f"here-{number}", player="red", amount=25)
        for child in children:
            assert finish(child) == [["done"]]
        assert_whole(book)
        ids = [command.id for command in book.commands(night) if command.document["do"] == "buy_checks"]
        assert len(ids) == len(set(ids)) == 2 + 3 * commands
        assert checks_of(service, night, "red") == 25_000 + 3 * 25 * commands


def test_two_programs_make_one_new_book(file_shelf: Shelf) -> None:
    """Both find no file; neither fails, and neither undoes what the other did."""
    children = [start("together", file_shelf.where, name, "", 20) for name in ("p", "q", "r")]
    for child in children:
        child.stdout.readline()
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        assert finish(child) == [["done"]]
    with file_shelf.open(create=False) as book:
        assert_whole(book)
        assert book.positions() == (120, 120)


def test_many_make_one_new_book(lasting_shelf: Shelf) -> None:
    """Eight threads open the same missing book at once."""
    crowd = Crowd()

    def opens(number: int) -> None:
        with lasting_shelf.open() as book:
            accept(book, ask(f"c{number}"), [bought()])

    for number in range(8):
        crowd.send(lambda number=number: opens(number))
    assert crowd.join().errors == {}
    with lasting_shelf.open(create=False) as book:
        assert_whole(book)
        assert book.positions() == (8, 8)


@pytest.mark.parametrize("count", [1, 33, 150])
def test_an_acknowledged_command_survives_kill_9(file_shelf: Shelf, count: int) -> None:
    """Killed in the middle of its work."""
    with start("until_killed", file_shelf.where) as child:
        text = "".join(child.stdout.readline() for _ in range(count))
        child.send_signal(SIGKILL)
        text += child.stdout.read()
    whole = text[: text.rindex("\n") + 1]
    acknowledged = [ident for (ident,) in lines(whole)]
    assert child.returncode == -SIGKILL
    assert len(acknowledged) >= count
    with file_shelf.open(create=False) as book:
        assert_whole(book)
        stored = {command.id: command for night in book.spans().streams for command in book.commands(night)}
        assert set(acknowledged) <= set(stored), f"lost after {count} answers"
        for ident, entry in stored.items():
            assert entry.version_after - entry.version_before == (3 if ident[0] in "ab" and "-" in ident else 1)
        night = "2026-11-21-1"
        bought_at_table = sum(ident.startswith(("c-", "d-")) for ident in stored)
        service = NightService(book)
        assert checks_of(service, night, "red") == 25_000 + 25 * bought_at_table
        send(service, night, "tip", player="red", amount=25)
        accept(book, ask("a-next", "a"), [bought()])
        assert_whole(book)


def test_two_tables_issue_the_last_of_a_limit_at_once(lasting_shelf: Shelf) -> None:
    """Two programs with a table each, both at the same cards; each card's limit is as high as one of the markers."""
    with lasting_shelf.open() as first, lasting_shelf.open() as other:
        services, crowd, gate = (NightService(first), NightService(other)), Crowd(), Barrier(2)
        nights = [open_night(service, seats=0) for service in services]
        for seat in SEATS:
            register(services[0], seat, credit_limit=10_000)
            for service, night in zip(services, nights, strict=True):
                send(service, night, "seat_player", player=seat, card=seat)

        def table(number: int) -> list[str]:
            issued = []
            for seat in SEATS:
                gate.wait(PATIENCE_S)
                with suppress(Refusal):
                    send(services[number], nights[number], "issue_marker", player=seat, amount=10_000)
                    issued.append(seat)
            return issued

        crowd.send(lambda: table(0))
        crowd.send(lambda: table(1))
        assert not crowd.join().errors
        assert sorted([*crowd.answers[0], *crowd.answers[1]]) == sorted(SEATS)
        house = services[0].house()
        assert {house.card(seat).exposure_cents for seat in SEATS} == {10_000}
        refused = [row.refused for night in nights for row in first.commands(night) if row.refused]
        assert refused == ["over_limit"] * len(SEATS)
        assert_whole(first)
        assert [verify(first, night).finding for night in nights] == [None, None]
        assert verify_house(first).sound


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_night_is_closed_and_entered_in_the_house_or_neither(file_shelf: Shelf, moment: str) -> None:
    """The program is killed between a close and the house's entry of it, or between that entry and the commit."""
    with start("closes_until_killed", file_shelf.where, moment) as child:
        text = child.stdout.read()
    assert child.returncode == -SIGKILL
    *_, first, last = [night for (night,) in lines(text)]
    with file_shelf.open(create=False) as book:
        service = NightService(book)
        house = service.house()
        assert [service.night(night).closed for night in (first, last)] == [True, False]
        assert [house.nights[night].closing for night in (first, last)] == [1, 0]
        assert (house.card("ada").carried_cents, house.card("ada").exposure_cents) == (10_000, 20_000)
        send(service, last, "close_night")
        house = service.house()
        assert (house.card("ada").carried_cents, house.card("ada").nights, house.closings) == (20_000, 2, 2)
        assert_whole(book)
        assert [verify(book, night).finding for night in (first, last)] == [None, None]
        assert verify_house(book).sound


def test_eight_threads_of_a_new_process_read_at_once(tmp_path: Path) -> None:
    """What a record's fields are is found out at its first use. A thread that met half of that ended the process."""
    where = tmp_path / "night.db"
    with Book.open(where) as book:
        nights = [night_of_two_offsets(book), Disputed(book).play_bet().rule().play_hand().night]
    for _ in range(5):
        assert finish(start("reads_at_once", where)) == [nights] * 8
