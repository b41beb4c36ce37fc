"""How closely a table of amounts has to be set: by how many letters stand side by side in its columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

from reports.words.formatting import or_dash


def density(amounts: Iterable[int], at_ease: int, most: int, heads: Sequence[str] = ()) -> str:
    """The class of a table by the widest amounts of its columns, in cents: nothing, ``wide`` or ``wider``.

    So many letters go side by side in the usual size of figures, and so many in a smaller one. A column is as wide as
    its amount, or as the longest word of what stands above it, for ``heads`` that are given in the same order.
    """
    columns = zip(amounts, heads or repeat(""), strict=False)
    letters = sum(max(len(or_dash(cents)), *map(len, head.split()), 0) for cents, head in columns)
    if letters <= at_ease:
        return ""
    return "wide" if letters <= most else "wider"


def widest(amounts: Iterable[int]) -> int:
    """The amount of a column that takes most room, in cents; 0 for none."""
    return max(amounts, key=lambda cents: len(or_dash(cents)), default=0)
