"""The tables of a night with their types, for what shows one game."""

from __future__ import annotations

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.state import FanTanTable
from dealer.games.faro.game import FARO
from dealer.games.faro.state import FaroTable
from dealer.night import Night


def faro_of(night: Night) -> FaroTable:
    """The Faro table of a night; ``KeyError`` where it is of other games."""
    table: FaroTable = night.tables[FARO]
    return table


def fan_tan_of(night: Night) -> FanTanTable:
    """The Fan-Tan table of a night; ``KeyError`` where it is of other games."""
    table: FanTanTable = night.tables[FAN_TAN]
    return table
