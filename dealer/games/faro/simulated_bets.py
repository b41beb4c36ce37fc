"""The bets of a simulated table as arrays with a row for each: which cards act on them, and by which house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dealer.game.cards import NUMBER, PACK, is_red, number_of
from dealer.games.faro import players
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import OPEN_KINDS, coverage
from dealer.games.faro.players import SYSTEMS, Bettor
from events.games.faro import Place

Array = NDArray[Any]

RED, BLACK, NOT_BEATEN = 1 << 0, 1 << 14, 1 << 15
"""The bits of a card's word beside that of its rank (1 to 13): its colour, and whether the other card is not above it.

Of a loser the last says that the winner is not above it.
"""
NUMBERS = np.array([number_of(card) for card in PACK], np.uint8)
WORDS = np.array([1 << number_of(card) | (RED if is_red(card) else BLACK) for card in PACK], np.uint16)
"""The number and the word of each card of the pack."""


class Bets:
    """What does not change of the bets, in the order of the systems; ``calls`` are calls of the last turn.

    Stakes are in smallest checks. A column of flags is ``None`` if all are down. ``of`` are the rows of each system,
    and ``coppered`` those of the systems with coppered bets.
    """

    def __init__(self, house: FaroHouse, bettors: Sequence[Bettor]) -> None:
        self.house = house
        order = list(SYSTEMS)
        rows = [(bettor, owner, place) for owner, bettor in enumerate(bettors) for place in bettor.places]
        rows.sort(key=lambda row: order.index(row[0].system))
        calls = [(bettor, owner) for owner, bettor in enumerate(bettors) if bettor.system == players.CALLING]
        self.bettors, self.count, self.calls = len(bettors), len(rows), len(calls)
        self.owners = [*(owner for _, owner, _ in rows), *(owner for _, owner in calls)]
        systems = [bettor.system for bettor, _, _ in rows]
        self.of = {
            name: slice(systems.index(name), systems.index(name) + systems.count(name))
            for name in SYSTEMS
            if name in systems
        }
        self._set_limits([(bettor, place) for bettor, _, place in rows])
        self._cover([(bettor, place) for bettor, _, place in rows])
        self.call_stakes = _column([bettor.stake_cents // house.check for bettor, _ in calls], np.int64)

    def _set_limits(self, bets: Sequence[tuple[Bettor, Place]]) -> None:
        """Note the stakes and limits (rulebook 1.6), and which type of number holds them."""
        house = self.house
        stakes = [bettor.stake_cents // house.check for bettor, _ in bets]
        self.limit = house.limit // house.check
        self.case_limit = house.case_limit_cents // house.check
        if self.case_limit * house.check < house.minimum_cents:
            self.case_limit = 0
        self.riding = max(house.running_limit_cents // house.check, *stakes, 0) if house.running_limit else 0
        most = 2 * max(self.limit, self.riding) * max(self.count, house.turns + 2)
        self.money: Any = np.int16 if most <= np.iinfo(np.int16).max else np.int64
        self.stakes = _column(stakes, self.money)
        single = [place.kind == "single" for _, place in bets]
        self.less_on_case = _column([(self.limit - self.case_limit) * is_single for is_single in single], self.money)
        self.progressive = [self.of[name] for name in (players.MARTINGALE, players.PAROLI) if name in self.of]
        self.capped = [
            rows
            for rows in self.of.values()
            if any(single[rows]) and (rows in self.progressive or max(stakes[rows]) > self.case_limit)
        ]
        times = house.paroli_times if self.riding else None
        rides = players.WINS_IN_A_ROW - 1
        self.rides = rides if times is None else min(rides, times)

    def _cover(self, bets: Sequence[tuple[Bettor, Place]]) -> None:
        """Note which cards act on the bets, and what a turn with cards for and against does (rulebook 1.4, 1.7)."""
        house = self.house
        places = [place for _, place in bets]
        masks = [_masks(place) for place in places]
        self.winner_for, self.winner_against, self.loser_for, self.loser_against = (
            _column([mask[at] for mask in masks], np.uint16) if any(mask[at] for mask in masks) else None
            for at in range(4)
        )
        self.reach = _column([coverage(place).every for place in places], np.uint16)
        self.cards = _column([sum(bool(coverage(place).every & int(word)) for word in WORDS) for place in places], "u1")
        are_single = all(place.kind == "single" for place in places)
        self.ranks = _column([NUMBER[place.ranks[0]] for place in places], np.uint8) if are_single else None
        self.only_ranks = all(place.kind in OPEN_KINDS for place in places)
        self.has_high_card = any(place.kind == "high_card" for place in places)
        coppered = [bettor.system in players.COPPERS or bettor.coppered for bettor, _ in bets]
        self.is_coppered = _column(coppered, bool)
        self.coppered = [rows for name, rows in self.of.items() if any(coppered[rows]) or name == players.BREAKING_EVEN]
        shares = [coverage(place).shares if house.combination_pays == "proportional" else 1 for place in places]
        self.shares = _column(shares, self.money) if any(share > 1 for share in shares) else None
        high, takes_all = [place.kind == "high_card" for place in places], house.split_takes == "all"
        self.one_rank_lost = _flags([takes_all and not is_high for is_high in high])
        self.one_rank_halved = _flags(
            [house.high_card_equal == "split" if is_high else not takes_all for is_high in high]
        )
        self.two_ranks_halved = _flags([house.both_ways == "split" and share == 1 for share in shares])
        self.hockelty = _flags(
            [
                house.hockelty and house.turns == 25 and place.kind in OPEN_KINDS and not bettor.coppered
                for bettor, place in bets
            ]
        )
        self.before_soda = _flags([bettor.before_soda for bettor, _ in bets])
        self.stays = _column([bettor.system == players.ONCE for bettor, _ in bets], bool)

    @property
    def keeps(self) -> bool:
        """Whether the house keeps bets that lie after the last turn, and lets nobody take them down then."""
        house = self.house
        if house.turns == 26:
            return house.after_hock == "dealer"
        return not house.lift_before_hock and (house.after_hock == "dealer" or house.hockelty)

    def by_player(self, values: Array) -> Array:
        """The sums of each player's rows, calls included."""
        sums = np.zeros((self.bettors, *values.shape[1:]), np.int64)
        np.add.at(sums, self.owners, values)
        return sums


def _column(values: Sequence[int], kind: Any) -> Array:
    return np.array(values, kind).reshape(-1, 1)


def _flags(values: Sequence[bool]) -> Array | None:
    return _column(values, bool) if any(values) else None


def _masks(place: Place) -> tuple[int, int, int, int]:
    """The cards for and against an open bet as winner, and for and against it as loser."""
    if place.kind == "colors":
        red, black = (RED, BLACK) if place.choice == "red" else (BLACK, RED)
        return red, black, black, red
    if place.kind == "high_card":
        return NOT_BEATEN, 0, 0, NOT_BEATEN
    covered = coverage(place)
    return covered.winner_for, covered.winner_against, covered.loser_for, covered.loser_against
