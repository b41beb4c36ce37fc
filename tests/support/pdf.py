"""A PDF as it is read aloud, what is out of place on it, its figures, its picture, and what PDFBox finds."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from itertools import islice, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
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

    def foot(self, page: int) -> str:
        """What stands on a page in no element."""
        return " ".join(" ".join(run.text for run in self.beside if run.box.page == page).split())

    @property
    def runs(self) -> tuple[Run, ...]:
        """Every piece of text."""
        return (*self.root.runs, *self.beside)


def read_tagged(content: bytes) -> TaggedPdf:
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


MM = 72 / 25.4
SIDE, TOP, FOOT, EDGE = 16 * MM, 13 * MM, 31 * MM, 4.5 * MM
"""The margins of a sheet; what stands in the foot keeps that far from the edge."""

ROLL_WIDTH, ROLL_EDGE = 80 * MM, 3 * MM
SMALLEST = 7.0
"""No letter is smaller than that: what cannot be read need not be signed."""

_LARGE = 20 * MM
"""A drawing as high as that is a chart, and no mark in a line."""

_ORPHAN = 12
"""A line of the foot has as many letters, unless it is the only one of its paragraph."""

_INK = 1.2
"""A letter's ink may reach so far out of the place that is set aside for it."""

_TOUCHING = 0.7
_BETWEEN_COLUMNS = 1.0
_THIN = 2.4
_ALIGNED = 1.6
"""Figures end within so much of each other: a 1 has more white at its side than a 0."""

_FIGURE = re.compile(r"[+−]?[$€]?[\d.,  ]*\d[.,]\d\d( [$€])?|[+−]?\d+|–")


def faults_of(content: bytes) -> list[str]:
    """What is out of place on a sheet, in a sentence each."""
    read = read_tagged(content)
    rules, clipped = _drawn(content)
    found = [
        *(f"{run.text!r} is clipped" for run in clipped),
        *_out_of_margins(read),
        *_overlaps(read.runs),
        *_crossed(read, rules),
        *_pages_miscounted(read),
        *_lonely_headings(read),
        *_lonely_drawings(read),
        *_orphans(read),
        *_small(content),
    ]
    for table in read.root.all("Table"):
        found += [*_overfull(table), *_ragged(table)]
    tables = read.root.all("Table")
    found += [*_split_rows(tables), *_headless(tables)]
    return list(dict.fromkeys(found))


def _out_of_margins(read: TaggedPdf) -> Iterator[str]:
    """Text in the margins; the foot of a page has its place there."""
    beside = set(read.beside)
    for run in read.runs:
        width, height = read.sizes[run.box.page]
        box = run.box
        if width < ROLL_WIDTH + 1:
            fits = box.left > ROLL_EDGE - _INK and box.right < width - ROLL_EDGE + _INK
            fits = fits and box.bottom > ROLL_EDGE - _INK and box.top < height - ROLL_EDGE + _INK
        else:
            fits = box.left > SIDE - _INK and box.right < width - SIDE + _INK and box.top < height - TOP + _INK
            fits = fits and box.bottom > (EDGE if run in beside else FOOT - _INK)
        if not fits:
            yield f"{run.text!r} stands in the margin of page {box.page + 1}"


def _overlaps(runs: Sequence[Run]) -> Iterator[str]:
    """Pieces of text over each other."""
    by_page = defaultdict(list)
    for run in runs:
        by_page[run.box.page].append(run)
    for on_page in by_page.values():
        on_page.sort(key=lambda run: run.box.bottom)
        for at, run in enumerate(on_page):
            for other in on_page[at + 1 :]:
                if other.box.bottom > run.box.top:
                    break
                if run.box.overlaps(other.box, _TOUCHING):
                    yield f"{run.text!r} and {other.text!r} are over each other"


def _crossed(read: TaggedPdf, rules: Sequence[Box]) -> Iterator[str]:
    """Text across a ruled line. What stands in a drawing may."""
    in_drawings = {run for one in read.root.all("Figure") for run in one.runs}
    for run in read.runs:
        if run in in_drawings:
            continue
        if any(_across(run.box, line) and not _strikes(line, run.box) for line in rules):
            yield f"{run.text!r} crosses a line of page {run.box.page + 1}"


