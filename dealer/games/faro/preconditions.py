"""Whether a Faro command comes at its time, before its arguments are looked at (the contract's order of refusals)."""

from __future__ import annotations

from functools import cache

from dealer.commands.commands import Command, Malformed, type_of
from dealer.commands.phrases import Phrase, phrase
from dealer.commands.refusal import Refusal
from dealer.game.preconditions import key_used, no_such_bet
from dealer.games.faro import commands
from dealer.games.faro.state import FaroTable, Phase

_TAKING_DOWN = (commands.TakeDownBet, commands.TakeDownAll)
_NEW_BETS = (commands.PlaceBet, commands.CallTurn, commands.SameAgain)
_RAISES_STAKES = (*_NEW_BETS, commands.PressBet)
_NOT_FROM_THE_HAND = (commands.ExposeSoda, commands.ExposeHock, commands.CallTurn)
_PHASES: dict[type[Command], Phase] = {
    commands.StartDeal: Phase.NO_DEAL,
    commands.ExposeSoda: Phase.BEFORE_SODA,
    commands.Turn: Phase.BETTING,
    commands.DrawLoser: Phase.BETTING,
    commands.DrawWinner: Phase.LOSER_DRAWN,
    commands.ExposeHock: Phase.BEFORE_HOCK,
    commands.EndDeal: Phase.DEALT_OUT,
}


def _bet_of(command: Command) -> str | None:
    """The bet that a command names, if it names one."""
    bet = getattr(command, "bet", None)
    return bet if isinstance(bet, str) else None


@cache
def _names_a_bet(asked: type[Command]) -> bool:
    return issubclass(asked, commands.OnLyingBet | commands.MoveBet)


def check_bet(table: FaroTable, command: Command) -> None:
    """Refuse (``unknown_bet``) a command on a bet that does not lie on the layout."""
    if not _names_a_bet(type_of(command)):
        return
    bet = _bet_of(command)
    if bet is None and isinstance(command, Malformed):
        return
    if bet is None or table.lying(bet) is None:
        known = table.gone.get(bet or "")
        raise no_such_bet(known.named if known else None)


def check_time(table: FaroTable, command: Command) -> None:
    """Refuse a command out of its time: ``wrong_phase``, ``bets_closed``, ``bank_broken``, ``already_done``.

    A table dealt from the hand (26 turns) has no soda, hock or call: ``not_allowed_here``.
    """
    asked, bet = type_of(command), _bet_of(command)
    if table.house.turns == 26 and asked in _NOT_FROM_THE_HAND:
        raise Refusal("not_allowed_here", "Dealt from the hand there is no soda, no hock and no call.")
    _check_phase(table, asked)
    if table.broken and asked in _RAISES_STAKES:
        raise Refusal("bank_broken", "The bank is broken: no bets until the roll is raised.")
    if asked in _NEW_BETS and bet is not None and table.used(bet):
        raise key_used(bet)


def _check_phase(table: FaroTable, asked: type[Command]) -> None:
    if asked in _PHASES:
        if table.phase is not _PHASES[asked]:
            raise Refusal("wrong_phase", "Not now: %(standing)s.", standing=_standing(table))
    elif asked is commands.VoidDeal:
        if not table.deal_is_on:
            raise Refusal("wrong_phase", "No deal is on that could be voided.")
    elif table.phase is Phase.LOSER_DRAWN:
        raise Refusal("bets_closed", "The loser is drawn: bets are closed until the winner is out.")
    elif asked is commands.CallTurn:
        if not table.last_turn_next:
            raise Refusal("wrong_phase", "The last turn is called when three cards are left in the box.")
    elif asked in _TAKING_DOWN and table.bets_may_be_lifted:
        return
    elif table.phase is not Phase.BETTING and not (table.phase is Phase.BEFORE_SODA and table.house.hockelty):
        raise Refusal(
            "wrong_phase", "Bets are made, moved and taken down between turns; %(standing)s.", standing=_standing(table)
        )


def _standing(table: FaroTable) -> Phrase:
    return {
        Phase.NO_DEAL: phrase("no deal is on"),
        Phase.BEFORE_SODA: phrase("the soda is not shown yet"),
        Phase.BETTING: phrase(
            "turn %(turn)s of %(turns)s is still to be dealt", turn=table.turn + 1, turns=table.house.turns
        ),
        Phase.LOSER_DRAWN: phrase("the loser is drawn and the winner is not"),
        Phase.BEFORE_HOCK: phrase("the last turn is dealt and the hock is still to be shown"),
        Phase.DEALT_OUT: phrase("the deal is dealt out and waits for its end"),
    }[table.phase]
