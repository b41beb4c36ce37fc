"""What the layout shows at each place and on each card: a frozen view for each, so that only what differs is drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from dealer.games.faro.case_keeper import Spindle
from dealer.games.faro.layout import is_dead
from dealer.games.faro.state import FaroTable
from events.frozen import Frozen
from web.games.faro.tablet.crowds import KEEPS_RANK
from web.games.faro.tablet.spots import Card, Spot
from web.games.faro.tablet.stacks import Stack


class SpotView(Frozen):
    """A spot with all that lies on it.

    ``limit`` is its limit in cents where that is not the house's, ``dead`` whether nothing there can win any more;
    ``first`` says that the keyboard comes to it first.
    """

    spot: Spot
    limit: int | None
    dead: bool
    first: bool
    stacks: tuple[Stack, ...]

    @property
    def title(self) -> str:
        """What it is called aloud, with all that lies on it."""
        lying = "; ".join(stack.said for stack in self.stacks)
        return f"{self.spot.name}: {lying}" if lying else self.spot.name

    @property
    def bets(self) -> str:
        """What the tablet's script must know of the bets on it."""
        return _bets_of(self.stacks)

    @property
    def head(self) -> float | None:
        """How far from its middle a zone is named, in pixels, where what lies on it takes its name's place."""
        return self.stacks[0].head if self.stacks else None


class TrayView(Frozen):
    """The place of strings, heeled bets and calls, with all that lies there."""

    stacks: tuple[Stack, ...]

    @property
    def bets(self) -> str:
        """What the tablet's script must know of the bets there."""
        return _bets_of(self.stacks)


class CardView(Frozen):
    """A painted card: how it stands in the box, whether it was ``drawn`` in the turn, and as what.

    ``small`` says that its rank is written small: more stacks lie on it than leave it its place.
    """

    card: Card
    spindle: Spindle
    drawn: str
    small: bool

    @property
    def classes(self) -> str:
        """Its classes for the style."""
        drawn = "loser winner" if self.drawn == "split" else self.drawn
        return " ".join(filter(None, ("card", "dead" * self.spindle.dead, "case" * self.spindle.case, drawn)))


def by_spot(stacks: Iterable[Stack]) -> dict[str, tuple[Stack, ...]]:
    """The stacks on each spot."""
    lying: dict[str, tuple[Stack, ...]] = {}
    for one in stacks:
        lying[one.spot] = (*lying.get(one.spot, ()), one)
    return lying


def spot_views(table: FaroTable, spots: Sequence[Spot], lying: Mapping[str, tuple[Stack, ...]]) -> tuple[SpotView, ...]:
    """All spots, with the stacks that lie on each."""
    dead = table.box.dead
    return tuple(
        SpotView(
            spot=spot,
            limit=limit if (limit := table.limit_on(spot.place)) != table.house.limit else None,
            dead=bool(dead and spot.place.ranks) and is_dead(spot.place, dead),
            first=not at,
            stacks=lying.get(spot.id, ()),
        )
        for at, spot in enumerate(spots)
    )


def card_views(
    cards: Iterable[Card], spindles: Iterable[Spindle], drawn: tuple[str, str], lying: Mapping[str, tuple[Stack, ...]]
) -> tuple[CardView, ...]:
    """All cards; ``drawn`` are the ranks of the loser and the winner of the turn."""
    by_rank = {one.rank: one for one in spindles}
    return tuple(
        CardView(
            card=one,
            spindle=by_rank[one.rank],
            drawn=_drawn_as(one.rank, *drawn),
            small=len(lying.get(f"single-{one.rank}", ())) > KEEPS_RANK,
        )
        for one in cards
    )


def _drawn_as(rank: str, loser: str, winner: str) -> str:
    if rank == loser == winner:
        return "split"
    return "loser" if rank == loser else "winner" if rank == winner else ""


def _bets_of(stacks: Iterable[Stack]) -> str:
    """What the tablet's script must know of the bets on a spot, as JSON; nothing where there are none."""
    bets = [
        {
            "bet": one.key,
            "player": one.player,
            "cents": one.amount_cents,
            "coppered": one.coppered,
            "paroli": one.paroli,
            "bills": one.bills,
        }
        for one in stacks
    ]
    return json.dumps(bets, separators=(",", ":")) if bets else ""
