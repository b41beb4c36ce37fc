"""Projections are folded once beside the night, undone with it, and the same as if folded from the first fact."""

from __future__ import annotations

from functools import cache, reduce
from typing import Any
from unittest.mock import patch

from dealer.games.faro.settlement import PLACES
from dealer.night.history import History
from dealer.projections import CHECKPOINT, FAR, LOOKED_BACK, ROUNDS, Projection
from events import facts_at_hand
from events.effective_facts import EffectiveFacts, NightFacts, effective
from events.facts.night import PlayerSeated
from events.records import Recorded
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight


@cache
def nights() -> list[list[Recorded]]:
    """Nights of both games with much taken back and put right."""
    made: list[list[dict[str, Any]]] = [
        make(seed, amends=0.06, voids=0.06, most_lines=160)
        for make in (random_night, random_fan_tan_night)
        for seed in (3, 14, 159)
    ]
    return [PureNight().play(lines).recorded for lines in made]


class Counted:
    """A projection that lists the versions of what stands, and counts the facts that it was shown."""

    def __init__(self) -> None:
        self.shown = 0
        self.projection = Projection[tuple[int, ...]]((), self._apply)

    def _apply(self, state: tuple[int, ...], one: Recorded) -> tuple[int, ...]:
        self.shown += 1
        return (*state, one.version)


def of_one_command(count: int) -> NightFacts:
    """So many facts of a night, each of its own command."""
    (seated,) = (one for one in nights()[0] if isinstance(one.fact, PlayerSeated) and one.fact.player == "red")
    return NightFacts(_numbered(seated, version) for version in range(1, count + 1))


def _numbered(one: Recorded, version: int) -> Recorded:
    return Recorded(
        stream=one.stream,
        version=version,
        fact=one.fact,
        at=one.at,
        who=one.who,
        device=one.device,
        command=f"c{version}",
        hash=f"h{version}",
    )


def test_at_every_fact_what_stands_is_what_the_commands_that_stand_made() -> None:
    for facts in nights():
        history, night = History.of(facts), NightFacts(facts)
        for version in range(1, len(facts) + 1):
            kept = night.until(version).effective
            assert list(kept) == list(effective(facts[:version]))
            state = history.at(version)
            if not state.closed and not (state.top and state.top.again):
                asked = {frame.command for frame in state.course} | {state.opened_by}
                assert {one.command for one in kept} <= asked


def test_a_night_that_goes_on_hands_out_the_same_as_one_read_whole() -> None:
    for facts in nights():
        growing, counted = NightFacts(), Counted()
        for one in facts:
            growing = growing.followed_by([one])
            expected = tuple(kept.version for kept in effective(facts[: one.version]))
            assert counted.projection.of(growing.effective) == expected
        assert list(growing) == facts
        # Looked back at, the newest first: each is folded from a checkpoint.
        counted.shown = 0
        for version in range(len(facts), 0, -1):
            assert counted.projection.of(growing.until(version).effective) == tuple(
                one.version for one in effective(facts[:version])
            )
        assert counted.shown <= len(facts) * CHECKPOINT


def test_a_night_whose_old_facts_are_packed_hands_out_the_same() -> None:
    with patch.multiple(facts_at_hand, BLOCK=4, RECENT=8):
        for facts in nights():
            growing, counted = NightFacts(), Counted()
            for one in facts:
                growing = growing.followed_by([one])
                counted.projection.of(growing.effective)
            assert list(growing) == facts
            assert list(reversed(growing)) == facts[::-1]
            for version in range(1, len(facts) + 1):
                expected, found = list(effective(facts[:version])), growing.until(version).effective
                assert list(found) == expected
                assert list(reversed(found)) == expected[::-1]
                assert found[-1] == found.last == expected[-1]
                assert [found[at] for at in range(0, len(found), 7)] == expected[::7]
                assert found[2:9] == expected[2:9]
                assert counted.projection.of(found) == tuple(one.version for one in expected)


