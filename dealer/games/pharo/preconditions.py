"""Whether a Pharo command comes at its time, before its arguments are looked at (the contract's order of refusals)."""

from __future__ import annotations

from dealer.commands.commands import Command, Malformed, type_of
from dealer.commands.phrases import Phrase, phrase
from dealer.commands.refusal import Refusal
from dealer.game.preconditions import key_used, no_such_bet
from dealer.games.pharo import commands
from dealer.games.pharo.pack import COUPS
from dealer.games.pharo.state import Bet, PharoTable, Phase

_ON = (Phase.BOTTOM, Phase.BETTING, Phase.DEALT)
_AFTER_A_COUP = (Phase.BETTING, Phase.DEALT)
_PHASES: dict[type[Command], tuple[Phase, ...]] = {
    commands.StartDeal: (Phase.IDLE,),
    commands.ShowBottom: (Phase.BOTTOM,),
    commands.PlaceBet: (Phase.BETTING,),
    commands.PressBet: (Phase.BETTING,),
    commands.MoveBet: (Phase.BETTING,),
    commands.TakeDownBet: (Phase.BETTING,),
    commands.Coup: (Phase.BETTING,),
    commands.Paix: _AFTER_A_COUP,
    commands.Paroli: _AFTER_A_COUP,
    commands.TakeWin: _AFTER_A_COUP,
    commands.Pli: (Phase.BETTING,),
    commands.MaskBet: (Phase.BETTING,),
    commands.UnmaskBet: (Phase.BETTING,),
    commands.Miscount: _ON,
    commands.VoidDeal: _ON,
    commands.EndDeal: (Phase.DEALT,),
}

_ON_A_BET = frozenset(asked for asked in _PHASES if issubclass(asked, commands.OnLyingBet))


def lying(table: PharoTable, asked: commands.OnLyingBet) -> Bet:
    """The bet that a command names, which was let in because it lies."""
    return table.bets[asked.bet]


def check_bet(table: PharoTable, command: Command) -> None:
    """Refuse (``unknown_bet``) a command on a bet that does not lie."""
    if type_of(command) not in _ON_A_BET:
        return
    bet = _bet_of(command)
    if bet is None and isinstance(command, Malformed):
        return
    if bet not in table.bets:
        known = table.gone.get(bet or "")
        raise no_such_bet(known.named if known else None)


def check_time(table: PharoTable, command: Command) -> None:
    """Refuse a command out of its time: ``wrong_phase``, ``bank_broken``, ``already_done``."""
    asked = type_of(command)
    if table.phase not in _PHASES[asked]:
        raise Refusal("wrong_phase", "Not now: %(standing)s.", standing=_standing(table))
    if asked is not commands.PlaceBet:
        return
    if table.broken:
        raise Refusal("bank_broken", "The bank is broken: no bets until the roll is raised.")
    bet = _bet_of(command)
    if bet is not None and bet in table.keys:
        raise key_used(bet)


def _bet_of(command: Command) -> str | None:
    """The bet that a command names, if it names one."""
    bet = getattr(command, "bet", None)
    return bet if isinstance(bet, str) else None


def _standing(table: PharoTable) -> Phrase:
    return {
        Phase.IDLE: phrase("no deal is on"),
        Phase.BOTTOM: phrase("the bottom card is not shown yet"),
        Phase.BETTING: phrase("coup %(coup)s of %(coups)s is still to be dealt", coup=table.turn + 1, coups=COUPS),
        Phase.DEALT: phrase("the deal is dealt out and waits for its end"),
    }[table.phase]
