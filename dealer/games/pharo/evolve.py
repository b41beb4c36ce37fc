"""Folding facts into the state of a Pharo table: the only thing that changes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dealer.game.grown import Grown
from dealer.games.pharo.pack import COUPS, Pack
from dealer.games.pharo.state import Bet, PharoTable, Phase
from events.facts.fact import Fact
from events.facts.money import RollRaised
from events.facts.play import BankBroke
from events.games import pharo as facts


def evolve(table: PharoTable, fact: Fact) -> PharoTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    if change := _CHANGES.get(type(fact)):
        return change(table, fact)
    return replace(table, broken=True) if isinstance(fact, BankBroke) else table


def _deal_begun(table: PharoTable, fact: facts.PackTaken) -> PharoTable:
    return replace(table, phase=Phase.BOTTOM, deal=fact.deal, turn=0, pack=Pack(), gone=Grown())


def _placed(table: PharoTable, fact: facts.CardStaked) -> PharoTable:
    bet = Bet(
        key=fact.bet,
        player=fact.player,
        kind=fact.kind,
        ranks=fact.ranks,
        stake_cents=fact.stake_cents,
        placed=table.placed + 1,
        opposed=fact.opposed,
    )
    return replace(table, bets={**table.bets, bet.key: bet}, placed=bet.placed, keys=table.keys.insert(bet.key))


def _coup(table: PharoTable, fact: facts.CoupDealt) -> PharoTable:
    phase = Phase.DEALT if fact.turn == COUPS else Phase.BETTING
    return replace(table, phase=phase, turn=fact.turn, pack=table.pack.after(fact.bank, fact.punters))


def _won(table: PharoTable, fact: facts.CardWon) -> PharoTable:
    event = (fact.deal, fact.turn)
    return table.with_bet(fact.bet, gain_cents=fact.gain_cents, awaits=True, lost_cents=0, event=event)


def _won_back(table: PharoTable, fact: facts.PliWon) -> PharoTable:
    event = (fact.deal, fact.turn)
    return table.with_bet(fact.bet, stake_cents=fact.remains_cents, pli=False, lost_cents=0, event=event)


def _lost(table: PharoTable, fact: facts.CardLost) -> PharoTable:
    if not fact.remains_cents:
        return table.without(fact.bet)
    return table.with_bet(fact.bet, folds=(), gain_cents=0, event=(fact.deal, fact.turn))


def _halved(table: PharoTable, fact: facts.DoubletDealt) -> PharoTable:
    if not fact.remains_cents:
        return table.without(fact.bet)
    return table.with_bet(
        fact.bet,
        stake_cents=fact.remains_cents,
        gain_cents=fact.gain_cents,
        folds=fact.folds_left,
        lost_cents=table.bets[fact.bet].lost_cents + fact.taken_cents,
        event=(fact.deal, fact.turn),
    )


def _folded(table: PharoTable, fact: facts.PaixMade | facts.ParoliMade) -> PharoTable:
    return table.with_bet(fact.bet, folds=fact.folds, awaits=False)


def _gone(table: PharoTable, fact: facts.CardTakenDown | facts.ForfeitPaid | facts.CardReturned) -> PharoTable:
    return table.without(fact.bet)


def _over(table: PharoTable, fact: Fact) -> PharoTable:
    return replace(table, phase=Phase.IDLE, pack=Pack())


_CHANGES: dict[type[Fact], Callable[[PharoTable, Any], PharoTable]] = {
    facts.PackTaken: _deal_begun,
    facts.BottomShown: lambda table, fact: replace(table, phase=Phase.BETTING, pack=Pack(bottom=fact.card)),
    facts.CardStaked: _placed,
    facts.StakePressed: lambda table, fact: table.with_bet(fact.bet, stake_cents=fact.stake_cents, lost_cents=0),
    facts.CardChanged: lambda table, fact: table.with_bet(fact.bet, kind=fact.kind, ranks=fact.ranks),
    facts.CardMasked: lambda table, fact: table.with_bet(fact.bet, masked=True),
    facts.CardUnmasked: lambda table, fact: table.with_bet(fact.bet, masked=False),
    facts.PaixMade: _folded,
    facts.ParoliMade: _folded,
    facts.PliMade: lambda table, fact: table.with_bet(fact.bet, pli=True),
    facts.CoupDealt: _coup,
    facts.CardWon: _won,
    facts.PliWon: _won_back,
    facts.CardLost: _lost,
    facts.DoubletDealt: _halved,
    facts.CardsDrawn: lambda table, fact: table.with_bet(fact.bet, drawn=(fact.deal, fact.turn)),
    facts.GainPaid: lambda table, fact: table.with_bet(fact.bet, gain_cents=0, folds=(), awaits=False),
    facts.CardTakenDown: _gone,
    facts.ForfeitPaid: _gone,
    facts.CardReturned: _gone,
    facts.PackMiscounted: _over,
    facts.PackFoul: _over,
    facts.PackDealtOut: _over,
    RollRaised: lambda table, fact: replace(table, broken=False),
}
