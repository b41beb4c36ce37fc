"""The rules of PDF/A-3 and PDF/UA-1 that the papers keep, each with what is against it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pikepdf
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from tests.support.pdf import read_tagged


@dataclass(frozen=True)
class Instruction:
    """One operator of a stream of content, with its operands."""

    operator: str
    operands: list[Any]


@dataclass(frozen=True)
class Drawing:
    """Something that is drawn: a page, or a form within one."""

    holder: Any
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True)
class Given:
    """A PDF as it is judged: its bytes, and what pikepdf reads in them."""

    content: bytes
    document: Pdf

    @classmethod
    def read(cls, content: bytes) -> Given:
        """A PDF from its bytes."""
        return cls(content, pikepdf.open(BytesIO(content)))

    @property
    def catalog(self) -> Any:
        return self.document.Root

    @cached_property
    def objects(self) -> tuple[Any, ...]:
        """Every object that has a number."""
        return tuple(self.document.objects)

    @cached_property
    def dictionaries(self) -> tuple[Any, ...]:
        """Every dictionary, those of streams and those within others too."""
        found: list[Any] = []
        waiting: list[Any] = [self.document.trailer, *self.objects]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Array):
                waiting += [inner for inner in one if _is_within(inner)]
            elif isinstance(one, Dictionary | Stream):
                found.append(one)
                waiting += [inner for inner in entries(one).values() if _is_within(inner)]
        return tuple(found)

    @cached_property
    def drawings(self) -> tuple[Drawing, ...]:
        """The pages, and the forms within them."""
        forms = [one for one in self.objects if isinstance(one, Stream) and one.get("/Subtype") == Name.Form]
        return tuple(Drawing(one, _instructions(one)) for one in (*self.document.pages, *forms))


def entries(one: Any) -> dict[str, Any]:
    """The entries of a dictionary, or of a stream's."""
    return {name: one[name] for name in one.keys()}  # noqa: SIM118


def _instructions(drawn: Any) -> tuple[Instruction, ...]:
    return tuple(
        Instruction(str(one.operator), list(one.operands) if hasattr(one, "operands") else [])
        for one in pikepdf.parse_content_stream(drawn)
    )


def _is_within(one: Any) -> bool:
    """Whether something is held where it stands, and not an object with a number of its own, met as such."""
    return isinstance(one, Array | Dictionary) and not one.is_indirect


Rule = Callable[[Given], Iterator[str]]
RULES: dict[str, Rule] = {}
"""The rules by standard and clause."""


def rule(clause: str) -> Callable[[Rule], Rule]:
    """List a rule under its standard and clause."""

    def listed(found: Rule) -> Rule:
        assert clause not in RULES, clause
        RULES[clause] = found
        return found

    return listed


def faults_of(content: bytes) -> list[str]:
    """All that is against the standards in a PDF, each with its clause and each kind of fault once."""
    given = Given.read(content)
    found = [f"{clause}: {fault}" for clause, one in RULES.items() for fault in one(given)]
    given.document.close()
    return list(dict.fromkeys(found))


@rule("PDF/A 6.1.13")
def limits(given: Given) -> Iterator[str]:
    """No name, text, number or page is bigger than every reader has to hold."""
    for page in given.document.pages:
        if not all(3 <= float(length) <= 14_400 for length in page.MediaBox[2:]):
            yield f"a page is {page.MediaBox[2]} by {page.MediaBox[3]}"
    for one in given.dictionaries:
        for name, value in entries(one).items():
            if len(name.encode()) > 128:
                yield f"a name is too long: {name}"
            if isinstance(value, pikepdf.String) and len(bytes(value)) > 32_767:
                yield f"a text is too long: {name}"
            if isinstance(value, int) and abs(value) > 2_147_483_647:
                yield f"a number is too big: {name}"


