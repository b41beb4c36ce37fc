"""The papers of a night: one button prints the set, and every printing keeps an address where it is had again.

To look at a sheet prints nothing. A printing is a fact before its first sheet is made, and so is the same at any time.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC
from hashlib import sha256

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.phrases import Listed
from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from dealer.printings.printings import Printed
from events.frozen import Frozen
from reports.printing.bundles import zipped
from reports.printing.printings import paper_style
from reports.render_options import machine_zone, zone_called
from reports.sheets.papers import Paper
from reports.words.formatting import day_of, hour
from reports.words.language import LANGUAGES
from web.app.links import house_address
from web.app.request_parsing import Moment, as_it_stands, assistant, command_id, sender
from web.papers import papers
from web.papers.print_jobs import PrintJob, Progress, print_jobs, printings_keeper

blueprint = Blueprint("papers", __name__, url_prefix="/nights/<night>")

SET, SLIPS = "set", "slips"
"""What may be printed at once: all papers of the night, or the slips of its markers alone."""


class SheetLine(Frozen):
    """One sheet on the page: its name in addresses, what it is called, and how often it was printed."""

    name: str
    title: str
    times: int


class PrintingLine(Frozen):
    """One printing on the page; ``what`` is its sheet's title, or how many sheets it has.

    ``when`` is ``at`` by the clock of its sheets, written out.
    """

    number: int
    at: str
    when: str
    who: str
    what: str
    language: str
    reprints: int


@blueprint.get("/papers")
def page(night: str) -> Response:
    """The papers of a night, the button that prints them, and what was printed before."""
    then = as_it_stands(night)
    listed = papers.papers_by_name(then.night, then.facts)
    printings = printings_keeper().printings()
    times = printings.times(night)
    lines = {
        name: SheetLine(name=name, title=papers.title_of(then.night, one), times=times[name, one.begun])
        for name, one in listed.items()
    }
    return make_response(
        render_template(
            "papers.html",
            night=then.night,
            sheets=[line for name, line in lines.items() if not papers.is_slip(listed[name])],
            slips=[line for name, line in lines.items() if papers.is_slip(listed[name])],
            printings=[_line(one, _titles(then.night, listed, one)) for one in reversed(printings.of(night))],
            style=papers.night_style(night),
            languages=LANGUAGES,
            command_id=secrets.token_hex(16),
        )
    )


@blueprint.post("/printings")
def print_papers(night: str) -> AnyResponse:
    """Enter a printing of the set, of the slips or of one sheet, and go to where it is had."""
    then = as_it_stands(night)
    style = replace(papers.night_style(night), **_asked_language())
    printed = printings_keeper().print(
        night,
        then.head,
        _asked_sheets(papers.papers_by_name(then.night, then.facts)),
        paper_style(style),
        sender(),
        zone=machine_zone(),
        address=house_address(),
        command_id=_button_id(),
    )
    _begin(printed)
    return redirect(url_for("papers.printing", night=night, number=printed.fact.printing), code=303)


@blueprint.get("/printings/<int:number>")
def printing(night: str, number: int) -> Response:
    """One printing: how far it is, and then its sheets."""
    then, printed, job = _printing(night, number)
    return make_response(render_template("printing.html", **_shown(then, printed, job.progress)))


@blueprint.get("/printings/<int:number>/progress")
def progress(night: str, number: int) -> Response:
    """How far a printing is, as the part that its page swaps."""
    then, printed, job = _printing(night, number, anew=False)
    return make_response(render_template("printing-sheets.html", **_shown(then, printed, job.progress)))


@blueprint.get("/printings/<int:number>/<name>.pdf")
def sheet(night: str, number: int, name: str) -> Response:
    """One sheet of a printing, as soon as it is ready."""
    _, printed, job = _printing(night, number)
    if printed.number_of(name) is None:
        raise NotFound
    return papers.pdf(_ready(job.wait(lambda progress: name in progress.ready))[name], f"{night}-{name}")


@blueprint.get("/printings/<int:number>/all.pdf")
def all_sheets(night: str, number: int) -> Response:
    """All sheets of a printing in one PDF, for the printer's one dialog; it is not kept, and is no PDF/A."""
    return _joined(night, number, f"{night}-printing-{number}", roll=False)


@blueprint.get("/printings/<int:number>/slips.pdf")
def all_slips(night: str, number: int) -> Response:
    """All slips of a printing that come on the roll, likewise for the slip printer."""
    return _joined(night, number, f"{night}-printing-{number}-slips", roll=True)


def _joined(night: str, number: int, name: str, *, roll: bool) -> Response:
    _, printed, job = _printing(night, number)
    ready = _ready(job.wait())
    sheets = [content for sheet, content in ready.items() if papers.is_on_the_roll(printed.fact, sheet) == roll]
    if not sheets:
        raise NotFound
    return papers.pdf(print_jobs().workers.join(sheets, f"Night {night}, printing {number}"), name)


