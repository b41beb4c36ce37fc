"""Folding facts into the state of a Faro table: the only thing that changes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dealer.game.grown import Grown
from dealer.games.faro.cards import Box
from dealer.games.faro.state import Bet, Call, FaroTable, Phase
from events.facts.fact import Fact
from events.facts.money import RollRaised
from events.facts.play import BankBroke
from events.games import faro as facts


def evolve(table: FaroTable, fact: Fact) -> FaroTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    if change := _CHANGES.get(type(fact)):
        return change(table, fact)
    return replace(table, broken=True) if isinstance(fact, BankBroke) else table


def _deal_started(table: FaroTable, fact: facts.DealStarted) -> FaroTable:
    return replace(
        table,
        phase=Phase.BETTING if table.house.turns == 26 else Phase.BEFORE_SODA,
        deal=fact.deal,
        turn=0,
        box=Box(),
        loser=None,
        winner=None,
        keys_before=table.keys_before.push_front(frozenset((*table.gone, *table.bets, *table.calls))),
        last_turn=-1,
        turns_before=table.turns_before.push_front(table.last_turn) if table.deal else table.turns_before,
        gone=Grown(),
    )


def _soda(table: FaroTable, fact: facts.SodaExposed) -> FaroTable:
    return replace(table, phase=Phase.BETTING, box=table.box.expose(fact.card), last_turn=0)


def _placed(table: FaroTable, fact: facts.BetPlaced) -> FaroTable:
    bet = Bet(
        key=fact.bet,
        player=fact.player,
        place=fact.place,
        stake_cents=fact.stake_cents,
        placed=table.placed + 1,
        coppered=fact.coppered,
        paroli=fact.paroli,
        form=fact.form,
    )
    return replace(table, bets={**table.bets, bet.key: bet}, placed=bet.placed)


def _called(table: FaroTable, fact: facts.TurnCalled) -> FaroTable:
    call = Call(
        key=fact.bet,
        player=fact.player,
        order=fact.order,
        stake_cents=fact.stake_cents,
        placed=table.placed + 1,
    )
    return replace(table, calls={**table.calls, call.key: call}, placed=call.placed)


def _loser(table: FaroTable, fact: facts.LoserDrawn) -> FaroTable:
    return replace(
        table,
        phase=Phase.LOSER_DRAWN,
        turn=fact.turn,
        loser=fact.card,
        winner=None,
        box=table.box.expose(fact.card),
        last_turn=fact.turn,
    )


def _winner(table: FaroTable, fact: facts.WinnerDrawn) -> FaroTable:
    phase = Phase.BETTING
    if fact.turn == table.house.turns:
        phase = Phase.DEALT_OUT if table.house.turns == 26 else Phase.BEFORE_HOCK
    bets = table.bets
    if barred := _bars_after_turn(bets):
        bets = {**bets, **barred}
    return replace(table, phase=phase, winner=fact.card, box=table.box.expose(fact.card), bets=bets)


def _bars_after_turn(bets: dict[str, Bet]) -> dict[str, Bet]:
    """The bets that are barred for n turns, now for one turn less; a bar lifts with the last."""
    return {
        bet.key: replace(bet, barred=bet.bar_turns > 1, bar_turns=bet.bar_turns - 1 or None)
        for bet in bets.values()
        if bet.barred and bet.bar_turns is not None
    }


def _hock(table: FaroTable, fact: facts.HockExposed) -> FaroTable:
    return replace(table, phase=Phase.DEALT_OUT, box=table.box.expose(fact.card))


def _settled(table: FaroTable, fact: facts.BetLost | facts.BetSplit) -> FaroTable:
    if fact.remains_cents and fact.bet in table.bets:
        return table.with_bet(fact.bet, stake_cents=fact.remains_cents, acted=True)
    return _taken(table, fact)


def _paid(table: FaroTable, fact: facts.BetPaid) -> FaroTable:
    bet = table.bets.get(fact.bet)
    if bet is None:
        return table.without(fact.bet)
    left_on = bet.left_on + 1 if bet.paroli else bet.left_on
    return table.with_bet(fact.bet, stake_cents=fact.remains_cents, acted=True, left_on=left_on)


def _taken(
    table: FaroTable, fact: facts.BetLost | facts.BetSplit | facts.BetReturned | facts.SleeperTaken | facts.BetSwept
) -> FaroTable:
    """A bet came off with a turn, or with the end of the deal: it can be laid again."""
    last_bets = table.laid_again_with(fact.bet, fact.deal, fact.turn)
    return table.without(fact.bet, last_bets=last_bets)


def _taken_down(table: FaroTable, fact: facts.BetTakenDown) -> FaroTable:
    """A bet taken down lies no more; one that the hock would have swept had lain to the end of the deal."""
    if table.phase is not Phase.BEFORE_HOCK:
        return table.without(fact.bet)
    return table.without(fact.bet, last_bets=table.laid_again_with(fact.bet, table.deal, table.turn))


def _laid_again(table: FaroTable, fact: facts.BetsLaidAgain) -> FaroTable:
    return replace(table, last_bets={player: one for player, one in table.last_bets.items() if player != fact.player})


def _over(table: FaroTable, fact: facts.DealEnded | facts.DealVoided) -> FaroTable:
    return replace(table, phase=Phase.NO_DEAL, turn=0, box=Box(), loser=None, winner=None)


_CHANGES: dict[type[Fact], Callable[[FaroTable, Any], FaroTable]] = {
    facts.DealStarted: _deal_started,
    facts.SodaExposed: _soda,
    facts.BetPlaced: _placed,
    facts.TurnCalled: _called,
    facts.BetPressed: lambda table, fact: table.with_bet(fact.bet, stake_cents=fact.stake_cents),
    facts.BetMoved: lambda table, fact: table.with_bet(fact.bet, place=fact.place),
    facts.BetCoppered: lambda table, fact: table.with_bet(fact.bet, coppered=True),
    facts.BetUncoppered: lambda table, fact: table.with_bet(fact.bet, coppered=False),
    facts.BetLeftOn: lambda table, fact: table.with_bet(fact.bet, paroli=True),
    facts.BetStoodPat: lambda table, fact: table.with_bet(fact.bet, paroli=False),
    facts.BetBarred: lambda table, fact: table.with_bet(fact.bet, barred=True, bar_turns=fact.turns),
    facts.BetReleased: lambda table, fact: table.with_bet(fact.bet, barred=False, bar_turns=None),
    facts.BetHalved: lambda table, fact: table.with_bet(fact.bet, half=True),
    facts.BetMadeWhole: lambda table, fact: table.with_bet(fact.bet, half=False),
    facts.BetTakenDown: _taken_down,
    facts.BetsLaidAgain: _laid_again,
    facts.LoserDrawn: _loser,
    facts.WinnerDrawn: _winner,
    facts.HockExposed: _hock,
    facts.BetPaid: _paid,
    facts.BetLost: _settled,
    facts.BetSplit: _settled,
    facts.BetStoodOff: lambda table, fact: table.with_bet(fact.bet, acted=True),
    facts.BetReturned: _taken,
    facts.SleeperClaimed: lambda table, fact: table.without(fact.bet),
    facts.SleeperTaken: _taken,
    facts.BetSwept: _taken,
    facts.DealVoided: _over,
    facts.DealEnded: _over,
    RollRaised: lambda table, fact: replace(table, broken=False),
}
