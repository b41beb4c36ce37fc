"""Several sheets in one file: joined to one PDF for the printer, or in one zip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

_FIRST_YEAR = 1980
"""A zip knows no earlier one."""

_UNIX, _READABLE = 3, 0o100644 << 16


def joined(sheets: Sequence[bytes], title: str) -> bytes:
    """One PDF with the pages of several, in their order, each sheet with its own count of pages as it was printed."""
    # Late, as only a process that joins sheets needs it, and it takes its time to load.
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    for one in sheets:
        writer.append(PdfReader(BytesIO(one)), import_outline=False)
    writer.metadata = {"/Title": title, "/Producer": "casekeeper"}
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


def zipped(files: Mapping[str, bytes], at: str) -> bytes:
    """Files by their names as a zip, in the order of the names, all dated by a moment (ISO 8601 in UTC).

    They are stored as they are: PDFs are packed already, and packing differs from one machine to the next.
    """
    moment = datetime.fromisoformat(at).astimezone(UTC)
    dated = (max(moment.year, _FIRST_YEAR), moment.month, moment.day, moment.hour, moment.minute, moment.second)
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for name in sorted(files):
            entry = ZipInfo(name, dated)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            archive.writestr(entry, files[name])
    return made.getvalue()
