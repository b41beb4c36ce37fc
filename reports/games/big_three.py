"""Big Three in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.big_three import GAME, ScoreBigThree
from reports.score_pad.papers import score_papers
from reports.score_pad.words import score_words
from reports.words.game_words import CommandWords
from reports.words.players import name_of
from reports.words.say import Say


def _out_named(say: Say, it: ScoreBigThree) -> str:
    return name_of(say.now, it.out)


WORDS = score_words(
    GAME,
    commands={ScoreBigThree.do: CommandWords(marked("Score the hand"), marked("%(out)s is out first."))},
    named={"out": _out_named},
)

PAPERS = score_papers(GAME.name, WORDS)
