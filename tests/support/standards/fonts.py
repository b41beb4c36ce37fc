"""The fonts: embedded, whole for what is shown, as wide as they say, and to be read back as text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from fontTools.ttLib import TTFont
from pikepdf import Name, Stream, String

from tests.support.standards.rules import Drawing, Given, rule

_WIDTH_SLACK = 1
"""By so many thousandths of an em the standard lets a width differ."""


@rule("PDF/A 6.2.11.4")
def embedded(given: Given) -> Iterator[str]:
    """Every font is embedded, as a subset that says so."""
    for font in _fonts(given):
        name = str(font.BaseFont)
        if not re.match(r"/[A-Z]{6}\+", name):
            yield f"{name} does not say that it is a subset"
        if font.get("/Subtype") != Name.Type0:
            yield f"{name} is of type {font.get('/Subtype')}"
        elif _program(font) is None:
            yield f"{name} is not embedded"


@rule("PDF/A 6.2.11.3")
def encodings(given: Given) -> Iterator[str]:
    """A composite font's codes are its glyphs, by a map that every reader knows."""
    for font in _fonts(given):
        if font.get("/Encoding") != Name("/Identity-H"):
            yield f"{font.BaseFont} is encoded with {font.get('/Encoding')}"
        inner = font.DescendantFonts[0]
        if inner.get("/Subtype") == Name.CIDFontType2 and "/CIDToGIDMap" not in inner:
            yield f"{font.BaseFont} does not say which glyph a code is"


@rule("PDF/A 6.2.11.5")
def widths(given: Given) -> Iterator[str]:
    """A glyph is as wide as the file says that it is."""
    for font, codes in _shown(given).values():
        said, true = _said_widths(font), _true_widths(font)
        for code in codes:
            if abs(said.get(code, 1000.0) - true.get(code, -1000.0)) > _WIDTH_SLACK:
                yield f"{font.BaseFont}: glyph {code} is {true.get(code)} wide and said to be {said.get(code)}"


@rule("PDF/A 6.2.11.7")
def unicode(given: Given) -> Iterator[str]:
    """Everything that is shown can be read back as text, which a reader aloud needs (PDF/UA 7.21.7)."""
    for font, codes in _shown(given).values():
        if "/ToUnicode" not in font:
            yield f"{font.BaseFont} cannot be read back"
            continue
        readable = _readable(font.ToUnicode.read_bytes().decode("ascii"))
        for code in codes:
            if not readable.get(code, ""):
                yield f"{font.BaseFont}: glyph {code} is no letter"
            elif set(readable[code]) & {"\0", "\ufeff", "\ufffe", "\ufffd"}:
                yield f"{font.BaseFont}: glyph {code} is read back as nothing"


@rule("PDF/A 6.2.11.8")
def missing_glyphs(given: Given) -> Iterator[str]:
    """No box stands where a letter is missing."""
    for font, codes in _shown(given).values():
        if 0 in codes:
            yield f"{font.BaseFont} lacks a letter"


def _fonts(given: Given) -> list[Any]:
    return [one for one in given.dictionaries if one.get("/Type") == Name.Font and "/DescendantFonts" in one] + [
        one for one in given.dictionaries if one.get("/Type") == Name.Font and "/FirstChar" in one
    ]


def _shown(given: Given) -> dict[Any, tuple[Any, set[int]]]:
    """Every font that is used, with the codes that are shown in it."""
    found: dict[Any, tuple[Any, set[int]]] = {}
    for drawing in given.drawings:
        for font, shown in _texts(drawing):
            codes = found.setdefault(font.objgen, (font, set()))[1]
            codes.update(int.from_bytes(shown[at : at + 2]) for at in range(0, len(shown), 2))
    return found


def _texts(drawing: Drawing) -> Iterator[tuple[Any, bytes]]:
    """What a drawing shows, piece by piece, each with its font."""
    font = None
    saved: list[Any] = []
    for one in drawing.instructions:
        if one.operator == "q":
            saved.append(font)
        elif one.operator == "Q":
            font = saved.pop()
        elif one.operator == "Tf":
            font = drawing.holder.Resources.Font[str(one.operands[0])]
        elif one.operator in ("Tj", "TJ"):
            pieces = one.operands[0] if one.operator == "TJ" else one.operands
            for piece in pieces:
                if isinstance(piece, String):
                    yield font, bytes(piece)


def _program(font: Any) -> Stream | None:
    descriptor = font.DescendantFonts[0].FontDescriptor
    program: Stream | None = descriptor.get("/FontFile3", descriptor.get("/FontFile2"))
    return program


def _said_widths(font: Any) -> dict[int, float]:
    """The widths that the file says, in thousandths of an em."""
    said: dict[int, float] = defaultdict(lambda: float(font.DescendantFonts[0].get("/DW", 1000)))
    waiting = list(font.DescendantFonts[0].get("/W", []))
    while waiting:
        first, second, *rest = waiting
        if isinstance(second, int):
            third, *rest = rest
            said |= {code: float(third) for code in range(int(first), second + 1)}
        else:
            said |= {int(first) + at: float(one) for at, one in enumerate(second)}
        waiting = rest
    return said


def _true_widths(font: Any) -> dict[int, float]:
    """The widths that the font's program has, in thousandths of an em, by glyph."""
    program = _program(font)
    assert program is not None, font.BaseFont
    loaded = TTFont(BytesIO(program.read_bytes()))
    units = loaded["head"].unitsPerEm
    names = loaded.getGlyphOrder()
    return {code: 1000 * loaded["hmtx"][name][0] / units for code, name in enumerate(names)}


def _readable(to_unicode: str) -> dict[int, str]:
    """What each code is read back as."""
    found: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", to_unicode, re.DOTALL):
        for code, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>", block):
            found[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", to_unicode, re.DOTALL):
        for first, last, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            start = int(text, 16)
            found |= {code: chr(start + code - int(first, 16)) for code in range(int(first, 16), int(last, 16) + 1)}
    return found
