"""Simulates nights of Faro on NumPy: players with the old systems, at one table of a house (rulebook 1.3-1.8).

A turn is settled for all bets of many nights at once; :mod:`dealer.games.faro.settlement` has the same rules for the
real table. Arrays have a row for each bet and a column for each night. Amounts inside are whole smallest checks.

Players have money without end, and the bank pays everything: :class:`Nights` says how low it went. Nobody bars or
halves a bet, or claims another's sleeper. Before the last turn players take down what a house would keep after it, as
far as the house lets them; :data:`dealer.games.faro.players.ONCE` leaves its bets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import PCG64, Generator

from dealer.game.cards import PACK
from dealer.games.faro import players
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.players import Bettor, check_bettor
from dealer.games.faro.settlement import call_pays_cents
from dealer.games.faro.simulated_bets import NOT_BEATEN, NUMBERS, WORDS, Array, Bets

STAKES_AT_ONCE = 120_000
"""About how many stakes are settled together: the arrays of a turn then stay in the processor's cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nights:
    """Simulated nights of ``deals`` deals each. Amounts are in cents.

    ``bank`` is the bank's result of each night, ``lowest`` its lowest result after any turn (0 if it was never behind):
    it breaks with a smaller roll. ``players`` are the players' results, a row for each. ``play``, ``sleepers`` and
    ``after_hock`` are the parts of the bank's result, ``decided`` the stakes of each player that were won, lost or
    split, over all nights. ``lying`` is the mean number of bets on the layout before a turn of the nights' first deals.
    """

    deals: int
    bank: Array
    lowest: Array
    players: Array
    play: int
    sleepers: int
    after_hock: int
    decided: tuple[int, ...]
    lying: float


