"""A single bet at Faro's table, with a few cards to come, dealt in every order by the table itself."""

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
from dealer.games.faro.percentages import Take, mean_of
from dealer.games.faro.state import Bet, FaroTable, Phase, evolve
from events.common.event import Event
from events.games.faro import BetLost, BetPaid, BetSplit, Place
from ledger.accounts import AFTER_HOCK, PLAY, SLEEPERS, layout, move
from ledger.accounts import checks as checks_of
from ledger.ledger import Ledger
from tests.support.pure import PureNight

NONE = Fraction(0)

STAKE = 120
"""In cents: of checks of a cent it divides into two, three and four shares, and those into halves."""

_DECISIONS = (BetPaid, BetLost, BetSplit)


def open_bet(
    place: Place,
    coppered: bool,
    house: FaroHouse,
    cards: Iterable[str],
    phase: Phase = Phase.BETTING,
    checks: int = STAKE,
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
    return night.now.ledger.post([move(checks_of("red"), layout("red"), STAKE)])


BANK = rich_bank()


def take_from(table: FaroTable, cards: tuple[str, ...]) -> Take:
    """What the bank takes on the average of all orders of these cards, until the bet is decided or the deal is out."""
    if table.phase is Phase.BEFORE_SODA:
        request: list[tuple[tuple[str, ...], tuple[Event, ...]]] = [
            (drawn, dealing.soda(table, BANK, commands.ExposeSoda(card=drawn[0]))) for drawn in draws(cards, 1)
        ]
    elif table.phase is Phase.BEFORE_HOCK:
        request = [(cards, dealing.hock(table, BANK, commands.ExposeHock(card=cards[0])))]
    else:
        request = [
            (drawn, dealing.turn(table, BANK, commands.Turn(loser=drawn[0], winner=drawn[1])))
            for drawn in draws(cards, 2)
        ]
    return mean_of((1, _after(table, cards, drawn, events)) for drawn, events in request)


_memory: dict[Any, Take] = {}


def _after(table: FaroTable, cards: tuple[str, ...], drawn: tuple[str, ...], events: tuple[Event, ...]) -> Take:
    """What the bank took by these events, and what it takes from there; a bet that was decided is over."""
    if any(isinstance(event, _DECISIONS) for event in events):
        swept = gained(AFTER_HOCK, events) if table.phase is Phase.BEFORE_HOCK else NONE
        return Take(play=gained(PLAY, events), after_hock=swept)
    for event in events:
        table = evolve(table, event)
    if "b" not in table.bets or _claimed(table):
        return Take(play=NONE, sleepers=gained(SLEEPERS, events), after_hock=gained(AFTER_HOCK, events), decided=NONE)
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


def draws(cards: tuple[str, ...], number: int) -> Iterator[tuple[str, ...]]:
    """Every way to draw one card, or one after another."""
    for card in cards:
        if number == 1:
            yield (card,)
        else:
            yield from ((card, *more) for more in draws(tuple(entry for entry in cards if entry != card), number - 1))


def gained(account: str, events: tuple[Event, ...]) -> Fraction:
    """What went to one of the bank's accounts, in stakes."""
    cents = 0
    for event in events:
        for entry in event.moves:
            cents += entry.amount_cents * ((entry.credit == account) - (entry.debit == account))
    return Fraction(cents, STAKE) if cents else NONE
