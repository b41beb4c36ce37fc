"""Every kind of sheet looks as it did: its first page against a picture of it that is kept.

Where a sheet is meant to look otherwise, ``PICTURES=update`` in the environment replaces the pictures; then look at
them. See ``docs/paper.md``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from reports.render_options import HouseStyle
from tests.reports.conftest import A4, BLANK, Prints
from tests.support.pdf import DPI, difference, picture_of, png_of

KEPT = Path(__file__).parent / "pictures"
LARGEST_BYTES = 25_000
UPDATE = os.environ.get("PICTURES") == "update"
SHEETS = [
    ("both", "table", A4),
    ("crowded_pot", "rules", A4),
    ("both", "settlement-1-red", A4),
    ("both", "marker-1", A4),
    ("both", "deal-1", A4),
    ("both", "ruling-d1", A4),
    ("both", "bet-45-red", A4),
    ("both", "hand-1", A4),
    ("hostile", "deal-1", HouseStyle(paper="Letter")),
    ("mixed", "five-hundred-match-1", A4),
    ("bridge", "four-deal-bridge-match-1", A4),
    (BLANK, "cue-cards", A4),
    (BLANK, "layout-white", A4),
    (BLANK, "fan-tan-score", A4),
    (BLANK, "five-hundred-score", A4),
]
MILLIMETRE = DPI / 25.4


@pytest.mark.parametrize(
    ("night", "sheet", "style"), SHEETS, ids=lambda one: one if isinstance(one, str) else one.paper
)
def test_a_sheet_looks_as_it_did(night: str, sheet: str, style: HouseStyle, prints: Prints, tmp_path: Path) -> None:
    kept = KEPT / f"{night}-{sheet}-{style.paper}.png"
    content = prints(night, sheet, style)
    now = picture_of(content)
    if UPDATE:
        kept.write_bytes(png_of(now))
    before = Image.open(kept).convert("L")
    found = difference(before, now)
    now.save(tmp_path / "now.png")
    assert found.is_small, f"{found}: compare {kept} and {tmp_path / 'now.png'}; PICTURES=update keeps the new one"
    assert kept.stat().st_size < LARGEST_BYTES
    # Letters may be drawn otherwise, by another version of the same program.
    assert difference(before, picture_of(content, finer=4)).is_small
    assert difference(before, picture_of(content, no_smoothtext=True)).is_small
    # Nothing may stand elsewhere, or not at all.
    for changed in _changed(now):
        assert not difference(before, changed).is_small


def _changed(page: Image.Image) -> Iterator[Image.Image]:
    """A page with the lines in the middle of what is darkest on it moved by three millimetres, and without them."""
    width, high = page.width, round(8 * MILLIMETRE)
    inked = [
        sum(page.crop((0, at, width, at + high)).histogram()[:96]) for at in range(0, page.height - 2 * high, high)
    ]
    top = inked.index(max(inked)) * high
    band = page.crop((0, top, width, top + high))
    gone, moved = page.copy(), page.copy()
    gone.paste(255, (0, top, width, top + high))
    moved.paste(255, (0, top, width, top + high))
    moved.paste(band, (0, top + round(3 * MILLIMETRE)))
    yield gone
    yield moved


def test_no_picture_is_kept_of_a_sheet_that_is_none() -> None:
    assert {path.name for path in KEPT.glob("*.png")} == {
        f"{night}-{sheet}-{style.paper}.png" for night, sheet, style in SHEETS
    }
