"""What a command asked for, in one sentence: of a refused one there is nothing else to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dealer import commands as asked
from dealer.command_parsing import read_command
from dealer.commands import Command, Malformed
from dealer.games.fan_tan import commands as fan_tan
from dealer.games.faro import commands as faro
from dealer.games.faro.game import FARO
from dealer.games.faro.placing import place_of
from dealer.games.faro.state import faro_of
from dealer.night import Night
from dealer.phrases import marked
from dealer.refusal import Refusal, printable
from reports.words import bets, disputes
from reports.words.cards import card_words, cards_words
from reports.words.command_names import command_called
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.naming import bet_of, bet_within, name_of, tender_of, turn_called
from reports.words.naming import place_of as place_called

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
        return _("A command of no known word: “%(word)s”.", word=_cut(document.get("do")))
    if isinstance(command, Malformed):
        return _("“%(command)s”, but not so that it reads.", command=command_called(command.word))
    of_cards = _OF_CARDS.get(type(command))
    return of_cards(now, command, cards) if of_cards else _SENTENCES[type(command)](now, command)


def _cut(what: object) -> str:
    text = printable(str(what))
    return f"{text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}"


def _place(now: Night, command: faro.PlaceArguments) -> str:
    """Where a bet was to lie; a place that the layout does not have goes by its kind and ranks."""
    if FARO in now.tables:
        try:
            return place_called(place_of(command, faro_of(now).house))
        except Refusal:
            pass
    return " ".join((command.kind.replace("_", " "), "-".join(command.ranks or ()))).strip()


def _laid(now: Night, it: faro.PlaceBet) -> str:
    place = _place(now, it)
    return bets.lays(name_of(now, it.player), it.stake, place, coppered=it.coppered, paroli=it.paroli, form=it.form)


def _lays(now: Night, it: fan_tan.Lay, cards: Cards) -> str:
    laid = it.cards or ((it.card,) if it.card else ())
    if not laid:
        return _("%(name)s lays nothing.", name=name_of(now, it.player))
    return _("%(name)s lays %(cards)s.", name=name_of(now, it.player), cards=cards(laid))


def _shows(now: Night, it: fan_tan.ShowHand, cards: Cards) -> str:
    if not it.cards:
        return _("%(name)s shows nothing.", name=name_of(now, it.player))
    return _("%(name)s shows %(cards)s.", name=name_of(now, it.player), cards=cards(it.cards))


def _ruled(now: Night, it: asked.RuleDispute) -> str:
    """A ruling; a dispute that the night has not goes by its key."""
    dispute, reason = now.disputes.get(it.dispute), it.reason.rstrip(".")
    which = disputes.dispute_called(dispute.claim) if dispute else _("The dispute %(key)s", key=it.dispute)
    ruling = _("stands") if it.ruling == "stands" else _("corrected")
    return _("%(dispute)s is ruled: %(ruling)s, %(reason)s.", dispute=which, ruling=ruling, reason=reason)


def _about(now: Night, about: object) -> str:
    """What was to be disputed."""
    if isinstance(about, int):
        return turn_called(now, about)
    return bet_within(now, str(about))


def _redeemed(now: Night, it: asked.RedeemMarker) -> str:
    return _(
        "%(name)s redeems markers of %(amount)s in %(tender)s.",
        name=name_of(now, it.player),
        amount=brief(it.amount),
        tender=tender_of(it.tender),
    )


def _pledged(now: Night, it: asked.TakePledge) -> str:
    name, amount = name_of(now, it.player), brief(it.amount)
    return _("%(name)s pledges %(item)s for %(amount)s.", name=name, item=it.item, amount=amount)


def _pledge_back(now: Night, it: asked.ReturnPledge) -> str:
    name, tender = name_of(now, it.player), tender_of(it.tender)
    return _("%(name)s has %(item)s back in %(tender)s.", name=name, item=it.item, tender=tender)


def _lent(now: Night, it: asked.LendStake) -> str:
    lender, borrower = name_of(now, it.lender), name_of(now, it.borrower)
    return _("%(lender)s lends %(borrower)s %(amount)s.", lender=lender, borrower=borrower, amount=brief(it.amount))


def _repaid(now: Night, it: asked.RepayStake) -> str:
    lender, borrower = name_of(now, it.lender), name_of(now, it.borrower)
    return _("%(borrower)s repays %(lender)s %(amount)s.", borrower=borrower, lender=lender, amount=brief(it.amount))


def _raised(now: Night, it: asked.RaiseRoll) -> str:
    if not it.backer:
        return _("The house raises the roll by %(amount)s.", amount=brief(it.amount))
    return _("%(backer)s raises the roll by %(amount)s.", backer=it.backer, amount=brief(it.amount))


def _moved(now: Night, it: faro.MoveBet) -> str:
    return _("%(bet)s is moved to %(place)s.", bet=bet_of(now, it.bet), place=_place(now, it))


def _turned(now: Night, it: faro.Turn) -> str:
    return _("A turn: loser %(loser)s, winner %(winner)s.", loser=card_words(it.loser), winner=card_words(it.winner))


def _claimed(now: Night, it: faro.ClaimSleeper) -> str:
    return _("%(name)s claims a sleeper: %(bet)s.", name=name_of(now, it.player), bet=bet_within(now, it.bet))


def _penalty(now: Night, it: fan_tan.TakePenalty) -> str:
    return _("%(name)s pays for a wrong pass at turn %(turn)s.", name=name_of(now, it.player), turn=it.turn)


def _of(text: str) -> Callable[[Night, Any], str]:
    """A sentence about a player and an amount."""
    return lambda now, it: _(text, name=name_of(now, it.player), amount=brief(it.amount))


def _of_player(text: str) -> Callable[[Night, Any], str]:
    """A sentence about a player alone."""
    return lambda now, it: _(text, name=name_of(now, it.player))


def _of_bet(text: str) -> Callable[[Night, Any], str]:
    """A sentence about the bet that a command names."""
    return lambda now, it: _(text, bet=bet_of(now, it.bet))


def _of_card(text: str) -> Callable[[Night, Any], str]:
    """A sentence about a card."""
    return lambda now, it: _(text, card=card_words(it.card))


def _taken_back(now: Night, it: asked.Void) -> str:
    if it.reason is None:
        return _("The last command is taken back.")
    return _("The last command is taken back: %(reason)s.", reason=it.reason.rstrip("."))


def _amended(now: Night, it: asked.Amend) -> str:
    if it.instead is None:
        return _("A command is struck, and what was done since is decided again.")
    return _("Put right: %(said)s", said=asked_for(now, it.instead))


def _for_reason(text: str) -> Callable[[Night, Any], str]:
    """A sentence with the reason that was given."""
    return lambda now, it: _(text, reason=it.reason.rstrip("."))


_SENTENCES: dict[type[Command], Callable[[Night, Any], str]] = {
    asked.OpenNight: lambda now, it: _("A night at %(table)s.", table=it.table),
    asked.SeatPlayer: lambda now, it: _("%(name)s takes the %(seat)s seat.", name=it.name, seat=it.player),
    asked.BuyChecks: _of(marked("%(name)s buys checks for %(amount)s.")),
    asked.IssueMarker: _of(marked("%(name)s has a marker for %(amount)s.")),
    asked.RedeemMarker: _redeemed,
    asked.TakePledge: _pledged,
    asked.ReturnPledge: _pledge_back,
    asked.LendStake: _lent,
    asked.RepayStake: _repaid,
    asked.CashIn: _of(marked("%(name)s cashes in %(amount)s.")),
    asked.RaiseRoll: _raised,
    asked.Tip: _of(marked("%(name)s gives the dealer %(amount)s.")),
    asked.LeaveTable: _of_player(marked("%(name)s leaves the table.")),
    asked.Void: _taken_back,
    asked.Amend: _amended,
    asked.RaiseDispute: lambda now, it: disputes.raised(name_of(now, it.player), _about(now, it.about), it.claim),
    asked.RuleDispute: _ruled,
    asked.CloseNight: lambda now, it: _("The night is closed."),
    faro.StartDeal: lambda now, it: _("A deal begins."),
    faro.ExposeSoda: _of_card(marked("The soda is %(card)s.")),
    faro.PlaceBet: _laid,
    faro.MoveBet: _moved,
    faro.CallTurn: lambda now, it: bets.calls(name_of(now, it.player), it.order, it.stake),
    faro.PressBet: lambda now, it: _(
        "%(bet)s is pressed by %(amount)s.", bet=bet_of(now, it.bet), amount=brief(it.add)
    ),
    faro.CopperBet: _of_bet(marked("%(bet)s is coppered.")),
    faro.UncopperBet: _of_bet(marked("%(bet)s: the copper comes off.")),
    faro.ParoliBet: _of_bet(marked("%(bet)s is made a paroli.")),
    faro.StandPat: _of_bet(marked("%(bet)s stands pat.")),
    faro.BarBet: lambda now, it: bets.barred(bet_of(now, it.bet), it.turns),
    faro.ReleaseBet: _of_bet(marked("%(bet)s goes again.")),
    faro.HalfGoes: _of_bet(marked("%(bet)s: half goes.")),
    faro.WholeGoes: _of_bet(marked("%(bet)s: the whole goes.")),
    faro.TakeDownBet: _of_bet(marked("%(bet)s is taken down.")),
    faro.SameAgain: _of_player(marked("%(name)s lays the same again.")),
    faro.TakeDownAll: _of_player(marked("%(name)s takes all bets down.")),
    faro.Turn: _turned,
    faro.DrawLoser: _of_card(marked("The loser is %(card)s.")),
    faro.DrawWinner: _of_card(marked("The winner is %(card)s.")),
    faro.ExposeHock: _of_card(marked("The %(card)s in hock.")),
    faro.ClaimSleeper: _claimed,
    faro.VoidDeal: _for_reason(marked("The deal is void: %(reason)s.")),
    faro.EndDeal: lambda now, it: _("The deal is over."),
    fan_tan.StartHand: lambda now, it: _("%(name)s deals a hand.", name=name_of(now, it.dealer)),
    fan_tan.Pass: _of_player(marked("%(name)s passes.")),
    fan_tan.EndHand: lambda now, it: _("The hand is over."),
    fan_tan.VoidHand: _for_reason(marked("The hand is void: %(reason)s.")),
    fan_tan.TakePenalty: _penalty,
    fan_tan.SettleHand: lambda now, it: _("The pot is paid out."),
}

_OF_CARDS: dict[type[Command], Callable[[Night, Any, Cards], str]] = {fan_tan.Lay: _lays, fan_tan.ShowHand: _shows}
