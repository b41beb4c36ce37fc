"""The bank's percentages in Pharo, and statistical tests of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import perm

from msgspec import field

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase, number_of, phrase
from dealer.game.bank import bigger_half
from dealer.game.pairs import NONE, Cover, lying, splits
from dealer.game.statistics import (
    Fairness,
    Observation,
    TurnWords,
    look_at_ranks,
    look_at_splits,
    look_at_take,
)
from dealer.games.pharo.settlement import Outcome, outcome_of, outcome_of_hockley, outcomes_of
from dealer.games.pharo.state import COUPS, Bet, PharoTable, evolve
from events.common.event import Event
from events.frozen import Frozen
from events.games import pharo

HALF = Fraction(1, 2)
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
    unseen = tuple(number - (at == bottom) for at, number in enumerate(left))
    return _gain(unseen, bottom, cards - 1 - sum(unseen), terms)


def gain_whatever_bottom(left: tuple[int, ...], cards: int, terms: Terms) -> Fraction:
    """The bank's expectation with an unknown bottom card: the mean over all possible ones."""
    bottoms = [(number, bottom) for bottom, number in enumerate(left) if number]
    if cards > sum(left):
        bottoms.append((cards - sum(left), ELSEWHERE))
    return sum((number * gain(left, cards, terms, bottom) for number, bottom in bottoms), NONE) / cards


@lru_cache(maxsize=4096)
def _gain(unseen: tuple[int, ...], bottom: int, others: int, terms: Terms) -> Fraction:
    """The bank's expectation with ``unseen`` cards of each covered rank, and ``others``, before the bottom card."""
    cover = Cover(tuple(sorted(filter(None, unseen))), (), others)
    coups = cover.cards // 2
    worth = {Outcome.WIN: Fraction(-1), Outcome.LOSS: Fraction(1), Outcome.DOUBLET: terms.half}
    # Before the last coup a stake is won as often as it is lost.
    doublets, _ = splits(cover, coups, halves=False)
    gained = terms.half * doublets / perm(cover.cards, 2 * coups)
    for last, number in enumerate((*unseen, others)):
        if number:
            at = ELSEWHERE if last == len(unseen) else last
            left = tuple(cards - (rank == at) for rank, cards in enumerate(unseen))
            before = Cover(tuple(sorted(filter(None, left))), (), others - (at == ELSEWHERE))
            chance = lying(before, coups, halves=False) * number / cover.cards
            gained += chance * worth.get(last_coup(at, bottom, terms), NONE)
    return gained


def last_coup(bank: int, bottom: int, terms: Terms) -> Outcome:
    """What the 26th coup does to a stake: ``bank`` and ``bottom`` are the ranks of its cards, as in :func:`gain`."""
    cards = [elsewhere if at == ELSEWHERE else RANKS[at] for at, elsewhere in ((bank, "Q"), (bottom, "K"))]
    bet = Bet(key="", player="", kind="", ranks=RANKS[:4], stake_cents=0, placed=0, opposed=terms.opposed)
    return (outcome_of_hockley if terms.hockley else outcome_of)(bet, *cards)


class Dealt(Frozen):
    """A deal: the two cards of each coup, and what their order was worth to the bank, in cents.

    The last coup has no such worth, as everybody knew its second card.
    """

    coups: tuple[tuple[str, str], ...]
    gains_cents: tuple[int, ...]


_COUPS = TurnWords("coups", "%(num)s coup", "%(num)s coups")


class PharoObservation(Observation):
    """The findings for Pharo, and how much was tested."""

    deals: int
    coups: int

    @property
    def looked_at(self) -> tuple[Phrase, ...]:
        """How much was tested, in sentences."""
        seen = phrase(
            "%(cards)s of Pharo, in %(coups)s of %(deals)s.",
            cards=number_of(2 * self.coups, "%(num)s card", "%(num)s cards"),
            coups=_COUPS.counted(self.coups),
            deals=number_of(self.deals, "%(num)s deal", "%(num)s deals"),
        )
        return (seen,)

    def can_see(self, level: float) -> tuple[Phrase, ...]:
        """What so many deals can show."""
        return (
            phrase("Doublets put up, cards put up to one side, a hand that chooses the bank's card by the stakes."),
        )

    @property
    def cannot_see(self) -> tuple[Phrase, ...]:
        """What no test of Pharo shows."""
        return (phrase("A punter who sees the cards held loosely, and folds bent that nobody was entitled to."),)

    @property
    def may_be_watched(self) -> Phrase:
        """The only test that may be repeated as often as you like."""
        return phrase("Only the take may be tested by looking again and again.")


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
    coups = [deal.coups for deal in deals]
    return PharoObservation(
        deals=len(deals),
        coups=sum(map(len, coups)),
        tests=(
            look_at_splits(
                coups,
                "doublets",
                phrase("Doublets"),
                _COUPS,
                phrase("that doublets were put up, of which the bank takes half"),
            ),
            look_at_take(
                chain.from_iterable(deal.gains_cents for deal in deals),
                _COUPS,
                phrase("no stakes for which the order of the two cards mattered"),
                (
                    phrase("that the dealer chose the bank's cards by the stakes on the table"),
                    phrase("that stakes were laid by somebody who knew the cards"),
                ),
            ),
            look_at_ranks(
                coups,
                phrase("The sides"),
                lambda won, lost: phrase("%(lost)s for the bank, %(won)s for the punters", lost=lost, won=won),
                ("to_punters", "to_bank"),
            ),
        ),
    )


def _worth_cents(bet: Bet, outcome: Outcome) -> int:
    """What the order of a coup's cards was worth to the bank on a bet: between its loss and its win."""
    at_stake = bet.ventured_cents + (bet.lost_cents if bet.pli else bet.ventured_cents)
    return {Outcome.LOSS: at_stake, Outcome.WIN: -at_stake}.get(outcome, 0)


FAIRNESS = Fairness(
    nothing=phrase("no coup of Pharo was dealt"),
    cards_of=lambda events, table, names: deals_of(events, table),
    inspect=inspect_pharo,
)
