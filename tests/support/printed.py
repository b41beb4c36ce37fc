"""The figures of a printed sheet, read off its tables as its tags tell them."""

from __future__ import annotations

import re

from tests.support.tagged import Element, TaggedPdf


def figure(said: str) -> int:
    """A figure as it is printed: an amount in cents, or a bare number; a dash or nothing is nothing."""
    if said in ("–", "", "none", "out"):
        return 0
    read = re.fullmatch(r"([+−]?)(\$?)([\d,]+)(?:\.(\d\d))?", said)
    assert read, f"{said!r} is no figure"
    sign, money, whole, cents = read.groups()
    assert bool(money) == (cents is not None), said
    return (-1 if sign == "−" else 1) * int(whole.replace(",", "") + (cents or ""))


def heads_of(table: Element) -> list[str]:
    """The words above a table's columns; where a group is named above several, the group's before each."""
    *groups, last = (row.all("TH", "TD") for row in table.all("THead")[0].all("TR"))
    words = [cell.text for cell in last for _ in range(_wide(cell))]
    for row in groups:
        above = [cell.text for cell in row for _ in range(_wide(cell))]
        words = [f"{group} {word}".strip() for group, word in zip(above, words, strict=True)]
    return words


def _wide(cell: Element) -> int:
    return int(cell.attributes.get("ColSpan", 1))


def lines_of(read: TaggedPdf, *heads: str) -> list[dict[str, str]]:
    """The lines of the table whose heads begin so, on all pages: what stands in each under its heads.

    What has a line of two cells, words and a figure, stands under the sums: see :func:`beside`.
    """
    found = []
    for one in read.root.all("Table"):
        words = heads_of(one) if one.all("THead") else []
        if tuple(words[: len(heads)]) == heads:
            for row in (cells for cells in one.cells if len(cells) > 2 and cells[-1].role == "TD"):
                cells = [cell.text for cell in row for _ in range(_wide(cell))]
                found.append(dict(zip(words, cells, strict=True)))
    assert found, f"no table has the heads {heads}"
    return found


def beside(read: TaggedPdf) -> list[tuple[str, int]]:
    """What stands under a table's sums in two cells: words, and a figure at the end."""
    rows = [row for one in read.root.all("Table") for row in one.cells]
    return [
        (row[0].text, figure(row[1].text)) for row in rows if len(row) == 2 and re.match("[+−]?[$0-9]", row[1].text)
    ]


def agree(line: dict[str, str], expected: dict[str, int]) -> None:
    """Hold the figures of a line that are worked out against those that are printed; some have to be."""
    printed = {head: figure(line[head]) for head in line if head in expected}
    assert len(printed) >= 4, line
    assert printed == {head: expected[head] for head in printed}


def added(lines: list[dict[str, int]]) -> dict[str, int]:
    """Figures added up."""
    return {head: sum(line[head] for line in lines) for head in lines[0]}
