"""What the commands at the terminal have in common: the book, the key of the house, and how trouble is said."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from dealer.refusal import Refusal, printable
from events.book import Book
from events.records import BookError
from web.house_key import KeyTrouble, make_key, read_key
from web.trouble import Trouble

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_BOOK = "night.db"

key_option = click.option(
    "--key-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The key of the house; by default beside the book, or casekeeper.key here where the book is a database.",
)


def book_option(default: str | None) -> Callable[[F], F]:
    """The option that names a book."""
    help_text = "A file, or the URL of a PostgreSQL database." + ("" if default else " Without it: one in memory.")
    return click.option("--book", "where", metavar="PATH_OR_URL", default=default, show_default=True, help=help_text)


@contextmanager
def troubles() -> Iterator[None]:
    """Every trouble that has a code and a sentence is one line on standard error, and exit status 1."""
    try:
        yield
    except (BookError, Refusal, Trouble) as error:
        stop(f"{error.why} [{error.code}]")


@contextmanager
def opened(where: str | None, *, create: bool = True) -> Iterator[Book]:
    """An open book; every trouble with it, and every refusal, is one line on standard error and exit status 1."""
    with troubles(), Book.open(where, create=create) as book:
        yield book


def house_key_of(path: Path, *, create: bool) -> bytes:
    """The key of the house in a file; ``create`` makes one where there is none, as nothing that matters hangs on it."""
    if create and not path.exists():
        return make_key(path)
    try:
        return read_key(path)
    except KeyTrouble as trouble:
        if trouble.code != "no_such_key":
            raise
        way_out = "put it back, or give new PINs with 'casekeeper staff pin NAME'"
        raise KeyTrouble(trouble.code, f"The staff's PINs hang on the key of the house at {path}: {way_out}.") from None


def print_line(line: str) -> None:
    """Print a line; what a book holds may have been forged, and nothing of it may move the cursor or wipe lines off."""
    click.echo(printable(line))


def print_json(document: Any) -> None:
    """Print a document as JSON, its names as they are read and what cannot be printed escaped in JSON's own way."""
    text = json.dumps(document, ensure_ascii=False, indent=1)
    click.echo("".join(one if one.isprintable() or one == "\n" else json.dumps(one)[1:-1] for one in text))


def stop(why: str) -> NoReturn:
    """Say why in one line, and end with status 1."""
    click.echo(f"casekeeper: {printable(why)}", err=True)
    sys.exit(1)


def clipped(name: str, longest: int) -> str:
    """A name for a narrow column of the screen: cut where it is longer than so many letters. Paper has names whole.

    >>> clipped("Doc Holliday", 15), clipped("Bartholomew Maximilian", 15)
    ('Doc Holliday', 'Bartholomew Ma…')
    """
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"
