"""The rows of a stream checked one after another: both chains, every fact's command, and the times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import repeat
from operator import attrgetter
from types import GenericAlias
from typing import Any, get_type_hints

import msgspec

from dealer.commands.refusal import refusal_of
from dealer.rules_version import TIMES_IN_ORDER
from dealer.verification.inspection import Check, Finding, Progress, Rows, at_command, at_fact, recorded_of
from events.book.chain import StoredCommand, StoredFact, digest, first_link, is_text
from events.book.fact_types import UnknownFact, encode, is_of_record
from events.book.writing import canonical
from events.facts.fact import Fact
from events.facts.night import NightOpened
from events.frozen import Frozen
from events.records import Recorded, moment_of

_TOGETHER = 256
"""So many rows are looked at together; nobody else's turn to work comes meanwhile."""

_encode_into = msgspec.json.Encoder().encode_into
_COMMANDS, _FACTS, _TIMES = "chain of commands", "chain of facts", "times"


def check_commands(rows: Rows, tell: Progress) -> Finding | None:
    """The chain of the commands, and that each follows on the version that the one before it made."""
    version, ids = 0, set[object]()
    links = broken_links(rows.commands, COMMAND_CHAIN, first_link("commands", rows.night))
    for number, (row, broken) in enumerate(zip(rows.commands, links, strict=True), start=1):
        what = (
            broken
            or _wrong_versions(row, version)
            or _wrong_answer(row)
            or _unreadable_command(row)
            or ("another command before it has its id" if row.id in ids else None)
        )
        if what:
            return at_command(_COMMANDS, number, version, what)
        version = row.version_after
        ids.add(row.id)
        tell(1)
    return None


def check_facts(rows: Rows, tell: Progress) -> Finding | None:
    """The chain of the facts, that each is an accepted command's, and that none is missing at a night's end."""
    makers = {row.id: row for row in rows.commands if row.refused is None}
    links = broken_links(rows.facts, FACT_CHAIN, first_link("facts", rows.night))
    recorded, position = list[Recorded](), 0
    for version, (row, broken) in enumerate(zip(rows.facts, links, strict=True), start=1):
        what = broken or _wrong_maker(row, makers.get(row.command), version)
        if what is None:
            try:
                recorded.append(recorded_of(row))
            except UnknownFact as error:
                what = str(error)
            else:
                what = _written_otherwise(row, recorded[-1].fact)
        if what:
            return at_fact(_FACTS, version, what)
        if row.position != position + 1:
            misplaced = _misplaced(rows.facts, version)
            if misplaced:
                return at_fact(
                    _FACTS, misplaced, "its position in the book is not between those of the facts around it"
                )
        position = row.position
        tell(1)
    rows.recorded = recorded
    last = max((row.version_after for row in makers.values()), default=0)
    if rows.whole and last != len(rows.facts):
        return at_fact(_FACTS, len(rows.facts) + 1, f"it is missing; the commands made {last} facts")
    return None


def check_times(rows: Rows, tell: Progress) -> Finding | None:
    """Whether each command's time is one, and in a night that keeps its times in order not before the last one's.

    A fact has the time of its command, as :func:`check_facts` sees.
    """
    in_order = _keeps_order(rows)
    opened = last = None
    for number, row in enumerate(rows.commands, start=1):
        at = row.at
        moment = moment_of(at)
        if moment is None:
            what = f"its time is none: '{at}'"
        elif in_order and opened and moment < opened:
            what = f"it was given at {at}, before the night was opened at {rows.commands[0].at}"
        elif in_order and last and moment < last:
            what = f"it was given at {at}, before the command before it, of {rows.commands[number - 2].at}"
        else:
            what = ""
        if what:
            return at_command(_TIMES, number, row.version_before, what)
        opened, last = opened or moment, moment
        tell(1)
    return None


CHAINS = (
    Check(
        name=_COMMANDS,
        says="every command, the refused ones too, follows from the one before it",
        things="commands",
        look=check_commands,
    ),
    Check(
        name=_FACTS,
        says="every fact follows from the one before it and was made by a command of the book",
        things="facts",
        look=check_facts,
    ),
    Check(
        name=_TIMES,
        says="every command has a time, and none is before the opening or before the command before it",
        things="commands",
        look=check_times,
    ),
)
"""The checks of every stream's rows."""


def _keeps_order(rows: Rows) -> bool:
    """Whether the program that opened the night kept its times in order, whatever the machine's clock did."""
    first = rows.recorded[0].fact if rows.recorded else None
    return isinstance(first, NightOpened) and first.rules >= TIMES_IN_ORDER


def _wrong_versions(row: StoredCommand, version: int) -> str | None:
    """Why a command does not follow on the night's version as the one before it left it."""
    if row.version_before != version:
        return f"it was taken at version {row.version_before} of a night that stood at {version}"
    if row.version_after < version:
        return f"it brought the night back from version {version} to {row.version_after}"
    # A command that was taken may make nothing, as a style chosen again does; deciding it again tells whether it may.
    if row.version_after > version and row.refused is not None:
        return "it was refused and made facts"
    return None


def _wrong_answer(row: StoredCommand) -> str | None:
    """Why a command's code and sentence are no answer: a refusal has a sentence that can be printed."""
    if row.refused is None:
        return None if row.why is None else "it was taken and has the sentence of a refusal"
    kept = row.why or ""
    try:
        says_something = refusal_of(row.refused, kept).why.strip() and kept.isprintable()
    except (AssertionError, ValueError):
        says_something = False
    return None if says_something else f"it was refused ({row.refused}) with what is no sentence: '{kept}'"


