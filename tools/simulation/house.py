"""The house under simulation: its servers, which are the product, and the book on a disk that fails."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy.exc import SQLAlchemyError

from dealer.commands.refusal import Refusal
from dealer.house.state import HouseState
from dealer.night_service import NightService
from dealer.streams import Sender
from dealer.verification.book import held_against, verify_whole
from dealer.verification.house import house_of
from dealer.verification.streams import verify
from events.book import database, external_head, writer
from events.book.book import Book
from events.book.database import Opened, book_error, checkpoint, file_url, prepare_file, prepared, sqlite_engine
from events.book.external_head import WRITTEN_EVERY_S, read_head
from events.book.reading import NOT_NIGHTS
from events.common.house import HOUSE
from events.records import BookError
from ledger.statement import bank_line, player_line
from tools.simulation.disk import EIO, FULL, Disk, driver
from tools.simulation.outbox import Answer, Table
from tools.simulation.world import Process, TurnLock, World, Wrong
from web.app.errors import BOOK_OUT_OF_REACH, REFUSED_BY_THE_RULES, STATUS_OF_REFUSAL

PLACED = "BetPlaced"


@dataclass(frozen=True)
class Request:
    """What a client sends. A command without ``night`` is for the house, or opens a night; without both it reads."""

    night: str = ""
    id: str = ""
    document: dict[str, Any] | None = None
    seen: int | None = None
    is_for_house: bool = False


@dataclass(frozen=True)
class View:
    """What a reader is shown of a night: its version, and what each player and the bank have, in cents."""

    night: str
    version: int
    accounts: dict[str, Any]


class _NoThread:
    """Stands for the thread that writes heads: the simulation calls it by its own clock."""

    def __init__(self, **_: Any) -> None: ...

    def start(self) -> None: ...

    def join(self) -> None: ...


@contextmanager
def faked(disk_of: Callable[[], Disk], world: World) -> Iterator[None]:
    """Replace the product's locks, clocks, threads and database driver by simulated ones."""
    with ExitStack() as patched:
        logging.disable(logging.CRITICAL)
        patched.callback(logging.disable, logging.NOTSET)
        for module, name, fake in (
            (writer, "Lock", TurnLock),
            (writer, "monotonic", lambda: world.now + 1),
            (external_head, "Thread", _NoThread),
            (external_head, "now", world.clock),
            (database, "sqlite3", driver(disk_of)),
            (database, "sleep", world.sleep),
        ):
            patched.enter_context(patch.object(module, name, fake))
        yield


