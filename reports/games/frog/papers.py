"""Frog as the papers of the house ask of it."""

from __future__ import annotations

from reports.games.frog.dossier import FrogHandStory, turn_done
from reports.games.frog.hands import HAND_WORDS
from reports.games.frog.rulebook import FROG_RULES
from reports.games.frog.rules import banks_part, frog_rules
from reports.games.frog.words import WORDS
from reports.hand_papers import hand_papers

PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    rules=frog_rules,
    banks_part=banks_part,
    rulebook=FROG_RULES,
    round_story=FrogHandStory,
    turn_done=turn_done,
)
