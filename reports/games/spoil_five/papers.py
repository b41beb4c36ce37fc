"""Spoil Five as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.spoil_five.house import SpoilFiveHouse
from dealer.games.spoil_five.state import SPOIL_FIVE
from reports.game_papers import GamePapers, HouseRulesText
from reports.games.spoil_five.rulebook import SPOIL_FIVE_RULES
from reports.games.spoil_five.rules import banks_part, spoil_five_rules
from reports.games.spoil_five.words import WORDS

PAPERS = GamePapers(
    name=SPOIL_FIVE,
    words=WORDS,
    folder=Path(__file__).parent,
    house_rules=HouseRulesText(
        sentences=lambda recorded: spoil_five_rules(read_recorded(recorded, SpoilFiveHouse)),
        banks_part=banks_part,
    ),
    rulebook=SPOIL_FIVE_RULES,
)
