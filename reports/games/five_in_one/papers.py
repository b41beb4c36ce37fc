"""Five in One as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.five_in_one.house import FiveInOneHouse
from dealer.games.five_in_one.state import FIVE_IN_ONE
from reports.game_papers import GamePapers, HouseRulesText, RoundSheet
from reports.games.five_in_one.dossier import FiveRoundStory, five_rounds_of, turn_done
from reports.games.five_in_one.parts import player_part, table_part
from reports.games.five_in_one.play import five_in_one_play_of
from reports.games.five_in_one.round_sheet import print_round_sheet, round_sheet_view
from reports.games.five_in_one.rulebook import FIVE_IN_ONE_RULES
from reports.games.five_in_one.rules import banks_part, five_in_one_rules
from reports.games.five_in_one.words import WORDS

PAPERS = GamePapers(
    name=FIVE_IN_ONE,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=five_in_one_play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=round_sheet_view, print=print_round_sheet),
    house_rules=HouseRulesText(
        sentences=lambda recorded: five_in_one_rules(read_recorded(recorded, FiveInOneHouse)),
        banks_part=banks_part,
    ),
    rulebook=FIVE_IN_ONE_RULES,
    rounds_of=five_rounds_of,
    round_story=FiveRoundStory,
    turn_done=turn_done,
)
