"""Deals made from packs alone, square and not, for whoever looks whether they are square."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.game.cards import NUMBER, rank_of
from dealer.game.statistics import PlayersTurn
from dealer.games.faro.card_order import BothOrders, Dealt, Results
from dealer.games.faro.cards import Box, DealTabs, TurnTab
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.state import Bet, FaroTable
from events.games.faro import Place

PACK = tuple(rank + suit for rank in RANKS for suit in "shdc")


def shuffled(random: Random) -> list[str]:
    return random.sample(PACK, len(PACK))


def dealt(pack: Sequence[str], turns: int = 25, gains: Sequence[int] = (), calls: Sequence[str] = ()) -> Dealt:
    """A deal of a pack, stopped after so many turns; ``gains`` are what each turn's order was worth to the bank."""
    pairs = [(pack[at], pack[at + 1]) for at in range(1, 2 * turns, 2)]
    tabs = DealTabs(
        deal=1,
        soda=pack[0],
        turns=tuple(TurnTab(number=at, loser=one, winner=other) for at, (one, other) in enumerate(pairs, start=1)),
        hock=pack[51] if turns == 25 else None,
    )
    orders = tuple(BothOrders(as_dealt_cents=gain, other_way_cents=0) for gain in gains)
    return Dealt(tabs=tabs, orders=orders, calls=tuple(tuple(call.split("-")) for call in calls))


def with_splits_put_up(random: Random, number: int) -> list[str]:
    """A pack in which so many turns, of ranks of which no two are alike, are splits that somebody laid."""
    ranks = random.sample(RANKS, number)
    rest = [card for card in shuffled(random) if card[:-1] not in ranks or card[-1] in "dc"]
    soda, hock = rest.pop(), rest.pop()
    turns = [[rank + "s", rank + "h"] for rank in ranks] + [[rest.pop(), rest.pop()] for _ in range(25 - number)]
    random.shuffle(turns)
    return [soda, *(card for turn in turns for card in turn), hock]


PLAYERS = ("Ada", "Doc", "Kate", "Moss")
FRIEND = "Doc"
"""The player whom a dishonest dealer lets win."""


def dealt_to_players(random: Random, *, thrown_off: float = 0, put_up: float = 0, known: float = 0) -> Dealt:
    """A deal with four players, who each keep one to three bets on ranks, some coppered.

    These are chances: that a turn comes in the order that the friend needs, if it matters to them; that the first turn
    has the rank of their first bet on its side; that they know one of the last three turns before they bet.
    """
    pack, players, gains = shuffled(random), list[PlayersTurn](), list[int]()
    house = FaroHouse()
    results, table = Results(house), FaroTable(house=house, box=Box().expose(pack[0]))
    bets_kept = [name for name in PLAYERS for _ in range(random.randint(1, 3))]
    bets = dict[str, Bet]()
    for turn, at in enumerate(range(1, 51, 2), start=1):
        for number, name in enumerate(bets_kept):
            bets.setdefault(f"b{number}", _bet(random, f"b{number}", name, table.box))
        friends = [bet for bet in bets.values() if bet.player == FRIEND]
        if turn > 22 and random.random() < known:
            winner = Place(kind="single", ranks=(rank_of(pack[at + 1]),))
            bets |= {bet.key: replace(bet, place=winner, coppered=False) for bet in friends}
        if turn == 1 and random.random() < put_up:
            rank, side = friends[0].place.ranks[0], at if friends[0].coppered else at + 1
            card = next(place for place in range(51, 0, -1) if rank_of(pack[place]) == rank)
            pack[side], pack[card] = pack[card], pack[side]
        table = replace(table, bets=bets)
        orders = [
            {own.name: own for own in results.of_players(table, pair, turn, {})}
            for pair in ((pack[at], pack[at + 1]), (pack[at + 1], pack[at]))
        ]
        if random.random() < thrown_off and orders[1][FRIEND].net_cents > orders[0][FRIEND].net_cents:
            pack[at], pack[at + 1] = pack[at + 1], pack[at]
            orders.reverse()
        as_dealt, other_way = orders
        players.extend(as_dealt.values())
        gains.append(sum(other_way[name].net_cents - own.net_cents for name, own in as_dealt.items()))
        table = replace(table, box=table.box.expose(pack[at]).expose(pack[at + 1]))
        out = {rank_of(pack[at]), rank_of(pack[at + 1])}
        bets = {key: bet for key, bet in bets.items() if bet.place.ranks[0] not in out}
    return replace(dealt(pack, gains=gains), players=tuple(players))


def _bet(random: Random, key: str, player: str, box: Box) -> Bet:
    rank = random.choice([rank for rank in RANKS if box.counts[NUMBER[rank]] < 4])
    place = Place(kind="single", ranks=(rank,))
    stake_cents = random.choice((100, 200, 500))
    return Bet(key=key, player=player, place=place, stake_cents=stake_cents, coppered=random.random() < 0.25, placed=1)
