"""A hand in the stored rows: whatever it does is named at the exact event, whatever is looked at together; times."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from sys import getrecursionlimit
from typing import Any

import pytest

from dealer.night.evolve import foldings_after
from dealer.night_service import NightService
from dealer.rules_version import TIMES_IN_ORDER
from dealer.streams import Sender
from dealer.verification import inspection
from dealer.verification.chains import CHAINS
from dealer.verification.conservation import CONSERVATION, LEDGER, Conserved, EachByItself
from dealer.verification.inspection import FAILURES, Breach, Finding, Looked, Rows
from dealer.verification.streams import verify, verify_rows
from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, EVENT_COLUMNS, StoredEvent
from events.book.reading import canonical
from events.records import CommandHead
from tests.support.house import clock
from tests.support.stored import (
    KINDS,
    both_made_good,
    copied,
    events_made_good,
    first_of,
    named_by,
    nights,
    of_both_games,
    renumbered,
    stored,
    with_command,
    with_event,
    without_house,
)


def finding(rows: Rows) -> Finding:
    """What a night that was tampered with is found out by."""
    result = verify_rows(rows).finding
    assert result
    return result


def spoiled(value: Any) -> Any:
    """Another value of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case None:
            return 1
        case [{**first}, *rest]:
            return [{**first, **{name: spoiled(entry) for name, entry in list(first.items())[:1]}}, *rest]
        case [*rest, _]:
            return rest
        case {**named}:
            return {**named, "x": 1}
        case _:
            return ["7h"]


def test_the_nights_that_are_tampered_with_are_sound_and_hold_every_kind_of_event() -> None:
    assert {row.kind for rows in nights() for row in rows.events} == set(KINDS)
    assert any(row.refused for rows in nights() for row in rows.commands)
    for rows in nights():
        assert verify_rows(copied(rows)).finding is None


WATCHED_COLUMNS = (*EVENT_COLUMNS, "hash")


@pytest.mark.parametrize("column", WATCHED_COLUMNS)
def test_each_column_and_each_kind_of_event_is_watched(column: str) -> None:
    """Changed to another value of its sort, or to one of another, it is the very event that is named.

    The chain hashes all events alike, so each kind is changed in one column, and each column in several kinds.
    """
    for kind in KINDS[WATCHED_COLUMNS.index(column) :: len(WATCHED_COLUMNS)]:
        rows, version = first_of(kind)
        value = getattr(rows.events[version - 1], column)
        for other in (spoiled(value), None, 1.5):
            result = verify_rows(with_event(rows, version, **{column: other}), CHAINS).finding
            assert result, (kind, other)
            assert (result.check, result.version) == ("chain of events", version), (kind, other)


@pytest.mark.parametrize("column", [*COMMAND_COLUMNS, "hash"])
def test_each_column_of_each_command_is_watched(column: str) -> None:
    """Of every word, and of one that was refused."""
    seen = set()
    for rows in nights():
        for row in rows.commands:
            word = (json.loads(row.body)["do"], row.refused is None)
            if word in seen:
                continue
            seen.add(word)
            result = verify_rows(
                with_command(rows, row.number, **{column: spoiled(getattr(row, column))}), CHAINS
            ).finding
            assert result, word
            assert (result.check, result.command) == ("chain of commands", row.number), word
    assert len(seen) > 40


@pytest.mark.parametrize("kind", KINDS)
def test_each_field_of_each_kind_of_event_is_watched_by_the_rules(kind: str) -> None:
    """Whoever changes it makes every hash good, to the end: the rules still make another event of the same command."""
    rows, version = first_of(kind)
    body: dict[str, Any] = json.loads(rows.events[version - 1].body)
    for field, value in body.items():
        forged = canonical({**body, field: spoiled(value)})
        result = finding(both_made_good(with_event(rows, version, body=forged)))
        assert result.version == version, (field, result)


