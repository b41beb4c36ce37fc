"""What a house may expect of its nights: what to simulate, and the figures that come of it. Amounts are in cents."""

from __future__ import annotations

from collections.abc import Callable

from dealer.commands.refusal import Refusal
from events.frozen import Frozen

LEAST_NIGHTS, MOST_DEALS, MOST_OF_A_SEASON = 100, 100_000_000, 10_000
"""The fewest nights that figures are made of, the most deals of all nights, and the most nights of a season."""

ROLL_IN_LIMITS = 25
"""The roll in limits of the house where a plan has none (ours)."""


class Plan(Frozen):
    """What to simulate: so many nights of so many deals each, from a seed.

    The bank plays ``season`` nights in a row with one ``roll``; ``risk`` is the chance of a broken bank that the house
    accepts. Without a ``stake`` the players begin with a twentieth of the limit, without a ``roll`` the bank has 25
    limits.
    """

    nights: int = 20_000
    deals: int = 20
    season: int = 50
    seed: int = 1
    risk: float = 0.01
    stake_cents: int | None = None
    roll_cents: int | None = None

    def check(self) -> None:
        """Refuse (``bad_input``) a plan that no figures can be made of."""
        if self.nights < LEAST_NIGHTS or self.deals < 1:
            raise Refusal("bad_input", "Simulate at least %(nights)s nights of a deal.", nights=LEAST_NIGHTS)
        if not 1 <= self.season <= MOST_OF_A_SEASON:
            raise Refusal("bad_input", "A season has 1 to %(most)s nights.", most=MOST_OF_A_SEASON)
        if self.nights * self.deals > MOST_DEALS:
            raise Refusal("bad_input", "That is too many deals: %(most)s is the most.", most=MOST_DEALS)
        if self.seed < 0:
            raise Refusal("bad_input", "The seed must be 0 or more.")
        if not 0 < self.risk < 1:
            raise Refusal("bad_input", "The risk must be more than 0 and less than 1.")
        if self.roll_cents is not None and self.roll_cents <= 0:
            raise Refusal("bad_input", "The bank must have a roll.")


class Outcome(Frozen):
    """The results of a night: mean with its standard error, standard deviation, median, worst, and share ahead."""

    mean_cents: float
    error_cents: float
    sd_cents: float
    median_cents: int
    worst_cents: int
    ahead: float


class PlayerOutcome(Outcome):
    """A player's results, by their system.

    ``bets`` is the number of places, ``decided_cents`` the mean of the stakes that a night decides, ``share`` the
    bank's part of them. ``exact_cents`` is the exact mean, where the percentages of the house give it.
    """

    system: str
    title: str
    rule: str
    bets: int
    decided_cents: float
    share: float
    exact_cents: float | None = None


class Band(Frozen):
    """A quantile of the bank's result over the nights of a season, from 0 before the first."""

    quantile: float
    cents: tuple[int, ...]


class Ruin(Frozen):
    """The chance that a roll breaks in a night, and in a season."""

    roll_cents: int
    in_a_night: float
    in_a_season: float


class RollNeeded(Frozen):
    """The rolls that a limit needs at the accepted risk, for a night and for a season."""

    limit_cents: int
    night_cents: int
    season_cents: int


class Expectation(Frozen):
    """What a house may expect. ``stake_cents``, ``roll_cents`` and ``limit_cents`` are those simulated with.

    ``ruin`` has the roll itself first, then the rolls of a curve. ``lying`` is the mean number of bets on the layout.
    """

    plan: Plan
    check_cents: int
    limit_cents: int
    stake_cents: int
    roll_cents: int
    bank: Outcome
    players: tuple[PlayerOutcome, ...]
    bands: tuple[Band, ...]
    ruin: tuple[Ruin, ...]
    rolls: tuple[RollNeeded, ...]
    lying: float


Expect = Callable[[object, Plan, Callable[[int, int], object]], Expectation]
"""Simulates the nights of a plan in a house; tells how many deals of how many are dealt.

Raises :class:`Refusal` for a plan that the house does not allow.
"""
