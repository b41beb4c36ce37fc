"""Pharo as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.house import PharoHouse
from dealer.games.pharo.state import PHARO
from reports.game_papers import GamePapers, HouseRulesText
from reports.games.pharo.rulebook import PHARO_RULES
from reports.games.pharo.rules import pharo_rules
from reports.games.pharo.words import WORDS

PAPERS = GamePapers(
    name=PHARO,
    words=WORDS,
    folder=Path(__file__).parent,
    house_rules=HouseRulesText(
        sentences=lambda recorded: pharo_rules(read_recorded(recorded, PharoHouse)),
        told_with={"minimum": "limit"},
    ),
    rulebook=PHARO_RULES,
    follow_places=follow_places,
)
