"""Farmer as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.farmer.house import FarmerHouse
from dealer.games.farmer.state import FARMER
from reports.game_papers import GamePapers, HouseRulesText
from reports.games.farmer.hands import HAND_WORDS, FarmerHandStory, turn_done
from reports.games.farmer.rulebook import FARMER_RULES
from reports.games.farmer.rules import banks_part, farmer_rules
from reports.games.farmer.words import WORDS
from reports.rounds.hands import hands_play_of, player_part, summaries_of, table_part
from reports.sheets.chip_hand_sheet import chip_hand_sheet

PAPERS = GamePapers(
    name=FARMER,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=lambda facts: hands_play_of(facts, HAND_WORDS),
    player_part=player_part,
    table_part=table_part,
    round_sheet=chip_hand_sheet(HAND_WORDS),
    house_rules=HouseRulesText(
        sentences=lambda recorded: farmer_rules(read_recorded(recorded, FarmerHouse)),
        banks_part=banks_part,
    ),
    rulebook=FARMER_RULES,
    rounds_of=summaries_of(HAND_WORDS),
    round_story=FarmerHandStory,
    turn_done=turn_done,
)
