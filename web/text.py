"""Text for a terminal of 80 columns: headings, wrapped sentences and columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from reports.words.language import gettext as _
from reports.words.language import number

WIDTH = 80


NAME = 18
"""How wide the column of players' names is."""


def clipped(name: str, longest: int) -> str:
    """A name for a narrow column of the screen: cut where it is longer than so many letters. Paper has names whole.

    >>> clipped("Doc Holliday", 15), clipped("Bartholomew Maximilian", 15)
    ('Doc Holliday', 'Bartholomew Ma…')
    """
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def title(text: str) -> str:
    """A heading with an empty line above it and a rule to the edge."""
    return f"\n{text} ".ljust(WIDTH + 1, "─")


def wrapped(text: str, indent: int = 0) -> list[str]:
    """A sentence, indented where it goes on."""
    return wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * max(indent, 2))


def in_columns(start: str, last: str) -> Iterator[str]:
    """A line that begins with its columns, and whose last one goes on below where it is long."""
    first, *rest = wrap(last, WIDTH - len(start)) or [""]
    yield (start + first).rstrip()
    yield from (" " * len(start) + line for line in rest)


def data_text(value: Any, names: Mapping[str, str]) -> str:
    """A value of JSON data in words; ``names`` are the players' names by seat key.

    >>> data_text({"red": -3, "blue": [4, 5]}, {"red": "Ada"})
    'Ada −3, blue 4 5'
    """
    match value:
        case bool():
            return _("yes") if value else _("no")
        case int():
            return number(value)
        case dict():
            return ", ".join(f"{names.get(key, key)} {data_text(item, names)}" for key, item in value.items())
        case list() | tuple():
            apart = ", " if any(isinstance(item, list | tuple) or item in names for item in value) else " "
            return apart.join(data_text(item, names) for item in value) or "–"
        case _:
            return names.get(value, str(value)) if value else "–"
