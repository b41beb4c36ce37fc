"""The course of a player's play: their rounds of all games in the order begun, each going on from the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dealer.night.night import Night
from dealer.projections.rounds import RoundFacts, fold
from web.game_screens import PlayedRound, screens_of


@dataclass(frozen=True, slots=True, eq=False)
class CourseRound:
    """A round as it was ``played`` by itself, the template of its game, and the one of theirs ``before`` it.

    With it they have played ``count`` rounds, which came to ``running_cents``.
    """

    template: str
    played: PlayedRound
    before: CourseRound | None = field(repr=False)
    count: int
    running_cents: int

    @property
    def before_cents(self) -> int:
        """What the play had come to before it."""
        return self.before.running_cents if self.before else 0

    @property
    def round(self) -> PlayedRound:
        """The round with running sums, which are made when it is drawn."""
        return self.played.going_on_from(self.before_cents)


def course_of(night: Night, last: RoundFacts | None, player: str) -> CourseRound | None:
    """The newest round of a player's up to the ``last`` of the night; nothing where they had a part in none."""

    def after(before: CourseRound | None, one: RoundFacts) -> CourseRound | None:
        page = screens_of(one.game).player
        played = page.round_of(night, one, player)
        if played is None:
            return before
        count, running_cents = (before.count, before.running_cents) if before else (0, 0)
        return CourseRound(page.template, played, before, count + 1, running_cents + played.net_cents)

    return fold(last, (course_of, player), None, after)


def newest_first(course: CourseRound | None) -> Iterator[CourseRound]:
    """A course from its newest round back to the first."""
    while course is not None:
        yield course
        course = course.before