def _across(box: Box, line: Box) -> bool:
    """Whether a line goes through a piece of text."""
    if not box.overlaps(line):
        return False
    if line.right - line.left < line.top - line.bottom:
        at = (line.left + line.right) / 2
        upright = min(box.top, line.top) - max(box.bottom, line.bottom) > _TOUCHING
        return upright and box.left + _TOUCHING < at < box.right - _TOUCHING
    return box.bottom + _TOUCHING < (line.bottom + line.top) / 2 < box.top - _TOUCHING


def _strikes(line: Box, box: Box) -> bool:
    """Whether a line strikes a piece of text out: it is as long as that."""
    return abs(line.left - box.left) < 2 * _INK and abs(line.right - box.right) < 2 * _INK


def _pages_miscounted(read: TaggedPdf) -> Iterator[str]:
    """Pages that do not say which of how many they are, in whichever language. A slip is one of its own."""
    count = len(read.sizes)
    if read.sizes[0][0] < ROLL_WIDTH + 1:
        return
    for page in range(count):
        if not re.search(rf"\w+ {page + 1} \w+ {count}\b", read.foot(page)):
            yield f"page {page + 1} does not say so: {read.foot(page)!r}"


def _lonely_headings(read: TaggedPdf) -> Iterator[str]:
    """Headings at the end of a page, with what they head on the next."""
    runs = read.root.runs
    for heading in read.root.all("H1", "H2", "H3", "H4"):
        if not heading.runs:
            continue
        following = next(islice(runs, runs.index(heading.runs[-1]) + 1, None), None)
        if following and following.box.page > heading.runs[-1].box.page:
            yield f"the heading {heading.text!r} is not with what it heads"


def _lonely_drawings(read: TaggedPdf) -> Iterator[str]:
    """Charts on a page of several on which no line of a table stands: nothing that they could be of."""
    if len(read.sizes) == 1:
        return
    with_rows = {run.box.page for one in read.root.all("TD") for run in one.runs}
    for drawing in read.root.all("Figure"):
        boxes = [run.box for run in drawing.runs]
        high = max((box.top for box in boxes), default=0) - min((box.bottom for box in boxes), default=0)
        if high > _LARGE and boxes[0].page not in with_rows:
            yield f"a chart stands alone on page {boxes[0].page + 1}"


def _orphans(read: TaggedPdf) -> Iterator[str]:
    """Lines of the foot on which a word or two are left over from the line above."""
    for page in range(len(read.sizes)):
        lines: dict[int, str] = defaultdict(str)
        for run in read.beside:
            if run.box.page == page and run.box.top < FOOT:
                lines[round(run.box.bottom / 4)] += f" {run.text}"
        for line in lines.values():
            if len(line.strip()) < _ORPHAN and not any(letter.isalpha() for letter in line):
                yield f"the foot of page {page + 1} ends in the orphan {line.strip()!r}"


def _small(content: bytes) -> Iterator[str]:
    """Text in letters smaller than can be read."""
    for size, said in sizes_of(content):
        if size < SMALLEST - 0.01:
            yield f"{said!r} is set in {size:.1f} points"


def sizes_of(content: bytes) -> list[tuple[float, str]]:
    """Every piece of text with the size of its letters in points, as they come out on paper."""
    found = []
    document = pypdfium2.PdfDocument(content)
    try:
        for page in document:
            text = page.get_textpage()
            for one in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=8, textpage=text):
                a, b, c, d, _, _ = _matrix(one).get()
                found.append((one.get_font_size() * abs(a * d - b * c) ** 0.5, one.extract()))
    finally:
        document.close()
    return found


def _matrix(one: Any) -> Any:
    """How a text stands on its page, through all the forms that it is in."""
    matrix = one.get_matrix()
    while (one := one.container) is not None:
        matrix = matrix.multiply(one.get_matrix())
    return matrix


