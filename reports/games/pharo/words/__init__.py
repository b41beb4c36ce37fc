"""The words of Pharo."""

from __future__ import annotations

from dealer.commands.phrases import Phrase, marked, phrase
from dealer.games.pharo import commands as asked
from events.games import pharo as facts
from reports.games.pharo.words import bets
from reports.games.pharo.words.chains import chain_called
from reports.games.pharo.words.differences import DIFFERENCES, SETTLED
from reports.games.pharo.words.settings import SETTINGS
from reports.words.cards import card_words
from reports.words.formatting import brief
from reports.words.game_words import CommandWords, FactWords, GameWords, RoundWords
from reports.words.language import ngettext
from reports.words.phrases import clauses, said
from reports.words.players import name_of
from reports.words.say import Say

BOTTOM = marked("The bottom card is %(card)s.")
WHY_RETURNED: dict[str, Phrase] = {
    "bank_broken": phrase("the bank was broken, and what lies is returned"),
    "deal_ended": phrase("the deal is over, and what lies is returned"),
    "deal_voided": phrase("the deal was found foul, and what lies is returned"),
    "night_closed": phrase("the dealer closed, and what lies is returned"),
}
"""Why a stake went back, by the word that the fact has for it."""


def _changed(say: Say, fact: facts.CardChanged) -> str:
    return say("%(name)s’s bet is moved to %(place)s.", name=name_of(say.now, fact.player))


def _won(say: Say, fact: facts.CardWon) -> str:
    if not fact.folds:
        return say("%(bet)s wins: %(gain)s in suspense.")
    return say("%(bet)s, %(chain)s, wins: %(gain)s in suspense.")


def _lost(say: Say, fact: facts.CardLost) -> str:
    if fact.remains_cents:
        return say("%(bet)s, %(chain)s, loses its gain of %(lost_gain)s; the stake lies on, plain.")
    if fact.folds:
        return say("%(bet)s, %(chain)s, loses %(amount)s, and its gain of %(lost_gain)s with it.")
    return say("%(bet)s loses %(amount)s.")


def _doublet(say: Say, fact: facts.DoubletDealt) -> str:
    if not fact.folds:
        return say("%(bet)s: a doublet, the bank takes %(amount)s.")
    if fact.folds == fact.folds_left:
        return say("%(bet)s, %(chain)s: a doublet takes %(lost_gain)s of the gain.")
    left = chain_called(fact.folds_left)
    return say("%(bet)s, %(chain)s: a doublet takes %(lost_gain)s of the gain, and leaves a %(left)s.", left=left)


def _paid(say: Say, fact: facts.GainPaid) -> str:
    if fact.paid_cents < fact.due_cents:
        return say("%(bet)s is paid %(amount)s of %(due)s due.")
    if not fact.folds:
        return say("%(bet)s is paid %(amount)s.")
    return say("%(bet)s, %(chain)s, is paid %(amount)s.")


def _won_back(say: Say, fact: facts.PliWon) -> str:
    if fact.paid_cents < fact.due_cents:
        return say("%(bet)s wins its pli: %(amount)s of %(due)s come back onto the card.")
    return say("%(bet)s wins its pli: %(amount)s come back onto the card.")


def _forfeited(say: Say, fact: facts.ForfeitPaid) -> str:
    if fact.paid_cents < fact.due_cents:
        return say("%(bet)s is paid %(amount)s of %(due)s for the miscounted pack.")
    return say("%(bet)s is paid %(amount)s for the miscounted pack.")


def _returned(say: Say, fact: facts.CardReturned) -> str:
    void = say("%(void_gain)s in suspense is void") if fact.void_gain_cents else ""
    back = say("%(bet)s, %(amount)s: %(why)s", why=said(WHY_RETURNED[fact.reason]))
    return f"{clauses(back, void)}."


def _over(say: Say, fact: facts.PackDealtOut) -> str:
    told = say("Deal %(deal)s is over.")
    if not fact.carried:
        return told
    on = ngettext("%(num)s bet is carried into the next", "%(num)s bets are carried into the next", len(fact.carried))
    return f"{clauses(told[:-1], on)}."


def _place(say: Say, it: facts.CardStaked | facts.CardChanged | asked.PlaceBet | asked.MoveBet) -> str:
    return bets.place_asked(it) if isinstance(it, asked.PlaceBet | asked.MoveBet) else bets.place_called(it.ranks)


COUP = marked("Coup %(turn)s: the bank’s card is %(bank)s, the punters’ %(punters)s.")

