"""The exact chances of a bet in the next turn, and until it is decided, from the cards to come (rulebook 1.4).

Bets on ranks and colours have a winning and a losing side; see :class:`Cover`. The high card and the parity of a card
have functions of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import perm

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, is_red, rank_of, suit_of
from dealer.game.pairs import NONE, Cover, lying, lying_to_own_card, of_one_rank, pairings, splits, standoffs_of
from dealer.games.faro.cards import bit
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import coverage
from dealer.games.faro.settlement import halves_two_ranks
from events.frozen import Frozen
from events.games.faro import Place


class ToCome(Frozen, kw_only=False, gc=False):
    """The cards to come by rank, from the A up: how many, and how many red ones.

    ``reds`` is ``None`` where a card that came has no suit noted.
    """

    ranks: tuple[int, ...]
    reds: tuple[int, ...] | None


def to_come(cards: Iterable[str]) -> ToCome:
    """The cards to come, given with their suits."""
    counts = Counter((rank_of(card), is_red(card)) for card in cards)
    reds = tuple(counts[rank, True] for rank in RANKS)
    return ToCome(tuple(counts[rank, False] + red for rank, red in zip(RANKS, reds, strict=True)), reds)


def to_come_after(seen: Iterable[str]) -> ToCome:
    """The cards to come of a pack of which these are out, with their suits or without."""
    out = tuple(seen)
    if all(map(suit_of, out)):
        return to_come(set(PACK).difference(out))
    counts = Counter(map(rank_of, out))
    return ToCome(tuple(4 - counts[rank] for rank in RANKS), None)


def cover_of(place: Place, coppered: bool, left: ToCome) -> Cover:
    """The cards to come as a bet sees them; bets on colours need the suits."""
    if place.kind == "colors":
        assert left.reds is not None, "a bet on colours was counted without suits"
        sides = [left.reds, tuple(cards - red for cards, red in zip(left.ranks, left.reds, strict=True))]
        if place.choice != "red":
            sides.reverse()
    else:
        sides = [tuple(left.ranks[at] for at in side) for side in _sides_of(place)]
    to_win, to_lose = (tuple(sorted(filter(None, side))) for side in (reversed(sides) if coppered else sides))
    return Cover(to_win, to_lose, sum(left.ranks) - sum(to_win) - sum(to_lose))


@lru_cache(maxsize=4096)
def _sides_of(place: Place) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ranks that win and those that lose an open bet, by their places in a suit."""
    covered = coverage(place)
    to_win = covered.winner_for or covered.loser_for
    won = tuple(at for at, rank in enumerate(RANKS) if to_win & bit(rank))
    return won, tuple(at for at, rank in enumerate(RANKS) if covered.every & ~to_win & bit(rank))


class Decision(Frozen):
    """The chances of a decision: ``won`` or ``lost``, in a true ``split``, or ``halved`` by two other cards."""

    won: Fraction
    lost: Fraction
    split: Fraction
    halved: Fraction

    @property
    def decided(self) -> Fraction:
        """The chance of a decision."""
        return self.won + self.lost + self.split + self.halved


class Turn(Frozen, kw_only=False, gc=False):
    """The orders of two cards by what they do to a bet; a standoff decides nothing, and the rest is no action."""

    orders: int
    won: int
    lost: int
    split: int
    halved: int
    stood_off: int

    @property
    def decided(self) -> int:
        """The orders that decide the bet."""
        return self.won + self.lost + self.split + self.halved

    @property
    def chances(self) -> Decision:
        """The chances of a decision in this turn."""
        won, lost, split, halved = (
            Fraction(ways, self.orders) for ways in (self.won, self.lost, self.split, self.halved)
        )
        return Decision(won=won, lost=lost, split=split, halved=halved)


NO_TURN = Turn(1, 0, 0, 0, 0, 0)
"""A turn that settles no bet."""


class Fate(Decision):
    """The chances of a bet's first decision, or of none.

    Without one, all its cards are out before the last turn (``asleep``), or it remains after the last turn (``left``),
    in part with one of its cards in the hock (``in_hock``).
    """

    asleep: Fraction
    left: Fraction
    in_hock: Fraction


class Method(Frozen, kw_only=False, gc=False):
    """How a house decides a kind of bet.

    ``halves`` says whether two cards of one side and different ranks, for the high card two equal ones, are a split or
    a standoff.
    """

    kind: str
    halves: bool


ON_RANKS, ON_HIGH_CARD, ON_PARITY = "ranks", "high card", "parity"


