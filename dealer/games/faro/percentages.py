"""The bank's exact percentage of every kind of bet under a house's rules (rulebook 1.3-1.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.game.pairs import NONE, Cover
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.fates import Decision, cover_of, fate_of, method_of, next_turn, to_come
from dealer.games.faro.layout import HIGH, LOW, OPEN_KINDS, coverage, parity_ranks
from dealer.games.faro.settlement import call_pays_cents
from events.frozen import Frozen
from events.games.faro import Place


class Take(Frozen):
    """The bank's expectation for a stake of 1; negative if it expects to pay.

    ``play`` comes from decided bets, ``sleepers`` and ``after_hock`` from undecided ones; ``decided`` is the chance of
    a decision.
    """

    play: Fraction
    sleepers: Fraction = NONE
    after_hock: Fraction = NONE
    decided: Fraction = Fraction(1)

    @property
    def of_laid(self) -> Fraction:
        """The bank's expectation per stake placed."""
        return self.play + self.sleepers + self.after_hock

    @property
    def of_decided(self) -> Fraction | None:
        """The bank's expectation per decided stake; ``None`` if no decision is possible."""
        return self.play / self.decided if self.decided else None


def mean_of(cases: Iterable[tuple[int, Take]]) -> Take:
    """The mean expectation, each case weighted by its number. Needs at least one case."""
    number, play, sleepers, after_hock, decided = 0, NONE, NONE, NONE, NONE
    for ways, take in cases:
        number += ways
        play += ways * take.play
        sleepers += ways * take.sleepers
        after_hock += ways * take.after_hock
        decided += ways * take.decided
    return Take(
        play=play / number, sleepers=sleepers / number, after_hock=after_hock / number, decided=decided / number
    )


class Parts(Frozen, kw_only=False):
    """The parts of a stake that a turn can move: a ``share`` won or lost by a card, and the bank's parts.

    ``of_split`` is the bank's part of a true split, ``half`` its part of other splits.
    """

    share: Fraction
    half: Fraction
    of_split: Fraction

    def by_play(self, chances: Decision) -> Fraction:
        """The bank's expectation for a bet with these chances."""
        return self.share * (chances.lost - chances.won) + self.half * chances.halved + self.of_split * chances.split


class Division(Frozen, kw_only=False, gc=False):
    """How a house divides a stake: into how many ``shares``, and whether a true split takes a whole one.

    ``checks`` is the size of the stake in smallest checks; ``None`` if it divides at will.
    """

    shares: int
    takes_all: bool
    checks: int | None = None


def division_of(place: Place, house: FaroHouse, checks: int | None = None) -> Division:
    """How a house divides a stake on a place (rulebook 1.4)."""
    shares = coverage(place).shares if house.combination_pays == "proportional" else 1
    return Division(shares, house.split_takes == "all", checks)


@lru_cache(maxsize=1024)
def parts_of(division: Division) -> Parts:
    """The parts of a stake."""
    shares, checks = division.shares, division.checks
    share, half = Fraction(1, shares), Fraction(1, 2 * shares)
    if checks is not None:
        in_checks = checks // shares
        share, half = Fraction(in_checks, checks), Fraction(in_checks - in_checks // 2, checks)
    return Parts(share, half, share if division.takes_all else half)


def in_a_deal(
    place: Place,
    coppered: bool,
    house: FaroHouse,
    *,
    before_soda: bool = False,
    pack: Sequence[str] = PACK,
    checks: int | None = None,
) -> Take:
    """The bank's expectation for a bet placed at the start of a deal, over all sodas.

    ``before_soda`` is for a house with hockelty, whose soda takes open bets on its rank.
    """
    cover, parts = cover_of(place, coppered, to_come(pack)), parts_of(division_of(place, house, checks))
    if house.turns == 26:
        return _bank_lying(place, coppered, house, cover, parts)
    takes = before_soda and hock_takes(place, coppered, house)
    return mean_of(
        (ways, Take(play=parts.share) if takes and to_win else _bank_lying(place, coppered, house, left, parts))
        for ways, left, to_win in cover.draws()
    )


def in_the_box(
    place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str], *, checks: int | None = None
) -> Take:
    """The bank's expectation for a bet with these cards to come: turns, and the hock if their number is odd."""
    cover, parts = cover_of(place, coppered, to_come(cards)), parts_of(division_of(place, house, checks))
    return _bank_lying(place, coppered, house, cover, parts)


def in_a_turn(
    place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str] = PACK, *, checks: int | None = None
) -> Fraction:
    """The bank's expectation for a bet in a turn that settles bets, with these cards to come."""
    cover = cover_of(place, coppered, to_come(cards))
    return parts_of(division_of(place, house, checks)).by_play(next_turn(method_of(place, house), cover).chances)


def if_the_first_turn_decides(
    place: Place, coppered: bool, house: FaroHouse, *, checks: int | None = None
) -> Fraction | None:
    """The bank's expectation for a bet that the first turn of a deal decides; ``None`` if no turn can.

    None of its cards is out: the soda does not act on the bet. If every card acts, it is the mean over all sodas.
    """
    cover, parts = cover_of(place, coppered, to_come(PACK)), parts_of(division_of(place, house, checks))
    sodas = [(1, cover)]
    if house.turns == 25:
        sodas = [(ways, left) for ways, left, _ in cover.draws() if left.others < cover.others or not cover.others]
    turns = [(ways, next_turn(method_of(place, house), left).chances) for ways, left in sodas]
    decided = sum((ways * turn.decided for ways, turn in turns), NONE)
    return sum((ways * parts.by_play(turn) for ways, turn in turns), NONE) / decided if decided else None