def test_a_fact_is_folded_once_while_the_night_goes_on() -> None:
    night, counted = of_one_command(1), Counted()
    for one in of_one_command(1_000)[1:]:
        night = night.followed_by([one])
        counted.projection.of(night.effective)
        counted.projection.of(night.effective)
    assert counted.shown == 1_000


def test_taking_back_folds_no_more_at_the_end_of_a_long_night_than_at_its_beginning() -> None:
    night, counted = of_one_command(10_000), Counted()
    counted.projection.of(night.effective)
    for most, versions in ((CHECKPOINT, (9_999, 9_750, 1)), (FAR, (9_000, 5_001, 63))):
        for version in versions:
            counted.shown = 0
            counted.projection.of(night.until(version).effective)
            assert counted.shown < most


def test_few_states_are_kept_of_a_long_night() -> None:
    night, counted = of_one_command(1), Counted()
    for one in of_one_command(5_000)[1:]:
        night = night.followed_by([one])
        counted.projection.of(night.effective)
    kept = sum(len(branch.states[counted.projection]) for branch, _ in night.effective.branches())
    assert kept <= 5_000 / FAR + FAR / CHECKPOINT + 1


def test_whoever_looks_back_leaves_few_states() -> None:
    """At each fact of a long night, from the last one down, from the first one up, and at one again and again."""
    night, counted = of_one_command(1_300), Counted()

    def kept() -> int:
        return sum(len(branch.states[counted.projection]) for branch, _ in night.effective.branches())

    counted.projection.of(night.effective)
    before = kept()
    for versions in (range(1_300, 0, -1), range(1, 1_301)):
        for version in versions:
            assert counted.projection.of(night.until(version).effective) == tuple(range(1, version + 1))
        assert kept() <= before + LOOKED_BACK
    for version in (1_290, 1_290, 345, 1_290):
        counted.projection.of(night.until(version).effective)
    counted.shown = 0
    counted.projection.of(night.until(1_290).effective)
    counted.projection.of(night.effective)
    assert counted.shown == 0


def test_a_night_that_went_on_otherwise_shares_only_its_beginning() -> None:
    facts = list(of_one_command(8))
    begun = NightFacts(facts[:4])
    one, other = begun.followed_by(facts[4:6]), begun.followed_by(facts[6:])
    assert list(one) == facts[:6]
    assert list(other) == [*facts[:4], *facts[6:]]
    assert list(begun) == facts[:4]
    assert list(begun.followed_by(facts[4:6])) == facts[:6]


def test_the_sequences_are_as_any_other() -> None:
    facts = list(of_one_command(7))
    for found in (EffectiveFacts.of(facts), NightFacts(facts), effective(NightFacts(facts))):
        assert len(found) == 7
        assert list(reversed(found)) == facts[::-1]
        for at in (0, 3, 6, -1, -7):
            assert found[at] is facts[at]
        for cut in (slice(2, 5), slice(5), slice(-2, None), slice(5, 2), slice(None, None, -2), slice(3, 99)):
            assert found[cut] == facts[cut]


def test_the_facts_up_to_the_last_of_a_kind() -> None:
    facts = NightFacts(nights()[0]).effective
    kind = type(facts[5].fact)
    upto = facts.up_to_last(kind)
    assert upto is not None
    assert isinstance(upto.last.fact, kind)
    assert not any(isinstance(one.fact, kind) for one in facts.since(upto))
    assert [*upto, *facts.since(upto)] == list(facts)


def test_many_facts_at_once_make_what_they_make_one_by_one() -> None:
    for facts in nights():
        stand = effective(facts)
        places = PLACES.initial
        for one in stand:
            places = PLACES.apply(places, one)
        assert PLACES.of(stand) == places
        made, expected = ROUNDS.of(stand), reduce(ROUNDS.apply, stand, ROUNDS.initial)
        while made and expected:
            assert (made.game, made.begun, made.facts) == (expected.game, expected.begun, expected.facts)
            made, expected = made.before, expected.before
        assert made is expected is None
