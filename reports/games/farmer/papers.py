"""Farmer as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.farmer.house import FarmerHouse
from dealer.games.farmer.state import FARMER
from reports.game_papers import GamePapers, HouseRulesText
from reports.games.farmer.rulebook import FARMER_RULES
from reports.games.farmer.rules import banks_part, farmer_rules
from reports.games.farmer.words import WORDS

PAPERS = GamePapers(
    name=FARMER,
    words=WORDS,
    folder=Path(__file__).parent,
    house_rules=HouseRulesText(
        sentences=lambda recorded: farmer_rules(read_recorded(recorded, FarmerHouse)),
        banks_part=banks_part,
    ),
    rulebook=FARMER_RULES,
)
