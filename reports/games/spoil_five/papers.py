"""Spoil Five as the papers of the house ask of it."""

from __future__ import annotations

from reports.games.spoil_five.hands import HAND_WORDS, SpoilFiveHandStory, turn_done
from reports.games.spoil_five.rulebook import SPOIL_FIVE_RULES
from reports.games.spoil_five.rules import banks_part, spoil_five_rules
from reports.games.spoil_five.words import WORDS
from reports.hand_papers import hand_papers

PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    rules=spoil_five_rules,
    banks_part=banks_part,
    rulebook=SPOIL_FIVE_RULES,
    round_story=SpoilFiveHandStory,
    turn_done=turn_done,
)
