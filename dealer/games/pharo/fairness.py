"""The bank's percentages in Pharo, and statistical tests of its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, permutations
from math import exp

from msgspec import field

from dealer.commands.fields import RANKS
from dealer.commands.refusal import counted, dollars
from dealer.game.bank import bigger_half
from dealer.game.cards import rank_of
from dealer.game.statistics import (
    Fairness,
    Observation,
    SkippedTest,
    StatisticalTest,
    most_held,
    splits_of_deals,
    sum_of,
    wins_less_losses,
)
from dealer.games.pharo.settlement import Outcome, outcomes_of
from dealer.games.pharo.state import COUPS, Bet, PharoTable, evolve
from events.common.event import Event
from events.frozen import Frozen
from events.games import pharo

NONE, HALF = Fraction(0), Fraction(1, 2)
ELSEWHERE = -1
"""The bottom card has no rank that the stake covers."""


class Terms(Frozen):
    """How a stake lies: with or without a hockley, opposed or not; a doublet takes ``half``."""

    hockley: bool = True
    opposed: bool = False
    half: Fraction = field(default=HALF)


def half_of(checks: int) -> Fraction:
    """The part of a stake of so many smallest checks that a doublet takes."""
    return Fraction(bigger_half(checks, 1), checks)


def gain(left: tuple[int, ...], cards: int, terms: Terms, bottom: int) -> Fraction:
    """The bank's expectation with a known bottom card; negative if it expects to pay.

    ``left`` are the cards to come of each covered rank, of ``cards`` in all, including the bottom card; ``bottom`` is
    the index in ``left`` of the bottom card's rank, or :data:`ELSEWHERE`.
    """
    others = cards - sum(left)
    if bottom == ELSEWHERE:
        return _gain(None, tuple(sorted(left)), others - 1, terms)
    rest = (*left[:bottom], *left[bottom + 1 :])
    return _gain(left[bottom] - 1, tuple(sorted(rest)), others, terms)


def gain_whatever_bottom(left: tuple[int, ...], cards: int, terms: Terms) -> Fraction:
    """The bank's expectation with an unknown bottom card: the mean over all possible ones."""
    bottoms = [(number, bottom) for bottom, number in enumerate(left) if number]
    if cards > sum(left):
        bottoms.append((cards - sum(left), ELSEWHERE))
    return sum((number * gain(left, cards, terms, bottom) for number, bottom in bottoms), NONE) / cards


@lru_cache(maxsize=65536)
def _gain(own: int | None, unseen: tuple[int, ...], others: int, terms: Terms) -> Fraction:
    """The bank's expectation with these cards to come before the bottom card.

    ``own`` are the cards of the bottom card's rank, ``None`` if the stake does not cover it; ``unseen`` are those of
    the other covered ranks, sorted, and ``others`` all the rest.
    """
    ranks = unseen if own is None else (own, *unseen)
    cards = sum(ranks) + others
    if cards == 1:
        return _in_the_last_coup(own, unseen, terms)
    # A covered card and an uncovered one win as often as they lose; all other pairs are counted here.
    gained = sum((number * (number - 1) * terms.half for number in ranks), NONE)
    if others > 1:
        gained += others * (others - 1) * _gain(own, unseen, others - 2, terms)
    for lost, won in permutations(range(len(ranks)), 2):
        if ranks[lost] and ranks[won]:
            left = [number - (place in (lost, won)) for place, number in enumerate(ranks)]
            after = (None, left) if own is None else (left[0], left[1:])
            gained += ranks[lost] * ranks[won] * _gain(after[0], tuple(sorted(after[1])), others, terms)
    return gained / (cards * (cards - 1))


def _in_the_last_coup(own: int | None, unseen: tuple[int, ...], terms: Terms) -> Fraction:
    """The bank's card is the unseen one, the punters' the bottom card."""
    bank, punters = bool(own) or any(unseen), own is not None
    against, for_it = (punters, bank) if terms.opposed else (bank, punters)
    if terms.hockley or not for_it:
        return Fraction(against)
    if against:
        return terms.half if own else NONE
    return Fraction(-1)


class Dealt(Frozen):
    """A deal: the two cards of each coup, and what their order was worth to the bank, in cents.

    The last coup has no such worth, as everybody knew its second card.
    """

    coups: tuple[tuple[str, str], ...]
    gains_cents: tuple[int, ...]

    @property
    def doublets(self) -> int:
        """The number of doublets."""
        return sum(rank_of(bank) == rank_of(punters) for bank, punters in self.coups)


