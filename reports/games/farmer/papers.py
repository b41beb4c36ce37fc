"""Farmer as the papers of the house ask of it."""

from __future__ import annotations

from reports.games.farmer.hands import HAND_WORDS, FarmerHandStory, turn_done
from reports.games.farmer.rulebook import FARMER_RULES
from reports.games.farmer.rules import banks_part, farmer_rules
from reports.games.farmer.words import WORDS
from reports.hand_papers import hand_papers

PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    rules=farmer_rules,
    banks_part=banks_part,
    rulebook=FARMER_RULES,
    round_story=FarmerHandStory,
    turn_done=turn_done,
)
