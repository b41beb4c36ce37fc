"""The papers of a night as the pages offer them: their names and titles, proofs to look at, orders to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Response, make_response, url_for
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from dealer.printings import Printed
from events.common.house import ROLL, PapersPrinted, PrintedSheet
from events.records import Recorded
from reports.game_papers import papers_of
from reports.print_workers import Order, order_of, style_for, style_of
from reports.render_options import HouseStyle, RenderOptions, machine_zone, zone_called
from reports.sheets.papers import MARKER, SETTLEMENT, Paper, list_papers, name_of
from web.app.authentication import authentication
from web.app.links import house_address, player_link
from web.app.request_parsing import service
from web.papers.print_jobs import print_jobs, printings_keeper

_TITLES = {
    "table": "Table sheet",
    "rules": "House rules in force",
    "settlement": "Settlement of {}",
    "marker": "Slips of marker {}",
    "bet": "Dossier of bet {}",
    "ruling": "Ruling of dispute {}",
}


def papers_by_name(night: Night, events: Sequence[Recorded]) -> dict[str, Paper]:
    """A night's papers by their names in addresses: ``table``, ``settlement-1-red``, ``deal-1``."""
    return {name_of(night, paper): paper for paper in list_papers(night, events)}


def title_of(night: Night, paper: Paper) -> str:
    """What a paper is called on a page: ``Settlement of Ada Lamb``, ``Tabs of deal 1``."""
    of = night.seats[paper.of].name if paper.kind == SETTLEMENT else paper.of
    return (_TITLES.get(paper.kind) or _round_title(night, paper.kind)).format(of)


def _round_title(night: Night, kind: str) -> str:
    """What the sheet of a round is called, by what its game calls a round or such a sheet."""
    of_games = (papers_of(game) for game in night.opened.games)
    sheets = (papers.round_sheet for papers in of_games if papers.sheet_kind == kind)
    return next((sheet.title for sheet in sheets if sheet and sheet.title), f"Sheet of {kind} {{}}")


def title_in(night: Night, papers: Mapping[str, Paper], sheet: PrintedSheet) -> str:
    """What a printed sheet is called; one of something that was taken back since goes by its name."""
    paper = papers.get(sheet.name)
    if paper is None or paper.begun != sheet.begun:
        return f"{sheet.name}, taken back since"
    return title_of(night, paper)


def is_slip(paper: Paper) -> bool:
    """Whether a paper is one that may come on the roll of a slip printer."""
    return paper.kind == MARKER


def is_on_the_roll(printing: PapersPrinted, name: str) -> bool:
    """Whether a sheet of a printing came on the roll of a slip printer."""
    return printing.style.slips == ROLL and name.startswith(f"{MARKER}-")


def print_paper(night: Night, events: Sequence[Recorded], name: str, *, with_log: bool = True) -> bytes:
    """A paper to be looked at, in the style of the house; :class:`NotFound` where the night has none of that name.

    Without its log it holds nothing of the night but what it shows.
    """
    if name not in papers_by_name(night, events):
        raise NotFound
    options = replace(proof(night.id), links=links_of(night, house_address()), with_log=with_log)
    order = Order.of(service().book, night.id, events[-1].version, options)
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
    house = house_address() + url_for("sheet_check.page")
    return RenderOptions(
        style=night_style(night),
        zone=zone_called(machine_zone()),
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
    links = links_of(then, of_house) if of_house else {}
    house = of_house + url_for("sheet_check.page") if of_house else ""
    try:
        return order_of(service().book, printed, links=links, house=house)
    except ValueError as error:
        raise Refusal("bad_input", "It cannot be printed again: %(error)s.", error=str(error)) from None


def house_style() -> HouseStyle:
    """The style that the house chose, or the one of a house that chose none."""
    return style_of(printings_keeper().printings().style)


def night_style(night: str) -> HouseStyle:
    """The style of the house as it is for a night: in the currency in which that night's papers went out first."""
    return style_for(printings_keeper().printings(), night, house_style())


def links_of(night: Night, of_house: str) -> dict[str, str]:
    """The address of each player's page in a house of this address."""
    return {player: of_house + player_link(night.id, player) for player in night.seats}
