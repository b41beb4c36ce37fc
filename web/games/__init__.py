"""The screens of every game that a table can deal. Importing this package registers them."""

from __future__ import annotations

from web.default_screens import SCREENS as DEFAULT
from web.game_screens import GAMES, register, screens_of
from web.games.big_three import SCREENS as BIG_THREE
from web.games.fan_tan.screens import SCREENS as FAN_TAN
from web.games.farmer import SCREENS as FARMER
from web.games.faro.screens import SCREENS as FARO
from web.games.five_hundred import SCREENS as FIVE_HUNDRED
from web.games.five_in_one import SCREENS as FIVE_IN_ONE
from web.games.forty_five import AUCTION_SCREENS as AUCTION_FORTY_FIVE
from web.games.forty_five import SCREENS as FORTY_FIVE
from web.games.four_deal_bridge import SCREENS as FOUR_DEAL_BRIDGE
from web.games.frog import SCREENS as FROG
from web.games.hasenpfeffer import SCREENS as HASENPFEFFER
from web.games.pharo.screens import SCREENS as PHARO
from web.games.spoil_five import SCREENS as SPOIL_FIVE

__all__ = ["GAMES", "screens_of"]

register(
    (
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
    ),
    default=DEFAULT,
)
