"""The papers of a night for its pages, and the jobs that print them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from logging import Logger
from secrets import token_bytes
from threading import Lock, Thread
from time import sleep

from flask import Flask, Response, current_app, make_response, url_for
from msgspec import field
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal, marked
from dealer.games import game_called
from dealer.night.night import Night
from dealer.printings import Printed
from events.book.shared_values import SharedValues
from events.common.house import ROLL, PapersPrinted, PrintedSheet
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import papers_of
from reports.printing import Order, PdfWorkers, order_of
from reports.render_options import RenderOptions, machine_zone, zone_called, zone_of_night
from reports.sheets.papers import SETTLEMENT, SLIPS, Paper, list_papers, name_of
from reports.words.language import gettext as _
from reports.words.naming import round_called
from web.app.authentication import EXTENSION as AUTHENTICATION
from web.app.authentication import authentication
from web.app.background_work import Followed
from web.app.links import full_address, house_address, player_link
from web.app.log import what_broke
from web.app.request_parsing import service
from web.language import night_style

_TITLES = {
    "table": marked("Table sheet"),
    "rules": marked("House rules in force"),
    "settlement": marked("Settlement of %(of)s"),
    "marker": marked("Slips of marker %(of)s"),
    "fill": marked("Slip of fill %(of)s"),
    "credit": marked("Slip of credit %(of)s"),
    "drop": marked("Slip of drop %(of)s"),
    "bet": marked("Dossier of bet %(of)s"),
    "ruling": marked("Ruling of dispute %(of)s"),
}


def papers_by_name(night: Night, events: Sequence[Recorded]) -> dict[str, Paper]:
    """A night's papers by their names in addresses: ``table``, ``settlement-1-red``, ``deal-1``."""
    return {name_of(night, paper): paper for paper in list_papers(night, events)}


def languages_of(night: Night, papers: Mapping[str, Paper]) -> dict[str, str]:
    """The languages of the papers that one player keeps or signs, by name, where the player's card has a language."""
    house = service().house()
    cards = {player: house.card(seat.card) for player, seat in night.seats.items() if seat.card}
    return {
        name: card.language
        for name, paper in papers.items()
        if (card := cards.get(paper.reader)) is not None and card.language
    }


def title_of(night: Night, paper: Paper) -> str:
    """What a paper is called on a page: ``Settlement of Ada Lamb``, ``Tabs of deal 1``."""
    of = night.seats[paper.of].name if paper.kind == SETTLEMENT else paper.of
    title = _TITLES.get(paper.kind)
    return _(title, of=of) if title else _round_title(night, paper.kind, int(of))


def _round_title(night: Night, kind: str, number: int) -> str:
    """What the sheet of a round is called, by what its game calls such a sheet or a round."""
    game = next(game for game in night.opened.games if papers_of(game).sheet_kind == kind)
    sheet = papers_of(game).round_sheet
    if sheet and sheet.title:
        return _(sheet.title, of=number, game=game_called(game).title)
    return _("Sheet: %(round)s", round=round_called(game, number))


def title_in(night: Night, papers: Mapping[str, Paper], sheet: PrintedSheet) -> str:
    """What a printed sheet is called; one of something that was taken back since goes by its name."""
    paper = papers.get(sheet.name)
    if paper is None or paper.begun != sheet.begun:
        return _("%(sheet)s, now taken back", sheet=sheet.name)
    return title_of(night, paper)


def is_slip(paper: Paper) -> bool:
    """Whether a paper is one that may come on the roll of a slip printer."""
    return paper.kind in SLIPS


def is_on_the_roll(printing: PapersPrinted, name: str) -> bool:
    """Whether a sheet of a printing came on the roll of a slip printer."""
    return printing.style.slips == ROLL and name.rpartition("-")[0] in SLIPS


def print_paper(
    night: Night, events: Sequence[Recorded], name: str, *, language: str = "", with_log: bool = True
) -> bytes:
    """A paper to be looked at, in a language, else in its reader's, else in the house's.

    Without its log it holds nothing of the night but what it shows. Raises :class:`NotFound` where the night has no
    paper of that name.
    """
    listed = papers_by_name(night, events)
    if name not in listed:
        raise NotFound
    languages = {name: language} if language else languages_of(night, listed)
    options = replace(proof(night.id), links=links_of(night, house_address()), with_log=with_log)
    order = Order.of(service().book, night.id, events[-1].version, options, languages=languages)
    return print_jobs().workers.print(order.packed(), name)


def pdf(content: bytes, name: str) -> Response:
    """The answer with a PDF, shown in the browser, and the name under which it is saved."""
    return file(content, "application/pdf", f"{name}.pdf", how="inline")


def file(content: bytes, mimetype: str, name: str, *, how: str = "attachment") -> Response:
    """The answer with a file."""
    response = make_response(content)
    response.mimetype = mimetype
    response.headers["Content-Disposition"] = f'{how}; filename="{name}"'
    return response


def proof(night: str) -> RenderOptions:
    """The options of what of a night is only looked at: in its style, by the machine's clock."""
    events = service().events(night)
    house = full_address(url_for("sheet_check.page"))
    return RenderOptions(
        style=night_style(night),
        zone=zone_called(zone_of_night(machine_zone(), events[0].at, events[-1].at)),
        house=house,
        proof=True,
        devices=authentication().register.device_names,
    )


