"""The papers of a night as the pages offer them: printed when they are asked for, never kept."""

from __future__ import annotations

from collections.abc import Sequence

from werkzeug.exceptions import NotFound

from dealer.night import Night
from events.records import Recorded
from reports.edition import Edition
from reports.papers import list_papers
from web import sheet_check
from web.links import player_link

_SUFFIX = ".pdf"


def paper_names(night: Night, facts: Sequence[Recorded]) -> list[str]:
    """The names in the address of a night's papers: ``table``, ``settlement-1-red``, ``deal-1``."""
    return [_name(night, paper.name) for paper in list_papers(night, facts)]


def print_paper(night: Night, facts: Sequence[Recorded], name: str) -> bytes:
    """A paper as PDF; :class:`NotFound` where the night has none of that name."""
    edition = Edition(links=links_of(night), house=sheet_check.address())
    for paper in list_papers(night, facts, edition):
        if _name(night, paper.name) == name:
            return paper.make()
    raise NotFound


def links_of(night: Night) -> dict[str, str]:
    """The address of each player's page, as the browser that asks sees this house."""
    return {player: player_link(night.id, player, external=True) for player in night.seats}


def settlement_name(night: Night, player: str) -> str:
    """The name of a player's settlement; :class:`NotFound` where nobody of that key sat at the table."""
    for seat, one in enumerate(night.seats, start=1):
        if one == player:
            return f"settlement-{seat}-{player}"
    raise NotFound


def _name(night: Night, file_name: str) -> str:
    return file_name.removeprefix(f"{night.id}-").removesuffix(_SUFFIX)
