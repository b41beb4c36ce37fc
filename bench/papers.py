"""How fast papers are printed, and what a touch at a table takes meanwhile. Figures are in README.md."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, process_time, sleep
from typing import Any

from flask.testing import FlaskClient

from dealer.assistant import Assistant
from dealer.commands.fields import RANKS
from dealer.streams.runtime import Sender
from events.book.book import Book
from reports.printing.batch_export import SETTLEMENTS, BatchExport, export_papers
from reports.printing.workers import Order, PdfWorkers, print_sheet
from reports.render_options import HouseStyle, RenderOptions, zone_called
from reports.sheets.papers import list_papers, name_of
from web.app.authentication import Authentication
from web.application import create_app

DEALER = Sender(who="M. Deal", device="bench")
PIN = "1871"
EVERY_S = 0.05
"""A busy dealer touches their tablet less often."""


def deal_night(book: Book, players: int, deals: int, date: str = "2026-11-21") -> str:
    """A night of Faro in which every player has a bet in most turns; the same numbers, the same night."""
    random, execute = Random(f"{players} {deals} {date}"), Assistant(book).execute
    opening = {"table": "Tiger 1", "date": date, "game": "faro", "roll": 5_000_000, "dealer": DEALER.who}
    night = execute({"do": "open_night", **opening}, DEALER).night

    def do(word: str, **arguments: Any) -> None:
        execute({"do": word, **arguments}, DEALER, night=night)

    seats = [f"seat-{number}" for number in range(1, players + 1)]
    for number, seat in enumerate(seats, start=1):
        do("seat_player", player=seat, name=f"Player {number}")
        do("buy_checks" if number % 4 else "issue_marker", player=seat, amount=100_000)
    keys = iter(range(1, 100_000))
    for _ in range(deals):
        pack = [rank + suit for rank, suit in product(RANKS, "shdc")]
        random.shuffle(pack)
        do("start_deal")
        do("expose_soda", card=pack[0])
        for turn in range(25):
            left = sorted({card[:-1] for card in pack[1 + 2 * turn :]})
            for seat in random.sample(seats, min(4, players)):
                do(
                    "place_bet",
                    bet=f"b{next(keys)}",
                    player=seat,
                    kind="single",
                    ranks=[random.choice(left)],
                    stake=200,
                )
            do("turn", loser=pack[1 + 2 * turn], winner=pack[2 + 2 * turn])
        do("expose_hock", card=pack[-1])
        do("end_deal")
    do("close_night")
    return night


def order_of(book: Book, night: str) -> tuple[bytes, list[str]]:
    """The order for all papers of a night, and their names."""
    head = book.head(night)
    if head is None:
        raise LookupError(night)
    facts, now = book.facts(night), Assistant(book).night(night)
    options = RenderOptions(zone=zone_called("UTC"))
    names = [name_of(now, one) for one in list_papers(now, facts, options)]
    return Order.of(book, night, head.version, options).packed(), names


def measure_sets(book: Book) -> None:
    """Print what the set of a night takes by the number of players and of deals: work in all, and on all cores."""
    cores = len(os.sched_getaffinity(0))
    with PdfWorkers(cores, niceness=0) as workers:
        packed, names = order_of(book, deal_night(book, 2, 1))
        for warm_up in (workers.each(packed, names), (print_sheet(packed, name) for name in names)):
            list(warm_up)
        for players, deals in ((4, 4), (8, 4), (8, 8), (8, 16)):
            night = deal_night(book, players, deals)
            packed, names = order_of(book, night)
            took = _by_kind(packed, names)
            wall = _seconds(partial(list, workers.each(packed, names)))
            work = sum(sum(each) for each in took.values())
            facts = book.extent(night)[0]
            print(
                f"{players} players, {deals:2} deals, {facts:5,} facts, {len(names):3} papers: "
                f"work {work:5.1f} s, on all cores {wall:5.1f} s"
            )
    for kind, each in took.items():
        print(f"  a {kind:<11} {sum(each) / len(each) * 1_000:6.0f} ms")


def _by_kind(packed: bytes, names: list[str]) -> dict[str, list[float]]:
    """Seconds of work for each paper in this process, by its kind; other programs are not counted in."""
    took: dict[str, list[float]] = {}
    for name in names:
        begun = process_time()
        print_sheet(packed, name)
        took.setdefault(name.partition("-")[0], []).append(process_time() - begun)
    return took


def measure_year(book: Book, nights: int) -> None:
    """Print how many settlements a second are filed, in one process and on all cores."""
    filed = [deal_night(book, 8, 2, f"2027-{1 + at // 28:02}-{1 + at % 28:02}") for at in range(nights)]
    export = BatchExport(papers=SETTLEMENTS, style=HouseStyle(), zone="UTC")
    for processes in (1, len(os.sched_getaffinity(0))):
        with TemporaryDirectory() as out, PdfWorkers(processes, niceness=0) as workers:
            run = partial(list, export_papers(book, filed, Path(out), export, workers))
            took = _seconds(run)
            again = _seconds(partial(list, export_papers(book, filed, Path(out), export, workers)))
        papers = 8 * nights
        print(f"{nights} nights, {processes} processes: {papers / took:4.1f} settlements/s; again {again:.2f} s")


def measure_touches(folder: Path, seconds: float) -> None:
    """Print what a touch takes while nothing is printed, while a process of its own prints, and while this one does."""
    for what, executor in (
        ("nothing is printed", None),
        ("another process prints", None),
        ("this process prints", _here),
    ):
        with Book.open(folder / f"{what}.db") as book, PdfWorkers(executor=executor) as workers:
            printed = deal_night(book, 8, 8)
            packed, names = order_of(book, printed)
            workers.print(packed, names[0])
            with _printing(workers, packed, names) if "prints" in what else _idle():
                took = sorted(_touches(book, seconds))
        cuts = quantiles(took, n=100)
        print(f"{what:<23} a touch takes p50 {cuts[49]:5.1f}, p95 {cuts[94]:5.1f}, worst {took[-1]:6.1f} ms")


def _here() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


@contextmanager
def _idle() -> Iterator[None]:
    yield


@contextmanager
def _printing(workers: PdfWorkers, packed: bytes, names: list[str]) -> Iterator[None]:
    """Print one set after another until the end of the block."""
    going = True

    def run() -> None:
        while going:
            for name in names:
                if going:
                    workers.print(packed, name)

    printer = Thread(target=run)
    printer.start()
    yield
    going = False
    printer.join()


def _touches(book: Book, seconds: float) -> Iterator[float]:
    """Milliseconds of each touch of a dealer on another table: a bet placed, pressed and taken down, over and over."""
    auth = Authentication(book, secrets.token_bytes(32))
    auth.engage(DEALER.who, PIN, DEALER)
    client = create_app(book, auth=auth).test_client()
    token = client.get("/api/token").get_json()["token"]
    token = _post(client, "/api/sign-in", token, {"name": DEALER.who, "pin": PIN}).get_json()["token"]
    night = (
        Assistant(book)
        .execute(
            {
                "do": "open_night",
                "table": "Tiger 2",
                "date": "2026-11-21",
                "game": "faro",
                "roll": 500_000,
                "dealer": "D.",
            },
            DEALER,
        )
        .night
    )
    for document in (
        {"do": "seat_player", "player": "red", "name": "Red"},
        {"do": "buy_checks", "player": "red", "amount": 100_000},
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "4h"},
    ):
        Assistant(book).execute(document, DEALER, night=night)
    until, number = perf_counter() + seconds, 0
    while perf_counter() < until:
        bet, number = f"t{number // 3}", number + 1
        place = {"do": "place_bet", "bet": bet, "player": "red", "kind": "single", "ranks": ["5"], "stake": 2_500}
        touch = (place, {"do": "press_bet", "bet": bet, "add": 500}, {"do": "take_down_bet", "bet": bet})[
            (number - 1) % 3
        ]
        begun = perf_counter()
        answer = _post(client, f"/nights/{night}/commands", token, touch)
        yield (perf_counter() - begun) * 1_000
        if answer.status_code != 200:
            raise AssertionError(answer.get_data(as_text=True))
        sleep(EVERY_S)


def _post(client: FlaskClient, path: str, token: str, body: dict[str, Any]) -> Any:
    return client.post(path, json=body, headers={"X-CSRFToken": token})


def _seconds(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def main() -> None:
    """Measure sets, a year, and touches, each where it is asked for; all of them if none is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", help="sets, year, touches; all of them by default")
    parser.add_argument("--nights", type=int, default=50, help="how many nights the year has")
    parser.add_argument(
        "--seconds", type=float, default=15.0, help="how long the dealer touches their tablet each time"
    )
    asked = parser.parse_args()
    what = asked.what or ["sets", "year", "touches"]
    print(f"{len(os.sched_getaffinity(0))} cores")
    with TemporaryDirectory() as folder:
        with Book.open() as book:
            if "sets" in what:
                measure_sets(book)
            if "year" in what:
                measure_year(book, asked.nights)
        if "touches" in what:
            measure_touches(Path(folder), asked.seconds)


if __name__ == "__main__":
    main()
