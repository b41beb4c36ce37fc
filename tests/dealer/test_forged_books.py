"""Books forged by somebody who takes every hash again and has every head: what ``verify`` still names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer.verification.authors import TERMINAL
from dealer.verification.book import verify_book, verify_whole
from dealer.verification.streams import verify, verify_house
from events.book.book import Book
from tests.support.forger import Forger, forging, make_hashes_good
from tests.support.house import House
from tests.web.command_line.called import casekeeper

NIGHT, SECOND, THIRD = (f"2026-11-21-{number}" for number in (1, 2, 3))
TABLES = ("facts", "commands")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three nights of members of the staff at a tablet, and of a player at their phone; some commands were refused."""
    path = tmp_path_factory.mktemp("book") / "night.db"
    with Book.open(path) as book:
        house = House(book)
        client = house.client()
        for _ in range(3):
            opening = {"table": "Tiger", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}
            answer = client.post("/api/nights", opening)
            night = answer.get_json()["night"]
            for document in (
                {"do": "seat_player", "player": "red", "name": "Ada"},
                {"do": "buy_checks", "player": "red", "amount": 20_000},
                {"do": "expose_soda", "card": "5"},
                {"do": "close_night"},
            ):
                client.post(f"/api/nights/{night}/commands", document)
    return path


def everywhere(forger: Forger, statement: str, *values: object) -> None:
    for table in TABLES:
        forger(statement.format(table=table), *values)


def _rename_authors(forger: Forger) -> None:
    everywhere(forger, "UPDATE {table} SET who = 'Soapy Smith' WHERE night NOT IN ('staff', 'papers')")


def _rename_devices(forger: Forger) -> None:
    everywhere(forger, "UPDATE {table} SET device = 'tablet-00000000' WHERE night NOT IN ('staff', 'papers')")


def _rename_both(forger: Forger) -> None:
    everywhere(
        forger, "UPDATE {table} SET who = 'Soapy', device = 'the back room' WHERE night NOT IN ('staff', 'papers')"
    )


SALE = "(SELECT id FROM commands WHERE night = ? AND body LIKE '%buy_checks%')"


def _sold_by(forger: Forger, who: str, device: str | None = None) -> None:
    forger(f"UPDATE facts SET who = ?, device = coalesce(?, device) WHERE command = {SALE}", who, device, NIGHT)
    forger(f"UPDATE commands SET who = ?, device = coalesce(?, device) WHERE id = {SALE}", who, device, NIGHT)


def _by_a_player(forger: Forger) -> None:
    _sold_by(forger, "Ada")


def _at_the_terminal(forger: Forger) -> None:
    _sold_by(forger, *TERMINAL)


def _on_another_device(forger: Forger) -> None:
    _sold_by(forger, "M. Earp", "the back room")


def _on_a_known_device(forger: Forger) -> None:
    """The staff's stream knows the device, with another sender."""
    _sold_by(forger, "Soapy Smith", "test")


def _as_if_of_the_house(forger: Forger) -> None:
    _sold_by(forger, "Soapy Smith")
    forger(f"UPDATE facts SET command = 'house of Ada' WHERE command = {SALE}", NIGHT)
    forger(f"UPDATE commands SET id = 'house of Ada' WHERE id = {SALE}", NIGHT)


def _move_times(forger: Forger) -> None:
    everywhere(forger, "UPDATE {table} SET at = '2036' || substr(at, 5) WHERE night NOT IN ('staff', 'papers')")


def _move_times_of_a_night(forger: Forger) -> None:
    everywhere(forger, "UPDATE {table} SET at = '1996' || substr(at, 5) WHERE night = ?", SECOND)


def _delete_refused(forger: Forger) -> None:
    forger("DELETE FROM commands WHERE refused IS NOT NULL")
    renumber(forger, "commands", "number")


def renumber(forger: Forger, table: str, number: str) -> None:
    """Number the rows of each stream from 1 without a gap."""
    due: dict[str, int] = {}
    for row, night in forger.raw.execute(f"SELECT rowid, night FROM {table} ORDER BY {number}").fetchall():
        due[night] = due.get(night, 0) + 1
        forger(f"UPDATE {table} SET {number} = ? WHERE rowid = ?", due[night], row)


def _delete_night(forger: Forger) -> None:
    """The night, and whatever the house has of it, with all positions closed up."""
    for statement in ("night = ?1", "night = 'house' AND body LIKE '%' || ?1 || '%'"):
        everywhere(forger, "DELETE FROM {table} WHERE " + statement, SECOND)
    renumber(forger, "facts", "version")
    renumber(forger, "commands", "number")
    forger(
        "UPDATE commands SET version_before = (SELECT count(*) FROM facts WHERE night = 'house' AND position < "
        "(SELECT min(position) FROM facts AS own WHERE own.command = commands.id)) WHERE night = 'house'"
    )
    forger(
        "UPDATE commands SET version_after = version_before + (SELECT count(*) FROM facts WHERE command = commands.id) "
        "WHERE night = 'house'"
    )
    rows = forger.raw.execute("SELECT position FROM facts ORDER BY position").fetchall()
    for due, (position,) in enumerate(rows, start=1):
        forger("UPDATE facts SET position = ? WHERE position = ?", due, position)
    forger("CREATE TABLE again AS SELECT * FROM commands ORDER BY rowid")
    forger("DELETE FROM commands")
    forger("INSERT INTO commands SELECT * FROM again")
    forger("DROP TABLE again")


