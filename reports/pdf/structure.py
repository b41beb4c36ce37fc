"""Mends of the structure that WeasyPrint gives a PDF, so that whoever has it read aloud hears each thing once.

Three things need it. The running foot of every page is to be an artifact (ISO 14289-1, 7.8): it is tagged, in elements
that the structure does not hold. And a box without an element of its own, such as the line of a heading beside a
float, is tagged as what it stands in, so that there is a heading within a heading. And the heads of a table do not
say whether they are of a column or of a row (7.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_FOOT = {"Type": "/Pagination", "Subtype": "/Footer"}
_NEVER_WITHIN_THEMSELVES = frozenset({"/P", "/H1", "/H2", "/H3", "/H4", "/TR"})


def mend_structure(pdf: Any) -> None:
    """Mend the structure of a PDF that is about to be written."""
    root = _at(pdf, pdf.catalog["StructTreeRoot"])
    held = set()
    for around, element in _within(pdf, root):
        held.add(element.number)
        if element.get("S") in around & _NEVER_WITHIN_THEMSELVES:
            element["S"] = "/NonStruct"
        if element.get("S") == "/TH":
            element["A"]["Scope"] = "/Column" if "/THead" in around else "/Row"
    _set_feet_apart(pdf, root, held)


def _within(pdf: Any, root: Any) -> Iterator[tuple[frozenset[str], Any]]:
    """All elements of the structure, each with the roles of those that it is in."""
    waiting: list[tuple[frozenset[str], Any]] = [(frozenset(), root)]
    while waiting:
        around, element = waiting.pop()
        yield around, element
        within = around | {element.get("S", "")}
        waiting += [(within, _at(pdf, kid)) for kid in element.get("K", ()) if isinstance(kid, bytes)]


def _set_feet_apart(pdf: Any, root: Any, held: set[int]) -> None:
    """Mark what no element of the structure holds as an artifact of its page, and drop its elements."""
    owners_by_page = _at(pdf, root["ParentTree"])["Nums"][1::2]
    for reference, owners in zip(pdf.page_references, owners_by_page, strict=False):
        stray = {mark for mark, owner in enumerate(owners) if _number(owner) not in held}
        _mark_as_artifacts(_at(pdf, _at(pdf, reference)["Contents"]).stream, stray)
        owners[:] = ["null" if mark in stray else owner for mark, owner in enumerate(owners)]
    for one in pdf.objects:
        if _is_element(one) and one.number not in held:
            one.free = "f"


def _mark_as_artifacts(stream: list[Any], marks: set[int]) -> None:
    """Put artifacts in place of the pieces of content of these numbers."""
    for at, one in enumerate(stream):
        if isinstance(one, dict) and one.get("MCID") in marks:
            stream[at - 1 : at + 1] = ["/Artifact", type(one)(_FOOT)]


def _is_element(one: Any) -> bool:
    return isinstance(one, dict) and one.get("Type") == "/StructElem"


def _at(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[_number(reference)]


def _number(reference: bytes) -> int:
    return int(reference.split()[0])
