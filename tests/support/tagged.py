"""A tagged PDF as whoever has it read aloud meets it: its elements in order, with their text and where that stands.

The tree is read with pikepdf, the text of every marked piece with pdfium: two programs that know nothing of how the PDF
was made. Places are in points, from the lower left corner of the page.
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
from pypdfium2 import raw

_HYPHEN_AT_LINE_END = "\x02"
"""How pdfium gives a hyphen at the end of a line."""
_WITHIN_A_WORD = 0.14
"""How far apart, in heights of their letters, two pieces of one word may stand: a space is twice as wide."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a page, pages counted from 0."""

    page: int
    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: Box, slack: float = 0.0) -> bool:
        """Whether two places share more than a strip as wide as ``slack``."""
        return (
            self.page == other.page
            and min(self.right, other.right) - max(self.left, other.left) > slack
            and min(self.top, other.top) - max(self.bottom, other.bottom) > slack
        )


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text that is set in one go, and where."""

    text: str
    box: Box


@dataclass(frozen=True)
class Element:
    """An element of the structure: ``H1``, ``Table``, ``TD``, ``Figure``."""

    role: str
    parts: tuple[Element | Run, ...]
    alt: str | None = None
    attributes: dict[str, Any] = field(default_factory=dict)

    def walk(self) -> Iterator[Element]:
        """This element and all within it, in order."""
        yield self
        for part in self.parts:
            if isinstance(part, Element):
                yield from part.walk()

    def all(self, *roles: str) -> list[Element]:
        """The elements of these roles within it, in order."""
        return [one for one in self.walk() if one.role in roles]

    def where(self, holds: Callable[[Element], bool]) -> Element:
        """The first element within it of which something holds; :class:`LookupError` where there is none."""
        found = next((one for one in self.walk() if holds(one)), None)
        if found is None:
            raise LookupError(f"no such element in {self.text[:200]!r}")
        return found

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Its pieces of text, in order."""
        return tuple(run for part in self.parts for run in (part.runs if isinstance(part, Element) else (part,)))

    @cached_property
    def text(self) -> str:
        """Its text with single spaces."""
        said = ""
        for run, before in zip(self.runs, (None, *self.runs), strict=False):
            said += run.text if before is None or _goes_on(before, run) else f" {run.text}"
        said = " ".join(said.replace("\N{NO-BREAK SPACE}", " ").split())
        return said.replace(f"{_HYPHEN_AT_LINE_END} ", "-").replace(" ,", ",")

    @property
    def cells(self) -> list[list[Element]]:
        """Of a table: its rows of cells."""
        return [row.all("TD", "TH") for row in self.all("TR")]


def _goes_on(before: Run, after: Run) -> bool:
    """Whether a piece goes on in the word that the piece before began: on the same line, without a gap."""
    one, other = before.box, after.box
    same_line = one.page == other.page and min(one.top, other.top) > max(one.bottom, other.bottom)
    as_close = abs(other.left - one.right) < _WITHIN_A_WORD * max(one.top - one.bottom, other.top - other.bottom)
    return same_line and as_close and not before.text.endswith(_HYPHEN_AT_LINE_END)


@dataclass(frozen=True)
class TaggedPdf:
    """A PDF's structure, its pages' sizes, and the text that stands in no element: the foot of every page."""

    root: Element
    sizes: tuple[tuple[float, float], ...]
    beside: tuple[Run, ...]

    @property
    def text(self) -> str:
        """All that is read aloud."""
        return self.root.text

    def tables(self, *, headed: str) -> list[Element]:
        """The tables that follow a heading of these words, up to the next heading."""
        found, within = [], False
        for one in self.root.walk():
            if one.role in ("H1", "H2", "H3", "H4"):
                within = one.text.startswith(headed)
            elif within and one.role == "Table":
                found.append(one)
        return found

    def foot(self, page: int) -> str:
        """What stands on a page in no element."""
        return " ".join(" ".join(run.text for run in self.beside if run.box.page == page).split())

    @property
    def runs(self) -> tuple[Run, ...]:
        """Every piece of text."""
        return (*self.root.runs, *self.beside)


def read_tagged(content: bytes) -> TaggedPdf:
    """A tagged PDF from its bytes."""
    sizes, runs = _runs_of(content)
    with pikepdf.open(BytesIO(content)) as document:
        pages = {page.objgen: at for at, page in enumerate(document.pages)}
        root = _element(document.Root.StructTreeRoot.K, None, pages, runs, "StructTreeRoot")
    return TaggedPdf(root, sizes, tuple(run for left in runs.values() for run in left))


Runs = dict[tuple[int, int], list[Run]]


def _element(kids: Any, page: int | None, pages: dict[Any, int], runs: Runs, role: str, given: Any = None) -> Element:
    parts: list[Element | Run] = []
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids] if kids is not None else []:
        if not isinstance(kid, pikepdf.Dictionary):
            assert page is not None, "a piece of content is on a page"
            parts += runs.pop((page, int(kid)), [])
            continue
        on = pages[kid.Pg.objgen] if "/Pg" in kid else page
        if "/MCID" in kid:
            assert on is not None, "a piece of content is on a page"
            parts += runs.pop((on, int(kid.MCID)), [])
        elif "/S" in kid:
            parts.append(_element(kid.get("/K"), on, pages, runs, str(kid.S)[1:], kid))
    alt = str(given.Alt) if given is not None and "/Alt" in given else None
    return Element(role, tuple(parts), alt, _attributes(given))


def _attributes(given: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    held = given.get("/A") if given is not None else None
    for one in held if isinstance(held, pikepdf.Array) else [held] if held is not None else []:
        found |= {str(name)[1:]: one[name] for name in one.keys()}  # noqa: SIM118
    return found


def _runs_of(content: bytes) -> tuple[tuple[tuple[float, float], ...], Runs]:
    runs: Runs = defaultdict(list)
    document = pypdfium2.PdfDocument(content)
    try:
        for at, page in enumerate(document):
            words = page.get_textpage()
            for one in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
                said = _text_of(one.raw, words.raw).rstrip()
                if said:
                    mark = raw.FPDFPageObj_GetMarkedContentID(one.raw)
                    runs[at, mark].append(Run(said, Box(at, *_bounds(one))))
        return tuple(page.get_size() for page in document), runs
    finally:
        document.close()


def _bounds(drawn: Any) -> tuple[float, float, float, float]:
    """Where something stands on its page, though it may be drawn within a form."""
    bounds: tuple[float, float, float, float] = drawn.get_bounds()
    while drawn.container is not None:
        drawn = drawn.container
        bounds = drawn.get_matrix().on_rect(*bounds)
    return bounds


def _text_of(drawn: Any, words: Any) -> str:
    size = raw.FPDFTextObj_GetText(drawn, words, None, 0)
    buffer = ctypes.create_string_buffer(size)
    raw.FPDFTextObj_GetText(drawn, words, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le")
