"""Going round the table: left is the next seat clockwise, in the order in which seats were first taken (rulebook G)."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def from_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> tuple[str, ...]:
    """Those among whom it goes round, from a player's left round to the player; others are passed over.

    ``seats`` are all that were ever taken; of somebody who never sat the round begins at the first of them.

    >>> from_left_of("blue", ("red", "blue", "white", "black"), ("red", "blue", "black"))
    ('black', 'red', 'blue')
    """
    at = seats.index(player) + 1 if player in seats else 0
    return tuple(one for one in (*seats[at:], *seats[:at]) if one in among)


def at_or_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> str:
    """The player, or where they are not among these the next on their left; ``among`` has somebody who took a seat.

    >>> at_or_left_of("white", ("red", "blue", "white", "black"), ("red", "blue"))
    'red'
    """
    return player if player in among else from_left_of(player, seats, among)[0]
