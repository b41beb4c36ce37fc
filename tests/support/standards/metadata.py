"""What the document says of itself: metadata, information, language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from tests.support.standards.rules import Given, rule

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_PDF = "{http://ns.adobe.com/pdf/1.3/}"
_PDF_A = "{http://www.aiim.org/pdfa/ns/id/}"
_PDF_UA = "{http://www.aiim.org/pdfua/ns/id/}"
_EXTENSION = "{http://www.aiim.org/pdfa/ns/extension/}"
_SCHEMA = "{http://www.aiim.org/pdfa/ns/schema#}"
_PROPERTY = "{http://www.aiim.org/pdfa/ns/property#}"
_KNOWN_TO_PDF_A = {_RDF, _DC, _XMP, _PDF, _PDF_A, _EXTENSION, _SCHEMA, _PROPERTY}


def properties_of(given: Given) -> dict[str, list[str]]:
    """The properties of the metadata by their whole names: each its text, or the texts of its list."""
    found: dict[str, list[str]] = {}
    for description in ElementTree.fromstring(given.catalog.Metadata.read_bytes()).iter(f"{_RDF}Description"):
        found |= {name: [said] for name, said in description.attrib.items() if name != f"{_RDF}about"}
        for one in description:
            items = [item.text or "" for item in one.iter(f"{_RDF}li")]
            found[one.tag] = items or [one.text or ""]
    return found


@rule("PDF/A 6.6.2")
def properties(given: Given) -> Iterator[str]:
    """The metadata is a whole packet, and describes what of it the standard does not know."""
    packet = given.catalog.Metadata.read_bytes()
    opening = packet[: packet.find(b"?>")]
    if not opening.startswith(b"<?xpacket begin") or b"bytes=" in opening or b"encoding=" in opening:
        yield "the metadata is no packet"
    used = {name[: name.index("}") + 1] for name in properties_of(given)}
    schemas = ElementTree.fromstring(packet).iter(f"{_SCHEMA}namespaceURI")
    for space in sorted(used - _KNOWN_TO_PDF_A - {f"{{{one.text}}}" for one in schemas}):
        yield f"nothing describes {space}"


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
