"""A long list of a night, a page at a time: from which line to which each goes, and in which rounds they are."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.refusal import Refusal
from events.frozen import Frozen

A_PAGE = 200
"""How many lines a page has."""


class Page(Frozen):
    """One page: its number, those of its first and last line, and the rounds that it spans."""

    number: int
    first: int
    last: int
    parts: str

    @property
    def lines(self) -> slice:
        """Where its lines are in the list."""
        return slice((self.number - 1) * A_PAGE, self.number * A_PAGE)


class Pagination(Frozen):
    """The pages of a list, and the one that is shown."""

    pages: tuple[Page, ...]
    shown: Page


def paginated(lines: Sequence[tuple[int, str]], number: int) -> Pagination:
    """The pages that lines fill, each given by its number and the round it is of; one empty page for none.

    Raises :class:`Refusal` (``bad_input``) where no page has the ``number`` that is to be shown.
    """
    starts = range(0, max(len(lines), 1), A_PAGE)
    pages = tuple(_page(place, lines[start : start + A_PAGE]) for place, start in enumerate(starts, start=1))
    if not 1 <= number <= len(pages):
        raise Refusal(
            "bad_input",
            "There are the pages 1 to %(pages)s of it, and no page %(number)s.",
            pages=len(pages),
            number=number,
        )
    return Pagination(pages=pages, shown=pages[number - 1])


def _page(number: int, lines: Sequence[tuple[int, str]]) -> Page:
    (first, begins), (last, ends) = (lines[0], lines[-1]) if lines else ((0, ""), (0, ""))
    return Page(number=number, first=first, last=last, parts=begins if begins == ends else f"{begins} to {ends}")
