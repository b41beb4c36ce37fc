"""Spoil Five as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.spoil_five.house import SpoilFiveHouse
from dealer.games.spoil_five.state import SPOIL_FIVE
from reports.game_papers import GamePapers, HouseRulesText
from reports.games.spoil_five.hands import HAND_WORDS, SpoilFiveHandStory, turn_done
from reports.games.spoil_five.rulebook import SPOIL_FIVE_RULES
from reports.games.spoil_five.rules import banks_part, spoil_five_rules
from reports.games.spoil_five.words import WORDS
from reports.rounds.hands import hands_play_of, player_part, summaries_of, table_part
from reports.sheets.chip_hand_sheet import chip_hand_sheet

PAPERS = GamePapers(
    name=SPOIL_FIVE,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=lambda facts: hands_play_of(facts, HAND_WORDS),
    player_part=player_part,
    table_part=table_part,
    round_sheet=chip_hand_sheet(HAND_WORDS),
    house_rules=HouseRulesText(
        sentences=lambda recorded: spoil_five_rules(read_recorded(recorded, SpoilFiveHouse)),
        banks_part=banks_part,
    ),
    rulebook=SPOIL_FIVE_RULES,
    rounds_of=summaries_of(HAND_WORDS),
    round_story=SpoilFiveHandStory,
    turn_done=turn_done,
)
