"""``casekeeper backup``, ``restore`` and ``copy``: a book copied whole, as of one moment, and verified."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, TypeVar

import click

from events.book.lock import owner_of
from events.records import BookError
from reports.words.formatting import labelled
from reports.words.language import gettext as _
from reports.words.language import ngettext
from web.app.secret_key import key_file_of
from web.command_line.terminal import (
    PathOnly,
    finding_text,
    named,
    opened_to_read,
    print_line,
    stop,
    troubles,
)
from web.start import loading

if TYPE_CHECKING:
    from events.book.backup import Progress
    from events.book.book import Book
    from events.book.external_head import BookHead

T = TypeVar("T")


@click.command()
@click.argument("where", metavar="BOOK")
@click.argument("target", type=PathOnly())
@click.option("--replace", is_flag=True, help="Overwrite an existing file with the copy.")
def backup(where: str, target: Path, replace: bool) -> None:
    """Copy BOOK whole into the file TARGET, or under a name with the time into that folder, and verify the copy.

    The server may go on serving it. The exit status is 0 where the copy is whole and sound, and 1 where it is not: a
    copy that is not whole is not kept; one of a book that is not sound is, without a head beside it.
    """
    if target.is_dir():
        # Late, as it comes with Flask.
        from web.app.backups import file_name

        target /= file_name(where, datetime.now(UTC))
    if target.exists() and not replace:
        stop(_("There is already a file at %(file)s. Overwrite it with --replace.", file=target), "file_exists")
    head, wrong = _copied(where, str(target), keeps_unsound=True)
    print_line(
        _(
            "%(file)s is a complete copy as of %(at)s: %(events)s in %(streams)s.",
            file=target,
            at=head.at,
            **_lengths(head),
        )
    )
    _say_where_the_key_is(where)
    if wrong:
        print_line(_("The copy is NOT SOUND, because the book is not. %(wrong)s.", wrong=wrong))
        sys.exit(1)
    print_line(_("The copy was verified: sound. Its head is beside it."))


@click.command()
@click.argument("source", metavar="BACKUP", type=PathOnly())
@click.argument("target", metavar="BOOK")
def restore(source: Path, target: str) -> None:
    """Verify the file BACKUP and put its content in place as BOOK, a new file or the URL of a database without a book.

    A backup that is not sound is refused. BACKUP is not changed.
    """
    owner = owner_of(source)
    if owner:
        why = _("%(file)s is served by %(owner)s and is no backup: use 'casekeeper copy'.", file=source, owner=owner)
        stop(why, "book_owned")
    _take_over(str(source), target)


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy the book FROM into TO: each is a file or the URL of a PostgreSQL database, and TO has no book yet.

    A server may go on serving FROM: the copy is as of one moment. A book that is not sound is not copied.
    """
    _take_over(source, target)


def _take_over(source: str, target: str) -> None:
    """Copy a sound book to where there is none, and say so."""
    head, _wrong = _copied(source, target, keeps_unsound=False)
    print_line(
        _(
            "%(target)s has all of %(source)s as of %(at)s: %(events)s in %(streams)s. "
            "It was verified: sound. The heads of all streams are equal.",
            target=named(target),
            source=named(source),
            at=head.at,
            **_lengths(head),
        )
    )
    if key_file_of(target) != key_file_of(source):
        _say_where_the_key_is(source)


