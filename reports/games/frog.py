"""Frog in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games import frog as asked
from dealer.games.frog import GAME, FrogTable
from events.games import frog as facts
from reports.game_papers import GamePapers
from reports.score_pad.words import COMMANDS, FACTS, bid_said
from reports.words.formatting import listed, signed_number
from reports.words.game_words import CommandWords, FactWords, GameWords, Position, RoundWords
from reports.words.players import name_of
from reports.words.say import Say


def _settled(say: Say, it: facts.FrogHandSettled) -> str:
    won = listed([f"{name_of(say.now, one.player)} {signed_number(one.chips)}" for one in it.won])
    bidder = name_of(say.now, it.bidder)
    return say("Hand %(hand)s, %(bid)s: %(bidder)s has %(points)s points: %(won)s.", bidder=bidder, won=won)


def _position(table: FrogTable) -> Position:
    return Position(number=table.round, is_on=table.is_on, turn=table.turn, dealer=table.dealer)


WORDS = GameWords(
    facts={
        **FACTS,
        facts.FrogHandBegun: FactWords(
            marked("%(name)s deals hand %(hand)s."), receipt="Hand %(hand)s begun · %(name)s deals"
        ),
        facts.FrogHandPassedOut: FactWords(
            marked("Hand %(hand)s is dead: everybody passed."), receipt="Hand %(hand)s passed out", sums_up=True
        ),
        facts.FrogHandSettled: FactWords(_settled, receipt="Hand %(hand)s settled", sums_up=True),
        facts.FrogHandVoided: FactWords(
            marked("Hand %(hand)s is void: %(reason)s."),
            receipt=lambda say, fact: f"Hand {fact.hand} void · {fact.reason}",
        ),
    },
    commands={
        asked.StartHand: CommandWords(
            marked("Deal a hand"), marked("%(name)s deals a hand."), waits="start the hand, %(name)s deals"
        ),
        asked.BidFrog: COMMANDS["bid"],
        asked.PassFrog: COMMANDS["pass"],
        asked.ContractFrog: COMMANDS["contract"],
        asked.ScoreFrog: CommandWords(marked("Score the hand"), marked("The bidder has %(points)s points.")),
        asked.VoidHand: COMMANDS["void_hand"],
    },
    named={"bid": lambda say, it: bid_said(it.bid)},
    round=RoundWords(kind="frog-hand"),
    position=_position,
)

PAPERS = GamePapers(name=GAME.name, words=WORDS)
