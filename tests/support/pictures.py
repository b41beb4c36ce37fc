"""A page of a sheet as a small picture, and how far two differ: letters may be drawn otherwise, not elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageStat

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
