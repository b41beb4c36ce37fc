"""Sheets joined to one PDF, for a printer that is to be asked once. Only the sheets themselves are PDF/A and tagged."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from pypdf import PdfReader, PdfWriter


def joined(sheets: Sequence[bytes], title: str) -> bytes:
    """One PDF with the pages of several, in their order, each sheet with its own count of pages as it was printed."""
    writer = PdfWriter()
    for one in sheets:
        writer.append(PdfReader(BytesIO(one)), import_outline=False)
    writer.metadata = {"/Title": title, "/Producer": "casekeeper"}
    made = BytesIO()
    writer.write(made)
    return made.getvalue()
