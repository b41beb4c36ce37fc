"""What a command asked for, in one sentence: of a refused one there is nothing else to tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dealer import commands as asked
from dealer.commands import Command, Malformed, read_command
from dealer.fan_tan import commands as fan_tan
from dealer.faro import commands as faro
from dealer.faro.game import FARO
from dealer.faro.layout import name_of as name_of_place
from dealer.faro.placing import place_of
from dealer.faro.state import Bet
from dealer.night import Night
from dealer.refusal import Refusal, dollars, printable
from dealer.tables import faro_of
from web.tablet.wording import card_words, listed, name_of

_LONGEST = 60


def asked_for(now: Night, document: Mapping[str, Any]) -> str:
    """One sentence about what a document asked of a night as it stood then, also where it does not read."""
    try:
        command = read_command(document)
    except Refusal:
        return f"A command of no known word: {_quoted(document.get('do'))}."
    if isinstance(command, Malformed):
        return f"A {command.word.replace('_', ' ')} that does not read."
    return _SENTENCES[type(command)](now, command)


def _quoted(what: object) -> str:
    text = printable(str(what))
    return f"“{text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}”"


def _bet(now: Night, key: str) -> str:
    """A bet that lay then, in words; else by its key."""
    lying = faro_of(now).lying(key) if FARO in now.tables else None
    if lying is None:
        return f"The bet {key}"
    name = name_of(now, lying.player)
    return f"{name}’s bet on {name_of_place(lying.place)}" if isinstance(lying, Bet) else f"{name}’s call"


def _place(now: Night, command: faro.PlaceArguments) -> str:
    """Where a bet was to lie; a place that the layout does not have goes by its kind and ranks."""
    if FARO in now.tables:
        try:
            return name_of_place(place_of(command, faro_of(now).house))
        except Refusal:
            pass
    return " ".join((command.kind.replace("_", " "), "-".join(command.ranks or ()))).strip()


def _laid(now: Night, command: faro.PlaceBet) -> str:
    coppered = ", coppered" if command.coppered else ""
    return f"{name_of(now, command.player)} lays {dollars(command.stake)} on {_place(now, command)}{coppered}."


def _cards(now: Night, command: fan_tan.Lay) -> str:
    cards = command.cards or ((command.card,) if command.card else ())
    return f"{name_of(now, command.player)} lays {listed([card_words(card) for card in cards]) or 'nothing'}."


def _of(now: Night, command: Any, does: str) -> str:
    """What a player does with an amount."""
    return f"{name_of(now, command.player)} {does} {dollars(command.amount)}."


def _between(now: Night, who: str, does: str, whom: str, cents: int) -> str:
    return f"{name_of(now, who)} {does} {name_of(now, whom)} {dollars(cents)}."


def _about(phrase: str) -> Callable[[Night, Any], str]:
    """A sentence about the bet that a command names."""
    return lambda now, command: f"{_bet(now, command.bet)}{phrase}."


def _barred(now: Night, command: faro.BarBet) -> str:
    turns = f" for {command.turns} {'turn' if command.turns == 1 else 'turns'}" if command.turns else ""
    return f"{_bet(now, command.bet)} is barred{turns}."


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
    asked.RaiseDispute: lambda now, it: f"{name_of(now, it.player)} disputes {_quoted(it.about)}: “{it.claim}”.",
    asked.RuleDispute: lambda now, it: f"The dispute {it.dispute} is ruled: {it.ruling}, {it.reason.rstrip('.')}.",
    asked.CloseNight: lambda now, it: "The night is closed.",
    faro.StartDeal: lambda now, it: "A deal begins.",
    faro.ExposeSoda: lambda now, it: f"The soda is {card_words(it.card)}.",
    faro.PlaceBet: _laid,
    faro.MoveBet: lambda now, it: f"{_bet(now, it.bet)} is moved to {_place(now, it)}.",
    faro.CallTurn: lambda now, it: f"{name_of(now, it.player)} calls {'-'.join(it.order)} for {dollars(it.stake)}.",
    faro.PressBet: lambda now, it: f"{_bet(now, it.bet)} is pressed by {dollars(it.add)}.",
    faro.CopperBet: _about(" is coppered"),
    faro.UncopperBet: _about(": the copper comes off"),
    faro.ParoliBet: _about(" is made a paroli"),
    faro.StandPat: _about(" stands pat"),
    faro.BarBet: _barred,
    faro.ReleaseBet: _about(" goes again"),
    faro.HalfGoes: _about(": half goes"),
    faro.WholeGoes: _about(": the whole goes"),
    faro.TakeDownBet: _about(" is taken down"),
    faro.Turn: lambda now, it: f"A turn: loser {card_words(it.loser)}, winner {card_words(it.winner)}.",
    faro.DrawLoser: lambda now, it: f"The loser is {card_words(it.card)}.",
    faro.DrawWinner: lambda now, it: f"The winner is {card_words(it.card)}.",
    faro.ExposeHock: lambda now, it: f"The {card_words(it.card)} in hock.",
    faro.ClaimSleeper: lambda now, it: f"{name_of(now, it.player)} claims a sleeper: {_bet(now, it.bet)}.",
    faro.VoidDeal: lambda now, it: f"The deal is void: {it.reason.rstrip('.')}.",
    faro.EndDeal: lambda now, it: "The deal is over.",
    fan_tan.StartHand: lambda now, it: f"{name_of(now, it.dealer)} deals a hand.",
    fan_tan.Lay: _cards,
    fan_tan.Pass: lambda now, it: f"{name_of(now, it.player)} passes.",
    fan_tan.ShowHand: lambda now, it: (
        f"{name_of(now, it.player)} shows {listed([card_words(card) for card in it.cards])}."
    ),
    fan_tan.EndHand: lambda now, it: "The hand is over.",
    fan_tan.VoidHand: lambda now, it: f"The hand is void: {it.reason.rstrip('.')}.",
    fan_tan.TakePenalty: lambda now, it: f"{name_of(now, it.player)} pays for a wrong pass at turn {it.turn}.",
    fan_tan.SettleHand: lambda now, it: "The pot is paid out.",
}
