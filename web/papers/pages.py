"""The pages of the papers: sheets to print and download, blank papers, the house style, checking a sheet, the rules."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, tzinfo
from functools import lru_cache, partial
from hashlib import sha256
from itertools import pairwise
from math import ceil
from threading import BoundedSemaphore

from flask import Blueprint, Flask, Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup, escape
from msgspec.structs import replace
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Listed, Refusal, marked, number_of
from dealer.games import game_called
from dealer.night.dealers import names_of_dealers
from dealer.night.night import Night
from dealer.printings import Printed
from events.book.shared_values import SharedValues
from events.common.house import CROSS_AND_NAUGHT, LANGUAGE_CODES, MARKS, PAPER_SIZES, ROLL, SHEET, TABS, PaperStyle
from reports.game_papers import GAMES, all_blanks, papers_of
from reports.pdf.seal import ASKED, NotASeal, Seal, read_seal
from reports.printing import paper_style, zipped
from reports.render_options import HouseStyle, machine_zone, style_of, zone_called, zone_of_night
from reports.rulebook import Block, Citation, Drawing, Table, citations_in
from reports.rulebooks import ABOUT, book_called, book_citing, capital, cell_text, deciding, provenance, rulebooks
from reports.sheets.agreement import Agreement, Outcome, agreement_with, is_in_book, not_in_book
from reports.sheets.guide import guide_sheet
from reports.sheets.papers import Paper
from reports.words.formatting import day_of, hour, offset
from reports.words.game_words import finding_text, refusal_text
from reports.words.language import LANGUAGES, assert_known, currency_code, ngettext, written_in
from reports.words.language import gettext as _
from web.app.app_cache import kept_under
from web.app.authentication import authentication
from web.app.authorization import open_to_all, signed_in
from web.app.background_work import kind_to_others, turn
from web.app.errors import refusal_status
from web.app.links import house_address
from web.app.request_parsing import Moment, as_it_stands, command_id, sender, service
from web.language import house_style, night_style, printings_keeper
from web.live.channels import part_of
from web.papers import papers
from web.papers.papers import PrintJob, Progress, print_jobs

blanks_blueprint = Blueprint("blanks", __name__)

KEPT = 16
"""How many printed blanks are kept: they change with nothing but the style."""

_KNOWN = {"language": LANGUAGE_CODES, "paper": PAPER_SIZES, "marks": MARKS}
"""What an address may ask for, by its words."""


@blanks_blueprint.get("/papers", endpoint="page")
def blanks_page() -> Response:
    """All blank papers, each on every sheet that they come on."""
    return make_response(render_template("blanks.html", blanks=all_blanks().values(), papers=PAPER_SIZES))


@blanks_blueprint.get("/papers/<name>.pdf")
def paper(name: str) -> Response:
    """A blank paper as a PDF, in the style of the house or in another that the address asks for (``?paper=Letter``)."""
    if name not in all_blanks():
        raise NotFound
    return papers.pdf(_printed(name, _style()), name)


@lru_cache(KEPT)
def _printed(name: str, style: HouseStyle) -> bytes:
    return print_jobs().workers.blank(name, style)


def _style() -> HouseStyle:
    """The house's style with what the address says; :class:`Refusal` (``bad_input``) where that is no style."""
    usual = house_style()
    wanted = {word: request.args.get(word, getattr(usual, word)) for word in _KNOWN}
    for word, value in wanted.items():
        if value not in _KNOWN[word]:
            raise Refusal(
                "bad_input",
                "There is no %(word)s %(value)s; choose from %(known)s.",
                word=word,
                value=repr(value[:20]),
                known=Listed(tuple(_KNOWN[word])),
            )
    return replace(usual, **wanted)


house_style_blueprint = Blueprint("house_style", __name__, url_prefix="/house-style")

_CHOICES = {
    "languages": {code: language.title for code, language in LANGUAGES.items()},
    "papers": {size: size for size in PAPER_SIZES},
    "marks": {TABS: marked("I, O, · and –"), CROSS_AND_NAUGHT: marked("cross and naught")},
    "slips": {ROLL: marked("on the roll, 80 mm"), SHEET: marked("three on a sheet")},
}


