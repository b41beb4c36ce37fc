"""What the last command did, in one sentence: for the line that says it is saved, and for taking it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

from dealer.night import Night
from dealer.phrases import marked
from dealer.rows import row_of
from events import money, night
from events.fact import Fact
from events.games import faro
from events.records import Recorded
from ledger.accounts import HOUSE
from reports.words import bets, disputes, hands, outcomes
from reports.words.cards import card_words
from reports.words.formatting import brief, listed
from reports.words.language import gettext as _
from reports.words.language import ngettext, percentage
from reports.words.naming import about_of, bet_of, lying_of, name_of, place_of, tender_of
from reports.words.phrases import clauses


def sentence(now: Night, facts: Sequence[Fact]) -> str:
    """One sentence about the facts of a command."""
    if not facts:
        return ""
    if isinstance(facts[0], night.CommandAmended):
        return _amended(now, facts[0], facts)
    told = facts[-1] if isinstance(facts[-1], _TOLD_BY_THE_LAST) else facts[0]
    said = _SENTENCES[type(told)](now, told)
    lifted = [fact for fact in facts if isinstance(fact, faro.BetTakenDown)]
    if len(lifted) > 1 and isinstance(told, faro.BetTakenDown):
        return bets.takes_all_down(
            name_of(now, lifted[0].player), len(lifted), sum(fact.stake_cents for fact in lifted)
        )
    cards = [fact for fact in facts if isinstance(fact, faro.LoserDrawn | faro.WinnerDrawn)]
    if len(cards) == 2:
        loser, winner = (card_words(one.card) for one in cards)
        said = _("Turn %(turn)s: loser %(loser)s, winner %(winner)s.", turn=cards[0].turn, loser=loser, winner=winner)
    settled = sum(1 for fact in facts if row_of(fact))
    if settled and (cards or isinstance(told, faro.HockExposed)):
        how_many = ngettext("%(num)s bet settled", "%(num)s bets settled", settled)
        said = f"{clauses(said[:-1], how_many)}."
    return hands.with_wrong_passes(said, facts)


def fact_sentence(before: Night, after: Night, fact: Fact) -> str:
    """One sentence about a fact by itself; what it settles is named as it lay ``before`` it."""
    now = before if type(fact) in outcomes.SENTENCES else after
    return _SENTENCES[type(fact)](now, fact)


def last_said(now: Night, facts: Sequence[Recorded]) -> str:
    """What the last command of a night did; a taking back says what it undid."""
    return undone(now, facts) or sentence(now, _made_by(facts[-1].command, facts))


def undone(now: Night, facts: Sequence[Recorded]) -> str:
    """What the last command took back; nothing where it took back nothing."""
    last = facts[-1].fact
    if not isinstance(last, night.CommandVoided):
        return ""
    return taken_back_said(now, _made_by(last.command, facts))


def taken_back_said(now: Night, facts: Sequence[Fact]) -> str:
    """That the facts of a command were taken back: ``Taken back: the J as winner.``; else with what the command did."""
    cards = [said for fact in facts if (said := _card_taken_back(fact))]
    if not facts or not _card_taken_back(facts[0]):
        return _("Taken back: %(said)s", said=sentence(now, facts))
    return _("Taken back: %(cards)s.", cards=listed(cards))


def _card_taken_back(fact: Fact) -> str:
    match fact:
        case faro.SodaExposed(card=card):
            return _("the %(card)s as soda", card=card_words(card))
        case faro.LoserDrawn(card=card):
            return _("the %(card)s as loser", card=card_words(card))
        case faro.WinnerDrawn(card=card):
            return _("the %(card)s as winner", card=card_words(card))
        case faro.HockExposed(card=card):
            return _("the %(card)s as hock", card=card_words(card))
        case _:
            return ""


def would_be_taken_back(now: Night, facts: Sequence[Recorded]) -> str:
    """What taking back would undo; nothing where nothing stands. ``facts`` are those that stand."""
    if now.top is None:
        return ""
    if now.top.again is None:
        return sentence(now, _made_by(now.top.command, facts))
    right = next((frame.command for frame in now.course if frame.words_of == now.top.command), "")
    return _put_right(now, _made_by(right, facts))


def _amended(now: Night, amended: night.CommandAmended, facts: Sequence[Fact]) -> str:
    """A correction by what it put in place, which is the first that is given again unless the command was struck.

    In the middle of its facts, which one may look back at, that is not there yet.
    """
    first, *later = [at for at, one in enumerate(facts) if isinstance(one, night.CommandGivenAgain)] or [len(facts)]
    made = [] if amended.struck else facts[first + 1 : later[0] if later else None]
    return _put_right(now, made) if made else outcomes.SENTENCES[type(amended)](now, amended)


def _put_right(now: Night, made: Sequence[Fact]) -> str:
    """What a command says that was put right; one that makes nothing was struck."""
    if not made:
        return _("A command is struck, and what was done since is decided again.")
    return _("Put right: %(said)s", said=sentence(now, made))


def last_acts(now: Night, facts: Sequence[Recorded], most: int) -> tuple[str, ...]:
    """What the last commands that stand did, the newest first; ``facts`` are the night's standing facts."""
    if now.top is None:
        return ()
    said = [would_be_taken_back(now, facts)]
    then = now.top.again or now.top.before
    for frame in islice(then.course, most - 1):
        said.append(sentence(then, _made_by(frame.command, facts)))
        then = frame.before
    return tuple(said)


