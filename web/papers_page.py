"""The papers of a night: one button prints the set, and every printing keeps an address where it is had again.

To look at a sheet prints nothing. A printing is a fact before its first sheet is made, and so is the same at any time.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.night import Night
from dealer.printings import Printed
from dealer.refusal import Refusal
from reports.language import LANGUAGES
from reports.printings import paper_style
from reports.zipped import zipped
from reports.zones import machine_zone
from web import papers
from web.asking import as_it_stands, assistant, command_id, sender
from web.press_room import PrintJob, Progress, press_room, printings_keeper

blueprint = Blueprint("papers", __name__, url_prefix="/nights/<night>")

PDF, ZIP = "application/pdf", "application/zip"
SET, SLIPS = "set", "slips"
"""What may be printed at once: all sheets of the house's paper, or all that may come on the roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One sheet on the page: its name in addresses, what it is called, and how often it was printed."""

    name: str
    title: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintingLine:
    """One printing on the page; ``what`` is its sheet's title, or how many sheets it has."""

    number: int
    at: str
    who: str
    what: str
    language: str
    reprints: int


@blueprint.get("/papers")
def page(night: str) -> Response:
    """The papers of a night, the button that prints them, and what was printed before."""
    then = as_it_stands(night)
    names = papers.paper_names(then.night, then.facts)
    printings = printings_keeper().printings()
    lines = [
        SheetLine(name=name, title=papers.title_of(then.night, name), times=printings.times(night, name))
        for name in names
    ]
    return make_response(
        render_template(
            "papers.html",
            night=then.night,
            sheets=[line for line in lines if not papers.is_slip(line.name)],
            slips=[line for line in lines if papers.is_slip(line.name)],
            printings=[_line(then.night, one) for one in reversed(printings.of(night))],
            style=papers.house_style(),
            languages=LANGUAGES,
            command_id=secrets.token_hex(16),
        )
    )


@blueprint.post("/printings")
def print_papers(night: str) -> AnyResponse:
    """Enter a printing of the set, of the slips or of one sheet, and go to where it is had."""
    then = as_it_stands(night)
    style = replace(papers.house_style(), **_asked_language())
    printed = printings_keeper().print(
        night,
        then.head,
        _asked_sheets(papers.paper_names(then.night, then.facts)),
        paper_style(style),
        sender(),
        zone=machine_zone(),
        address=papers.address(),
        command_id=command_id(),
    )
    _begin(then.night, printed)
    return redirect(url_for("papers.printing", night=night, number=printed.fact.printing), code=303)


@blueprint.get("/printings/<int:number>")
def printing(night: str, number: int) -> Response:
    """One printing: how far it is, and then its sheets."""
    state, printed, job = _printing(night, number)
    return make_response(render_template("printing.html", **_shown(state, printed, job.progress)))


@blueprint.get("/printings/<int:number>/progress")
def progress(night: str, number: int) -> Response:
    """How far a printing is, as the part that its page swaps."""
    state, printed, job = _printing(night, number, anew=False)
    return make_response(render_template("printing-sheets.html", **_shown(state, printed, job.progress)))


@blueprint.get("/printings/<int:number>/<name>.pdf")
def sheet(night: str, number: int, name: str) -> Response:
    """One sheet of a printing, as soon as it is ready."""
    _, printed, job = _printing(night, number)
    if printed.number_of(name) is None:
        raise NotFound
    return _file(_ready(job.wait_for(name))[name], PDF, f"{night}-{name}.pdf")


@blueprint.get("/printings/<int:number>/all.pdf")
def all_sheets(night: str, number: int) -> Response:
    """All sheets of a printing in one PDF, for the printer's one dialog; it is not kept, and is no PDF/A."""
    _, _, job = _printing(night, number)
    sheets = list(_ready(job.wait_for()).values())
    content = press_room().press.join(sheets, f"Night {night}, printing {number}")
    return _file(content, PDF, f"{night}-printing-{number}.pdf")


@blueprint.get("/printings/<int:number>/papers.zip")
def download(night: str, number: int) -> Response:
    """All sheets of a printing in one zip, dated by the last fact that they show."""
    _, printed, job = _printing(night, number)
    ready = _ready(job.wait_for())
    (last,) = assistant().book.facts(night, after=printed.fact.version - 1, until=printed.fact.version)
    content = zipped({f"{night}-{name}.pdf": made for name, made in ready.items()}, last.at)
    return _file(content, ZIP, f"{night}-papers-{number}.zip", as_attachment=True)


def _printing(night: str, number: int, *, anew: bool = True) -> tuple[Night, Printed, PrintJob]:
    """A printing with its sheets on their way, made again where they were let go or (``anew``) failed."""
    then = as_it_stands(night)
    printed = printings_keeper().printing(night, number)
    return then.night, printed, _begin(then.night, printed, anew=anew)


def _begin(night: Night, printed: Printed, *, anew: bool = True) -> PrintJob:
    names = [one.name for one in printed.fact.sheets]
    key = (night.id, printed.fact.printing)
    return press_room().begin(key, names, lambda: papers.order_for(night, printed).packed(), anew=anew)


def _asked_sheets(names: Sequence[str]) -> list[str]:
    """The sheets that a form asks for; :class:`Refusal` (``bad_input``) where the night has none of them."""
    asked = request.form.get("print", SET)
    if asked in (SET, SLIPS):
        names = [name for name in names if papers.is_slip(name) == (asked == SLIPS)]
    else:
        names = [name for name in names if name == asked]
    if not names:
        raise Refusal("bad_input", f"The night has no paper called {asked[:40]!r}.")
    return list(names)


def _asked_language() -> dict[str, str]:
    asked = request.form.get("language", "")
    if asked and asked not in LANGUAGES:
        raise Refusal("bad_input", f"No papers are written in {asked[:20]!r}; there are {', '.join(LANGUAGES)}.")
    return {"language": asked} if asked else {}


def _ready(progress: Progress) -> dict[str, bytes]:
    """What was printed; :class:`Refusal` (``press_failed``) where the press came to no end."""
    if progress.error:
        raise Refusal("press_failed", "The press failed; open the printing again to have it made anew.")
    return dict(progress.ready)


def _shown(night: Night, printed: Printed, progress: Progress) -> dict[str, object]:
    fact = printed.fact
    return {
        "night": night,
        "printed": printed,
        "line": _line(night, printed),
        "progress": progress,
        "titles": {one.name: papers.title_of(night, one.name) for one in fact.sheets},
        "language": LANGUAGES[fact.style.language].title,
    }


def _line(night: Night, printed: Printed) -> PrintingLine:
    sheets = printed.fact.sheets
    return PrintingLine(
        number=printed.fact.printing,
        at=printed.at,
        who=printed.who,
        what=papers.title_of(night, sheets[0].name) if len(sheets) == 1 else f"{len(sheets)} sheets",
        language=LANGUAGES[printed.fact.style.language].title,
        reprints=sum(one.number > 1 for one in sheets),
    )


def _file(content: bytes, mimetype: str, name: str, *, as_attachment: bool = False) -> Response:
    response = make_response(content)
    response.mimetype = mimetype
    how = "attachment" if as_attachment else "inline"
    response.headers["Content-Disposition"] = f'{how}; filename="{name}"'
    return response
