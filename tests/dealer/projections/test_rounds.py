"""The rounds of a night have the facts of their game alone, and what was made of them is made once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from dealer.projections import ROUNDS, RoundFacts, fold
from events.effective_facts import NightFacts
from events.facts.fact import Fact
from events.facts.play import RoundBegun
from events.games import game_of
from events.records import Recorded
from tests.oracle.random_fan_tan import random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight


@cache
def nights() -> list[NightFacts]:
    """Nights of one game and of two in turn, with much taken back and put right."""
    return [
        NightFacts(PureNight().play(make(seed, amends=0.05, voids=0.08, most_lines=200)).recorded)
        for make in (random_night, random_night_of_both)
        for seed in (2, 71, 828)
    ]


def by_hand(facts: Iterable[Recorded]) -> list[tuple[str, list[Fact]]]:
    """The rounds in the order in which they were begun: the game of each, and its facts."""
    rounds: list[tuple[str, list[Fact]]] = []
    for one in facts:
        game = game_of(one.fact)
        if isinstance(one.fact, RoundBegun):
            rounds.append((game, []))
        its = next((made for other, made in reversed(rounds) if game and other == game), None)
        if its is not None:
            its.append(one.fact)
    return rounds


def found(last: RoundFacts | None) -> list[tuple[str, list[Fact]]]:
    """The same of rounds."""
    rounds: list[tuple[str, list[Fact]]] = []
    while last is not None:
        assert last.facts[0] is last.begun.fact
        rounds.append((last.game, list(last.facts)))
        last = last.before
    return rounds[::-1]


@given(st.integers(0, 5), st.floats(0, 1))
def test_a_round_has_the_facts_that_stand_of_its_game_until_the_next(which: int, part: float) -> None:
    facts = nights()[which]
    kept = facts.until(1 + int(part * (len(facts) - 1))).effective
    assert found(ROUNDS.of(kept)) == by_hand(kept)


def test_of_a_round_that_is_over_nothing_is_made_again_as_the_night_goes_on() -> None:
    made: list[int] = []

    def count(before: int, one: RoundFacts) -> int:
        made.append(one.begun.version)
        return before + len(one.facts)

    night, rounds = NightFacts(), 0
    for one in PureNight().play(random_night(4, amends=0, voids=0, most_lines=200)).recorded:
        night = night.followed_by([one])
        last = ROUNDS.of(night.effective)
        assert fold(last, "count", 0, count) == sum(len(its) for _, its in by_hand(night.effective))
        assert made in ([last.begun.version] if last else [], [])
        made.clear()
        rounds += isinstance(one.fact, RoundBegun)
    assert rounds > 1
