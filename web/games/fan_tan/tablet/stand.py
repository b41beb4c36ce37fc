"""Where a hand stands, as the tablet's script reckons with it: it counts in what waits to be saved.

It holds nothing that does not lie open on the table.
"""

from __future__ import annotations

import json

from dealer.games.fan_tan.layout import Layout
from dealer.games.fan_tan.state import FanTanTable


def stand_of(table: FanTanTable) -> str:
    """The hand that is on, as JSON: players in the order of play, the cards they hold, the suits' runs, the openers.

    ``fresh`` is the layout with which the next hand begins; without a hand ``players`` are the seats, clockwise.
    """
    hand = table.hand
    fresh = Layout(table.house.openers, first=table.house.first_card)
    layout = hand.layout if hand else fresh
    stand = {
        "phase": table.phase.name.lower(),
        "players": hand.players if hand else table.seated,
        "left": [hand.left(player) for player in hand.players] if hand else [],
        "next": hand.next if hand else 0,
        "turns": len(hand.turns) if hand else 0,
        "runs": layout.runs,
        "openers": layout.openers,
        "first": layout.first,
        "fresh": {"openers": fresh.openers, "first": fresh.first},
    }
    return json.dumps(stand, separators=(",", ":"))


def moment_of(table: FanTanTable) -> str:
    """A hand's moment, as the tablet compares it: a lay or a pass touched at one is never made at another."""
    hand = table.hand
    shown, taken = (len(hand.shown), len(hand.taken)) if hand else (0, 0)
    turns = len(hand.turns) if hand else 0
    return f"{table.hand_number}.{turns}.{table.phase.name.lower()}.{shown}.{taken}"
