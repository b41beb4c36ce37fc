"""What the commands print of a book that somebody forged: nothing of it moves the cursor or wipes a line off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealer.staff.keeper import StaffKeeper
from events.book.book import Book
from tests.support.disputed import BET, DEALER, Disputed
from tests.support.forger import NIGHT, Forger
from tests.web.command_line.called import casekeeper

WIPE = "\x1b[2K\rAll is well.\x9b1A"
ESCAPED = r"\x1b[2K\rAll is well.\x9b1A"


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night whose player, dealer, sender, claim and refusals hold what moves a terminal's cursor; the staff too."""
    path = tmp_path_factory.mktemp("book") / "forged.db"
    with Book.open(path) as book:
        Disputed(book).play_bet()
        StaffKeeper(book).engage("W. Earp", "hash", DEALER)
    forger = Forger(path)
    in_json = json.dumps(WIPE)[1:-1]
    for name in ("Ada Lamb", "It was coppered", "M. Earp", "W. Earp"):
        forger("UPDATE facts SET body = replace(body, ?, ?)", name, in_json)
    forger("UPDATE facts SET who = ?", WIPE)
    forger("UPDATE commands SET who = ?, why = ?, refused = 'odd_card' WHERE refused IS NOT NULL", WIPE, WIPE)
    forger.raw.commit()
    forger.raw.close()
    return path


@pytest.mark.parametrize(
    "arguments",
    [("show", NIGHT), ("show", NIGHT, "--at", 2), ("dossier", NIGHT, BET), ("square", NIGHT), ("staff", "list")],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_a_forged_text_is_escaped(forged: Path, arguments: tuple[object, ...]) -> None:
    ran = casekeeper(*arguments, "--book", forged)
    assert ran.exit_code == 0
    assert ESCAPED[:8] in ran.stdout
    assert "".join(ran.stdout.split("\n")).isprintable()


@pytest.mark.parametrize("word", ["show", "square"])
def test_in_json_it_is_escaped_and_is_what_the_book_holds(forged: Path, word: str) -> None:
    ran = casekeeper(word, NIGHT, "--json", "--book", forged)
    assert "".join(ran.stdout.split("\n")).isprintable()
    found = json.loads(ran.stdout)
    held = found["players"][0]["name"] if word == "show" else found["odd_cards"]["refused"][0]["who"]
    assert held == WIPE
