"""Several servers on one PostgreSQL book: whatever a request needs to know, any of them knows."""

from __future__ import annotations

import json
import os
import re
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event

import psycopg
import pytest

from dealer.streams import Sender
from events.book.book import Book
from events.book.shared_values import SharedValues
from tests.attacks.servers import Listener, Served, asked, guess, served, until
from tests.events.conftest import postgresql_shelf
from tests.events.shelves import Shelf
from tests.support.casekeeper_serve import PATIENCE_S, forked_casekeeper_serve
from tests.support.forked_program import ForkedProgram
from tests.support.free_port import free_port
from tests.support.house import CHEAP, PIN, STAFF_NAME, Client, House
from tests.support.pgbouncer import pgbouncer
from tests.web.command_line.called import casekeeper
from tests.web.evenings import worked_night
from tests.web.test_proxies import NAME, Behind, Staff, nginx, running
from web.app.authentication import FREE_TRIES, SHARED_VALUES, Authentication
from web.app.certificate import make_certificate
from web.app.links import hand_link
from web.app.secret_key import derived, make_key
from web.demonstration import COOKIE, SESSION_COOKIE, demonstration_of
from web.live.answer import presence
from web.papers import papers
from web.player import MOST_ACTS

__all__ = ["postgresql_shelf"]

pytestmark = pytest.mark.postgresql


@pytest.fixture
def houses(postgresql_shelf: Shelf) -> Iterator[tuple[House, House]]:
    """Two servers of one book."""
    with ExitStack() as stack:
        made = [House(stack.enter_context(postgresql_shelf.open()), staff=first) for first in (True, False)]
        for house in made:
            stack.callback(demonstration_of(house.app).close)
        yield made[0], made[1]


@pytest.fixture
def one(houses: tuple[House, House]) -> House:
    return houses[0]


@pytest.fixture
def other(houses: tuple[House, House]) -> House:
    return houses[1]


def moved_to(house: House, client: Client, *cookies: str) -> Client:
    """The same browser, whose next requests go to another server."""
    http = house.app.test_client()
    for name in cookies or ("casekeeper",):
        cookie = client.http.get_cookie(name)
        assert cookie, name
        http.set_cookie(name, cookie.value)
    return Client(http)


def test_who_signs_in_on_one_goes_on_on_the_other(one: House, other: House) -> None:
    client = one.client()
    page = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/staff").text)
    assert page
    moved = moved_to(other, client)
    night = other.open_night()
    assert moved.get(f"/nights/{night}").status_code == 200
    seat = {"do": "seat_player", "player": "red", "name": "Ada Lamb"}
    assert client.post(f"/api/nights/{night}/commands", seat).status_code == 200
    moved.token = page[1]
    buy = {"do": "buy_checks", "player": "red", "amount": 20_000}
    assert moved.post(f"/api/nights/{night}/commands", buy).get_json()["version"] == 3
    assert [session.seen_at is not None for session in other.auth.sessions()] == [True]
    assert moved.post("/api/sign-out", {}).status_code == 204
    assert client.get(f"/nights/{night}").status_code == 303


def test_wrong_pins_are_counted_together(one: House, other: House) -> None:
    for number in range(FREE_TRIES):
        assert guess((one, other)[number % 2], "Nobody", "10.0.0.9") == "unknown_staff"
    for house in (one, other):
        assert guess(house, STAFF_NAME, "10.0.0.9", PIN) == "sign_in_locked"
        assert [limit.wrong for limit in house.auth.held_up_addresses()] == [FREE_TRIES]
        assert guess(house, STAFF_NAME, "10.0.0.8", PIN) == "in"
    other.auth.keeper.unlock(STAFF_NAME, other.sender)
    assert guess(one, STAFF_NAME, "10.0.0.9", PIN) == "in"


def test_acts_by_a_link_are_counted_together(one: House, other: House) -> None:
    night = worked_night(one)
    one.do(night, "open_to_players")
    with one.app.test_request_context():
        address = f"{hand_link(night, 'red')}/commands"
    codes = []
    for number in range(MOST_ACTS + 2):
        stranger = Client((one, other)[number % 2].app.test_client())
        codes.append(stranger.post(address, {"do": "tip"}, Accept="application/json").get_json()["code"])
    assert codes[MOST_ACTS:] == ["too_quick"] * 2
    assert "too_quick" not in codes[:MOST_ACTS]


