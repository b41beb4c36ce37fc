"""The server: admission, threads, connections, static files, the port and the supervisor."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, current_thread
from typing import Any

import pytest
from msgspec.structs import replace

from tests.attacks.servers import LIMITS, until
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.event_loop import on_its_own_loop, run_alone
from tests.support.house import House
from web.app.authorization import Caller, open_to_all
from web.app.links import hand_key, player_key
from web.serving import asgi_app as bridge
from web.serving.asgi_app import LARGEST_FILE, MOST_FILES, Bridge, FileCache
from web.serving.limits import Admission, Connections, Limits, Place, RequestRate
from web.serving.protocol import CONNECTION, LimitedProtocol
from web.serving.server import Server
from web.serving.supervisor import PortTrouble, bound
from web.serving.thread_pool import Crowded, Lane

RATES: dict[str, tuple[RequestRate, list[tuple[str, float, int]], list[float | None]]] = {
    "after the burst the rest comes evenly": (
        RequestRate(rate_s=10, at_once=3, longest_pause_s=1),
        [*[("a", 100.0, 1)] * 5, ("b", 100.0, 1), ("a", 100.5, 1)],
        [0, 0, 0, 0.1, 0.2, 0, 0],
    ),
    "what would wait too long counts for nothing": (
        RequestRate(rate_s=10, at_once=1, longest_pause_s=0.5),
        [*[("a", 0.0, 1)] * 9, ("a", 0.1, 1)],
        [0, 0.1, 0.2, 0.3, 0.4, 0.5, None, None, None, 0.5],
    ),
    "something large counts as several": (
        RequestRate(rate_s=10, at_once=4, longest_pause_s=1),
        [("a", 0.0, 4), ("a", 0.0, 1)],
        [0, 0.1],
    ),
}


@pytest.mark.parametrize(("rate", "requests", "pauses"), RATES.values(), ids=RATES)
def test_requests_wait_for_their_rate(
    rate: RequestRate, requests: list[tuple[str, float, int]], pauses: list[float | None]
) -> None:
    assert [rate.pause_s(*request) for request in requests] == [pause and pytest.approx(pause) for pause in pauses]


def test_looking_for_room_takes_none_and_only_so_many_callers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.serving.limits.REMEMBERED", 3)
    rate = RequestRate(rate_s=10, at_once=1)
    assert rate.has_room(0, 0.0)
    assert rate.has_room(0, 0.0)
    rate.pause_s(0, 0.0)
    assert not rate.has_room(0, 0.05)
    assert rate.has_room(0, 0.11)
    for number in range(100):
        rate.pause_s(number, 0.0)
    assert not rate.has_room(99, 0.0)
    assert rate.has_room(0, 0.0)


ADMISSIONS = {
    "in peace each begins at once": (100, 2, "a A", "a A"),
    "in a flood the newest begin first": (100, 2, "a b c d e f 0.5 0.6 1.1", "a b f e"),
    "a flood from one address does not delay another": (100, 2, "a b c d e f g h A", "a b A"),
    "too many take turns by address": (1, 2, "a A b B c C 1 2 3 4 5", "a C c B b A"),
    "who is gone does not begin": (100, 1, "a b c -c -c 1", "a b"),
}
"""Connections a second of all and of each, what happens, and which begin: capitals come from another address."""


@pytest.mark.parametrize(("everybody", "each", "steps", "wanted"), ADMISSIONS.values(), ids=ADMISSIONS)
def test_connections_begin_at_their_rate(everybody: int, each: int, steps: str, wanted: str) -> None:
    begun: list[str] = []
    admission = Admission(
        begun.append,
        everybody=RequestRate(rate_s=everybody, at_once=everybody),
        each=RequestRate(rate_s=each, at_once=each),
    )
    for step in steps.split():
        name = step.lstrip("-")
        caller = Caller("stranger", "10.0.0.8" if name.isupper() else "10.0.0.7")
        if not name.isalpha():
            admission.go_on(float(step))
        elif step == name:
            admission.ask(caller, name, 0.0)
        else:
            admission.forget(caller, name)
    assert begun == wanted.split()


BRIDGE_LIMITS = Limits(body_bytes=10_000)


class Connection:
    """A connection, and whose it was said to be."""

    gone = False

    def __init__(self) -> None:
        self.callers: list[Caller] = []

    def known_as(self, caller: Caller) -> None:
        self.callers.append(caller)


def cookie_of(house: House) -> str:
    """The cookie of one of the staff who has just signed in."""
    held = house.client().http.get_cookie("casekeeper")
    assert held
    return f"casekeeper={held.value}"


async def caller_of(made: Bridge, cookie: str, path: str = "/", method: str = "GET") -> str:
    """Of what kind the caller of a request is for the server."""
    connection = Connection()
    await answer_of(made, connection, cookie, path, method)
    return connection.callers[-1].kind


async def answer_of(
    made: Bridge,
    connection: Connection,
    cookie: str,
    path: str,
    method: str = "GET",
    sent: list[dict[str, Any]] | None = None,
    query: str = "",
) -> None:
    """Answer a request; the messages to its connection are added to ``sent``."""
    scope: dict[str, Any] = {
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "scheme": "http",
        "http_version": "1.1",
        "server": ("127.0.0.1", 8321),
        "client": ("10.0.0.9", 1),
        "headers": [(b"host", b"localhost"), (b"cookie", cookie.encode())],
        "state": {CONNECTION: connection},
    }

    async def send(message: dict[str, Any]) -> None:
        if sent is not None:
            sent.append(message)

    await made(scope, send, send)


@on_its_own_loop
async def test_a_session_that_has_ended_gives_nothing_of_the_staffs(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, cookie = Bridge(house.app, BRIDGE_LIMITS), cookie_of(house)
    assert await caller_of(made, cookie) == "staff"
    assert made.knows(cookie)
    house.auth.keeper.end_other_sessions("", house.sender)
    monkeypatch.setattr(bridge, "KNOWN_S", 0.0)
    assert await caller_of(made, cookie) == "stranger"
    assert not made.knows(cookie)
    made.close()


@on_its_own_loop
async def test_whoever_has_not_come_for_long_waits_as_strangers_do(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session may have ended meanwhile, and its cookie fetch nothing but what nobody is asked about."""
    made, cookie = Bridge(house.app, BRIDGE_LIMITS), cookie_of(house)
    assert await caller_of(made, cookie) == "staff"
    monkeypatch.setattr(bridge, "REMEMBERED_S", 0.0)
    assert not made.knows(cookie)
    made.close()


