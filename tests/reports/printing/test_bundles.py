"""Sheets in one zip, and in one PDF: the same sheets give the same bytes."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from pypdf import PdfReader, PdfWriter

from reports.print_workers import joined, zipped

AT = "2026-11-22T03:10:08.000Z"


def blank(pages: int) -> bytes:
    writer, made = PdfWriter(), BytesIO()
    for _ in range(pages):
        writer.add_blank_page(595, 842)
    writer.write(made)
    return made.getvalue()


def test_a_zip_has_the_same_bytes_whatever_the_order_and_is_dated_by_the_night() -> None:
    made = zipped({"b.pdf": b"two", "a.pdf": b"one"}, AT)
    assert made == zipped({"a.pdf": b"one", "b.pdf": b"two"}, AT)
    with ZipFile(BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert [(one.filename, one.date_time) for one in archive.infolist()] == [
            ("a.pdf", (2026, 11, 22, 3, 10, 8)),
            ("b.pdf", (2026, 11, 22, 3, 10, 8)),
        ]
        assert archive.read("b.pdf") == b"two"


def test_a_night_of_long_ago_is_dated_as_early_as_a_zip_can_be() -> None:
    with ZipFile(BytesIO(zipped({"a.pdf": b"one"}, "1871-04-01T20:00:00Z"))) as archive:
        assert archive.infolist()[0].date_time[:3] == (1980, 4, 1)


def test_joined_sheets_are_one_pdf_with_all_pages_and_the_same_bytes() -> None:
    made = joined([blank(1), blank(3)], "Night 2026-11-21-1")
    reader = PdfReader(BytesIO(made))
    assert (len(reader.pages), reader.metadata and reader.metadata.title) == (4, "Night 2026-11-21-1")
    assert made == joined([blank(1), blank(3)], "Night 2026-11-21-1")
