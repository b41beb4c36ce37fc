"""The bank's exact percentage of every kind of bet under a house's rules (rulebook 1.3-1.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, is_red, rank_of
from dealer.games.faro.cards import bit
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import HIGH, LOW, OPEN_KINDS, coverage, parity_ranks
from dealer.games.faro.settlement import call_pays_cents
from events.frozen import Frozen
from events.games.faro import Place


class Cover(Frozen, kw_only=False):
    """The cards to come by rank: those that win, those that lose, and the number of others.

    Two cards of the same rank and side in a turn are a true split. For the high card, all ranks are on one side.
    """

    to_win: tuple[int, ...]
    to_lose: tuple[int, ...]
    others: int

    @property
    def winning(self) -> int:
        """The number of winning cards."""
        return sum(self.to_win)

    @property
    def losing(self) -> int:
        """The number of losing cards."""
        return sum(self.to_lose)

    @property
    def cards(self) -> int:
        """The number of all cards."""
        return self.winning + self.losing + self.others

    def draws(self) -> Iterator[tuple[int, Cover, bool]]:
        """What remains after another card: the counts, how many cards lead there, and whether they are winning."""
        for cards, number in Counter(self.to_win).items():
            yield number * cards, replace(self, to_win=_one_less(self.to_win, cards)), True
        for cards, number in Counter(self.to_lose).items():
            yield number * cards, replace(self, to_lose=_one_less(self.to_lose, cards)), False
        if self.others:
            yield self.others, replace(self, others=self.others - 1), False


def _one_less(counts: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """The counts with one card less of a rank with so many cards."""
    at = counts.index(cards)
    return tuple(sorted((*counts[:at], *((cards - 1,) if cards > 1 else ()), *counts[at + 1 :])))


def cover_of(place: Place, coppered: bool, cards: Iterable[str]) -> Cover:
    """The cards to come as a bet sees them; bets on colours need the suits."""
    won, lost = Counter[str](), Counter[str]()
    others = 0
    for card in cards:
        side = _side_of(place, card)
        if side is None:
            others += 1
        else:
            (won if side != coppered else lost)[rank_of(card)] += 1
    return Cover(tuple(sorted(won.values())), tuple(sorted(lost.values())), others)


def _side_of(place: Place, card: str) -> bool | None:
    """Whether a card wins or loses an open bet, or does not act."""
    if place.kind == "high_card":
        return True
    if place.kind == "colors":
        return is_red(card) == (place.choice == "red")
    covered, rank = coverage(place), bit(rank_of(card))
    if rank & (covered.winner_for or covered.loser_for):
        return True
    return False if rank & covered.every else None


NONE = Fraction(0)


class Fate(Frozen):
    """The chances of a bet's first decision, or of none.

    It is ``won`` or ``lost``, in a true ``split``, or ``halved`` by two other cards; or all its cards are out before
    the last turn (``asleep``); or it remains after the last turn (``left``), in part with a rank in the hock
    (``in_hock``). A standoff decides nothing.
    """

    won: Fraction
    lost: Fraction
    split: Fraction
    halved: Fraction
    asleep: Fraction
    left: Fraction
    in_hock: Fraction

    @property
    def decided(self) -> Fraction:
        """The chance that a turn decides the bet."""
        return self.won + self.lost + self.split + self.halved


@lru_cache(maxsize=1024)
def on_ranks(cover: Cover, turns: int, settling: int, halves: bool) -> Fate:
    """The fate of a bet on ranks or on colours.

    Of ``turns`` turns the first ``settling`` settle bets. ``halves`` says whether two cards of one side and different
    ranks are a split, like two of the same rank, or a standoff.
    """
    split = sum((_split(cover, before, halves) for before in range(settling)), NONE)
    halved = sum((_halved(cover, before) for before in range(settling)), NONE) if halves else NONE
    lies = sum((chance for _, chance in _lying(cover, settling, halves)), NONE)
    before_last = _lying(cover, turns - 1, halves)
    asleep = sum((chance for sides, chance in before_last if _are_out(cover, sides)), NONE)
    in_hock = NONE
    if cover.cards > 2 * turns:
        to_come = cover.cards - 2 * settling
        for (won_side, _), chance in _lying(cover, settling, halves):
            in_hock += chance * Fraction(cover.winning - 2 * won_side, to_come)
    # Loser and winner are equally likely in either order, and what one order wins the other loses.
    either = (1 - lies - split - halved) / 2
    return Fate(
        won=either,
        lost=either,
        split=split,
        halved=halved,
        asleep=asleep,
        left=lies - asleep,
        in_hock=in_hock,
    )


@lru_cache(maxsize=256)
def on_high_card(cover: Cover, turns: int, settling: int, halves: bool) -> Fate:
    """The fate of a bet on the high card; ``halves`` says whether equal cards are a split or a standoff."""
    standing = min(settling, 1) if halves else settling
    pairs = pairings(cover.to_win + cover.to_lose)
    equal = Fraction(pairs[standing] if standing < len(pairs) else 0, perm(cover.cards, 2 * standing))
    either = (1 - equal) / 2
    halved = equal if halves and settling else NONE
    return Fate(won=either, lost=either, split=NONE, halved=halved, asleep=NONE, left=equal - halved, in_hock=NONE)


@lru_cache(maxsize=256)
def on_parity(cover: Cover, turns: int, settling: int) -> Fate:
    """The fate of a bet on the parity of the winner or of the loser: one card of each turn acts."""
    cards, acting = cover.cards, cover.winning + cover.losing
    first = sum((Fraction(perm(cover.others, turn), perm(cards, turn + 1)) for turn in range(settling)), NONE)
    lies = Fraction(perm(cover.others, settling), perm(cards, settling))
    asleep, before = NONE, turns - 1
    if acting <= before:
        # All acting cards came as the card of a turn that does not count, and others as the one that does.
        asleep = Fraction(perm(cover.others, before) * perm(before, acting), perm(cards, before + acting))
    return Fate(
        won=cover.winning * first,
        lost=cover.losing * first,
        split=NONE,
        halved=NONE,
        asleep=asleep,
        left=lies - asleep,
        in_hock=NONE,
    )


def _are_out(cover: Cover, sides: tuple[int, int]) -> bool:
    """Whether so many turns with two cards of a side use all its cards."""
    return 2 * sides[0] == cover.winning and 2 * sides[1] == cover.losing


def _turns_of_sides(turns: int, halves: bool) -> Iterator[tuple[int, int]]:
    """The possible numbers of turns with two winning and with two losing cards, without a decision."""
    most = 0 if halves else turns
    for won_side in range(most + 1):
        for lost_side in range(most - won_side + 1):
            yield won_side, lost_side


def _ways(cover: Cover, turns: int, sides: tuple[int, int]) -> int:
    """The ways to place each side's turns among all, times the orders of the irrelevant cards."""
    neither = turns - sum(sides)
    shared = factorial(turns) // (factorial(sides[0]) * factorial(sides[1]) * factorial(neither))
    return shared * perm(cover.others, 2 * neither)


