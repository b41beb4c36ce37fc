"""Letters that no font has, neither of the bundled ones nor of the machine's: on paper their numbers stand for them.

A name that is drawn with letters that are not there leaves a blank, at which somebody is to sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

_OF_THE_BUNDLED_FONTS = re.compile(
    "[\x00-\u0148\u014a-\u017e\u01fa-\u021b\u2009-\u200f"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u202f\u2039\u203a\u20ac\u2212]*"
)
"""Most texts have only these, and are not looked at more closely."""


def missing_letters(document: Any) -> set[str]:
    """The letters of a document that WeasyPrint has laid out for which it found no font."""
    return {
        letter
        for page in document.pages
        for box in page._page_box.descendants()
        if not _OF_THE_BUNDLED_FONTS.fullmatch(getattr(box, "text", ""))
        for unknown in _without_a_glyph(box)
        for letter in _as_written(unknown, box.text)
    }


def numbered(html: str, letters: set[str]) -> str:
    """A paper's HTML with the numbers of these letters in Unicode in their place: ``[U+674E 5C0F]``."""
    some = re.compile(f"[{''.join(map(re.escape, sorted(letters)))}]+")
    return some.sub(lambda found: f"[U+{' '.join(f'{ord(letter):04X}' for letter in found[0])}]", html)


def _as_written(letter: str, text: str) -> Iterator[str]:
    """A letter, or those of a text of which it is a part: Thai's sara am is drawn as two letters that it never has."""
    if letter in text:
        yield letter
    else:
        yield from (one for one in text if letter in normalize("NFKD", one))


def _without_a_glyph(box: Any) -> Iterator[str]:
    """The letters of a line of text that Pango marks as unknown, as WeasyPrint finds them where it draws the line."""
    from weasyprint.text.ffi import ffi, pango

    box.pango_layout.reactivate(box.style)
    line, _ = box.pango_layout.get_first_line()
    run = line.runs[0]
    while run != ffi.NULL:
        glyphs = run.data.glyphs
        for at in range(glyphs.num_glyphs):
            glyph = glyphs.glyphs[at].glyph
            if glyph != pango.PANGO_GLYPH_EMPTY and glyph & pango.PANGO_GLYPH_UNKNOWN_FLAG:
                yield chr(glyph - pango.PANGO_GLYPH_UNKNOWN_FLAG)
        run = run.next
    box.pango_layout.deactivate()
