"""Facts of a hand of Farmer: hands shown, what each hand paid, and the farm that was won or stayed (rulebook G3).

Cards are rank and suit letter (``7d``), or a bare rank where the suit was not noted. ``turn`` counts from 1 in a hand,
each time that somebody shows. Amounts in chips are named so; the moves carry them in cents.
"""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import (
    AntePut,
    AnteReturned,
    CardsShown,
    HandBegun,
    HandBrokenOff,
    InHand,
    InTurn,
    PotShared,
    RoundEnded,
    StepEnded,
)


@fact
class FarmHandBegun(HandBegun):
    """The farmer dealt a hand to each of ``players``, from their left; in some houses they hold none themselves."""


@fact
class FarmAntePaid(AntePut):
    """A player put their ante into the farm."""


@fact
class FarmHandShown(InHand, InTurn, CardsShown):
    """A player showed their hand, or showed it again; ``points`` is what its cards count."""

    hand: int
    turn: int
    player: str
    cards: tuple[str, ...]
    points: int


@fact
class NearestPaid(InHand):
    """Nobody counted sixteen, and a hand paid the one that came nearest from below; ``to`` is its player."""

    hand: int
    player: str
    to: str
    chips: int


@fact
class OverdrawnPaid(InHand):
    """A hand that counted ``over`` points more than sixteen paid the farmer for them."""

    hand: int
    player: str
    to: str
    over: int
    chips: int


@fact
class FarmWon(InHand, RoundEnded, StepEnded):
    """A player counted sixteen, took the farm of ``chips`` and is the next farmer; ``with_six`` if by the six."""

    hand: int
    player: str
    chips: int
    with_six: bool


@fact
class FarmStayed(InHand, RoundEnded, StepEnded):
    """Nobody counted sixteen, ``chips`` stay in the farm; ``nearest`` came nearest below, nobody if all are over."""

    hand: int
    chips: int
    nearest: str | None


@fact
class FarmHandVoided(HandBrokenOff):
    """A hand found foul was broken off; the antes are given back."""


@fact
class FarmAnteReturned(AnteReturned):
    """A player got back their ante of a hand that was broken off."""


@fact
class FarmDivided(PotShared):
    """At the close a player got their part of a farm that nobody had won."""
