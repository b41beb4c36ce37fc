"""``casekeeper backup``: a whole copy of a book, made while the table plays, and verified."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealer.commands.phrases import counted
from events.records import BookError
from web.app.secret_key import key_file_of
from web.command_line.terminal import opened_to_read, print_line, stop, troubles
from web.serving.loading import loading

if TYPE_CHECKING:
    from events.book.book import Book
    from events.book.outside_head import BookHead


@click.command()
@click.argument("where", metavar="BOOK")
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Put the copy in the place of a file that is there already.")
def backup(where: str, target: Path, replace: bool) -> None:
    """Copy BOOK whole into the file TARGET, or under a name with the time into that folder, and verify the copy.

    The server may go on serving it. The exit status is 0 where the copy is whole and sound, and 1 where it is not: a
    copy that is not whole is not kept, one of a book that is not sound is.
    """
    with loading():
        from events.book.backup import assert_free, keep, new_file
        from events.book.book import Book
        from events.book.outside_head import write_head
        from events.storage.file import head_beside

    if target.is_dir():
        target /= f"{_name_of(where)}-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
    if target.exists() and not replace:
        stop(f"There is a file at {target} already; --replace puts the copy in its place. [file_exists]")
    try:
        with opened_to_read(where) as book, new_file(target) as copied:
            assert_free(target, where)
            head = book.newest_head()
            _copy(book, copied)
            with troubles(), Book.open(copied, create=False, read_only=True) as again:
                wrong = _what_is_wrong(again, head)
            keep(copied, target)
            write_head(head_beside(target), head)
    except OSError as error:
        stop(f"The copy cannot be written to {target}: {error.strerror or error}. [unwritable]")
    so_far = f"{counted(head.position, 'fact')} or more in {counted(len(head.streams), 'stream')}"
    print_line(f"{target} is a whole copy as of {head.at}: {so_far}. Its head is beside it.")
    key = key_file_of(where)
    if key.exists():
        print_line(f"The key of the house is not in it: copy {key} too, and keep that elsewhere. PINs hang on it.")
    if wrong:
        print_line(f"The copy is NOT SOUND, as the book is not. {wrong}.")
        sys.exit(1)
    print_line("The copy was verified: sound.")


def _copy(book: Book, into: Path) -> None:
    from events.book.backup import copy

    with click.progressbar(length=1, label="Copying", file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of or 1
            bar.update(done - bar.pos)

        copy(book, into, tell)


def _what_is_wrong(copied: Book, head: BookHead) -> str:
    """What is wrong with a copy's nights; :class:`BookError` (``copy_short``) where it is not whole."""
    with loading():
        from dealer.verification.book import held_against, verify_book
        from web.command_line.verify import verdict_of

    held = held_against(copied, head, "the book's head")
    if held.finding:
        raise BookError("copy_short", f"The copy is not whole and was not kept: {held.finding.what}.")
    spans = copied.spans()
    found: Any = verify_book(copied, spans)
    with click.progressbar(spans.streams, label="Verifying", file=sys.stderr) as bar:
        for night in bar:
            verdict = verdict_of(copied, night, lambda _: None, spans)
            if verdict.finding and not found:
                found = f"{night}: {verdict.finding}"
    return str(found or "")


def _name_of(where: str) -> str:
    return "book" if "://" in where else Path(where).stem
