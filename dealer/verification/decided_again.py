"""Decides every command of a stream again and compares the events with those in the book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, zip_longest
from typing import Any, TypeVar, cast

import msgspec

from dealer.commands.commands import Command, OpenNight
from dealer.commands.refusal import Phrase, Refusal, marked, number_of, phrase, refusal_of
from dealer.house.roles import HOUSE_VERSION, signers_of
from dealer.night.command_parsing import read_command
from dealer.night.decide import as_recorded, decide, open_again, open_night
from dealer.night.evolve import evolve_all
from dealer.night.house import Context, Earlier, depends_on_house
from dealer.night.night import Night, opening
from dealer.rules_version import THE_HOUSE
from dealer.verification.inspection import (
    COMMANDS,
    FAILURES,
    Check,
    Difference,
    Finding,
    Progress,
    Rows,
    after_of,
    answer_of,
    at_command,
    at_event,
    before_of,
    body_of,
    command_body,
    command_id,
    error_phrase,
    event_body,
    refused_of,
    together,
    why_of,
)
from dealer.verification.inspection import number_of as command_number
from events.book.chain import Columns, StoredCommand
from events.book.event_types import encode
from events.book.reading import document_in
from events.common.event import Event
from events.common.night import NightOpened
from events.records import Recorded

S = TypeVar("S")
DecideAgain = Callable[[S, StoredCommand], tuple[Event, ...]]
"""Decides a command's row in a state; returns the events."""
StateAfter = Callable[[S, StoredCommand, tuple[Event, ...], bool], S]
"""Returns the state after the events of a command's row; the flag says whether they equal the book's."""
Begun = tuple[S, DecideAgain[S], StateAfter[S]]
"""The state before the first rows, and the functions to decide and to go on."""
DecideAtOnce = Callable[[Sequence[Columns]], S | None]
"""Decides several rows at once; returns the state after them if they equal the book's, else ``None``."""

NAME = marked("decided again")