def _split_rows(tables: Sequence[Element]) -> Iterator[str]:
    """Rows that are begun on one page and go on on the next: of each part of a table there the first row but its head.

    Of a row that is split only what is longest has something left for the next page.
    """
    for before, after in pairwise(tables):
        rows = [row for row in after.cells if any(cell.role == "TD" for cell in row)]
        if _geometry_goes_on(before, after) and _head(before) == _head(after) and rows and len(rows[0]) > 1:
            left, begun = [cell for cell in rows[0] if cell.text], before.cells[-1]
            if len(left) == 1 and len(begun) == len(rows[0]) and all(cell.text for cell in begun):
                yield f"the row of {left[0].text!r} is split"


def _columns(table: Element) -> dict[tuple[int, int], list[Element]]:
    """A table's cells that stand in one column alone, by page and column."""
    columns: dict[tuple[int, int], list[Element]] = defaultdict(list)
    for row in table.cells:
        at = 0
        for cell in row:
            wide = int(cell.attributes.get("ColSpan", 1))
            if wide == 1 and cell.runs:
                columns[cell.runs[0].box.page, at].append(cell)
            at += wide
    return columns


def _overfull(table: Element) -> Iterator[str]:
    """Cells whose text reaches into the next column, where something stands or not."""
    columns = _columns(table)
    for (page, at), cells in columns.items():
        other = next((columns[page, later] for later in range(at + 1, at + 30) if (page, later) in columns), [])
        if not other:
            continue
        rightmost = max((run for cell in cells for run in cell.runs), key=lambda run: run.box.right)
        leftmost = min((run for cell in other for run in cell.runs), key=lambda run: run.box.left)
        if leftmost.box.left - rightmost.box.right < _BETWEEN_COLUMNS:
            yield f"{rightmost.text!r} reaches to the column of {leftmost.text!r}"


def _ragged(table: Element) -> Iterator[str]:
    """Columns of figures that do not end in one line."""
    for cells in _columns(table).values():
        figures = [cell for cell in cells if cell.role == "TD" and _FIGURE.fullmatch(cell.text)]
        amounts = [cell for cell in figures if re.search(r"[.,]\d\d", cell.text)]
        if len(amounts) < 2:
            continue
        ends = sorted((cell.runs[-1].box.right, cell.text) for cell in amounts)
        if ends[-1][0] - ends[0][0] > _ALIGNED:
            yield f"{ends[0][1]!r} and {ends[-1][1]!r} do not end in one line"


def _headless(tables: Sequence[Element]) -> Iterator[str]:
    """Tables that go on on a further page without their head; there each part is a table of its own."""
    for before, after in pairwise(tables):
        if _geometry_goes_on(before, after) and _head(before) != _head(after) and _lefts(before) == _lefts(after):
            yield f"a table goes on without its head {_head(before)}"


def _geometry_goes_on(before: Element, after: Element) -> bool:
    """Whether a table begins on the page after the one before it: then it may be the same."""
    return bool(before.runs and after.runs) and after.runs[0].box.page > before.runs[-1].box.page


def _head(table: Element) -> list[str]:
    return [cell.text for head in table.all("THead") for cell in head.all("TH")]


def _lefts(table: Element) -> list[int]:
    """Where the cells of a table's last row begin."""
    return [round(cell.runs[0].box.left / 3) for cell in table.cells[-1] if cell.runs]


def _drawn(content: bytes) -> tuple[list[Box], list[Run]]:
    """The ruled lines of a PDF, and its texts that are cut off at some line."""
    lines, clipped = [], []
    document = pypdfium2.PdfDocument(content)
    try:
        for at, page in enumerate(document):
            for one in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1):
                box = _visible(one, at)
                wide, high = box.right - box.left, box.top - box.bottom
                if (wide < _THIN) != (high < _THIN) and max(wide, high) > 3 * _THIN:
                    lines.append(box)
            for one in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1):
                if raw.FPDFClipPath_CountPaths(raw.FPDFPageObj_GetClipPath(one.raw)) > 0:
                    clipped.append(Run(_said(one), Box(at, *one.get_bounds())))
    finally:
        document.close()
    return lines, clipped