@lru_cache(maxsize=4096)
def _lying(cover: Cover, turns: int, halves: bool) -> tuple[tuple[tuple[int, int], Fraction], ...]:
    """The chances that so many turns leave a bet undecided, by the numbers of standoffs of each side."""
    orders = perm(cover.cards, 2 * turns)
    found = []
    for sides in _turns_of_sides(turns, halves):
        ways = _ways(cover, turns, sides)
        if ways:
            ways *= unmatched(cover.to_win, sides[0]) * unmatched(cover.to_lose, sides[1])
        if ways:
            found.append((sides, Fraction(ways, orders)))
    return tuple(found)


def _halved(cover: Cover, before: int) -> Fraction:
    """The chance that a bet survives so many turns and then meets two cards of one side and different ranks."""
    both = perm(cover.winning, 2) + perm(cover.losing, 2) - _of_one_rank(cover)
    return Fraction(_ways(cover, before, (0, 0)) * both, perm(cover.cards, 2 * before + 2))


def _split(cover: Cover, before: int, halves: bool) -> Fraction:
    """The chance that a bet survives so many turns and then meets two cards of one side and the same rank."""
    orders = perm(cover.cards, 2 * before + 2)
    if halves:
        return Fraction(_ways(cover, before, (0, 0)) * _of_one_rank(cover), orders)
    total = 0
    for won_side, lost_side in _turns_of_sides(before, halves):
        ways = _ways(cover, before, (won_side, lost_side))
        if ways:
            first = unmatched(cover.to_win, won_side, 1) * unmatched(cover.to_lose, lost_side)
            second = unmatched(cover.to_win, won_side) * unmatched(cover.to_lose, lost_side, 1)
            total += ways * (first + second)
    return Fraction(total, orders)


def _of_one_rank(cover: Cover) -> int:
    """The orders in which two cards of one side and the same rank can come."""
    return sum(perm(cards, 2) for cards in (*cover.to_win, *cover.to_lose))