def on_a_call(house: FaroHouse, *, cat: bool) -> Take:
    """The bank's expectation for a call of the last turn: right once in six orders, for a cat once in three (1.7)."""
    orders = 3 if cat else 6
    return Take(play=Fraction(orders - 1 - call_pays_cents(1, cat, house), orders))


def _bank_lying(place: Place, coppered: bool, house: FaroHouse, cover: Cover, parts: Parts) -> Take:
    turns = cover.cards // 2
    fate = fate_of(method_of(place, house), cover, turns, turns if house.last_turn_counts else turns - 1)
    in_hock = fate.in_hock if hock_takes(place, coppered, house) else NONE
    return Take(
        play=parts.by_play(fate) + parts.share * in_hock,
        sleepers=fate.asleep if house.sleepers == "dealer" else NONE,
        after_hock=fate.left - parts.share * in_hock if house.after_hock == "dealer" else NONE,
        decided=fate.decided + in_hock,
    )


def hock_takes(place: Place, coppered: bool, house: FaroHouse) -> bool:
    """Whether the soda and the hock take the bet if it covers their rank."""
    return house.hockelty and not coppered and place.kind in OPEN_KINDS


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
"""The numbers of cards to come for which single bets are listed: between the turns of a deal."""


class Figures(Frozen):
    """The bank's expectations for a stake.

    ``take`` is for a stake placed at the start of a deal, ``a_turn`` for any turn, ``first_turn`` for one that the
    first turn decides; ``None`` if no turn can.
    """

    take: Take
    a_turn: Fraction
    first_turn: Fraction | None


class Rate(Figures):
    """The bank's expectations for some bets: for stakes that divide evenly, and for a single smallest check.

    ``places`` has an example of each, ``lies`` the ways they lie: open, coppered, before the soda.
    """

    places: tuple[Place, ...]
    lies: tuple[str, ...]
    one_check: Figures


class CardsLeft(Frozen):
    """The bank's expectations for a single bet whose rank has so many cards left, by the number of cards to come."""

    cards: int
    takes: tuple[Take | None, ...]


def rates_of(house: FaroHouse) -> tuple[Rate, ...]:
    """The rates of every kind of bet on the layout; neighbouring places with equal figures are merged."""
    found: list[tuple[Rate, ...]] = []
    for place in _examples(house):
        rates = tuple(_told(place, house))
        before = found[-1] if found else ()
        if [_figures(rate) for rate in rates] == [_figures(rate) for rate in before]:
            found[-1] = tuple(replace(rate, places=(*before[0].places, place)) for rate in rates)
        else:
            found.append(rates)
    return tuple(rate for rates in found for rate in rates)


def boxes(house: FaroHouse) -> tuple[int, ...]:
    """The numbers of cards to come for which the rates of single bets are listed."""
    return _BOXES[house.turns]


def by_cards_left(house: FaroHouse) -> tuple[CardsLeft, ...]:
    """Open single bets by the cards left of the rank and of all; ``None`` where the box cannot have so many."""
    place = _EXAMPLES[0]
    own = [card for card in PACK if rank_of(card) in place.ranks]
    others = [card for card in PACK if rank_of(card) not in place.ranks]

    def take(cards: int, box: int) -> Take | None:
        # A box of 52 has all four cards of a rank, and a box of 51 lacks only the soda.
        if cards > box or cards + len(others) < box:
            return None
        return in_the_box(place, False, house, (*own[:cards], *others[: box - cards]))

    return tuple(
        CardsLeft(cards=cards, takes=tuple(take(cards, box) for box in boxes(house)))
        for cards in range(len(own), 0, -1)
    )


def by_ranks_strung(house: FaroHouse) -> tuple[Take, ...]:
    """Open strings of 2 to 13 ranks."""
    strings = (Place(kind="string", ranks=RANKS[:number]) for number in range(2, len(RANKS) + 1))
    return tuple(in_a_deal(place, False, house) for place in strings)


def _examples(house: FaroHouse) -> Iterator[Place]:
    """A bet of every kind that the house takes; for parities all, as they may differ."""
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
    """The figures of a bet in each way it can lie in this house; ways with equal figures are merged."""
    ways = [OPEN]
    if house.copper:
        ways.append(COPPERED)
    if house.hockelty and house.turns == 25 and place.kind in OPEN_KINDS:
        ways.append(BEFORE_SODA)
    by_rate: dict[tuple[Figures, Figures], list[str]] = {}
    for lies in ways:
        by_rate.setdefault((_rates_lying(place, lies, house), _rates_lying(place, lies, house, checks=1)), []).append(
            lies
        )
    for (whole, one_check), together in by_rate.items():
        yield Rate(
            places=(place,),
            lies=tuple(together),
            take=whole.take,
            a_turn=whole.a_turn,
            first_turn=whole.first_turn,
            one_check=one_check,
        )


def _rates_lying(place: Place, lies: str, house: FaroHouse, *, checks: int | None = None) -> Figures:
    """The figures of a stake of so many smallest checks, or of one that divides evenly, as it lies."""
    coppered = lies == COPPERED
    return Figures(
        take=in_a_deal(place, coppered, house, before_soda=lies == BEFORE_SODA, checks=checks),
        a_turn=in_a_turn(place, coppered, house, checks=checks),
        first_turn=if_the_first_turn_decides(place, coppered, house, checks=checks),
    )


def _figures(rate: Rate) -> tuple[Sequence[str], Figures, Take, Fraction, Fraction | None]:
    return (rate.lies, rate.one_check, rate.take, rate.a_turn, rate.first_turn)
