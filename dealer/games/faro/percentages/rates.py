"""The bank's percentage of every kind of bet that a house takes, kinds with the same figures together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import HIGH, LOW, OPEN_KINDS, parity_ranks
from dealer.games.faro.percentages.bank import Take, if_the_first_turn_decides, in_a_deal, in_a_turn, in_the_box
from events.frozen import Frozen
from events.games.faro import Place

OPEN, COPPERED, BEFORE_SODA = "open", "coppered", "before the soda"

_EXAMPLES = (
    Place(kind="single", ranks=("Q",)),
    Place(kind="split", ranks=("A", "2")),
    Place(kind="diagonal", ranks=("3", "10")),
    Place(kind="corner", ranks=("J", "K")),
    Place(kind="figure", ranks=("A", "2", "3")),
    Place(kind="pot", ranks=("6", "7", "8")),
    Place(kind="square", ranks=("A", "2", "Q", "K")),
    Place(kind="row", ranks=HIGH, choice="high"),
)
_MORE_EXAMPLES = (
    Place(kind="string", ranks=("A", "4", "6", "9", "Q")),
    Place(kind="heeled", ranks=("Q",), lose=("5",)),
    Place(kind="side", ranks=HIGH, lose=LOW, choice="high"),
    Place(kind="colors", choice="black"),
    Place(kind="high_card"),
)
_BOXES = {25: (51, 41, 31, 21, 11, 5, 3), 26: (52, 42, 32, 22, 12, 6, 4)}
"""The boxes for which single bets are told, by how many cards are to come: between the turns of a deal."""


class Figures(Frozen):
    """What the bank may expect of a stake.

    ``take`` is of one that is laid when a deal begins, ``a_turn`` of one that lies, in any turn, ``first_turn`` of one
    that the first turn decides; ``None`` where no turn can.
    """

    take: Take
    a_turn: Fraction
    first_turn: Fraction | None


class Rate(Figures):
    """What the bank may expect of some bets: of stakes that divide into halves and shares, and of one smallest check.

    ``places`` is an example of each, ``lies`` how they lie: open, coppered, before the soda.
    """

    places: tuple[Place, ...]
    lies: tuple[str, ...]
    one_check: Figures


class CardsLeft(Frozen):
    """What the bank may expect of a single bet whose rank has so many cards left, box by box."""

    cards: int
    takes: tuple[Take | None, ...]


def rates_of(house: FaroHouse) -> tuple[Rate, ...]:
    """Every kind of bet that a house takes on the layout; neighbours whose figures are all the same are one."""
    found: list[tuple[Rate, ...]] = []
    for place in _examples(house):
        told = tuple(_told(place, house))
        before = found[-1] if found else ()
        if [_figures(one) for one in told] == [_figures(one) for one in before]:
            found[-1] = tuple(replace(one, places=(*before[0].places, place)) for one in told)
        else:
            found.append(told)
    return tuple(one for rates in found for one in rates)


def boxes(house: FaroHouse) -> tuple[int, ...]:
    """How many cards are to come in the boxes for which single bets are told."""
    return _BOXES[house.turns]


def by_cards_left(house: FaroHouse) -> tuple[CardsLeft, ...]:
    """Open single bets by how many cards of the rank and of all are left; nothing where the box has not so many."""
    place = _EXAMPLES[0]
    own = [card for card in PACK if rank_of(card) in place.ranks]
    others = [card for card in PACK if rank_of(card) not in place.ranks]

    def take(cards: int, box: int) -> Take | None:
        # A box of 52 has all four of a rank, and one of 51 lacks the soda alone.
        if cards > box or cards + len(others) < box:
            return None
        return in_the_box(place, False, house, (*own[:cards], *others[: box - cards]))

    return tuple(
        CardsLeft(cards=cards, takes=tuple(take(cards, box) for box in boxes(house)))
        for cards in range(len(own), 0, -1)
    )


def by_ranks_strung(house: FaroHouse) -> tuple[Take, ...]:
    """Open strings of 2, 3, … 13 ranks."""
    strings = (Place(kind="string", ranks=RANKS[:number]) for number in range(2, len(RANKS) + 1))
    return tuple(in_a_deal(place, False, house) for place in strings)


def _examples(house: FaroHouse) -> Iterator[Place]:
    """A bet of every kind that the house takes; of parities all, for they may differ."""
    odd, even = parity_ranks("odd", house.king_is_odd), parity_ranks("even", house.king_is_odd)
    strings = (
        Place(kind="parity_string", ranks=odd, choice="odd"),
        Place(kind="parity_string", ranks=even, choice="even"),
    )
    parities = [
        Place(kind="parity", ranks=ranks, lose=lose, choice=choice, card=card)
        for choice, ranks, lose in (("odd", odd, even), ("even", even, odd))
        for card in ("winner", "loser")
    ]
    for place in (*_EXAMPLES, *strings, *_MORE_EXAMPLES, *parities):
        if place.kind in house.takes:
            yield place


def _told(place: Place, house: FaroHouse) -> Iterator[Rate]:
    """The figures of a bet however it may lie in this house, ways with the same figures together."""
    ways = [OPEN]
    if house.copper:
        ways.append(COPPERED)
    if house.hockelty and house.turns == 25 and place.kind in OPEN_KINDS:
        ways.append(BEFORE_SODA)
    told: dict[tuple[Figures, Figures], list[str]] = {}
    for lies in ways:
        told.setdefault((_lying(place, lies, house), _lying(place, lies, house, checks=1)), []).append(lies)
    for (whole, one_check), together in told.items():
        yield Rate(
            places=(place,),
            lies=tuple(together),
            take=whole.take,
            a_turn=whole.a_turn,
            first_turn=whole.first_turn,
            one_check=one_check,
        )


def _lying(place: Place, lies: str, house: FaroHouse, *, checks: int | None = None) -> Figures:
    """The figures of a stake of so many smallest checks, or of one that divides, as it lies."""
    coppered = lies == COPPERED
    return Figures(
        take=in_a_deal(place, coppered, house, before_soda=lies == BEFORE_SODA, checks=checks),
        a_turn=in_a_turn(place, coppered, house, checks=checks),
        first_turn=if_the_first_turn_decides(place, coppered, house, checks=checks),
    )


def _figures(rate: Rate) -> tuple[Sequence[str], Figures, Take, Fraction, Fraction | None]:
    return (rate.lies, rate.one_check, rate.take, rate.a_turn, rate.first_turn)
