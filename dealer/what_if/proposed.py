"""A correction looked at before it is made: what would fall out of it, and who would get and who would give."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.refusal import Refusal
from dealer.night.amending import Amended, Document, Earlier, amended
from dealer.night.decide import decide
from dealer.night.evolve import evolve_all
from dealer.night.night import Night
from dealer.what_if.differences import Differences, differences_of
from events.frozen import Frozen
from events.records import Recorded

_NOT_GIVEN = "+correction"
"""The id of a correction that nobody has given: no sender can give one with a plus."""


class Proposed(Frozen):
    """A correction worked out and not made; in its differences the ``other`` course is the night as it would be."""

    amended: Amended
    night: Night
    differences: Differences


def proposed(
    night: Night, facts: Sequence[Recorded], command: str, instead: Document | None, earlier: Earlier
) -> Proposed:
    """What comes of a correction of a night with all of its facts; nothing is recorded.

    Raises :class:`Refusal` as the correction itself would, whatever it said would fall out.
    """
    if night.closed:
        raise Refusal("wrong_phase", "The night is closed.")
    found = amended(night, command, instead, earlier, decide)
    after = evolve_all(night, _NOT_GIVEN, found.facts)
    others = (*facts, *_recorded_after(facts, found))
    return Proposed(amended=found, night=after, differences=differences_of(night, facts, after, others))


def _recorded_after(facts: Sequence[Recorded], found: Amended) -> list[Recorded]:
    """The facts of a correction as they would stand in the book after these, without place and hash."""
    last = facts[-1]
    return [
        Recorded.in_no_book(fact, stream=last.stream, version=version, command=_NOT_GIVEN, at=last.at)
        for version, fact in enumerate(found.facts, start=last.version + 1)
    ]