def simulate(
    house: FaroHouse,
    bettors: Sequence[Bettor],
    *,
    nights: int,
    deals: int,
    seed: int,
    at_once: int | None = None,
    tell: Callable[[int], object] = lambda nights: None,
) -> Nights:
    """Deal ``nights`` of ``deals`` deals each; the packs come from the generator PCG64 with a ``seed``.

    The result does not depend on ``at_once``, the number of nights that are dealt together. ``tell`` is called with
    the number of nights that were dealt. Raises :class:`Refusal` for players that the house does not take, see
    :func:`dealer.games.faro.players.check_bettor`.
    """
    for bettor in bettors:
        check_bettor(bettor, house)
    bets, packs = Bets(house, bettors), Generator(PCG64(seed))
    size = at_once or max(64, STAKES_AT_ONCE // max(1, bets.count))
    blocks = []
    for first in range(0, nights, size):
        block = _Block(bets, min(size, nights - first))
        for number, cards in enumerate(_deals(packs, block.nights, deals)):
            block.deal(cards, count=not number)
        blocks.append(block)
        tell(first + block.nights)
    results = np.concatenate([block.results for block in blocks], axis=1)
    decided = np.sum([block.decided for block in blocks], axis=0)
    check = house.check
    return Nights(
        deals=deals,
        bank=results.sum(axis=0) * check,
        lowest=np.concatenate([block.lowest for block in blocks]) * check,
        players=-bets.by_player(results) * check,
        play=sum(block.play for block in blocks) * check,
        sleepers=sum(block.sleepers for block in blocks) * check,
        after_hock=sum(block.after_hock for block in blocks) * check,
        decided=tuple(int(checks) * check for checks in bets.by_player(decided)),
        lying=sum(block.lying for block in blocks) / (nights * house.turns),
    )


def shuffled(packs: Generator, number: int) -> Array:
    """So many shuffled packs, a row each, of places in :data:`dealer.game.cards.PACK`."""
    pack = np.tile(np.arange(len(PACK), dtype=np.uint8), (number, 1))
    return packs.permuted(pack, axis=1, out=pack)


def _deals(packs: Generator, nights: int, deals: int) -> Iterator[Array]:
    """The deals of so many nights, each with a row for every card of the pack."""
    shuffles = shuffled(packs, nights * deals).reshape(nights, deals, len(PACK))
    return (np.ascontiguousarray(shuffles[:, deal].T) for deal in range(deals))


class _Block:
    """Nights that are dealt together."""

    def __init__(self, bets: Bets, nights: int) -> None:
        self.bets, self.nights = bets, nights
        shape, money = (bets.count, nights), bets.money
        self.results = np.zeros((bets.count + bets.calls, nights), np.int64)
        self.decided = np.zeros(bets.count + bets.calls, np.int64)
        self.bank, self.lowest = np.zeros(nights, np.int64), np.zeros(nights, np.int64)
        self.play = self.sleepers = self.after_hock = self.lying = 0
        # The first stake of each bet; what lies while its cards are not out; what Martingales and parolis lay next.
        self.first = np.broadcast_to(bets.stakes, shape).copy()
        self.stake, self.next = self.first.copy(), self.first.copy()
        self.rest = np.zeros(shape, money)
        self.limits = np.full(shape, bets.limit, money)
        # Of each bet: cards to come, how often they won and lost, the wins that a paroli rides, whether it had action.
        self.left, self.won, self.lost, self.rides = (np.zeros(shape, np.uint8) for _ in range(4))
        self.acted = np.zeros(shape, bool)
        # What the turn does to each bet.
        self.wins, self.loses, self.halves, self.decides = (np.zeros(shape, bool) for _ in range(4))
        self.on_winner, self.on_loser = np.zeros(shape, bool), np.zeros(shape, bool)
        # Of ranks the same cards act, of other bets not all that are counted.
        acts = (self.on_winner, self.on_loser) if bets.only_ranks else (np.zeros(shape, bool), np.zeros(shape, bool))
        self.is_for, self.is_against = acts
        self.coppered = np.broadcast_to(bets.is_coppered, shape).copy()
        self.gain, self.in_deal, self.decided_in_deal = (np.zeros(shape, money) for _ in range(3))
        self._words, self._amount = np.zeros(shape, np.uint16), np.zeros(shape, money)
        self._sign = np.zeros(shape, np.int8)

    def deal(self, cards: Array, *, count: bool) -> None:
        """Deal a pack in each night: ``cards`` has a row for each card. ``count`` the bets that lie."""
        bets, house = self.bets, self.bets.house
        numbers = NUMBERS.take(cards)
        # Single bets are told by their numbers alone.
        words = WORDS.take(cards) if bets.ranks is None else None
        self.left[:] = bets.cards
        self.stake[:] = self.first
        for values in (self.won, self.lost, self.rides, self.acted, self.in_deal, self.decided_in_deal, self.rest):
            values[:] = 0
        if rows := bets.of.get(players.PAROLI):
            self.next[rows] = self.first[rows]
        if house.turns == 25:
            self._show_soda(WORDS[cards[0]])
        for turn, at in enumerate(range(house.turns % 2, 2 * house.turns, 2), start=1):
            is_last = turn == house.turns
            self._lay(is_last)
            if count or is_last:
                lies = (self.stake > 0) & (self.left > 0)
                self.lying += int(np.count_nonzero(lies)) if count else 0
            self._turn(None if words is None else words[at : at + 2], numbers[at : at + 2], is_last)
        self._end(WORDS[cards[-1]], numbers[-3:], lies)
        self.play += int(self.in_deal.sum(dtype=np.int64))
        self.results[: bets.count] += self.in_deal
        self.decided[: bets.count] += self.decided_in_deal.sum(axis=1, dtype=np.int64)

    def _show_soda(self, soda: Array) -> None:
        """Show the soda; with hockelty it takes open bets that lie already (rulebook 1.7)."""
        bets = self.bets
        hit = (soda & bets.reach) != 0
        self.left -= hit
        if bets.hockelty is not None and bets.before_soda is not None:
            taken = hit & bets.hockelty & bets.before_soda
            self._take(self._share_of(self.stake) * taken)
            self.decided_in_deal += self.stake * taken
            self.stake *= ~taken

    def _lay(self, is_last: bool) -> None:
        """Put on the layout what the systems want for the next turn."""
        bets, of = self.bets, self.bets.of
        locks = bets.house.locked_until_action
        if is_last and bets.keeps:
            self.stake *= bets.stays | ((self.rest > 0) & ~self.acted) if locks else bets.stays
            return
        if rows := of.get(players.BREAKING_EVEN):
            wants = np.not_equal if bets.house.copper else np.less
            np.multiply(self.first[rows], wants(self.won[rows], self.lost[rows]), out=self.stake[rows])
        if rows := of.get(players.FAVOURITES):
            np.multiply(self.first[rows], (self.won[rows] > 0) & (self.lost[rows] == 0), out=self.stake[rows])
        if rows := of.get(players.CASE_CARDS):
            np.multiply(self.first[rows], self.left[rows] == 1, out=self.stake[rows])
        for rows in bets.progressive:
            self.stake[rows] = self.next[rows]
        if (rows := of.get(players.FLAT)) in bets.capped:
            self.stake[rows] = self.first[rows]
        for rows in bets.capped:
            self._cap(rows)
        if locks:
            # A larger stake is the same bet, a smaller one is a new bet.
            self.acted &= (self.rest > 0) & (self.stake >= self.rest)

    def _cap(self, rows: slice) -> None:
        """Hold single bets on case cards to their limit (rulebook 1.6); parolis under a running limit ride on."""
        bets = self.bets
        caps = self.limits[rows] - bets.less_on_case[rows] * (self.left[rows] == 1)
        if bets.riding and rows == bets.of.get(players.PAROLI):
            caps = np.where(self.rides[rows] > 0, bets.money(bets.riding), caps)
        np.minimum(self.stake[rows], caps, out=self.stake[rows])

    def _turn(self, words: Array | None, numbers: Array, is_last: bool) -> None:
        """Settle a turn with these cards, the loser first (rulebook 1.4); single bets need no words."""
        bets, of = self.bets, self.bets.of
        for at, hit in enumerate((self.on_loser, self.on_winner)):
            if bets.ranks is not None:
                np.equal(numbers[at], bets.ranks, out=hit)
            elif words is not None:
                np.not_equal(np.bitwise_and(words[at], bets.reach, out=self._words), 0, out=hit)
            self.left -= hit
        if rows := of.get(players.BREAKING_EVEN):
            np.greater(self.won[rows], self.lost[rows], out=self.coppered[rows])
        for name in (players.BREAKING_EVEN, players.FAVOURITES):
            if rows := of.get(name):
                self.won[rows] += self.on_winner[rows]
                self.lost[rows] += self.on_loser[rows]
        settles = not is_last or bets.house.last_turn_counts
        if settles:
            self._act(words, numbers)
            self._settle(numbers[0] == numbers[1])
        if is_last or bets.house.locked_until_action or bets.house.sleepers == "dealer":
            self._leave(settles)
        if settles:
            self._follow()
        if bets.house.sleepers == "dealer" and not is_last:
            dead = (self.left == 0) & (self.on_winner | self.on_loser)
            self.sleepers += self._take_lying(self.rest * dead)

    def _act(self, words: Array | None, numbers: Array) -> None:
        """Find the bets that the cards act for and against."""
        bets = self.bets
        if words is not None and not bets.only_ranks:
            loser, winner = words
            if bets.has_high_card:
                loser = loser | np.where(numbers[0] >= numbers[1], np.uint16(NOT_BEATEN), np.uint16(0))
                winner = winner | np.where(numbers[1] >= numbers[0], np.uint16(NOT_BEATEN), np.uint16(0))
            for acts, winner_mask, loser_mask in (
                (self.is_for, bets.winner_for, bets.loser_for),
                (self.is_against, bets.winner_against, bets.loser_against),
            ):
                acts[:] = False
                for word, mask in ((winner, winner_mask), (loser, loser_mask)):
                    if mask is not None:
                        acts |= np.bitwise_and(word, mask, out=self._words) != 0
        for rows in bets.coppered:
            self._swap(rows)

    def _swap(self, rows: slice) -> None:
        """A copper swaps what is for a bet and what is against it."""
        differ = np.not_equal(self.is_for[rows], self.is_against[rows], out=self.halves[rows])
        differ &= self.coppered[rows]
        self.is_for[rows] ^= differ
        self.is_against[rows] ^= differ

    def _settle(self, is_one_rank: Array) -> None:
        """Win, lose and split bets, and move their money."""
        bets = self.bets
        np.greater(self.is_for, self.is_against, out=self.wins)
        np.greater(self.is_against, self.is_for, out=self.loses)
        both = np.logical_and(self.is_for, self.is_against, out=self.halves)
        if bets.one_rank_lost is not None:
            self.loses |= both & is_one_rank & bets.one_rank_lost
        one_rank, two_ranks = bets.one_rank_halved, bets.two_ranks_halved
        if two_ranks is not None:
            both &= (~is_one_rank & two_ranks) if one_rank is None else np.where(is_one_rank, one_rank, two_ranks)
        elif one_rank is None:
            both[:] = False
        else:
            both &= is_one_rank if one_rank.all() else is_one_rank & one_rank
        sign = np.subtract(self.loses.view(np.int8), self.wins.view(np.int8), out=self._sign)
        share = self._share_of(self.stake)
        np.multiply(share, sign, out=self.gain)
        np.not_equal(sign, 0, out=self.decides)
        self.decides |= both
        # Most houses split only cards of one rank, and those come in few nights at once.
        at: Any = np.flatnonzero(is_one_rank) if two_ranks is None else slice(None)
        split = share[:, at] * both[:, at]
        self.gain[:, at] += split - (split >> 1)
        self.decided_in_deal += np.multiply(self.stake, self.decides, out=self._amount)
        self._take(self.gain)

    def _leave(self, settles: bool) -> None:
        """Work out what remains on the layout after a turn, and which bets have had action."""
        bets = self.bets
        if not settles:
            self.rest[:] = self.stake
            return
        np.maximum(self.gain, 0, out=self.rest)
        np.subtract(self.stake, self.rest, out=self.rest)
        if bets.riding and (rows := bets.of.get(players.PAROLI)):
            self.rest[rows] += self._ride(rows) * self._rides(rows)
        if rows := bets.of.get(players.ONCE):
            self.rest[rows] *= ~self.decides[rows]
        self.acted |= self.is_for | self.is_against

    def _rides(self, rows: slice) -> Array:
        """Which parolis win and are left on."""
        return self.wins[rows] & (self.stake[rows] > 0) & (self.rides[rows] < self.bets.rides)

    def _ride(self, rows: slice) -> Array:
        """What a paroli leaves on when it wins (rulebook 1.6), or lays again where there is no running limit."""
        most = self.bets.riding or self.bets.limit
        stake = self.stake[rows]
        won = -self.gain[rows]
        ride: Array = np.minimum(won, np.maximum(most - stake, 0))
        return ride

    def _follow(self) -> None:
        """What the systems do next after a turn."""
        of = self.bets.of
        if rows := of.get(players.MARTINGALE):
            lies, after = self.stake[rows] > 0, self.next[rows]
            self._double(rows, self.loses[rows] & lies)
            after += (self.first[rows] - after) * (self.wins[rows] & lies)
        if rows := of.get(players.PAROLI):
            rides, after = self._rides(rows), self.next[rows]
            over = self.decides[rows] & (self.stake[rows] > 0) & ~rides
            after += (self.stake[rows] + self._ride(rows) - after) * rides
            after += (self.first[rows] - after) * over
            self.rides[rows] += rides
            self.rides[rows] *= ~over
        if rows := of.get(players.ONCE):
            self.stake[rows] *= ~self.decides[rows]

    def _double(self, rows: slice, lost: Array) -> None:
        """Martingales double after a loss, to the limit."""
        after = self.next[rows]
        after += after * lost
        np.minimum(after, self.limits[rows], out=after)

    def _end(self, hock: Array, last: Array, lies: Array) -> None:
        """Show the hock: settle calls, and clear the layout (rulebook 1.7). ``last`` are the last three numbers."""
        bets, house = self.bets, self.bets.house
        remains = self.rest * lies
        if house.turns == 25:
            if bets.calls:
                self._call(last)
            if house.lift_before_hock:
                remains *= bets.stays | ~self.acted if house.locked_until_action else bets.stays
            if bets.hockelty is not None:
                taken = ((hock & bets.reach) != 0) & bets.hockelty & (remains > 0)
                if rows := bets.of.get(players.MARTINGALE):
                    self._double(rows, taken[rows])
                share = self._share_of(remains) * taken
                self.decided_in_deal += remains * taken
                self._take(share)
                remains -= share
        if house.after_hock == "dealer":
            self.after_hock += self._take_lying(remains)

    def _call(self, last: Array) -> None:
        """Settle calls of the last three cards from the lowest to the highest; three of one rank take none."""
        bets, house = self.bets, self.bets.house
        loser, winner, hock = last
        right = (loser <= winner) & (winner <= hock)
        cat = (loser == winner) | (winner == hock) | (loser == hock)
        none = (loser == winner) & (winner == hock)
        pays = np.where(cat, call_pays_cents(1, True, house), call_pays_cents(1, False, house))
        gain = bets.call_stakes * np.where(none, 0, np.where(right, -pays, 1))
        self.results[bets.count :] += gain
        self.decided[bets.count :] += (bets.call_stakes * ~none).sum(axis=1)
        self.play += int(gain.sum())
        self.bank += gain.sum(axis=0)
        np.minimum(self.lowest, self.bank, out=self.lowest)

    def _share_of(self, stakes: Array) -> Array:
        """What one card moves of each stake: all, or in a proportional house a share in whole checks."""
        return stakes if self.bets.shares is None else stakes // self.bets.shares

    def _take(self, amounts: Array) -> None:
        """The bank takes these by play; it pays what is negative."""
        self.in_deal += amounts
        self.bank += np.add.reduce(amounts, axis=0, dtype=amounts.dtype)
        np.minimum(self.lowest, self.bank, out=self.lowest)

    def _take_lying(self, amounts: Array) -> int:
        """The bank takes these bets, which nothing has decided; returns their sum."""
        self.results[: self.bets.count] += amounts
        self.bank += np.add.reduce(amounts, axis=0, dtype=amounts.dtype)
        return int(amounts.sum(dtype=np.int64))
