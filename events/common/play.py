"""Events that games share: rounds, turns, stakes, cards, points, bidding and hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeAlias, cast

from events.common.event import Event, event
from events.frozen import Frozen

Bid: TypeAlias = int | str


class InRound(Event):
    """An event of a round, and perhaps of a turn; ``round_field`` and ``turn_field`` name the fields of the numbers."""

    round_field: ClassVar[str] = "round"
    turn_field: ClassVar[str] = "turn"

    @property
    def round_number(self) -> int:
        """The round's number among those of its game in the night, from 1."""
        return cast(int, getattr(self, self.round_field))

    @property
    def turn_number(self) -> int:
        """The turn's number in the round; 0 for none."""
        return cast(int, getattr(self, self.turn_field, 0))


class OfGame(Event):
    """An event that several games share; its field ``game`` names the game it happened in."""

    game_field: ClassVar[str] = "game"

    @property
    def of_game(self) -> str:
        """The game in which it happened."""
        return str(getattr(self, self.game_field))


class RoundBegun(InRound):
    """A round began: a deal, a hand. It also begins turn 0 if ``first_turn`` is 0."""

    first_turn: ClassVar[int] = 1


class RoundEnded(InRound):
    """A round is over and paid. The close ends a current round without such an event."""


class RoundVoided(RoundEnded):
    """A round was broken off as foul."""

    reason: str


class RoundDealt(Event):
    """A round of whoever deals: a turn of a game against the bank, or a hand that was settled or scored."""


class StepEnded(Event):
    """A step of the play is over, which is a point in a player's chart: a turn, a last card, the pay of a round."""


class InTurn(InRound):
    """A turn was played, or a part of it: the last such event of a turn shows it completely."""


class TurnPlayed(InTurn, StepEnded):
    """A turn was played to its end."""


class StakeLaid(InRound):
    """A player placed a stake under the key ``bet``."""

    bet: str
    player: str
    stake_cents: int


class StakeTakenDown(Event):
    """A stake was taken down before it was settled."""

    bet: str


class StakeSettled(InRound):
    """A stake of ``stake_cents`` was settled in a round: a row of the night's result.

    ``result`` is the row's word. What the bank takes is booked as ``taken_as``: ``play``, ``sleepers`` or
    ``after_hock``.
    """

    result: ClassVar[str] = "returned"
    taken_as: ClassVar[str] = "play"

    bet: str
    player: str
    stake_cents: int

    @property
    def row_besides(self) -> Mapping[str, int]:
        """Additional fields of the row, in cents, in a game that has them."""
        return {}

    @property
    def bank_paid_cents(self) -> int:
        """What the bank paid."""
        return 0

    @property
    def bank_took_cents(self) -> int:
        """What the bank took."""
        return 0

    @property
    def claimed_by(self) -> str | None:
        """The player who claimed it, if any."""
        return None


class StakePaid(StakeSettled):
    """The bank paid ``paid_cents`` on a stake."""

    result: ClassVar[str] = "won"

    paid_cents: int

    @property
    def bank_paid_cents(self) -> int:
        """What the bank paid."""
        return self.paid_cents


class StakeTaken(StakeSettled):
    """The bank took ``taken_cents`` of a stake."""

    result: ClassVar[str] = "lost"

    taken_cents: int

    @property
    def bank_took_cents(self) -> int:
        """What the bank took."""
        return self.taken_cents


class BankBroke(InRound):
    """The bank could not pay ``unpaid_cents`` of what it owed: all stakes are returned, bets wait for a raised roll."""

    unpaid_cents: int


class CardsShown(Event):
    """Cards were shown or laid for everybody to see."""


@event
class PackCounted(OfGame):
    """A player had the pack counted: it had ``cards`` cards, and ``due`` had to be left.

    ``round`` is the number of the last round, 0 before the first, and ``turn`` the last turn of a round that is on.
    """

    game: str
    round: int
    turn: int
    player: str
    cards: int
    due: int

    @property
    def is_wrong(self) -> bool:
        """Whether there are more or fewer cards than must be left."""
        return self.cards != self.due


class PointsScored(InRound):
    """A player scored points; ``points`` is negative for a loss."""

    player: str
    points: int


class ChipsWon(Frozen, gc=False):
    """A player's win; ``chips`` is negative for a loss."""

    player: str
    chips: int


class InHand(InRound):
    """An event of a hand."""

    round_field = "hand"


class HandBegun(InHand, RoundBegun):
    """A hand was begun; ``players`` are those who play it, from the dealer's left."""

    hand: int
    dealer: str
    players: tuple[str, ...]


class HandShown(InHand, InTurn, CardsShown):
    """A player showed their hand, perhaps again."""

    hand: int
    turn: int
    player: str
    cards: tuple[str, ...]


class AntePut(InHand):
    """A player put their ante into the pot."""

    hand: int
    player: str
    chips: int


class ChipsPaid(InHand):
    """A player paid another in a hand; ``chips`` are in chips, the moves in cents."""

    hand: int
    player: str
    to: str
    chips: int


class PotWon(InHand, RoundEnded, RoundDealt, StepEnded):
    """A player took the whole pot of ``chips``, and the hand is over."""

    hand: int
    player: str
    chips: int


class HandBrokenOff(InHand, RoundVoided):
    """A foul hand was broken off: it has no row, and the same player deals again."""

    hand: int


class AnteReturned(InHand):
    """A player got back what they had put into a hand that was broken off."""

    hand: int
    player: str
    chips: int


class PotShared(Event):
    """At the close a player got their part of a pot without a winner."""

    player: str
    chips: int


class Called(OfGame, InHand, InTurn):
    """A player made a call; ``word`` is the call, if it is not a bid."""

    word: ClassVar[str] = ""

    game: str
    hand: int
    turn: int
    player: str


@event
class BidMade(Called):
    """A player bid."""

    bid: Bid


@event
class BidPassed(Called):
    """A player passed."""

    word: ClassVar[str] = "pass"


@event
class BidHeld(Called):
    """The dealer took the hand at the current bid."""

    word: ClassVar[str] = "hold"


@event
class BidDoubled(Called):
    """A player doubled the other side's bid."""

    word: ClassVar[str] = "double"


@event
class BidRedoubled(Called):
    """A player redoubled their own side's bid."""

    word: ClassVar[str] = "redouble"


class ContractMade(Called):
    """The contract of a hand, without the bidding; ``doubled`` is 2 or 4 if it was doubled or redoubled."""

    bid: Bid
    doubled: int = 1


@event
class ContractNamed(ContractMade):
    """The outcome of the bidding was entered instead of its calls."""
