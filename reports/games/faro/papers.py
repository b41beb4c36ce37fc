"""Faro as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.games.faro.house import house_of
from dealer.games.faro.state import FARO
from dealer.games.faro.take_and_pay import follow_places
from reports.game_papers import GamePapers, HouseRulesText, RoundSheet
from reports.games.faro.blanks import BLANKS
from reports.games.faro.dossier import Bets, BetStory, turn_story
from reports.games.faro.parts import player_part, table_part
from reports.games.faro.percentages import percentages_of
from reports.games.faro.play import play_of
from reports.games.faro.rulebook import FARO_RULES
from reports.games.faro.rules import faro_rules
from reports.games.faro.tab_sheet import print_tab_sheet, tab_sheet_view
from reports.games.faro.words import WORDS

PAPERS = GamePapers(
    name=FARO,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=tab_sheet_view, print=print_tab_sheet, title="Tabs of deal {}"),
    house_rules=HouseRulesText(
        sentences=lambda recorded: faro_rules(house_of(recorded)),
        told_with={
            "minimum": "limit",
            "paroli_times": "running_limit",
            "cat_pays": "call_pays",
            "call_quote": "call_pays",
        },
        percentages=lambda recorded: percentages_of(house_of(recorded)),
    ),
    rulebook=FARO_RULES,
    blanks=BLANKS,
    stakes=Bets,
    stake_story=BetStory,
    rounds_of=None,
    turn_story=turn_story,
    follow_places=follow_places,
)
