"""What a program gives of a book, and which a later one must give of it too: verdicts, results, exports, seals, papers.

``python -m tests.golden.given BOOK FOLDER`` writes it down.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from dealer.night.result import result_of
from dealer.night_service import NightService
from events.book.book import Book
from ledger.export import FORMATS
from reports.pdf.seal import seal_of
from reports.printing import Order, print_sheet
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers, name_of
from tests.web.command_line.called import casekeeper

GERMAN = HouseStyle(language="de", currency="EUR")
IN_GERMAN = ("bet", "ruling", "settlement")
"""The kinds of papers that are printed in a second language too."""


def verdicts(where: str | Path) -> Any:
    """What ``casekeeper verify`` says of every stream, without how long it took."""
    said = json.loads(casekeeper("verify", "--json", "--book", where).stdout)
    for one in (*said["nights"], *(check for night in said["nights"] for check in night["checks"])):
        del one["seconds"]
    streams = {
        one["night"]: one | {"checks": {check["check"]: check for check in one["checks"]}} for one in said["nights"]
    }
    return {"sound": said["sound"], "book": said["book"], "streams": streams}


def results(book: Book) -> Any:
    """The result of every night."""
    service = NightService(book)
    return {night: result_of(service.night(night), service.events(night)) for night in book.nights()}


def exported(book: Book, to: str) -> bytes:
    """All nights in a format of ``casekeeper export``."""
    return b"".join(FORMATS[to].pieces(book, book.nights()))


def seals(book: Book) -> dict[str, list[str]]:
    """The seals of every night's sheets: of one that is no player's, then of each player's settlement."""
    nights = {night: (NightService(book).night(night), book.events(night)) for night in book.nights()}
    return {
        night: [seal_of(now, events, player).text for player in (None, *now.seats)]
        for night, (now, events) in nights.items()
    }


def sheets(book: Book, night: str) -> dict[str, str]:
    """The papers of a night by their names, and of which kind each is."""
    now = NightService(book).night(night)
    return {name_of(now, one): one.kind for one in list_papers(now, book.events(night))}


def words_printed(book: Book, night: str, name: str, style: HouseStyle) -> list[str]:
    """The words of a paper, page by page."""
    order = Order.of(book, night, len(book.events(night)), RenderOptions(style=style, zone=UTC))
    pages = PdfReader(BytesIO(print_sheet(order.packed(), name))).pages
    return [" ".join(page.extract_text().split()) for page in pages]


def words_of_each_kind(book: Book) -> list[dict[str, Any]]:
    """A paper of every kind with its words: the book's last of it."""
    papers = {kind: (night, name) for night in book.nights() for name, kind in sheets(book, night).items()}
    asked = [("en", HouseStyle(), kind) for kind in papers] + [("de", GERMAN, kind) for kind in IN_GERMAN]
    return [
        {
            "language": language,
            "night": papers[kind][0],
            "paper": papers[kind][1],
            "words": words_printed(book, *papers[kind], style),
        }
        for language, style, kind in asked
    ]


def write_down(where: str, folder: Path) -> None:
    """Write all of it into a folder."""
    with Book.open(where, read_only=True) as book:
        written = {
            "verdicts": verdicts(where),
            "results": results(book),
            "sheets": {night: list(sheets(book, night)) for night in book.nights()},
            "seals": seals(book),
            "words": words_of_each_kind(book),
        }
        for name, document in written.items():
            (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False, indent=1))
        for to in FORMATS:
            (folder / f"export.{to}").write_bytes(exported(book, to))


if __name__ == "__main__":
    write_down(sys.argv[1], Path(sys.argv[2]))
