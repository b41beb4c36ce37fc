"""What happens at a table of Macao."""

from __future__ import annotations

from events.common import play
from events.common.event import event


@event
class MacaoDealt(play.HandBegun):
    """Two cards were dealt to each of the players."""


@event
class MacaoAnte(play.AntePut):
    """A player put their ante into the pot."""


@event
class MacaoShown(play.HandShown):
    """A player showed their cards; ``points`` is the last digit of their sum."""

    points: int


@event
class MacaoWon(play.PotWon):
    """The player nearest to nine took the pot."""


@event
class MacaoTied(play.InHand, play.RoundEnded, play.StepEnded):
    """Several were equally near to nine, and ``chips`` stay in the pot."""

    hand: int
    chips: int


@event
class MacaoVoided(play.HandBrokenOff):
    """A foul hand was broken off."""


@event
class MacaoReturned(play.AnteReturned):
    """A player got their ante back."""


@event
class MacaoShared(play.PotShared):
    """At the close a player got their part of a pot that nobody had won."""
