"""A bet on the real table through every order in which some cards can come, with nothing worked out beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dealer.game.cards import NUMBER, PACK, RED_SUITS, rank_of, suit_of
from dealer.games.faro import bets, commands, dealing
from dealer.games.faro.cards import Box
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.percentages import NONE, Take, mean_of
from dealer.games.faro.state import Bet, FaroTable, Phase, evolve
from events.facts.fact import Fact
from events.games.faro import BetLost, BetPaid, BetSplit, Place
from ledger.accounts import AFTER_HOCK, PLAY, SLEEPERS, checks, layout, move
from ledger.ledger import Ledger
from tests.support.pure import PureNight

STAKE = 120
"""In cents: of checks of a cent it divides into two, three and four shares, and those into halves."""

DECISIONS = (BetPaid, BetLost, BetSplit)


def lying(
    place: Place, coppered: bool, house: FaroHouse, cards: Iterable[str], phase: Phase, checks: int = STAKE
) -> FaroTable:
    """A table where of a pack only these cards are still to come and one bet of so many smallest checks lies."""
    out = [card for card in PACK if card not in set(cards)]
    turns = (len(PACK) - len(out) - (phase is Phase.BEFORE_SODA)) // 2
    counts = Counter(NUMBER[rank_of(card)] for card in out)
    bet = Bet(key="b", player="red", place=place, stake_cents=STAKE, placed=1, coppered=coppered)
    return FaroTable(
        house=replace(house, check=STAKE // checks),
        phase=phase,
        deal=1,
        turn=house.turns - turns,
        box=Box(tuple(out), tuple(counts[number] for number in range(14))),
        bets={"b": bet},
    )


def rich_bank() -> Ledger:
    """A ledger whose bank can pay everything, with the stake on the layout."""
    night = PureNight()
    night("open_night", table="T", date="2026-11-21", game="faro", house="american", roll=10_000_000, dealer="D")
    night("seat_player", player="red", name="Red")
    night("buy_checks", player="red", amount=10_000)
    return night.now.ledger.post([move(checks("red"), layout("red"), STAKE)])


BANK = rich_bank()


def take_from(table: FaroTable, cards: tuple[str, ...]) -> Take:
    """What the bank takes on the average of all orders of these cards, until the bet is decided or the deal is out."""
    if table.phase is Phase.BEFORE_SODA:
        asked: list[tuple[tuple[str, ...], tuple[Fact, ...]]] = [
            (drawn, dealing.soda(table, BANK, commands.ExposeSoda(card=drawn[0]))) for drawn in _draws(cards, 1)
        ]
    elif table.phase is Phase.BEFORE_HOCK:
        asked = [(cards, dealing.hock(table, BANK, commands.ExposeHock(card=cards[0])))]
    else:
        asked = [
            (drawn, dealing.turn(table, BANK, commands.Turn(loser=drawn[0], winner=drawn[1])))
            for drawn in _draws(cards, 2)
        ]
    return mean_of((1, _after(table, cards, drawn, facts)) for drawn, facts in asked)


_memory: dict[Any, Take] = {}


def _after(table: FaroTable, cards: tuple[str, ...], drawn: tuple[str, ...], facts: tuple[Fact, ...]) -> Take:
    """What the bank took by these facts, and what it takes from there; a bet that was decided is over."""
    if any(isinstance(fact, DECISIONS) for fact in facts):
        swept = _to(AFTER_HOCK, facts) if table.phase is Phase.BEFORE_HOCK else NONE
        return Take(play=_to(PLAY, facts), after_hock=swept)
    for fact in facts:
        table = evolve(table, fact)
    if "b" not in table.bets or _claimed(table):
        return Take(play=NONE, sleepers=_to(SLEEPERS, facts), after_hock=_to(AFTER_HOCK, facts), decided=NONE)
    left = tuple(card for card in cards if card not in drawn)
    key = (table.house, table.phase, table.turn, table.bets["b"], _seen(table.bets["b"].place, left))
    if key not in _memory:
        _memory[key] = take_from(table, left)
    return _memory[key]


def _seen(place: Place, cards: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Cards as the layout tells them apart: by rank, where colours count by colour too."""
    colours = place.kind == "colors"
    return tuple(sorted(Counter(rank_of(card) + str(colours and suit_of(card) in RED_SUITS) for card in cards).items()))


def _claimed(table: FaroTable) -> bool:
    """Whether the bet is a sleeper that a player claims at once."""
    if table.house.sleepers != "first_claim" or table.phase is not Phase.BETTING:
        return False
    if any(table.box.left(rank) for rank in (*table.bets["b"].place.ranks, *table.bets["b"].place.lose)):
        return False
    if not table.bets["b"].place.ranks:
        return False
    (claimed,) = bets.claim(table, BANK, commands.ClaimSleeper(bet="b", player="red"))
    return not evolve(table, claimed).bets


def _draws(cards: tuple[str, ...], number: int) -> Iterator[tuple[str, ...]]:
    """Every way to draw one card, or one after another."""
    for card in cards:
        if number == 1:
            yield (card,)
        else:
            yield from ((card, *more) for more in _draws(tuple(one for one in cards if one != card), number - 1))


def _to(account: str, facts: tuple[Fact, ...]) -> Fraction:
    """What went to one of the bank's accounts, in stakes."""
    cents = 0
    for fact in facts:
        for one in fact.moves:
            cents += one.amount_cents * ((one.credit == account) - (one.debit == account))
    return Fraction(cents, STAKE) if cents else NONE