def method_of(place: Place, house: FaroHouse) -> Method:
    """How a house decides a bet on a place."""
    kind = {"parity": ON_PARITY, "high_card": ON_HIGH_CARD}.get(place.kind, ON_RANKS)
    return Method(kind, kind != ON_PARITY and halves_two_ranks(place, house))


def next_turn(method: Method, cover: Cover) -> Turn:
    """What a turn that settles bets may do to a bet."""
    cards, both, split = cover.cards, 0, 0
    if method.kind == ON_PARITY:
        won, lost = cover.winning * (cards - 1), cover.losing * (cards - 1)
    elif method.kind == ON_HIGH_CARD:
        both = of_one_rank(cover)
        won = lost = (perm(cards, 2) - both) // 2
    else:
        split = of_one_rank(cover)
        both = perm(cover.winning, 2) + perm(cover.losing, 2) - split
        won = lost = (cover.winning + cover.losing) * cover.others + cover.winning * cover.losing
    halved, stood_off = (both, 0) if method.halves else (0, both)
    return Turn(perm(cards, 2), won, lost, split, halved, stood_off)


def fate_of(method: Method, cover: Cover, turns: int, settling: int) -> Fate:
    """The fate of a bet. Of ``turns`` turns the first ``settling`` settle bets."""
    if method.kind == ON_PARITY:
        return _on_parity(cover, turns, settling)
    if method.kind == ON_HIGH_CARD:
        return _on_high_card(cover, settling, method.halves)
    return _on_ranks(cover, turns, settling, method.halves)


@lru_cache(maxsize=1024)
def _on_ranks(cover: Cover, turns: int, settling: int, halves: bool) -> Fate:
    ways, orders = splits(cover, settling, halves), perm(cover.cards, 2 * settling)
    split, halved = Fraction(ways[0], orders), Fraction(ways[1], orders)
    lies, asleep = lying(cover, settling, halves), _asleep(cover, turns - 1, halves)
    # Loser and winner are equally likely in either order, and what one order wins the other loses.
    either = (1 - lies - split - halved) / 2
    return Fate(
        won=either,
        lost=either,
        split=split,
        halved=halved,
        asleep=asleep,
        left=lies - asleep,
        in_hock=lying_to_own_card(cover, settling, halves) if cover.cards > 2 * turns else NONE,
    )


def _asleep(cover: Cover, turns: int, halves: bool) -> Fraction:
    """The chance that so many turns bring all cards of a bet on ranks and leave it undecided."""
    acting = cover.winning + cover.losing
    sets = (1,) if halves else standoffs_of(cover.to_win, cover.to_lose)
    standoffs = acting // 2
    if acting % 2 or standoffs >= len(sets) or standoffs > turns:
        return NONE
    ways = perm(turns, standoffs) * sets[standoffs] * perm(cover.others, 2 * (turns - standoffs))
    return Fraction(ways, perm(cover.cards, 2 * turns))


@lru_cache(maxsize=256)
def _on_high_card(cover: Cover, settling: int, halves: bool) -> Fate:
    standing = min(settling, 1) if halves else settling
    pairs = pairings(cover.to_win + cover.to_lose)
    equal = Fraction(pairs[standing] if standing < len(pairs) else 0, perm(cover.cards, 2 * standing))
    either = (1 - equal) / 2
    halved = equal if halves and settling else NONE
    return Fate(won=either, lost=either, split=NONE, halved=halved, asleep=NONE, left=equal - halved, in_hock=NONE)


@lru_cache(maxsize=256)
def _on_parity(cover: Cover, turns: int, settling: int) -> Fate:
    """One card of each turn acts."""
    cards, acting = cover.cards, cover.winning + cover.losing
    first = sum(perm(cover.others, turn) * perm(cards - turn - 1, settling - turn - 1) for turn in range(settling))
    lies = Fraction(perm(cover.others, settling), perm(cards, settling))
    asleep, before = NONE, turns - 1
    if acting <= before:
        # All acting cards came as the card of a turn that does not count, and others as the one that does.
        asleep = Fraction(perm(cover.others, before) * perm(before, acting), perm(cards, before + acting))
    return Fate(
        won=Fraction(cover.winning * first, perm(cards, settling)),
        lost=Fraction(cover.losing * first, perm(cards, settling)),
        split=NONE,
        halved=NONE,
        asleep=asleep,
        left=lies - asleep,
        in_hock=NONE,
    )