@house_style_blueprint.get("", endpoint="page")
def house_style_page() -> Response:
    """The style as it is, and the form that changes it."""
    return _page(house_style(), _back(request.args.get("back", "")))


@house_style_blueprint.post("")
def choose() -> AnyResponse:
    """Print papers in another style from here on; the page then says that it is saved.

    With ``first_steps``, which the list of nights sends, it goes back there.
    """
    wanted, back = house_style(), _back(request.form.get("back", ""))
    try:
        wanted = _asked(wanted)
        printings_keeper().choose(checked(wanted), sender(), command_id())
    except Refusal as refusal:
        return _page(wanted, back, refusal)
    if "first_steps" in request.form:
        return redirect(url_for("pages.nights"), code=303)
    return redirect(url_for("house_style.page", saved=1, back=back or None), code=303)


def checked(house_style: HouseStyle) -> PaperStyle:
    """A style in a language and a currency that there are; :class:`Refusal` (``bad_input``) for any other."""
    try:
        assert_known(house_style)
    except ValueError as error:
        raise Refusal.with_sentence("bad_input", str(error)) from None
    return paper_style(house_style)


def _asked(usual: HouseStyle) -> HouseStyle:
    """The style that the form asks for; what it leaves out is as it was."""
    before = paper_style(usual)
    style = PaperStyle(
        language=request.form.get("language", before.language),
        currency=currency_code(request.form.get("currency", before.currency)),
        paper=request.form.get("paper", before.paper),
        marks=request.form.get("marks", before.marks),
        slips=request.form.get("slips", before.slips),
        name=request.form.get("name", before.name).strip(),
    )
    try:
        return style_of(style)
    except ValueError as error:
        raise Refusal("bad_input", "There is no such style: %(error)s.", error=str(error)) from None


def _back(night: str) -> str:
    """The night whose papers the page was opened from, if there is such a night."""
    return night if night in service().nights() else ""


def _page(style: HouseStyle, back: str, refused: Refusal | None = None) -> Response:
    html = render_template(
        "house-style.html",
        style=style,
        back=back,
        refused=refusal_text(refused, {}) if refused else "",
        saved="saved" in request.args,
        command_id=secrets.token_hex(16),
        **_CHOICES,
    )
    return make_response(html, refusal_status(refused) if refused else 200)


sheet_check_blueprint = Blueprint("sheet_check", __name__)

MOST_AT_ONCE = 4
"""How many sheets are checked or wait for it at once: each holds a thread, and anybody may ask."""

MOST_WRONG, FOR_S = 20, 600.0
"""How many sheets of one hash whose figures are wrong are looked at within how long from the first: more would be
guessing."""

MOST_HASHES = 4_096
"""How many hashes with wrong sheets are remembered."""

_WRONG = "wrong sheets"


class Desk:
    """Where sheets are checked: few at a time, and for strangers none of a hash with which one of them guesses.

    Wrong ones are counted together with the other servers of the book.

    Who guesses has a true hash; they keep nobody from checking the sheets of another.
    """

    def __init__(self, shared: SharedValues) -> None:
        self._shared = shared
        self._room = BoundedSemaphore(MOST_AT_ONCE)

    def check(self, seal: Seal, *, by_staff: bool) -> Agreement:
        """Hold a seal against the book; :class:`Refusal` (``too_many_sheets``) in a crowd and after many guesses."""
        if not by_staff and not is_in_book(service().book, seal):
            return not_in_book(seal)
        if not self._room.acquire(blocking=False):
            raise Refusal("too_many_sheets", "Other sheets are being checked. Try again in a moment.")
        try:
            if not by_staff:
                self._refuse_guessing(_hash_of(seal))
            with turn():
                agreement = agreement_with(service().book, seal, kind_to_others(lambda _: None))
        finally:
            self._room.release()
        if agreement.outcome is Outcome.OTHER_FIGURES and not by_staff:
            self._note_wrong(_hash_of(seal))
        return agreement

    def _note_wrong(self, guessed: str) -> None:
        self._shared.count(_WRONG, guessed, FOR_S, most=MOST_HASHES)

    def _refuse_guessing(self, guessed: str) -> None:
        wrong = self._shared.get(_WRONG, guessed)
        if wrong and wrong.count >= MOST_WRONG:
            minutes = number_of(ceil(wrong.left_s / 60), "%(num)s minute", "%(num)s minutes")
            raise Refusal(
                "too_many_sheets", "Too many wrong sheets were checked. Try again in %(minutes)s.", minutes=minutes
            )