@rule("PDF/A 6.8")
def embedded_files(given: Given) -> Iterator[str]:
    """Every file within has its name in both forms, a kind, a date, and a stated relationship to the document."""
    associated = [one.objgen for one in given.catalog.get("/AF", [])]
    if len(associated) != len(set(associated)):
        yield "a file is named twice"
    for one in given.dictionaries:
        if "/EF" not in one:
            continue
        if not {"/F", "/UF", "/AFRelationship"} <= set(one.keys()):
            yield "an embedded file has no name or no relationship"
        held = one.EF.get("/F")
        if held is None or "/Subtype" not in held or "/ModDate" not in held.get("/Params", Dictionary()):
            yield "an embedded file has no kind or no date"
        if one.objgen not in associated:
            yield "an embedded file belongs to nothing"


_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_PDF = "{http://ns.adobe.com/pdf/1.3/}"
_PDF_A = "{http://www.aiim.org/pdfa/ns/id/}"
_PDF_UA = "{http://www.aiim.org/pdfua/ns/id/}"


def properties_of(given: Given) -> dict[str, list[str]]:
    """The properties of the metadata by their whole names: each its text, or the texts of its list."""
    found: dict[str, list[str]] = {}
    for description in ElementTree.fromstring(given.catalog.Metadata.read_bytes()).iter(f"{_RDF}Description"):
        found |= {name: [said] for name, said in description.attrib.items() if name != f"{_RDF}about"}
        for one in description:
            items = [item.text or "" for item in one.iter(f"{_RDF}li")]
            found[one.tag] = items or [one.text or ""]
    return found


@rule("PDF/A 6.6.3")
def information(given: Given) -> Iterator[str]:
    """The document's information says what the metadata says."""
    said = properties_of(given)
    told = given.document.docinfo
    for name, tag in (("Title", f"{_DC}title"), ("Author", f"{_DC}creator"), ("Creator", f"{_XMP}CreatorTool"),
                      ("Producer", f"{_PDF}Producer")):  # fmt: skip
        if str(told.get(f"/{name}", "")) != ", ".join(said.get(tag, [])):
            yield f"{name} is said in two ways"
    for name, tag in (("CreationDate", f"{_XMP}CreateDate"), ("ModDate", f"{_XMP}ModifyDate")):
        if _figures(str(told.get(f"/{name}", ""))) != _figures("".join(said.get(tag, []))):
            yield f"{name} is said in two ways"


def _figures(date: str) -> str:
    """A date's figures: ``D:20261122011011Z`` and ``2026-11-22T01:10:11+00:00`` have the same."""
    return re.sub(r"[^0-9+]", "", date.replace("Z", "+0000"))


@rule("PDF/A 6.6.4")
def conformance(given: Given) -> Iterator[str]:
    """The metadata says PDF/A-3, level A."""
    said = properties_of(given)
    if [said.get(f"{_PDF_A}{name}") for name in ("part", "conformance")] != [["3"], ["A"]]:
        yield "the metadata does not say PDF/A-3a"


@rule("PDF/A 6.7.4")
def natural_language(given: Given) -> Iterator[str]:
    """The document has a language."""
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})*", str(given.catalog.get("/Lang", ""))):
        yield "the document has no language"


@rule("PDF/UA 5")
def universal_access(given: Given) -> Iterator[str]:
    """The metadata says PDF/UA-1."""
    if properties_of(given).get(f"{_PDF_UA}part") != ["1"]:
        yield "the metadata does not say PDF/UA-1"


@rule("PDF/UA 7.1 (title)")
def title(given: Given) -> Iterator[str]:
    """The document has a title, and a reader shows it at the head of its window."""
    if not "".join(properties_of(given).get(f"{_DC}title", [])).strip():
        yield "the document has no title"
    if given.catalog.get("/ViewerPreferences", {}).get("/DisplayDocTitle") is not True:
        yield "the title is not shown"


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