def _visible(drawn: Any, page: int) -> Box:
    """Where something drawn can be seen: its bounds as far as it is not cut off."""
    left, bottom, right, top = drawn.get_bounds()
    clip = raw.FPDFPageObj_GetClipPath(drawn.raw)
    for path in range(max(0, raw.FPDFClipPath_CountPaths(clip))):
        points = [_point(clip, path, at) for at in range(raw.FPDFClipPath_CountPathSegments(clip, path))]
        left, right = max(left, min(x for x, _ in points)), min(right, max(x for x, _ in points))
        bottom, top = max(bottom, min(y for _, y in points)), min(top, max(y for _, y in points))
    return Box(page, left, bottom, right, top)


def _point(clip: Any, path: int, segment: int) -> tuple[float, float]:
    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(raw.FPDFClipPath_GetPathSegment(clip, path, segment), x, y)
    return x.value, y.value


def _said(drawn: Any) -> str:
    return f"text at {[round(one) for one in drawn.get_bounds()]}"


def figure(said: str) -> int:
    """A figure as it is printed: an amount in cents, or a bare number; a dash or nothing is nothing."""
    if said in ("–", "", "none", "out"):
        return 0
    read = re.fullmatch(r"([+−]?)(\$?)([\d,]+)(?:\.(\d\d))?", said)
    assert read, f"{said!r} is no figure"
    sign, money, whole, cents = read.groups()
    assert bool(money) == (cents is not None), said
    return (-1 if sign == "−" else 1) * int(whole.replace(",", "") + (cents or ""))


def heads_of(table: Element) -> list[str]:
    """The words above a table's columns; where a group is named above several, the group's before each."""
    *groups, last = (row.all("TH", "TD") for row in table.all("THead")[0].all("TR"))
    words = [cell.text for cell in last for _ in range(_wide(cell))]
    for row in groups:
        above = [cell.text for cell in row for _ in range(_wide(cell))]
        words = [f"{group} {word}".strip() for group, word in zip(above, words, strict=True)]
    return words


def _wide(cell: Element) -> int:
    return int(cell.attributes.get("ColSpan", 1))


def lines_of(read: TaggedPdf, *heads: str) -> list[dict[str, str]]:
    """The lines of the table whose heads begin so, on all pages: what stands in each under its heads.

    What has a line of two cells, words and a figure, stands under the sums: see :func:`beside`.
    """
    found = []
    for one in read.root.all("Table"):
        words = heads_of(one) if one.all("THead") else []
        if tuple(words[: len(heads)]) == heads:
            for row in (cells for cells in one.cells if len(cells) > 2 and cells[-1].role == "TD"):
                cells = [cell.text for cell in row for _ in range(_wide(cell))]
                found.append(dict(zip(words, cells, strict=True)))
    assert found, f"no table has the heads {heads}"
    return found


def beside(read: TaggedPdf) -> list[tuple[str, int]]:
    """What stands under a table's sums in two cells: words, and a figure at the end."""
    rows = [row for one in read.root.all("Table") for row in one.cells]
    return [
        (row[0].text, figure(row[1].text)) for row in rows if len(row) == 2 and re.match("[+−]?[$0-9]", row[1].text)
    ]


def agree(line: dict[str, str], expected: dict[str, int]) -> None:
    """Hold the figures of a line that are worked out against those that are printed; some have to be."""
    printed = {head: figure(line[head]) for head in line if head in expected}
    assert len(printed) >= 4, line
    assert printed == {head: expected[head] for head in printed}


def added(lines: list[dict[str, int]]) -> dict[str, int]:
    return {head: sum(line[head] for line in lines) for head in lines[0]}


DPI = 50
_SHADE = 17
_CELL = 6
"""Pictures are compared in cells of so many pixels a side: as wide as three letters, not as high as a line."""


@dataclass(frozen=True)
class Difference:
    """How far two pictures differ, in shades of 255: on the whole, and in the cell and the strip where they do most."""

    mean: float
    cell: float
    strip: float
    where: tuple[int, int] = (0, 0)

    @property
    def is_small(self) -> bool:
        """Whether it may be the drawing of letters alone."""
        return self.mean <= 1.3 and self.cell <= 20.0 and self.strip <= 6.0


