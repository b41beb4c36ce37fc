"""What the terminal commands share: opening the book, its language, errors, and text for 80 columns."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from msgspec.structs import replace

from dealer.commands.refusal import Refusal, printable_sentence
from events.common.house import HOUSE, PAPERS, HouseStyleChosen, PapersPrinted
from events.printable import is_printable
from events.records import BookError
from reports.render_options import HouseStyle, style_of
from reports.words.language import ENGLISH, LANGUAGES, assert_known, book_error_text, write_in
from reports.words.language import gettext as _
from web.app.secret_key import SecretKeyError, make_key, read_key
from web.start import SetupError, loading

if TYPE_CHECKING:
    from dealer.commands.refusal import Phrase
    from dealer.streams import Sender
    from dealer.verification.book import HeldAgainst
    from dealer.verification.inspection import Finding
    from events.book.book import Book
    from events.book.lock import FileLock


F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_BOOK = "night.db"

PROGRAM_FAILED = 2
"""The exit status where the program itself failed, which says nothing against a book."""

_DATABASE_URL = re.compile(r"(postgres[\w+]*:/+).*?(?=( \[\w+\])?$)")


class PathOnly(click.Path):
    """A path on this machine. A URL ends the command: as a file's name it would show its password."""

    def __init__(self, **options: bool) -> None:
        super().__init__(path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; says in one line that a URL is none (``bad_input``)."""
        if "://" in str(value):
            hint = param.get_error_hint(ctx) if param and ctx else "PATH"
            stop(_("%(option)s needs a path, not a URL.", option=hint), "bad_input")
        return super().convert(value, param, ctx)


key_option = click.option(
    "--key-file",
    type=PathOnly(dir_okay=False),
    help="The house key; by default beside the book, or casekeeper.key here if the book is a database.",
)


def book_option(default: str | None) -> Callable[[F], F]:
    """The option that names a book."""
    help_text = "A file, or the URL of a PostgreSQL database." + ("" if default else " By default a book in memory.")
    return click.option("--book", "where", metavar="PATH_OR_URL", default=default, show_default=True, help=help_text)


def named(where: str) -> str:
    """A book as it is named in what is printed: a URL without its password, which would stay in a journal."""
    if "://" not in where:
        return where
    from sqlalchemy import make_url

    url = make_url(where)
    return url.difference_update_query([name for name in url.query if "password" in name]).render_as_string()


def without_url(text: str) -> str:
    """A message with the URL of a database cut short, as of one that was typed where it does not belong."""
    return _DATABASE_URL.sub(r"\1…", text)


def language_of_terminal() -> str:
    """The language of messages by the environment, as gettext looks it up; English if there is no catalog for it."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = re.split("[_.@]", locale)[0]
    return code if code in LANGUAGES else ENGLISH


def write_as_the_house(book: Book, night: str = "") -> None:
    """Write from here on in the house's language and currency, for a night in the currency of its first papers.

    A house that chose no style, or whose choice cannot be read, is written to in the language of the terminal.
    """
    try:
        style = _style_of(book, night)
    except (BookError, ValueError):
        style = HouseStyle(language=language_of_terminal())
    write_in(style)


def _style_of(book: Book, night: str) -> HouseStyle:
    """Read from the events, as the keeper of the printings comes with all games."""
    style, currency = HouseStyle(language=language_of_terminal()), ""
    for recorded in book.events(PAPERS):
        match recorded.event:
            case HouseStyleChosen(style=chosen):
                style = style_of(chosen)
            case PapersPrinted(night=printed, style=first) if printed == night:
                currency = currency or first.currency
    style = replace(style, currency=currency or style.currency)
    assert_known(style)
    return style


@contextmanager
def troubles() -> Iterator[None]:
    """Every trouble that has a code and a sentence is one line on standard error, and exit status 1."""
    try:
        yield
    except Refusal as refusal:
        # Late, as it comes with the words of all games.
        from reports.words.game_words import refusal_text

        stop(refusal_text(refusal, refusal.names), refusal.code)
    except BookError as error:
        stop(book_error_text(error), error.code)
    except SetupError as error:
        stop(error.why, error.code)


def program_failed(error: Exception) -> NoReturn:
    """Say in one line that the program has a fault, and end with :data:`PROGRAM_FAILED`."""
    # Late, as it comes with the whole of Flask.
    from web.app.log import what_broke

    why = _("The program failed: %(error)s. The book is not at fault.", error=what_broke(error))
    say(f"{why} [internal]")
    sys.exit(PROGRAM_FAILED)


@contextmanager
def _damage_told(book: Book, nights: Sequence[str]) -> Iterator[None]:
    """Tell a fault of the program, which goes on, from damage to the book, on which the program falls over too.

    Raises :class:`BookError` (``book_damaged``) where one of the nights, of all where none is named, is not sound, or
    is sound by its tables, and was read by an index that does not agree with them.
    """
    try:
        yield
    except (BookError, Refusal, SetupError):
        raise
    except Exception as error:
        # Late, as they come with all games.
        from dealer.verification.book import is_misread, verify_book
        from dealer.verification.inspection import FAILURES
        from dealer.verification.streams import verify

        if not isinstance(error, FAILURES):
            raise
        wanted = nights or book.nights()
        for night in wanted:
            finding = verify(book, night).finding
            if finding and not finding.fault:
                why = _("Night %(night)s is damaged: %(finding)s.", night=night, finding=finding_text(finding))
                raise BookError("book_damaged", why) from error
        finding = verify_book(book)
        if finding and any(is_misread(book, night) for night in wanted):
            raise BookError(
                "book_damaged", _("The book is damaged: %(finding)s.", finding=finding_text(finding))
            ) from error
        raise


@contextmanager
def opened(where: str | None, *nights: str, create: bool = True) -> Iterator[Book]:
    """A book opened to be written to; every trouble with it, and every refusal, is one line and exit status 1.

    ``nights`` are those that are asked for, where only some are. Prints a note where a server has the
    book open too: both write to the same chain.
    """
    with loading():
        from events.book.book import Book
    from events.book.lock import owner_of

    with troubles(), Book.open(where, create=create) as book:
        write_as_the_house(book, *nights[:1])
        if where:
            owners = book.servers() if "://" in where else filter(None, [owner_of(Path(where))])
            for owner in owners:
                say(_("%(owner)s also serves the book; both write to it.", owner=owner))
        for _path, held in _heads_of(book):
            if held.finding:
                _warn_of(held.finding)
        with _damage_told(book, nights):
            yield book


def _warn_of(finding: Finding) -> None:
    from reports.words.game_words import phrase_text

    say(_("warning: %(finding)s.", finding=phrase_text(finding.problem)))


@contextmanager
def opened_to_read(where: str, *nights: str, older: bool = False) -> Iterator[Book]:
    """A book opened to be read and for nothing else, as with :func:`opened`; ``older`` as in :meth:`Book.open`."""
    with loading():
        from events.book.book import Book

    with troubles(), Book.open(where, create=False, read_only=True, older=older) as book:
        write_as_the_house(book, *nights[:1])
        if book.note:
            say(book.note)
        with _damage_told(book, nights):
            yield book


@contextmanager
def owned(
    where: str, owner: str, heads: Iterable[Path] = ()
) -> Iterator[tuple[Book, FileLock | None, tuple[BookError | Phrase, ...]]]:
    """A book and, if it is a file, the lock of the server that owns it, which outlasts the block.

    Third is what is wrong with the book although it is served; it is printed too.

    Troubles are told as with :func:`opened`. A file is made its owner's alone. A book whose end is gone, by a head
    that is kept outside it, is not served.
    """
    with loading():
        from events.book.book import Book
    from events.book.lock import FileLock
    from events.book.name_lock import BookUse

    with troubles(), Book.open(where, heads=heads) as book:
        write_as_the_house(book)
        lock = None if "://" in where else FileLock.taken(Path(where), owner)
        if lock:
            # Until this process ends: while it starts another worker, nobody may write under another name.
            BookUse(Path(os.path.realpath(where)), writes=True)
        try:
            warnings = (*(_look_at_files(book, where) if lock else ()), *_assert_not_short(book))
            yield book, lock, warnings
        except BaseException:
            if lock:
                lock.release()
            raise


def _look_at_files(book: Book, where: str) -> list[BookError]:
    """Say whether a book's file is damaged, and make its files their owner's alone; returns the damage."""
    from events.book.database import damaged_structure
    from events.book.file import close_to_others

    faults = book.uniqueness_faults()
    damage = [damaged_structure(faults)] if faults else []
    for error in damage:
        say(book_error_text(error))
    changed = close_to_others(Path(where))
    if changed:
        files = ", ".join(map(str, changed))
        say(_("Others could read %(files)s. Now only the owner can.", files=files))
    return damage


def _assert_not_short(book: Book) -> list[BookError | Phrase]:
    """Raise :class:`BookError` (``book_short``) if a head outside the book has seen more; warn if it differs.

    Also warn if no head is there although the book has a note of one. Returns the warnings.
    """
    # Late, as it comes with all games.
    from dealer.verification.book import head_missed

    warnings: list[BookError | Phrase] = []
    compared = [*_heads_of(book, warnings.append)]
    missed = None if compared or warnings or not book.last_position() else head_missed(_noted_heads(book), [])
    if missed:
        _warn_of(missed)
        warnings.append(missed.problem)
    for path, held in compared:
        if held.finding and held.short:
            from reports.words.game_words import phrase_text

            why = _(
                "The book is not served: %(finding)s; "
                "put the newer book back, or move %(head)s away to continue from here.",
                finding=phrase_text(held.finding.problem),
                head=path,
            )
            raise BookError("book_short", why)
        if held.finding:
            _warn_of(held.finding)
            warnings.append(held.finding.problem)
    return warnings


def _heads_of(
    book: Book, unreadable: Callable[[BookError], object] = lambda error: None
) -> Iterator[tuple[Path, HeldAgainst]]:
    """A book compared with each head that is kept outside it, where that can be read; ``unreadable`` gets why not.

    Heads that only its note names are among them, as of a stick that was not named this time.
    """
    from events.book.external_head import read_head

    for path in dict.fromkeys((*book.kept_heads, *_noted_heads(book))):
        try:
            head = read_head(path)
        except BookError as error:
            say(book_error_text(error))
            unreadable(error)
            continue
        if head:
            # Late, as it comes with all games.
            from dealer.verification.book import held_against

            yield path, held_against(book, head, path.name)


def _noted_heads(book: Book) -> list[Path]:
    from events.book.head_notes import paths_of

    return paths_of(book.heads_noted(), next(iter(book.kept_heads), None))


def nights_asked(book: Book, named: Sequence[str]) -> list[str]:
    """The nights asked for, each once, or all nights and the house; the house first, then by date, then as opened.

    The house is asked for as ``house``.
    """
    known = [HOUSE, *book.nights()]
    unknown = [night for night in named if night not in known]
    if unknown:
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=unknown[0][:64])
    wanted = [night for night in known if night in named] if named else known
    return sorted(wanted, key=lambda night: (night != HOUSE, night[: len("2026-11-21")]))


