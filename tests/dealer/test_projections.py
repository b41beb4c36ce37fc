"""Projections are folded once beside the night, undone with it, and the same as if folded from the first event."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dealer.games.faro.settlement import PLACES
from dealer.night.evolve import History
from dealer.projections import CHECKPOINT, FAR, LOOKED_BACK, ROUNDS, Projection, RoundEvents, fold
from events.common.event import Event
from events.common.night import PlayerSeated
from events.common.play import RoundBegun
from events.effective_events import EffectiveEvents, NightEvents, effective
from events.games import game_of
from events.records import Recorded
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight


@cache
def nights() -> list[list[Recorded]]:
    """Nights of both games with much taken back and put right."""
    created: list[list[dict[str, Any]]] = [
        make(seed, amends=0.06, voids=0.06, most_lines=160)
        for make in (random_night, random_fan_tan_night)
        for seed in (3, 14, 159)
    ]
    return [PureNight().play(lines).recorded for lines in created]


class Counted:
    """A projection that lists the versions of what stands, and counts the events that it was shown."""

    def __init__(self) -> None:
        self.shown = 0
        self.projection = Projection[tuple[int, ...]]((), self._apply)

    def _apply(self, state: tuple[int, ...], first: Recorded) -> tuple[int, ...]:
        self.shown += 1
        return (*state, first.version)


def of_one_command(count: int) -> NightEvents:
    """So many events of a night, each of its own command."""
    (seated,) = (
        night for night in nights()[0] if isinstance(night.event, PlayerSeated) and night.event.player == "red"
    )
    return NightEvents(_numbered(seated, version) for version in range(1, count + 1))


def _numbered(first: Recorded, version: int) -> Recorded:
    return Recorded(
        stream=first.stream,
        version=version,
        event=first.event,
        at=first.at,
        who=first.who,
        device=first.device,
        command=f"c{version}",
        hash=f"h{version}",
    )


def test_at_every_event_what_stands_is_what_the_commands_that_stand_made() -> None:
    for events in nights():
        history, night = History.of(events), NightEvents(events)
        for version in range(1, len(events) + 1):
            stored = night.until(version).effective
            assert list(stored) == list(effective(events[:version]))
            state = history.at(version)
            if not state.closed and not (state.top and state.top.replayed):
                request = {frame.command for frame in state.frames} | {state.opened_by}
                assert {entry.command for entry in stored} <= request


def test_taking_back_folds_no_more_at_the_end_of_a_long_night_than_at_its_beginning() -> None:
    night, counted = of_one_command(10_000), Counted()
    counted.projection.of(night.effective)
    for most, versions in ((CHECKPOINT, (9_999, 9_750, 1)), (FAR, (9_000, 5_001, 63))):
        for version in versions:
            counted.shown = 0
            counted.projection.of(night.until(version).effective)
            assert counted.shown < most


def test_looking_back_leaves_few_states() -> None:
    """At each event of a long night, from the last one down, from the first one up, and at one again and again."""
    night, counted = of_one_command(1_300), Counted()

    def states_stored() -> int:
        return sum(len(branch.states[counted.projection]) for branch, _ in night.effective.branches())

    counted.projection.of(night.effective)
    before = states_stored()
    for versions in (range(1_300, 0, -1), range(1, 1_301)):
        for version in versions:
            assert counted.projection.of(night.until(version).effective) == tuple(range(1, version + 1))
        assert states_stored() <= before + LOOKED_BACK
    for version in (1_290, 1_290, 345, 1_290):
        counted.projection.of(night.until(version).effective)
    counted.shown = 0
    counted.projection.of(night.until(1_290).effective)
    counted.projection.of(night.effective)
    assert counted.shown == 0


def test_the_events_up_to_the_last_of_a_kind() -> None:
    events = NightEvents(nights()[0]).effective
    kind = type(events[5].event)
    upto = events.up_to_last(kind)
    assert upto is not None
    assert isinstance(upto.last.event, kind)
    assert not any(isinstance(record.event, kind) for record in events.since(upto))
    assert [*upto, *events.since(upto)] == list(events)


def test_many_events_at_once_make_what_they_make_one_by_one() -> None:
    for events in nights():
        stand = effective(events)
        places = PLACES.initial
        for event in stand:
            places = PLACES.apply(places, event)
        assert PLACES.of(stand) == places
        created, expected = ROUNDS.of(stand), reduce(ROUNDS.apply, stand, ROUNDS.initial)
        while created and expected:
            assert (created.game, created.begun, created.events) == (expected.game, expected.begun, expected.events)
            created, expected = created.before, expected.before
        assert created is expected is None


@cache
def nights_of_rounds() -> list[NightEvents]:
    """Nights of one game and of two in turn, with much taken back and put right."""
    return [
        NightEvents(PureNight().play(make(seed, amends=0.05, voids=0.08, most_lines=200)).recorded)
        for make in (random_night, random_night_of_both)
        for seed in (2, 71, 828)
    ]


def by_hand(events: Iterable[Recorded]) -> list[tuple[str, list[Event]]]:
    """The rounds in the order in which they were begun: the game of each, and its events."""
    rounds: list[tuple[str, list[Event]]] = []
    for record in events:
        game = game_of(record.event)
        if isinstance(record.event, RoundBegun):
            rounds.append((game, []))
        its = next((created for other, created in reversed(rounds) if game and other == game), None)
        if its is not None:
            its.append(record.event)
    return rounds


def rounds_of(last: RoundEvents | None) -> list[tuple[str, list[Event]]]:
    """The same of rounds."""
    rounds: list[tuple[str, list[Event]]] = []
    while last is not None:
        assert last.events[0] is last.begun.event
        rounds.append((last.game, list(last.events)))
        last = last.before
    return rounds[::-1]


@given(st.integers(0, 5), st.floats(0, 1))
def test_a_round_has_the_events_that_stand_of_its_game_until_the_next(which: int, part: float) -> None:
    events = nights_of_rounds()[which]
    stored = events.until(1 + int(part * (len(events) - 1))).effective
    assert rounds_of(ROUNDS.of(stored)) == by_hand(stored)


def test_results_of_a_finished_round_are_computed_once() -> None:
    created: list[int] = []

    def count(before: int, first: RoundEvents) -> int:
        created.append(first.begun.version)
        return before + len(first.events)

    night, rounds = NightEvents(), 0
    for record in PureNight().play(random_night(4, amends=0, voids=0, most_lines=200)).recorded:
        night = night.followed_by([record])
        last = ROUNDS.of(night.effective)
        assert fold(last, "count", 0, count) == sum(len(its) for _, its in by_hand(night.effective))
        assert created in ([last.begun.version] if last else [], [])
        created.clear()
        rounds += isinstance(record.event, RoundBegun)
    assert rounds > 1


def test_a_night_that_goes_on_hands_out_the_same_as_one_read_whole() -> None:
    """Looked back at, the newest first, each event is folded from a checkpoint."""
    for events in nights():
        growing, counted = NightEvents(), Counted()
        for event in events:
            growing = growing.followed_by([event])
            stands = tuple(other.version for other in effective(events[: event.version]))
            assert counted.projection.of(growing.effective) == stands
        assert list(growing) == events
        assert list(reversed(growing)) == events[::-1]
        counted.shown = 0
        for version in range(len(events), 0, -1):
            expected, standing = list(effective(events[:version])), growing.until(version).effective
            assert list(standing) == expected
            assert list(reversed(standing)) == expected[::-1]
            assert standing[-1] == standing.last == expected[-1]
            assert [standing[at] for at in range(0, len(standing), 7)] == expected[::7]
            assert standing[2:9] == expected[2:9]
            assert counted.projection.of(standing) == tuple(event.version for event in expected)
        assert counted.shown <= len(events) * CHECKPOINT


def test_the_sequences_are_as_any_other_and_a_night_that_went_on_otherwise_shares_only_its_beginning() -> None:
    events = list(of_one_command(8))
    for sequence in (EffectiveEvents.of(events), NightEvents(events), effective(NightEvents(events))):
        assert len(sequence) == 8
        assert list(reversed(sequence)) == events[::-1]
        assert all(sequence[at] is events[at] for at in (0, 3, 7, -1, -8))
        for cut in (slice(2, 5), slice(5), slice(-2, None), slice(5, 2), slice(None, None, -2), slice(3, 99)):
            assert sequence[cut] == events[cut]
    begun = NightEvents(events[:4])
    first, second = begun.followed_by(events[4:6]), begun.followed_by(events[6:])
    assert [list(night) for night in (first, second, begun)] == [events[:6], [*events[:4], *events[6:]], events[:4]]