@lru_cache(maxsize=1024)
def pairings(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The orders in which 0, 1, 2, … turns can each have two cards of one rank; ``counts`` are the cards per rank.

    A rank of m cards fills j turns in m! / (m − 2j)! orders, and the ranks share the turns: a product of polynomials,
    as in :mod:`dealer.games.faro.fairness`.
    """
    ways = [1]
    for cards in counts:
        product = [0] * (len(ways) + cards // 2)
        for turns in range(cards // 2 + 1):
            turned = perm(cards, 2 * turns) // factorial(turns)
            for before, way in enumerate(ways):
                product[before + turns] += way * turned
        ways = product
    return tuple(factorial(turns) * way for turns, way in enumerate(ways))


@lru_cache(maxsize=65536)
def unmatched(counts: tuple[int, ...], turns: int, matched: int = 0) -> int:
    """The orders in which so many turns can each have two ranks, after ``matched`` turns of a single rank.

    By inclusion and exclusion over the turns that have a single rank after all.
    """
    cards, pairs = sum(counts), pairings(counts)
    total = 0
    for also in range(turns + 1):
        together = matched + also
        if together >= len(pairs):
            break
        orders = pairs[together] * perm(cards - 2 * together, 2 * (turns - also))
        total += (-1) ** also * comb(turns, also) * orders
    return total


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

    def by_play(self, fate: Fate) -> Fraction:
        """The bank's expectation for a bet of that fate."""
        return self.share * (fate.lost - fate.won) + self.half * fate.halved + self.of_split * fate.split


def parts_of(place: Place, house: FaroHouse, checks: int | None = None) -> Parts:
    """How a house divides a stake on a place; ``checks`` is its size in smallest checks (rulebook 1.4)."""
    shares = coverage(place).shares if house.combination_pays == "proportional" else 1
    share, half = Fraction(1, shares), Fraction(1, 2 * shares)
    if checks is not None:
        in_checks = checks // shares
        share, half = Fraction(in_checks, checks), Fraction(in_checks - in_checks // 2, checks)
    return Parts(share, half, share if house.split_takes == "all" else half)


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
    cover, parts = cover_of(place, coppered, pack), parts_of(place, house, checks)
    if house.turns == 26:
        return _bank_lying(place, coppered, house, cover, parts)
    takes = before_soda and _hockelty_takes(place, coppered, house)
    return mean_of(
        (ways, Take(play=parts.share) if takes and to_win else _bank_lying(place, coppered, house, left, parts))
        for ways, left, to_win in cover.draws()
    )


def in_the_box(
    place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str], *, checks: int | None = None
) -> Take:
    """The bank's expectation for a bet with these cards to come: turns, and the hock if their number is odd."""
    return _bank_lying(place, coppered, house, cover_of(place, coppered, cards), parts_of(place, house, checks))


def in_a_turn(
    place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str] = PACK, *, checks: int | None = None
) -> Fraction:
    """The bank's expectation for a bet in a turn that settles bets, with these cards to come."""
    return parts_of(place, house, checks).by_play(_fate(place, house, cover_of(place, coppered, cards), (1, 1)))


def if_the_first_turn_decides(
    place: Place, coppered: bool, house: FaroHouse, *, checks: int | None = None
) -> Fraction | None:
    """The bank's expectation for a bet that the first turn of a deal decides; ``None`` if no turn can.

    None of its cards is out: the soda does not act on the bet. If every card acts, it is the mean over all sodas.
    """
    cover, parts = cover_of(place, coppered, PACK), parts_of(place, house, checks)
    sodas = [(1, cover)]
    if house.turns == 25:
        sodas = [(ways, left) for ways, left, _ in cover.draws() if left.others < cover.others or not cover.others]
    fates = [(ways, _fate(place, house, left, (1, 1))) for ways, left in sodas]
    decided = sum((ways * fate.decided for ways, fate in fates), NONE)
    return sum((ways * parts.by_play(fate) for ways, fate in fates), NONE) / decided if decided else None


def on_a_call(house: FaroHouse, *, cat: bool) -> Take:
    """The bank's expectation for a call of the last turn: right once in six orders, for a cat once in three (1.7)."""
    orders = 3 if cat else 6
    return Take(play=Fraction(orders - 1 - call_pays_cents(1, cat, house), orders))


def _bank_lying(place: Place, coppered: bool, house: FaroHouse, cover: Cover, parts: Parts) -> Take:
    turns = cover.cards // 2
    fate = _fate(place, house, cover, (turns, turns if house.last_turn_counts else turns - 1))
    in_hock = fate.in_hock if _hockelty_takes(place, coppered, house) else NONE
    return Take(
        play=parts.by_play(fate) + parts.share * in_hock,
        sleepers=fate.asleep if house.sleepers == "dealer" else NONE,
        after_hock=fate.left - parts.share * in_hock if house.after_hock == "dealer" else NONE,
        decided=fate.decided + in_hock,
    )


def _fate(place: Place, house: FaroHouse, cover: Cover, turns: tuple[int, int]) -> Fate:
    if place.kind == "parity":
        return on_parity(cover, *turns)
    if place.kind == "high_card":
        return on_high_card(cover, *turns, house.high_card_equal == "split")
    shares_move = house.combination_pays == "proportional" and coverage(place).shares > 1
    return on_ranks(cover, *turns, house.both_ways == "split" and not shares_move)


def _hockelty_takes(place: Place, coppered: bool, house: FaroHouse) -> bool:
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
