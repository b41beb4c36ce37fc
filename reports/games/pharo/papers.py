"""Pharo as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.game.house import read_recorded
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.house import PharoHouse
from dealer.games.pharo.state import PHARO
from events.facts.night import Setting
from reports.game_papers import GamePapers, HouseRulesText, RoundSheet
from reports.games.pharo.blanks import LIVRET
from reports.games.pharo.deal_sheet import deal_sheet_view, print_deal_sheet
from reports.games.pharo.dossier import PharoDealStory, PharoStakes, PharoStakeStory
from reports.games.pharo.parts import player_part, table_part
from reports.games.pharo.percentages import percentages_of
from reports.games.pharo.play import play_of
from reports.games.pharo.rulebook import PHARO_RULES
from reports.games.pharo.rules import pharo_rules
from reports.games.pharo.words import WORDS


def _house_of(recorded: dict[str, Setting]) -> PharoHouse:
    return read_recorded(recorded, PharoHouse)


PAPERS = GamePapers(
    name=PHARO,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=deal_sheet_view, print=print_deal_sheet, title="Coups of deal {}"),
    house_rules=HouseRulesText(
        sentences=lambda recorded: pharo_rules(_house_of(recorded)),
        told_with={"minimum": "limit"},
        percentages=lambda recorded: percentages_of(_house_of(recorded)),
    ),
    rulebook=PHARO_RULES,
    blanks=(LIVRET,),
    stakes=PharoStakes,
    stake_story=PharoStakeStory,
    round_story=PharoDealStory,
    follow_places=follow_places,
)
