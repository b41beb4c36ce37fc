"""The games whose facts a book may hold, a module a game."""

from __future__ import annotations

from types import ModuleType

from events.games import fan_tan, faro

GAMES: dict[str, ModuleType] = {"faro": faro, "fan_tan": fan_tan}
"""The module of every game by the game's name."""
