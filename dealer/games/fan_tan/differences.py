"""What is compared of two courses of a Fan-Tan game: hands that were settled, the one that is on, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dealer.game.game import TABLE, Things
from dealer.games.fan_tan.rows import hand_rows_of
from dealer.games.fan_tan.state import FanTanTable
from events.facts.fact import Fact

HANDS, HAND_ON = "hands", "hand that is on"
"""Hands that were settled, by number; the one that is on."""


def compared(table: FanTanTable, facts: Sequence[Fact]) -> Things:
    """The things compared by their group; how many turns a hand had only says what can be named."""
    return {
        HANDS: {row.hand: row for row in hand_rows_of(facts)},
        HAND_ON: {"": table.hand} if table.hand else {},
        TABLE: {"": replace(table, hand=None, last_turns=0)},
    }