@blueprint.get("/printings/<int:number>/papers.zip")
def download(night: str, number: int) -> Response:
    """All sheets of a printing in one zip, dated by the last fact that they show."""
    _, printed, job = _printing(night, number)
    ready = _ready(job.wait())
    (last,) = assistant().book.facts(night, after=printed.fact.version - 1, until=printed.fact.version)
    content = zipped({f"{night}-{name}.pdf": made for name, made in ready.items()}, last.at)
    return papers.file(content, "application/zip", f"{night}-papers-{number}.zip")


def _printing(night: str, number: int, *, anew: bool = True) -> tuple[Moment, Printed, PrintJob]:
    """A printing with its sheets on their way, made again where they were let go or (``anew``) failed."""
    then = as_it_stands(night)
    printed = printings_keeper().printing(night, number)
    return then, printed, _begin(printed, anew=anew)


def _begin(printed: Printed, *, anew: bool = True) -> PrintJob:
    names = [one.name for one in printed.fact.sheets]
    key = (printed.fact.night, printed.fact.printing)
    return print_jobs().begin(key, names, lambda: papers.order_for(printed).packed(), anew=anew)


def _asked_sheets(listed: Mapping[str, Paper]) -> dict[str, int]:
    """The sheets that a form asks for by their names, each with the number of the fact that began what it is of.

    Raises :class:`Refusal` (``bad_input``) where the night has none of them.
    """
    asked = _button()
    if asked in (SET, SLIPS):
        found = {name: one.begun for name, one in listed.items() if asked == SET or papers.is_slip(one)}
    else:
        found = {asked: listed[asked].begun} if asked in listed else {}
    if not found:
        raise Refusal("bad_input", "The night has no paper called %(asked)s.", asked=repr(asked[:40]))
    return found


def _button() -> str:
    return request.form.get("print", SET)


def _button_id() -> str | None:
    """The id of a button's command: a page gives one id to all its buttons, and each may be pressed in each language.

    So a button pressed twice prints once, and another of the same page, brought back by the browser, prints too.
    """
    of_page = command_id()
    if of_page is None:
        return None
    pressed = "\n".join((of_page, _button(), request.form.get("language", "")))
    return f"print-{sha256(pressed.encode()).hexdigest()[:32]}"


def _asked_language() -> dict[str, str]:
    asked = request.form.get("language", "")
    if asked and asked not in LANGUAGES:
        raise Refusal(
            "bad_input",
            "No papers are written in %(asked)s; there are %(languages)s.",
            asked=repr(asked[:20]),
            languages=Listed(tuple(LANGUAGES)),
        )
    return {"language": asked} if asked else {}


def _ready(progress: Progress) -> dict[str, bytes]:
    """What was printed; :class:`Refusal` (``press_failed``) where printing came to no end."""
    if progress.error:
        raise Refusal("press_failed", "The press failed; open the printing again to have it made anew.")
    return dict(progress.ready)


def _shown(then: Moment, printed: Printed, progress: Progress) -> dict[str, object]:
    titles = _titles(then.night, papers.papers_by_name(then.night, then.facts), printed)
    on_the_roll = sum(papers.is_on_the_roll(printed.fact, one.name) for one in printed.fact.sheets)
    return {
        "night": then.night,
        "printed": printed,
        "on_the_roll": on_the_roll,
        "on_sheets": len(titles) - on_the_roll,
        "line": _line(printed, titles),
        "progress": progress,
        "titles": titles,
        "language": LANGUAGES[printed.fact.style.language].title,
    }


def _titles(night: Night, listed: Mapping[str, Paper], printed: Printed) -> dict[str, str]:
    return {one.name: papers.title_in(night, listed, one) for one in printed.fact.sheets}


def _line(printed: Printed, titles: Mapping[str, str]) -> PrintingLine:
    sheets = printed.fact.sheets
    return PrintingLine(
        number=printed.fact.printing,
        at=printed.at,
        when=_when(printed),
        who=printed.who,
        what=titles[sheets[0].name] if len(sheets) == 1 else f"{len(sheets)} sheets",
        language=LANGUAGES[printed.fact.style.language].title,
        reprints=sum(one.number > 1 for one in sheets),
    )


def _when(printed: Printed) -> str:
    """When a printing was made, by the clock of its sheets; in UTC where this machine does not know that clock."""
    try:
        zone = zone_called(printed.fact.zone)
    except ValueError:
        return f"{day_of(printed.at, UTC)}, {hour(printed.at, UTC)} UTC"
    return f"{day_of(printed.at, zone)}, {hour(printed.at, zone)}"
