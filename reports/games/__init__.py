"""The papers of every game that a table can deal."""

from __future__ import annotations

from reports.game_papers import GamePapers
from reports.games.big_three.papers import PAPERS as BIG_THREE
from reports.games.fan_tan.papers import PAPERS as FAN_TAN
from reports.games.farmer.papers import PAPERS as FARMER
from reports.games.faro.papers import PAPERS as FARO
from reports.games.five_hundred.papers import PAPERS as FIVE_HUNDRED
from reports.games.five_in_one.papers import PAPERS as FIVE_IN_ONE
from reports.games.forty_five.auction.papers import PAPERS as AUCTION_FORTY_FIVE
from reports.games.forty_five.papers import PAPERS as FORTY_FIVE
from reports.games.four_deal_bridge.papers import PAPERS as FOUR_DEAL_BRIDGE
from reports.games.frog.papers import PAPERS as FROG
from reports.games.hasenpfeffer.papers import PAPERS as HASENPFEFFER
from reports.games.pharo.papers import PAPERS as PHARO
from reports.games.spoil_five.papers import PAPERS as SPOIL_FIVE

GAMES: dict[str, GamePapers] = {
    papers.name: papers
    for papers in (
        FARO,
        PHARO,
        FAN_TAN,
        FARMER,
        SPOIL_FIVE,
        FIVE_IN_ONE,
        FROG,
        FIVE_HUNDRED,
        FORTY_FIVE,
        AUCTION_FORTY_FIVE,
        HASENPFEFFER,
        BIG_THREE,
        FOUR_DEAL_BRIDGE,
    )
}
