"""Five in One as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.five_in_one.house import FiveInOneHouse
from dealer.games.five_in_one.state import FIVE_IN_ONE
from reports.game_papers import GamePapers, HouseRulesText
from reports.games.five_in_one.rulebook import FIVE_IN_ONE_RULES
from reports.games.five_in_one.rules import banks_part, five_in_one_rules
from reports.games.five_in_one.words import WORDS

PAPERS = GamePapers(
    name=FIVE_IN_ONE,
    words=WORDS,
    folder=Path(__file__).parent,
    house_rules=HouseRulesText(
        sentences=lambda recorded: five_in_one_rules(read_recorded(recorded, FiveInOneHouse)),
        banks_part=banks_part,
    ),
    rulebook=FIVE_IN_ONE_RULES,
)
