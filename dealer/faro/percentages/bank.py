"""The bank's percentage of a bet (rulebook 1.3-1.8): in a deal, in what is left of a box, in one turn, on a call.

A bet is laid, lies as it was laid until it is decided for the first time, and is taken down then; a standoff decides
nothing. The bank pays in full, and stakes are such that halves and shares divide into smallest checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dealer.faro.house import FaroHouse
from dealer.faro.layout import OPEN_KINDS, coverage
from dealer.faro.percentages.cover import PACK, Cover, cover_of
from dealer.faro.percentages.fate import HALF, Fate, on_high_card, on_parity, on_ranks
from dealer.faro.percentages.take import NONE, Take, mean_of
from dealer.faro.settlement import call_pays_cents
from events.faro import Place


def in_a_deal(
    place: Place, coppered: bool, house: FaroHouse, *, before_soda: bool = False, pack: Sequence[str] = PACK
) -> Take:
    """What the bank may expect of a bet laid when a deal begins, whatever the soda is.

    ``before_soda`` is for a house with hockelty, whose soda takes open bets on its rank.
    """
    cover = cover_of(place, coppered, pack)
    if house.turns == 26:
        return _lying(place, coppered, house, cover)
    takes = before_soda and _hockelty_takes(place, coppered, house)
    return mean_of(
        (ways, Take(play=_share(place, house)) if takes and to_win else _lying(place, coppered, house, left))
        for ways, left, to_win in cover.draws()
    )


def in_the_box(place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str]) -> Take:
    """What the bank may expect of a bet while these cards are to come: turns, and the hock if their number is odd."""
    return _lying(place, coppered, house, cover_of(place, coppered, cards))


def in_a_turn(place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str] = PACK) -> Fraction:
    """What the bank may expect of a bet in one turn, any turn that comes out of these cards and settles bets."""
    return _by_play(_fate(place, house, cover_of(place, coppered, cards), (1, 1)), _share(place, house))


def on_a_call(house: FaroHouse, *, cat: bool) -> Take:
    """What the bank may expect of a call of the last turn: one order of six is right, of a cat one of three (1.7)."""
    orders = 3 if cat else 6
    return Take(play=Fraction(orders - 1 - call_pays_cents(1, cat, house), orders))


def _lying(place: Place, coppered: bool, house: FaroHouse, cover: Cover) -> Take:
    turns = cover.cards // 2
    fate = _fate(place, house, cover, (turns, turns if house.last_turn_counts else turns - 1))
    share = _share(place, house)
    in_hock = fate.in_hock if _hockelty_takes(place, coppered, house) else NONE
    return Take(
        play=_by_play(fate, share) + share * in_hock,
        sleepers=fate.asleep if house.sleepers == "dealer" else NONE,
        after_hock=fate.left - share * in_hock if house.after_hock == "dealer" else NONE,
        decided=fate.decided + in_hock,
    )


def _fate(place: Place, house: FaroHouse, cover: Cover, turns: tuple[int, int]) -> Fate:
    if place.kind == "parity":
        return on_parity(cover, *turns)
    if place.kind == "high_card":
        return on_high_card(cover, *turns, house.high_card_equal == "split")
    shares_move = house.combination_pays == "proportional" and coverage(place).shares > 1
    return on_ranks(cover, *turns, house.both_ways == "split" and not shares_move)


def _share(place: Place, house: FaroHouse) -> Fraction:
    """What part of a stake a card moves."""
    return Fraction(1, coverage(place).shares if house.combination_pays == "proportional" else 1)


def _by_play(fate: Fate, share: Fraction) -> Fraction:
    return share * (fate.lost - fate.won + HALF * fate.halved)


def _hockelty_takes(place: Place, coppered: bool, house: FaroHouse) -> bool:
    """Whether a bet is one that soda and hock take where they are of a rank that it covers."""
    return house.hockelty and not coppered and place.kind in OPEN_KINDS
