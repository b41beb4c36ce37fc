"""All looks at the Faro of one night or of many."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from dealer.commands.phrases import counted
from dealer.games.faro.fairness.deals import Dealt, deals_of
from dealer.games.faro.fairness.last_turn import look_at_calls, look_at_cats
from dealer.games.faro.fairness.order import (
    COLOURS,
    PARITY,
    ROWS,
    look_at_places,
    look_at_runs,
    looks_by_shuffling,
    without_suit,
)
from dealer.games.faro.fairness.sides import (
    look_at_case_cards,
    look_at_high_card,
    look_at_ranks,
    look_at_soda_and_hock,
    look_at_winning_colour,
    won_and_lost,
)
from dealer.games.faro.fairness.splits import look_at_splits, put_up_to_be_noticed, splits_in
from dealer.games.faro.fairness.take import look_at_take
from dealer.statistics.chances import Distribution
from dealer.statistics.looks import Fairness, Seen, stands_after
from dealer.statistics.pack import splits_of_deals
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games import faro


class Power(Frozen):
    """How many splits in all would have to be put up in ``deals`` whole deals to stand out 9 times in 10.

    ``put_up`` is ``None`` where one of every rank in each deal is not enough.
    """

    deals: int
    put_up: int | None

    @property
    def said(self) -> str:
        """The same in a sentence."""
        deals = f"With {counted(self.deals, 'whole deal')}"
        if self.put_up is None:
            return f"{deals} even a split of every rank put up would not be noticed 9 times in 10."
        return (
            f"{deals}, {counted(self.put_up, 'split')} put up in all ({self.put_up / self.deals:.1f} a deal) "
            "would stand out 9 times in 10, and fewer not so often."
        )


class FaroSeen(Seen):
    """What was seen of Faro: how much of it there was, the looks, and what the pictures show.

    ``stopped`` are deals that were not dealt out, ``voided`` those found foul, whose cards are looked at all the same.
    ``whole_deals`` counts the deals of ``whole_turns`` turns that were dealt out. ``rank_by_rank`` has each rank's wins
    and losses, ``splits`` what a square pack gives in the same turns.
    """

    deals: int
    turns: int
    cards: int
    stopped: int
    voided: int
    without_suit: int
    whole_deals: int
    whole_turns: int
    splits_found: int
    splits_in_voided: int
    splits: Distribution
    rank_by_rank: dict[str, tuple[int, int]]

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How much there was to look at, and what of it is not like the rest."""
        said = [
            f"{counted(self.cards, 'card')} of Faro, in {counted(self.turns, 'turn')} of {counted(self.deals, 'deal')}."
        ]
        if self.voided:
            said.append(
                f"{counted(self.voided, 'deal')} of these found foul: the cards are looked at like the others "
                f"({counted(self.splits_in_voided, 'split')} among them)."
            )
        if self.stopped:
            said.append(f"{counted(self.stopped, 'deal')} not dealt out: looked at as far as dealt.")
        if self.without_suit:
            said.append(
                f"{counted(self.without_suit, 'card')} noted without the suit: passed over where colours are looked at."
            )
        return tuple(said)

    def power(self, level: float) -> Power | None:
        """What would be noticed, with looks standing out at a level; ``None`` where no whole deal was dealt."""
        if not self.whole_deals:
            return None
        exact = Fraction(level).limit_denominator()
        return Power(deals=self.whole_deals, put_up=put_up_to_be_noticed(self.whole_deals, self.whole_turns, exact))

    def can_see(self, level: float) -> tuple[str, ...]:
        """What so many deals can show."""
        power = self.power(level)
        noticed = "A box that chooses the loser by the bets, cards put up to win or lose, a pack that was not shuffled."
        return (power.said, noticed) if power else (noticed,)

    @property
    def cannot_see(self) -> tuple[str, ...]:
        """What no look at Faro shows."""
        return (
            "Marked cards in the hands of a player who loses at times on purpose, checks dropped or pulled off, a "
            "copper drawn off by a hair: those are for the lookout.",
            "A deal that was stopped because of the cards it showed; the chances take it that it was not.",
        )

    @property
    def may_be_watched(self) -> str:
        """The one look that may be taken as often as one likes."""
        return "Only the take may be watched so."

    def figures(self, level: float) -> dict[str, Any]:
        """What would be noticed, and each rank's wins and losses."""
        power = self.power(level)
        return {
            "power": {"deals": power.deals, "splits_put_up": power.put_up} if power else None,
            "ranks": {rank: list(counts) for rank, counts in self.rank_by_rank.items()},
        }


def inspect_faro(nights: Sequence[Sequence[Dealt]]) -> FaroSeen | None:
    """Every look at the deals of some nights; ``None`` where no turn was dealt."""
    deals = list(chain.from_iterable(nights))
    turns = sum(len(deal.turns) for deal in deals)
    if not turns:
        return None
    voided = [deal for deal in deals if deal.tabs.voided is not None]
    whole = [len(deal.turns) for deal in deals if deal.is_whole]
    usual = max(whole, key=whole.count, default=0)
    return FaroSeen(
        deals=len(deals),
        turns=turns,
        cards=sum(len(deal.cards) for deal in deals),
        stopped=len(deals) - len(whole),
        voided=len(voided),
        without_suit=without_suit(deals),
        whole_deals=whole.count(usual),
        whole_turns=usual,
        splits_found=splits_in(deals),
        splits_in_voided=splits_in(voided),
        splits=splits_of_deals([len(deal.turns) for deal in deals]),
        rank_by_rank=won_and_lost(deals),
        looks=(
            look_at_splits(deals),
            look_at_take(deals),
            look_at_ranks(deals),
            look_at_case_cards(deals),
            look_at_high_card(deals),
            look_at_winning_colour(deals),
            *(look_at_runs(deals, sorts) for sorts in (COLOURS, PARITY, ROWS)),
            look_at_places(nights),
            *looks_by_shuffling(nights),
            look_at_soda_and_hock(deals),
            look_at_cats(deals),
            look_at_calls(deals),
        ),
    )


def _stands_after(fact: Fact) -> str:
    match fact:
        case faro.DealStarted():
            return "before the first card"
        case faro.SodaExposed():
            return "before turn 1"
        case faro.WinnerDrawn(turn=25):
            return "before the hock"
        case faro.HockExposed():
            return "after the hock"
        case _:
            return stands_after(fact)


FAIRNESS = Fairness(
    nothing="no turn of Faro was dealt",
    cards_of=lambda facts, table, names: deals_of(facts, table),
    inspect=inspect_faro,
    no_figures={"power": None, "ranks": {}},
    stands_after=_stands_after,
)
