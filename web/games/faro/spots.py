"""The places for checks on the cloth, in columns as the dealer sees them (rulebook 1.2, 1.3).

How wide and high columns and places are is in ``cloth.css``, which tablet and board share.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.games.faro.layout import BOTTOM_ROW, SEVEN, TOP_ROW, arguments_of
from events.frozen import Frozen
from events.games.faro import Place
from reports.games.faro.bet_words import place_called
from reports.words.language import gettext as _

UPPER, LOWER = tuple(reversed(BOTTOM_ROW)), tuple(reversed(TOP_ROW))
"""The rows from the dealer's left; the king's row is the far row."""

TRAY_ID = "tray"
LOW = "low zone"
"""The slot of a zone with room for a few stacks."""


class Spot(Frozen, eq=False):
    """A place that can be touched: its name and the command's arguments; ``place`` is what a bet there covers.

    ``slot`` is where it lies in its half of a column. ``mark`` names the drawing that stands there while it is empty;
    ``caption`` and ``label`` are written on zones, translated when shown. The tray has no place. Each is built once.
    """

    id: str
    place: Place | None
    slot: str
    mark: str = ""
    caption: str = ""
    label: str = ""

    @property
    def name(self) -> str:
        """Its name at the table."""
        return place_called(self.place) if self.place else _("strung and heeled bets")

    @property
    def arguments(self) -> str:
        """The arguments of a bet on it as JSON; "" for the tray."""
        return json.dumps(arguments_of(self.place), separators=(",", ":")) if self.place else ""

    @property
    def rank(self) -> str:
        """The rank of the card that it is; "" for other places."""
        return self.place.ranks[0] if self.place and self.place.kind == "single" else ""


class Column(Frozen, eq=False):
    """A column of places: those of its two halves, from above, and those between."""

    look: str
    upper: tuple[Spot, ...] = ()
    middle: tuple[Spot, ...] = ()
    lower: tuple[Spot, ...] = ()

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All its places, from above."""
        return (*self.upper, *self.middle, *self.lower)

    def turned(self) -> Column:
        """The column as the players see it."""
        return Column(look=self.look, upper=self.lower[::-1], middle=self.middle[::-1], lower=self.upper[::-1])


def spot_id(place: Place) -> str:
    """The id of a bet's spot; strings and heeled bets lie in the tray."""
    if place.kind in ("string", "heeled"):
        return TRAY_ID
    if place.kind in ("row", "parity_string", "side", "colors", "parity"):
        return "-".join(part for part in (place.kind, place.card, place.choice) if part)
    if place.kind in ("pot", "high_card"):
        return place.kind
    return "-".join((place.kind, *place.ranks))


