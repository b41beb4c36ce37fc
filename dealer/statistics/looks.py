"""Looks: one question each that is put to the cards, its answer, and how seldom a square pack would give it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

STANDS_OUT = 0.05
"""A look stands out where square packs would give its like once in twenty, counting all looks that were taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One look at the cards.

    ``chance`` is its p-value: how often a square pack does as much, or more. ``way`` says how that was found, ``means``
    what it would mean if it stands out; ``figures`` are the numbers behind ``observed`` and ``square``.
    """

    name: str
    title: str
    observed: str
    square: str
    chance: float
    way: str
    means: str
    figures: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoLook:
    """A look that could not be taken, and why."""

    name: str
    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """A look with its chance corrected for all the looks that were taken with it."""

    look: Look
    corrected: float

    @property
    def stands_out(self) -> bool:
        """Whether it is rarer than chance alone would have it among so many looks."""
        return self.corrected <= STANDS_OUT


def weighed(looks: Sequence[Look]) -> tuple[Weighed, ...]:
    """The looks in their order, each corrected after Holm.

    The rarest of m is multiplied by m, the next by m - 1, and so on, none below one rarer than itself. So however the
    looks hang together, square packs make one of them stand out no oftener than :data:`STANDS_OUT`.
    """
    corrected: dict[str, float] = {}
    so_far = 0.0
    for rarer, look in enumerate(sorted(looks, key=lambda one: one.chance)):
        so_far = max(so_far, min(1.0, (len(looks) - rarer) * look.chance))
        corrected[look.name] = so_far
    return tuple(Weighed(look, corrected[look.name]) for look in looks)