_STANDARD = frozenset(
    """
    Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6
    L LI Lbl LBody Table TR TH TD THead TBody TFoot
    Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Figure Formula Form
    """.split()  # noqa: SIM905
)
_PAINTS = frozenset(["b", "B", "b*", "B*", "f", "f*", "s", "S", "sh", "Do", "Tj", "TJ", "'", '"'])
_WITHIN = {
    "TR": {"Table", "THead", "TBody", "TFoot"},
    "TH": {"TR"},
    "TD": {"TR"},
    "THead": {"Table"},
    "TBody": {"Table"},
    "TFoot": {"Table"},
    "LI": {"L"},
    "Lbl": {"LI", "Note"},
    "LBody": {"LI"},
}
_NEVER_WITHIN_THEMSELVES = {"P", "H1", "H2", "H3", "H4", "H5", "H6", "Table"}
_ROWS = {"TR", "THead", "TBody", "TFoot", "Caption"}


@dataclass(frozen=True)
class Tag:
    """An element of the structure, with those within it and the pieces of content that it holds: page and number."""

    role: str
    holder: Any
    parent: str
    inner: list[Tag] = field(default_factory=list)
    held: list[tuple[Any, int]] = field(default_factory=list)

    def walk(self) -> Iterator[Tag]:
        """This element and all within it."""
        yield self
        for one in self.inner:
            yield from one.walk()


def tags_of(given: Given) -> Tag:
    """The structure of a document."""
    root = given.catalog.get("/StructTreeRoot", Dictionary())
    top = Tag("StructTreeRoot", root, "")
    _add(top, root.get("/K"), None)
    return top


def _add(tag: Tag, kids: Any, page: Any) -> None:
    for kid in kids if isinstance(kids, Array) else [] if kids is None else [kids]:
        if isinstance(kid, int):
            tag.held.append((page, kid))
            continue
        on = kid.Pg.objgen if "/Pg" in kid else page
        if "/MCID" in kid:
            tag.held.append((on, int(kid.MCID)))
        elif "/S" in kid:
            inner = Tag(str(kid.S)[1:], kid, tag.role)
            tag.inner.append(inner)
            _add(inner, kid.get("/K"), on)


@rule("PDF/A 6.7.2, PDF/UA 7.1 (marked)")
def marked(given: Given) -> Iterator[str]:
    """The document says that it is tagged, and is not unsure of it."""
    said = given.catalog.get("/MarkInfo", Dictionary())
    if said.get("/Marked") is not True or said.get("/Suspects") is True:
        yield "the document does not say that it is tagged"
    if not tags_of(given).inner:
        yield "the document has no structure"


@rule("PDF/UA 7.1 (content)")
def tagged_content(given: Given) -> Iterator[str]:
    """All that is painted is a piece of one element, or told to be beside the matter."""
    held = [piece for one in tags_of(given).walk() for piece in one.held]
    if len(held) != len(set(held)):
        yield "a piece of content is in two elements"
    seen: set[tuple[object, int]] = set()
    for page, drawing in zip(given.document.pages, given.drawings, strict=False):
        within: list[int | str | None] = []
        for one in drawing.instructions:
            if one.operator in ("BDC", "BMC"):
                within.append(_mark(one.operands, drawing.holder))
            elif one.operator == "EMC":
                within.pop()
            elif one.operator in _PAINTS:
                real = [mark for mark in within if mark is not None]
                if not real:
                    yield f"something is painted ({one.operator}) that no element holds"
                seen.update((page.objgen, mark) for mark in real if isinstance(mark, int))
    for _, number in sorted(seen - set(held), key=str):
        yield f"piece {number} of a page is in no element"
        break


def _mark(operands: list[Any], holder: Any) -> int | str | None:
    """The number of a piece of content, ``artifact`` where it is beside the matter, or nothing."""
    tag, *properties = operands
    if tag == Name.Artifact:
        return "artifact"
    given = properties[0] if properties else Dictionary()
    if isinstance(given, Name):
        given = holder.Resources.Properties[str(given)]
    return int(given.MCID) if "/MCID" in given else None


