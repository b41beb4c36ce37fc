"""The fragments of the tablet's page, by id, and the difference between two renderings."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from itertools import count
from typing import Any, TypeAlias

from flask import Response, make_response, request
from markupsafe import Markup

from events.cache import Cache
from events.frozen import Frozen
from web.app.app_cache import DrawnLast, drawn_once, kept_in_language, kept_under

SHOWN = "Table-Shown"
"""The header of a request that names the drawing that its page shows."""

DRAWN = "Table-Drawn"
"""The header of an answer that names its drawing."""

SINCE = "Table-Since"
"""The header of an answer with only the differences from a drawing, which it names; other pages cannot use it."""

MOST_TABLES = 64
"""For how many tables drawings are cached: those drawn last."""

MOST_DRAWINGS = 10
"""How many drawings are cached for each table; a page that shows an older one is sent the whole table."""

_PROCESS = secrets.token_hex(8)
_numbers = count(1)


def new_name() -> str:
    """A name that no other drawing has, of this process or of another."""
    return f"{_PROCESS}-{next(_numbers)}"


def answer(table: Hashable, now: Drawing, name: str) -> Response:
    """Answer this request with a table's drawing: whole, or the differences from the one that the page shows."""
    tables: Cache[Hashable, Cache[str, Parts]] = kept_under("drawings", lambda: Cache(MOST_TABLES))
    at_hand = tables.get_or_put(table, lambda: Cache(MOST_DRAWINGS))
    at_hand.put(name, now.parts)
    shown = request.headers.get(SHOWN, "")
    before = at_hand.get(shown)
    differs = changes(before, now.parts) if before is not None else None
    response = make_response(now.html if differs is None else differs)
    response.headers[DRAWN] = name
    if differs is not None:
        response.headers[SINCE] = shown
    return response


AT_HAND = "tablet pieces"
"""The name under which an application keeps the pieces that it drew."""

MOST_PIECES = 400
"""How many pieces are cached for each of the latest tables: a table has some 200, and a touch redraws a dozen."""

MOST_TABLES_OF_PIECES = 32
"""For how many tables pieces are cached; many of their pieces are the same."""

