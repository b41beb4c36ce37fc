"""The papers of a night as the pages offer them: their names and titles, proofs to look at, orders for the press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask import request, url_for
from werkzeug.exceptions import NotFound

from dealer.night import Night
from dealer.printings import Printed
from dealer.refusal import Refusal
from events.records import Recorded
from reports.edition import Edition, HouseStyle
from reports.papers import list_papers, name_of
from reports.press import Order
from reports.printings import order_of, style_of
from reports.zones import machine_zone, zone_called
from web.asking import assistant
from web.links import player_link
from web.press_room import press_room, printings_keeper

_TITLES = {
    "table": "Table sheet",
    "rules": "House rules in force",
    "deal": "Tabs of deal {}",
    "hand": "Sheet of hand {}",
    "marker": "Slips of marker {}",
    "bet": "Dossier of bet {}",
    "ruling": "Ruling of dispute {}",
}
SLIPS = "marker-"
"""How the names of those begin that may come on the roll."""


def paper_names(night: Night, facts: Sequence[Recorded]) -> list[str]:
    """The names in the address of a night's papers: ``table``, ``settlement-1-red``, ``deal-1``."""
    return [name_of(night, paper) for paper in list_papers(night, facts)]


def title_of(night: Night, name: str) -> str:
    """What a paper is called on a page: ``Settlement of Ada Lamb``, ``Tabs of deal 1``."""
    kind, _, rest = name.partition("-")
    if kind == "settlement":
        return f"Settlement of {night.seats[rest.partition('-')[2]].name}"
    return _TITLES.get(kind, "{}").format(rest or name)


def is_slip(name: str) -> bool:
    """Whether a paper is one that may come on the roll of a slip printer."""
    return name.startswith(SLIPS)


def print_paper(night: Night, facts: Sequence[Recorded], name: str) -> bytes:
    """A paper to be looked at, in the style of the house; :class:`NotFound` where the night has none of that name."""
    if name not in paper_names(night, facts):
        raise NotFound
    edition = replace(proof(), links=links_of(night, address()))
    order = Order.of(assistant().book, night.id, facts[-1].version, edition)
    return press_room().press.print(order.packed(), name)


def proof() -> Edition:
    """The edition of what is only looked at: in the style of the house, by the machine's clock."""
    house = address() + url_for("sheet_check.page")
    return Edition(style=house_style(), zone=zone_called(machine_zone()), house=house, proof=True)


def order_for(night: Night, printed: Printed) -> Order:
    """The order for a printing of a night; :class:`Refusal` (``bad_input``) where its clock is not to be had here."""
    of_house = printed.fact.address
    links, house = links_of(night, of_house), of_house + url_for("sheet_check.page")
    try:
        return order_of(assistant().book, printed, links=links, house=house)
    except ValueError as error:
        raise Refusal("bad_input", f"It cannot be printed again: {error}.") from None


def house_style() -> HouseStyle:
    """The style that the house chose, or the one of a house that chose none."""
    return style_of(printings_keeper().printings().style)


def address() -> str:
    """The address of this house, as the browser that asks sees it."""
    return request.host_url.rstrip("/")


def links_of(night: Night, of_house: str) -> dict[str, str]:
    """The address of each player's page in a house of this address."""
    return {player: of_house + player_link(night.id, player) for player in night.seats}


def settlement_name(night: Night, player: str) -> str:
    """The name of a player's settlement; :class:`NotFound` where nobody of that key sat at the table."""
    for seat, one in enumerate(night.seats, start=1):
        if one == player:
            return f"settlement-{seat}-{player}"
    raise NotFound
