"""Verifying a night, and what a hand in the file does to it: the first fact that fails is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.demo import Demo
from dealer.rules_version import CURRENT
from dealer.streams import Sender
from dealer.verification.book import verify_book
from dealer.verification.conservation import CONSERVATION
from dealer.verification.inspection import Looked
from dealer.verification.streams import verify
from events.book.book import Book
from events.book.chain import FACT_COLUMNS, digest
from tests.support.forger import NIGHT, Forger, columns_of, forging, make_hashes_good


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "sound.db"
    with Book.open(path) as book:
        for _ in Demo(("faro",), book, "2026-11-21", seed=5, rounds=1).turns():
            pass
        with pytest.raises(Refusal):
            Assistant(book).execute({"do": "void"}, Sender(who="late", device="test"), night=NIGHT)
    return path


@pytest.fixture
def forger(sound_book: Path, tmp_path: Path) -> Iterator[Forger]:
    with forging(sound_book, tmp_path) as at_work:
        yield at_work


def test_a_sound_night_is_sound_and_its_refused_commands_are_looked_at_too(sound_book: Path) -> None:
    """Each check says what it looked at, how many, and how long it took by the clock that it is given."""
    ticks = count()
    told: list[list[int]] = []

    def watch(looked: Sequence[Looked]) -> None:
        told.append([one.done for one in looked])

    with Book.open(sound_book) as book:
        verdict = verify(book, NIGHT, watch, clock=lambda: float(next(ticks)))
        head = book.head(NIGHT)
    assert verdict.finding is None
    assert verdict.refused
    assert head
    assert (verdict.head, verdict.facts) == (head.hash, head.version)
    for one in verdict.looked:
        assert one.over
        assert one.done == one.of == (verdict.facts if one.things == "facts" else verdict.commands)
        assert one.seconds > 0
    assert sum(one.check.startswith("conserved: ") for one in verdict.looked) == len(CONSERVATION)
    assert len(told) > len(verdict.looked), "nobody was told while a check went on"
    assert told == sorted(told), "a check went back"


def test_a_night_is_verified_while_it_goes_on(tmp_path: Path) -> None:
    """Its rows are all of one moment: a command that comes meanwhile is in them with its facts, or not at all."""
    with Book.open(tmp_path / "book.db") as book:
        show = Demo(("faro",), book, "2026-11-21", seed=5, rounds=1)
        over = Event()

        def deal() -> None:
            for _ in show.turns():
                pass
            over.set()

        dealing = Thread(target=deal)
        dealing.start()
        verdicts = [verify(book, show.night).finding for _ in iter(over.is_set, True) if book.head(show.night)]
        dealing.join()
    assert verdicts
    assert set(verdicts) == {None}


def test_a_night_that_is_not_in_the_book(sound_book: Path) -> None:
    with Book.open(sound_book) as book, pytest.raises(Refusal) as refused:
        verify(book, "1882-01-01-1")
    assert refused.value.code == "no_such_night"


def test_what_was_changed_in_the_file_is_named(forger: Forger) -> None:
    """As in every other way (:mod:`tests.dealer.verification.test_tampering`), so too through the file."""
    forger("UPDATE facts SET who = 'x' WHERE version = 40")
    forger("UPDATE facts SET body = '{}' WHERE version = 60")
    number = forger.one("SELECT number FROM commands WHERE version_after >= 50 ORDER BY number")[0]
    forger("UPDATE commands SET at = 'x' WHERE number = ?", number)
    verdict = forger.verdict()
    assert verdict.finding
    assert (verdict.finding.check, verdict.finding.version) == ("chain of facts", 40)
    by_command = verdict.looked[0].finding
    assert by_command
    assert (by_command.check, by_command.command) == ("chain of commands", number)
    assert all(one.of <= 39 for one in verdict.looked[2:]), "a check looked at what stands after the first that fails"


def test_what_is_no_text_is_named_at_its_row(forger: Forger) -> None:
    """Bytes that are no UTF-8, and a BLOB, in each column of text: changed and changed back."""
    places = (
        ("facts", "version", "chain of facts", "fact 4"),
        ("commands", "number", "chain of commands", "command 4"),
    )
    tried = 0
    with Book.open(forger.path, create=False) as book:
        for table, number, check, where in places:
            for column in columns_of(forger, table):
                (value,) = forger.one(f"SELECT {column} FROM {table} WHERE {number} = 4")
                if isinstance(value, int):
                    continue
                for other in ("CAST(x'61ff' AS TEXT)", "x'61ff'", "CAST('a' AS BLOB)"):
                    row = forger.one(f"SELECT rowid FROM {table} WHERE {number} = 4")[0]
                    forger(f"UPDATE {table} SET {column} = {other} WHERE rowid = ?", row)
                    forger.raw.commit()
                    found = verify(book, NIGHT).finding
                    assert found, (column, other)
                    assert (found.check, found.where) == (check, where), (column, other)
                    assert book.spans().streams == [NIGHT]
                    assert sum(book.rows_of_no_stream()) == (column == "night")
                    forger(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", value, row)
                    forger.raw.commit()
                    tried += 1
        assert verify(book, NIGHT).sound
    assert tried == 3 * (10 + 10)


def test_rows_are_looked_at_in_their_order_however_they_lie_in_the_file(forger: Forger) -> None:
    """As where a database was dumped and read in again: only facts lie where their position says."""
    rows = forger.raw.execute("SELECT * FROM commands ORDER BY number DESC").fetchall()
    forger("DELETE FROM commands")
    for row in rows:
        forger(f"INSERT INTO commands VALUES ({', '.join('?' * len(row))})", *row)
    assert forger.one("SELECT number FROM commands ORDER BY rowid")[0] == len(rows)
    assert forger.verdict().sound


@pytest.mark.parametrize(
    ("number", "command", "what"),
    [
        ("'4'", 4, "it says that it is number 5"),
        ("x'04'", 4, "it says that it is number 5"),
        ("-0.5", 1, "its 'number' is of another kind"),
    ],
)
def test_numbers_that_are_none_come_where_the_database_orders_them(
    forger: Forger, number: str, command: int, what: str
) -> None:
    """Numbers first, then texts, then BLOBs."""
    # What was a number before a column had its kind stays as it was written.
    forger.raw.execute("PRAGMA writable_schema = ON")
    forger("UPDATE sqlite_master SET sql = replace(sql, 'number INTEGER', 'number BLOB') WHERE name = 'commands'")
    forger.raw.commit()
    forger.raw.execute("PRAGMA writable_schema = RESET")
    forger(f"UPDATE commands SET number = {number} WHERE number = 4")
    found = forger.verdict().looked[0].finding
    assert found
    assert found.command == command
    assert what in found.what


def test_rows_that_are_of_no_night_any_more_are_missed_by_the_book(forger: Forger) -> None:
    """The night itself may not miss them: it can be all of its end."""
    forger("UPDATE facts SET night = CAST(x'ff' AS TEXT)")
    forger("UPDATE commands SET night = CAST(night AS BLOB)")
    forger.raw.commit()
    # Opened so, it has its guards again.
    with Book.open(forger.path) as book:
        found = verify_book(book)
    assert found
    assert found.check == "nights"
    assert found.what.endswith("name their night by what is no text")


def test_the_whole_chain_of_the_facts_forged_again_is_found_by_deciding_again(forger: Forger) -> None:
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


def test_a_command_whose_body_is_two_lines_does_not_read(forger: Forger) -> None:
    """Read with its neighbours, it was taken for two commands that are written as the program writes them."""
    forger("""UPDATE commands SET body = body || char(10) || '{"do":"void"}' WHERE number = 3""")
    make_hashes_good(forger)
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.command) == ("chain of commands", 3)
    assert finding.what.startswith("its body does not read")


@pytest.mark.parametrize("column", ["at", "who", "device"])
def test_a_fact_is_not_somebody_elses_or_from_another_hour_than_its_command(forger: Forger, column: str) -> None:
    forger(f"UPDATE facts SET {column} = 'x' WHERE version = 40")
    make_hashes_good(forger)
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("chain of facts", 40)


def test_a_refusal_in_other_words_is_the_same_refusal(forger: Forger) -> None:
    """The program words its sentences anew now and then; books made before that stay sound."""
    forger("UPDATE commands SET why = 'He was late.' WHERE refused = 'wrong_phase'")
    assert forger.one("SELECT changes()")[0]
    make_hashes_good(forger)
    assert forger.verdict().sound


def test_the_code_of_a_refusal_is_decided_again(forger: Forger) -> None:
    forger("UPDATE commands SET refused = 'bets_closed' WHERE refused = 'wrong_phase'")
    make_hashes_good(forger)
    finding = forger.verdict().finding
    assert finding
    assert finding.check == "decided again"


def test_a_command_slipped_in_that_shares_anothers_facts_is_named(forger: Forger) -> None:
    columns = columns_of(forger, "commands")
    row = forger.one("SELECT * FROM commands WHERE version_after = 3")
    slipped = dict(zip(columns, row, strict=True))
    forger("UPDATE commands SET number = -number - 1 WHERE number > ?", slipped["number"])
    forger("UPDATE commands SET number = -number WHERE number < 0")
    slipped |= {"id": "slipped", "number": slipped["number"] + 1, "prev_hash": "?"}
    forger(f"INSERT INTO commands VALUES ({', '.join('?' * len(columns))})", *slipped.values())
    make_hashes_good(forger)
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.command) == ("chain of commands", slipped["number"])


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("commands", "body = 'no json'"),
        ("commands", "body = '[]'"),
        ("commands", "version_before = 'text'"),
        ("facts", 'body = replace(body, \'"game":"faro"\', \'"game":"pharo"\')'),
        ("facts", 'body = replace(body, \'"share":"0.6"\', \'"share":"zz"\')'),
        ("facts", "at = 7"),
        ("facts", "kind = 'NeverHeardOf'"),
    ],
)
def test_whatever_was_forged_is_a_finding_and_no_traceback(forger: Forger, table: str, change: str) -> None:
    order = "number" if table == "commands" else "version"
    forger(f"UPDATE {table} SET {change} WHERE {order} = 1")
    make_hashes_good(forger)
    assert forger.verdict().finding


def test_a_night_opened_before_the_program_knew_a_house_rule_is_sound(forger: Forger) -> None:
    """Its opening lacks the rule, as books of the program's first days lack the limit on markers."""
    forger("""UPDATE facts SET body = replace(body, '"marker_limit":null,', '') WHERE version = 1""")
    forger(f"""UPDATE facts SET body = replace(body, '"rules":{CURRENT},', '') WHERE version = 1""")
    (body,) = forger.one("SELECT body FROM facts WHERE version = 1")
    assert "marker_limit" not in body
    assert '"rules"' not in body
    make_hashes_good(forger)
    assert forger.verdict().finding is None
    with Book.open(forger.path) as book:
        assert Assistant(book).night(NIGHT).marker_limit_cents is None


