"""The screens of every game that a table can deal."""

from __future__ import annotations

from web.game_screens import GameScreens
from web.games.big_three import SCREENS as BIG_THREE
from web.games.fan_tan.screens import SCREENS as FAN_TAN
from web.games.farmer.screens import SCREENS as FARMER
from web.games.faro.screens import SCREENS as FARO
from web.games.five_hundred import SCREENS as FIVE_HUNDRED
from web.games.five_in_one.screens import SCREENS as FIVE_IN_ONE
from web.games.forty_five.auction import SCREENS as AUCTION_FORTY_FIVE
from web.games.forty_five.screens import SCREENS as FORTY_FIVE
from web.games.four_deal_bridge import SCREENS as FOUR_DEAL_BRIDGE
from web.games.frog.screens import SCREENS as FROG
from web.games.hasenpfeffer import SCREENS as HASENPFEFFER
from web.games.pharo.screens import SCREENS as PHARO
from web.games.spoil_five.screens import SCREENS as SPOIL_FIVE

GAMES: dict[str, GameScreens] = {
    screens.name: screens
    for screens in (
        FARO,
        FAN_TAN,
        FARMER,
        SPOIL_FIVE,
        FIVE_IN_ONE,
        FROG,
        PHARO,
        FIVE_HUNDRED,
        FORTY_FIVE,
        AUCTION_FORTY_FIVE,
        HASENPFEFFER,
        BIG_THREE,
        FOUR_DEAL_BRIDGE,
    )
}