def test_an_unknown_field_or_another_layout_of_a_body_is_found() -> None:
    """A field that no event has, a blank, another order: the record reads the same, and it is not as it was written."""
    rows, version = first_of("BetPlaced")
    body: dict[str, Any] = json.loads(rows.events[version - 1].body)
    backwards = json.dumps(dict(reversed(body.items())), separators=(",", ":"))
    for forged in (canonical({**body, "zone": "x"}), json.dumps(body), backwards):
        result = finding(both_made_good(with_event(rows, version, body=forged)))
        assert (result.check, result.version) == ("chain of events", version), forged
    number = next(row.number for row in rows.commands if row.version_after >= version)
    request = rows.commands[number - 1].body
    result = finding(both_made_good(with_command(rows, number, body=request.replace(":", ": "))))
    assert (result.check, result.command) == ("chain of commands", number)


def test_a_body_nested_deeper_than_it_can_be_read_is_named() -> None:
    """Without end; and, in a command, just so deep that one check still reads it and another does no longer."""
    rows = stored([*of_both_games()][:4])
    event, command = rows.events[1].body, rows.commands[1].body
    for endless in ("[" * 200_000, '{"x":' * 200_000):
        assert named_by(finding(both_made_good(with_event(rows, 2, body=endless)))) == ("chain of events", 2)
        result = finding(both_made_good(with_command(rows, 2, body=endless)))
        assert (result.check, result.command) == ("chain of commands", 2)
    checks = set()
    for depth in range(getrecursionlimit() - 120, getrecursionlimit()):
        deep = f'"zone":{"[" * depth}{"]" * depth}}}'
        result = finding(both_made_good(with_event(rows, 2, body=f"{event[:-1]},{deep}")))
        assert (result.check, result.version) == ("chain of events", 2), depth
        result = finding(both_made_good(with_command(rows, 2, body=f"{command[:-1]},{deep}")))
        assert result.command == 2, depth
        checks.add(result.what if result.check == "decided again" else result.check)
    assert {"chain of commands", "decided again it fails: maximum recursion depth exceeded"} <= {
        what.partition(" while")[0] for what in checks
    }


def test_half_a_character_is_named() -> None:
    """As the book gives it of bytes that are no UTF-8; no hash can be taken over it."""
    rows = stored([*of_both_games()][:4])
    for column in ("who", "device", "body"):
        result = finding(with_event(rows, 2, **{column: "M.\udcff"}))
        assert (result.version, result.what) == (2, f"its '{column}' is no text in UTF-8")
        result = finding(with_command(rows, 2, **{column: "M.\udcff"}))
        assert (result.command, result.what) == (2, f"its '{column}' is no text in UTF-8")


def test_forged_text_is_reported_in_printable_form() -> None:
    """It quotes the forged text: nothing of it may wipe the finding off a terminal."""
    rows = stored([*of_both_games()][:4])
    wipe = "\x1b[2K\r2026-11-21-1: sound."
    nobody = '{"amount":5000,"do":"buy_checks","player":"nobody"}'
    refused = with_command(rows, 2, body=nobody, refused="unknown_player", why=wipe, version_after=1)
    for forged in (both_made_good(refused), events_made_good(with_event(rows, 2, kind=wipe))):
        assert r"\x1b[2K\r2026-11-21-1: sound." in str(finding(forged))
        assert str(finding(forged)).isprintable()


@pytest.mark.parametrize("column", [name for name in EVENT_COLUMNS if name not in ("body", "night", "prev_hash")])
def test_a_column_changed_with_the_events_chain_made_good_is_named_at_its_event(column: str) -> None:
    """An event's night is what it is found by: changed, the event is one that was dropped."""
    for kind in KINDS[::6]:
        rows, version = first_of(kind)
        # A book gives out its positions without a gap: only one beyond the last is free to be forged.
        other = 99_999 if column == "position" else spoiled(getattr(rows.events[version - 1], column))
        result = finding(events_made_good(with_event(rows, version, **{column: other})))
        assert result.version == version, (kind, result)


