"""What the last command did, in one sentence: for the line that says it is saved, and for taking it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from dealer.faro.layout import name_of as place_of
from dealer.night import Night
from dealer.refusal import dollars
from dealer.rows import row_of
from dealer.wording import counted
from events import faro, money, night
from events.fact import Fact
from events.records import Recorded
from ledger.accounts import HOUSE
from reports.cards import card_words
from reports.naming import about_of, bet_of, name_of
from reports.sentences import bets, disputes, hands, outcomes


def sentence(now: Night, facts: Sequence[Fact]) -> str:
    """One sentence about the facts of a command."""
    if not facts:
        return ""
    told = facts[-1] if isinstance(facts[-1], _TOLD_BY_THE_LAST) else facts[0]
    said = _SENTENCES[type(told)](now, told)
    cards = [fact for fact in facts if isinstance(fact, faro.LoserDrawn | faro.WinnerDrawn)]
    if len(cards) == 2:
        said = f"Turn {cards[0].turn}: loser {card_words(cards[0].card)}, winner {card_words(cards[1].card)}."
    settled = sum(1 for fact in facts if row_of(fact))
    if settled and (cards or isinstance(told, faro.HockExposed)):
        said = f"{said[:-1]}; {counted(settled, 'bet')} settled."
    return hands.with_wrong_passes(said, facts)


def fact_sentence(before: Night, after: Night, fact: Fact) -> str:
    """One sentence about a fact by itself; what it settles is named as it lay ``before`` it."""
    now = before if type(fact) in outcomes.SENTENCES else after
    return _SENTENCES[type(fact)](now, fact)


def last_said(now: Night, facts: Sequence[Recorded]) -> str:
    """What the last command of a night did; a taking back says what it undid."""
    last = facts[-1].fact
    if isinstance(last, night.CommandVoided):
        return f"Taken back: {sentence(now, _made_by(last.command, facts))}"
    return sentence(now, _made_by(facts[-1].command, facts))


def would_be_taken_back(now: Night, facts: Sequence[Recorded]) -> str:
    """What taking back would undo; nothing where nothing stands."""
    return sentence(now, _made_by(now.top.command, facts)) if now.top else ""


def _made_by(command: str, facts: Sequence[Recorded]) -> list[Fact]:
    """The facts of a command, which lie together, as near the end as they are."""
    made: list[Fact] = []
    for one in reversed(facts):
        if one.command == command:
            made.append(one.fact)
        elif made:
            break
    return made[::-1]


def _sleeper(now: Night, fact: faro.SleeperClaimed) -> str:
    return "his own sleeper" if fact.claimant == fact.player else f"{name_of(now, fact.player)}’s sleeper"


def _backer(backer: str) -> str:
    return "The house" if backer == HOUSE else backer


def _lent(now: Night, fact: money.StakeLent) -> str:
    share = Fraction(fact.profit_share)
    for_it = f" for {float(share) * 100:g}% of his profit" if share else ""
    return f"{name_of(now, fact.lender)} lends {name_of(now, fact.borrower)} {dollars(fact.amount_cents)}{for_it}."


def laid(fact: faro.BetPlaced, name: str) -> str:
    """A bet laid by a player of this name."""
    place = place_of(fact.place)
    return bets.lays(name, fact.stake_cents, place, coppered=fact.coppered, paroli=fact.paroli, form=fact.form)


def _left(now: Night, fact: night.PlayerLeft) -> str:
    owes = f", owing {dollars(fact.markers_open_cents)} on markers" if fact.markers_open_cents else ""
    return f"{name_of(now, fact.player)} leaves the table{owes}."


_SENTENCES: dict[type[Fact], Callable[[Night, Any], str]] = {
    night.NightOpened: lambda now, fact: "The night is open.",
    night.PlayerSeated: lambda now, fact: f"{fact.name} takes a seat.",
    night.PlayerLeft: _left,
    night.DisputeRaised: lambda now, fact: disputes.raised(
        name_of(now, fact.player), about_of(now, fact.about), fact.claim
    ),
    night.DisputeRuled: lambda now, fact: disputes.ruled(fact, now.names),
    night.NightClosed: lambda now, fact: "The night is closed.",
    money.ChecksBought: lambda now, fact: f"{name_of(now, fact.player)} buys {dollars(fact.amount_cents)} in checks.",
    money.MarkerIssued: lambda now, fact: (
        f"{name_of(now, fact.player)} has marker Nº {fact.marker} for {dollars(fact.amount_cents)}."
    ),
    money.MarkerRedeemed: lambda now, fact: (
        f"{name_of(now, fact.player)} pays {dollars(fact.amount_cents)} on his markers in {fact.tender}."
    ),
    money.PledgeTaken: lambda now, fact: (
        f"{name_of(now, fact.player)} pledges {fact.item} for {dollars(fact.amount_cents)}."
    ),
    money.PledgeReturned: lambda now, fact: (
        f"{name_of(now, fact.player)} has {fact.item} back for {dollars(fact.amount_cents)} in {fact.tender}."
    ),
    money.StakeLent: _lent,
    money.StakeRepaid: lambda now, fact: (
        f"{name_of(now, fact.borrower)} repays {name_of(now, fact.lender)} {dollars(fact.amount_cents)}."
    ),
    money.ChecksCashed: lambda now, fact: f"{name_of(now, fact.player)} cashes in {dollars(fact.amount_cents)}.",
    money.RollRaised: lambda now, fact: f"{_backer(fact.backer)} raises the roll by {dollars(fact.amount_cents)}.",
    money.TokeGiven: lambda now, fact: f"{name_of(now, fact.player)} gives the dealer {dollars(fact.amount_cents)}.",
    faro.DealStarted: lambda now, fact: f"Deal {fact.deal} begins.",
    faro.SodaExposed: lambda now, fact: f"The soda is {card_words(fact.card)}.",
    faro.BetPlaced: lambda now, fact: laid(fact, name_of(now, fact.player)),
    faro.TurnCalled: lambda now, fact: bets.calls(name_of(now, fact.player), fact.order, fact.stake_cents),
    faro.BetPressed: lambda now, fact: f"{bet_of(now, fact.bet)} is pressed to {dollars(fact.stake_cents)}.",
    faro.BetMoved: lambda now, fact: f"{bet_of(now, fact.bet)}: moved there.",
    faro.BetCoppered: lambda now, fact: f"{bet_of(now, fact.bet)} is coppered.",
    faro.BetUncoppered: lambda now, fact: f"{bet_of(now, fact.bet)}: the copper is off.",
    faro.BetLeftOn: lambda now, fact: f"{bet_of(now, fact.bet)} is a paroli: stake and winnings stay on.",
    faro.BetStoodPat: lambda now, fact: f"{bet_of(now, fact.bet)} stands pat: the winnings come off.",
    faro.BetBarred: lambda now, fact: bets.barred(bet_of(now, fact.bet), fact.turns),
    faro.BetReleased: lambda now, fact: f"{bet_of(now, fact.bet)} goes again.",
    faro.BetHalved: lambda now, fact: f"{bet_of(now, fact.bet)}: half goes.",
    faro.BetMadeWhole: lambda now, fact: f"{bet_of(now, fact.bet)}: the whole goes.",
    faro.BetTakenDown: lambda now, fact: bets.takes_down(name_of(now, fact.player), fact.stake_cents),
    faro.LoserDrawn: lambda now, fact: f"The loser is {card_words(fact.card)}; bets are closed.",
    faro.WinnerDrawn: lambda now, fact: f"The winner is {card_words(fact.card)}.",
    faro.HockExposed: lambda now, fact: f"The {card_words(fact.card)} in hock.",
    faro.SleeperClaimed: lambda now, fact: (
        f"{name_of(now, fact.claimant)} claims {_sleeper(now, fact)} of {dollars(fact.stake_cents)}."
    ),
    faro.DealVoided: lambda now, fact: f"Deal {fact.deal} is void: {fact.reason.rstrip('.')}.",
    faro.DealEnded: lambda now, fact: f"Deal {fact.deal} is over.",
    **hands.SENTENCES,
    **outcomes.SENTENCES,
}

_TOLD_BY_THE_LAST = (night.NightClosed, night.PlayerLeft, faro.DealVoided, *hands.TOLD_BY_THE_LAST)
"""Facts that come after what they brought about, and say what the command was."""