def _hash_of(seal: Seal) -> str:
    return f"{seal.night} {seal.version} {seal.head}"


@sheet_check_blueprint.get("/sheet", endpoint="page")
@open_to_all
def sheet_check() -> Response:
    """Whether the sheet whose seal is asked for agrees with the book; without one, a form for it."""
    text = request.args.get(ASKED, "")
    if not text.strip():
        return _sheet_check_page(text)
    try:
        seal = read_seal(text)
    except NotASeal as error:
        return _sheet_check_page(text, why=_("This is not the seal of a sheet. %(why)s", why=error))
    desk = kept_under("casekeeper sheets", lambda: Desk(authentication().shared))
    return _sheet_check_page(text, agreement=desk.check(seal, by_staff=signed_in() is not None))


def _sheet_check_page(seal_text: str, *, agreement: Agreement | None = None, why: str = "") -> Response:
    finding = finding_text(agreement.finding) if agreement and agreement.finding else ""
    html = render_template(
        "sheet.html", seal_text=seal_text[:4_000], agreement=agreement, finding=finding, why=why, capital=capital
    )
    return make_response(html, 400 if why else 200)


papers_blueprint = Blueprint("papers", __name__, url_prefix="/nights/<night>")

SET, SLIPS = "set", "slips"
"""What may be printed at once: all papers of the night, or the slips of its markers alone."""


@papers_blueprint.get("/papers", endpoint="page")
def papers_page(night: str) -> Response:
    """The papers of a night, the button that prints them, and what was printed before."""
    then = as_it_stands(night)
    listed = papers.papers_by_name(then.night, then.events)
    style = night_style(night)
    others = set(papers.languages_of(then.night, listed).values()) - {style.language}
    printings = printings_keeper().printings()
    return make_response(
        render_template(
            "papers.html",
            night=then.night,
            dealer=names_of_dealers(then.events.effective),
            sheets={name: paper for name, paper in listed.items() if not papers.is_slip(paper)},
            slips={name: paper for name, paper in listed.items() if papers.is_slip(paper)},
            times=printings.times(night),
            title_of=partial(papers.title_of, then.night),
            printings=[(printed, _titles(then.night, listed, printed)) for printed in reversed(printings.of(night))],
            what_of=_what,
            when_of=_when,
            languages_of=_languages,
            of_readers=bool(others),
            style=style,
            languages=LANGUAGES,
            command_id=secrets.token_hex(16),
        )
    )


@papers_blueprint.post("/printings")
def print_papers(night: str) -> AnyResponse:
    """Enter a printing of the set, of the slips or of one sheet, and go to where it is had."""
    then = as_it_stands(night)
    listed, language = papers.papers_by_name(then.night, then.events), _asked_language()
    style = night_style(night)
    printed = printings_keeper().print(
        night,
        then.head,
        _asked_sheets(listed),
        paper_style(replace(style, language=language or style.language)),
        sender(),
        zone=zone_of_night(machine_zone(), then.events[0].at, then.events[-1].at),
        languages={} if language else papers.languages_of(then.night, listed),
        address=house_address(),
        command_id=_button_id(),
    )
    _begin(printed)
    return redirect(url_for("papers.printing", night=night, number=printed.event.printing), code=303)


@papers_blueprint.get("/printings/<int:number>")
def printing(night: str, number: int) -> Response:
    """One printing: how far it is, and then its sheets."""
    then, printed, job = _printing(night, number)
    return make_response(render_template("printing.html", **_shown(then, printed, job.progress)))


@papers_blueprint.get("/printings/<int:number>/progress")
def progress(night: str, number: int) -> Response:
    """How far a printing is, as the part that its page swaps."""
    then, printed, job = _printing(night, number, retry=False)
    return make_response(part_of("printing.html", "sheets", **_shown(then, printed, job.progress)))


@papers_blueprint.get("/printings/<int:number>/<name>.pdf")
def sheet(night: str, number: int, name: str) -> Response:
    """One sheet of a printing, as soon as it is ready."""
    printed, job = _printing(night, number)[1:]
    if printed.number_of(name) is None:
        raise NotFound
    return papers.pdf(_ready(job.wait(lambda progress: name in progress.ready))[name], f"{night}-{name}")