def _misplaced(facts: list[StoredFact], version: int) -> int | None:
    """Which fact is out of its place in the book, this one or the one before it; none where both follow in order.

    The facts of a command stand side by side; those of other nights may come between commands.
    """
    first, before, here = [0, 0, *(row.position for row in facts[max(version - 3, 0) : version])][-3:]
    together = version > 1 and facts[version - 2].command == facts[version - 1].command
    if here == before + 1 or (here > before and not together):
        return None
    return version - 1 if first < here < before else version


def _wrong_maker(row: StoredFact, maker: StoredCommand | None, version: int) -> str | None:
    """Why a fact is not one that the command it names can have made."""
    if maker is None or maker.hash != row.command_hash:
        return "the command that it names is not in the book as it was"
    if not maker.version_before < version <= maker.version_after:
        return "its command made other facts"
    if _sent(maker) == _sent(row):
        return None
    return next(f"its '{name}' is not its command's" for name in _SENT if getattr(maker, name) != getattr(row, name))


_SENT = ("at", "who", "device")
_sent = attrgetter(*_SENT)


class Chain(Frozen, eq=False):
    """The rows of a table, chained: the place of the column that numbers them, and the kinds of all but the hash.

    ``hashed`` is the type of what the hashes of many rows are taken over.
    """

    number: int
    kinds: dict[str, Any]
    hashed: Any

    @classmethod
    def of(cls, row: type[StoredFact | StoredCommand], number: str) -> Chain:
        """The chain of such rows."""
        kinds = get_type_hints(row)
        del kinds["hash"]
        hashed = msgspec.defstruct(row.__name__, kinds.items(), array_like=True, gc=False)
        return cls(number=row._fields.index(number), kinds=kinds, hashed=GenericAlias(list, hashed))


FACT_CHAIN = Chain.of(StoredFact, "version")
COMMAND_CHAIN = Chain.of(StoredCommand, "number")


def broken_links(rows: Sequence[StoredFact | StoredCommand], chain: Chain, previous: str) -> Iterator[str | None]:
    """Why each of some rows does not follow from the one before it; nothing where it does.

    Many are looked at together. Where something is wrong with one of these, each is looked at by itself.
    """
    for first in range(0, len(rows), _TOGETHER):
        some = rows[first : first + _TOGETHER]
        if _all_follow(some, chain, first, previous):
            yield from repeat(None, len(some))
            previous = some[-1].hash
            continue
        for number, row in enumerate(some, start=first + 1):
            yield _broken_link(row, chain, previous, number)
            previous = row.hash


def _all_follow(rows: Sequence[StoredFact | StoredCommand], chain: Chain, first: int, previous: str) -> bool:
    """Whether all of some rows follow, the first of them after so many others."""
    at, written, begun = chain.number, bytearray(), sha256()
    try:
        hashed = msgspec.convert(rows, chain.hashed)
        for number, (row, columns) in enumerate(zip(rows, hashed, strict=True), start=first + 1):
            if row[at] != number or row.prev_hash != previous:
                return False
            _encode_into(columns, written)
            # A copy of a hash that has begun takes less than one more that begins.
            own = begun.copy()
            own.update(written)
            previous = row.hash
            if own.hexdigest() != previous:
                return False
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False
    return True


def _broken_link(row: StoredFact | StoredCommand, chain: Chain, previous: str, number: int) -> str | None:
    for (column, kind), value in zip(chain.kinds.items(), row, strict=False):
        if not isinstance(value, kind):
            return f"its '{column}' is of another kind than that column's"
        if isinstance(value, str) and not is_text(value):
            return f"its '{column}' is no text in UTF-8"
    if row[chain.number] != number:
        return f"it says that it is number {row[chain.number]}; one before it is missing or out of its place"
    if row.prev_hash != previous:
        return "it does not follow from the one before it"
    if digest(row[:-1]) != row.hash:
        return "it was changed: its columns do not give its hash"
    return None


def _unreadable_command(row: StoredCommand) -> str | None:
    try:
        written = canonical(msgspec.json.decode(row.body))
    except (msgspec.MsgspecError, RecursionError) as error:
        return f"its body does not read: {error}"
    return None if written == row.body else _OTHERWISE


def _written_otherwise(row: StoredFact, fact: Fact) -> str | None:
    """Why a fact's body is none that this program, or an earlier one of it, can have written."""
    kind, schema_version, body = row.kind, row.schema_version, row.body
    if schema_version < fact.schema_version:
        return None if is_of_record(kind, schema_version, body) else _OTHERWISE
    written = encode(fact)
    return None if written == body or _is_older(body, written) else _OTHERWISE


def _is_older(body: str, written: str) -> bool:
    """Whether a body lacks only what has a default now, as one of a program's earlier days may.

    It never has more than what is written today, or another order.
    """
    try:
        stored: dict[str, Any] = msgspec.json.decode(body)
        known = msgspec.json.decode(written)
        same = all(name in known and known[name] == value for name, value in stored.items())
        return same and canonical(stored) == body
    except (msgspec.MsgspecError, RecursionError):
        return False


_OTHERWISE = "its body is not written as this program writes one"
