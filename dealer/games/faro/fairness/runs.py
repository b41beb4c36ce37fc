"""Runs of one sort in the order of the cards: sorted packs, and cut or sanded ones that were put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from dealer.commands.wording import counted
from dealer.game.cards import RED_SUITS, number_of, suit_of
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.chances import runs, sum_of
from dealer.statistics.looks import Look, NoLook

SEVEN, KING = 7, 13


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorts:
    """Two sorts that cards are of; ``is_first`` says of a card whether it is of the first, ``None`` of neither."""

    name: str
    title: str
    first: str
    second: str
    is_first: Callable[[str], bool | None]


def _is_red(card: str) -> bool | None:
    suit = suit_of(card)
    return None if suit is None else suit in RED_SUITS


def _is_odd(card: str) -> bool | None:
    number = number_of(card)
    return None if number == KING else number % 2 == 1


def _is_high(card: str) -> bool | None:
    number = number_of(card)
    return None if number == SEVEN else number > SEVEN


COLOURS = Sorts(name="colour", title="colour", first="red", second="black", is_first=_is_red)
PARITY = Sorts(name="parity", title="odd and even", first="odd", second="even", is_first=_is_odd)
ROWS = Sorts(name="high_and_low", title="high and low", first="high", second="low", is_first=_is_high)


def without_suit(deals: Iterable[Dealt]) -> int:
    """How many cards were noted without their suits."""
    return sum(suit_of(card) is None for deal in deals for card in deal.cards)


def look_at_runs(deals: Sequence[Dealt], sorts: Sorts) -> Look | NoLook:
    """How often the sort changed in the order of the cards, given how many of each sort were shown in each deal."""
    name, title = f"{sorts.name}_runs", f"Runs of {sorts.title}"
    rows = [[sort for card in deal.cards if (sort := sorts.is_first(card)) is not None] for deal in deals]
    rows = [row for row in rows if 0 < sum(row) < len(row)]
    if not rows:
        return NoLook(
            name=name, title=title, why=f"no deal shows cards that are noted as {sorts.first} and as {sorts.second}"
        )
    found = sum(1 for row in rows for _ in groupby(row))
    square = sum_of(runs(sum(row), len(row) - sum(row)) for row in rows)
    mean = float(square.mean)
    few = found < mean
    return Look(
        name=name,
        title=title,
        observed=f"{counted(found, 'run')} among {sum(map(len, rows))} cards",
        square=f"{mean:.1f} runs",
        chance=float(square.either_way(found)),
        way="exact",
        means=f"that {sorts.first} and {sorts.second} cards "
        + (
            "lay together, as in a pack that was not shuffled"
            if few
            else "were laid in turn, as in a pack put together"
        ),
        figures={"runs": found, "expected": mean},
    )
