"""The register of games. A night plays one or several of them."""

from __future__ import annotations

from dealer.commands.refusal import Listed, Refusal
from dealer.game.game import Game
from dealer.games.big_three import GAME as BIG_THREE
from dealer.games.fan_tan.game import GAME as FAN_TAN
from dealer.games.farmer import GAME as FARMER
from dealer.games.faro.game import GAME as FARO
from dealer.games.five_hundred import GAME as FIVE_HUNDRED
from dealer.games.five_in_one import GAME as FIVE_IN_ONE
from dealer.games.forty_five import AUCTION_GAME as AUCTION_FORTY_FIVE
from dealer.games.forty_five import GAME as FORTY_FIVE
from dealer.games.four_deal_bridge import GAME as FOUR_DEAL_BRIDGE
from dealer.games.frog import GAME as FROG
from dealer.games.hasenpfeffer import GAME as HASENPFEFFER
from dealer.games.pharo.game import GAME as PHARO
from dealer.games.spoil_five import GAME as SPOIL_FIVE

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        FARO,
        FAN_TAN,
        PHARO,
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
"""Every game by its name in the contract."""


def simulated_game(name: str = "") -> Game:
    """A game whose nights can be simulated, by its name; the first of them without one.

    Raises :class:`Refusal`: ``bad_input`` if it is unknown, ``not_allowed_here`` if its nights cannot be simulated.
    """
    game = game_called(name) if name else next(game for game in GAMES.values() if game.expect)
    if game.expect is None:
        raise Refusal("not_allowed_here", "Nights of %(game)s cannot be simulated.", game=game.title)
    return game


def game_called(name: str) -> Game:
    """A game by its name in the contract; raises :class:`Refusal` (``bad_input``) if it is unknown."""
    if name not in GAMES:
        raise Refusal(
            "bad_input",
            "There is no game called %(name)s here. There are %(games)s.",
            name=repr(name[:40]),
            games=Listed(tuple(GAMES)),
        )
    return GAMES[name]
