"""What servers on one book carry at a dealer's pace, measured and simulated; writes the tables of docs/scale.md.

python -m bench.scale                         all of it, some 20 minutes on a quiet machine with two processors
python -m bench.scale --seconds 15 --tables 50 --servers 1,2 --print     a short look; the page is left as it is

At each table a dealer touches once in each ``--apart`` seconds, at a moment of chance. Another tablet and the board
follow. Several servers are ``casekeeper serve --workers``; the kernel spreads the connections over them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, process_time, sleep

import psutil

from bench.evening import SEATED, evening
from bench.house_in_process import house_in_process
from bench.performance_page import in_words, line_of, put_table, this_machine
from bench.process_time import time_of_family
from bench.queueing import Costs, Simulation, Site, carries, p99
from bench.screens import Played, Screens, screens
from bench.served_tables import postgresql, postmaster_of, serving_tables
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book

PAGE = Path(__file__).parent.parent / "docs" / "scale.md"
FOLLOW = ("tablet", "board")
IDLE_S, COMMANDS = 12.0, 300
BEYOND = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What was seen of so many tables on so many servers. The ``use`` of processors is by name, in processors."""

    database: str
    servers: int
    tables: int
    seconds: float
    seen: Played
    use: dict[str, float]

    @property
    def server_s(self) -> float:
        """The servers' processor time, in seconds, for each touch."""
        return self.use["servers"] * self.seconds / len(self.seen.answered)


def main() -> None:
    """Measure, simulate, print the tables, and write them."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=_numbers, default=(50, 200, 500), help="how many tables (50,200,500)")
    parser.add_argument("--servers", type=_numbers, default=(1, 2, 4), help="how many servers on PostgreSQL (1,2,4)")
    parser.add_argument("--seconds", type=float, default=45.0, help="how long each is measured (45)")
    parser.add_argument("--apart", type=float, default=5.0, help="the seconds from touch to touch at a table (5)")
    parser.add_argument("--print", action="store_true", help="leave the page as it is")
    given = parser.parse_args()
    points, idle = [], 0.0
    for database, servers in (("SQLite", 1), *(("PostgreSQL", number) for number in given.servers)):
        with _house(database, servers, max(given.tables)) as (house, use):
            if database == "PostgreSQL" and not idle:
                idle, alone_s = _costs_of_streams(house, use, min(given.tables), given.apart)
            for tables in given.tables:
                points.append(_point(house, use, database, servers, tables, given.seconds, given.apart))
                print(line_of(_served(points[-1])), flush=True)
    costs = _costs([point for point in points if point.database == "PostgreSQL"], idle, alone_s)
    parts = {
        "served": _table(SERVED, map(_served, points)),
        "costs": "; ".join(f"{what} {time}" for what, time in _said(costs)) + ".",
        "simulated": _table(SIMULATED, _simulated(points, costs, given.apart)),
        "beyond": "; ".join(_beyond(costs, given.apart)) + ".",
    }
    made = (
        f"Made with `--tables {_listed(given.tables)} --servers {_listed(given.servers)} --seconds {given.seconds:g}`."
    )
    page = PAGE.read_text(encoding="utf-8")
    for part, table in parts.items():
        print(f"\n{part}\n\n{table}", flush=True)
        page = put_table(page, part, f"{table}\n\n{made} {this_machine()}" if part == "served" else table)
    if not given.print:
        PAGE.write_text(page, encoding="utf-8")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


Use = Callable[[], dict[str, float]]
"""The processor time so far, in seconds, by name; ``others`` is what neither we nor our children took."""


@contextmanager
def _house(database: str, servers: int, tables: int) -> Iterator[tuple[Screens, Use]]:
    with TemporaryDirectory(prefix="casekeeper-bench-") as name, postgresql(Path(name)) as url:
        folder = Path(name)
        book = url if database == "PostgreSQL" else str(folder / "house.db")
        with serving_tables(folder, book, tables, workers=servers) as served, screens(served) as house:
            postmaster = postmaster_of(folder)

            def use() -> dict[str, float]:
                all_of_it = psutil.cpu_times()
                busy = sum(all_of_it) - all_of_it.idle - getattr(all_of_it, "iowait", 0.0)
                return {"servers": served.processor_s, "PostgreSQL": time_of_family(postmaster), "others": busy}

            yield house, use


def _used(use: Use, work: Callable[[], Played | None]) -> tuple[Played | None, dict[str, float], float]:
    """What work gave, how many processors each took meanwhile, and how many seconds it took."""
    before, begun = use(), monotonic()
    seen = work()
    took, after = monotonic() - begun, use()
    shares = {name: (after[name] - before[name]) / took for name in after}
    shares["clients"] = seen.processor_s / took if seen else 0.0
    shares["others"] = max(0.0, shares["others"] - shares["servers"] - shares["PostgreSQL"] - shares["clients"])
    return seen, shares, took


def _point(house: Screens, use: Use, database: str, servers: int, tables: int, seconds: float, apart_s: float) -> Point:
    house.sit_down(tables, FOLLOW)
    # The first touch of a table draws it whole.
    house.play(apart_s, apart_s)
    seen, shares, took = _used(use, partial(house.play, seconds, apart_s))
    assert seen
    return Point(database=database, servers=servers, tables=tables, seconds=took, seen=seen, use=shares)


def _costs_of_streams(house: Screens, use: Use, tables: int, apart_s: float) -> tuple[float, float]:
    """The server's seconds for a second of a silent stream, and for a touch that no screen follows."""
    house.sit_down(tables, FOLLOW)
    _, shares, _ = _used(use, lambda: sleep(IDLE_S))
    idle = shares["servers"] / (tables * len(FOLLOW))
    house.sit_down(tables, ())
    house.play(apart_s, apart_s)
    seen, shares, took = _used(use, partial(house.play, 4 * apart_s, apart_s))
    assert seen
    return idle, shares["servers"] * took / len(seen.answered)


