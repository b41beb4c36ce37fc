"""ISO 14289-1: what is drawn is tagged or told to be beside the matter, and the tags make sense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pikepdf import Array, Dictionary, Name

from tests.support.standards.rules import Given, entries, rule
from tests.support.tagged import read_tagged

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