@rule("PDF/A 6.7.3, PDF/UA 7.1 (roles)")
def roles(given: Given) -> Iterator[str]:
    """Every element is of a kind that a reader knows."""
    root = given.catalog.get("/StructTreeRoot", Dictionary())
    mapped = {name[1:] for name in entries(root.get("/RoleMap", Dictionary()))}
    for one in tags_of(given).walk():
        if one.role not in _STANDARD and one.role not in mapped and one.role != "StructTreeRoot":
            yield f"no reader knows what {one.role} is"


@rule("PDF/UA 7.2")
def nesting(given: Given) -> Iterator[str]:
    """Rows are in tables, cells in rows, items in lists."""
    for one in tags_of(given).walk():
        if one.role in _WITHIN and one.parent not in _WITHIN[one.role]:
            yield f"there is a {one.role} in a {one.parent}"
        if one.role in _NEVER_WITHIN_THEMSELVES and any(
            inner.role == one.role for inner in one.walk() if inner is not one
        ):
            yield f"there is a {one.role} within another"
        if one.role == "Table" and {inner.role for inner in one.inner} - _ROWS:
            yield f"a table holds {sorted({inner.role for inner in one.inner})}"


@rule("PDF/UA 7.3")
def figures(given: Given) -> Iterator[str]:
    """Every drawing is said in words, and says where it stands."""
    for one in tags_of(given).walk():
        if one.role == "Figure" and not str(one.holder.get("/Alt", one.holder.get("/ActualText", ""))).strip():
            yield "a drawing is not said in words"


@rule("PDF/UA 7.4")
def headings(given: Given) -> Iterator[str]:
    """Headings begin with the first order and go down one at a time."""
    order = 0
    for one in tags_of(given).walk():
        if len(one.role) == 2 and one.role[0] == "H" and one.role[1].isdigit():
            if int(one.role[1]) > order + 1:
                yield f"an {one.role} follows an H{order}"
            order = int(one.role[1])
    if not order and any(one.role == "P" for one in tags_of(given).walk()):
        yield "there is no heading"


@rule("PDF/UA 7.5")
def tables(given: Given) -> Iterator[str]:
    """Every table has heads, and every cell that a head is named for names one that there is."""
    for table in tags_of(given).walk():
        if table.role != "Table":
            continue
        heads = [one for one in table.walk() if one.role == "TH"]
        if not heads:
            yield f"a table of {sum(1 for one in table.walk() if one.role == 'TD')} cells has no head"
        names = {str(one.holder.ID) for one in heads if "/ID" in one.holder}
        for cell in table.walk():
            if cell.role == "TD" and set(_named_heads(cell)) - names:
                yield "a cell names a head that there is not"
        for one in heads:
            if not any(attributes.get("/Scope") in (Name.Column, Name.Row) for attributes in _attributes(one)):
                yield "a head does not say what it is the head of"


def _attributes(tag: Tag) -> list[Any]:
    held = tag.holder.get("/A", Array())
    return list(held) if isinstance(held, Array) else [held]


def _named_heads(cell: Tag) -> list[str]:
    return [str(name) for attributes in _attributes(cell) for name in attributes.get("/Headers", [])]


@rule("PDF/UA 7.16 to 7.18")
def pages(given: Given) -> Iterator[str]:
    """Nothing keeps a reader from reading, and whoever goes from link to link goes in order."""
    for page in given.document.pages:
        if "/Annots" in page and page.get("/Tabs") != Name.S:
            yield "a page's links have no order"


@rule("PDF/UA 7.17")
def outline(given: Given) -> Iterator[str]:
    """There are bookmarks, and each names a heading, or the drawing on a sheet of nothing else."""
    root = read_tagged(given.content).root
    said = {element.text for element in root.all("H1", "H2", "H3")}
    drawn = [element.alt or "" for element in root.all("Figure")]
    with given.document.open_outline() as opened:
        waiting = list(opened.root)
        if not waiting:
            yield "there are no bookmarks"
        while waiting:
            bookmark = waiting.pop()
            waiting += bookmark.children
            title = " ".join(str(bookmark.title).split())
            if title not in said and not any(words.startswith(title) for words in drawn):
                yield f"the bookmark {bookmark.title!r} names no heading"