@on_its_own_loop
async def test_streams_give_way_to_touches_and_to_nothing_else(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    @contextmanager
    def counting() -> Iterator[None]:
        counted.append("begun")
        yield
        counted.append("over")

    made, cookie = Bridge(house.app, BRIDGE_LIMITS), cookie_of(house)
    for path in (f"/nights/{house.open_night()}/commands", "/verify", "/staff/unlock"):
        monkeypatch.setattr(made, "_touches", counting())
        await caller_of(made, cookie, path, "POST")
    made.close()
    assert counted == ["begun", "over"]
    touched = {rule.rule for rule in house.app.url_map.iter_rules() if rule.endpoint == "tablet.touch"}
    assert all(rule.endswith(bridge.TOUCHED) for rule in touched)
    assert touched


READ = [
    "/nights/{}?at=3",
    "/nights/{}/table?at=3",
    "/nights/{}/what-if",
    "/office",
    "/?find=b",
    "/api/nights/{}/events",
]
TOUCHED = ["/nights/{}", "/nights/{}/table", "/nights/{}/coming?command=x"]


@on_its_own_loop
async def test_pages_to_read_are_computed_few_at_a_time_and_never_on_the_threads_of_touches(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight tabs that looked back had as many threads, and each touch waited for all of them."""
    night, counted = house.open_night(), list[str]()
    made, cookie = Bridge(house.app, BRIDGE_LIMITS), cookie_of(house)

    class Counting:
        def __enter__(self) -> None:
            counted.append(current_thread().name.partition("_")[0])

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(made, "_readings", Counting())
    for path in READ:
        address, _, query = path.format(night).partition("?")
        await answer_of(made, Connection(), cookie, address, query=query)
    assert counted == ["reading"] * len(READ)
    for path in TOUCHED:
        address, _, query = path.format(night).partition("?")
        await answer_of(made, Connection(), cookie, address, query=query)
    await answer_of(made, Connection(), cookie, f"/nights/{night}/commands", "POST")
    made.close()
    assert counted == ["reading"] * len(READ)


@on_its_own_loop
async def test_a_large_answer_is_sent_in_pieces_that_a_slow_reader_has_time_for(house: House) -> None:
    """The deadline for reading is a piece's: a phone that read steadily was cut off in the middle of 5 MB."""
    house.app.add_url_rule("/large", "large", lambda: b"x" * (2 * bridge.PART_BYTES + 1))
    open_to_all(house.app.view_functions["large"])
    made = Bridge(house.app, BRIDGE_LIMITS)
    sent: list[dict[str, Any]] = []
    await answer_of(made, Connection(), "", "/large", sent=sent)
    made.close()
    assert [(len(piece["body"]), piece["more_body"]) for piece in sent[1:]] == [
        (bridge.PART_BYTES, True),
        (bridge.PART_BYTES, True),
        (1, False),
    ]


@pytest.mark.parametrize(("key_of", "path"), [(player_key, "/player/{}"), (hand_key, "/hand/{}/commands")])
def test_what_comes_to_no_end_is_logged_without_the_key_of_a_link(
    house: House, caplog: pytest.LogCaptureFixture, key_of: Callable[[str, str], str], path: str
) -> None:
    made = Bridge(house.app, BRIDGE_LIMITS)
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    with house.app.test_request_context():
        key = key_of(night, "red")
    # As the server stops: what comes now finds no thread.
    made.close()
    with pytest.raises(RuntimeError):
        run_alone(caller_of(made, "", path.format(key)))
    assert caplog.messages[0].startswith(f"GET {path.format('…')} came to no end: RuntimeError")


SMALL = replace(LIMITS, connections_a_stranger=3, connections_a_link=2, connections_a_member=4)
MEMBER, LINK = Caller("staff", "M. Earp"), Caller("link", "board 2026-11-21-1")


class Hall:
    """Connections by name, in the order in which they came; ``cut`` are the names of those that were ended."""

    def __init__(self, most: int = 100) -> None:
        self.known = Connections(SMALL, most)
        self.cut: list[str] = []

    def come(self, name: str, address: str = "10.0.0.7") -> Place | None:
        return self.known.enter(address, lambda: self.cut.append(name))

    def come_in(self, name: str, caller: Caller | None = None, address: str = "10.0.0.7") -> Place:
        place = self.come(name, address)
        assert place is not None
        if caller:
            self.known.known(place, caller)
        return place


HOME, AWAY = "10.0.0.7", "10.0.0.8"
CROWDS: dict[str, tuple[list[tuple[str, int, Caller | None, str]], str]] = {
    "a stranger beyond their limit loses their own oldest": (
        [("home", 5, None, HOME), ("away", 1, None, AWAY)],
        "home 0, home 1",
    ),
    "those who are known do not count as strangers of their address": (
        [("tablet", 1, MEMBER, HOME), ("board", 1, LINK, HOME), ("stranger", 6, None, HOME)],
        "stranger 0, stranger 1, stranger 2",
    ),
    "a network of IPv6 is one stranger": (
        [*[(f"2001:db8::{n}", 1, None, f"2001:db8::{n}") for n in range(5)], ("other", 1, None, "2001:db8:0:1::1")],
        "2001:db8::0 0, 2001:db8::1 0",
    ),
    "a member and a link have limits of their own": (
        [("tablet", 6, MEMBER, HOME), ("board", 3, LINK, HOME)],
        "tablet 0, tablet 1, board 0",
    ),
    "of a link, the address that holds most gives way": (
        [("honest", 1, LINK, AWAY), ("greedy", 4, LINK, HOME)],
        "greedy 0, greedy 1, greedy 2",
    ),
    "of a sign-in, the address that holds most gives way": (
        [("honest", 1, MEMBER, AWAY), ("greedy", 5, MEMBER, HOME)],
        "greedy 0, greedy 1",
    ),
}


@pytest.mark.parametrize(("crowd", "cut"), CROWDS.values(), ids=CROWDS)
def test_a_caller_beyond_their_limit_loses_their_own(
    crowd: list[tuple[str, int, Caller | None, str]], cut: str
) -> None:
    hall = Hall()
    for name, count, caller, address in crowd:
        for number in range(count):
            hall.come_in(f"{name} {number}", caller, address)
    assert hall.cut == cut.split(", ")
    assert len(hall.known) == sum(count for _, count, _, _ in crowd) - len(hall.cut)


def test_a_full_server_lets_go_of_strangers_first_then_of_links_and_never_of_staff() -> None:
    hall = Hall(most=5)
    hall.come_in("tablet", MEMBER)
    hall.come_in("board", LINK, "10.0.0.8")
    hall.come("few", "10.0.0.9")
    hall.come("many 1")
    hall.come("many 2")
    hall.come_in("new 1", MEMBER)
    assert hall.cut == ["many 1"]
    hall.come_in("new 2", MEMBER)
    hall.come_in("new 3", MEMBER)
    assert sorted(hall.cut) == ["few", "many 1", "many 2"]
    hall.come_in("one more", Caller("staff", "Doc"))
    assert hall.cut[-1] == "board"
    assert hall.come("late") is None
    assert len(hall.known) == 5


def test_a_place_is_given_back_once() -> None:
    hall = Hall()
    place = hall.come_in("tablet", MEMBER)
    hall.known.leave(place)
    hall.known.leave(place)
    hall.known.known(place, LINK)
    assert len(hall.known) == 0
    assert hall.cut == []


def test_whoever_signs_out_is_a_stranger_again() -> None:
    hall = Hall()
    place = hall.come_in("tablet", MEMBER)
    for name in "abc":
        hall.come(name)
    hall.known.known(place, Caller("stranger", "10.0.0.7"))
    assert hall.cut == ["a"]
    hall.come("d")
    hall.come("e")
    hall.come("f")
    assert "tablet" in hall.cut


PUBLIC = [(b"cache-control", b"public, max-age=86400"), (b"content-type", b"text/css")]


BOTH = "gzip, br"


def scope(path: str = "/static/a.css", *, query: bytes = b"", method: str = "GET", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"method": method, "path": path, "query_string": query, "headers": [(b"host", b"cage"), *named]}


@pytest.fixture
def files() -> FileCache:
    files = FileCache()
    files.keep(scope(accept_encoding=BOTH), 200, PUBLIC, b"packed")
    return files


def test_a_public_file_is_answered_again_and_any_other_request_is_the_applications(files: FileCache) -> None:
    kept = files.find(scope(accept_encoding="br,  gzip, zstd", cookie="of=anybody"))
    assert kept == ([*PUBLIC, (b"content-length", b"6")], b"packed")
    for other in (
        scope(accept_encoding="gzip"),
        scope(),
        scope(accept_encoding="gzip, br;q=0"),
        scope(accept_encoding="*"),
        scope("/static/b.css", accept_encoding=BOTH),
        scope(query=b"v=1", accept_encoding=BOTH),
        scope(accept_encoding=BOTH, range="bytes=0-1"),
        scope(accept_encoding=BOTH, if_none_match='"tag"'),
        scope(method="HEAD", accept_encoding=BOTH),
    ):
        assert files.find(other) is None


@pytest.mark.parametrize(
    ("path", "status", "headers", "body"),
    [
        ("/static/a.css", 404, PUBLIC, b"x"),
        ("/static/a.css", 200, [(b"cache-control", b"no-store")], b"x"),
        ("/static/a.css", 200, [(b"content-type", b"text/css")], b"x"),
        ("/static/a.css", 200, [*PUBLIC, (b"set-cookie", b"casekeeper=x")], b"x"),
        ("/static/a.css", 200, PUBLIC, b"x" * (LARGEST_FILE + 1)),
        ("/favicon.ico", 200, PUBLIC, b"x"),
        ("/static/x/../a.css", 200, PUBLIC, b"x"),
        ("/static/./a.css", 200, PUBLIC, b"x"),
        ("/static//a.css", 200, PUBLIC, b"x"),
    ],
)
def test_what_is_private_or_large_or_has_a_roundabout_path_is_not_kept(
    path: str, status: int, headers: list[tuple[bytes, bytes]], body: bytes
) -> None:
    files = FileCache()
    files.keep(scope(path), status, headers, body)
    assert files.find(scope(path)) is None


def test_only_so_many_files_are_kept(files: FileCache) -> None:
    for number in range(MOST_FILES):
        files.keep(scope(f"/static/{number}.css"), 200, PUBLIC, b"x")
    assert files.find(scope(accept_encoding=BOTH)) is None


class Work:
    """Calls that wait until they are let go; ``begun`` are their names in the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._go = Event()

    def call(self, name: str) -> Callable[[], str]:
        def run() -> str:
            self.begun.append(name)
            assert self._go.wait(60)
            return name

        return run

    def let_go(self) -> None:
        self._go.set()


def lane(threads: int = 1, behind: Sequence[Lane] = (), each: int = 5) -> Lane:
    return Lane("test", threads=threads, waiting=20, waiting_each=each, behind=behind)


async def begun(work: Work, count: int) -> None:
    while len(work.begun) < count:
        await asyncio.sleep(0.01)


@on_its_own_loop
async def test_callers_take_turns() -> None:
    work, entry = Work(), lane()
    tasks = [asyncio.create_task(entry.run("flood", work.call(f"flood {number}"))) for number in range(4)]
    await begun(work, 1)
    tasks.append(asyncio.create_task(entry.run("other", work.call("other"))))
    await asyncio.sleep(0)
    work.let_go()
    await asyncio.gather(*tasks)
    assert work.begun == ["flood 0", "flood 1", "other", "flood 2", "flood 3"]
    entry.close()


@on_its_own_loop
async def test_a_crowd_is_turned_away_but_for_what_must_be_done() -> None:
    work, entry = Work(), lane(each=2)
    tasks = [asyncio.create_task(entry.run("a", work.call(str(number)))) for number in range(3)]
    await begun(work, 1)
    with pytest.raises(Crowded):
        await entry.run("a", work.call("too many"))
    tasks.append(asyncio.create_task(entry.run("a", work.call("close"), always=True)))
    await asyncio.sleep(0)
    work.let_go()
    assert await asyncio.gather(*tasks) == ["0", "1", "2", "close"]
    entry.close()


@on_its_own_loop
async def test_a_call_that_fails_gives_its_thread_back() -> None:
    def fail() -> None:
        raise LookupError("nothing there")

    entry = lane()
    for _ in range(3):
        with pytest.raises(LookupError):
            await entry.run("a", fail)
    entry.close()


@on_its_own_loop
async def test_who_no_longer_waits_takes_nobodys_turn() -> None:
    work, entry = Work(), lane()
    first = asyncio.create_task(entry.run("a", work.call("first")))
    await begun(work, 1)
    gone = asyncio.create_task(entry.run("a", work.call("gone")))
    last = asyncio.create_task(entry.run("b", work.call("last")))
    await asyncio.sleep(0)
    gone.cancel()
    work.let_go()
    assert await asyncio.gather(first, last) == ["first", "last"]
    assert work.begun == ["first", "last"]
    entry.close()


@on_its_own_loop
async def test_strangers_have_one_thread_while_the_staff_are_answered_and_all_afterwards() -> None:
    staffs, strangers = Work(), Work()
    staff = lane(2)
    others = lane(3, behind=[staff])
    at_work = asyncio.create_task(staff.run("M. Earp", staffs.call("touch")))
    await begun(staffs, 1)
    waiting = [asyncio.create_task(others.run(number, strangers.call(str(number)))) for number in range(3)]
    await begun(strangers, 1)
    await asyncio.sleep(0.05)
    assert strangers.begun == ["0"]
    staffs.let_go()
    await at_work
    await begun(strangers, 3)
    strangers.let_go()
    await asyncio.gather(*waiting)
    staff.close()
    others.close()


class Raising(asyncio.Transport):
    """As a TLS connection of Python 3.11.2 that was closed twice: it cannot be aborted."""

    aborts = 0

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        """It was closed already."""

    def abort(self) -> None:
        self.aborts += 1
        raise AttributeError("'NoneType' object has no attribute '_abort'")


@on_its_own_loop
async def test_a_connection_that_cannot_be_aborted_does_not_keep_the_server_from_stopping(house: House) -> None:
    limits = replace(LIMITS, stop_s=0)
    connections, listening = Connections(limits, 9), bound("127.0.0.1", 0)
    server = Server(Bridge(house.app, limits), limits, listening, None)
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    await server.startup()
    raising = []
    for address in ("10.0.0.1", "10.0.0.2"):
        place = connections.enter(address, lambda: None)
        assert place
        protocol = LimitedProtocol(
            server.config, server.server_state, limits=limits, connections=connections, place=place
        )
        protocol.transport = Raising()
        server.server_state.connections.add(protocol)
        raising.append(protocol.transport)
    await server.shutdown()
    assert [transport.aborts for transport in raising] == [1, 1]
    assert listening.fileno() < 0


def test_a_port_is_bound_once() -> None:
    with bound("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        for host in ("127.0.0.1", "0.0.0.0", "localhost"):
            with pytest.raises(PortTrouble) as taken:
                bound(host, port)
            assert taken.value.code == "port_taken"
            assert str(port) in taken.value.why
    bound("127.0.0.1", port).close()


def test_a_program_that_would_share_the_port_gets_none() -> None:
    with bound("127.0.0.1", 0) as first, socket.socket() as sharing:
        sharing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sharing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        with pytest.raises(OSError, match="in use"):
            sharing.bind(first.getsockname())


def test_a_port_is_free_again_while_connections_to_it_are_ending() -> None:
    with bound("127.0.0.1", 0) as first:
        address = first.getsockname()
        with socket.create_connection(address) as line:
            taken, _ = first.accept()
            # Whoever ends first is the one that waits.
            taken.close()
            assert line.recv(1) == b""
    bound(*address).close()


@pytest.mark.parametrize("host", ["256.0.0.1", "203.0.113.7", "no host", "x" * 300, "a..b"])
def test_what_is_no_address_of_this_machine_is_said(host: str) -> None:
    with pytest.raises(PortTrouble) as trouble:
        bound(host, 0)
    assert trouble.value.code == "bad_address"


ROOT = Path(__file__).parents[2]
PARENT = """
import os, signal, sys, time
from web.serving import supervisor

# A machine that is stopped for a while is no worker that hangs, nor one that lived for long.
supervisor.KILL_AFTER_S, supervisor.QUICK_S = 3600, 3600.0

def wait(alive):
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(SystemExit(0)))
    os.write(1, b"%d\\n" % os.getpid())
    while os.read(alive, 1):
        pass
    print("the parent is gone", flush=True)
    return 0

def die(alive):
    os.write(1, b"%d\\n" % os.getpid())
    return 7

def say_trouble(alive):
    print("casekeeper: There is no book. [no_such_book]", file=sys.stderr, flush=True)
    return 3

def hang(alive):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(600)

def break_down(alive):
    raise RuntimeError("boom")

# The others die.
def the_first_waits(alive):
    try:
        os.mkdir(sys.argv[1])
    except OSError:
        return die(alive)
    return wait(alive)

{before}
sys.exit(supervisor.Supervisor({work}, workers={workers}, pauses_s=(0.0, 0.01, 0.01)).run())
"""


@contextmanager
def parent(work: str, *arguments: object, workers: int = 1, before: str = "") -> Iterator[subprocess.Popen[str]]:
    text = PARENT.replace("{work}", work).replace("{workers}", str(workers)).replace("{before}", before)
    program = [sys.executable, "-c", text, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as started:
        try:
            yield started
        finally:
            with suppress(ProcessLookupError):
                started.kill()


def worker_of(started: subprocess.Popen[str]) -> int:
    assert started.stdout
    return int(started.stdout.readline())


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_worker_that_dies_is_said_and_another_one_is_started() -> None:
    with parent("wait") as started:
        first = worker_of(started)
        os.kill(first, signal.SIGKILL)
        second = worker_of(started)
        assert second != first
        started.terminate()
        _, words = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 0
        assert words.splitlines() == [
            "casekeeper: The server's process was ended by SIGKILL; another one is started. [worker_died]"
        ]
        assert not lives(second)


DIED = r"casekeeper: The server's process ended with status %d; another one is started. \[worker_died\]\n"
BROKE = r"casekeeper: .* line \d+: RuntimeError\('boom'\). \[worker_broke\]\n"
GIVEN_UP = r"casekeeper: The server's process died 4 times in a row; nothing is served. \[worker_dies\]\n"
ENDS = {
    "die": DIED % 7 * 3 + GIVEN_UP,
    "say_trouble": r"casekeeper: There is no book. \[no_such_book\]\n",
    "break_down": (BROKE + DIED % 1) * 3 + BROKE + GIVEN_UP,
}
"""What a worker does that cannot serve, and all that is printed until the parent gives up."""


@pytest.mark.parametrize(("work", "words"), ENDS.items())
def test_a_parent_gives_up_a_worker_that_cannot_serve(work: str, words: str) -> None:
    with parent(work) as started:
        _, printed = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 1
        assert re.fullmatch(words, printed), printed


def test_a_worker_that_dies_takes_no_other_along() -> None:
    with parent("wait", workers=3) as started:
        first = [worker_of(started) for _ in range(3)]
        os.kill(first[1], signal.SIGKILL)
        assert worker_of(started) not in first
        assert [lives(worker) for worker in first] == [True, False, True]
        started.terminate()
        _, words = started.communicate(timeout=PATIENCE_S)
        assert (started.returncode, words.count("[worker_died]")) == (0, 1)


def test_no_worker_is_given_up_while_another_one_serves(tmp_path: Path) -> None:
    with parent("the_first_waits", tmp_path / "first", workers=2) as started:
        # One more than are too many in a row.
        workers = [worker_of(started) for _ in range(6)]
        assert sum(map(lives, workers)) >= 1
        started.terminate()
        _, words = started.communicate(timeout=PATIENCE_S)
        assert "[worker_dies]" not in words
        assert not any(map(lives, workers))


def test_workers_that_all_die_are_given_up() -> None:
    with parent("die", workers=2) as started:
        _, words = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 1
        assert words.endswith("[worker_dies]\n")
        assert words.count("[worker_died]") >= 2 * 3


def test_no_worker_outlives_its_parent() -> None:
    with parent("wait", workers=2) as started:
        workers = [worker_of(started) for _ in range(2)]
        started.kill()
        started.wait(timeout=PATIENCE_S)
        until(lambda: not any(map(lives, workers)))


def test_every_signal_to_stop_stops_all() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with parent("wait", workers=2) as started:
            workers = [worker_of(started) for _ in range(2)]
            started.send_signal(number)
            _, words = started.communicate(timeout=PATIENCE_S)
            assert (started.returncode, words) == (0, "")
            assert not any(map(lives, workers))


ANOTHER_THREAD_HEARS = """
import threading
threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
"""
"""A signal then interrupts no call of the main thread, as one that comes right before a call does not."""


def test_a_signal_that_interrupts_no_call_stops_all() -> None:
    with parent("wait", before=ANOTHER_THREAD_HEARS) as started:
        worker = worker_of(started)
        started.send_signal(signal.SIGTERM)
        _, words = started.communicate(timeout=PATIENCE_S)
        assert (started.returncode, words) == (0, "")
        assert not lives(worker)


def test_who_asks_twice_does_not_wait_for_a_worker_that_hangs() -> None:
    with parent("hang") as started:
        worker = worker_of(started)
        # Two of a kind might come as one.
        started.send_signal(signal.SIGTERM)
        started.send_signal(signal.SIGINT)
        _, words = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 1
        assert words.endswith("[stopped_hard]\n")
        assert not lives(worker)


IN_A_LOOP = """
import gc, weakref
from web.start import loading

class Night:
    pass

references = []
for _ in range(3):
    night = Night()
    night.itself = night
    references.append(weakref.ref(night))
    del night
    with loading():
        import gc
gc.collect()
print(sum(reference() is not None for reference in references))
"""


def test_loading_in_a_loop_keeps_no_garbage() -> None:
    """Verifying night after night kept what each left, for good."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.check_output([sys.executable, "-c", IN_A_LOOP], text=True, env=environment)
    assert said == "0\n"


LOADING = """
import os, signal, time, weakref
from web.serving import worker
from web.start import leave, loading

class Lock:
    pass

signal.signal(signal.SIGTERM, leave)
worker._end_with_the_parent(os.pipe()[0])
with loading():
    # As the import machinery does: what a callback raises is ignored.
    lock = Lock()
    reference = weakref.ref(lock, lambda _: (os.kill(os.getpid(), signal.SIGTERM), time.sleep(0.2)))
    del lock
    print("loaded", flush=True)
print("the signal was lost", flush=True)
"""


def test_a_signal_that_comes_in_a_callback_while_modules_are_loaded_is_not_lost() -> None:
    """A server that was told to stop while it loaded went on, and served."""
    ended = subprocess.run(
        [sys.executable, "-c", LOADING],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "loaded\n", "")
