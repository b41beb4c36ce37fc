"""The papers of every game that a table can deal."""

from __future__ import annotations

from reports.game_papers import GamePapers
from reports.games.fan_tan.papers import PAPERS as FAN_TAN
from reports.games.farmer.papers import PAPERS as FARMER
from reports.games.faro.papers import PAPERS as FARO
from reports.games.five_in_one.papers import PAPERS as FIVE_IN_ONE
from reports.games.pharo.papers import PAPERS as PHARO
from reports.games.spoil_five.papers import PAPERS as SPOIL_FIVE

GAMES: dict[str, GamePapers] = {
    papers.name: papers for papers in (FARO, PHARO, FAN_TAN, FARMER, SPOIL_FIVE, FIVE_IN_ONE)
}
