"""Fan-Tan as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.games.fan_tan.house import house_of
from dealer.games.fan_tan.state import FAN_TAN
from reports.game_papers import GamePapers, HouseRulesText, RoundSheet
from reports.games.fan_tan.blanks import BLANKS
from reports.games.fan_tan.dossier import HandStory, hands_of, turn_done
from reports.games.fan_tan.hand_sheet import hand_sheet_view, print_hand_sheet
from reports.games.fan_tan.parts import player_part, table_part
from reports.games.fan_tan.play import pot_play_of
from reports.games.fan_tan.rulebook import FAN_TAN_RULES
from reports.games.fan_tan.rules import banks_part, fan_tan_rules
from reports.games.fan_tan.words import WORDS

PAPERS = GamePapers(
    name=FAN_TAN,
    words=WORDS,
    whole_title="Fan-Tan (Sevens, Parliament)",
    folder=Path(__file__).parent,
    play_of=pot_play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=hand_sheet_view, print=print_hand_sheet),
    house_rules=HouseRulesText(
        sentences=lambda recorded: fan_tan_rules(house_of(recorded)),
        told_with={
            "ante_extra": "ante",
            "extra_from": "ante",
            "counted": "card_pays",
            "free_passes": "voluntary_pass",
            "opener_chips": "wrong_pass_opener",
        },
        banks_part=banks_part,
    ),
    rulebook=FAN_TAN_RULES,
    blanks=BLANKS,
    rounds_of=hands_of,
    round_story=HandStory,
    turn_done=turn_done,
)
