"""Makes a PDF archivable and accessible (PDF/A-3a, PDF/UA-1), with a night's events attached as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from events.book.chain import StoredEvent

NAME = "facts.json"
"""Name of the attached file."""

_encode = msgspec.json.Encoder().encode


class NightLog:
    """The stored events of a night (at least one), each encoded as JSON once for all sheets."""

    def __init__(self, rows: Sequence[StoredEvent]) -> None:
        self._rows = rows
        self._encoded: dict[int, msgspec.Raw] = {}

    def of(self, versions: Iterable[int]) -> bytes:
        """The events with these versions, which must be in order."""
        last = self._rows[-1]
        events = [self._row(version) for version in versions]
        return _encode({"night": last.night, "version": last.version, "head": last.hash, "facts": events})

    def _row(self, version: int) -> msgspec.Raw:
        if version not in self._encoded:
            self._encoded[version] = msgspec.Raw(_encode(self._rows[version - 1]._asdict()))
        return self._encoded[version]


VARIANT = "pdf/a-3a"

_UNIVERSAL_ACCESS = b"""\
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"\
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">\
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>\
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">\
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
<pdfaProperty:category>internal</pdfaProperty:category>\
<pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description>\
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
"""
_END = b"</rdf:RDF>"
_FOOT = {"Type": "/Pagination", "Subtype": "/Footer"}
_NEVER_WITHIN_THEMSELVES = frozenset({"/P", "/H1", "/H2", "/H3", "/H4", "/TR"})


def finish(_document: Any, pdf: Any) -> None:
    """Finish a PDF; WeasyPrint calls this before it writes the file."""
    _mark_accessible(pdf)
    _make_opaque(pdf)
    _name_each_file_once(pdf)
    _mend_structure(pdf)
    _write_each_object_once(pdf)


def _mark_accessible(pdf: Any) -> None:
    """Declare PDF/UA-1 in the metadata as well."""
    number = int(pdf.catalog["Metadata"].split()[0])
    (metadata,) = pdf.objects[number].stream
    before, end, after = metadata.rpartition(_END)
    assert end, "a PDF of this kind has its metadata as RDF"
    pdf.objects[number].stream = [before + _UNIVERSAL_ACCESS + end + after]


def _make_opaque(pdf: Any) -> None:
    """Remove transparency from drawings. Nothing uses it, but WeasyPrint declares it for centred text."""
    for item in pdf.objects:
        if getattr(item, "extra", {}).get("Subtype") == "/Form":
            item.extra.pop("Group", None)


def _name_each_file_once(pdf: Any) -> None:
    """Remove duplicates from the list of attached files; WeasyPrint lists each file twice."""
    files = pdf.catalog.get("AF", [])
    files[:] = dict.fromkeys(files)


def _mend_structure(pdf: Any) -> None:
    """Repair the structure tree of a PDF before it is written."""
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
    """All elements of the structure, each with the roles of its ancestors."""
    waiting: list[tuple[frozenset[str], Any]] = [(frozenset(), root)]
    while waiting:
        around, element = waiting.pop()
        yield around, element
        within = around | {element.get("S", "")}
        waiting += [(within, _at(pdf, kid)) for kid in element.get("K", ()) if isinstance(kid, bytes)]


def _set_feet_apart(pdf: Any, root: Any, held: set[int]) -> None:
    """Mark content outside the structure as artifacts of its page, and drop its elements."""
    owners_by_page = _at(pdf, root["ParentTree"])["Nums"][1::2]
    for reference, owners in zip(pdf.page_references, owners_by_page, strict=False):
        stray = {mark for mark, owner in enumerate(owners) if _number(owner) not in held}
        _mark_as_artifacts(_at(pdf, _at(pdf, reference)["Contents"]).stream, stray)
        owners[:] = ["null" if mark in stray else owner for mark, owner in enumerate(owners)]
    for item in pdf.objects:
        if _is_element(item) and item.number not in held:
            item.free = "f"


def _mark_as_artifacts(stream: list[Any], marks: set[int]) -> None:
    """Replace the pieces of content with these numbers by artifacts."""
    for at, operand in enumerate(stream):
        if isinstance(operand, dict) and operand.get("MCID") in marks:
            stream[at - 1 : at + 1] = ["/Artifact", type(operand)(_FOOT)]


class _AsWritten:
    """A PDF object with its bytes, which are needed for the file and for the file's identifier."""

    def __init__(self, item: Any) -> None:
        self.number, self.generation, self.free, self.offset = item.number, item.generation, item.free, item.offset
        self.compressible, self.data = item.compressible, item.data
        self.indirect = b"%d %d obj\n%b\nendobj" % (self.number, self.generation, self.data)


def _write_each_object_once(pdf: Any) -> None:
    """Serialize each object once, and compress the long ones. The objects must not change afterwards."""
    pdf.objects[:] = [item if item.free == "f" else _AsWritten(item) for item in pdf.objects]


def _is_element(item: Any) -> bool:
    return isinstance(item, dict) and item.get("Type") == "/StructElem"


def _at(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[_number(reference)]


def _number(reference: bytes) -> int:
    return int(reference.split()[0])