@papers_blueprint.get("/printings/<int:number>/all.pdf")
def all_sheets(night: str, number: int) -> Response:
    """All sheets of a printing in one PDF, for the printer's one dialog; it is not kept, and is no PDF/A."""
    return _joined(night, number, f"{night}-printing-{number}", roll=False)


@papers_blueprint.get("/printings/<int:number>/slips.pdf")
def all_slips(night: str, number: int) -> Response:
    """All slips of a printing that come on the roll, likewise for the slip printer."""
    return _joined(night, number, f"{night}-printing-{number}-slips", roll=True)


def _joined(night: str, number: int, name: str, *, roll: bool) -> Response:
    printed, job = _printing(night, number)[1:]
    ready = _ready(job.wait())
    sheets = [content for sheet, content in ready.items() if papers.is_on_the_roll(printed.event, sheet) == roll]
    if not sheets:
        raise NotFound
    with written_in(style_of(printed.event.style)):
        title = _("Night %(night)s, printing %(number)s", night=night, number=number)
    return papers.pdf(print_jobs().workers.join(sheets, title), name)


@papers_blueprint.get("/printings/<int:number>/papers.zip")
def download(night: str, number: int) -> Response:
    """All sheets of a printing in one zip, dated by the last event that they show."""
    printed, job = _printing(night, number)[1:]
    ready = _ready(job.wait())
    (last,) = service().book.events(night, after=printed.event.version - 1, until=printed.event.version)
    content = zipped({f"{night}-{name}.pdf": content for name, content in ready.items()}, last.at)
    return papers.file(content, "application/zip", f"{night}-papers-{number}.zip")


def _printing(night: str, number: int, *, retry: bool = True) -> tuple[Moment, Printed, PrintJob]:
    """A printing with its sheets on their way, made again where they were let go or (``retry``) failed."""
    then = as_it_stands(night)
    printed = printings_keeper().printing(night, number)
    return then, printed, _begin(printed, retry=retry)


def _begin(printed: Printed, *, retry: bool = True) -> PrintJob:
    names = [sheet.name for sheet in printed.event.sheets]
    key = (printed.event.night, printed.event.printing)
    return print_jobs().begin(key, names, lambda: papers.order_for(printed).packed(), retry=retry)


def _asked_sheets(listed: Mapping[str, Paper]) -> dict[str, int]:
    """The sheets that a form asks for by their names, each with the number of the event that began what it is of.

    Raises :class:`Refusal` (``bad_input``) where the night has none of them.
    """
    button = _button()
    if button in (SET, SLIPS):
        sheets = {name: paper.begun for name, paper in listed.items() if button == SET or papers.is_slip(paper)}
    else:
        sheets = {button: listed[button].begun} if button in listed else {}
    if not sheets:
        raise Refusal("bad_input", "The night has no paper called %(wanted)s.", wanted=repr(button[:40]))
    return sheets


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


def _asked_language() -> str:
    """The language that a form asks for; empty for that of each sheet's reader."""
    language = request.form.get("language", "")
    if language and language not in LANGUAGES:
        raise Refusal(
            "bad_input",
            "There are no papers in %(wanted)s; choose from %(languages)s.",
            wanted=repr(language[:20]),
            languages=Listed(tuple(LANGUAGES)),
        )
    return language


def _ready(progress: Progress) -> dict[str, bytes]:
    """What was printed; :class:`Refusal` (``press_failed``) where printing came to no end."""
    if isinstance(progress.error, Refusal):
        raise progress.error
    if progress.error:
        raise Refusal("press_failed", "Printing failed. Open the printing again to retry.")
    return dict(progress.ready)


def _shown(then: Moment, printed: Printed, progress: Progress) -> dict[str, object]:
    titles = _titles(then.night, papers.papers_by_name(then.night, then.events), printed)
    on_the_roll = sum(papers.is_on_the_roll(printed.event, sheet.name) for sheet in printed.event.sheets)
    return {
        "night": then.night,
        "printed": printed,
        "on_the_roll": on_the_roll,
        "on_sheets": len(titles) - on_the_roll,
        "what": _what(printed, titles),
        "when": _when(printed),
        "progress": progress,
        "why": refusal_text(progress.error, {}) if isinstance(progress.error, Refusal) else "",
        "titles": titles,
        "in_languages": _languages(printed),
    }


