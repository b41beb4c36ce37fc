"""Frog as the papers of the house ask of it."""

from __future__ import annotations

from dealer.game.house import read_recorded
from dealer.games.frog.house import FROG, FrogHouse
from reports.game_papers import GamePapers, HouseRulesText
from reports.games.frog.dossier import FrogHandStory, turn_done
from reports.games.frog.rulebook import FROG_RULES
from reports.games.frog.rules import banks_part, frog_rules
from reports.games.frog.words import WORDS

PAPERS = GamePapers(
    name=FROG,
    words=WORDS,
    house_rules=HouseRulesText(
        sentences=lambda recorded: frog_rules(read_recorded(recorded, FrogHouse)), banks_part=banks_part
    ),
    rulebook=FROG_RULES,
    round_story=FrogHandStory,
    turn_done=turn_done,
)
