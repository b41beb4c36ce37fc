"""All looks at the Faro of one night or of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from dealer.games.faro.square.coins import look_at_case_cards, look_at_high_card, look_at_winning_colour
from dealer.games.faro.square.deals import Dealt
from dealer.games.faro.square.last_turn import look_at_calls, look_at_cats
from dealer.games.faro.square.ranks import look_at_ranks, look_at_soda_and_hock, won_and_lost
from dealer.games.faro.square.repeats import look_at_places, looks_by_shuffling
from dealer.games.faro.square.runs import COLOURS, PARITY, ROWS, look_at_runs, without_suit
from dealer.games.faro.square.splits import look_at_splits, splits_in, splits_of_deals
from dealer.games.faro.square.take import look_at_take
from dealer.statistics.chances import Distribution
from dealer.statistics.looks import Look, NoLook


@dataclass(frozen=True, slots=True, kw_only=True)
class FaroSeen:
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
    looks: tuple[Look | NoLook, ...]


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
