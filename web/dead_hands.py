"""What is said of a dead hand of Fan-Tan, to the room and to each player."""

from __future__ import annotations

from dealer.games.fan_tan.house import FanTanHouse

_OPENERS = {"5": "five", "7": "seven", "9": "nine"}


def dead_hand_in_words(house: FanTanHouse) -> str:
    """A dead hand in a sentence; somebody always holds an opener, so it comes of a wrong pass or a short pack."""
    opener = " or a ".join(_OPENERS[rank] for rank in house.openers)
    return f"A dead hand: nobody laid a {opener}, though somebody held one, unless the pack was short."