def _copied(where: str, target: str, *, keeps_unsound: bool) -> tuple[BookHead, str]:
    """Copy a book to a path or into a database; returns the head of the copy and what is wrong with it, "" if sound.

    Unless it ``keeps_unsound``, the book must be sound, and nothing may be at the target.
    """
    with loading():
        from events.book.backup import assert_free, assert_no_book, copy, copy_into_database, keep
        from events.book.book import Book
        from events.book.working_folders import working_folder

    file = None if "://" in target else Path(target)
    try:
        with opened_to_read(where, older=True) as book:
            # Before the book, which only grows meanwhile.
            heads = [] if keeps_unsound else _heads_beside(where, target)
            if not keeps_unsound:
                assert_no_book(target)
            if file:
                assert_free(file, where)
            with working_folder(file.parent if file else Path(gettempdir())) as folder:
                copied = folder / "book.db"
                head = _with_bar(_("Copying"), lambda tell: copy(book, copied, tell))
                with troubles(), Book.open(copied, create=False, read_only=True) as again:
                    wrong = _what_is_wrong(again, head)
                    if not keeps_unsound:
                        _assert_sound(wrong, _missing(again, heads))
                if file:
                    assert_free(file, where)
                    if not keeps_unsound:
                        assert_no_book(target)
                    keep(copied, file, None if wrong else head)
                else:
                    _with_bar(_("Writing"), lambda tell: copy_into_database(copied, target, tell))
    except OSError as error:
        why = error.strerror or str(error)
        stop(_("The copy cannot be written to %(file)s: %(why)s.", file=named(target), why=why), "unwritable")
    return head, wrong


def _assert_sound(wrong: str, missing: str) -> None:
    """Raise :class:`BookError` (``not_sound``) for what is wrong with a copy, or missing in it."""
    if wrong:
        why = _("Nothing was copied: %(wrong)s. 'casekeeper rescue' saves the nights that are whole.", wrong=wrong)
        raise BookError("not_sound", why)
    if missing:
        raise BookError("not_sound", _("Nothing was copied: %(missing)s.", missing=missing))


def _heads_beside(*places: str) -> list[tuple[Path, BookHead]]:
    """The heads beside the files of books, which may outlast them; :class:`BookError` for one that cannot be read."""
    from events.book.external_head import read_head
    from events.book.file import head_beside

    paths = [head_beside(Path(where)) for where in places if "://" not in where]
    return [(path, head) for path in paths for head in (read_head(path),) if head]


def _missing(copied: Book, heads: Sequence[tuple[Path, BookHead]]) -> str:
    """What a copy lacks by the heads of other books; "" if nothing."""
    from dealer.verification.book import held_against

    for path, head in heads:
        finding = held_against(copied, head, path.name).finding
        if finding:
            return _(
                "%(finding)s; move %(head)s away to continue from this book", finding=finding_text(finding), head=path
            )
    return ""


def _what_is_wrong(copied: Book, head: BookHead) -> str:
    """The first fault that ``verify`` finds in a copy; "" if it is sound.

    Raises :class:`BookError` (``copy_short``) where the copy does not have the heads of the book.
    """
    with loading():
        from dealer.verification.book import verify_book
        from dealer.verification.house import house_of
        from web.command_line.verify import verdict_of

    if copied.newest_head().streams != head.streams:
        raise BookError("copy_short", "The copy does not end as the book does, and was deleted. Try again.")
    spans = copied.spans()
    wrong = verify_book(copied, spans)
    finding = finding_text(wrong) if wrong else ""
    house = house_of(copied, spans)
    with click.progressbar(spans.streams, label=_("Verifying"), file=sys.stderr) as bar:
        for night in bar:
            verdict = verdict_of(copied, night, lambda _: None, spans, house)
            if verdict.finding and not finding:
                finding = labelled(night, finding_text(verdict.finding))
    return finding


def _with_bar(label: str, work: Callable[[Progress], T]) -> T:
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of or 1
            bar.update(done - bar.pos)

        return work(tell)


def _lengths(head: BookHead) -> dict[str, str]:
    return {
        "events": ngettext("%(num)s event", "%(num)s events", head.position),
        "streams": ngettext("%(num)s stream", "%(num)s streams", len(head.streams)),
    }


def _say_where_the_key_is(where: str) -> None:
    key = key_file_of(where)
    if key.exists():
        print_line(
            _(
                "The copy does not contain the house key. Copy %(key)s too and keep it elsewhere: "
                "PINs do not work without it.",
                key=key,
            )
        )
