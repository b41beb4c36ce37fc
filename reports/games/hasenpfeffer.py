"""Hasenpfeffer in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.hasenpfeffer import GAME, ShowJoker
from events.games.hasenpfeffer import JokerShown
from reports.score_pad.papers import score_papers
from reports.score_pad.words import score_words
from reports.words.game_words import CommandWords, FactWords
from reports.words.say import Say


def _joker_asked(say: Say, it: ShowJoker) -> str:
    return say("Nobody holds the joker.") if it.player is None else say("%(name)s shows the joker.")


WORDS = score_words(
    GAME,
    facts={JokerShown: FactWords(marked("%(name)s shows the joker, and has bid %(bid)s."))},
    commands={ShowJoker.do: CommandWords(marked("Show the joker"), _joker_asked)},
)

PAPERS = score_papers(GAME.name, WORDS)
