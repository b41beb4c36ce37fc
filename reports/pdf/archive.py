"""What makes a PDF one that can be archived and read aloud: PDF/A-3a and PDF/UA-1 in one file.

WeasyPrint writes either; the papers are both. So it writes PDF/A-3a, tagged, and what PDF/UA-1 asks for besides is
said in its metadata here: its mark, and the description that PDF/A asks of a mark that it does not know
(ISO 19005-3, 6.6.2.3).
"""

from __future__ import annotations

from typing import Any

from reports.pdf.structure import mend_structure

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


def finish(_document: Any, pdf: Any) -> None:
    """Do what WeasyPrint leaves undone, which calls this before it writes the file."""
    _mark_accessible(pdf)
    _make_opaque(pdf)
    _name_each_file_once(pdf)
    mend_structure(pdf)


def _mark_accessible(pdf: Any) -> None:
    """Say in a PDF's metadata that it is PDF/UA-1 too."""
    number = int(pdf.catalog["Metadata"].split()[0])
    (metadata,) = pdf.objects[number].stream
    before, end, after = metadata.rpartition(_END)
    assert end, "a PDF of this kind has its metadata as RDF"
    pdf.objects[number].stream = [before + _UNIVERSAL_ACCESS + end + after]


def _make_opaque(pdf: Any) -> None:
    """Take transparency out of drawings: nothing on a paper shines through, but centred text is set as if it might."""
    for one in pdf.objects:
        if getattr(one, "extra", {}).get("Subtype") == "/Form":
            one.extra.pop("Group", None)


def _name_each_file_once(pdf: Any) -> None:
    """Of the files that belong to the document WeasyPrint lists each twice."""
    files = pdf.catalog.get("AF", [])
    files[:] = dict.fromkeys(files)
