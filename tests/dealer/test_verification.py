"""Verifying a night, and what a hand in the file does to it: the first fact that fails is named."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer.demo import Demo
from dealer.refusal import Refusal
from dealer.verification import Verdict, verify
from events.book import Book
from events.chain import COMMAND_COLUMNS, FACT_COLUMNS, digest

NIGHT = "2026-11-21-1"


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "sound.db"
    with Book.open(path) as book:
        for _ in Demo(book, "2026-11-21", seed=5, deals=1).turns():
            pass
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


class Forger:
    """Somebody who has the file, and takes the triggers off first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.raw = sqlite3.connect(path)
        triggers = self.raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            self.raw.execute(f"DROP TRIGGER {name}")

    def __call__(self, statement: str, *values: Any) -> None:
        self.raw.execute(statement, values)

    def one(self, query: str, *values: Any) -> Any:
        return self.raw.execute(query, values).fetchone()

    def verdict(self) -> Verdict:
        self.raw.commit()
        self.raw.close()
        with Book.open(self.path) as book:
            return verify(book, NIGHT)


@pytest.fixture
def forger(sound_book: Path, tmp_path: Path) -> Iterator[Forger]:
    path = tmp_path / "forged.db"
    shutil.copy(sound_book, path)
    forging = Forger(path)
    yield forging
    forging.raw.close()


def test_a_sound_night_is_sound_and_its_refused_commands_are_looked_at_too(sound_book: Path) -> None:
    looked: list[int] = []
    with Book.open(sound_book) as book:
        verdict = verify(book, NIGHT, looked.append)
        head = book.head(NIGHT)
    assert verdict.finding is None
    assert head
    assert verdict.head == head.hash
    assert verdict.facts == head.version
    assert sum(looked) == 2 * (verdict.facts + verdict.commands)


def test_a_night_that_is_not_in_the_book(sound_book: Path) -> None:
    with Book.open(sound_book) as book, pytest.raises(Refusal) as refused:
        verify(book, "1882-01-01-1")
    assert refused.value.code == "no_such_night"


@pytest.mark.parametrize("column", [*FACT_COLUMNS, "hash"])
def test_a_fact_of_which_one_column_was_changed_is_named(forger: Forger, column: str) -> None:
    changed = "99999" if column in ("position", "version", "schema_version") else "'x'"
    forger(f"UPDATE facts SET {column} = {changed} WHERE version = 40")
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("chain", 40)


@pytest.mark.parametrize("column", [*COMMAND_COLUMNS, "hash"])
def test_a_command_of_which_one_column_was_changed_is_named(forger: Forger, column: str) -> None:
    number = forger.one("SELECT number FROM commands WHERE version_after >= 40 ORDER BY number")[0]
    changed = "9999" if column in ("number", "version_before", "version_after") else "'x'"
    forger(f"UPDATE commands SET {column} = {changed} WHERE number = ?", number)
    finding = forger.verdict().finding
    assert finding
    assert finding.check == "chain of commands"
    assert finding.command == number


def test_an_amount_changed_with_its_hash_made_good_is_named_at_the_next_fact(forger: Forger) -> None:
    row = forger.one("SELECT * FROM facts WHERE kind = 'BetPaid' ORDER BY version")
    columns = [name[1] for name in forger.raw.execute("PRAGMA table_info(facts)")]
    forged = dict(zip(columns, row, strict=True))
    forged["body"] = forged["body"].replace('"paid_cents":', '"paid_cents":1')
    made = digest([forged[name] for name in FACT_COLUMNS])
    forger("UPDATE facts SET body = ?, hash = ? WHERE version = ?", forged["body"], made, forged["version"])
    finding = forger.verdict().finding
    assert finding
    assert finding.version == forged["version"] + 1


def test_the_whole_chain_forged_again_is_found_by_deciding_again(forger: Forger) -> None:
    """Who has the file can make every hash good; the rules still give other facts, and the printed seal differs."""
    version, body = forger.one("SELECT version, body FROM facts WHERE kind = 'ChecksBought' ORDER BY version")
    forger("UPDATE facts SET body = ? WHERE version = ?", body.replace('"amount_cents":', '"amount_cents":1'), version)
    columns = [name[1] for name in forger.raw.execute("PRAGMA table_info(facts)")]
    previous = None
    for row in forger.raw.execute("SELECT * FROM facts ORDER BY version").fetchall():
        fact = dict(zip(columns, row, strict=True))
        fact["prev_hash"] = previous or fact["prev_hash"]
        previous = digest([fact[name] for name in FACT_COLUMNS])
        forger(
            "UPDATE facts SET prev_hash = ?, hash = ? WHERE version = ?", fact["prev_hash"], previous, fact["version"]
        )
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("decided again", version)


def test_a_dropped_fact_is_named(forger: Forger) -> None:
    forger("DELETE FROM facts WHERE version = 40")
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("chain", 40)


def test_two_swapped_facts_are_named(forger: Forger) -> None:
    for old, new in ((40, -1), (41, 40), (-1, 41)):
        forger("UPDATE facts SET version = ? WHERE version = ?", new, old)
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("chain", 40)


def test_facts_cut_off_at_the_end_are_missed(forger: Forger) -> None:
    last = forger.one("SELECT max(version) FROM facts")[0]
    forger("DELETE FROM facts WHERE version > ?", last - 3)
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("chain", last - 2)
