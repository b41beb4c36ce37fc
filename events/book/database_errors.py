"""Turns database failures into a sentence for a person."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from events.records import BookError

_FULL = (
    "The disk is full, and nothing of this was recorded: free some space where the book is kept; "
    "what was touched waits on the tablet until then."
)

_REFUSES = "The disk does not take what is written, and nothing of this was recorded: look whether it is full."

_DAMAGED = "The book's file is damaged; restore it from a copy."

_TROUBLES = (
    ("disk is full", "book_full", _FULL),
    ("no space left", "book_full", _FULL),
    (
        "disk i/o error",
        "book_unwritable",
        _REFUSES,
    ),
    ("not a database", "not_a_book", "That file is not a casekeeper book."),
    ("malformed", "book_damaged", _DAMAGED),
    ("could not decode", "book_damaged", _DAMAGED),
    ("readonly", "book_unwritable", "The book's file may only be read: nothing of this was recorded."),
    ("unable to open", "book_unreadable", "The book's file cannot be opened there."),
    ("is locked", "book_busy", "Another program is writing to the book; try again in a moment."),
    ("lock timeout", "book_busy", "Another program is writing to the book; try again in a moment."),
    ("append only", "append_only", "The book is append only: nothing in it is changed or taken out."),
    ("connection", "book_unreadable", "The book's database does not answer."),
    ("failed to resolve", "book_unreadable", "The book's database does not answer."),
)


def book_error(error: SQLAlchemyError) -> BookError:
    """The :class:`BookError` for a database error: a code and a sentence, never only the database's own words."""
    text = str(getattr(error, "orig", None) or error).lower()
    for part, code, why in _TROUBLES:
        if part in text:
            return BookError(code, why)
    first_line = text.splitlines()[0] if text else type(error).__name__
    return BookError("book_trouble", f"The database behind the book failed: {first_line}.")


def damaged_file() -> BookError:
    """The error for a file whose damage SQLite reports in bytes that are not text."""
    return BookError("book_damaged", _DAMAGED)


def damaged_structure(faults: Sequence[str]) -> BookError:
    """The error for writing to a database whose structure has faults."""
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return BookError(
        "book_damaged",
        f"Nothing is written to this book, for its indexes do not agree with its tables: {faults[0]}{more}. Stop, copy "
        "the file, look at it with `casekeeper verify`, and rebuild the indexes with `casekeeper reindex`.",
    )
