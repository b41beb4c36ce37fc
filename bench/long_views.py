"""What a touch takes while eight tabs of a browser that is signed in ask for the same long view over and over.

The server is a ``casekeeper serve`` of its own; the tabs are a process of their own. Each view has its turn beside
touches in peace. The server's processor time between a touch and its answer is measured too: that is what the touch
itself takes and what it waits for in the server, whatever else the machine does. Figures are in README.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from multiprocessing import Event, Process, Value
from multiprocessing.synchronize import Event as EventType
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import clock_gettime, perf_counter, sleep
from typing import Any

import psutil

from bench.evening import PLAYER, SEATED, evening
from bench.served_tables import PIN, Table, serving_tables

TABS = 8
EVERY_S = 0.25
ROUNDS = 3
PATIENCE_S = 60.0

Paths = Callable[[Table, Random], str]

VIEWS: dict[str, Paths] = {
    "what if": lambda table, any_of: f"/nights/{table.night}/what-if?command={any_of.randrange(20, 1_000)}&how=strike",
    "what if, its list": lambda table, any_of: f"/nights/{table.night}/what-if?start={any_of.randrange(1, 1_000)}",
    "tablet, looking back": lambda table, any_of: f"/nights/{table.night}?at={any_of.randrange(20, 1_500)}",
    "board, looking back": lambda table, any_of: f"{table.board}&at={any_of.randrange(20, 1_500)}",
    "player's page, looking back": lambda table, any_of: f"{table.player}?at={any_of.randrange(20, 1_500)}&rounds=all",
    "odds, looking back": lambda table, any_of: f"/nights/{table.night}/odds?at={any_of.randrange(20, 1_500)}",
    "square": lambda table, any_of: f"/nights/{table.night}/square?at={any_of.randrange(20, 1_500)}",
    "square, the book": lambda table, any_of: "/square",
    "audit": lambda table, any_of: f"/nights/{table.night}/audit?start={any_of.randrange(1, 1_000)}",
    "office": lambda table, any_of: f"/office?by={any_of.choice(['dealer', 'game', 'night', 'table'])}",
    "office, search": lambda table, any_of: f"/office?find=b{any_of.randrange(1_000)}",
    "nights, search": lambda table, any_of: f"/?find=b{any_of.randrange(1_000)}",
    "export": lambda table, any_of: (
        f"/nights/{table.night}/export/{any_of.choice(['jsonl', 'beancount', 'ledger', 'csv'])}"
    ),
    "events": lambda table, any_of: f"/api/nights/{table.night}/events?after=0",
    "verify": lambda table, any_of: f"POST /nights/{table.night}/verify",
    "verify, its page": lambda table, any_of: f"/nights/{table.night}/verify",
    "disputes": lambda table, any_of: f"/nights/{table.night}/disputes",
    "papers": lambda table, any_of: f"/nights/{table.night}/papers",
    "a paper": lambda table, any_of: f"/nights/{table.night}/papers/deal-1.pdf",
    "openapi": lambda table, any_of: "/api/openapi.json",
    "api docs": lambda table, any_of: "/api/docs",
    "rules": lambda table, any_of: "/rules/faro",
    "people": lambda table, any_of: "/people",
}


class SignedIn:
    """A browser's connection with a session of somebody on the staff."""

    def __init__(self, port: int, dealer: str) -> None:
        self._port = port
        self._line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._headers: dict[str, str] = {}
        for body in (None, {"name": dealer, "pin": PIN}):
            answer, text = self.ask("POST" if body else "GET", "/api/sign-in" if body else "/api/token", body)
            assert answer.status == 200, text
            cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
            self._headers = {"Cookie": cookie, "X-CSRFToken": json.loads(text)["token"]}

    def ask(self, method: str, path: str, document: dict[str, Any] | None = None) -> tuple[HTTPResponse, bytes]:
        """An answer, and its body."""
        headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip", **self._headers}
        self._line.request(method, path, json.dumps(document) if document else None, headers)
        answer = self._line.getresponse()
        return answer, answer.read()

    def again(self) -> SignedIn:
        """Another connection of the same browser."""
        other = object.__new__(SignedIn)
        other.__dict__.update(self.__dict__)
        other._line = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
        return other


