"""``casekeeper export`` into a file: whole, under its own name, and in the place of nothing but a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from events.book.book import Book
from tests.support.house import small_night
from tests.web.command_line.called import assert_one_sentence, casekeeper


@pytest.fixture
def book(tmp_path: Path) -> Path:
    with Book.open(tmp_path / "night.db") as opened:
        small_night(opened)
    return tmp_path / "night.db"


def test_it_takes_the_place_of_no_device(book: Path, tmp_path: Path) -> None:
    """Root may put a file in the place of /dev/null, and the machine is then not to be used."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert_one_sentence(casekeeper("export", "--format", "csv", "--book", book, "--out", pipe), "unwritable")
    assert pipe.is_fifo()
    assert sorted(one.name for one in tmp_path.glob("*pipe*")) == ["pipe"]


def test_a_link_leads_to_the_file_that_is_written(book: Path, tmp_path: Path) -> None:
    """The link itself is left, as /dev/stdout is one."""
    (tmp_path / "stick").mkdir()
    link, target = tmp_path / "latest.csv", tmp_path / "stick" / "nights.csv"
    target.write_text("older")
    link.symlink_to(target)
    assert casekeeper("export", "--format", "csv", "--book", book, "--out", link).exit_code == 0
    assert link.is_symlink()
    assert target.read_text() == casekeeper("export", "--format", "csv", "--book", book).stdout
