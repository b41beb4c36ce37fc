"""Players' figures by round, and adding them up; every paper adds up before it is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, Generic, TypeVar

from events.facts.fact import Move
from ledger.accounts import gains

F = TypeVar("F")


def added(kind: type[F], parts: Iterable[F]) -> F:
    """The sum of records all of whose fields are numbers; nothing adds up to a record of noughts."""
    total: Any = kind()
    for part in parts:
        for one in fields(total):
            setattr(total, one.name, getattr(total, one.name) + getattr(part, one.name))
    summed: F = total
    return summed


class FiguresByRound(Generic[F]):
    """Figures of each player in each round: what the facts say, and what the moves of money made of it.

    ``kind`` is a record all of whose fields are numbers; ``moved_cents`` is what a player's checks gained in a round.
    """

    def __init__(self, kind: type[F]) -> None:
        self.kind = kind
        self.said: dict[tuple[int, str], F] = {}
        self.moved_cents: Counter[tuple[int, str]] = Counter()

    def at(self, number: int, player: str) -> F:
        """The figures of a player in a round, to be added to."""
        return self.said.setdefault((number, player), self.kind())

    def of(self, number: int, player: str) -> F:
        """The figures of one player in one round."""
        return self.said.get((number, player), self.kind())

    def of_round(self, number: int) -> F:
        """The figures of all players in one round."""
        return added(self.kind, (found for (of, _), found in self.said.items() if of == number))

    def follow(self, number: int, moves: Iterable[Move], *families: str) -> None:
        """Moves of a round, by what they did to the players' accounts of some families."""
        for account, cents in gains(moves):
            family, _, player = account.partition(":")
            if family in families:
                self.moved_cents[number, player] += cents

    def assert_agree(self, round_kind: str, net_cents: Callable[[F], int]) -> None:
        """Assert that facts and moves say the same of every player in every round."""
        for number, player in self.said.keys() | self.moved_cents.keys():
            said_cents = net_cents(self.of(number, player))
            assert_equal(f"{player}'s play in {round_kind} {number}", said_cents, self.moved_cents[number, player])


class DoesNotAddUp(AssertionError):
    """Two ways to one figure gave different amounts: the paper is not printed."""


def assert_equal(what: str, one_cents: int, other_cents: int) -> None:
    """Assert that a figure comes out the same by two ways; amounts in cents."""
    if one_cents != other_cents:
        raise DoesNotAddUp(f"{what}: {one_cents} cents by one way and {other_cents} by the other")
