"""Looks: one question each that is put to the cards, its answer, and how seldom a square pack would give it.

A game that has its cards looked at says how by its :class:`Fairness`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import field

from events.facts.fact import Fact
from events.facts.play import InTurn, RoundBegun, TurnPlayed
from events.frozen import Frozen

STANDS_OUT = 0.05
"""A look stands out where square packs would give its like once in twenty, counting all looks that were taken."""


class Look(Frozen):
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


class NoLook(Frozen):
    """A look that could not be taken, and why."""

    name: str
    title: str
    why: str


class Weighed(Frozen, kw_only=False):
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


class Seen(Frozen):
    """What was seen of one game's cards: the looks, and sentences about them."""

    looks: tuple[Look | NoLook, ...]

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How much there was to look at, in sentences."""
        return ()

    def can_see(self, level: float) -> tuple[str, ...]:
        """What this many cards can show, in sentences; ``level`` is the chance at which a look stands out."""
        return ()

    @property
    def cannot_see(self) -> tuple[str, ...]:
        """What stays hidden, in sentences."""
        return ()

    @property
    def may_be_watched(self) -> str:
        """A sentence about what may be looked at after every turn; nothing where nothing may."""
        return ""

    def figures(self, level: float) -> dict[str, Any]:
        """What the game adds to the document of an inspection."""
        return {}


def stands_after(fact: Fact) -> str:
    """Where a round stands after a fact that began it or is of a turn of it; nothing after any other fact."""
    match fact:
        case RoundBegun():
            return "before turn 1"
        case TurnPlayed():
            return f"before turn {fact.turn_number + 1}"
        case InTurn():
            return f"turn {fact.turn_number}"
        case _:
            return ""


class Fairness(Frozen):
    """How a game has its cards looked at; a game that says nothing has none looked at.

    ``cards_of`` gives the cards of each round of a night, from the facts that stand, a fresh table and the players'
    names; ``inspect`` sees those of several nights together, or nothing. ``nothing`` says that there was nothing to
    see, ``no_figures`` is then in the document. ``stands_after`` says where a round stands after a fact.
    """

    nothing: str = ""
    cards_of: Callable[[Sequence[Fact], Any, Mapping[str, str]], Sequence[Any]] = lambda facts, table, names: ()
    inspect: Callable[[Sequence[Sequence[Any]]], Seen | None] = lambda nights: None
    no_figures: dict[str, Any] = field(default_factory=dict)
    stands_after: Callable[[Fact], str] = stands_after
