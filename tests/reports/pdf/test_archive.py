"""Every kind of sheet is PDF/A-3a and PDF/UA-1, and has its facts of the night with it, down to the head of its seal.

The rules are in ``tests.support.standards``; which there are, and which are not checked, is said in ``docs/paper.md``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Object, Pdf

from reports.render_options import HouseStyle
from tests.reports.booked import BOOKED
from tests.reports.conftest import BLANK, Prints
from tests.support import preflight
from tests.support.standards import RULES, Given, faults_of
from tests.support.tagged import read_tagged

NIGHT = "both"
"""A night of both games has sheets of all kinds."""

SHEETS = ("table", "rules", "settlement-1-red", "deal-1", "hand-1", "marker-1", "ruling-d1", "bet-45-red")
"""One sheet of every kind."""

BLANKS = ("cue-cards", "layout", "fan-tan-score", "five-hundred-score", "four-deal-bridge-score")
"""Blank papers, which are of no night."""

SCORES = (("mixed", "five-hundred-match-1"), ("bridge", "four-deal-bridge-match-1"))
"""Score sheets of matches, by their nights."""


def test_a_sheet_of_every_kind_is_looked_at(prints: Prints) -> None:
    assert set(SHEETS) == set(prints.kinds(NIGHT))


@pytest.mark.parametrize(
    ("night", "name"), [*((NIGHT, one) for one in SHEETS), *((BLANK, one) for one in BLANKS), *SCORES]
)
def test_every_kind_of_sheet_keeps_to_the_standards(night: str, name: str, prints: Prints) -> None:
    content = prints(night, name)
    assert faults_of(content) == []
    with pikepdf.open(BytesIO(content)) as document:
        # And qpdf finds the file sound.
        assert document.check_pdf_syntax() == []


def test_a_sheet_is_in_the_language_of_its_house(prints: Prints) -> None:
    with pikepdf.open(BytesIO(prints("hostile", "hand-1", HouseStyle(language="de", currency="EUR")))) as document:
        assert str(document.Root.Lang) == "de"


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_has_its_facts_and_the_last_has_the_hash_that_is_printed_on_it(name: str, prints: Prints) -> None:
    booked, content = BOOKED[NIGHT](), prints(NIGHT, name)
    with pikepdf.open(BytesIO(content)) as document:
        (file,) = document.Root.AF
        assert (str(file.F), str(file.UF), file.AFRelationship) == ("facts.json", "facts.json", Name.Source)
        log = json.loads(file.EF.F.read_bytes())
    # From here on as docs/auditing.md says that anybody can: with hashes and JSON, and nothing of casekeeper.
    hashes = {0: _hash(["facts", log["night"]])}
    for fact in log["facts"]:
        *columns, digest = fact.values()
        assert columns[-1] == hashes.get(fact["version"] - 1, columns[-1])
        assert digest == hashes.setdefault(fact["version"], _hash(columns))
    assert (hashes[log["version"]], log["version"]) == (log["head"], booked.facts[-1].version)
    # And with the table sheet, whose chain is whole, each of them is where it says.
    table = {one.version: one.hash for one in booked.facts}
    assert {0: hashes.pop(0), **table}.items() >= hashes.items()
    assert 1 in hashes
    assert (name == "table") == (hashes.keys() == table.keys())
    read = read_tagged(content)
    for page in range(len(read.sizes)):
        here = "".join(run.text for run in read.runs if run.box.page == page)
        assert log["head"] in here.replace(" ", ""), page


def test_a_checker_that_others_wrote_finds_nothing_that_part_3_does_not_allow(prints: Prints, tmp_path: Path) -> None:
    sheets = {name: prints(NIGHT, name) for name in SHEETS}
    spoiled = _spoiled(
        sheets["table"], lambda pdf: _font(pdf).DescendantFonts[0].FontDescriptor.__delitem__("/FontFile2")
    )
    found = preflight.faults_of({**sheets, "spoiled": spoiled}, tmp_path)
    assert any("font" in fault.lower() for fault in found.pop("spoiled"))
    assert {name: faults for name, faults in found.items() if faults} == {}


def _hash(columns: list[object]) -> str:
    text = json.dumps(columns, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _spoiled(content: bytes, spoil: Callable[[Pdf], object]) -> bytes:
    """A sheet after something was done to it."""
    with pikepdf.open(BytesIO(content)) as document:
        spoil(document)
        made = BytesIO()
        document.save(made, fix_metadata_version=False)
    return made.getvalue()


def _first(document: Pdf, role: str) -> Dictionary:
    """The first element of a role."""
    return next(one for one in document.objects if isinstance(one, Dictionary) and one.get("/S") == Name(f"/{role}"))


def _font(document: Pdf) -> Dictionary:
    return next(one for one in document.objects if isinstance(one, Dictionary) and "/DescendantFonts" in one)


def _font_name(document: Pdf) -> bytes:
    return next(iter(document.pages[0].Resources.Font.keys())).encode()


def _in_metadata(said: bytes, instead: bytes) -> Callable[[Pdf], object]:
    def spoil(document: Pdf) -> None:
        packet = document.Root.Metadata.read_bytes()
        assert said in packet
        document.Root.Metadata.write(packet.replace(said, instead))

    return spoil


def _drawn_besides(operators: bytes) -> Callable[[Pdf], object]:
    return lambda document: document.pages[0].contents_add(document.make_stream(operators))


def _set(of: Callable[[Pdf], Object], name: str, value: object) -> Callable[[Pdf], object]:
    return lambda document: of(document).__setitem__(name, value)


def _without(of: Callable[[Pdf], Object], name: str) -> Callable[[Pdf], object]:
    return lambda document: of(document).__delitem__(name)


def _root(document: Pdf) -> Object:
    return document.Root


def _page(document: Pdf) -> Dictionary:
    return document.pages[0].obj


def _info(document: Pdf) -> Dictionary:
    return document.docinfo


def _file(document: Pdf) -> Object:
    return document.Root.AF[0]


LINK = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 1, 1], F=2)
SPOILS: list[tuple[str, Callable[[Pdf], object]]] = [
    ("PDF/A 6.1.13", _set(_page, "/MediaBox", Array([0, 0, 20_000, 700]))),
    ("PDF/A 6.1.7", lambda pdf: pdf.Root.__setitem__("/X", _in_another_file(pdf))),
    ("PDF/A 6.2.10", _set(_root, "/X", Dictionary(Group=Dictionary(S=Name.Transparency)))),
    ("PDF/A 6.2.10", _set(_root, "/X", Dictionary(ca=0.5))),
    ("PDF/A 6.2.11.3", _set(_font, "/Encoding", Name.WinAnsiEncoding)),
    ("PDF/A 6.2.11.4", _set(_font, "/BaseFont", Name("/Alegreya-Sans"))),
    ("PDF/A 6.2.11.5", lambda pdf: _font(pdf).DescendantFonts[0].__delitem__("/W")),
    ("PDF/A 6.2.11.7", _without(_font, "/ToUnicode")),
    ("PDF/A 6.2.11.8", lambda pdf: _drawn_besides(b"/Artifact BMC BT %s 9 Tf <0000> Tj ET EMC" % _font_name(pdf))(pdf)),
    ("PDF/A 6.2.2", _drawn_besides(b"q " * 40 + b"Q " * 40)),
    ("PDF/A 6.2.2", _drawn_besides(b"q")),
    ("PDF/A 6.2.3", _without(_root, "/OutputIntents")),
    ("PDF/A 6.2.4", _drawn_besides(b"0 0 0 1 k")),
    ("PDF/A 6.2.5", _set(_root, "/X", Dictionary(TR=Name.Identity))),
    ("PDF/A 6.2.8 to 6.2.9", lambda pdf: pdf.Root.__setitem__("/X", pdf.make_stream(b"", Subtype=Name.Image))),
    ("PDF/A 6.3", _set(_page, "/Annots", Array([LINK]))),
    ("PDF/A 6.4 to 6.5, 6.9 to 6.11", _set(_root, "/OpenAction", Dictionary(S=Name.JavaScript, JS="app.beep()"))),
    ("PDF/A 6.4 to 6.5, 6.9 to 6.11", _set(_root, "/OCProperties", Dictionary())),
    ("PDF/A 6.6.2", _in_metadata(b"pdfaSchema:namespaceURI", b"pdfaSchema:nothing")),
    ("PDF/A 6.6.3", _set(_info, "/Title", "another")),
    ("PDF/A 6.6.4", _in_metadata(b'conformance="A"', b'conformance="B"')),
    ("PDF/A 6.7.2, PDF/UA 7.1 (marked)", _without(_root, "/MarkInfo")),
    ("PDF/A 6.7.3, PDF/UA 7.1 (roles)", lambda pdf: _first(pdf, "P").__setitem__("/S", Name.Paragraph)),
    ("PDF/A 6.7.4", _without(_root, "/Lang")),
    ("PDF/A 6.8", _without(_root, "/AF")),
    ("PDF/A 6.8", lambda pdf: pdf.Root.AF.append(pdf.Root.AF[0])),
    ("PDF/A 6.8", _without(_file, "/AFRelationship")),
    ("PDF/UA 5", _in_metadata(b'pdfuaid:part="1"', b'pdfuaid:part="2"')),
    ("PDF/UA 7.1 (title)", _without(_root, "/ViewerPreferences")),
    ("PDF/UA 7.1 (content)", _drawn_besides(b"0 0 9 9 re f")),
    ("PDF/UA 7.2", lambda pdf: _first(pdf, "TR").__setitem__("/S", Name.TD)),
    ("PDF/UA 7.3", lambda pdf: _first(pdf, "Figure").__delitem__("/Alt")),
    ("PDF/UA 7.4", lambda pdf: _first(pdf, "H2").__setitem__("/S", Name.H4)),
    ("PDF/UA 7.5", lambda pdf: _first(pdf, "TH").__delitem__("/A")),
    ("PDF/UA 7.5", lambda pdf: _first(pdf, "TH").__setitem__("/S", Name.TD)),
    ("PDF/UA 7.16 to 7.18", lambda pdf: (_set(_page, "/Annots", Array([LINK]))(pdf), _without(_page, "/Tabs")(pdf))),
    ("PDF/UA 7.17", lambda pdf: pdf.Root.Outlines.First.__setitem__("/Title", "Nowhere")),
]


def _in_another_file(document: Pdf) -> Object:
    return document.make_stream(b"", F="elsewhere.bin")


def test_each_rule_finds_what_is_against_it(prints: Prints) -> None:
    content = prints(NIGHT, "settlement-1-red")
    on_the_bytes = [
        ("PDF/A 6.1.2", content.replace(b"%PDF-1.7", b"%PDF-2.0", 1)),
        ("PDF/A 6.1.3", content + b"and more"),
    ]
    spoiled = [(clause, _spoiled(content, spoil)) for clause, spoil in SPOILS]
    for clause, given in (*spoiled, *on_the_bytes):
        assert list(RULES[clause](Given.read(given))), clause
    assert set(RULES) == {clause for clause, _ in (*spoiled, *on_the_bytes)}