WORDS = GameWords(
    arguments={"add": "Added", "bank": "The bank’s card", "punters": "The punters’ card", "cards": "Cards counted"},
    facts={
        facts.PackTaken: FactWords(marked("Deal %(deal)s begins."), receipt="Deal %(deal)s begun"),
        facts.BottomShown: FactWords(BOTTOM, taken_back=marked("the %(card)s at the bottom")),
        facts.CardStaked: FactWords(bets.lays),
        facts.StakePressed: FactWords(marked("%(bet)s is pressed to %(amount)s.")),
        facts.CardChanged: FactWords(_changed),
        facts.CardTakenDown: FactWords(marked("%(name)s takes %(amount)s down.")),
        facts.CardMasked: FactWords(marked("%(bet)s is masked.")),
        facts.CardUnmasked: FactWords(marked("%(bet)s is shown.")),
        facts.PaixMade: FactWords(marked("%(bet)s makes a paix: %(chain)s, with %(ventured)s ventured.")),
        facts.ParoliMade: FactWords(marked("%(bet)s makes a paroli: %(chain)s, with %(ventured)s ventured.")),
        facts.PliMade: FactWords(marked("%(bet)s makes a pli: %(amount)s are ventured to win %(lost)s back.")),
        facts.CoupDealt: FactWords(COUP),
        facts.CardWon: FactWords(_won),
        facts.PliWon: FactWords(_won_back),
        facts.CardLost: FactWords(_lost),
        facts.DoubletDealt: FactWords(_doublet),
        facts.CardsDrawn: FactWords(marked("%(bet)s is drawn, l’une pour l’autre: nothing moves.")),
        facts.GainPaid: FactWords(_paid, aside=True),
        facts.ForfeitPaid: FactWords(_forfeited),
        facts.CardReturned: FactWords(_returned, aside=True),
        facts.PharoBankBroken: FactWords(
            lambda say, fact: say("The bank is broken: %(amount)s stay unpaid.", amount=brief(fact.unpaid_cents)),
            aside=True,
        ),
        facts.PackMiscounted: FactWords(
            marked("The pack has %(count)s cards: the dealer forfeits, and deal %(deal)s is over."),
            receipt="Deal %(deal)s forfeited · %(count)s cards",
            sums_up=True,
        ),
        facts.PackFoul: FactWords(
            marked("Deal %(deal)s is void: %(reason)s."),
            receipt=lambda say, fact: f"Deal {fact.deal} void · {fact.reason}",
            sums_up=True,
        ),
        facts.PackDealtOut: FactWords(_over, receipt="Deal %(deal)s over", sums_up=True),
    },
    commands={
        asked.StartDeal: CommandWords(marked("Begin a deal"), marked("A deal begins."), waits="start the deal"),
        asked.ShowBottom: CommandWords(marked("Show the bottom card"), BOTTOM, waits="%(card)s at the bottom"),
        asked.PlaceBet: CommandWords(marked("Lay a bet"), bets.lays, waits="%(name)s %(amount)s on %(place)s"),
        asked.PressBet: CommandWords(
            marked("Press a bet"),
            lambda say, it: say("%(bet)s is pressed by %(amount)s.", amount=brief(it.add)),
            waits="%(bet)s pressed by %(amount)s",
        ),
        asked.MoveBet: CommandWords(
            marked("Change a card"), marked("%(bet)s is moved to %(place)s."), waits="%(bet)s to %(place)s"
        ),
        asked.TakeDownBet: CommandWords(marked("Take a bet down"), marked("%(bet)s is taken down.")),
        asked.Coup: CommandWords(
            marked("Deal a coup"),
            marked("A coup: the bank’s card %(bank)s, the punters’ %(punters)s."),
            waits="coup %(bank)s %(punters)s",
        ),
        asked.Paix: CommandWords(marked("Make a paix"), marked("%(bet)s makes a paix.")),
        asked.Paroli: CommandWords(marked("Make a paroli"), marked("%(bet)s makes a paroli.")),
        asked.TakeWin: CommandWords(marked("Take a win"), marked("%(bet)s is paid what it has won.")),
        asked.Pli: CommandWords(marked("Make a pli"), marked("%(bet)s makes a pli.")),
        asked.MaskBet: CommandWords(marked("Mask a card"), facts.CardMasked),
        asked.UnmaskBet: CommandWords(marked("Show a masked card"), facts.CardUnmasked),
        asked.Miscount: CommandWords(
            marked("Count the pack"), marked("The pack is counted, and has %(count)s cards."), waits="%(count)s cards"
        ),
        asked.VoidDeal: CommandWords(marked("Void the deal"), marked("The deal is void: %(reason)s.")),
        asked.EndDeal: CommandWords(marked("End the deal"), marked("The deal is over.")),
    },
    named={
        "place": _place,
        "chain": lambda say, it: chain_called(it.folds),
        "bank": lambda say, it: card_words(it.bank),
        "punters": lambda say, it: card_words(it.punters),
        "count": lambda say, it: str(it.cards),
    },
    round=RoundWords(
        kind="pharo-deal",
        one=marked("deal %(number)s"),
        over=marked("after deal %(number)s"),
        turn=marked("coup %(turn)s of deal %(number)s"),
        laid_in=marked("%(bet)s, laid in deal %(number)s"),
        own_page=marked("Your night,<br>bet by bet"),
    ),
    position=bets.position,
    bet=bets.bet_called,
    results={
        "paid": marked("paid"),
        "forfeit": marked("forfeited"),
        "split": marked("doublet"),
        "standoff": marked("drawn"),
        "taken_down": marked("taken down"),
    },
    settings=SETTINGS,
    settled=SETTLED,
    differences=DIFFERENCES,
)