FORGERIES: dict[str, tuple[Callable[[Forger], None], str]] = {
    "authors": (_rename_authors, "Soapy Smith was not signed in on tablet-"),
    "devices": (_rename_devices, "M. Earp was not signed in on tablet-00000000"),
    "both": (_rename_both, "neither is known to the staff’s stream"),
    "a player": (_by_a_player, "Ada was not signed in on tablet-"),
    "the terminal": (_at_the_terminal, "no command of a night is given at the terminal"),
    "a device": (_on_another_device, "it is of M. Earp on the back room"),
    "a known device": (_on_a_known_device, "it is of Soapy Smith on test"),
    "an id": (_as_if_of_the_house, "Soapy Smith was not signed in on tablet-"),
    "times": (_move_times, "is in no session of M. Earp on tablet-"),
    "times of a night": (_move_times_of_a_night, "is in no session of M. Earp on tablet-"),
    "refused commands": (_delete_refused, "the last command stands in row"),
    "a night": (_delete_night, f"night {SECOND} is missing: a later night of that date is there"),
}


def findings(path: Path) -> list[str]:
    with Book.open(path, read_only=True) as book:
        spans = book.spans()
        nights = [verify(book, night, spans=spans).finding for night in book.nights()]
        return [finding.what for finding in (verify_book(book, spans), verify_house(book).finding, *nights) if finding]


def test_the_book_that_is_forged_is_sound(served: Path) -> None:
    assert findings(served) == []


@pytest.mark.parametrize("name", FORGERIES)
def test_what_a_forger_of_all_hashes_changed_is_named(served: Path, tmp_path: Path, name: str) -> None:
    forge, named = FORGERIES[name]
    with forging(served, tmp_path) as forger:
        guards = forger.guards
        forge(forger)
        make_hashes_good(forger)
        for guard in guards:
            forger(guard)
        forger.raw.commit()
    found = findings(tmp_path / "forged.db")
    assert any(named in what for what in found), found


def verified(path: Path, *options: str) -> tuple[int, dict[str, object]]:
    ran = casekeeper("verify", "--book", path, "--json", *options)
    return ran.exit_code, json.loads(ran.stdout)


def test_a_head_that_was_kept_and_is_gone_is_missed(tmp_path: Path) -> None:
    """Without a note that one is kept, only ``--require-head`` misses it."""
    path, stick = tmp_path / "night.db", tmp_path / "stick"
    with Book.open(path, heads=[stick]) as book:
        House(book).open_night()
    beside = path.with_name("night.db.head")
    assert beside.exists()
    for note in (False, True):
        if note:
            with Book.open(path, heads=[stick]) as book:
                book.note_heads()
                book.note_heads()
        status, said = verified(path, "--require-head")
        assert (status, said["sound"], said["head_missed"]) == (0, True, None)
        heads = {file: file.read_bytes() for file in (beside, stick)}
        beside.unlink()
        status, said = verified(path)
        assert (status, said["sound"], said["head_missed"]) == (0, True, None)
        assert len(said["heads"]) == note  # type: ignore[arg-type]
        stick.unlink()
        status, said = verified(path)
        assert (status, said["sound"]) == ((1, False) if note else (0, True))
        if note:
            text = casekeeper("verify", "--book", path)
            assert text.exit_code == 1
            assert f"The book: NOT SOUND. head: there is no head at {stick}, {beside}, where one is kept" in text.stdout
        assert verified(path, "--require-head")[1]["sound"] is False
        for file, content in heads.items():
            file.write_bytes(content)


@pytest.mark.parametrize("content", ["", "{}", "no head"])
def test_a_head_that_cannot_be_read_is_missed_unless_another_was_compared(tmp_path: Path, content: str) -> None:
    path, stick = tmp_path / "night.db", tmp_path / "stick"
    for note in (False, True):
        with Book.open(path, heads=[stick]) as book:
            House(book, staff=not note).open_night()
            if note:
                book.note_heads()
        beside = path.with_name("night.db.head")
        beside.write_text(content)
        status, said = verified(path, "--head", str(stick), "--require-head")
        assert (status, said["sound"], said["head_missed"]) == (0, True, None)
        stick.rename(tmp_path / "elsewhere")
        status, said = verified(path)
        assert (status, said["sound"]) == (1, False)
        assert f"the head at {beside} cannot be read" in str(said["head_missed"])
        with Book.open(path) as book:
            assert "cannot be read" in verify_whole(book).findings[-1].what
        beside.unlink()


def test_an_empty_book_is_said_to_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    Book.open(path).close()
    status, said = verified(path)
    assert (status, said["empty"]) == (0, True)
    assert verified(path, "--require-head")[0] == 1
    with Book.open(path) as book:
        book.note_heads()
    assert verified(path)[0] == 0
    path.with_name("night.db.head").unlink()
    assert verified(path)[0] == 1
