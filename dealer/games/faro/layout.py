"""The layout: where bets may be placed, what they cover, and their names at the table (rulebook 1.2, 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase, phrase
from dealer.game.cards import NUMBER
from dealer.games.faro.cards import mask
from events.frozen import Frozen
from events.games.faro import Place

TOP_ROW = ("6", "5", "4", "3", "2", "A")
BOTTOM_ROW = ("8", "9", "10", "J", "Q", "K")
SEVEN = "7"
KINDS = (
    "single",
    "split",
    "diagonal",
    "corner",
    "figure",
    "pot",
    "square",
    "row",
    "parity_string",
    "string",
    "heeled",
    "side",
    "colors",
    "high_card",
    "parity",
)
OPEN_KINDS = frozenset(KINDS) - {"heeled", "side", "colors", "high_card", "parity"}
"""The kinds that are placed on a set of ranks to win (or, coppered, to lose)."""

LOW = tuple(sorted(TOP_ROW, key=NUMBER.__getitem__))
HIGH = BOTTOM_ROW
SIDES = {"low": LOW, "high": HIGH}
_COLUMNS = tuple(zip(TOP_ROW, BOTTOM_ROW, strict=True))
_ROWS = (TOP_ROW, BOTTOM_ROW)


def _sets(*groups: tuple[str, ...]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(group) for group in groups)


def _runs(length: int) -> list[tuple[str, ...]]:
    return [row[at : at + length] for row in _ROWS for at in range(len(row) - length + 1)]


PLACES: dict[str, frozenset[frozenset[str]]] = {
    "single": _sets(*((rank,) for rank in RANKS)),
    "split": _sets(*_runs(2), *_COLUMNS, (SEVEN, "6"), (SEVEN, "8")),
    "diagonal": _sets(
        *(
            pair
            for (top, bottom), (next_top, next_bottom) in pairwise(_COLUMNS)
            for pair in ((top, next_bottom), (bottom, next_top))
        )
    ),
    "corner": _sets(*((run[0], run[2]) for run in _runs(3)), ("5", SEVEN), ("9", SEVEN)),
    "figure": _sets(*_runs(3)),
    "pot": _sets(("6", SEVEN, "8")),
    "square": _sets(*((*column, *other) for column, other in pairwise(_COLUMNS))),
    "row": _sets(TOP_ROW, BOTTOM_ROW),
}
"""The sets of ranks that each geometrical kind may cover."""

_BARRED_BETWEEN = {frozenset((run[0], run[2])): run[1] for run in _runs(3)} | {
    frozenset(("5", SEVEN)): "6",
    frozenset(("9", SEVEN)): "8",
}
_SQUARE_NAMES = {
    frozenset(("A", "2", "Q", "K")): phrase("the grand square"),
    frozenset(("3", "4", "10", "J")): phrase("the jack square"),
    frozenset(("5", "6", "8", "9")): phrase("the nine square"),
}
_FIGURE_NAMES = {
    frozenset(("A", "2", "3")): phrase("the little figure"),
    frozenset(("J", "Q", "K")): phrase("the big figure"),
}
_PARITY_NAMES = {
    (True, True): phrase("winner odd"),
    (True, False): phrase("winner even"),
    (False, True): phrase("loser odd"),
    (False, False): phrase("loser even"),
}
"""By whether it is the winner's, and whether it is odd."""


def parity_ranks(parity: str, king_is_odd: bool) -> tuple[str, ...]:
    """The ranks of a parity; the K has none unless the house counts it odd (ours)."""
    want = 1 if parity == "odd" else 0
    ranks = RANKS if king_is_odd else RANKS[:-1]
    return tuple(rank for rank in ranks if NUMBER[rank] % 2 == want)


PLACE_ARGUMENTS = ("kind", "ranks", "win", "lose", "row", "parity", "card")
"""The arguments that name the place of a bet."""