class NotDecidedSo(Exception):
    """A command cannot have been decided as it is recorded; ``why`` says why not."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


_NO_FAULT = (msgspec.MsgspecError, RecursionError, NotDecidedSo)
"""The exceptions for a command body that is unreadable or that this program does not write."""


def decided_again(
    begun: Callable[[Rows], Begun[S]], at_once: Callable[[Rows], DecideAtOnce[S]] = lambda _: lambda _: None
) -> Check:
    """The check for a kind of stream, from its ``begun`` state, deciding many commands ``at_once``."""
    return Check(
        name=NAME,
        says=marked("the rules make the same events of every command again, and refuse what was refused"),
        things=COMMANDS,
        run=lambda rows, tell: _check_decisions(rows, tell, begun(rows), at_once(rows)),
    )


def _check_decisions(rows: Rows, tell: Progress, begun: Begun[S], decide_at_once: DecideAtOnce[S]) -> Finding | None:
    """Decide every command again, including refused ones, and compare the results with the book."""
    state, decide_again, state_after = begun
    # The first command has no state before it.
    for _, some in (*together(rows.command_rows[:1]), *together(rows.command_rows[1:])):
        after = decide_at_once(some)
        if after is not None:
            state = after
            tell(len(some))
            continue
        for row in map(StoredCommand._make, some):
            state, finding = _decide(rows, row, state, decide_again, state_after)
            if finding:
                return finding
            tell(1)
    return None


def _decide(
    rows: Rows, row: StoredCommand, state: S, decide_again: DecideAgain[S], state_after: StateAfter[S]
) -> tuple[S, Finding | None]:
    """Decide a command again; returns the state after it and the finding, if any."""
    its_own = slice(row.version_before, row.version_after)
    recorded = rows.recorded[its_own]
    try:
        made = decide_again(state, row)
        are_same = len(made) == len(recorded) and all(map(_is_same, made, recorded, rows.event_rows[its_own]))
        state = state_after(state, row, made, are_same)
    except Refusal as refusal:
        was = refusal_of(row.refused, row.why) if row.refused else None
        if was is None or refusal.differs_from(was):
            now = error_phrase(refusal)
            problem = phrase("decided again it is refused (%(now)s), and it was taken", now=now)
            if was:
                problem = phrase(
                    "decided again it is refused (%(now)s), and it was refused (%(was)s)",
                    now=now,
                    was=error_phrase(was),
                )
            return state, _other_answer(row, problem, was, refusal)
        return state, None
    except (*FAILURES, NotDecidedSo) as error:
        what = phrase(
            "decided again it fails: %(error)s",
            error=error.why if isinstance(error, NotDecidedSo) else error_phrase(error),
        )
        finding = at_command(NAME, row.number, row.version_before, what)
        # The rules accept or refuse any command; other exceptions are faults of the program.
        return state, replace(finding, fault=not isinstance(error, _NO_FAULT))
    if row.refused:
        was = refusal_of(row.refused, row.why)
        problem = phrase("decided again it is accepted, but it was refused (%(code)s)", code=was.code)
        return state, _other_answer(row, problem, was, None)
    if are_same:
        return state, None
    # The last command may be cut off before a failing event. A command that claims no more events than are here is
    # compared with all of its new events, so that none can be dropped with it.
    cut = row.version_after > len(rows.event_rows)
    there = len(rows.event_rows) - row.version_before
    return state, _compare(made[:there] if cut else made, recorded, rows, row)


def _decide_night_again(
    rows: Rows, recorded: NightOpened | None, earlier: Earlier, night: Night | None, row: StoredCommand
) -> tuple[Event, ...]:
    """The events of a command, decided under the rules version of the ``recorded`` opening, if there is any.

    ``earlier`` has the documents of the night's commands, which corrections need.
    """
    document = document_in(row.body)
    command = read_command(document, night)
    if night is None:
        if not isinstance(command, OpenNight):
            raise Refusal("no_such_night", "The first command does not open a night.")
        if recorded is None:
            return (open_night(command),)
        if recorded.rules >= THE_HOUSE and rows.house:
            house = rows.house.at(recorded.house_version)
            Context(house=house, document=document, signers=signers_of(document)).check_signers(None)
        return (open_again(command, recorded, *as_recorded(recorded)),)
    return decide(night, command, _context(rows, night, command, row, document, earlier))


def _context(rows: Rows, night: Night, command: Command, row: Columns, document: Any, earlier: Earlier) -> Context:
    """The context that a command of a night was decided in."""
    house = rows.house
    if night.opened.rules < THE_HOUSE or house is None or not isinstance(document, dict):
        return Context(earlier=earlier)
    version = document.get(HOUSE_VERSION)
    if version is None and house.has_people:
        state = house.at(house.version_before(rows, before_of(row)))
        if depends_on_house(night, command, state):
            raise NotDecidedSo(phrase("it was decided without the house, and depends on it"))
    return Context.recorded(document, earlier, house.at)


def _night_after(
    rows: Rows, before: Night | None, row: StoredCommand, made: tuple[Event, ...], are_same: bool
) -> Night:
    """The night after a command; if its events equal the book's, the night they were folded into."""
    folded = rows.folded.get(row.version_after)
    if folded is not None and are_same:
        return folded
    if before is None:
        return opening(row.night, cast(NightOpened, made[0]), row.id)
    return evolve_all(before, row.id, made)


def _begun(rows: Rows) -> Begun[Night | None]:
    return None, partial(_decide_night_again, rows, _opening(rows), _documents(rows)), partial(_night_after, rows)


def _at_once(rows: Rows) -> DecideAtOnce[Night | None]:
    decide_at_once = partial(_decide_at_once, rows, _documents(rows))
    return lambda some: rows.decided.get(command_number(some[-1])) or decide_at_once(some)


