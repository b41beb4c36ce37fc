"""Pharo's game record."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from rpds import HashTrieMap, HashTrieSet

from dealer.commands.commands import Command
from dealer.commands.refusal import Phrase
from dealer.game.game import TABLE, Deciders, Game, Things, by_type
from dealer.games.pharo import commands, dealing, stakes, state
from dealer.games.pharo import dealing as preconditions
from dealer.games.pharo.commands import PRESETS, PharoHouse, named
from dealer.games.pharo.demo import DEMONSTRATION
from dealer.games.pharo.fairness import FAIRNESS
from dealer.games.pharo.state import PHARO, PharoTable
from events.common.event import Event
from events.games import pharo as pharo_events

LYING = "lying"
"""The group in comparisons of two courses: the current bets by key."""


def _compared(table: PharoTable, events: Sequence[Event]) -> Things:
    """The things to compare, by group.

    Bets have no placing number, which other bets change, and no record of a draw.
    """
    rest = replace(table, bets={}, placed=0, keys=HashTrieSet(), gone=HashTrieMap())
    lying = {bet.key: replace(bet, placed=0, drawn=(0, 0)) for bet in table.bets.values()}
    return {LYING: lying, TABLE: {"": rest}}


def follow_places(places: dict[str, Phrase], event: Event) -> None:
    """Record in ``places`` the card of every bet, after another event."""
    if isinstance(event, pharo_events.CardStaked | pharo_events.CardChanged):
        places[event.bet] = named(event.ranks)


def _own(table: PharoTable, command: Command) -> str | None:
    """The player a command may come from: the punter who places or owns the stake."""
    if isinstance(command, commands.PlaceBet):
        return command.player
    bet = table.bets.get(command.bet) if isinstance(command, commands.OnLyingBet) else None
    return bet.player if bet else None


_DECIDERS: Deciders = {
    commands.StartDeal: dealing.start,
    commands.ShowBottom: dealing.show_bottom,
    commands.PlaceBet: stakes.place,
    commands.PressBet: stakes.press,
    commands.MoveBet: stakes.change_card,
    commands.TakeDownBet: stakes.take_down,
    commands.Coup: dealing.coup,
    commands.Paix: stakes.make_paix,
    commands.Paroli: stakes.make_paroli,
    commands.TakeWin: stakes.take_win,
    commands.Pli: stakes.make_pli,
    commands.MaskBet: stakes.mask,
    commands.UnmaskBet: stakes.unmask,
    commands.Miscount: dealing.miscount,
    commands.VoidDeal: dealing.void_deal,
    commands.EndDeal: dealing.end_deal,
}

GAME = Game(
    name=PHARO,
    title="Pharo",
    round_called="deal",
    against_bank=True,
    house=PharoHouse,
    presets=PRESETS,
    table=PharoTable,
    commands=tuple(_DECIDERS),
    starts=commands.StartDeal.do,
    check_named=preconditions.check_bet,
    check_time=preconditions.check_time,
    decide=by_type(_DECIDERS),
    evolve=state.evolve,
    own=_own,
    closing=lambda table, ledger: dealing.cleared(table, ledger, "night_closed"),
    give_back=dealing.given_back,
    lift=stakes.lifted,
    is_on=lambda table: table.deal_is_on,
    rounds=lambda table: table.deal,
    stakes=lambda table: table.stakes_cents,
    bets=PharoTable.keys_now,
    has_bet=lambda table, key: key in table.keys,
    has_turn=lambda table, turn, rules: table.has_turn(turn),
    compared=_compared,
    follow_places=follow_places,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
