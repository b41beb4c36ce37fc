"""The balances of many nights beside hledger, ledger and beancount, which read our own export of the same nights.

Within one process: facts read from the book's file, the ledger asserted after each, beside beancount's loader over the
text, which checks as much. And whole processes, their start with them: ``casekeeper balances`` beside the two programs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from beancount import loader
from beancount.core import realization

from bench.dealt_nights import deal_night
from bench.figures import Figure, in_turn
from bench.process_time import time_of
from bench.startup import CASEKEEPER, ended, spent
from events.book.book import Book
from ledger.export.formats import FORMATS
from ledger.export.journal import balances

NIGHTS, QUICK_NIGHTS = (1, 10, 100), (1, 4)
PLAYERS, DEALS, QUICK_DEALS = 6, 2, 1
FASTER, LINEAR, HELD = 1.0, 1.2, 1.6
PROGRAMS = {
    "hledger": ("balance", "--flat", "--empty"),
    "ledger": ("--args-only", "balance", "--flat", "--empty"),
}


def figures(quick: bool) -> Iterator[Figure]:
    """Balances of one night, of some and of many, within a process and by whole programs."""
    rounds, sizes = (2, QUICK_NIGHTS) if quick else (5, NIGHTS)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        deals = QUICK_DEALS if quick else DEALS
        files = {many: _files(Path(folder), many, deals) for many in sizes}
        books = {many: stack.enter_context(Book.open(files[many]["book"], read_only=True)) for many in sizes}
        within = in_turn(
            rounds,
            *(partial(time_of, _ours, books[many]) for many in sizes),
            *(partial(time_of, _by_beancount, files[many]["beancount"].read_text("utf-8")) for many in sizes),
        )
        ours, theirs = dict(zip(sizes, within, strict=False)), dict(zip(sizes, within[len(sizes) :], strict=True))
        for many in sizes:
            yield Figure(
                what=f"balances of {_nights(many)}, within a process",
                beside="beancount",
                unit="s",
                ours=ours[many],
                theirs=theirs[many],
                at_most=FASTER,
            )
        fewer, more = sizes[-2:]
        yield Figure(
            what=f"a night among {more}, within a process",
            beside=f"one among {fewer}",
            unit="s",
            ours=tuple(value / more for value in ours[more]),
            theirs=tuple(value / fewer for value in ours[fewer]),
            at_most=LINEAR,
            held=HELD,
        )
        yield from _of_programs(files, rounds)


def _of_programs(files: Mapping[int, Mapping[str, Path]], rounds: int) -> Iterator[Figure]:
    """Whole processes, and what each takes for a night more: there their starts cancel out."""
    took: dict[int, tuple[tuple[float, ...], ...]] = {}
    for many, of_it in files.items():
        command = partial(ended, *CASEKEEPER, "balances", "--book", str(of_it["book"]))
        took[many] = in_turn(rounds, command, *(partial(_by, name, of_it[name]) for name in PROGRAMS))
        for name, theirs in zip(PROGRAMS, took[many][1:], strict=True):
            yield Figure(
                what=f"`casekeeper balances` of {_nights(many)}",
                beside=f"`{name} balance`",
                unit="s",
                ours=took[many][0],
                theirs=theirs,
                at_most=FASTER if many == NIGHTS[-1] else None,
            )
    if NIGHTS[-1] not in took:
        return
    few, many = NIGHTS[0], NIGHTS[-1]
    more = [
        tuple((long - short) / (many - few) for short, long in zip(*both, strict=True))
        for both in zip(took[few], took[many], strict=True)
    ]
    for name, theirs in zip(PROGRAMS, more[1:], strict=True):
        yield Figure(
            what="`casekeeper balances`, for each night more",
            beside=f"`{name} balance`",
            unit="s",
            ours=more[0],
            theirs=theirs,
            at_most=FASTER,
        )


def _nights(many: int) -> str:
    return f"{many} nights" if many > 1 else "a night"


def _files(folder: Path, many: int, deals: int) -> dict[str, Path]:
    """A book of so many nights, and its exports."""
    files = {name: folder / f"{many}.{name}" for name in ("book", "beancount", *PROGRAMS)}
    with Book.open(files["book"]) as book:
        for at in range(many):
            deal_night(book, PLAYERS, deals, f"2026-{1 + at // 28:02}-{1 + at % 28:02}")
        for name in ("beancount", *PROGRAMS):
            files[name].write_bytes(b"".join(FORMATS[name].pieces(book, book.nights())))
    return files


def _ours(book: Book) -> dict[str, int]:
    return balances(book, book.nights())


def _by_beancount(text: str) -> realization.RealAccount:
    entries, errors, _ = loader.load_string(text)
    assert not errors
    accounts: realization.RealAccount = realization.realize(entries)
    return accounts


def _by(program: str, journal: Path) -> float:
    return spent([program, "-f", str(journal), *PROGRAMS[program]], {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
