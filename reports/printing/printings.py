"""From the facts of a printing to its sheets: the same printing gives the same bytes, whenever it is made."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs
from msgspec.structs import asdict, replace

from dealer.printings.printings import Printed, Printings
from dealer.staff.keeper import device_names
from events.book.book import Book
from events.facts.papers import PaperStyle
from reports.printing.workers import Order
from reports.render_options import HouseStyle, Printing, RenderOptions, zone_called


def style_of(chosen: PaperStyle | None) -> HouseStyle:
    """The style that a fact names; English and dollars on A4 where the house never chose one."""
    return HouseStyle() if chosen is None else HouseStyle(**structs.asdict(chosen))


def style_for(printings: Printings, night: str, style: HouseStyle) -> HouseStyle:
    """A style as it is for a night: in the currency in which that night's papers went out first."""
    return replace(style, currency=printings.currency_of(night) or style.currency)


def paper_style(style: HouseStyle) -> PaperStyle:
    """A style as facts name it."""
    return PaperStyle(**asdict(style))


def order_of(book: Book, printed: Printed, *, links: Mapping[str, str] | None = None, house: str = "") -> Order:
    """The order for a printing; ``links`` and ``house`` as in the render options.

    Raises :class:`ValueError` where this machine does not know the clock by which it was printed.
    """
    fact = printed.fact
    options = RenderOptions(
        style=style_of(fact.style),
        zone=zone_called(fact.zone),
        links=links or {},
        house=house,
        devices=device_names(book, until=printed.at),
    )
    return Order.of(book, fact.night, fact.version, options, numbers_of(printed))


def numbers_of(printed: Printed) -> dict[str, Printing]:
    """Which printing of each of its sheets a printing is."""
    return {one.name: Printing(number=one.number, at=printed.at, who=printed.who) for one in printed.fact.sheets}