def order_for(printed: Printed) -> Order:
    """The order for a printing; :class:`Refusal` (``bad_input``) if this machine does not know its clock.

    One that was printed under no address, at a terminal, has no links and no house in its codes, here as there.
    """
    of_house = printed.event.address
    then = service().history(printed.event.night).at(printed.event.version)
    events = NightEvents(service().book.events(printed.event.night, until=printed.event.version))
    links = links_of(then, of_house, events) if of_house else {}
    house = full_address(url_for("sheet_check.page"), of_house) if of_house else ""
    try:
        return order_of(service().book, printed, links=links, house=house)
    except ValueError as error:
        raise Refusal("bad_input", "It cannot be printed again: %(error)s.", error=str(error)) from None


def links_of(night: Night, of_house: str, events: NightEvents | None = None) -> dict[str, str]:
    """The address of each player's page in a house of this address; as of earlier ``events``, if given."""
    return {player: full_address(player_link(night.id, player, events=events), of_house) for player in night.seats}


KEPT = 4
"""How many printings' sheets are kept; an older one is made again, to the byte, when somebody asks for it."""

_EXTENSION = "casekeeper print jobs"

Key = tuple[str, int]
"""A printing: its night, and its number."""


class Progress(Frozen):
    """How far a printing is: the names of all its sheets, those that are ready, and what kept it from its end."""

    names: Sequence[str]
    ready: Mapping[str, bytes] = field(default_factory=dict)
    error: Exception | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.error is not None or len(self.ready) == len(self.names)

    @property
    def printing(self) -> str:
        """The sheet that is being printed, or is the next; nothing where it is over."""
        return "" if self.over else self.names[len(self.ready)]


PrintJob = Followed[Progress]
"""One printing."""


CLAIMED_S = 30.0
"""How long a printing belongs to the server that prints it after its last sheet: then another one takes over."""

SHARED_S = 600.0
"""How long other servers can fetch a printed sheet."""

LOOK_AGAIN_S = 0.3
"""How often a server looks for the next sheet that another one prints."""


class PrintJobs:
    """The printings of an application.

    A printing that is under way or still in memory is shared, and so is one that another server of the book prints.
    """

    def __init__(self, log: Logger, workers: PdfWorkers, shared: SharedValues) -> None:
        self.workers = workers
        self._log = log
        self._shared = shared
        self._me = token_bytes(16)
        self._turn = Lock()
        self._lock = Lock()
        self._jobs: OrderedDict[Key, PrintJob] = OrderedDict()

    def begin(self, key: Key, names: Sequence[str], order: Callable[[], bytes], *, retry: bool = True) -> PrintJob:
        """The printing of a key: the one that is kept, or a new one of an ``order``.

        A failed job is begun again if ``retry``, or returned as it is.
        """
        known = self._kept(key, retry)
        if known:
            return known
        packed = order()
        with self._lock:
            known = self._kept(key, retry)
            if known:
                return known
            begun = self._jobs[key] = PrintJob(Progress(names=names))
            self._jobs.move_to_end(key)
            self._let_go_of_the_oldest()
        Thread(target=self._run, args=(key, begun, packed), name=f"print-{key[0]}-{key[1]}", daemon=True).start()
        return begun

    def _kept(self, key: Key, retry: bool) -> PrintJob | None:
        known = self._jobs.get(key)
        return None if known and known.progress.error and retry else known

    def _let_go_of_the_oldest(self) -> None:
        over = [key for key, job in self._jobs.items() if job.progress.over]
        for key in over[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[key]

    def _run(self, key: Key, begun: PrintJob, packed: bytes) -> None:
        names, ready = begun.progress.names, dict[str, bytes]()
        try:
            for name, sheet in self._sheets(key, packed, names):
                ready = {**ready, name: sheet}
                begun.tell(Progress(names=names, ready=ready))
        except Exception as error:  # Those who wait must hear of any error.
            broke, trace = (error.why, None) if isinstance(error, Refusal) else (what_broke(error), error)
            self._log.error("printing %d of night %s came to no end: %s", key[1], key[0], broke, exc_info=trace)
            begun.tell(Progress(names=names, ready=ready, error=error))

    def _sheets(self, key: Key, packed: bytes, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """The sheets of a printing in order: those that other servers have printed, and the others printed here."""
        if not self._shared.reach_others:
            with self._turn:
                yield from self.workers.each(packed, names)
            return
        job = f"{key[0]} {key[1]}"
        for number, name in enumerate(names):
            while not (printed := self._shared.get(f"sheets of {job}", name)):
                if self._claim(job):
                    yield from self._print(job, packed, names[number:])
                    return
                sleep(LOOK_AGAIN_S)
            yield name, printed.value

    def _claim(self, job: str) -> bool:
        """Whether this server prints a job; it does for some time after each call."""
        return self._shared.claim("printings", job, self._me, CLAIMED_S) == self._me

    def _print(self, job: str, packed: bytes, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Print sheets for all servers. If it fails, another one may try."""
        try:
            while not self._turn.acquire(timeout=CLAIMED_S / 3):
                self._claim(job)
            try:
                for name, sheet in self.workers.each(packed, names):
                    self._shared.put(f"sheets of {job}", name, sheet, SHARED_S)
                    self._claim(job)
                    yield name, sheet
            finally:
                self._turn.release()
        except BaseException:
            self._shared.drop("printings", job)
            raise


def register(app: Flask, workers: PdfWorkers) -> None:
    """Have print jobs in an application."""
    app.extensions[_EXTENSION] = PrintJobs(app.logger, workers, app.extensions[AUTHENTICATION].shared)


def print_jobs() -> PrintJobs:
    """The print jobs of this application."""
    found: PrintJobs = current_app.extensions[_EXTENSION]
    return found