class AlongTheFold:
    """Decides the commands of a night while its events are folded, as many at once as are read together.

    The nights are then still in the processor's cache and can be dropped. If some commands do not match the book, no
    more are decided here, and the nights are stored for the check, which reports the difference.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows, self._decide_at_once = rows, partial(_decide_at_once, rows, _documents(rows))
        self._left = [some for _, some in together(rows.command_rows[1:])][::-1]

    def go_on(self, version: int, night: Night) -> None:
        """Add the night after another command with events, at a version."""
        rows = self._rows
        rows.folded[version] = night
        while self._left and after_of(self._left[-1][-1]) == version:
            some = self._left.pop()
            if self._decide_at_once(some) is None:
                self._left.clear()
                return
            rows.decided[command_number(some[-1])] = night
            rows.folded = {version: night}


def _decide_at_once(rows: Rows, earlier: Earlier, some: Sequence[Columns]) -> Night | None:
    """The night after some commands, if each gives the book's events on the night before it."""
    nights = [*map(rows.folded.get, map(before_of, some))]
    if not all(nights):
        return None
    again: list[tuple[Event, ...]] = [()] * len(some)
    try:
        # Do each step for all commands together: the code then stays in the processor's cache.
        documents = [*map(document_in, map(command_body, some))]
        commands = list(map(read_command, documents, nights))
        kinds = [type(command).__name__ for command in commands]
        for at in sorted(range(len(some)), key=kinds.__getitem__):
            row, night = some[at], cast(Night, nights[at])
            try:
                again[at] = decide(
                    night, commands[at], _context(rows, night, commands[at], row, documents[at], earlier)
                )
            except Refusal as refusal:
                if not refusal.matches_recorded(refused_of(row), why_of(row)):
                    return None
            else:
                if refused_of(row) or len(again[at]) != after_of(row) - before_of(row):
                    return None
    except Exception:  # whatever they raise of nights that may be forged: each is looked at by itself
        return None
    recorded = [row.event for row in rows.recorded[before_of(some[0]) : after_of(some[-1])]]
    # Equal events have the same type and the same text, except for the settings of an opening.
    return rows.folded.get(after_of(some[-1])) if [*chain.from_iterable(again)] == recorded else None


DECIDED_AGAIN = decided_again(_begun, _at_once)


def _documents(rows: Rows) -> Earlier:
    """The documents of a night's commands by id; raises :class:`LookupError` for an unknown id."""
    bodies = cache(lambda: {command_id(row): command_body(row) for row in rows.command_rows})
    return lambda command: msgspec.convert(document_in(bodies()[command]), dict[str, Any])


def _opening(rows: Rows) -> NightOpened | None:
    """The opening of a night in the book; ``None`` if its first event is another."""
    first = rows.recorded[0].event if rows.recorded else None
    return first if isinstance(first, NightOpened) else None


def _compare(made: tuple[Event, ...], recorded: list[Recorded], rows: Rows, row: StoredCommand) -> Finding | None:
    for at, (again, stored) in enumerate(zip_longest(made, recorded), start=row.version_before + 1):
        if again and stored and _is_same(again, stored, rows.event_rows[at - 1]):
            continue
        difference = Difference(stored=body_of(stored.event if stored else None), again=body_of(again))
        if again is None:
            what = phrase("decided again, its command makes no %(kind)s", kind=stored.kind)
        elif stored is None:
            what = phrase("decided again, its command makes a %(kind)s that is not there", kind=type(again).__name__)
        elif type(again) is not type(stored.event):
            what = phrase(
                "decided again it is %(kind)s, and the book has %(stored)s",
                kind=type(again).__name__,
                stored=stored.kind,
            )
        else:
            what = phrase(
                "decided again it is %(kind)s %(difference)s",
                kind=type(again).__name__,
                difference=phrase_of(difference),
            )
        return at_event(NAME, at, what, difference)
    return None


def _is_same(again: Event, stored: Recorded, row: Columns) -> bool:
    """Whether an event is the stored one; older bodies may have other bytes for the same event."""
    if type(again) is not type(stored.event):
        return False
    written = encode(again)
    return written == event_body(row) or written == encode(stored.event)


def phrase_of(difference: Difference) -> Phrase:
    """The first differing value in words, and the number of others."""
    first, *more = (field for field in difference.fields if field.differs)
    differs = phrase(
        "whose %(field)s is %(again)s and not %(stored)s",
        field=first.path,
        again=first.again or _MISSING,
        stored=first.stored or _MISSING,
    )
    if not more:
        return differs
    others = number_of(len(more), "%(num)s other value", "%(num)s other values")
    return phrase("%(difference)s, and so for %(others)s", difference=differs, others=others)


_MISSING = phrase("missing")


def _other_answer(row: StoredCommand, what: Phrase, was: Refusal | None, again: Refusal | None) -> Finding:
    difference = Difference(stored=answer_of(was), again=answer_of(again))
    return at_command(NAME, row.number, row.version_before, what, difference)
