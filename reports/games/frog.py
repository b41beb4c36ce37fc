"""Frog in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.frog import commands as asked
from dealer.games.frog.house import FROG
from events.games import frog as facts
from reports.game_papers import GamePapers
from reports.score_pad.words import COMMANDS, FACTS, bid_said
from reports.words import hands
from reports.words.formatting import listed, signed_number
from reports.words.game_words import CommandWords, FactWords, GameWords
from reports.words.players import name_of
from reports.words.say import Say


def _settled(say: Say, it: facts.FrogHandSettled) -> str:
    won = listed([f"{name_of(say.now, one.player)} {signed_number(one.chips)}" for one in it.won])
    bidder = name_of(say.now, it.bidder)
    return say("Hand %(hand)s, %(bid)s: %(bidder)s has %(points)s points: %(won)s.", bidder=bidder, won=won)


WORDS = GameWords(
    facts={
        **FACTS,
        facts.FrogHandBegun: hands.BEGUN,
        facts.FrogHandPassedOut: FactWords(
            marked("Hand %(hand)s is dead: everybody passed."), receipt="Hand %(hand)s passed out", sums_up=True
        ),
        facts.FrogHandSettled: FactWords(_settled, receipt="Hand %(hand)s settled", sums_up=True),
        facts.FrogHandVoided: hands.VOIDED,
    },
    commands={
        asked.StartHand: hands.DEAL,
        asked.BidFrog: COMMANDS["bid"],
        asked.PassFrog: COMMANDS["pass"],
        asked.ContractFrog: COMMANDS["contract"],
        asked.ScoreFrog: CommandWords(marked("Score the hand"), marked("The bidder has %(points)s points.")),
        asked.VoidHand: hands.VOID,
    },
    named={"bid": lambda say, it: bid_said(it.bid)},
    round=hands.called_of("frog-hand"),
    position=hands.position,
)

PAPERS = GamePapers(name=FROG, words=WORDS)
