"""The words of Faro."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.phrases import marked
from dealer.games.faro import commands as asked
from dealer.games.faro.reasons import why_returned
from dealer.games.faro.state import faro_of
from dealer.night.night import Night
from events.facts.fact import Fact
from events.games import faro as facts
from reports.games.faro.words import bets
from reports.games.faro.words.differences import DIFFERENCES, SETTLED
from reports.games.faro.words.settings import SETTINGS
from reports.words.cards import card_words
from reports.words.formatting import brief
from reports.words.game_words import CommandWords, FactWords, GameWords, RoundWords
from reports.words.language import gettext as _
from reports.words.naming import bet_of
from reports.words.phrases import said
from reports.words.players import name_of
from reports.words.say import Say

SODA = marked("The soda is %(card)s.")
WINNER = marked("The winner is %(card)s.")
HOCK = marked("The %(card)s in hock.")


def _laid(say: Say, it: facts.BetPlaced | asked.PlaceBet) -> str:
    name, amount, place = map(say.value, ("name", "amount", "place"))
    return bets.lays(name, amount, place, coppered=it.coppered, paroli=it.paroli, form=it.form)


def _called(say: Say, it: facts.TurnCalled | asked.CallTurn) -> str:
    return bets.calls(say.value("name"), it.order, say.value("amount"))


def _moved(say: Say, fact: facts.BetMoved) -> str:
    """Where it was moved to; where it lies now says nothing of that once the moving is taken back."""
    lying = faro_of(say.now).lying(fact.bet)
    whose = name_of(say.now, lying.player) if lying else fact.bet
    return say("%(name)s’s bet is moved to %(place)s.", name=whose)


def _paid(say: Say, fact: facts.BetPaid) -> str:
    if fact.paid_cents == fact.due_cents:
        return say("%(bet)s wins %(amount)s.")
    return say("%(bet)s wins %(amount)s of %(due)s due.")


def _claimed(say: Say, fact: facts.SleeperClaimed) -> str:
    name = say.value("claimant")
    if fact.claimant == fact.player:
        return say("%(name)s claims their own sleeper of %(amount)s.", name=name)
    return say("%(name)s claims %(owner)s’s sleeper of %(amount)s.", name=name, owner=say.value("player"))


def _turn_asked(say: Say, it: asked.Turn) -> str:
    loser, winner = card_words(it.loser), card_words(it.winner)
    return say("A turn: loser %(loser)s, winner %(winner)s.", loser=loser, winner=winner)


def _place(say: Say, it: facts.BetPlaced | facts.BetMoved | asked.PlaceArguments) -> str:
    if isinstance(it, asked.PlaceArguments):
        return bets.place_asked(say.now, it)
    return bets.place_called(it.place)


def _together(now: Night, made: Sequence[Fact], told: str) -> str:
    """Several bets taken down at once, and the two cards of a turn."""
    lifted = [fact for fact in made if isinstance(fact, facts.BetTakenDown)]
    if len(lifted) == len(made) > 1:
        name = name_of(now, lifted[0].player)
        return bets.takes_all_down(name, len(lifted), sum(fact.stake_cents for fact in lifted))
    cards = [fact for fact in made if isinstance(fact, facts.LoserDrawn | facts.WinnerDrawn)]
    if len(cards) != 2:
        return told
    loser, winner = (card_words(one.card) for one in cards)
    return _("Turn %(turn)s: loser %(loser)s, winner %(winner)s.", turn=cards[0].turn, loser=loser, winner=winner)


WORDS = GameWords(
    arguments={
        "add": "Added",
        "order": "Order: loser, winner, hock",
        "win": "To win: ranks, a side or a colour",
        "lose": "To lose: ranks",
    },
    facts={
        facts.DealStarted: FactWords(marked("Deal %(deal)s begins."), receipt="Deal %(deal)s begun"),
        facts.SodaExposed: FactWords(SODA, taken_back=marked("the %(card)s as soda")),
        facts.BetPlaced: FactWords(_laid),
        facts.TurnCalled: FactWords(_called),
        facts.BetPressed: FactWords(marked("%(bet)s is pressed to %(amount)s.")),
        facts.BetMoved: FactWords(_moved),
        facts.BetCoppered: FactWords(marked("%(bet)s is coppered.")),
        facts.BetUncoppered: FactWords(marked("%(bet)s: the copper is off.")),
        facts.BetLeftOn: FactWords(marked("%(bet)s is a paroli: stake and winnings stay on.")),
        facts.BetStoodPat: FactWords(marked("%(bet)s stands pat: the winnings come off.")),
        facts.BetBarred: FactWords(lambda say, it: bets.barred(say.value("bet"), it.turns)),
        facts.BetReleased: FactWords(marked("%(bet)s goes again.")),
        facts.BetHalved: FactWords(marked("%(bet)s: half goes.")),
        facts.BetMadeWhole: FactWords(marked("%(bet)s: the whole goes.")),
        facts.BetTakenDown: FactWords(lambda say, fact: bets.takes_down(say.value("name"), say.value("amount"))),
        facts.BetsLaidAgain: FactWords(lambda say, fact: bets.laid_again(say.value("name"), fact), sums_up=True),
        facts.LoserDrawn: FactWords(
            marked("The loser is %(card)s; bets are closed."), taken_back=marked("the %(card)s as loser")
        ),
        facts.WinnerDrawn: FactWords(WINNER, taken_back=marked("the %(card)s as winner")),
        facts.HockExposed: FactWords(HOCK, taken_back=marked("the %(card)s as hock")),
        facts.BetPaid: FactWords(_paid),
        facts.BetLost: FactWords(marked("%(bet)s loses %(amount)s.")),
        facts.BetSplit: FactWords(marked("%(bet)s is split: the bank takes %(amount)s.")),
        facts.BetStoodOff: FactWords(marked("%(bet)s stands off: nothing moves.")),
        facts.BetReturned: FactWords(
            lambda say, fact: say("%(bet)s, %(amount)s: %(why)s.", why=said(why_returned(fact.reason).why))
        ),
        facts.SleeperClaimed: FactWords(_claimed),
        facts.SleeperTaken: FactWords(marked("%(bet)s slept: the bank takes %(amount)s.")),
        facts.BetSwept: FactWords(marked("%(bet)s still lies after the hock: the dealer sweeps %(amount)s.")),
        facts.BankBroken: FactWords(
            lambda say, fact: say("The bank is broken: %(amount)s stay unpaid.", amount=brief(fact.unpaid_cents))
        ),
        facts.DealVoided: FactWords(
            marked("Deal %(deal)s is void: %(reason)s."),
            receipt=lambda say, fact: f"Deal {fact.deal} void · {fact.reason}",
            sums_up=True,
        ),
        facts.DealEnded: FactWords(marked("Deal %(deal)s is over."), receipt="Deal %(deal)s over"),
    },
    commands={
        asked.StartDeal: CommandWords(marked("Begin a deal"), marked("A deal begins."), waits="start the deal"),
        asked.ExposeSoda: CommandWords(marked("Show the soda"), SODA, waits="soda %(card)s"),
        asked.PlaceBet: CommandWords(marked("Lay a bet"), _laid, waits="%(name)s %(amount)s on %(place)s%(coppered)s"),
        asked.CallTurn: CommandWords(marked("Call the turn"), _called, waits="%(name)s calls %(order)s for %(amount)s"),
        asked.PressBet: CommandWords(
            marked("Press a bet"),
            lambda say, it: say("%(bet)s is pressed by %(amount)s.", amount=brief(it.add)),
            waits="%(bet)s pressed by %(amount)s",
        ),
        asked.SameAgain: CommandWords(
            marked("The same again"), marked("%(name)s lays the same again."), waits="%(name)s: the same again"
        ),
        asked.MoveBet: CommandWords(
            marked("Move a bet"), marked("%(bet)s is moved to %(place)s."), waits="%(bet)s to %(place)s"
        ),
        asked.CopperBet: CommandWords(marked("Copper a bet"), facts.BetCoppered),
        asked.UncopperBet: CommandWords(marked("Take a copper off"), marked("%(bet)s: the copper comes off.")),
        asked.ParoliBet: CommandWords(marked("Make a bet a paroli"), marked("%(bet)s is made a paroli.")),
        asked.StandPat: CommandWords(marked("Let a bet stand pat"), marked("%(bet)s stands pat.")),
        asked.BarBet: CommandWords(marked("Bar a bet"), facts.BetBarred),
        asked.ReleaseBet: CommandWords(marked("“It goes”"), facts.BetReleased),
        asked.HalfGoes: CommandWords(marked("Half goes"), facts.BetHalved),
        asked.WholeGoes: CommandWords(marked("The whole goes"), facts.BetMadeWhole),
        asked.TakeDownBet: CommandWords(marked("Take a bet down"), marked("%(bet)s is taken down.")),
        asked.TakeDownAll: CommandWords(marked("Take all bets down"), marked("%(name)s takes all bets down.")),
        asked.Turn: CommandWords(marked("Deal a turn"), _turn_asked),
        asked.DrawLoser: CommandWords(
            marked("Draw the loser"), marked("The loser is %(card)s."), waits="loser %(card)s"
        ),
        asked.DrawWinner: CommandWords(marked("Draw the winner"), WINNER, waits="winner %(card)s"),
        asked.ExposeHock: CommandWords(marked("Show the hock"), HOCK, waits="hock %(card)s"),
        asked.ClaimSleeper: CommandWords(
            marked("Claim a sleeper"),
            lambda say, it: say("%(name)s claims a sleeper: %(bet)s.", bet=bet_of(say.now, it.bet, within=True)),
        ),
        asked.VoidDeal: CommandWords(marked("Void the deal"), marked("The deal is void: %(reason)s.")),
        asked.EndDeal: CommandWords(marked("End the deal"), marked("The deal is over.")),
    },
    named={"place": _place},
    together=_together,
    round=RoundWords(
        kind="deal",
        one=marked("deal %(number)s"),
        over=marked("after deal %(number)s"),
        turn=marked("turn %(turn)s of deal %(number)s"),
        laid_in=marked("%(bet)s, laid in deal %(number)s"),
        own_page=marked("Your night,<br>bet by bet"),
    ),
    position=bets.position,
    earlier_round=bets.earlier_deal,
    bet=bets.bet_called,
    results={
        "claimed": marked("sleeper"),
        "after_hock": marked("swept after the hock"),
        "claimed_by_another": marked("sleeper claimed by another"),
        "taken_down": marked("taken down"),
    },
    settings=SETTINGS,
    settled=SETTLED,
    differences=DIFFERENCES,
)
