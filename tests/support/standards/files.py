"""The file as a whole: its header and trailer, its objects, and what an archive must not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from tests.support.standards.rules import Given, entries, rule

_FILTERS = {"/FlateDecode", "/ASCIIHexDecode", "/ASCII85Decode", "/RunLengthDecode", "/DCTDecode"}
_NOT_IN_A_CATALOG = {
    "/AcroForm": "forms (6.4)",
    "/NeedsRendering": "forms (6.4)",
    "/AA": "actions (6.5)",
    "/OpenAction": "actions (6.5)",
    "/OCProperties": "layers (6.9)",
    "/AlternatePresentations": "presentations (6.10)",
    "/Requirements": "requirements (6.11)",
    "/Perms": "permissions (6.1.12)",
}


@rule("PDF/A 6.1.2")
def header(given: Given) -> Iterator[str]:
    """The file says that it is a PDF of version 1, and that it is binary."""
    if not re.match(rb"%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}", given.content):
        yield "the header is not that of a binary PDF 1"


@rule("PDF/A 6.1.3")
def trailer(given: Given) -> Iterator[str]:
    """The file has an identity and no key, and nothing follows its end."""
    if "/ID" not in given.document.trailer:
        yield "the trailer has no ID"
    if given.document.is_encrypted:
        yield "the file is encrypted"
    if not re.search(rb"%%EOF\r?\n?\Z", given.content):
        yield "something follows the end"


@rule("PDF/A 6.1.7")
def streams(given: Given) -> Iterator[str]:
    """No stream lies outside of the file, and each is packed as the standard allows."""
    for one in given.objects:
        if not isinstance(one, Stream):
            continue
        if {"/F", "/FFilter", "/FDecodeParms"} & set(one.keys()):
            yield "a stream lies in another file"
        packed = one.get("/Filter", Array())
        for name in [packed] if isinstance(packed, Name) else packed:
            if str(name) not in _FILTERS:
                yield f"a stream is packed with {name}"


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


@rule("PDF/A 6.3")
def kinds_of_annotation(given: Given) -> Iterator[str]:
    """Annotations are links, and are printed."""
    for page in given.document.pages:
        for one in page.get("/Annots", []):
            if one.get("/Subtype") != Name.Link:
                yield f"there is an annotation {one.get('/Subtype')}"
            if int(one.get("/F", 0)) & 0b100111 != 0b100:
                yield "an annotation is not printed"


@rule("PDF/A 6.4 to 6.5, 6.9 to 6.11")
def nothing_else(given: Given) -> Iterator[str]:
    """No forms, actions, layers, presentations or requirements."""
    for name, what in _NOT_IN_A_CATALOG.items():
        if name in given.catalog:
            yield f"there are {what}"
    for one in given.dictionaries:
        if {"/JS", "/JavaScript", "/AA", "/PresSteps", "/XFA"} & set(one.keys()) or one.get("/Type") == Name.Action:
            yield "there is an action"


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