class PharoObservation(Observation):
    """The findings for Pharo, and how much was tested."""

    deals: int
    coups: int

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How much was tested, in sentences."""
        cards = counted(2 * self.coups, "card")
        return (f"{cards} of Pharo, in {counted(self.coups, 'coup')} of {counted(self.deals, 'deal')}.",)

    def can_see(self, level: float) -> tuple[str, ...]:
        """What so many deals can show."""
        return ("Doublets put up, cards put up to one side, a hand that chooses the bank's card by the stakes.",)

    @property
    def cannot_see(self) -> tuple[str, ...]:
        """What no test of Pharo shows."""
        return ("A punter who sees the cards held loosely, and folds bent that nobody was entitled to.",)

    @property
    def may_be_watched(self) -> str:
        """The only test that may be repeated as often as you like."""
        return "Only the take may be tested by looking again and again."


def deals_of(events: Iterable[Event], table: PharoTable) -> list[Dealt]:
    """The deals of a night's effective events, on the table as opened, including voided deals."""
    coups: dict[int, list[tuple[str, str]]] = {}
    gains: dict[int, list[int]] = {}
    for event in events:
        table = evolve(table, event)
        if isinstance(event, pharo.CoupDealt):
            coups.setdefault(event.deal, []).append((event.bank, event.punters))
            if event.turn < COUPS:
                outcomes = outcomes_of(table, event.turn, event.bank, event.punters)
                worth = sum(_worth_cents(bet, outcome) for bet, outcome in outcomes)
                gains.setdefault(event.deal, []).append(worth)
    return [Dealt(coups=tuple(of), gains_cents=tuple(gains.get(deal, ()))) for deal, of in coups.items()]


def inspect_pharo(nights: Sequence[Sequence[Dealt]]) -> PharoObservation | None:
    """All tests of the deals of some nights; ``None`` if no coup was dealt."""
    deals = list(chain.from_iterable(nights))
    if not deals:
        return None
    return PharoObservation(
        deals=len(deals),
        coups=sum(len(deal.coups) for deal in deals),
        tests=(look_at_doublets(deals), look_at_take(deals), look_at_ranks(deals)),
    )


def look_at_doublets(deals: Sequence[Dealt]) -> StatisticalTest:
    """The number of doublets, against the exact distribution for a fair pack in as many coups."""
    found, coups = sum(deal.doublets for deal in deals), sum(len(deal.coups) for deal in deals)
    square = splits_of_deals([len(deal.coups) for deal in deals])
    mean = float(square.mean)
    return StatisticalTest(
        name="doublets",
        title="Doublets",
        observed=f"{found} in {counted(coups, 'coup')} of {counted(len(deals), 'deal')}",
        square=f"{mean:.1f}, which is {coups} times 1/17",
        chance=float(square.either_way(found)),
        way="exact",
        means="that doublets were put up, of which the bank takes half"
        if found > mean
        else "that pairs were kept apart",
        figures={"doublets": found, "coups": coups, "expected": mean},
    )


def look_at_take(deals: Sequence[Dealt]) -> StatisticalTest | SkippedTest:
    """Whether the order of the two cards favours one side more than coin tosses would."""
    gains = [gain for deal in deals for gain in deal.gains_cents if gain]
    if not gains:
        return SkippedTest(name="take", title="The take", why="no stakes for which the order of the two cards mattered")
    for_bank, worth = sum(gain > 0 for gain in gains), sum(gains)
    return StatisticalTest(
        name="take",
        title="The take",
        observed=f"the order was the bank's in {for_bank} of {counted(len(gains), 'coup')} where it mattered, "
        f"worth {dollars(worth)} to it",
        square=f"{len(gains) / 2:g}, worth nothing on balance",
        chance=min(1.0, exp(-most_held(gains))),
        way="a bettor’s dollar",
        means="that the dealer chose the bank's cards by the stakes on the table"
        if worth > 0
        else "that stakes were laid by somebody who knew the cards",
        figures={"for_bank": for_bank, "coups": len(gains), "worth_cents": worth, "expected": len(gains) / 2},
    )


def look_at_ranks(deals: Sequence[Dealt]) -> StatisticalTest:
    """The rank that fell to one side too often: the rarest of the thirteen, with its exact chance times thirteen."""
    coups = [coup for deal in deals for coup in deal.coups]
    to_bank = Counter(rank_of(bank) for bank, _ in coups)
    to_punters = Counter(rank_of(punters) for _, punters in coups)
    square = sum_of(wins_less_losses(len(deal.coups)) for deal in deals)
    chances = {rank: square.either_way(to_punters[rank] - to_bank[rank]) for rank in RANKS}
    rank = min(chances, key=chances.__getitem__)
    each = 4 * len(coups) / 52
    return StatisticalTest(
        name="ranks",
        title="The sides",
        observed=f"furthest out is the {rank}: {to_bank[rank]} for the bank, {to_punters[rank]} for the punters",
        square=f"every rank {each:.1f} of each, give or take",
        chance=float(min(Fraction(1), 13 * chances[rank])),
        way="exact, for the rarest of 13 ranks",
        means=f"that the {rank} was put up to {'win' if to_punters[rank] > to_bank[rank] else 'lose'}",
        figures={"to_bank": to_bank[rank], "to_punters": to_punters[rank], "expected_each": each},
    )


def _worth_cents(bet: Bet, outcome: Outcome) -> int:
    """What the order of a coup's cards was worth to the bank on a bet: between its loss and its win."""
    at_stake = bet.ventured_cents + (bet.lost_cents if bet.pli else bet.ventured_cents)
    return {Outcome.LOSS: at_stake, Outcome.WIN: -at_stake}.get(outcome, 0)


FAIRNESS = Fairness(
    nothing="no coup of Pharo was dealt",
    cards_of=lambda events, table, names: deals_of(events, table),
    inspect=inspect_pharo,
)
