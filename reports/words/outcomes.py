"""What a fact that follows from a command says by itself: bets settled, chips paid, what the close brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.games.faro.reasons import why_returned
from dealer.night import Night
from dealer.phrases import marked
from events import money, night
from events.fact import Fact
from events.games import fan_tan, faro
from events.play import StakeSettled
from reports.words.cards import cards_words
from reports.words.formatting import brief
from reports.words.hands import chips_of
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import bet_of, name_of
from reports.words.phrases import said


def _bet(now: Night, fact: StakeSettled) -> str:
    return bet_of(now, fact.bet)


def _carried_over(now: Night, fact: money.MarkerCarriedOver) -> str:
    owed = brief(fact.amount_cents)
    return _("%(name)s still owes %(amount)s on markers.", name=name_of(now, fact.player), amount=owed)


def _shared(now: Night, fact: money.ProfitShared) -> str:
    return _(
        "%(lender)s has %(amount)s of %(borrower)s’s profit of %(profit)s.",
        lender=name_of(now, fact.lender),
        amount=brief(fact.amount_cents),
        borrower=name_of(now, fact.borrower),
        profit=brief(fact.profit_cents),
    )


def _paid(now: Night, fact: faro.BetPaid) -> str:
    bet, paid = _bet(now, fact), brief(fact.paid_cents)
    if fact.paid_cents == fact.due_cents:
        return _("%(bet)s wins %(amount)s.", bet=bet, amount=paid)
    return _("%(bet)s wins %(amount)s of %(due)s due.", bet=bet, amount=paid, due=brief(fact.due_cents))


def _lost(now: Night, fact: faro.BetLost) -> str:
    return _("%(bet)s loses %(amount)s.", bet=_bet(now, fact), amount=brief(fact.taken_cents))


def _split(now: Night, fact: faro.BetSplit) -> str:
    return _("%(bet)s is split: the bank takes %(amount)s.", bet=_bet(now, fact), amount=brief(fact.taken_cents))


def _returned(now: Night, fact: faro.BetReturned) -> str:
    why = said(why_returned(fact.reason).why)
    return _("%(bet)s, %(amount)s: %(why)s.", bet=_bet(now, fact), amount=brief(fact.stake_cents), why=why)


def _slept(now: Night, fact: faro.SleeperTaken) -> str:
    return _("%(bet)s slept: the bank takes %(amount)s.", bet=_bet(now, fact), amount=brief(fact.stake_cents))


def _swept(now: Night, fact: faro.BetSwept) -> str:
    return _(
        "%(bet)s still lies after the hock: the dealer sweeps %(amount)s.",
        bet=_bet(now, fact),
        amount=brief(fact.stake_cents),
    )


def _proved(now: Night, fact: fan_tan.WrongPassProved) -> str:
    return _(
        "%(name)s held %(cards)s and passed at turn %(turn)s.",
        name=name_of(now, fact.player),
        cards=cards_words(one.card for one in fact.held),
        turn=fact.turn,
    )


def _hand_paid(now: Night, fact: fan_tan.HandPaid) -> str:
    name, chips = name_of(now, fact.player), chips_of(now, fact.chips)
    if not fact.cards:
        return _("%(name)s pays %(chips)s for the dead hand.", name=name, chips=chips)
    return ngettext(
        "%(name)s pays %(chips)s for %(num)s card left.",
        "%(name)s pays %(chips)s for %(num)s cards left.",
        fact.cards,
        name=name,
        chips=chips,
    )


def _amended(now: Night, fact: night.CommandAmended) -> str:
    if fact.struck:
        return _("A command is struck, and what was done since is decided again.")
    return _("A command is put right, and what was done since is decided again.")


def _of_chips(text: str) -> Callable[[Night, Any], str]:
    """A sentence about a player and his chips."""
    return lambda now, fact: _(text, name=name_of(now, fact.player), chips=chips_of(now, fact.chips))


SENTENCES: dict[type[Fact], Callable[[Night, Any], str]] = {
    night.CommandVoided: lambda now, fact: _("The last command is taken back."),
    night.CommandVoidedForReason: lambda now, fact: _(
        "The last command is taken back: %(reason)s.", reason=fact.reason.rstrip(".")
    ),
    night.CommandAmended: _amended,
    night.CommandGivenAgain: lambda now, fact: _("This is given again:"),
    money.MarkerCarriedOver: _carried_over,
    money.ProfitShared: _shared,
    faro.BetPaid: _paid,
    faro.BetLost: _lost,
    faro.BetSplit: _split,
    faro.BetStoodOff: lambda now, fact: _("%(bet)s stands off: nothing moves.", bet=_bet(now, fact)),
    faro.BetReturned: _returned,
    faro.SleeperTaken: _slept,
    faro.BetSwept: _swept,
    faro.BankBroken: lambda now, fact: _(
        "The bank is broken: %(amount)s stay unpaid.", amount=brief(fact.unpaid_cents)
    ),
    fan_tan.AntePaid: _of_chips(marked("%(name)s antes %(chips)s.")),
    fan_tan.WrongPassProved: _proved,
    fan_tan.HandPaid: _hand_paid,
    fan_tan.PotReturned: _of_chips(marked("%(name)s has %(chips)s back.")),
    fan_tan.PotDivided: _of_chips(marked("%(name)s has %(chips)s of the pot.")),
}