def test_a_command_changed_with_both_chains_made_good_makes_other_events() -> None:
    """The events that are there are no longer those that it makes: the first of them is named, or the command."""
    for rows in nights():
        number = next(row.number for row in rows.commands if '"buy_checks"' in row.body and not row.refused)
        row = rows.commands[number - 1]
        request = json.loads(row.body)
        forged = with_command(rows, number, body=canonical({**request, "amount": request["amount"] * 2}))
        assert finding(both_made_good(forged)).version == row.version_after


def test_a_refusal_struck_or_made_up_is_found_by_deciding_again() -> None:
    for rows in nights():
        refused = next((row for row in rows.commands if row.refused), None)
        if refused is None:
            continue
        other = with_command(rows, refused.number, refused="command_reused")
        assert finding(both_made_good(other)).command == refused.number
        taken = next(row for row in rows.commands if not row.refused and row.number > 1)
        made_up = taken._replace(id="made-up", version_after=taken.version_before, refused="wrong_phase")
        at = taken.number - 1
        commands = [*rows.commands[:at], made_up._replace(why="It was late."), *rows.commands[at:]]
        numbered = [row._replace(number=number) for number, row in enumerate(commands, start=1)]
        assert finding(both_made_good(copied(rows, commands=numbered))).command == taken.number


def test_a_forged_sentence_of_a_refusal_is_found_by_the_chain_and_by_the_seal() -> None:
    """The rules don't decide its words: with every hash made good it is another head of the events.

    Paper shows that, and the house, which has balanced the night at its head.
    """
    rows = next(night for night in nights() if any(row.refused for row in night.commands))
    refused = next(row for row in rows.commands if row.refused)
    assert refused.version_before < len(rows.events), "events came after it"
    other = with_command(rows, refused.number, why="They were late.")
    assert (finding(other).check, finding(other).command) == ("chain of commands", refused.number)
    forged = both_made_good(other)
    assert verify_rows(without_house(forged)).sound
    assert (finding(forged).check, finding(forged).version) == ("house", len(rows.events))
    assert forged.events[-1].hash != rows.events[-1].hash


UNSAID = '{"template":"%(number)d sit","parameters":{"number":5}}'
"""What is filled into a template is text: this one cannot be said."""


def test_a_refusal_has_a_sentence_and_nothing_else_has_one() -> None:
    rows = next(night for night in nights() if any(row.refused for row in night.commands))
    refused = next(row.number for row in rows.commands if row.refused)
    for number, sentences in ((refused, ("", " ", "Two\nlines.", None, UNSAID)), (2, ("It was late.", ""))):
        for why in sentences:
            result = finding(both_made_good(with_command(rows, number, why=why)))
            assert (result.check, result.command) == ("chain of commands", number), why


BREAKS = {
    "cash": (("ChecksBought", "amount_cents"), ("ChecksCashed", "amount_cents"), ("NightOpened", "roll_cents")),
    "checks": (("MarkerIssued", "amount_cents"), ("PledgeTaken", "amount_cents"), ("ChecksCashed", "amount_cents")),
    "markers": (("MarkerIssued", "amount_cents"), ("MarkerRedeemed", "amount_cents")),
    "pledges": (("PledgeTaken", "amount_cents"),),
    "loans": (("StakeLent", "amount_cents"), ("StakeRepaid", "amount_cents")),
    "play": (("BetPaid", "paid_cents"), ("BetLost", "taken_cents"), ("BetSplit", "taken_cents")),
    "sleepers": (("SleeperTaken", "stake_cents"),),
    "after hock": (("BetSwept", "stake_cents"),),
    "tokes": (("TokeGiven", "amount_cents"),),
    "deposits": (("DepositDrawn", "amount_cents"),),
    "carried": (("CarriedPaid", "amount_cents"),),
    "dealers cut": (("DealersCutPaid", "amount_cents"),),
    "transfers": (("SlipWritten", "amount_cents"),),
    "drop box": (("SlipVoided", "amount_cents"),),
}


