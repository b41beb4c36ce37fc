"""Events of the dealing box: an order of cards that is committed before the deal and revealed after it.

See ``docs/dealing-box.md`` for the protocol.
"""

from __future__ import annotations

from events.common.event import Event, event
from events.common.night import Staying


class OfBox(Staying):
    """An event of a box itself. It stays: taking a deal back makes no other order of its cards."""

    box: int


class ByProgram(OfBox):
    """An event of a box that follows from the play: nobody touches a key for it."""


@event
class BoxCommitted(ByProgram):
    """The house committed itself to a secret; ``commitment`` is its SHA-256, ``nonce`` what it is derived from."""

    commitment: str
    nonce: str


@event
class WordsAdded(OfBox):
    """A player put words of their own into the order of the cards."""

    player: str
    words: str


@event
class WordsClosed(ByProgram):
    """The first card is about to come out: the order is fixed, and no more words are taken."""


@event
class BoxRevealed(ByProgram):
    """The secret was revealed, in hexadecimal digits: anybody can now work the order out."""

    secret: str


@event
class BoxStarted(Event):
    """A round is dealt from a box, with this pack before it is shuffled."""

    box: int
    game: str
    round: int
    pack: tuple[str, ...]


@event
class CardsFromBox(Event):
    """Cards came out of a box for everybody to see; ``place`` is the place of the first in the order, from 0."""

    box: int
    place: int
    cards: tuple[str, ...]


@event
class CardTurnedUp(CardsFromBox):
    """The next card was turned up outside of the rules of a game, such as a trump card."""


@event
class HandsDealt(Event):
    """``each`` cards were dealt to every one of these players, one at a time from a ``place`` on, face down."""

    box: int
    place: int
    players: tuple[str, ...]
    each: int
