"""The games that a table can deal. A night is of one of them, or of several in turn."""

from __future__ import annotations

from dealer.game import Game
from dealer.games.fan_tan.game import GAME as FAN_TAN
from dealer.games.faro.game import GAME as FARO
from dealer.refusal import Refusal

GAMES: dict[str, Game] = {game.name: game for game in (FARO, FAN_TAN)}
"""Every game by its name in the contract."""


def game_called(name: str) -> Game:
    """A game by its name in the contract; :class:`Refusal` (``bad_input``) where it is not dealt here."""
    if name not in GAMES:
        raise Refusal("bad_input", f"No game called {name[:40]!r} is dealt here; there is {', '.join(GAMES)}.")
    return GAMES[name]