def test_every_law_holds_after_every_event_of_the_nights() -> None:
    for rows in nights():
        looked = verify_rows(copied(rows), (LEDGER, *CONSERVATION)).looked
        assert [check.done for check in looked] == [len(rows.events)] * (1 + len(CONSERVATION))
        assert not any(check.finding for check in looked)


def test_every_event_of_the_nights_holds_the_laws_by_itself() -> None:
    for rows in nights():
        each = EachByItself()
        events = copied(rows).recorded
        for event, folder in zip(events, foldings_after(events), strict=True):
            assert each.holds(event, folder), event


@pytest.mark.parametrize("law", BREAKS)
def test_an_event_that_says_another_amount_than_it_moves_breaks_its_law(law: str) -> None:
    check = next(entry for entry in CONSERVATION if entry.name == f"conserved: {law}")
    for kind, field in BREAKS[law]:
        rows, version = first_of(kind)
        body: dict[str, Any] = json.loads(rows.events[version - 1].body)
        forged = with_event(rows, version, body=canonical({**body, field: body[field] + 25}))
        # By itself, and whatever else it would be found by; a lying stake that is another fails in the fold before.
        result = verify_rows(forged, (LEDGER, check)).finding
        assert result, kind
        assert (result.check, result.version) == (check.name, version), (kind, result)


@pytest.mark.parametrize("kind", sorted({kind for broken in BREAKS.values() for kind, _ in broken}))
def test_looking_at_each_event_by_itself_finds_what_looking_at_all_laws_does(kind: str) -> None:
    """With moves of other amounts, and to other accounts, than the words say."""
    rows, version = first_of(kind)
    body: dict[str, Any] = json.loads(rows.events[version - 1].body)
    first, *others = body["moves"]
    broken = set[str]()
    of_nobody = ({"credit": "checks:nobody"}, {"debit": "layout:nobody"}, {"credit": "pot:red"}, {"credit": "pot"})
    for other in ({"amount_cents": first["amount_cents"] * 2}, {"credit": "tokes"}, {"debit": "play"}, *of_nobody):
        forged = with_event(rows, version, body=canonical({**body, "moves": [{**first, **other}, *others]}))
        LEDGER.run(forged, lambda _: None)
        everywhere: dict[str, Breach] = {}
        conserved = Conserved(everywhere)
        with suppress(*FAILURES):
            for event, folder in zip(forged.recorded, foldings_after(forged.recorded), strict=True):
                conserved.follow(event, folder.ledger, folder.seats)
        assert forged.breaches == everywhere
        broken |= everywhere.keys()
    assert broken


def test_checks_that_go_nowhere_are_missed_though_debits_equal_credits() -> None:
    """A toke booked as a loan that nobody gave: both sides of the ledger are equal, and checks are gone."""
    rows, version = first_of("TokeGiven")
    body: dict[str, Any] = json.loads(rows.events[version - 1].body)
    (move,) = body["moves"]
    lost = canonical({**body, "moves": [{**move, "credit": "stakes.owed:red/blue"}]})
    nowhere = CONSERVATION[-1]
    result = verify_rows(with_event(rows, version, body=lost), (LEDGER, nowhere)).finding
    assert result
    assert (result.check, result.version) == ("conserved: nothing from nowhere", version)
    assert "add up to zero" in result.what


SIZES = (1, 2, 7, 10_000)


def found_together(rows: Rows, size: int, monkeypatch: pytest.MonkeyPatch) -> Finding | None:
    """What is found_together of rows, so many of them together."""
    monkeypatch.setattr(inspection, "TOGETHER", size)
    return verify_rows(copied(rows)).finding


