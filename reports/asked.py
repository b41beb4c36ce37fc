"""What a command asked for, in one sentence: of a refused one there is nothing else to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dealer import commands as asked
from dealer.commands import Command, Malformed, read_command
from dealer.fan_tan import commands as fan_tan
from dealer.faro import commands as faro
from dealer.faro.game import FARO
from dealer.faro.layout import name_of as name_of_place
from dealer.faro.placing import place_of
from dealer.night import Night
from dealer.refusal import Refusal, dollars, printable
from dealer.tables import faro_of
from reports.cards import card_words, cards_words
from reports.naming import bet_of, lying_of, name_of
from reports.sentences import bets, disputes

_LONGEST = 60


Cards = Callable[[Iterable[str]], str]
"""How cards are said."""


def asked_for(now: Night, document: Mapping[str, Any], cards: Cards = cards_words) -> str:
    """One sentence about what a document asked of a night as it stood then, also where it does not read.

    ``cards`` says the cards of a Fan-Tan hand: with signs for the suits, or written out.
    """
    try:
        command = read_command(document)
    except Refusal:
        return f"A command of no known word: {_quoted(document.get('do'))}."
    if isinstance(command, Malformed):
        return f"A “{command.word.replace('_', ' ')}” that does not read."
    of_cards = _OF_CARDS.get(type(command))
    return of_cards(now, command, cards) if of_cards else _SENTENCES[type(command)](now, command)


def _quoted(what: object) -> str:
    text = printable(str(what))
    return f"“{text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}”"


def _place(now: Night, command: faro.PlaceArguments) -> str:
    """Where a bet was to lie; a place that the layout does not have goes by its kind and ranks."""
    if FARO in now.tables:
        try:
            return name_of_place(place_of(command, faro_of(now).house))
        except Refusal:
            pass
    return " ".join((command.kind.replace("_", " "), "-".join(command.ranks or ()))).strip()


def _laid(now: Night, it: faro.PlaceBet) -> str:
    place = _place(now, it)
    return bets.lays(name_of(now, it.player), it.stake, place, coppered=it.coppered, paroli=it.paroli, form=it.form)


def _lays(now: Night, it: fan_tan.Lay, cards: Cards) -> str:
    laid = it.cards or ((it.card,) if it.card else ())
    return f"{name_of(now, it.player)} lays {cards(laid) or 'nothing'}."


def _shows(now: Night, it: fan_tan.ShowHand, cards: Cards) -> str:
    return f"{name_of(now, it.player)} shows {cards(it.cards) or 'nothing'}."


def _ruled(now: Night, it: asked.RuleDispute) -> str:
    """A ruling; a dispute that the night has not goes by its key."""
    dispute = now.disputes.get(it.dispute)
    which = disputes.dispute_called(dispute.claim) if dispute else f"The dispute {it.dispute}"
    return f"{which} is ruled: {it.ruling}, {it.reason.rstrip('.')}."


def _of(now: Night, command: Any, does: str) -> str:
    """What a player does with an amount."""
    return f"{name_of(now, command.player)} {does} {dollars(command.amount)}."


def _about(now: Night, about: object) -> str:
    """What was to be disputed; a bet that the night has not goes by its key."""
    if isinstance(about, int):
        return f"turn {about}"
    return bet_of(now, about) if isinstance(about, str) and lying_of(now, about) else f"the bet {_quoted(about)}"


def _between(now: Night, who: str, does: str, whom: str, cents: int) -> str:
    return f"{name_of(now, who)} {does} {name_of(now, whom)} {dollars(cents)}."


def _of_bet(phrase: str) -> Callable[[Night, Any], str]:
    """A sentence about the bet that a command names."""
    return lambda now, command: f"{bet_of(now, command.bet)}{phrase}."


_SENTENCES: dict[type[Command], Callable[[Night, Any], str]] = {
    asked.OpenNight: lambda now, it: f"A night at {it.table}.",
    asked.SeatPlayer: lambda now, it: f"{it.name} takes the {it.player} seat.",
    asked.BuyChecks: lambda now, it: _of(now, it, "buys checks for"),
    asked.IssueMarker: lambda now, it: _of(now, it, "has a marker for"),
    asked.RedeemMarker: lambda now, it: f"{_of(now, it, 'redeems markers of')[:-1]} in {it.tender}.",
    asked.TakePledge: lambda now, it: _of(now, it, f"pledges {it.item} for"),
    asked.ReturnPledge: lambda now, it: f"{name_of(now, it.player)} has {it.item} back in {it.tender}.",
    asked.LendStake: lambda now, it: _between(now, it.lender, "lends", it.borrower, it.amount),
    asked.RepayStake: lambda now, it: _between(now, it.borrower, "repays", it.lender, it.amount),
    asked.CashIn: lambda now, it: _of(now, it, "cashes in"),
    asked.RaiseRoll: lambda now, it: f"{it.backer or 'The house'} raises the roll by {dollars(it.amount)}.",
    asked.Tip: lambda now, it: _of(now, it, "gives the dealer"),
    asked.LeaveTable: lambda now, it: f"{name_of(now, it.player)} leaves the table.",
    asked.Void: lambda now, it: "The last command is taken back.",
    asked.RaiseDispute: lambda now, it: disputes.raised(name_of(now, it.player), _about(now, it.about), it.claim),
    asked.RuleDispute: _ruled,
    asked.CloseNight: lambda now, it: "The night is closed.",
    faro.StartDeal: lambda now, it: "A deal begins.",
    faro.ExposeSoda: lambda now, it: f"The soda is {card_words(it.card)}.",
    faro.PlaceBet: _laid,
    faro.MoveBet: lambda now, it: f"{bet_of(now, it.bet)} is moved to {_place(now, it)}.",
    faro.CallTurn: lambda now, it: bets.calls(name_of(now, it.player), it.order, it.stake),
    faro.PressBet: lambda now, it: f"{bet_of(now, it.bet)} is pressed by {dollars(it.add)}.",
    faro.CopperBet: _of_bet(" is coppered"),
    faro.UncopperBet: _of_bet(": the copper comes off"),
    faro.ParoliBet: _of_bet(" is made a paroli"),
    faro.StandPat: _of_bet(" stands pat"),
    faro.BarBet: lambda now, it: bets.barred(bet_of(now, it.bet), it.turns),
    faro.ReleaseBet: _of_bet(" goes again"),
    faro.HalfGoes: _of_bet(": half goes"),
    faro.WholeGoes: _of_bet(": the whole goes"),
    faro.TakeDownBet: _of_bet(" is taken down"),
    faro.Turn: lambda now, it: f"A turn: loser {card_words(it.loser)}, winner {card_words(it.winner)}.",
    faro.DrawLoser: lambda now, it: f"The loser is {card_words(it.card)}.",
    faro.DrawWinner: lambda now, it: f"The winner is {card_words(it.card)}.",
    faro.ExposeHock: lambda now, it: f"The {card_words(it.card)} in hock.",
    faro.ClaimSleeper: lambda now, it: f"{name_of(now, it.player)} claims a sleeper: {bet_of(now, it.bet)}.",
    faro.VoidDeal: lambda now, it: f"The deal is void: {it.reason.rstrip('.')}.",
    faro.EndDeal: lambda now, it: "The deal is over.",
    fan_tan.StartHand: lambda now, it: f"{name_of(now, it.dealer)} deals a hand.",
    fan_tan.Pass: lambda now, it: f"{name_of(now, it.player)} passes.",
    fan_tan.EndHand: lambda now, it: "The hand is over.",
    fan_tan.VoidHand: lambda now, it: f"The hand is void: {it.reason.rstrip('.')}.",
    fan_tan.TakePenalty: lambda now, it: f"{name_of(now, it.player)} pays for a wrong pass at turn {it.turn}.",
    fan_tan.SettleHand: lambda now, it: "The pot is paid out.",
}

_OF_CARDS: dict[type[Command], Callable[[Night, Any, Cards], str]] = {fan_tan.Lay: _lays, fan_tan.ShowHand: _shows}