def picture_of(content: bytes, page: int = 0, *, finer: int = 3, **how: Any) -> Image.Image:
    """A page in shades of grey: drawn ``finer`` and then made small, so that thin lines are as light as they are thin.

    ``how`` is told to pdfium, for pictures whose letters come out a little other.
    """
    document = pypdfium2.PdfDocument(content)
    try:
        size = [int(length * DPI / 72) for length in document[page].get_size()]
        drawn = document[page].render(scale=DPI * finer / 72, grayscale=True, **how).to_pil().convert("L")
    finally:
        document.close()
    width, height = size
    return drawn.crop((0, 0, width * finer, height * finer)).reduce(finer)


def png_of(picture: Image.Image) -> bytes:
    """A picture as PNG, as small as it gets; sixteen shades are enough for a page."""
    few = picture.point([round(shade / _SHADE) for shade in range(256)]).convert("P")
    few.putpalette([level for shade in range(16) for level in [shade * _SHADE] * 3])
    made = BytesIO()
    few.save(made, "PNG", optimize=True, bits=4)
    return made.getvalue()


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """How far two pictures differ; as far as can be, where one is larger."""
    if one.size != other.size:
        return Difference(255.0, 255.0, 255.0)
    across, down = one.width // _CELL, one.height // _CELL
    cells = _apart(one, other, (across, down))
    largest: Any = cells.getextrema()[1]
    at = list(cells.get_flattened_data()).index(largest)
    strips: list[Any] = [_apart(one, other, size).getextrema()[1] for size in ((1, down), (across, 1))]
    where = (at % across * _CELL, at // across * _CELL)
    return Difference(ImageStat.Stat(cells).mean[0], float(largest), float(max(strips)), where)


def _apart(one: Image.Image, other: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The difference of two pictures, each made as small as this."""
    return ImageChops.difference(*(each.convert("L").resize(size, Image.Resampling.BOX) for each in (one, other)))


JARS = Path("/usr/share/java")
"""Where Debian has them."""

_NEEDED = ("preflight", "pdfbox2", "xmpbox", "fontbox2", "commons-logging", "jaxb-api", "javax.activation")
_PACKAGES = "default-jre-headless libpdfbox2-java libjaxb-api-java libactivation-java"
_ALLOWED_BY_PART_3 = (
    r"EmbeddedFile entry is present in the Names dictionary",
    r"EmbeddedFile entry is present in a FileSpecification dictionary",
    r"/XRef cross reference streams are not allowed",
    r"Filter specified in metadata dictionary",
    r"The CIDSet entry is missing for the Composite Subset",
)
"""Files within, packed lists of objects, packed metadata, and fonts that do not list their letters."""


def preflight_faults_of(sheets: Mapping[str, bytes], folder: Path) -> dict[str, list[str]]:
    """What preflight finds against each of some sheets, less what part 3 allows; it is run once for all."""
    java = shutil.which("java")
    jars = [JARS / f"{name}.jar" for name in _NEEDED]
    if java is None or not all(path.exists() for path in jars):
        pytest.fail(f"preflight is not installed (on Debian: apt-get install {_PACKAGES}); nothing else can stand in.")
    for name, content in sheets.items():
        (folder / f"{name}.pdf").write_bytes(content)
    listed = folder / "sheets.txt"
    listed.write_text("".join(f"{folder / name}.pdf\n" for name in sheets), "utf-8")
    path = ":".join(map(str, jars))
    command = [java, "-XX:TieredStopAtLevel=1", "-cp", path, "org.apache.pdfbox.preflight.Validator_A1b"]
    subprocess.run([*command, "xml", "group", str(listed)], capture_output=True, check=False)
    judged = ElementTree.parse(f"{listed}.preflight.xml").getroot()
    found = {one.get("name", "").removesuffix(".pdf"): _faults(one) for one in judged.iter("preflight")}
    assert found.keys() == sheets.keys(), "every sheet is judged"
    return found


def _faults(judged: ElementTree.Element) -> list[str]:
    said = [f"{one.findtext('code')}: {one.findtext('details')}" for one in judged.iter("error")]
    assert said or judged.find("exceptionThrown") is None, ElementTree.tostring(judged)
    return [one for one in said if not any(re.search(allowed, one) for allowed in _ALLOWED_BY_PART_3)]
