"""The order of the cards: runs of one sort, repeats from deal to deal, and how evenly the ranks won and lost.

Runs tell of sorted packs, and of cut or sanded ones that were put together again. Where the whole last deal is known,
how many cards fall where one of their rank lay is counted exactly. What has no such sum is put to shuffles: every
deal's own cards in a new order, again and again, with the same seed always, so that a look gives the same answer
twice. If k of n shuffles do as much or more, the chance is (1 + k) / (1 + n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise
from random import Random

from dealer.commands.phrases import counted
from dealer.game.cards import RED_SUITS, number_of, suit_of
from dealer.games.faro.case_keeper import HOCK, LOSER, SODA, WINNER
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.chances import as_before, runs, sum_of
from dealer.statistics.looks import Look, NoLook
from events.frozen import Frozen

SEED = 1882
"""Of all looks by shuffling, so that the same cards always give the same chance."""

MOST_SHUFFLES, FEWEST_SHUFFLES = 999, 199
DEALS_SHUFFLED = 12_000
"""About how many deals are shuffled in all: fewer times each where there are many."""

_SIGNS = {HOCK: 0, LOSER: 1, WINNER: 2, SODA: 3}
_ALL_FOUR = 4**3
"""Marks of a rank are digits to the base of four, the first the highest: from here on all four cards are out."""


def look_at_places(nights: Sequence[Sequence[Dealt]]) -> Look | NoLook:
    """Cards that fell where a card of their rank lay in the deal before, both dealt out to the last card."""
    pairs = [pair for deals in nights for pair in pairwise(deals) if all(deal.is_whole for deal in pair)]
    if not pairs:
        return NoLook(name="places", title="Repeats, card by card", why="it wants two deals in a row, both dealt out")
    found = sum(one == other for before, after in pairs for one, other in zip(before.ranks, after.ranks, strict=True))
    square = as_before(((4, 4),) * 13).times(len(pairs))
    return Look(
        name="places",
        title="Repeats, card by card",
        observed=f"{found} cards of {52 * len(pairs)} came where their rank lay in the deal before",
        square=f"{float(square.mean):g}",
        chance=float(square.at_least(found)),
        way="exact",
        means="that a deal was dealt from a pack laid like the one before",
        figures={"cards": found, "expected": float(square.mean), "pairs": len(pairs)},
    )


class _Order(Frozen, kw_only=False):
    """What the order of a night's cards comes to."""

    neighbours: int
    repeated: int
    unevenness: int

    def plus(self, other: _Order) -> _Order:
        return _Order(
            self.neighbours + other.neighbours, self.repeated + other.repeated, self.unevenness + other.unevenness
        )