def other_amount(rows: Rows, version: int) -> Rows:
    body: dict[str, Any] = json.loads(rows.events[version - 1].body)
    return both_made_good(with_event(rows, version, body=canonical({**body, "stake_cents": body["stake_cents"] + 25})))


@cache
def forgeries() -> dict[str, Rows]:
    """Nights in which one row is wrong: its link, body, time, position, its id, and what the rules make of it."""
    rows, version = first_of("BetLost")
    number = next(row.number for row in rows.commands if row.version_after >= version)
    refused = next(row.number for row in rows.commands if row.refused)
    earlier = rows.commands[number - 3]
    body = rows.commands[number - 1].body
    return {
        "an event's link": with_event(rows, version, who="x"),
        "an event's body": both_made_good(with_event(rows, version, body=rows.events[version - 1].body + " ")),
        "an event's position": both_made_good(with_event(rows, version, position=1)),
        "an event that the rules make otherwise": other_amount(rows, version),
        "a command's link": with_command(rows, number, who="x"),
        "a command's body": both_made_good(with_command(rows, number, body=body.replace(":", ": "))),
        "half a character in a command": both_made_good(with_command(rows, number, body='{"do":"\\ud800"}')),
        "two commands in one body": both_made_good(with_command(rows, number, body=f"{body}\n{body}")),
        "a command's version": both_made_good(with_command(rows, number, version_before=0)),
        "a command's id": both_made_good(with_command(rows, number, id=earlier.id)),
        "a command's time": both_made_good(with_command(rows, number, at="x")),
        "another answer": both_made_good(with_command(rows, refused, refused="bank_broken")),
        "none wrong": rows,
    }


def test_however_many_rows_are_looked_at_together_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for what, rows in forgeries().items():
        findings = [found_together(rows, size, monkeypatch) for size in SIZES]
        assert (findings[0] is None) == (what == "none wrong"), what
        assert findings == [findings[0]] * len(SIZES), what


def test_progress_is_reported_during_a_batch() -> None:
    """And all of them are counted."""
    rows = max(nights(), key=lambda entry: len(entry.events))
    heard: list[int] = []

    def watch(looked: Any) -> None:
        events: Looked = looked[1]
        heard.append(events.done)

    verify_rows(copied(rows), watch=watch)
    assert set(heard) >= {0, inspection.TOGETHER, len(rows.events)}


SENDER = Sender(who="M. Earp", device="tablet-1")


def at_times(rows: Rows, times: dict[int, str]) -> Rows:
    """The rows with other times for some commands and their events, every hash made good."""
    ids = {row.id: times[row.number] for row in rows.commands if row.number in times}
    events = [row._replace(at=ids.get(row.command, row.at)) for row in rows.events]
    commands = [row._replace(at=ids.get(row.id, row.at)) for row in rows.commands]
    return both_made_good(copied(rows, events=events, commands=commands))


def opened_under(rows: Rows, rules: int) -> Rows:
    """The rows with another version of the rules in the opening, in a book without a house."""
    first, *rest = rows.events
    body: dict[str, Any] = {**json.loads(first.body), "rules": rules}
    return without_house(both_made_good(copied(rows, events=[first._replace(body=canonical(body)), *rest])))


@pytest.mark.parametrize(
    ("number", "at", "what"),
    [
        (3, "x", "its time is invalid: 'x'"),
        (3, "", "its time is invalid: ''"),
        (3, "2026-11-21 20:00:02", "its time is invalid"),
        (3, "2026-02-30T20:00:02.000Z", "its time is invalid"),
        (3, "2026-11-21T20:00:02.000+00:00", "its time is invalid"),
        (1, "2026-11-21T25:00:00.000Z", "its time is invalid"),
        (3, "2026-11-21T19:59:59.999Z", "before the night was opened at 2026-11-21T20:00:00.000Z"),
        (5, "2026-11-21T20:00:02.500Z", "before the command before it, of 2026-11-21T20:00:03.000Z"),
    ],
)
def test_an_invalid_early_or_disordered_time_is_named(number: int, at: str, what: str) -> None:
    """Though every hash was made good, and events have the times of their commands."""
    rows = at_times(stored([*of_both_games()][:8]), {number: at})
    result = verify_rows(rows).finding
    assert result
    assert (result.check, result.command) == ("times", number)
    assert what in result.what