@pytest.mark.parametrize(
    ("was", "is_now"),
    [('"running_limit":20000,', ""), ('"check":25,', '"check":50,'), ('"turns":25', '"turns":25,"wheel":2')],
)
def test_an_opening_with_other_house_rules_than_were_asked_for_is_named(forger: Forger, was: str, is_now: str) -> None:
    forger("UPDATE facts SET body = replace(body, ?, ?) WHERE version = 1", was, is_now)
    assert was not in forger.one("SELECT body FROM facts WHERE version = 1")[0] or is_now.startswith(was)
    make_hashes_good(forger)
    finding = forger.verdict().finding
    assert finding
    assert finding.version == 1


def test_a_gutted_night_is_still_a_night_of_the_book(forger: Forger) -> None:
    forger("DELETE FROM facts")
    forger.raw.commit()
    with Book.open(forger.path) as book:
        assert book.nights() == []
        assert book.spans().streams == [NIGHT]
        finding = verify(book, NIGHT).finding
    assert finding
    assert finding.version == 1


def test_a_book_that_lost_its_guards_or_its_first_facts_is_not_sound(forger: Forger, sound_book: Path) -> None:
    with Book.open(sound_book) as book:
        assert verify_book(book) is None
    forger("DELETE FROM facts WHERE position < 5")
    forger.raw.commit()
    with Book.open(forger.path, create=False) as book:
        finding = verify_book(book)
        assert finding
        assert finding.check == "guards"
    with Book.open(forger.path) as book:
        finding = verify_book(book)
        assert finding
        assert finding.check == "positions"
