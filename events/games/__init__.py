"""The games whose facts a book may hold, a module a game."""

from __future__ import annotations

from types import ModuleType

from events.games import fan_tan, faro

GAMES: tuple[ModuleType, ...] = (faro, fan_tan)