def arguments_of(place: Place) -> dict[str, Any]:
    """The arguments that name a place, without those it does not need."""
    arguments: dict[str, Any] = {"kind": place.kind}
    match place.kind:
        case "pot" | "high_card":
            pass
        case "heeled":
            arguments |= {"win": list(place.ranks), "lose": list(place.lose)}
        case "row":
            arguments["row"] = place.choice
        case "parity_string":
            arguments["parity"] = place.choice
        case "side" | "colors":
            arguments["win"] = place.choice
        case "parity":
            arguments |= {"card": place.card, "parity": place.choice}
        case _:
            arguments["ranks"] = list(place.ranks)
    return arguments


class Coverage(Frozen, kw_only=False, gc=False):
    """The ranks, as masks, that act for and against an uncoppered bet as winner or loser (rulebook 1.4)."""

    winner_for: int
    winner_against: int
    loser_for: int
    loser_against: int
    shares: int

    @property
    def every(self) -> int:
        """All ranks that can act on the bet."""
        return self.winner_for | self.winner_against | self.loser_for | self.loser_against


_ALL = mask(RANKS)


@lru_cache(maxsize=4096)
def coverage(place: Place) -> Coverage:
    """What a place covers. A proportional house divides its stake into ``shares`` parts (rulebook 1.4)."""
    here, there = mask(place.ranks), mask(place.lose)
    if place.kind in ("heeled", "side"):
        return Coverage(here, there, there, here, len(place.ranks) + len(place.lose))
    if place.kind == "parity":
        if place.card == "winner":
            return Coverage(here, there, 0, 0, 1)
        return Coverage(0, 0, here, there, 1)
    if place.kind in ("colors", "high_card"):
        return Coverage(_ALL, _ALL, _ALL, _ALL, 1)
    return Coverage(here, 0, 0, here, len(place.ranks))


def is_dead(place: Place, dead: int) -> bool:
    """Whether all cards of a place are exposed, so that the bet can never act (rulebook 1.8)."""
    return reach(place) & ~dead == 0


@lru_cache(maxsize=4096)
def reach(place: Place) -> int:
    """All ranks, as a mask, that can act on a bet on a place."""
    return coverage(place).every


@lru_cache(maxsize=4096)
def name_of(place: Place) -> str:
    """The table's name for a place."""
    return str(named(place))


@lru_cache(maxsize=4096)
def named(place: Place) -> Phrase:
    """The table's name for a place, translatable."""
    covered = frozenset(place.ranks)
    joined = "-".join(place.ranks)
    match place.kind:
        case "single":
            return phrase("the %(ranks)s", ranks=joined)
        case "split":
            return phrase("splitting the %(ranks)s", ranks=joined)
        case "diagonal":
            return phrase("%(ranks)s cornerwise", ranks=joined)
        case "corner":
            return phrase("%(ranks)s, the %(barred)s barred", ranks=joined, barred=_BARRED_BETWEEN[covered])
        case "figure":
            return _FIGURE_NAMES.get(covered) or phrase("the figure %(ranks)s", ranks=joined)
        case "pot":
            return phrase("the pot")
        case "square":
            return _SQUARE_NAMES.get(covered) or phrase("the square %(ranks)s", ranks=joined)
        case "row":
            return phrase("the low row") if place.choice == "low" else phrase("the high row")
        case "parity_string":
            return phrase("all odd") if place.choice == "odd" else phrase("all even")
        case "string":
            return phrase("strung %(ranks)s", ranks=joined)
        case "heeled":
            return phrase("%(ranks)s to win, %(others)s to lose", ranks=joined, others="-".join(place.lose))
        case "side":
            high, low = phrase("high to win, low to lose"), phrase("low to win, high to lose")
            return high if place.choice == "high" else low
        case "colors":
            return phrase("red to win") if place.choice == "red" else phrase("black to win")
        case "high_card":
            return phrase("high card")
        case _:
            return _PARITY_NAMES[place.card == "winner", place.choice == "odd"]


def called(order: Sequence[str]) -> str:
    """The table's name for a call of the last three cards: ``the turn called A-K-Q``."""
    return str(call_named(order))


def call_named(order: Sequence[str]) -> Phrase:
    """The table's name for a call, translatable."""
    return phrase("the turn called %(order)s", order="-".join(order))