def _made_by(command: str, facts: Sequence[Recorded]) -> list[Fact]:
    """The facts of a command, which lie together, as near the end as they are."""
    made: list[Fact] = []
    for one in reversed(facts):
        if one.command == command:
            made.append(one.fact)
        elif made:
            break
    return made[::-1]


def laid(fact: faro.BetPlaced, name: str) -> str:
    """A bet laid by a player of this name."""
    place = place_of(fact.place)
    return bets.lays(name, fact.stake_cents, place, coppered=fact.coppered, paroli=fact.paroli, form=fact.form)


def _left(now: Night, fact: night.PlayerLeft) -> str:
    name = name_of(now, fact.player)
    if not fact.markers_open_cents:
        return _("%(name)s leaves the table.", name=name)
    return _(
        "%(name)s leaves the table, owing %(amount)s on markers.", name=name, amount=brief(fact.markers_open_cents)
    )


def _disputed(now: Night, fact: night.DisputeRaised) -> str:
    return disputes.raised(name_of(now, fact.player), about_of(now, fact.about), fact.claim)


def _issued(now: Night, fact: money.MarkerIssued) -> str:
    return _(
        "%(name)s has marker Nº %(marker)s for %(amount)s.",
        name=name_of(now, fact.player),
        marker=now.slip_of(fact.marker),
        amount=brief(fact.amount_cents),
    )


def _redeemed(now: Night, fact: money.MarkerRedeemed) -> str:
    return _(
        "%(name)s pays %(amount)s on markers in %(tender)s.",
        name=name_of(now, fact.player),
        amount=brief(fact.amount_cents),
        tender=tender_of(fact.tender),
    )


def _pledged(now: Night, fact: money.PledgeTaken) -> str:
    name, amount = name_of(now, fact.player), brief(fact.amount_cents)
    return _("%(name)s pledges %(item)s for %(amount)s.", name=name, item=fact.item, amount=amount)


def _pledge_back(now: Night, fact: money.PledgeReturned) -> str:
    return _(
        "%(name)s has %(item)s back for %(amount)s in %(tender)s.",
        name=name_of(now, fact.player),
        item=fact.item,
        amount=brief(fact.amount_cents),
        tender=tender_of(fact.tender),
    )


def _lent(now: Night, fact: money.StakeLent) -> str:
    lender, borrower, amount = name_of(now, fact.lender), name_of(now, fact.borrower), brief(fact.amount_cents)
    share = Fraction(fact.profit_share)
    if not share:
        return _("%(lender)s lends %(borrower)s %(amount)s.", lender=lender, borrower=borrower, amount=amount)
    return _(
        "%(lender)s lends %(borrower)s %(amount)s for %(share)s of their profit.",
        lender=lender,
        borrower=borrower,
        amount=amount,
        share=percentage(Decimal(f"{float(share):.6g}")),
    )


def _repaid(now: Night, fact: money.StakeRepaid) -> str:
    lender, borrower, amount = name_of(now, fact.lender), name_of(now, fact.borrower), brief(fact.amount_cents)
    return _("%(borrower)s repays %(lender)s %(amount)s.", borrower=borrower, lender=lender, amount=amount)


def _raised(now: Night, fact: money.RollRaised) -> str:
    amount = brief(fact.amount_cents)
    if fact.backer == HOUSE:
        return _("The house raises the roll by %(amount)s.", amount=amount)
    return _("%(backer)s raises the roll by %(amount)s.", backer=fact.backer, amount=amount)


def _claimed(now: Night, fact: faro.SleeperClaimed) -> str:
    name, amount = name_of(now, fact.claimant), brief(fact.stake_cents)
    if fact.claimant == fact.player:
        return _("%(name)s claims their own sleeper of %(amount)s.", name=name, amount=amount)
    owner = name_of(now, fact.player)
    return _("%(name)s claims %(owner)s’s sleeper of %(amount)s.", name=name, owner=owner, amount=amount)