def _costs(points: Sequence[Point], idle: float, alone_s: float) -> Costs:
    """The costs of the simulation, from the points with fewest tables and from commands and touches in this process."""
    fewest = {point.servers: point for point in reversed(points)}
    alone, several = fewest[1], fewest.get(2, fewest[1])
    streams_s = idle * alone.tables * len(FOLLOW) * alone.seconds / len(alone.seen.answered)
    followed_s = max(0.0, alone.server_s - alone_s - streams_s)
    turn, database, flush = _turn()
    databases_s = alone.use["PostgreSQL"] * alone.seconds / len(alone.seen.answered)
    shape = _touches()
    return Costs(
        touches=[alone_s * touch / mean(shape) for touch in shape],
        turn=turn,
        database=database,
        reading=max(0.0, databases_s - database),
        flush=flush,
        screen=followed_s / len(FOLLOW),
        # Half of the screens are at the other server.
        follow=max(0.0, several.server_s - alone.server_s) / (len(FOLLOW) / 2),
        stream=idle,
        client=alone.use["clients"] * alone.seconds / len(alone.seen.answered),
    )


def _turn() -> tuple[float, float, float]:
    """The seconds of a command: of a server's processor, of the database's, and of waiting for disk and line."""
    here = Sender(who="M. Earp", device="bench")
    with (
        TemporaryDirectory(prefix="casekeeper-bench-") as folder,
        postgresql(Path(folder)) as url,
        Book.open(url) as book,
    ):
        service, commands = NightService(book), evening(4)
        postmaster = postmaster_of(Path(folder))
        night, waited, used = service.execute(commands[0], here).night, [], 0.0
        for number, document in enumerate(commands[1 : SEATED + COMMANDS]):
            begun, used_before = perf_counter(), process_time()
            service.execute(document, here, night=night)
            if number < SEATED:
                database = time_of_family(postmaster)
            else:
                waited.append(perf_counter() - begun)
                used += process_time() - used_before
        turn, database = used / len(waited), (time_of_family(postmaster) - database) / len(waited)
    return turn, database, max(0.0, median(waited) - turn - database)


def _touches() -> list[float]:
    """The processor time of touches of one table, in this process."""
    with house_in_process(1) as (table,):
        took = []
        for number, document in enumerate(evening(4)[SEATED : SEATED + COMMANDS]):
            begun = process_time()
            table.touch(document)
            if number:
                took.append(process_time() - begun)
    return took


def _table(columns: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    return "\n".join((line_of(columns), line_of(["---"] * len(columns)), *map(line_of, rows)))


SERVED = (
    *("book", "servers", "tables", "touches/s", "touch p50", "p99", "worst", "tablet p99", "board p99", "worst"),
    *("servers’ processors", "PostgreSQL’s", "clients’", "others’", "clients late p99"),
)


def _served(point: Point) -> list[str]:
    seen, use = point.seen, point.use
    sent = len(seen.answered) / point.seconds
    unsent = seen.due - len(seen.answered)
    times = [median(seen.answered), p99(seen.answered), max(seen.answered)]
    times += [p99(seen.heard["tablet"]), p99(seen.heard["board"]), max(seen.heard_by_all)]
    return [
        *(point.database, str(point.servers), str(point.tables)),
        f"{sent:.0f}" + (f" ({unsent} not sent)" if unsent else ""),
        *(in_words([time], "s") for time in times),
        *(f"{use[name]:.2f}" for name in ("servers", "PostgreSQL", "clients", "others")),
        in_words([p99(seen.late)], "s"),
    ]


def _said(costs: Costs) -> Iterator[list[str]]:
    for what, seconds in (
        ("a touch, in the server", mean(costs.touches)),
        ("of it in the book’s turn", costs.turn),
        ("the same command, in PostgreSQL", costs.database),
        ("what a touch and its screens read outside the turn, in PostgreSQL", costs.reading),
        ("waiting for disk and line in the book’s turn", costs.flush),
        ("a message to a screen", costs.screen),
        ("more, if another server wrote the touch", costs.follow),
        ("a second of a stream that hears nothing", costs.stream),
        ("a touch, in the clients", costs.client),
    ):
        yield [what, in_words([seconds], "s")]


SIMULATED = ("servers", "tables", "touch p99", "simulated", "ratio", "board p99", "simulated", "ratio")


def _simulated(points: Sequence[Point], costs: Costs, apart_s: float) -> Iterator[list[str]]:
    for point in points:
        if point.database != "PostgreSQL":
            continue
        free = max(0.25, (psutil.cpu_count() or 1) - point.use["others"])
        seen = Simulation(costs, Site(servers=point.servers, processors=free), point.tables, apart_s)
        pairs = (
            (p99(point.seen.answered), p99(seen.answered)),
            (p99(point.seen.heard["board"]), p99(seen.heard)),
        )
        cells = ((in_words([ours], "s"), in_words([theirs], "s"), f"{theirs / ours:.2f}") for ours, theirs in pairs)
        yield [str(point.servers), str(point.tables), *(cell for pair in cells for cell in pair)]


def _beyond(costs: Costs, apart_s: float) -> Iterator[str]:
    # The clients are on machines of their own.
    costs = replace(costs, client=0.0)
    for servers in BEYOND:
        tables = carries(costs, Site(servers=servers, processors=servers, database_processors=4), apart_s)
        yield f"{servers} server{'s' if servers > 1 else ''}: {tables} tables"


if __name__ == "__main__":
    main()
