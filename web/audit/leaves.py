"""The pages of a long list of a night: from which line to which each goes, and in which deals or hands they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.refusal import Refusal

A_PAGE = 200
"""How many lines a page has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One page: its number, those of its first and last line, and the deals or hands that it spans."""

    number: int
    first: int
    last: int
    parts: str

    @property
    def lines(self) -> slice:
        """Where its lines are in the list."""
        return slice((self.number - 1) * A_PAGE, self.number * A_PAGE)


def leaves_of(lines: Sequence[tuple[int, str]]) -> tuple[Leaf, ...]:
    """The pages that lines fill, each given by its number and the deal or hand it is of; one empty page for none."""
    starts = range(0, max(len(lines), 1), A_PAGE)
    return tuple(_leaf(number, lines[start : start + A_PAGE]) for number, start in enumerate(starts, start=1))


def leaf_asked(leaves: Sequence[Leaf], number: int) -> Leaf:
    """The page of a number; :class:`Refusal` (``bad_input``) where there is none."""
    if not 1 <= number <= len(leaves):
        raise Refusal(
            "bad_input",
            "There are the pages 1 to %(pages)s of it, and no page %(number)s.",
            pages=len(leaves),
            number=number,
        )
    return leaves[number - 1]


def _leaf(number: int, lines: Sequence[tuple[int, str]]) -> Leaf:
    (first, begins), (last, ends) = (lines[0], lines[-1]) if lines else ((0, ""), (0, ""))
    return Leaf(number=number, first=first, last=last, parts=begins if begins == ends else f"{begins} to {ends}")