@cache
def columns(kinds: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns of a house that takes these kinds of bet, and the bar at the dealer's edge."""
    return tuple(
        Column(
            look=column.look,
            upper=_taken(column.upper, kinds),
            middle=_taken(column.middle, kinds),
            lower=_taken(column.lower, kinds),
        )
        for column in (_rows(), *_cards_and_gaps(), _right(), _bar())
    )


@cache
def spots(kinds: tuple[str, ...]) -> tuple[Spot, ...]:
    """Every spot of a house that takes these kinds of bet, without the tray."""
    return tuple(spot for column in columns(kinds) for spot in column.spots if spot.place)


def _taken(spots: Iterable[Spot], kinds: tuple[str, ...]) -> tuple[Spot, ...]:
    return tuple(spot for spot in spots if spot.place is None or spot.place.kind in kinds)


def _spot(place: Place, slot: str, mark: str = "", caption: str = "", label: str = "") -> Spot:
    return Spot(id=spot_id(place), place=place, slot=slot, mark=mark, caption=caption, label=label)


def _on(kind: str, ranks: tuple[str, ...], slot: str, mark: str = "") -> Spot:
    """The spot of a bet on ranks, which it has in the order of the rules."""
    return _spot(Place(kind=kind, ranks=tuple(sorted(ranks, key=RANKS.index))), slot, mark)


def _cards_and_gaps() -> Iterable[Column]:
    """Six columns of cards, each with the gap at its right; the last gap is beside the seven."""
    for at, (upper, lower) in enumerate(zip(UPPER, LOWER, strict=True)):
        yield Column(
            look="cards",
            upper=(*_figure(UPPER, at), _on("single", (upper,), "main")),
            middle=(_on("split", (upper, lower), "inner", "upright"),),
            lower=(_on("single", (lower,), "main"), *_figure(LOWER, at)),
        )
        if at < len(UPPER) - 1:
            yield _gap(at)
    yield Column(
        look="gap",
        upper=(_on("split", (UPPER[-1], SEVEN), "inner", "falling"),),
        middle=(_spot(Place(kind="pot", ranks=(LOWER[-1], SEVEN, UPPER[-1])), "inner", "pot"),),
        lower=(_on("split", (LOWER[-1], SEVEN), "inner", "rising"),),
    )


def _figure(row: tuple[str, ...], at: int) -> tuple[Spot, ...]:
    """The figure on the outer edge of a row's card, if the card has neighbours on both sides."""
    ranks = row[at - 1 : at + 2] if at else ()
    return (_on("figure", ranks, "outer", "three"),) if len(ranks) == 3 else ()


def _gap(at: int) -> Column:
    """The gap between two columns of cards."""
    (upper, upper_right), (lower, lower_right) = UPPER[at : at + 2], LOWER[at : at + 2]
    return Column(
        look="gap",
        upper=(
            _on("corner", (upper, (*UPPER, SEVEN)[at + 2]), "outer", "barred"),
            _on("split", (upper, upper_right), "main", "pair"),
            _on("diagonal", (upper, lower_right), "inner", "falling"),
        ),
        middle=(_on("square", (upper, upper_right, lower, lower_right), "inner", "four"),),
        lower=(
            _on("diagonal", (lower, upper_right), "inner", "rising"),
            _on("split", (lower, lower_right), "main", "pair"),
            _on("corner", (lower, (*LOWER, SEVEN)[at + 2]), "outer", "barred"),
        ),
    )


def _zone(kind: str, choice: str = "", *, caption: str = "", label: str = "", card: str | None = None) -> Spot:
    """A zone with words, for bets on no card; only those of the rows are high."""
    place = Place(kind=kind, choice=choice or None, card=card)
    return _spot(place, "zone" if kind == "row" else LOW, caption=caption, label=label or _CHOICES[choice])


_CHOICES = {
    "black": marked("Black"),
    "red": marked("Red"),
    "high": marked("High"),
    "low": marked("Low"),
    "odd": marked("Odd"),
    "even": marked("Even"),
}
_CARDS = {"winner": marked("winner"), "loser": marked("loser")}


def _rows() -> Column:
    return Column(
        look="rows",
        upper=(_zone("row", "high", caption=marked("row"), label="8–K"),),
        lower=(_zone("row", "low", caption=marked("row"), label="A–6"),),
    )


def _right() -> Column:
    """The colours, the seven and the tray."""
    return Column(
        look="right",
        upper=(_zone("colors", "black", caption="♠ ♣"), _zone("colors", "red", caption="♥ ♦")),
        middle=(_on("single", (SEVEN,), "main"),),
        lower=(Spot(id=TRAY_ID, place=None, slot="zone", caption=marked("strung &"), label=marked("heeled")),),
    )


def _bar() -> Column:
    """The bets on no card, at the dealer's edge of the layout."""
    parities = ("odd", "even")
    return Column(
        look="bar",
        middle=(
            _zone("high_card", label=marked("High Card")),
            *(_zone("side", choice, caption=marked("side")) for choice in ("high", "low")),
            *(_zone("parity_string", choice, caption=marked("all")) for choice in parities),
            *(
                _zone("parity", choice, caption=caption, card=card)
                for card, caption in _CARDS.items()
                for choice in parities
            ),
        ),
    )
