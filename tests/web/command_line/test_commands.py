"""A program that fails says so in one sentence, and ends as one that comes to no verdict; a damaged book is told so."""

from __future__ import annotations

from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from dealer.games import GAMES
from events.book.book import Book
from tests.support.disputed import BET, Disputed
from tests.support.forger import NIGHT, exchange, forging, hide, make_hashes_good
from tests.web.command_line.called import assert_one_sentence, casekeeper


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a sound night, in which a bet was settled."""
    where = tmp_path_factory.mktemp("book") / "night.db"
    with Book.open(where) as book:
        Disputed(book).play_bet().rule()
    return where


def falls_over(*_: Any, **__: Any) -> Any:
    raise KeyError("red")


@pytest.mark.parametrize("arguments", [("show", NIGHT), ("report", NIGHT), ("dossier", NIGHT, BET)])
def test_a_fault_of_the_program_is_one_sentence(
    path: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES["faro"].__dict__, "evolve", falls_over)
    assert_fault(*arguments, "--book", path)


def test_so_is_one_of_an_export(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.export.journal._entry", falls_over)
    assert_fault("export", "--format", "hledger", "--book", path)


def test_so_is_one_beside_all_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.game_papers.all_blanks", falls_over)
    assert_fault("blanks", "--out", tmp_path)


@pytest.mark.parametrize("arguments", [("serve", "--book"), ("backup", "{book}")], ids=lambda arguments: arguments[0])
def test_a_file_that_the_system_refuses_is_one_sentence(path: Path, arguments: tuple[str, ...]) -> None:
    """As one in a folder that is closed off, or one whose name no file can have."""
    ran = casekeeper(*(one.format(book=path) for one in arguments), "n" * 300)
    assert_one_sentence(ran, "out_of_reach")
    assert ran.stderr.endswith("nn is out of reach: File name too long. [out_of_reach]\n")


def assert_fault(*arguments: object) -> None:
    ran = casekeeper(*arguments)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("casekeeper: The program has a fault, which says nothing against the book: KeyError: ")
    assert ran.stderr.endswith(" [internal]\n")


@pytest.mark.parametrize("arguments", [("show", NIGHT), ("report", NIGHT), ("dossier", NIGHT, BET)])
def test_facts_that_somebody_forged_are_no_fault_of_the_program(
    path: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    with forging(path, tmp_path) as forger:
        forger("""UPDATE facts SET body = replace(body, '"bet":"q"', '"bet":"never"') WHERE kind = 'BetBarred'""")
        make_hashes_good(forger)
        forger.raw.commit()
    ran = casekeeper(*arguments, "--book", tmp_path / "forged.db")
    assert_one_sentence(ran, "book_damaged")
    assert f"Night {NIGHT} is damaged: ledger: fact " in ran.stderr


def test_an_index_that_was_bent_is_no_fault_of_the_program(path: Path, tmp_path: Path) -> None:
    """The night is sound by its tables; by the index a bet is laid before its checks are bought."""
    bent = Path(copy(path, tmp_path))
    exchange(bent, NIGHT, 3, 10)
    ran = casekeeper("balances", "--book", bent)
    assert_one_sentence(ran, "book_damaged")
    assert "The book is damaged: structure: the database is not as this program makes it: " in ran.stderr


def test_a_fault_of_the_program_is_told_as_one_also_of_a_book_with_a_trigger_too_many(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read is as it stands in the tables."""
    with forging(path, tmp_path) as forger:
        forger("CREATE TRIGGER more AFTER INSERT ON facts BEGIN SELECT 1; END")
        forger.raw.commit()
    monkeypatch.setitem(GAMES["faro"].__dict__, "evolve", falls_over)
    assert_fault("show", NIGHT, "--book", tmp_path / "forged.db")


READINGS = [("balances",), ("show", NIGHT), ("report", NIGHT), ("export", "--format", "csv")]


@pytest.mark.parametrize("arguments", READINGS, ids=lambda arguments: str(arguments[0]))
def test_a_fact_that_an_index_passes_over_is_missed(path: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Without the checks that were bought every sum would be another."""
    bent = Path(copy(path, tmp_path))
    hide(bent, NIGHT, 3)
    ran = casekeeper(*arguments, "--book", bent)
    assert (ran.exit_code, ran.stderr.splitlines()[-1]) == (
        1,
        f"casekeeper: Fact 3 of night {NIGHT} is not to be found. [book_damaged]",
    )
