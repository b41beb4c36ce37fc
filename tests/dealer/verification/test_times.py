"""The times of a night: what is none, before the opening or out of order is named, and the program makes none of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dealer.assistant import Assistant
from dealer.rules_version import TIMES_IN_ORDER
from dealer.streams.runtime import Sender
from dealer.verification.inspection import Rows
from dealer.verification.night import verify, verify_rows
from events.book.book import Book
from events.book.documents import canonical
from events.records import CommandHead
from tests.support.house import clock
from tests.support.stored import both_made_good, copied, of_both_games, stored

SENDER = Sender(who="M. Earp", device="tablet-1")


def at_times(rows: Rows, times: dict[int, str]) -> Rows:
    """The rows with other times for some commands and their facts, every hash made good."""
    ids = {row.id: times[row.number] for row in rows.commands if row.number in times}
    facts = [row._replace(at=ids.get(row.command, row.at)) for row in rows.facts]
    commands = [row._replace(at=ids.get(row.id, row.at)) for row in rows.commands]
    return both_made_good(copied(rows, facts=facts, commands=commands))


def opened_under(rows: Rows, rules: int) -> Rows:
    """The rows with another version of the rules in the opening."""
    first, *rest = rows.facts
    body: dict[str, Any] = {**json.loads(first.body), "rules": rules}
    return both_made_good(copied(rows, facts=[first._replace(body=canonical(body)), *rest]))


@pytest.mark.parametrize(
    ("number", "at", "what"),
    [
        (3, "x", "its time is none: 'x'"),
        (3, "", "its time is none: ''"),
        (3, "2026-11-21 20:00:02", "its time is none"),
        (3, "2026-02-30T20:00:02.000Z", "its time is none"),
        (3, "2026-11-21T20:00:02.000+00:00", "its time is none"),
        (1, "2026-11-21T25:00:00.000Z", "its time is none"),
        (3, "2026-11-21T19:59:59.999Z", "before the night was opened at 2026-11-21T20:00:00.000Z"),
        (5, "2026-11-21T20:00:02.500Z", "before the command before it, of 2026-11-21T20:00:03.000Z"),
    ],
)
def test_a_time_that_is_none_or_before_the_night_or_out_of_order_is_named(number: int, at: str, what: str) -> None:
    """Though every hash was made good, and facts have the times of their commands."""
    rows = at_times(stored([*of_both_games()][:8]), {number: at})
    found = verify_rows(rows).finding
    assert found
    assert (found.check, found.command) == ("times", number)
    assert what in found.what


def test_a_time_as_that_of_the_command_before_it_is_in_order() -> None:
    rows = stored([*of_both_games()][:8])
    assert verify_rows(at_times(rows, {5: "2026-11-21T20:00:03.000Z", 6: "2026-11-21T20:00:03Z"})).sound


def test_a_night_of_an_earlier_program_has_its_times_as_the_machines_clock_had_them() -> None:
    """Such a clock was set back now and then; what is no time at all was never written."""
    older = opened_under(stored([*of_both_games()][:8]), TIMES_IN_ORDER - 1)
    assert verify_rows(at_times(older, {5: "2026-11-21T19:00:00.000Z"})).sound
    found = verify_rows(at_times(older, {5: "late"})).finding
    assert found
    assert found.check == "times"


def test_a_clock_that_is_set_back_leaves_the_night_in_order() -> None:
    """A refused command has its time too; an hour later the clock has caught up."""
    hours = ("20:00:00", "20:10:00", "19:10:00", "19:11:00", "20:09:59", "20:11:00")
    with Book.open() as book:
        assistant = Assistant(book, clock=clock(*(f"2026-11-21T{hour}.000Z" for hour in hours)))
        opening, *more = [*of_both_games()][:5]
        night = assistant.execute(opening, SENDER).night
        for document in more[:2]:
            assistant.execute(document, SENDER, night=night)
        with pytest.raises(Exception, match="unknown_player"):
            assistant.execute({"do": "tip", "player": "nobody", "amount": 25}, SENDER, night=night)
        for document in more[2:]:
            assistant.execute(document, SENDER, night=night)
        times = [one.at[11:19] for one in book.commands(night)]
        head = book.command_head(night)
        assert verify(book, night).sound
        assert [one.at[11:19] for one in book.facts(night)] == [times[0], *times[1:3], *times[4:]]
    assert times == ["20:00:00", "20:10:00", "20:10:00", "20:10:00", "20:10:00", "20:11:00"]
    assert isinstance(head, CommandHead)
    assert head.at == "2026-11-21T20:11:00.000Z"