def unreadable(book: Book, streams: Sequence[str], read: Callable[[str], object]) -> set[str]:
    """The streams that cannot be read, each named on standard error with the reason.

    Raises the last reason (:class:`BookError`, ``book_damaged``) where no night can be read.
    """
    damaged = {}
    for stream in streams:
        try:
            read(stream)
        except BookError as error:
            if error.code != "book_damaged":
                raise
            damaged[stream] = error
    if damaged and damaged.keys() >= set(streams) - {HOUSE}:
        raise damaged[streams[-1]]
    for stream, damage in damaged.items():
        say(_("%(night)s is left out: %(why)s", night=stream, why=book_error_text(damage)))
    return set(damaged)


def the_terminal() -> Sender:
    """Who it is that keeps the staff, chooses a style or prints at the terminal."""
    from dealer.streams import Sender

    return Sender(who="the terminal", device="the server")


def secret_key_of(path: Path, *, create: bool) -> bytes:
    """The key of the house in a file; ``create`` makes one where there is none, as nothing that matters hangs on it."""
    if create and not path.exists():
        return make_key(path)
    try:
        return read_key(path)
    except SecretKeyError as trouble:
        if trouble.code != "no_such_key":
            raise
        why = _(
            "The staff's PINs need the house key at %(path)s: "
            "put it back, or give new PINs with 'casekeeper staff pin NAME'.",
            path=path,
        )
        raise SecretKeyError(trouble.code, why) from None


def print_line(line: str) -> None:
    """Print a line; what a book holds may have been forged, and nothing of it may move the cursor or wipe lines off."""
    click.echo(printable_sentence(line))


def finding_text(finding: Finding) -> str:
    """What is wrong and where, in the language in force."""
    # Late, as it comes with the words of all games.
    from reports.words import game_words

    return game_words.finding_text(finding)


def print_json(document: Any) -> None:
    """Print a document as JSON, its names as they are read and what cannot be printed escaped in JSON's own way."""
    encoding = sys.stdout.encoding if sys.stdout else "utf-8"
    text = json.dumps(document, ensure_ascii=encoding.lower() != "utf-8", indent=1)
    click.echo(
        "".join(
            character if is_printable(character) or character == "\n" else json.dumps(character)[1:-1]
            for character in text
        )
    )


def say(line: str) -> None:
    """Say something that a person should know, in one line on standard error."""
    click.echo(f"casekeeper: {without_url(printable_sentence(line))}", err=True)


def stop(why: str, code: str = "") -> NoReturn:
    """Say why in one line with its code, and end with status 1."""
    say(f"{why} [{code}]" if code else why)
    sys.exit(1)
