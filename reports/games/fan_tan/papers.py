"""Fan-Tan as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.commands.phrases import marked
from dealer.games.fan_tan.house import house_of
from dealer.games.fan_tan.state import FAN_TAN
from reports.game_papers import Blank, GamePapers, HouseRulesText, RoundSheet
from reports.games.fan_tan.dossier import HandStory, hands_of, turn_done
from reports.games.fan_tan.hand_sheet import hand_sheet_view, print_hand_sheet
from reports.games.fan_tan.parts import player_part, table_part
from reports.games.fan_tan.play import pot_play_of
from reports.games.fan_tan.rulebook import FAN_TAN_RULES
from reports.games.fan_tan.rules import banks_part, fan_tan_rules
from reports.games.fan_tan.words import WORDS
from reports.pdf.render import pdf
from reports.render_options import RenderOptions

_HANDS = 24
_SEATS = 8


def _score_sheet(title: str, options: RenderOptions) -> bytes:
    return pdf("fan_tan/blank.html", title, options, hands=_HANDS, seats=_SEATS)


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
    blanks=(
        Blank(
            name="fan-tan-score",
            title=marked("Fan-Tan score sheet"),
            about="Twenty-four hands of up to eight players, in chips.",
            make=_score_sheet,
        ),
    ),
    rounds_of=hands_of,
    round_story=HandStory,
    turn_done=turn_done,
)
