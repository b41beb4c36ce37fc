"""What a fact that follows from a command says by itself: bets settled, chips paid, what the close brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.faro.reasons import why_returned
from dealer.night import Night
from dealer.refusal import dollars
from dealer.wording import counted
from events import fan_tan, faro, money, night
from events.fact import Fact
from reports.cards import cards_words
from reports.naming import bet_of, name_of
from reports.sentences.hands import chips_of


def _bet(now: Night, fact: faro.BetSettled) -> str:
    return bet_of(now, fact.bet, fact.player)


def _paid(now: Night, fact: faro.BetPaid) -> str:
    short = "" if fact.paid_cents == fact.due_cents else f" of {dollars(fact.due_cents)} due"
    return f"{_bet(now, fact)} wins {dollars(fact.paid_cents)}{short}."


def _returned(now: Night, fact: faro.BetReturned) -> str:
    return f"{_bet(now, fact)}, {dollars(fact.stake_cents)}: {why_returned(fact.reason).why}."


def _proved(now: Night, fact: fan_tan.WrongPassProved) -> str:
    held = cards_words(one.card for one in fact.held)
    return f"{name_of(now, fact.player)} held {held} when he passed at turn {fact.turn}."


def _hand_paid(now: Night, fact: fan_tan.HandPaid) -> str:
    why = f"for {counted(fact.cards, 'card')} left" if fact.cards else "for the dead hand"
    return f"{name_of(now, fact.player)} pays {chips_of(now, fact.chips)} {why}."


def _shared(now: Night, fact: money.ProfitShared) -> str:
    lender, borrower = name_of(now, fact.lender), name_of(now, fact.borrower)
    return f"{lender} has {dollars(fact.amount_cents)} of {borrower}’s profit of {dollars(fact.profit_cents)}."


SENTENCES: dict[type[Fact], Callable[[Night, Any], str]] = {
    night.CommandVoided: lambda now, fact: "The last command is taken back.",
    money.MarkerCarriedOver: lambda now, fact: (
        f"{name_of(now, fact.player)} still owes {dollars(fact.amount_cents)} on markers."
    ),
    money.ProfitShared: _shared,
    faro.BetPaid: _paid,
    faro.BetLost: lambda now, fact: f"{_bet(now, fact)} loses {dollars(fact.taken_cents)}.",
    faro.BetSplit: lambda now, fact: f"{_bet(now, fact)} is split: the bank takes {dollars(fact.taken_cents)}.",
    faro.BetStoodOff: lambda now, fact: f"{_bet(now, fact)} stands off: nothing moves.",
    faro.BetReturned: _returned,
    faro.SleeperTaken: lambda now, fact: f"{_bet(now, fact)} slept: the bank takes {dollars(fact.stake_cents)}.",
    faro.BetSwept: lambda now, fact: (
        f"{_bet(now, fact)} still lies after the hock: the dealer takes {dollars(fact.stake_cents)}."
    ),
    faro.BankBroken: lambda now, fact: f"The bank is broken: {dollars(fact.unpaid_cents)} stay unpaid.",
    fan_tan.AntePaid: lambda now, fact: f"{name_of(now, fact.player)} antes {chips_of(now, fact.chips)}.",
    fan_tan.WrongPassProved: _proved,
    fan_tan.HandPaid: _hand_paid,
    fan_tan.PotReturned: lambda now, fact: f"{name_of(now, fact.player)} has {chips_of(now, fact.chips)} back.",
    fan_tan.PotDivided: lambda now, fact: f"{name_of(now, fact.player)} has {chips_of(now, fact.chips)} of the pot.",
}
