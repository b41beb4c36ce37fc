"""The papers of a night as the pages offer them: printed when they are asked for, never kept."""

from __future__ import annotations

from collections.abc import Sequence

from werkzeug.exceptions import NotFound

from dealer.night import Night
from events.records import Recorded
from reports.papers import list_papers

_SUFFIX = ".pdf"


def paper_names(night: Night, facts: Sequence[Recorded]) -> list[str]:
    """The names in the address of a night's papers: ``table``, ``settlement-1-red``, ``deal-1``."""
    return [_name(night, paper.name) for paper in list_papers(night, facts)]


def print_paper(night: Night, facts: Sequence[Recorded], name: str) -> bytes:
    """A paper as PDF; :class:`NotFound` where the night has none of that name."""
    for paper in list_papers(night, facts):
        if _name(night, paper.name) == name:
            return paper.make()
    raise NotFound


def _name(night: Night, file_name: str) -> str:
    return file_name.removeprefix(f"{night.id}-").removesuffix(_SUFFIX)
