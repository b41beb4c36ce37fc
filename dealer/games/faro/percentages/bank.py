"""The bank's percentage of a bet (rulebook 1.3-1.8): in a deal, in what is left of a box, in one turn, on a call.

A bet is laid, lies as it was laid until it is decided for the first time, and is taken down then; a standoff decides
nothing. The bank pays in full. A stake that is said in ``checks`` is so many smallest checks, whose shares are rounded
down and of which a half is the bigger one; without them it divides into shares and halves as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dealer.game.cards import PACK
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import OPEN_KINDS, coverage
from dealer.games.faro.percentages.cover import Cover, cover_of
from dealer.games.faro.percentages.fate import NONE, Fate, on_high_card, on_parity, on_ranks
from dealer.games.faro.settling import call_pays_cents
from events.frozen import Frozen
from events.games.faro import Place


class Take(Frozen):
    """What the bank may expect of a stake of 1, below zero what it may expect to pay.

    ``play`` is by bets decided, ``sleepers`` and ``after_hock`` are what it gets of bets that were not; ``decided`` is
    the chance of a decision.
    """

    play: Fraction
    sleepers: Fraction = NONE
    after_hock: Fraction = NONE
    decided: Fraction = Fraction(1)

    @property
    def of_laid(self) -> Fraction:
        """What the bank may expect of a stake laid."""
        return self.play + self.sleepers + self.after_hock

    @property
    def of_decided(self) -> Fraction | None:
        """What the bank may expect of a stake that is decided; ``None`` where none can be."""
        return self.play / self.decided if self.decided else None


def mean_of(cases: Iterable[tuple[int, Take]]) -> Take:
    """What may be expected where a case comes as often as its number says; there is one at least."""
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
    """What a turn may move, in parts of a stake: a ``share`` that a card wins or loses, and what the bank has of it.

    ``of_split`` is what it takes of a true split, ``half`` of what else is split.
    """

    share: Fraction
    half: Fraction
    of_split: Fraction

    def by_play(self, fate: Fate) -> Fraction:
        """What the bank may expect of a bet of that fate."""
        return self.share * (fate.lost - fate.won) + self.half * fate.halved + self.of_split * fate.split


def parts_of(place: Place, house: FaroHouse, checks: int | None = None) -> Parts:
    """Into what a house divides a stake on a place; ``checks`` is its size in smallest checks (rulebook 1.4)."""
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
    """What the bank may expect of a bet laid when a deal begins, whatever the soda is.

    ``before_soda`` is for a house with hockelty, whose soda takes open bets on its rank.
    """
    cover, parts = cover_of(place, coppered, pack), parts_of(place, house, checks)
    if house.turns == 26:
        return _lying(place, coppered, house, cover, parts)
    takes = before_soda and _hockelty_takes(place, coppered, house)
    return mean_of(
        (ways, Take(play=parts.share) if takes and to_win else _lying(place, coppered, house, left, parts))
        for ways, left, to_win in cover.draws()
    )


def in_the_box(
    place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str], *, checks: int | None = None
) -> Take:
    """What the bank may expect of a bet while these cards are to come: turns, and the hock if their number is odd."""
    return _lying(place, coppered, house, cover_of(place, coppered, cards), parts_of(place, house, checks))


def in_a_turn(
    place: Place, coppered: bool, house: FaroHouse, cards: Sequence[str] = PACK, *, checks: int | None = None
) -> Fraction:
    """What the bank may expect of a bet in one turn, any turn that comes out of these cards and settles bets."""
    return parts_of(place, house, checks).by_play(_fate(place, house, cover_of(place, coppered, cards), (1, 1)))


def if_the_first_turn_decides(
    place: Place, coppered: bool, house: FaroHouse, *, checks: int | None = None
) -> Fraction | None:
    """What the bank may expect of a bet that the first turn of a deal decides; ``None`` where no turn can.

    None of its cards is out yet: the soda is a card that is nothing to the bet. Where every card is something to it,
    it is the mean of all sodas.
    """
    cover, parts = cover_of(place, coppered, PACK), parts_of(place, house, checks)
    sodas = [(1, cover)]
    if house.turns == 25:
        sodas = [(ways, left) for ways, left, _ in cover.draws() if left.others < cover.others or not cover.others]
    fates = [(ways, _fate(place, house, left, (1, 1))) for ways, left in sodas]
    decided = sum((ways * fate.decided for ways, fate in fates), NONE)
    return sum((ways * parts.by_play(fate) for ways, fate in fates), NONE) / decided if decided else None


def on_a_call(house: FaroHouse, *, cat: bool) -> Take:
    """What the bank may expect of a call of the last turn: one order of six is right, of a cat one of three (1.7)."""
    orders = 3 if cat else 6
    return Take(play=Fraction(orders - 1 - call_pays_cents(1, cat, house), orders))


def _lying(place: Place, coppered: bool, house: FaroHouse, cover: Cover, parts: Parts) -> Take:
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
    """Whether a bet is one that soda and hock take where they are of a rank that it covers."""
    return house.hockelty and not coppered and place.kind in OPEN_KINDS
