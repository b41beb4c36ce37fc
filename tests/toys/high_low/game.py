"""The rules: a seven loses for everybody, above it wins who backed high, below it who backed low; an ace is low."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Annotated, Any

from dealer.commands import Command, command
from dealer.fields import RANKS, Card, Cents, Key, one_of
from dealer.game import Game
from dealer.house import House
from dealer.purse import check_amount, check_holds
from dealer.refusal import Refusal
from events.fact import Fact
from ledger.accounts import PLAY, checks, layout, move
from ledger.ledger import Ledger
from tests.toys.high_low.facts import CardOffered, CardTurned, SideBacked, SidePaid, SideReturned, SideTaken


@command("offer_card")
class OfferCard(Command):
    """Ask for stakes on the next card."""


@command("back_side")
class BackSide(Command):
    """Lay a stake on the next card being high or low."""

    player: Key
    side: Annotated[str, one_of("high", "low")]
    stake: Cents


@command("turn_card")
class TurnCard(Command):
    """Turn the card: it is paid or taken."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    house: House
    round: int = 0
    is_on: bool = False
    lying: dict[str, SideBacked] = field(default_factory=dict)
    bets: frozenset[str] = frozenset()


def check_time(table: Table, asked: Command) -> None:
    if table.is_on == isinstance(asked, OfferCard):
        raise Refusal("wrong_phase", "Stakes are asked for." if table.is_on else "No stakes are asked for yet.")


@singledispatch
def decide(asked: Any, table: Table, ledger: Ledger) -> tuple[Fact, ...]:
    raise NotImplementedError(asked)


@decide.register
def _offer(asked: OfferCard, table: Table, ledger: Ledger) -> tuple[Fact, ...]:
    return (CardOffered(round=table.round + 1),)


@decide.register
def _back(asked: BackSide, table: Table, ledger: Ledger) -> tuple[Fact, ...]:
    bet = f"{table.round}-{asked.player}"
    if bet in table.lying:
        raise Refusal("already_done", "%(player)s has laid a stake.", asked.player)
    check_amount(asked.stake, table.house.check)
    check_holds(ledger, asked.player, asked.stake)
    laid = (move(checks(asked.player), layout(asked.player), asked.stake),)
    return (
        SideBacked(
            bet=bet, player=asked.player, round=table.round, stake_cents=asked.stake, side=asked.side, moves=laid
        ),
    )


@decide.register
def _turn(asked: TurnCard, table: Table, ledger: Ledger) -> tuple[Fact, ...]:
    rank = RANKS.index(asked.card.rstrip("shdc")) - RANKS.index("7")
    wins = {"high": rank > 0, "low": rank < 0}
    settled = (_settled(table, lying, SidePaid if wins[lying.side] else SideTaken) for lying in table.lying.values())
    return (CardTurned(round=table.round, card=asked.card), *settled)


def closing(table: Table, ledger: Ledger) -> tuple[Fact, ...]:
    return tuple(_settled(table, lying, SideReturned) for lying in table.lying.values())


def _settled(table: Table, laid: SideBacked, settlement: type[SidePaid | SideTaken | SideReturned]) -> Fact:
    player, stake = laid.player, laid.stake_cents
    moves = [move(layout(player), PLAY if settlement is SideTaken else checks(player), stake)]
    if settlement is SidePaid:
        moves.append(move(PLAY, checks(player), stake))
    return settlement(bet=laid.bet, player=player, round=table.round, stake_cents=stake, moves=tuple(moves))


def evolve(table: Table, fact: Fact) -> Table:
    match fact:
        case CardOffered():
            return replace(table, round=fact.round, is_on=True)
        case SideBacked():
            return replace(table, lying={**table.lying, fact.bet: fact}, bets=table.bets | {fact.bet})
        case CardTurned():
            return replace(table, is_on=False)
        case SidePaid() | SideTaken() | SideReturned():
            return replace(table, lying={bet: one for bet, one in table.lying.items() if bet != fact.bet})
    return table


def _check_leave(table: Table, player: str) -> None:
    if any(one.player == player for one in table.lying.values()):
        raise Refusal("not_allowed_here", "%(player)s has a stake on the card.", player)


GAME = Game(
    name="high_low",
    title="High or Low",
    against_bank=True,
    table=Table,
    commands=(OfferCard, BackSide, TurnCard),
    starts="offer_card",
    check_time=check_time,
    decide=lambda table, ledger, asked: decide(asked, table, ledger),
    evolve=evolve,
    closing=closing,
    check_leave=_check_leave,
    is_on=lambda table: table.is_on,
    dealt=lambda table: f"{table.round} cards" if table.round else "",
    stakes=lambda table, player: sum(one.stake_cents for one in table.lying.values() if one.player == player),
    has_bet=lambda table, key: key in table.bets,
    has_turn=lambda table, turn, rules: turn == 1 and table.round > 0,
)
