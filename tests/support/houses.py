"""Houses of the games as an ``open_night`` asks for them, with their types."""

from __future__ import annotations

from dealer.games.fan_tan import game as fan_tan
from dealer.games.fan_tan.commands import FanTanHouse
from dealer.games.fan_tan.commands import house_of as fan_tan_house_of
from dealer.games.faro import game as faro
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.commands import house_of as faro_house_of


def faro_house(document: object) -> FaroHouse:
    """The house of a Faro table: a preset's name, or what differs."""
    return faro_house_of(faro.GAME.read_house(document))


def fan_tan_house(document: object) -> FanTanHouse:
    """The house of a Fan-Tan table: a preset's name, or what differs."""
    return fan_tan_house_of(fan_tan.GAME.read_house(document))
