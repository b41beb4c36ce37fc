"""Going round the table: left is the next seat clockwise, in the order in which players sit (rulebook G)."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def placed(seats: tuple[str, ...], player: str, after: str | None) -> tuple[str, ...]:
    """All seats clockwise once a player sits after another, or first (""); ``None``: where they sat before, else last.

    Raises :class:`ValueError` where nobody ever took the seat ``after`` which they sit.

    >>> placed(("red", "blue"), "white", "red"), placed(("red", "blue"), "blue", "")
    (('red', 'white', 'blue'), ('blue', 'red'))
    """
    if after is None:
        return seats if player in seats else (*seats, player)
    others = tuple(seat for seat in seats if seat != player)
    at = others.index(after) + 1 if after else 0
    return (*others[:at], player, *others[at:])


def from_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> tuple[str, ...]:
    """Those among whom it goes round, from a player's left round to the player; others are passed over.

    ``seats`` are all that were ever taken, clockwise; of somebody who never sat the round begins at the first of them.

    >>> from_left_of("blue", ("red", "blue", "white", "black"), ("red", "blue", "black"))
    ('black', 'red', 'blue')
    """
    at = seats.index(player) + 1 if player in seats else 0
    return tuple(one for one in (*seats[at:], *seats[:at]) if one in among)


def at_or_left_of(player: str, seats: Sequence[str], among: Collection[str]) -> str:
    """The player, or where they are not among these the next on their left; "" where nobody is.

    >>> at_or_left_of("white", ("red", "blue", "white", "black"), ("red", "blue"))
    'red'
    """
    return player if player in among else next(iter(from_left_of(player, seats, among)), "")
