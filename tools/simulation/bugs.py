"""Bugs to plant, one for each promise: each replaces one function of the product, or of the restated outbox."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError

from dealer.streams import NightStore, StreamStore
from dealer.verification import book as verification
from events.book.database import book_error, sqlite_engine
from events.book.tables import BookTable
from events.book.unit_of_work import Group, UnitOfWork, insert_rows
from events.book.writer import Writer, _Waiting
from tools.simulation import house as simulated
from tools.simulation.outbox import WITHOUT_ANSWER, Outbox

Replaced = tuple[Any, str, Any]


def _answer_before_sync() -> list[Replaced]:
    make = sqlite_engine

    def engine(*arguments: Any, **named: Any) -> Any:
        made = make(*arguments, **named)
        event.listen(made, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
        return made

    return [(simulated, "sqlite_engine", engine)]


def _answer_failed_commit() -> list[Replaced]:
    def fail(writer: Writer, waiting: Any, error: Exception) -> None:
        writer._trouble = book_error(error) if isinstance(error, SQLAlchemyError) else None

    return [(Writer, "_fail", fail)]


def _group_answered_early() -> list[Replaced]:
    run = _Waiting.run

    def run_and_call(waiting: _Waiting, group: Group) -> None:
        run(waiting, group)
        waiting.is_answered = True
        waiting.call()

    return [(_Waiting, "run", run_and_call)]


def _command_id_ignored() -> list[Replaced]:
    return [(UnitOfWork, "command", lambda unit, ident, stream="": None)]


def _command_id_per_stream() -> list[Replaced]:
    find = UnitOfWork.command

    def command(unit: UnitOfWork, ident: str, stream: str = "") -> Any:
        found = find(unit, ident, stream)
        return found if found and found.stream == stream else None

    return [(UnitOfWork, "command", command)]


def _half_committed() -> list[Replaced]:
    commands, events = (BookTable.metadata.tables[name] for name in ("commands", "facts"))

    def flush(group: Group) -> None:
        if group.commands:
            insert_rows(group.connection, {commands: group.commands})
            group.ids.add([row[0] for row in group.commands])
            group.inserted += len(group.commands)
            group.connection.exec_driver_sql("COMMIT")
            group.connection.exec_driver_sql("BEGIN IMMEDIATE")
        if group.events:
            insert_rows(group.connection, {events: group.events})
        group.commands, group.events = [], []

    return [(Group, "flush", flush)]


def _writer_ignores_others() -> list[Replaced]:
    take = Writer._take_on_disk
    return [(Writer, "_take_on_disk", lambda writer, connection: writer._on_disk or take(writer, connection))]


def _readers_ignore_others() -> list[Replaced]:
    at = StreamStore.at
    return [(StreamStore, "at", lambda store, stream: store._on_disk.get(stream) or at(store, stream))]


def _readers_see_uncommitted() -> list[Replaced]:
    at = StreamStore.at
    return [(StreamStore, "at", lambda store, stream: store._written.get(stream) or at(store, stream))]


def _failed_commit_remembered() -> list[Replaced]:
    take, keep = Writer._take_on_disk, UnitOfWork.keep

    def take_again(writer: Writer, connection: Any) -> Any:
        known, taken = writer._on_disk, take(writer, connection)
        writer._on_disk = taken if known is not taken else known
        return taken

    def keep_at_once(unit: UnitOfWork) -> None:
        keep(unit)
        unit._group.on_disk.heads |= unit._heads

    return [(Writer, "_take_on_disk", take_again), (UnitOfWork, "keep", keep_at_once)]


def _stale_version_accepted() -> list[Replaced]:
    execute = StreamStore.execute

    def without_version(store: Any, *arguments: Any, expected_version: int | None = None, **named: Any) -> Any:
        return execute(store, *arguments, **named)

    return [(StreamStore, "execute", without_version)]


def _house_entry_left_out() -> list[Replaced]:
    return [(NightStore, "follow", lambda *_: None)]


def _clock_set_back() -> list[Replaced]:
    return [(UnitOfWork, "not_before", lambda unit, stream, at: at)]


def _head_before_commit() -> list[Replaced]:
    begin, flush = Writer.__init__, Group.flush
    writers: dict[Any, Writer] = {}

    def init(writer: Writer, engine: Any, *arguments: Any) -> None:
        writers[engine] = writer
        begin(writer, engine, *arguments)

    def flush_with_head(group: Group) -> None:
        flush(group)
        told = writers[group.connection.engine]._told
        heads = {
            stream: (group.heads.get(stream) or group.on_disk.head(group.connection, stream), last)
            for stream, last in group.command_heads.items()
        }
        told(group.position, heads)
        told.__self__.write_now()  # type: ignore[attr-defined]

    return [(Writer, "__init__", init), (Group, "flush", flush_with_head)]


def _lost_end_unnoticed() -> list[Replaced]:
    held = verification.held_against

    def unseen(book: Any, head: Any, name: str) -> Any:
        return verification.HeldAgainst(name=name, head=held(book, head, name).head, finding=None)

    return [(verification, "held_against", unseen), (simulated, "held_against", unseen)]


def _touches_out_of_order() -> list[Replaced]:
    return [(Outbox, "first", property(lambda outbox: outbox.entries[-1] if outbox.entries else None))]


def _touches_forgotten_on_reload() -> list[Replaced]:
    def reload(outbox: Outbox) -> None:
        outbox.entries.clear()
        outbox.held.clear()

    return [(Outbox, "reload", reload)]


def _touch_dropped_without_answer() -> list[Replaced]:
    deliver = Outbox._deliver

    def deliver_once(outbox: Outbox, touch: Any) -> bool:
        ask = outbox.ask

        def ask_once(touch: Any) -> Any:
            answer = ask(touch)
            if answer and answer.status in WITHOUT_ANSWER:
                outbox.entries.remove(touch)
            return answer

        outbox.ask = ask_once
        try:
            return deliver(outbox, touch)
        finally:
            outbox.ask = ask

    return [(Outbox, "_deliver", deliver_once)]


BUGS: dict[str, Callable[[], list[Replaced]]] = {
    "answer-before-sync": _answer_before_sync,
    "answer-failed-commit": _answer_failed_commit,
    "group-answered-early": _group_answered_early,
    "command-id-ignored": _command_id_ignored,
    "command-id-per-stream": _command_id_per_stream,
    "half-committed": _half_committed,
    "failed-commit-remembered": _failed_commit_remembered,
    "writer-ignores-others": _writer_ignores_others,
    "readers-ignore-others": _readers_ignore_others,
    "readers-see-uncommitted": _readers_see_uncommitted,
    "stale-version-accepted": _stale_version_accepted,
    "house-entry-left-out": _house_entry_left_out,
    "clock-set-back": _clock_set_back,
    "head-before-commit": _head_before_commit,
    "lost-end-unnoticed": _lost_end_unnoticed,
    "touches-out-of-order": _touches_out_of_order,
    "touches-forgotten-on-reload": _touches_forgotten_on_reload,
    "touch-dropped-without-answer": _touch_dropped_without_answer,
}


@contextmanager
def planted(bug: str) -> Iterator[None]:
    """Plant a bug for the block."""
    with ExitStack() as patched:
        for owner, name, replacement in BUGS[bug]():
            patched.enter_context(patch.object(owner, name, replacement))
        yield
