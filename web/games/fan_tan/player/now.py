"""A player's part in the Fan-Tan hand that is on."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.games.fan_tan.state import FanTanTable, Phase
from dealer.night.night import Night
from reports.games.fan_tan.words import in_hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandThatIsOn:
    """Their part in the hand that is on: cards left, passes, chips in the pot, and whether it is their turn."""

    hand: int
    left: int
    passes: int
    put_in: int
    put_in_cents: int
    on_turn: bool


def hand_that_is_on(table: FanTanTable, player: str) -> HandThatIsOn | None:
    """A player's part in the hand that is on; nothing where they have none."""
    hand = table.hand
    if hand is None or player not in hand.players:
        return None
    put_in = hand.put_in.get(player, 0)
    return HandThatIsOn(
        hand=hand.number,
        left=hand.left(player),
        passes=hand.passes(player),
        put_in=put_in,
        put_in_cents=put_in * table.house.chip,
        on_turn=table.phase is Phase.PLAYING and hand.on_turn == player,
    )


def hand_in_words(night: Night, game: str) -> str:
    """Where the hand stands."""
    table: FanTanTable = night.tables[game]
    hand = table.hand
    if hand is None:
        return "Between hands" if table.hand_number else "No hand yet"
    if table.phase is Phase.PLAYING:
        return f"Hand {hand.number} · {in_hand(table)}"
    return f"Hand {hand.number} · {'waits to be settled' if hand.ended else 'hands are shown'}"
