"""``casekeeper rescue``: saves what can be read of a damaged book into a new one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from events.records import BookError
from reports.words.language import book_error_text, ngettext
from reports.words.language import gettext as _
from web.app.secret_key import key_file_of
from web.command_line.terminal import PathOnly, finding_text, print_line, say, stop, troubles, write_as_the_house
from web.start import loading

if TYPE_CHECKING:
    from dealer.verification.rescue import Saved
    from events.book.book import Book
    from events.book.external_head import BookHead
    from events.book.rescue import Rescue


@click.command()
@click.argument("damaged", metavar="BOOK", type=PathOnly(dir_okay=False))
@click.argument("new", type=PathOnly(dir_okay=False))
def rescue(damaged: Path, new: Path) -> None:
    """Save every night that can be read from the damaged file BOOK, and its house, staff and papers, into the file NEW.

    Of each the part before its first fault is saved, byte for byte; what was cut is named, with the reason. BOOK is
    only read: end its server first, and keep it with the files beside it. The exit status is 0 where everything was
    saved and is sound, and 1 where it is not.
    """
    with loading():
        from dealer.verification.rescue import rescue as save
        from events.book.backup import assert_free, keep
        from events.book.book import Book
        from events.book.file import make_private
        from events.book.working_folders import working_folder

    if new.exists():
        stop(_("There is already a file at %(file)s. Name another for the new book.", file=new), "file_exists")
    with troubles():
        _assert_free(damaged)
        try:
            with working_folder(new.parent) as folder:
                assert_free(new, damaged)
                copy = folder / "book.db"
                make_private(copy)
                head = _head_beside(damaged)
                saved = save(Path(os.path.realpath(damaged)), copy, head, _earlier_rescues(damaged))
                with Book.open(copy, create=False, read_only=True) as book:
                    write_as_the_house(book)
                    new_head = book.newest_head()
                    wrong = [*_what_is_wrong(book)]
                    lines = [*_lines(damaged, new, saved, head, new_head, wrong)]
                keep(copy, new, new_head)
        except OSError as error:
            why = error.strerror or str(error)
            stop(_("The new book cannot be written to %(file)s: %(why)s.", file=new, why=why), "unwritable")
    for line in lines:
        print_line(line)
    if wrong or not _is_all(saved):
        sys.exit(1)


def _assert_free(damaged: Path) -> None:
    """Raise :class:`BookError` if there is no such book, or a server has it open."""
    from events.book.lock import owner_of

    if not damaged.exists():
        raise BookError("no_such_book", "There is no book at %(path)s.", path=damaged)
    if not damaged.is_file():
        raise BookError("not_a_book", "%(path)s is not a file.", path=damaged)
    owner = owner_of(damaged)
    if owner:
        raise BookError("book_owned", "%(owner)s serves the book. End it first.", owner=owner)


def _head_beside(damaged: Path) -> BookHead | None:
    """The head beside the book; ``None`` if there is none, or it cannot be read, which is said."""
    from events.book.external_head import read_head
    from events.book.file import head_beside

    try:
        return read_head(head_beside(damaged))
    except BookError as error:
        say(book_error_text(error))
        return None


def _earlier_rescues(damaged: Path) -> list[Rescue]:
    """What the book lacked before, if it was itself saved from a damaged file and that can still be read."""
    from events.book.book import Book

    with suppress(BookError), Book.open(damaged, create=False, read_only=True) as book:
        return book.rescues()
    return []


def _what_is_wrong(book: Book) -> Iterator[str]:
    """What verification finds in the new book, a line each."""
    from dealer.verification.book import verify_book
    from dealer.verification.house import house_of
    from web.command_line.verify import verdict_of

    spans = book.spans()
    finding = verify_book(book, spans)
    if finding:
        yield _("The book: NOT SOUND. %(finding)s.", finding=finding_text(finding))
    house = house_of(book, spans)
    with click.progressbar(spans.streams, label=_("Verifying"), file=sys.stderr) as bar:
        for stream in bar:
            finding = verdict_of(book, stream, lambda _: None, spans, house).finding
            if finding:
                yield _("%(night)s: NOT SOUND. %(finding)s.", night=stream, finding=finding_text(finding))


def _line(saved: Saved) -> str:
    """How much of a stream was saved."""
    from reports.words.game_words import phrase_text

    extent = saved.extent
    named = {
        "stream": saved.stream,
        "events": ngettext("%(num)s event", "%(num)s events", extent.events),
        "commands": ngettext("%(num)s command", "%(num)s commands", extent.commands),
        "known_events": ngettext("%(num)s event", "%(num)s events", extent.known_events),
        "known_commands": ngettext("%(num)s command", "%(num)s commands", extent.known_commands),
    }
    if saved.finding is None:
        return _("%(stream)s: whole. %(events)s, %(commands)s.", **named)
    place = saved.finding.place
    named |= {"place": phrase_text(place) if place else "", "problem": phrase_text(saved.finding.problem)}
    if extent.commands:
        return _(
            "%(stream)s: cut after %(events)s, %(commands)s of %(known_events)s, %(known_commands)s or more; "
            "%(place)s: %(problem)s.",
            **named,
        )
    return _("%(stream)s: lost, with %(known_events)s, %(known_commands)s or more; %(place)s: %(problem)s.", **named)


def _is_all(saved: Sequence[Saved]) -> bool:
    return all(stream.whole for stream in saved)


def _lines(
    damaged: Path, new: Path, saved: Sequence[Saved], head: BookHead | None, new_head: BookHead, wrong: Sequence[str]
) -> Iterator[str]:
    """What was saved and what is wrong with it, for a person."""
    yield from map(_line, saved)
    yield from wrong
    if head is None:
        yield _("No head was beside the book: an end that was lost without a trace is not noticed.")
    streams = ngettext("%(num)s stream", "%(num)s streams", len(new_head.streams))
    events = sum(stream.events for stream in new_head.streams.values())
    yield _(
        "%(file)s has %(events)s in %(streams)s. Its head is beside it.",
        file=new,
        events=ngettext("%(num)s event", "%(num)s events", events),
        streams=streams,
    )
    key = key_file_of(str(damaged))
    if key.exists():
        yield _(
            "The copy does not contain the house key. Copy %(key)s too and keep it elsewhere: "
            "PINs do not work without it.",
            key=key,
        )
    if not _is_all(saved):
        yield _("Not everything was saved, and 'casekeeper verify' will always say so.")
    elif wrong:
        yield _("Everything was saved, and it is NOT SOUND.")
    else:
        yield _("Everything was saved, and it is sound.")
