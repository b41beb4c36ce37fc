"""What a touch at a table takes while papers are printed, and while backups are made. Figures are in README.md."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from shutil import copyfile
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, sleep
from typing import Any

from flask.testing import FlaskClient

from bench.dealt_nights import DEALER, deal_night, order_of
from dealer.night_service import NightService
from events.book.book import Book
from reports.printing import PdfWorkers
from web.app.authentication import Authentication
from web.app.backups import Backups
from web.application import create_app

PIN = "1871"
EVERY_S = 0.05
"""A busy dealer touches their tablet less often."""


ROUNDS = 6
"""How often each case has its turn, so that whatever else the machine does is beside all of them."""


def measure_touches(folder: Path, seconds: float, given: Path | None) -> None:
    """Print what a touch takes while nothing else is done, while papers are printed, and while backups are made.

    ``given`` is a book to play on; without it, one of a single night is made.
    """
    with ExitStack() as stack:
        cases = {}
        for what, workers in (
            ("nothing else is done", PdfWorkers()),
            ("another process prints", PdfWorkers()),
            ("this process prints", PdfWorkers(limit_s=None, executor=_here)),
            ("backups are made", PdfWorkers()),
        ):
            path = folder / f"{what}.db"
            if given:
                copyfile(given, path)
            book = stack.enter_context(Book.open(path))
            printed = deal_night(book, 8, 8)
            packed, names = order_of(book, printed)
            beside: Callable[[], AbstractContextManager[None]] = nullcontext
            if "prints" in what:
                stack.enter_context(workers)
                workers.print(packed, names[0])
                beside = partial(_printing, workers, packed, names)
            elif "backups" in what:
                beside = partial(_backing_up, book, path)
            cases[what] = (beside, _touches(book), list[float]())
        for _ in range(ROUNDS):
            for beside, touches, took in cases.values():
                with beside():
                    until = perf_counter() + seconds / ROUNDS
                    while perf_counter() < until:
                        took.append(next(touches))
    for what, (_beside, _touched, took) in cases.items():
        cuts = quantiles(took, n=100)
        print(
            f"{what:<22} a touch takes p50 {cuts[49]:5.1f}, p95 {cuts[94]:5.1f}, p99 {cuts[98]:5.1f}, "
            f"worst {max(took):6.1f} ms"
        )


def _here() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


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


@contextmanager
def _backing_up(book: Book, path: Path) -> Iterator[None]:
    """Make one backup after another, as a server makes one an hour, until the end of the block."""
    backups, going = Backups(book, str(path), path.parent), True

    def run() -> None:
        while going:
            target = path.with_suffix(".copy")
            if backups.make(target):
                raise AssertionError(path)
            target.unlink()

    maker = Thread(target=run)
    maker.start()
    yield
    going = False
    maker.join()


def _touches(book: Book) -> Iterator[float]:
    """Milliseconds of each touch of a dealer on another table: a bet placed, pressed and taken down, over and over."""
    auth = Authentication(book, secrets.token_bytes(32))
    auth.engage(DEALER.who, PIN, DEALER)
    client = create_app(book, auth=auth).test_client()
    token = client.get("/api/token").get_json()["token"]
    token = _post(client, "/api/sign-in", token, {"name": DEALER.who, "pin": PIN}).get_json()["token"]
    night = (
        NightService(book)
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
        NightService(book).execute(document, DEALER, night=night)
    for number in count():
        bet = f"t{number // 3}"
        place = {"do": "place_bet", "bet": bet, "player": "red", "kind": "single", "ranks": ["5"], "stake": 2_500}
        touch = (place, {"do": "press_bet", "bet": bet, "add": 500}, {"do": "take_down_bet", "bet": bet})[number % 3]
        begun = perf_counter()
        answer = _post(client, f"/nights/{night}/commands", token, touch)
        yield (perf_counter() - begun) * 1_000
        if answer.status_code != 200:
            raise AssertionError(answer.get_data(as_text=True))
        sleep(EVERY_S)


def _post(client: FlaskClient, path: str, token: str, body: dict[str, Any]) -> Any:
    return client.post(path, json=body, headers={"X-CSRFToken": token})


def main() -> None:
    """Measure a touch beside nothing, beside processes that print or back up, and beside this one printing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=15.0, help="how long the dealer touches their tablet beside each"
    )
    parser.add_argument("--book", type=Path, help="a book to play on, which is copied")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        measure_touches(Path(folder), arguments.seconds, arguments.book)


if __name__ == "__main__":
    main()