_MARKED = re.compile(r'<pieces (\d+) (\d+)>|<(\w+) id="([^"]+)" (?:class="part\b|data-piece\b)')
"""Matches the placeholders of pieces in rendered text, and the beginnings of marked elements.

Text that people entered cannot match: its ``<`` is escaped.
"""
_BEGINS = re.compile(r'<(\w+)[^>]*? id="([^"]+)"')
_OF_DRAWINGS = frozenset(("circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "text", "use"))


class Piece(Frozen, kw_only=False):
    """An element with an id; its ``content`` is text and the pieces nested in it.

    ``outline`` is the content with each nested piece replaced by its id.
    """

    id: str
    tag: str
    content: tuple[str | Piece, ...]
    outline: tuple[str | tuple[str], ...]

    @classmethod
    def of(cls, name: str, tag: str, content: tuple[str | Piece, ...]) -> Piece:
        """The piece of a content."""
        return cls(name, tag, content, tuple((piece.id,) if isinstance(piece, Piece) else piece for piece in content))

    @property
    def html(self) -> str:
        """All of it."""
        return "".join(piece.html if isinstance(piece, Piece) else piece for piece in self.content)

    @property
    def pieces(self) -> Iterator[Piece]:
        """The pieces that lie in it."""
        return (piece for piece in self.content if isinstance(piece, Piece))

    @property
    def place(self) -> str:
        """The empty element that stands for it if it has not changed."""
        return f'<{self.tag} id="{self.id}" data-same></{self.tag}>'


Parts: TypeAlias = Mapping[str, Piece]
"""The parts of a table by their ids, in order."""


class Drawing(Frozen, kw_only=False):
    """A table as it was drawn: its parts, with what stands around them."""

    content: tuple[str | Piece, ...]

    @property
    def html(self) -> str:
        """All of it."""
        return "".join(piece.html if isinstance(piece, Piece) else piece for piece in self.content)

    @property
    def parts(self) -> Parts:
        """Its parts."""
        return {piece.id: piece for piece in self.content if isinstance(piece, Piece)}


def drawing(table: Hashable, draw: Callable[[], str]) -> Drawing:
    """The drawing of a table; ``draw`` renders its template, with what was drawn before for any table."""
    # A macro belongs to its application.
    draws = kept_in_language(AT_HAND, lambda: DrawnLast(_draw, MOST_PIECES, MOST_TABLES_OF_PIECES)).of(table)
    drawn_once().of(table)
    return Drawing(_content(*_drawn(draw, draws)))


def piece(macro: Callable[..., str], *arguments: Hashable) -> Markup:
    """For templates: the element that a macro draws; it may depend on nothing but these arguments."""
    drawn, inside = _inside.get()
    return _put(inside, [drawn(macro, *arguments)])


def pieces(macro: Callable[..., str], things: Iterable[Hashable], *arguments: Hashable) -> Markup:
    """For templates: the elements that a macro draws, one from each of some things with the same other arguments."""
    drawn, inside = _inside.get()
    return _put(inside, [drawn(macro, thing, *arguments) for thing in things])


def changes(shown: Parts, now: Parts) -> str | None:
    """The HTML that updates a page from parts ``shown`` to ``now``: each changed element in a ``<template>``.

    SVG elements are wrapped in an ``<svg>`` there. An unchanged element within a changed element is empty and marked
    ``data-same``. ``None`` if the table has other parts.
    """
    if list(shown) != list(now):
        return None
    found: list[str] = []
    for before, after in zip(shown.values(), now.values(), strict=True):
        _compare(before, after, found)
    return "\n".join(f"<template>{html}</template>" for html in found)


def _compare(before: Piece, after: Piece, found: list[str]) -> None:
    if before == after:
        return
    if before.outline == after.outline:
        for piece, other in zip(before.pieces, after.pieces, strict=True):
            _compare(piece, other, found)
    else:
        html = _beside(before, after)
        found.append(f"<svg>{html}</svg>" if after.tag in _OF_DRAWINGS else html)


def _beside(before: Piece, after: Piece) -> str:
    """The HTML of a changed piece, with unchanged nested pieces left empty."""
    had = {piece.id: piece for piece in before.pieces}
    return "".join(
        part if isinstance(part, str) else _in_place(had[part.id], part) if part.id in had else part.html
        for part in after.content
    )


def _in_place(before: Piece, after: Piece) -> str:
    return after.place if before == after else _beside(before, after)


_Draws: TypeAlias = Callable[..., Piece]

_inside: ContextVar[tuple[_Draws, list[Piece]]] = ContextVar("inside")
"""While something is drawn: the function that draws pieces, and the pieces drawn in it so far."""


def _drawn(draw: Callable[[], str], draws: _Draws) -> tuple[str, list[Piece]]:
    inside: list[Piece] = []
    before = _inside.set((draws, inside))
    try:
        return str(draw()), inside
    finally:
        _inside.reset(before)


def _draw(macro: Callable[..., str], *arguments: Any) -> Piece:
    draws, _ = _inside.get()
    text, inside = _drawn(lambda: macro(*arguments), draws)
    text = text.strip()
    begins = _BEGINS.match(text)
    if begins is None or not text.endswith((f"</{begins[1]}>", "/>")):
        raise ValueError(f"a piece is one element with an id, and not {text[:80]!r}")
    return Piece.of(begins[2], begins[1], _content(text, inside, begins.end()))


def _put(inside: list[Piece], drawn: list[Piece]) -> Markup:
    at = len(inside)
    inside.extend(drawn)
    return Markup(f"<pieces {at} {len(inside)}>")


def _content(text: str, inside: list[Piece], at: int = 0) -> tuple[str | Piece, ...]:
    """Rendered text, split into text and pieces; matches before ``at`` are skipped."""
    content: list[str | Piece] = []
    done = 0
    while found := _MARKED.search(text, at):
        content.append(text[done : found.start()])
        if found[1]:
            done = found.end()
            content.extend(inside[int(found[1]) : int(found[2])])
        else:
            done = _end_of(text, found)
            element = text[found.start() : done]
            content.append(Piece.of(found[4], found[3], _content(element, inside, found.end() - found.start())))
        at = done
    return (*content, text[done:])


def _end_of(text: str, begins: re.Match[str]) -> int:
    """The end of a marked element: where every tag of its name that was opened is closed."""
    depth = 0
    for found in re.compile(rf"<(/?){begins[3]}\b[^>]*?(/?)>").finditer(text, begins.start()):
        depth += -1 if found[1] else 0 if found[2] else 1
        if not depth:
            return found.end()
    raise ValueError(f"the element {begins[4]} does not end")
