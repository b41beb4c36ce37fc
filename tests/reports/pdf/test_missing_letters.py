"""Letters that no font has are given by their numbers, wherever on a paper they stand, and nothing else is."""

from __future__ import annotations

import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from reports.paths import FONTS
from reports.pdf import render as missing_letters
from reports.pdf.render import to_pdf

# For use among friends: no font of a machine has letters there.
NOWHERE = "\U000f1234\U000f1235"
NUMBERED = "[U+F1234 F1235]"

PAGE = """<!doctype html><html lang="en"><head><title>t</title></head>
<body><div class="seal">{0} below</div><h1>{0} above</h1><table><tr><td><b>{0}</b> within</td></tr></table>
<section class="last"><div class="signatures"><p>{0} signs</p></div></section></body></html>"""


def test_a_name_that_no_font_has_is_given_by_its_letters_numbers_and_no_blank() -> None:
    said = _said(PAGE.format(NOWHERE))
    for place in ("below", "above", "within", "signs"):
        assert f"{NUMBERED} {place}" in said


def test_letters_that_a_font_has_stand_as_they_are() -> None:
    said = _said(PAGE.format(f"Żółć Ő’Brien {NOWHERE[0]}"))
    assert "Żółć Ő’Brien [U+F1234] above" in said


def test_a_letter_that_is_drawn_as_two_others_is_given_by_its_own_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_letters, "_without_a_glyph", lambda box: "\u0e4d\u0e32" if "\u0e33" in box.text else "")
    assert "[U+0E33] above" in _said(PAGE.format("\u0e33"))


def test_what_is_not_looked_at_more_closely_is_in_the_bundled_fonts() -> None:
    faces = {path.stem: set(TTFont(path).getBestCmap()) for path in FONTS.glob("alegreya-sans-*.woff2")}
    for weight in ("400", "500", "700"):
        has = set().union(*(letters for face, letters in faces.items() if weight in face))
        passed_over = filter(missing_letters._OF_THE_BUNDLED_FONTS.fullmatch, map(chr, range(0x11_0000)))
        assert [one for one in passed_over if one.isprintable() and ord(one) not in has] == []


def _said(html: str) -> str:
    document = pypdfium2.PdfDocument(to_pdf(html))
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()