def open_book(path: Path, head: Path, step: Callable[[], None]) -> Book:
    """Open a book as :func:`events.book.database.in_file` does, without watching the file for replacement."""
    url = file_url(path)
    try:
        writing = sqlite_engine(url, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        prepared(writing, lambda connection: prepare_file(connection, path, True))
        checkpoint(writing)
    except SQLAlchemyError as error:
        raise book_error(error) from None
    reading = sqlite_engine(url, "BEGIN")
    # Servers that start again need not compile every statement again.
    for engine in (reading, writing):
        engine.dialect, engine._compiled_cache = _compiled.setdefault(
            "sqlite", (engine.dialect, engine._compiled_cache)
        )
    return Book(Opened(reading=reading, writing=writing, assert_owned=step, heads=(head,)))


_compiled: dict[str, tuple[Any, Any]] = {}


class Server(Process):
    """One server process: from its start to its crash or end."""

    def __init__(self, house: House, number: int) -> None:
        super().__init__(f"server {number}")
        self.house = house
        self.number = number
        self.ready = False
        self.requests = 0
        self.fuse = 0
        """After so many more steps it crashes; 0 for never."""
        self.book: Book | None = None
        self.service: NightService

    def step(self) -> None:
        """A point at which other tasks run, and at which the process may crash."""
        self.assert_alive()
        self.burn()
        if self.house.world.chance(0.1):
            self.house.world.sleep(0.0001)

    def burn(self) -> None:
        if self.fuse:
            self.fuse -= 1
            if not self.fuse:
                world = self.house.world
                world.after(0.0, lambda: self.house.crash(self))
                world.sleep(3600)

    def start(self) -> None:
        """Open the book and check it against the head outside, as ``casekeeper serve`` does."""
        house = self.house
        try:
            book = open_book(house.path, house.head, self.step)
            head = read_head(house.head)
            held = held_against(book, head, "head") if head else None
        except BookError as error:
            self.assert_alive()
            if not house.explains(error.code):
                raise Wrong("a server starts", f"{error.code}: {error.why}") from error
            house.world.after(1.0, lambda: house.crash(self))
            return
        if held and held.finding:
            raise Wrong("the head is never ahead of the book", str(held.finding.problem))
        self.book = book
        self.service = NightService(book, lambda: house.world.clock(house.ahead_s[self.number]))
        self.ready = True
        house.world.trace(self.name, "serves")
        while True:
            house.world.sleep(WRITTEN_EVERY_S)
            house.world.count("heads written")
            book._heads.write_now()

    def receive(self, request: Request, reply: Callable[[Answer | View | None], None]) -> None:
        if self.dead or not self.ready:
            return
        self.house.world.start(self, lambda: self._answer(request, reply))

    def _answer(self, request: Request, reply: Callable[[Answer | View | None], None]) -> None:
        self.requests += 1
        try:
            answer = self._read(request.night) if request.document is None else self._carry_out(request)
        finally:
            self.requests -= 1
        self.assert_alive()
        reply(answer)

    def _carry_out(self, request: Request) -> Answer:
        house, sender = self.house, Sender(who="", device=request.id.partition("-")[0])
        house.truth.seen.setdefault(request.id, set()).add(request.seen)
        assert request.document is not None
        try:
            if request.is_for_house:
                version = self.service.execute_for_house(
                    request.document, sender, command_id=request.id
                ).command.version_after
                night = ""
            else:
                turned_away = None if request.night else self._turned_away(request.document)
                if turned_away:
                    return turned_away
                receipt = self.service.execute(
                    request.document,
                    sender,
                    night=request.night or None,
                    command_id=request.id,
                    expected_version=request.seen,
                )
                version, night = receipt.version, receipt.night
        except Refusal as refusal:
            self.assert_alive()
            status = STATUS_OF_REFUSAL.get(refusal.code, REFUSED_BY_THE_RULES)
            house.truth.is_told(request, Answer(status, refusal.code))
            return Answer(status, refusal.code)
        except BookError as error:
            return self._out_of_reach(error)
        except Exception as error:
            self.assert_alive()
            raise Wrong("every request is answered", f"{type(error).__name__}: {error}") from error
        self.assert_alive()
        house.truth.is_told(request, Answer(200, night, version))
        return Answer(200, night, version, self._table(night) if night else None)

    def _turned_away(self, opening: dict[str, Any]) -> Answer | None:
        """The answer at the door to who may not open a night, whether or not the book has the command already."""
        try:
            self.service.check_may_open(opening)
        except Refusal as refusal:
            self.assert_alive()
            return Answer(STATUS_OF_REFUSAL[refusal.code], refusal.code)
        return None

    def _out_of_reach(self, error: BookError) -> Answer:
        self.assert_alive()
        self.house.world.count(error.code)
        if not self.house.explains(error.code):
            raise Wrong("every request is answered", f"{error.code} without a fault: {error.why}") from error
        return Answer(BOOK_OUT_OF_REACH, error.code)

    def _table(self, night: str) -> Table:
        _, head, events = self.service.with_events(night)
        began = next((row.version for row in reversed(events) if row.kind != PLACED), 1)
        return Table(head.version, began)

    def _read(self, night: str) -> Answer:
        house = self.house
        least = house.truth.acknowledged.get(night, 0)
        try:
            if night == HOUSE:
                state = self.service.house()
                house.truth.is_shown(View(HOUSE, state.version, deposits_of(state)), least)
                return Answer(200, night, state.version)
            at_night, head, events = self.service.with_events(night)
            table = self._table(night)
        except Refusal as refusal:
            if least:
                raise Wrong("readers see what is acknowledged", f"{night}: {refusal.code}") from refusal
            return Answer(404, refusal.code)
        except BookError as error:
            return self._out_of_reach(error)
        if not len(events) == head.version == events[-1].version:
            raise Wrong("readers see a whole night", f"{night} {head.version}: {len(events)} events")
        house.truth.is_shown(View(night, head.version, accounts_of(at_night)), least)
        return Answer(200, night, head.version, table)


def deposits_of(house: HouseState) -> dict[str, Any]:
    """What each card has in the house and owes it, in cents."""
    return {card.key: (card.deposit_cents, card.exposure_cents) for card in house.open_cards}


def accounts_of(night: Any) -> dict[str, Any]:
    """What the players and the bank of a night have, in cents."""
    bank = bank_line(night.ledger)
    lines = {key: player_line(night.ledger, key) for key in night.seats}
    players = {
        key: (line.checks_cents, line.bought_cents + line.drawn_cents, line.markers_open_cents, line.cashed_cents)
        for key, line in lines.items()
    }
    return players | {"bank": (bank.roll_cents, bank.play_cents, bank.sleepers_cents, bank.tokes_cents)}


@dataclass
class House:
    """A book on a disk, the servers that work on it, and the truth that they are held against."""

    world: World
    disk: Disk
    path: Path
    head: Path
    most_servers: int
    truth: Any = None
    servers: list[Server] = field(default_factory=list)
    ahead_s: dict[int, float] = field(default_factory=dict)
    """How far each server's clock is ahead, by its number."""
    explained: dict[str, float] = field(default_factory=dict)
    """Until when a code is explained by a fault."""

    def explains(self, code: str) -> bool:
        """Whether a fault explains that the book is out of reach."""
        if code == "book_busy" and self.most_servers > 1:
            return True
        return self.world.now <= self.explained.get(code, -1.0)

    def have_trouble(self, trouble: str, seconds: float) -> None:
        """Let the disk be in trouble for a time."""
        self.disk.trouble = trouble
        codes = {FULL: ("book_full",), EIO: ("book_unwritable", "book_unreadable")}.get(trouble, ())
        for code in codes:
            self.explained[code] = self.world.now + seconds + 1.0
        self.world.after(seconds, self.mend)

    def mend(self) -> None:
        self.disk.trouble = ""

    def start_server(self, number: int) -> None:
        if any(server.number == number for server in self.servers):
            return
        self.ahead_s.setdefault(number, 0.0)
        server = Server(self, number)
        self.servers.append(server)
        self.world.start(server, server.start)

    def server(self) -> Server | None:
        """The server that a balancer sends a request to."""
        ready = [server for server in self.servers if server.ready and not server.dead]
        return self.world.random.choice(ready) if ready else None

    def crash(self, server: Server, restart_s: float | None = None) -> None:
        """Kill a server process, and start it again."""
        if server.dead:
            return
        self.world.trace(server.name, "crashes")
        self.world.count("crashes")
        server.ready = False
        self.truth.forget_connection()
        self.world.kill(server)
        self.disk.close_all(server)
        self.servers.remove(server)
        seconds = self.world.random.uniform(0.2, 5) if restart_s is None else restart_s
        self.world.after(seconds, lambda: self.start_server(server.number))

    def stop(self, server: Server) -> bool:
        """Stop a server as SIGTERM does, once no request is being answered; ``False`` if it is busy."""
        if server.requests or not server.ready or server.book is None:
            return False
        self.world.trace(server.name, "stops")
        server.ready = False
        self.truth.forget_connection()
        server.book._heads.write_now()
        server.book.close()
        self.world.kill(server)
        self.disk.close_all(server)
        self.servers.remove(server)
        return True

    def lose_power(self) -> None:
        """All servers crash, and the disk loses what it had not written."""
        self.world.trace("power fails")
        self.world.count("power failures")
        for server in list(self.servers):
            self.crash(server)
        self.disk.lose_power()

    def findings(self) -> list[str]:
        """What ``casekeeper verify`` finds in the book as it lies on disk, with the head outside."""
        try:
            with open_book(self.path, self.head, lambda: None) as book:
                found = [str(finding.problem) for finding in verify_whole(book).findings]
                spans = book.spans()
                known = house_of(book, spans)
                for night in spans.streams:
                    if night not in NOT_NIGHTS:
                        verdict = verify(book, night, spans=spans, house=known)
                        found += [f"{night}: {verdict.finding.problem}"] if verdict.finding else []
                return found
        except BookError as error:
            return [f"{error.code}: {error.why}"]
