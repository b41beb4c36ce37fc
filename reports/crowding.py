"""How closely a table of amounts has to be set: by how many letters stand side by side in its columns."""

from __future__ import annotations

from collections.abc import Iterable

from reports.wording import or_dash


def crowding(amounts: Iterable[int], at_ease: int, most: int) -> str:
    """The class of a table by the widest amounts of its columns, in cents: nothing, ``wide`` or ``wider``.

    So many letters of amounts go side by side in the usual size of figures, and so many in a smaller one.
    """
    letters = sum(len(or_dash(cents)) for cents in amounts)
    if letters <= at_ease:
        return ""
    return "wide" if letters <= most else "wider"


def widest(amounts: Iterable[int]) -> int:
    """The amount of a column that takes most room, in cents; 0 for none."""
    return max(amounts, key=lambda cents: len(or_dash(cents)), default=0)