def test_a_night_of_an_earlier_program_has_its_times_as_the_machines_clock_had_them() -> None:
    """Such a clock was set back now and then; what is no time at all was never written."""
    older = opened_under(stored([*of_both_games()][:8]), TIMES_IN_ORDER - 1)
    assert verify_rows(at_times(older, {5: "2026-11-21T19:00:00.000Z"})).sound
    result = verify_rows(at_times(older, {5: "late"})).finding
    assert result
    assert result.check == "times"


def test_a_clock_that_is_set_back_leaves_the_night_in_order() -> None:
    """A refused command has its time too; an hour later the clock has caught up."""
    hours = ("20:00:00", "20:10:00", "19:10:00", "19:11:00", "20:09:59", "20:11:00")
    with Book.open() as book:
        service = NightService(book, clock=clock(*(f"2026-11-21T{hour}.000Z" for hour in hours)))
        opening, *more = [*of_both_games()][:5]
        night = service.execute(opening, SENDER).night
        for document in more[:2]:
            service.execute(document, SENDER, night=night)
        with pytest.raises(Exception, match="unknown_player"):
            service.execute({"do": "tip", "player": "nobody", "amount": 25}, SENDER, night=night)
        for document in more[2:]:
            service.execute(document, SENDER, night=night)
        times = [command.at[11:19] for command in book.commands(night)]
        head = book.command_head(night)
        assert verify(book, night).sound
        assert [event.at[11:19] for event in book.events(night)] == [times[0], *times[1:3], *times[4:]]
    assert times == ["20:00:00", "20:10:00", "20:10:00", "20:10:00", "20:10:00", "20:11:00"]
    assert isinstance(head, CommandHead)
    assert head.at == "2026-11-21T20:11:00.000Z"


def without(rows: Rows, version: int) -> list[StoredEvent]:
    return [row for row in rows.events if row.version != version]


def swapped(rows: Rows, version: int) -> list[StoredEvent]:
    events = list(rows.events)
    events[version - 1 : version + 1] = reversed(events[version - 1 : version + 1])
    return events


def with_a_twin(rows: Rows, version: int) -> list[StoredEvent]:
    return [*rows.events[:version], rows.events[version - 1], *rows.events[version:]]


@pytest.mark.parametrize(("forge", "named"), [(without, 0), (swapped, 0), (with_a_twin, 1)])
def test_events_dropped_swapped_or_slipped_in_are_named(forge: Any, named: int) -> None:
    """As they are; numbered through; and with the chain made good."""
    for rows, version in map(first_of, KINDS[:: 5 if forge is not with_a_twin else 7]):
        ends = sorted(rows.ends)
        if (forge is swapped and version == len(rows.events)) or (version + 1, version) in zip(
            ends[1:], ends, strict=False
        ):
            continue
        forged = copied(rows, events=forge(rows, version))
        for row in (forged, renumbered(forged), events_made_good(renumbered(forged))):
            assert finding(row).version == version + named
    for rows in nights():
        for cut in (1, 3):
            assert finding(copied(rows, events=rows.events[:-cut])).version == len(rows.events) - cut + 1


def test_an_event_made_one_of_another_kind_with_the_same_body_is_named() -> None:
    """Both chains and every amount hold; only the rules know that the command coppers a bet."""
    rows, version = first_of("BetCoppered")
    result = finding(both_made_good(with_event(rows, version, kind="BetUncoppered")))
    assert (result.check, result.version) == ("decided again", version)