class Press:
    """Counts the sheets that are printed, and holds them until the test has looked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.printed = Counter[str]()
        self.go_on = Event()
        monkeypatch.setattr("reports.printing.print_sheet", self._print)

    def _print(self, _: bytes, name: str) -> bytes:
        assert self.go_on.wait(PATIENCE_S)
        self.printed[name] += 1
        return f"%PDF {name}".encode()


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Iterator[Press]:
    made = Press(monkeypatch)
    yield made
    made.go_on.set()


def test_a_printing_is_made_once_and_had_from_both(one: House, other: House, press: Press) -> None:
    night = one.open_night()
    client = one.client()
    sent = client.http.post(f"/nights/{night}/printings", data={"csrf_token": client.token})
    moved, address = moved_to(other, client), sent.headers["Location"]
    assert moved.get(address).status_code == 200
    with ThreadPoolExecutor(4) as browsers:
        loading = [browsers.submit(browser.get, f"{address}/table.pdf") for browser in (client, moved) * 2]
        press.go_on.set()
        assert {answer.result().data for answer in loading} == {b"%PDF table"}
    assert moved.get(f"{address}/papers.zip").data == client.get(f"{address}/papers.zip").data
    assert set(press.printed.values()) == {1}
    assert len(press.printed) > 1


def test_a_printing_whose_server_is_gone_is_taken_over(
    one: House, other: House, press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "CLAIMED_S", 1.0)
    night = one.open_night()
    client = one.client()
    sent = client.http.post(f"/nights/{night}/printings", data={"csrf_token": client.token, "print": "table"})
    # Its thread hangs here, and extends nothing: as if its process were gone.
    moved = moved_to(other, client)
    with ThreadPoolExecutor(1) as browser:
        loading = browser.submit(moved.get, f"{sent.headers['Location']}/table.pdf")
        until(lambda: other.auth.shared.claim("printings", f"{night} 1", b"?", 0.0) == b"?")
        press.go_on.set()
        assert loading.result().data == b"%PDF table"


def test_a_verdict_is_known_on_both(one: House, other: House) -> None:
    night = one.open_night()
    client = one.client()
    client.http.post(f"/nights/{night}/verify", data={"csrf_token": client.token})
    assert '<div class="verdict sound"' in moved_to(other, client).get(f"/nights/{night}/verify").text


def practise(house: House, client: Client) -> str:
    """Begin a practice; gives the address of its table."""
    answer = client.http.post("/demonstration/practice", data={"csrf_token": client.token, "game": "faro"})
    assert answer.status_code == 303
    return answer.headers["Location"]


def test_a_practice_goes_on_on_the_other_and_is_not_in_the_book(one: House, other: House) -> None:
    client = one.client()
    before = one.book.newest_head()
    table = practise(one, client)
    night = table.split("/")[2].partition("?")[0]
    assert client.get(table).status_code == 200
    moved = moved_to(other, client, "casekeeper", COOKIE, SESSION_COOKIE)
    assert "data-demonstration" in moved.get(table).text
    tip = {"do": "tip", "player": "red", "amount": 100}
    assert moved.post(f"/api/nights/{night}/commands", tip).status_code == 200
    client.token = client.get("/api/token").get_json()["token"]
    assert client.post(f"/api/nights/{night}/commands", tip).status_code == 200
    assert one.book.newest_head().streams == before.streams
    guessed = Client(other.app.test_client())
    guessed.http.set_cookie(COOKIE, "0" * 32)
    assert guessed.get("/").headers["Location"] == "/sign-in?next=/"


def test_practices_share_a_book_until_it_is_full(
    one: House, other: House, monkeypatch: pytest.MonkeyPatch, postgresql_shelf: Shelf
) -> None:
    monkeypatch.setattr("web.demonstration.MOST_NIGHTS", 2)
    with ThreadPoolExecutor(2) as at_once:

        def practise_on(house: House) -> str:
            with house.app.test_request_context():
                return demonstration_of(house.app).practise("faro")[0]

        first = set(at_once.map(practise_on, (one, other)))
    keys = [practise_on(house) for house in (one, other, one, other)]
    assert len(first) == 1
    assert len({*first, *keys}) == 3
    shared = one.auth.shared
    assert set(shared.all("demonstrations")) == set(keys), "all books but two have ended"
    with one.book.reading() as connection:
        found = connection.exec_driver_sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'casekeeper_%%'")
        schemas = [name for name in found.scalars() if any(name.endswith(key) for key in {*first, *keys})]
    assert len(schemas) == 2


def test_a_tablet_on_the_other_server_is_not_silent(one: House, other: House, postgresql_shelf: Shelf) -> None:
    night, client = one.open_night(), one.client()
    cookie = client.http.get_cookie("casekeeper")
    assert cookie
    with other.app.app_context():
        there = presence()
    assert there.silence(night).device == ""
    with served(one.app) as port:
        house = Served(port, os.getpid(), night, "", {})
        with Listener(house, f"/nights/{night}/stream", cookie=f"casekeeper={cookie.value}") as tablet:
            tablet.wait_for("event: page")
            until(lambda: there.silence(night).device != "")
            assert there.silence(night).seconds == 0
    # The server that had the tablet is gone, and nothing has come for a while.
    postgresql_shelf.run(one.book, "UPDATE shared_values SET changed_at = changed_at - interval '2 minutes'")
    until(lambda: there.silence(night).seconds > 100)


@contextmanager
def behind_nginx(folder: Path, night: str, *houses: int) -> Iterator[Behind]:
    """The servers at some ports behind nginx, as docs/install.md says."""
    made, port = make_certificate([NAME], folder, datetime.now(UTC)), free_port()
    command = nginx(folder, port, houses[0], "", made)
    site, first = folder / "site.conf", f"server 127.0.0.1:{houses[0]};"
    each = "".join(f"server 127.0.0.1:{house} max_fails=2 fail_timeout=5s;" for house in houses)
    text = site.read_text()
    assert first in text
    site.write_text(text.replace(first, f"least_conn; {each}"))
    with running(command, port, folder):
        first_house = Served(houses[0], os.getpid(), night, "", {})
        yield Behind(address=f"https://{NAME}:{port}", path="", served=first_house, authority=made.authority)


def test_a_balancer_sends_to_any_and_goes_on_when_one_is_gone(one: House, other: House, tmp_path: Path) -> None:
    night, asked_of = one.open_night(), Counter[str]()
    one.do(night, "seat_player", player="red", name="Ada Lamb")
    for name, house in (("one", one), ("other", other)):
        house.app.before_request_funcs[None].append(partial(asked_of.update, [name]))
    versions, buy_checks = [], {"do": "buy_checks", "player": "red", "amount": 500}
    with served(one.app, proxies=["127.0.0.1"]) as first, ExitStack() as stopped:
        second = stopped.enter_context(served(other.app, proxies=["127.0.0.1"]))
        with behind_nginx(tmp_path, night, first, second) as behind:
            staff = Staff(behind)
            staff.sign_in()

            def buy() -> None:
                answer = staff.ask(f"/api/nights/{night}/commands", buy_checks)
                versions.append(json.loads(answer)["version"])

            for _ in range(6):
                buy()
            assert set(asked_of) == {"one", "other"}
            stopped.close()
            for _ in range(6):
                buy()
            staff.line.close()
    assert versions == list(range(3, 15))


@contextmanager
def serving(shelf: Shelf, key_file: Path) -> Iterator[tuple[ForkedProgram, int]]:
    """Two workers, of whom one answers."""
    options = ("--workers", 2, "--key-file", key_file)
    with forked_casekeeper_serve(str(shelf.where), *options) as (started, port):
        until(lambda: answers(port))
        yield started, port


def workers_of(started: ForkedProgram) -> list[int]:
    """The processes of a server's workers."""
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text()
    return [int(process) for process in children.split()]


