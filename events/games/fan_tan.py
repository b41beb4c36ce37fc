"""Events of a Fan-Tan hand: cards laid, passes, hands shown, proofs and payments (rulebook 3).

Cards are rank and suit letter (``7d``). ``turn`` counts the lays and passes of a hand from 1. Amounts named ``chips``
are in chips; the moves have them in cents.
"""

from __future__ import annotations

from typing import ClassVar

from events.common import play
from events.common.event import event
from events.common.play import CardsShown, InHand, RoundDealt, RoundEnded, StepEnded, TurnPlayed
from events.frozen import Frozen


class HeldCard(Frozen, gc=False):
    """A card that a player held at a pass, and how that is known: laid at a later turn, or (0) shown at the end."""

    card: str
    laid_at: int


class ChipsTo(Frozen, gc=False):
    """Chips for a player, and the card held that earns them."""

    player: str
    card: str
    chips: int


@event
class HandStarted(play.HandBegun):
    """A pack was dealt; ``dealt`` are the numbers of cards of the players, who are in the order of play."""

    dealt: tuple[int, ...]


@event
class AntePaid(play.AntePut):
    """A player put their ante into the pot."""


@event
class CardsLaid(InHand, TurnPlayed, CardsShown):
    """A player laid a card, or several at once if the house allows it, in a valid order."""

    hand: int
    turn: int
    player: str
    cards: tuple[str, ...]


@event
class TurnPassed(InHand, TurnPlayed):
    """A player passed and paid ``chips`` to the pot."""

    cards: ClassVar[tuple[str, ...]] = ()

    hand: int
    turn: int
    player: str
    chips: int


@event
class HandShown(InHand, CardsShown):
    """A player showed all remaining cards."""

    hand: int
    player: str
    cards: tuple[str, ...]


@event
class WrongPassProved(InHand):
    """A pass was proved wrong: the player held playable cards.

    ``chips`` go to the pot, and ``besides`` to the holders of the cards beside a held opener.
    """

    hand: int
    turn: int
    player: str
    held: tuple[HeldCard, ...]
    chips: int
    besides: tuple[ChipsTo, ...]

    @property
    def penalty(self) -> int:
        """The whole penalty, in chips."""
        return self.chips + sum(gift.chips for gift in self.besides)

    @property
    def gifts(self) -> dict[str, list[ChipsTo]]:
        """The parts of the penalty that go to players rather than the pot, by player."""
        players = dict.fromkeys(gift.player for gift in self.besides)
        return {player: [gift for gift in self.besides if gift.player == player] for player in players}


@event
class HandEnded(InHand):
    """A hand is over; ``winner`` went out first, ``None`` in a dead hand."""

    hand: int
    winner: str | None


@event
class PenaltyTaken(InHand):
    """The dealer took the penalty of a proved wrong pass; ``chips`` is all of it."""

    hand: int
    turn: int
    player: str
    chips: int


@event
class HandVoided(play.HandBrokenOff):
    """A foul hand was broken off; its chips are returned."""


@event
class HandPaid(InHand):
    """A player paid at the end of a hand: for the cards they held, or a chip for a dead hand."""

    hand: int
    player: str
    cards: int
    chips: int


@event
class PotWon(play.PotWon):
    """The winner took the pot: ``chips`` includes what the others paid for their cards."""


@event
class PotLeft(InHand, RoundEnded, RoundDealt, StepEnded):
    """A dead hand left ``chips`` in the pot for the next hand."""

    hand: int
    chips: int


@event
class PotReturned(play.AnteReturned):
    """A player got back what they had put into a hand that was broken off."""


@event
class PotDivided(play.PotShared):
    """At the close a player got their part of a pot without a winner."""
