"""What the last command did, in one sentence: for the line that says it is saved, and for taking it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dealer.faro.layout import name_of
from dealer.night import Night
from dealer.refusal import dollars
from dealer.rows import row_of
from events import faro, money, night
from events.fact import Fact
from web.tablet.wording import card_words


def sentence(now: Night, facts: Sequence[Fact]) -> str:
    """One sentence about the facts of a command."""
    if not facts:
        return ""
    if isinstance(facts[-1], night.NightClosed):
        return "The night is closed."
    say = _SENTENCES.get(type(facts[0]))
    said = say(now, facts[0]) if say else ""
    cards = [fact for fact in facts if isinstance(fact, faro.LoserDrawn | faro.WinnerDrawn)]
    if len(cards) == 2:
        said = f"Turn {cards[0].turn}: loser {card_words(cards[0].card)}, winner {card_words(cards[1].card)}."
    settled = sum(1 for fact in facts if row_of(fact))
    if cards and settled:
        said = f"{said[:-1]}; {settled} {'bet' if settled == 1 else 'bets'} settled."
    return said


def _name(now: Night, player: str) -> str:
    seat = now.seats.get(player)
    return seat.name if seat else player


def _bet(now: Night, key: str) -> str:
    """A bet that still lies, in words."""
    lying = now.state.bets.get(key)
    return f"{_name(now, lying.player)}’s bet on {name_of(lying.place)}" if lying else f"The bet {key}"


_SENTENCES: dict[type[Fact], Callable[[Night, Any], str]] = {
    night.NightOpened: lambda now, fact: "The night is open.",
    night.PlayerSeated: lambda now, fact: f"{fact.name} takes a seat.",
    night.PlayerLeft: lambda now, fact: f"{_name(now, fact.player)} leaves the table.",
    night.CommandVoided: lambda now, fact: "The last act is taken back.",
    money.ChecksBought: lambda now, fact: f"{_name(now, fact.player)} buys {dollars(fact.amount_cents)} in checks.",
    money.MarkerIssued: lambda now, fact: (
        f"{_name(now, fact.player)} has marker Nº {fact.marker} for {dollars(fact.amount_cents)}."
    ),
    money.MarkerRedeemed: lambda now, fact: (
        f"{_name(now, fact.player)} pays {dollars(fact.amount_cents)} on his markers in {fact.tender}."
    ),
    money.ChecksCashed: lambda now, fact: f"{_name(now, fact.player)} cashes in {dollars(fact.amount_cents)}.",
    money.RollRaised: lambda now, fact: f"The roll is raised by {dollars(fact.amount_cents)}.",
    money.TokeGiven: lambda now, fact: f"{_name(now, fact.player)} gives the dealer {dollars(fact.amount_cents)}.",
    faro.DealStarted: lambda now, fact: f"Deal {fact.deal} begins.",
    faro.SodaExposed: lambda now, fact: f"The soda is {card_words(fact.card)}.",
    faro.BetPlaced: lambda now, fact: (
        f"{_name(now, fact.player)} lays {dollars(fact.stake_cents)} on {name_of(fact.place)}"
        + (", coppered." if fact.coppered else ".")
    ),
    faro.TurnCalled: lambda now, fact: (
        f"{_name(now, fact.player)} calls {'-'.join(fact.order)} for {dollars(fact.stake_cents)}."
    ),
    faro.BetPressed: lambda now, fact: f"{_bet(now, fact.bet)} is pressed to {dollars(fact.stake_cents)}.",
    faro.BetMoved: lambda now, fact: f"{_bet(now, fact.bet)}: moved there.",
    faro.BetCoppered: lambda now, fact: f"{_bet(now, fact.bet)} is coppered.",
    faro.BetUncoppered: lambda now, fact: f"{_bet(now, fact.bet)}: the copper is off.",
    faro.BetBarred: lambda now, fact: f"{_bet(now, fact.bet)} is barred.",
    faro.BetReleased: lambda now, fact: f"{_bet(now, fact.bet)} goes again.",
    faro.BetHalved: lambda now, fact: f"{_bet(now, fact.bet)}: half goes.",
    faro.BetMadeWhole: lambda now, fact: f"{_bet(now, fact.bet)}: the whole goes.",
    faro.BetTakenDown: lambda now, fact: f"{_name(now, fact.player)} takes {dollars(fact.stake_cents)} down.",
    faro.LoserDrawn: lambda now, fact: f"The loser is {card_words(fact.card)}; bets are closed.",
    faro.WinnerDrawn: lambda now, fact: f"The winner is {card_words(fact.card)}.",
    faro.HockExposed: lambda now, fact: f"The {card_words(fact.card)} in hock.",
    faro.SleeperClaimed: lambda now, fact: (
        f"{_name(now, fact.claimant)} claims a sleeper of {dollars(fact.stake_cents)}."
    ),
    faro.DealEnded: lambda now, fact: f"Deal {fact.deal} is over.",
}