def ask_over_and_over(
    port: int, table: Table, view: str, tabs: int, go: EventType, stop: EventType, under_way: Any
) -> None:
    """Eight tabs: each asks again as soon as it is answered, until the end."""
    browser = SignedIn(port, table.dealer)
    counts, statuses, slowest = [0], set[int](), [0.0]

    def tab(number: int) -> None:
        line, any_of = browser.again(), Random(number)
        while not stop.is_set():
            if not go.wait(0.05):
                continue
            method, path = "GET", VIEWS[view](table, any_of)
            if path.startswith("POST "):
                method, path = path.split()
            begun = perf_counter()
            with under_way.get_lock():
                under_way.value += 1
            with suppress(OSError):
                answer, _ = line.ask(method, path)
                counts[0] += 1
                statuses.add(answer.status)
                slowest[0] = max(slowest[0], perf_counter() - begun)
            with under_way.get_lock():
                under_way.value -= 1

    threads = [Thread(target=tab, args=(number,)) for number in range(tabs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{'':<28} {counts[0]} answers, {sorted(statuses)}, slowest {slowest[0] * 1_000:.0f} ms", flush=True)


def touches(dealer: SignedIn, night: str, server: int) -> Iterator[tuple[float, float]]:
    """Milliseconds of each touch, and of the server's processor meanwhile: a bet placed, pressed and taken down."""
    clock = (~server << 3) | 2
    for number in range(1_000_000):
        bet = f"t{number // 3}"
        place = {"do": "place_bet", "bet": bet, "player": PLAYER, "kind": "single", "ranks": ["5"], "stake": 2_500}
        touch = (place, {"do": "press_bet", "bet": bet, "add": 500}, {"do": "take_down_bet", "bet": bet})[number % 3]
        begun, processor = perf_counter(), clock_gettime(clock)
        answer, text = dealer.ask("POST", f"/nights/{night}/commands", touch)
        yield (perf_counter() - begun) * 1_000, (clock_gettime(clock) - processor) * 1_000
        assert answer.status == 200, text
        sleep(EVERY_S)


def measure(views: list[str], seconds: float, deals: int, tabs: int) -> None:
    """Print what touches take beside each view, and beside nothing in between."""
    with (
        TemporaryDirectory() as folder,
        serving_tables(Path(folder), f"{folder}/book.db", 2, [evening(deals)[SEATED:]]) as server,
    ):
        long, short = server.tables
        (worker,) = psutil.Process(server.parent).children()
        touched = touches(SignedIn(server.port, short.dealer), short.night, worker.pid)
        for _ in range(12):
            next(touched)
        for view in views:
            go, stop, under_way = Event(), Event(), Value("i")
            hungry = Process(target=ask_over_and_over, args=(server.port, long, view, tabs, go, stop, under_way))
            hungry.start()
            took: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
            for _ in range(ROUNDS):
                for busy, found in took.items():
                    if busy:
                        go.set()
                    else:
                        go.clear()
                        while under_way.value:
                            sleep(0.05)
                    sleep(0.3)
                    until = perf_counter() + seconds / ROUNDS
                    while perf_counter() < until:
                        found.append(next(touched))
            stop.set()
            hungry.join()
            for busy, found in took.items():
                (_, wall, worst), (_, own, most) = (_cuts(column) for column in zip(*found, strict=True))
                print(
                    f"{view if busy else 'nothing':<28} p95 {wall:6.1f}, worst {worst:7.1f} ms; "
                    f"processor p50 {_cuts([p for _, p in found])[0]:.1f}, p95 {own:5.1f}, most {most:6.1f} ms",
                    flush=True,
                )


def _cuts(values: Sequence[float]) -> tuple[float, float, float]:
    cuts = quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[94], max(values)


def main() -> None:
    """Measure touches beside long views."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("views", nargs="*", choices=[*VIEWS, []], help="which views; all of them by default")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long with and without each view")
    parser.add_argument("--deals", type=int, default=12, help="how many deals, of 25 turns each, are looked at")
    parser.add_argument("--tabs", type=int, default=TABS)
    arguments = parser.parse_args()
    measure(arguments.views or list(VIEWS), arguments.seconds, arguments.deals, arguments.tabs)


if __name__ == "__main__":
    main()
