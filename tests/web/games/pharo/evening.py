"""An evening of Pharo, as the tests of its screens have it."""

from __future__ import annotations

from typing import Any

from dealer.commands.fields import RANKS
from dealer.games.pharo.state import pharo_of
from tests.support.house import House

NAMES = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "J. Oakes", "black": "C. Moss"}


def pharo_night(house: House, /, **differs: Any) -> str:
    """A night of Pharo with four punters, $200 in checks each, before the first deal."""
    usual: dict[str, Any] = {"game": "pharo", "house": {"preset": "hoyle", "check": 100}, "roll": 500_000}
    night = house.open_night(**{**usual, **differs})
    house.seat(night, **NAMES)
    return night


def worked_night(house: House) -> str:
    """Five coups, with a chain, a pli, a masked card and an opposed one; a win of Ada Lamb's waits."""
    night = pharo_night(house)
    for do, arguments in (
        ("start_deal", {}),
        ("show_bottom", {"card": "K"}),
        ("place_bet", {"bet": "a", "player": "red", "kind": "figure", "ranks": ["J", "Q", "K"], "stake": 200}),
        ("place_bet", {"bet": "b", "player": "blue", "kind": "single", "ranks": ["K"], "stake": 400}),
        ("place_bet", {"bet": "c", "player": "white", "kind": "single", "ranks": ["7"], "stake": 500, "opposed": True}),
        ("place_bet", {"bet": "d", "player": "red", "kind": "single", "ranks": ["3"], "stake": 1_000}),
        ("mask_bet", {"bet": "d"}),
        ("coup", {"bank": "2", "punters": "J"}),
        ("paroli", {"bet": "a"}),
        ("coup", {"bank": "3", "punters": "Q"}),
        ("paroli", {"bet": "a"}),
        ("coup", {"bank": "K", "punters": "K"}),
        ("pli", {"bet": "b"}),
        ("coup", {"bank": "4", "punters": "Q"}),
        ("paix", {"bet": "a"}),
        ("coup", {"bank": "5", "punters": "Q"}),
    ):
        house.do(night, do, **arguments)
    return night


def deal_to(house: House, night: str, coups: int) -> None:
    """Deal until so many coups are dealt, by rank from the king; the bottom card comes last."""
    table = pharo_of(house.assistant.night(night))
    pack = [rank for rank in reversed(RANKS) for _ in range(table.pack.left(rank) - (rank == table.pack.bottom))]
    pack.append(table.pack.bottom)
    for at in range(coups - table.turn):
        house.do(night, "coup", bank=pack[2 * at], punters=pack[2 * at + 1])
