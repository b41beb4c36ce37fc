"""What the facts of every game have in common: rounds, turns, stakes, cards, points.

Each game's own facts specialise these, and whoever reads the facts of any game reads them by these. What they cost or
brought is in their moves. A base's properties have other names than the fields of the facts that specialise it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from events.facts.fact import Fact


class InRound(Fact):
    """Something happened in a round, and perhaps in a turn of it; ``round_field`` and ``turn_field`` number them."""

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


class OfGame(Fact):
    """Something that happens alike in several games; the field ``game`` of such a fact names the one it happened in."""

    game_field: ClassVar[str] = "game"

    @property
    def of_game(self) -> str:
        """The game in which it happened."""
        return str(getattr(self, self.game_field))


class RoundBegun(InRound):
    """A round was begun: a deal, a hand. Turn 0 begins with it where ``first_turn`` is 0."""

    first_turn: ClassVar[int] = 1


class RoundEnded(InRound):
    """A round is over, and paid. The close ends one that is still on without such a fact."""


class RoundVoided(RoundEnded):
    """A round was broken off as foul."""

    reason: str


class StepEnded(Fact):
    """A step of the play was over, by which a player's course is drawn: a turn, a last card, the pay of a round."""


class InTurn(InRound):
    """A turn was played, or a part of it: the last such fact of a turn is the one that shows it whole."""


class TurnPlayed(InTurn, StepEnded):
    """A turn was played to its end."""


class StakeLaid(InRound):
    """A player laid a stake under the key ``bet``."""

    bet: str
    player: str
    stake_cents: int


class StakeTakenDown(Fact):
    """A stake was taken back before it was settled."""

    bet: str


class StakeSettled(InRound):
    """A stake of ``stake_cents`` was settled in a round: a row of the night's result.

    ``result`` is the row's word. What the bank takes is entered as ``taken_as``: ``play``, ``sleepers`` or
    ``after_hock``.
    """

    result: ClassVar[str] = "returned"
    taken_as: ClassVar[str] = "play"

    bet: str
    player: str
    stake_cents: int

    @property
    def row_besides(self) -> Mapping[str, int]:
        """What the row has besides, in a game that keeps more of a stake; in cents."""
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
        """Who claimed it for themselves, where somebody did."""
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
    """The bank could not pay all that it owed: what lies at any table goes back, and bets wait for a raised roll."""


class CardsShown(Fact):
    """Cards were shown or laid that everybody saw."""


class PointsScored(InRound):
    """A player scored points, or lost some: ``points`` is then below zero."""

    player: str
    points: int