@pytest.fixture
def key_file(postgresql_shelf: Shelf, tmp_path: Path) -> Path:
    """The key of a house with one of the staff."""
    path = tmp_path / "casekeeper.key"
    key = make_key(path)
    with postgresql_shelf.open() as book:
        Authentication(book, key, hasher=CHEAP).engage(STAFF_NAME, PIN, Sender(who="test", device="test"))
        assert not SharedValues(book, derived(key, SHARED_VALUES)).has_another_key()
    return path


def test_workers_share_a_port_and_one_that_hangs_or_dies_stops_no_other(
    postgresql_shelf: Shelf, key_file: Path
) -> None:
    with serving(postgresql_shelf, key_file) as (started, port):
        workers = workers_of(started)
        assert len(workers) == 2
        for hanging in workers:
            os.kill(hanging, signal.SIGSTOP)
            # A connection that it has accepted waits; new ones are the other's.
            until(lambda: answers(port))
            os.kill(hanging, signal.SIGCONT)
        os.kill(workers[0], signal.SIGKILL)
        assert all(answers(port) for _ in range(5))
        # A worker that is missed only after the signal to stop counts as one that had to be stopped.
        until(lambda: workers[0] not in workers_of(started) and len(workers_of(started)) == 2)
        started.terminate()
        _, said = started.communicate(timeout=PATIENCE_S)
        assert (started.returncode, said.count("[worker_died]"), said.count("\n")) == (0, 1, 1)


def test_a_server_with_another_key_says_so(postgresql_shelf: Shelf, key_file: Path) -> None:
    key_file.unlink()
    make_key(key_file)
    with serving(postgresql_shelf, key_file) as (started, _):
        started.terminate()
        assert "[another_key]" in started.communicate(timeout=PATIENCE_S)[1]


def answers(port: int) -> bool:
    try:
        return asked(port, "/healthz")[0] == 200
    except OSError:
        return False


def test_a_book_in_a_file_has_one_worker(tmp_path: Path) -> None:
    refused = casekeeper("serve", "--book", tmp_path / "night.db", "--workers", 2)
    assert refused.exit_code == 1
    assert refused.stderr.rstrip().endswith("[one_worker]")
    assert not list(tmp_path.iterdir())


def test_behind_a_pooler_a_server_has_a_demonstration_of_its_own(postgresql: str) -> None:
    """Only a session can choose a schema, and a pooler lends each transaction another one."""
    with closing(psycopg.connect(postgresql, autocommit=True)) as connection:
        connection.execute("DROP DATABASE IF EXISTS pooled_house")
        connection.execute("CREATE DATABASE pooled_house")
    with pgbouncer(postgresql, "pooled_house") as url, Book.open(url) as book:
        house = House(book)
        client = house.client()
        assert "data-demonstration" in client.get(practise(house, client)).text
        assert house.service.nights() == []
        with book.reading() as reading:
            schemas = reading.exec_driver_sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'casekeeper%%'")
            assert schemas.all() == []