def _titles(night: Night, listed: Mapping[str, Paper], printed: Printed) -> dict[str, str]:
    return {sheet.name: papers.title_in(night, listed, sheet) for sheet in printed.event.sheets}


def _what(printed: Printed, titles: Mapping[str, str]) -> str:
    """What a printing is of: its sheet's title, or how many sheets."""
    sheets = printed.event.sheets
    return titles[sheets[0].name] if len(sheets) == 1 else ngettext("%(num)s sheet", "%(num)s sheets", len(sheets))


def _languages(printed: Printed) -> str:
    """The languages of a printing's sheets."""
    usual = printed.event.style.language
    codes = dict.fromkeys(sheet.language or usual for sheet in printed.event.sheets)
    return ", ".join(LANGUAGES[code].title for code in codes)


def _when(printed: Printed) -> str:
    """When a printing was made, by the clock of its sheets; in UTC where this machine does not know that clock.

    The offset is named where it is not the machine's own.
    """
    zone: tzinfo = UTC
    with suppress(ValueError):
        zone = zone_called(printed.event.zone)
    clock = offset(printed.at, zone)
    other = "" if clock == offset(printed.at, None) else f" {clock}"
    return _("%(day)s, %(hour)s", day=day_of(printed.at, zone), hour=hour(printed.at, zone) + other)


rules_blueprint = Blueprint("rules", __name__)


def register(app: Flask) -> None:
    """Add the pages, and the filter ``cited`` that makes links of what a sentence cites."""
    app.register_blueprint(rules_blueprint)
    app.jinja_env.filters["cited"] = cited
    app.jinja_env.globals["address_of_rule"] = _address
    app.jinja_env.globals["guides"] = _guides


@rules_blueprint.get("/rules")
@open_to_all
def index() -> str:
    """The books of rules."""
    return render_template("rules.html", books=rulebooks(), about=ABOUT)


@rules_blueprint.get("/rules/<name>")
@open_to_all
def book(name: str) -> str:
    """The rules of one game, or of the night's money; every rule, case and law has an anchor."""
    try:
        shown = book_called(name)
    except LookupError:
        raise NotFound from None
    return render_template(
        "rules.html",
        book=shown,
        books=rulebooks(),
        capital=capital,
        kind_of=_kind_of,
        cell_text=cell_text,
        provenance=provenance,
        deciding=deciding,
    )


@rules_blueprint.get("/how-to-play/<game>")
@open_to_all
def guide(game: str) -> str:
    """How a game is played, for players who have never seen it."""
    papers = papers_of(game)
    if papers.guide is None:
        raise NotFound
    return render_template(
        "guide.html",
        name=game,
        game=game_called(game).title,
        guide=papers.guide,
        book=papers.rulebook,
        sheet=guide_sheet(game),
        others=[(name, game_called(name).title) for name, other in GAMES.items() if other.guide and name != game],
    )


def _guides(games: Iterable[str]) -> list[tuple[str, str]]:
    """Those of some games that have a guide: name and title."""
    return [(game, game_called(game).title) for game in games if papers_of(game).guide]


def cited(sentence: str) -> Markup:
    """A sentence with the rules and laws that it cites as links to them; others are left as they are."""
    marks = [
        (start, end, address) for start, end, citation in citations_in(sentence) if (address := _address(citation))
    ]
    cuts = [(0, 0, ""), *marks, (len(sentence), len(sentence), "")]
    linked = Markup("")
    for (start, end, address), following in pairwise(cuts):
        if address:
            linked += Markup('<a class="cited" href="{}">{}</a>').format(address, sentence[start:end])
        linked += escape(sentence[end : following[0]])
    return linked


def _address(citation: Citation) -> str:
    found = book_citing(citation)
    return url_for("rules.book", name=found.name, _anchor=citation.anchor) if found else ""


def _kind_of(block: Block) -> str:
    """What a block is, for the page to draw it."""
    if isinstance(block, Table):
        return "table"
    return "drawing" if isinstance(block, Drawing) else "text"
