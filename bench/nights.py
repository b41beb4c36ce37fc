"""Nights to measure: a table with six players who have checks, and what tablets send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dealer.assistant import Assistant
from dealer.streams import Sender

DEALER = Sender(who="dealer", device="bench")
OPENING = {
    "do": "open_night",
    "table": "Tiger 1",
    "date": "2026-11-21",
    "game": "faro",
    "house": "american",
    "roll": 500_000,
    "dealer": "M. Deal",
}
SEATS = ("red", "blue", "white", "black", "yellow", "green")


def open_night(assistant: Assistant) -> str:
    """A night with six players who have checks, and a deal that waits for bets."""
    night = assistant.execute(OPENING, DEALER).night
    for seat in SEATS:
        assistant.execute({"do": "seat_player", "player": seat, "name": seat.title()}, DEALER, night=night)
        assistant.execute({"do": "buy_checks", "player": seat, "amount": 10_000_000}, DEALER, night=night)
    assistant.execute({"do": "start_deal"}, DEALER, night=night)
    assistant.execute({"do": "expose_soda", "card": "4h"}, DEALER, night=night)
    return night


def taps(client: int, commands: int) -> Iterator[dict[str, Any]]:
    """What one tablet sends: a bet, pressed, coppered, uncoppered and taken down, over and over."""
    seat = SEATS[client % len(SEATS)]
    for number in range(commands):
        bet, step = f"c{client}b{number // 5}", number % 5
        yield (
            {"do": "place_bet", "bet": bet, "player": seat, "kind": "single", "ranks": ["5"], "stake": 2_500},
            {"do": "press_bet", "bet": bet, "add": 500},
            {"do": "copper_bet", "bet": bet},
            {"do": "uncopper_bet", "bet": bet},
            {"do": "take_down_bet", "bet": bet},
        )[step]
