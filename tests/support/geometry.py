"""Where things stand on a sheet: what a careful eye would find fault with, found by measuring. All in points."""

from __future__ import annotations

import ctypes
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

import pypdfium2
from pypdfium2 import raw

from tests.support.tagged import Box, Element, Run, TaggedPdf, read_tagged

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
        if _goes_on(before, after) and _head(before) == _head(after) and rows and len(rows[0]) > 1:
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
        if _goes_on(before, after) and _head(before) != _head(after) and _lefts(before) == _lefts(after):
            yield f"a table goes on without its head {_head(before)}"


def _goes_on(before: Element, after: Element) -> bool:
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
