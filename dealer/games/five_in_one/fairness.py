"""Whether the consolation's cards came as those of a square pack: the dealer counts, and is paid for what fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, perm

from dealer.commands.phrases import counted
from dealer.game.cards import SUITS
from dealer.statistics.chances import Distribution, sum_of
from dealer.statistics.looks import Fairness, Look, Seen
from events.facts.fact import Fact
from events.games.five_in_one import ConsolationTurned

TURNED, PACK_CARDS = 10, 52
"""The cards of a consolation, and those of the pack that they are of."""


def hits_of(facts: Iterable[Fact], names: Mapping[str, str]) -> list[int]:
    """The hits of each consolation of a night's effective facts."""
    return [fact.hits for fact in facts if isinstance(fact, ConsolationTurned)]


@cache
def hits() -> Distribution:
    """How many of ten cards of a square pack are the number that is called, by inclusion and exclusion."""
    ways = [
        comb(TURNED, fixed) * len(SUITS) ** fixed * perm(PACK_CARDS - fixed, TURNED - fixed)
        for fixed in range(TURNED + 1)
    ]
    exactly = [
        sum((-1) ** (fixed - number) * comb(fixed, number) * ways[fixed] for fixed in range(number, TURNED + 1))
        for number in range(TURNED + 1)
    ]
    return Distribution.of([Fraction(one, perm(PACK_CARDS, TURNED)) for one in exactly])


class ConsolationsSeen(Seen):
    """What was seen of consolations: how many were turned, and the look."""

    rounds: int

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How much there was to look at."""
        return (f"{counted(self.rounds, 'consolation')} of Five in One.",)

    @property
    def cannot_see(self) -> tuple[str, ...]:
        """What no look at Five in One shows."""
        return ("The other four parts of Five in One are noted by what they paid: no card of theirs is recorded.",)


def inspect_consolations(nights: Sequence[Sequence[int]]) -> ConsolationsSeen | None:
    """The look at the hits of some nights; ``None`` where no consolation was turned."""
    seen = [number for night in nights for number in night]
    if not seen:
        return None
    found, square = sum(seen), sum_of(hits() for _ in seen)
    look = Look(
        name="consolation_hits",
        title="Hits of the consolation of Five in One",
        observed=f"{counted(found, 'hit')} in {counted(len(seen), 'consolation')}",
        square=f"{float(square.mean):.1f}",
        chance=float(square.at_least(found)),
        way="exact",
        means="that the dealer knew the order of the pack",
        figures={"hits": found, "consolations": len(seen), "expected": float(square.mean)},
    )
    return ConsolationsSeen(rounds=len(seen), looks=(look,))


FAIRNESS = Fairness(
    nothing="no consolation of Five in One was turned",
    cards_of=lambda facts, table, names: hits_of(facts, names),
    inspect=inspect_consolations,
)
