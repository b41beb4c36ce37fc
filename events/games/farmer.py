"""Events of a hand of Farmer: hands shown, payments, and the farm, won or left (rule 7).

Cards are rank and suit letter (``7d``), or a bare rank if the suit was not recorded. ``turn`` counts the showings of a
hand from 1. Amounts named ``chips`` are in chips; the moves have them in cents.
"""

from __future__ import annotations

from events.common import play
from events.common.event import event


@event
class FarmHandBegun(play.HandBegun):
    """The farmer dealt a hand to each of ``players``, from the farmer's left; in some houses the farmer has none."""


@event
class FarmAntePaid(play.AntePut):
    """A player put their ante into the farm."""


@event
class FarmHandShown(play.HandShown):
    """A player showed their hand, perhaps again; ``points`` is the count of its cards."""

    points: int


@event
class NearestPaid(play.ChipsPaid):
    """Nobody had sixteen, and a hand paid ``to``, who was nearest below."""


@event
class OverdrawnPaid(play.ChipsPaid):
    """A hand that was ``over`` sixteen by so many points paid the farmer for them."""

    over: int


@event
class FarmWon(play.PotWon):
    """A player had sixteen, took the farm of ``chips`` and is the next farmer; ``with_six`` if by the six."""

    with_six: bool


@event
class FarmStayed(play.InHand, play.RoundEnded, play.RoundDealt, play.StepEnded):
    """Nobody had sixteen, and ``chips`` stay in the farm; ``nearest`` was nearest below, ``None`` if all were over."""

    hand: int
    chips: int
    nearest: str | None


@event
class FarmHandVoided(play.HandBrokenOff):
    """A foul hand was broken off; the antes are returned."""


@event
class FarmAnteReturned(play.AnteReturned):
    """A player got back their ante of a hand that was broken off."""


@event
class FarmDivided(play.PotShared):
    """At the close a player got their part of a farm without a winner."""