def looks_by_shuffling(nights: Sequence[Sequence[Dealt]]) -> list[Look | NoLook]:
    """Neighbours kept and ranks repeated from deal to deal, and how evenly the ranks won and lost."""
    cards = [[(list(deal.ranks), _signs(deal)) for deal in deals] for deals in nights]
    number = sum(map(len, cards))
    shuffles = max(FEWEST_SHUFFLES, min(MOST_SHUFFLES, DEALS_SHUFFLED // number))
    random = Random(SEED).random
    seen = _sum(_order_of(deals) for deals in cards)
    square = [
        _sum(_order_of([(sorted(ranks, key=lambda _: random()), signs) for ranks, signs in deals]) for deals in cards)
        for _ in range(shuffles)
    ]
    made: list[Look | NoLook] = [
        _from_deal_to_deal(
            "neighbours",
            "Repeats, neighbours kept",
            ("pair", "{} of ranks followed each other as in the deal before", seen.neighbours),
            [one.neighbours for one in square],
            "that cards went back into the box in the order in which they had come out",
        ),
        _from_deal_to_deal(
            "repeats",
            "Ranks that repeat",
            ("rank", "{} played just as in the deal before", seen.repeated),
            [one.repeated for one in square],
            "that ranks were laid to play again as they had played",
        ),
    ]
    if not any(len(deals) > 1 for deals in nights):
        made = [NoLook(name=one.name, title=one.title, why="it wants two deals of one night") for one in made]
    return [*made, _evenness(seen, square, [deal for deals in nights for deal in deals])]


def _from_deal_to_deal(name: str, title: str, seen: tuple[str, str, int], shuffled: Sequence[int], means: str) -> Look:
    """What is ``seen`` (of what, the words for it, how many) against as many in shuffled deals."""
    what, observed, found = seen
    return Look(
        name=name,
        title=title,
        observed=observed.format(counted(found, what)),
        square=_mean(shuffled),
        chance=_at_least(found, shuffled),
        way=_way(shuffled),
        means=means,
        figures={f"{what}s": found, "shuffles": len(shuffled)},
    )


def _evenness(seen: _Order, square: Sequence[_Order], deals: Iterable[Dealt]) -> Look:
    found, shuffled = seen.unevenness, [one.unevenness for one in square]
    spindles = [spindle for deal in deals for spindle in deal.tabs.spindles]
    one_way = sum(set(one.marks) in ({WINNER}, {LOSER}) and one.dead for one in spindles)
    high, low = _at_least(found, shuffled), _at_least(-found, [-one for one in shuffled])
    return Look(
        name="evenness",
        title="Breaking even",
        observed=f"wins less losses, squared and added up: {found}; {counted(one_way, 'rank')} won or lost out",
        square=_mean(shuffled),
        chance=min(1.0, 2 * min(high, low)),
        way=_way(shuffled),
        means="that ranks were laid to win or to lose out"
        if high < low
        else "that ranks were laid to win and to lose by turns",
        figures={"unevenness": found, "won_or_lost_out": one_way, "shuffles": len(shuffled)},
    )


def _signs(deal: Dealt) -> list[int]:
    """The mark of every card that was shown, in order, as a digit."""
    return [_SIGNS[mark] for _, mark in deal.tabs.shown]


def _order_of(deals: Sequence[tuple[list[int], list[int]]]) -> _Order:
    """What an order comes to, of deals in a row: each the ranks of its cards, and the digit of each one's place."""
    neighbours = repeated = unevenness = 0
    before_pairs: set[int] = set()
    before_marks: list[int] = []
    for ranks, signs in deals:
        marks = [0] * 14
        for rank, sign in zip(ranks, signs, strict=True):
            marks[rank] = marks[rank] * 4 + sign
        pairs = {14 * one + other for one, other in pairwise(ranks)}
        neighbours += len(pairs & before_pairs)
        repeated += sum(now == before >= _ALL_FOUR for now, before in zip(marks, before_marks, strict=False))
        unevenness += sum(map(_UNEVENNESS.__getitem__, marks))
        before_pairs, before_marks = pairs, marks
    return _Order(neighbours, repeated, unevenness)


def _unevenness_of(marks: int) -> int:
    """Wins less losses, squared, of a rank with these marks."""
    more = 0
    while marks:
        marks, sign = divmod(marks, 4)
        more += (sign == _SIGNS[WINNER]) - (sign == _SIGNS[LOSER])
    return more * more


_UNEVENNESS = [_unevenness_of(marks) for marks in range(4 * _ALL_FOUR)]


def _sum(orders: Iterable[_Order]) -> _Order:
    total = _Order(0, 0, 0)
    for one in orders:
        total = total.plus(one)
    return total


def _at_least(found: int, shuffled: Sequence[int]) -> float:
    return (1 + sum(one >= found for one in shuffled)) / (1 + len(shuffled))


def _mean(shuffled: Sequence[int]) -> str:
    return f"{sum(shuffled) / len(shuffled):.1f}"


def _way(shuffled: Sequence[int]) -> str:
    return f"{len(shuffled)} shuffles"


SEVEN, KING = 7, 13


class Sorts(Frozen):
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
