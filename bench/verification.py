"""A night verified: its chains beside SHA-256 alone, and the whole of it beside the replay of the same night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import msgspec

from bench.alone import alone
from bench.demonstrated import demonstrated
from bench.figures import Figure, in_turn
from bench.replay import GAMES, replayed
from dealer.verification.chains import check_commands, check_facts
from dealer.verification.inspection import COMMAND_CHAIN, FACT_CHAIN, Chain, Rows, all_follow, hash_of, together
from dealer.verification.streams import verify
from events.book.book import Book
from events.book.chain import Columns, first_link

LIKE_HASHING, HELD_TO_HASHING = 0.5, 0.25
TIMES_A_REPLAY, HELD_TO_REPLAY = 4.0, 7.0


def figures(quick: bool) -> Iterator[Figure]:
    """Rows a second of both chains, and the seconds of a whole verification, in the processor's time.

    Each night is dealt by one process and verified by another, as by ``casekeeper verify``: in a memory that is in
    pieces, because other nights were dealt and verified in it, what lies in pieces takes longer to look through.
    """
    rounds, deals = (4, 2) if quick else (15, 12)
    for game, title in GAMES.items():
        with TemporaryDirectory() as folder:
            path = Path(folder, "night.db")
            night = alone(demonstrated, path, game, deals)
            yield from alone(_figures_of, path, night, title, rounds)


def _figures_of(path: Path, night: str, title: str, rounds: int) -> list[Figure]:
    with Book.open(path) as book:
        facts, commands = book.rows_by_table(night)
        hashed = [msgspec.json.encode(row[:-1]) for row in (*facts, *commands)]
        links, checks, digests = in_turn(
            rounds,
            partial(_linked, night, facts, commands),
            partial(_checked, night, facts, commands),
            partial(_digested, hashed),
        )
        whole, replays = in_turn(rounds, partial(_verified, book, night), partial(_replayed, book, night))
    both = f"of {len(facts):,} facts and {len(commands):,} commands"
    return [
        Figure(
            what=f"the links of both chains of a night of {title} checked, {both}",
            beside="`hashlib`, SHA-256 of the same bytes",
            unit="/s",
            ours=links,
            theirs=digests,
            at_least=LIKE_HASHING,
            held=HELD_TO_HASHING,
        ),
        Figure(
            what="the same, with each body read and written again, its version, its answer and its command",
            beside="`hashlib`, SHA-256 of the same bytes",
            unit="/s",
            ours=checks,
            theirs=digests,
        ),
        Figure(
            what=f"a night of {title} verified whole, {len(facts):,} facts",
            beside="replayed from its rows",
            unit="s",
            ours=whole,
            theirs=replays,
            at_most=TIMES_A_REPLAY,
            held=HELD_TO_REPLAY,
        ),
    ]


def _linked(night: str, facts: list[Columns], commands: list[Columns]) -> float:
    began = process_time()
    _follow(commands, COMMAND_CHAIN, first_link("commands", night))
    _follow(facts, FACT_CHAIN, first_link("facts", night))
    return (len(facts) + len(commands)) / (process_time() - began)


def _follow(rows: Sequence[Columns], chain: Chain, previous: str) -> None:
    for first, some in together(rows):
        assert all_follow(some, chain, first, previous)
        previous = hash_of(some[-1])


def _checked(night: str, facts: list[Columns], commands: list[Columns]) -> float:
    rows = Rows(night, facts, commands)
    began = process_time()
    assert check_commands(rows, _unheard) is None
    assert check_facts(rows, _unheard) is None
    return (len(facts) + len(commands)) / (process_time() - began)


def _digested(hashed: list[bytes]) -> float:
    began = process_time()
    for one in hashed:
        sha256(one).hexdigest()
    return len(hashed) / (process_time() - began)


def _verified(book: Book, night: str) -> float:
    began = process_time()
    assert verify(book, night).sound
    return process_time() - began


def _replayed(book: Book, night: str) -> float:
    return len(book.facts(night)) / replayed(book, night)


def _unheard(_: int) -> None:
    """Nobody watches."""
