"""The papers of every game that a table can deal. Importing this package registers them."""

from __future__ import annotations

from reports.game_papers import GAMES, all_blanks, papers_of, register
from reports.games.big_three import PAPERS as BIG_THREE
from reports.games.fan_tan.papers import PAPERS as FAN_TAN
from reports.games.farmer import PAPERS as FARMER
from reports.games.faro.papers import PAPERS as FARO
from reports.games.five_hundred import PAPERS as FIVE_HUNDRED
from reports.games.five_in_one import PAPERS as FIVE_IN_ONE
from reports.games.forty_five import AUCTION_PAPERS as AUCTION_FORTY_FIVE
from reports.games.forty_five import PAPERS as FORTY_FIVE
from reports.games.four_deal_bridge import PAPERS as FOUR_DEAL_BRIDGE
from reports.games.frog import PAPERS as FROG
from reports.games.hasenpfeffer import PAPERS as HASENPFEFFER
from reports.games.pharo.papers import PAPERS as PHARO
from reports.games.spoil_five import PAPERS as SPOIL_FIVE
from reports.sheets.guide import with_guide

__all__ = ["GAMES", "all_blanks", "papers_of"]

register(
    with_guide(papers)
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
)