def _moved(now: Night, fact: faro.BetMoved) -> str:
    """Where it was moved to; where it lies now says nothing of that once the moving is taken back."""
    lying = lying_of(now, fact.bet)
    whose = name_of(now, lying.player) if lying else fact.bet
    return _("%(name)s’s bet is moved to %(place)s.", name=whose, place=place_of(fact.place))


def _voided(now: Night, fact: faro.DealVoided) -> str:
    return _("Deal %(deal)s is void: %(reason)s.", deal=fact.deal, reason=fact.reason.rstrip("."))


def _of(text: str) -> Callable[[Night, Any], str]:
    """A sentence about a player and an amount."""
    return lambda now, fact: _(text, name=name_of(now, fact.player), amount=brief(fact.amount_cents))


def _of_bet(text: str) -> Callable[[Night, Any], str]:
    """A sentence about a bet that lies."""
    return lambda now, fact: _(text, bet=bet_of(now, fact.bet))


def _of_card(text: str) -> Callable[[Night, Any], str]:
    """A sentence about a card."""
    return lambda now, fact: _(text, card=card_words(fact.card))


_SENTENCES: dict[type[Fact], Callable[[Night, Any], str]] = {
    night.NightOpened: lambda now, fact: _("The night is open."),
    night.PlayerSeated: lambda now, fact: _("%(name)s takes a seat.", name=fact.name),
    night.PlayerLeft: _left,
    night.DisputeRaised: _disputed,
    night.DisputeRuled: lambda now, fact: disputes.ruled(fact, now.names),
    night.NightClosed: lambda now, fact: _("The night is closed."),
    money.ChecksBought: _of(marked("%(name)s buys %(amount)s in checks.")),
    money.MarkerIssued: _issued,
    money.MarkerRedeemed: _redeemed,
    money.PledgeTaken: _pledged,
    money.PledgeReturned: _pledge_back,
    money.StakeLent: _lent,
    money.StakeRepaid: _repaid,
    money.ChecksCashed: _of(marked("%(name)s cashes in %(amount)s.")),
    money.RollRaised: _raised,
    money.TokeGiven: _of(marked("%(name)s gives the dealer %(amount)s.")),
    faro.DealStarted: lambda now, fact: _("Deal %(deal)s begins.", deal=fact.deal),
    faro.SodaExposed: _of_card(marked("The soda is %(card)s.")),
    faro.BetPlaced: lambda now, fact: laid(fact, name_of(now, fact.player)),
    faro.TurnCalled: lambda now, fact: bets.calls(name_of(now, fact.player), fact.order, fact.stake_cents),
    faro.BetPressed: lambda now, fact: _(
        "%(bet)s is pressed to %(amount)s.", bet=bet_of(now, fact.bet), amount=brief(fact.stake_cents)
    ),
    faro.BetMoved: _moved,
    faro.BetCoppered: _of_bet(marked("%(bet)s is coppered.")),
    faro.BetUncoppered: _of_bet(marked("%(bet)s: the copper is off.")),
    faro.BetLeftOn: _of_bet(marked("%(bet)s is a paroli: stake and winnings stay on.")),
    faro.BetStoodPat: _of_bet(marked("%(bet)s stands pat: the winnings come off.")),
    faro.BetBarred: lambda now, fact: bets.barred(bet_of(now, fact.bet), fact.turns),
    faro.BetReleased: _of_bet(marked("%(bet)s goes again.")),
    faro.BetHalved: _of_bet(marked("%(bet)s: half goes.")),
    faro.BetMadeWhole: _of_bet(marked("%(bet)s: the whole goes.")),
    faro.BetTakenDown: lambda now, fact: bets.takes_down(name_of(now, fact.player), fact.stake_cents),
    faro.BetsLaidAgain: lambda now, fact: bets.laid_again(name_of(now, fact.player), fact),
    faro.LoserDrawn: _of_card(marked("The loser is %(card)s; bets are closed.")),
    faro.WinnerDrawn: _of_card(marked("The winner is %(card)s.")),
    faro.HockExposed: _of_card(marked("The %(card)s in hock.")),
    faro.SleeperClaimed: _claimed,
    faro.DealVoided: _voided,
    faro.DealEnded: lambda now, fact: _("Deal %(deal)s is over.", deal=fact.deal),
    **hands.SENTENCES,
    **outcomes.SENTENCES,
}

_TOLD_BY_THE_LAST = (night.NightClosed, night.PlayerLeft, faro.DealVoided, faro.BetsLaidAgain, *hands.TOLD_BY_THE_LAST)
"""Facts that come after what they brought about, and say what the command was."""
