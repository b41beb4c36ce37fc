"""All papers of a night: a settlement for each player, the table sheet, a tab or hand sheet for each deal or hand.

Papers are set one after another in this process: on two cores a pool of processes, measured, gained nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import TypeVar

from dealer.night import Night
from events.records import Recorded
from events.standing import standing
from reports.hand_sheet import HandSheet, hand_sheet_view, print_hand_sheet
from reports.night_play import DEAL, night_play_of
from reports.settlement import Settlement, print_settlement, settlement_view
from reports.tab_sheet import TabSheet, print_tab_sheet, tab_sheet_view
from reports.table_sheet import TableSheet, print_table_sheet, table_sheet_view

Sheet = TypeVar("Sheet", HandSheet, Settlement, TableSheet, TabSheet)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that can be made: the name of its file, and what makes its PDF."""

    name: str
    make: Callable[[], bytes]


def list_papers(
    now: Night,
    facts: Sequence[Recorded],
    paper: str = "A4",
    zone: tzinfo | None = None,
    links: Mapping[str, str] | None = None,
    house: str = "",
) -> list[Paper]:
    """Every paper of a night, none of them made yet; ``zone`` is the table's clock, without it the machine's own.

    ``links`` are the addresses of players' own pages, to be printed on their settlements, and ``house`` is the
    address where this house checks sheets, to be printed on all.
    """
    play = night_play_of(one.fact for one in standing(facts))
    table = Paper(
        f"{now.id}-table.pdf",
        lambda: print_table_sheet(_checked_at(house, table_sheet_view(now, facts, zone, play)), paper, zone),
    )

    def settlement(seat: int, player: str) -> Paper:
        def make() -> bytes:
            view = replace(settlement_view(now, facts, player, zone, play), link=(links or {}).get(player))
            return print_settlement(_checked_at(house, view), paper, zone)

        return Paper(f"{now.id}-settlement-{seat}-{player}.pdf", make)

    def tabs(deal: int) -> Paper:
        def make() -> bytes:
            return print_tab_sheet(_checked_at(house, tab_sheet_view(now, facts, deal, zone, play.faro)), paper, zone)

        return Paper(f"{now.id}-deal-{deal}.pdf", make)

    def hand_sheet(hand: int) -> Paper:
        def make() -> bytes:
            return print_hand_sheet(_checked_at(house, hand_sheet_view(now, facts, hand, zone, play.pot)), paper, zone)

        return Paper(f"{now.id}-hand-{hand}.pdf", make)

    settlements = [settlement(seat, player) for seat, player in enumerate(now.seats, start=1)]
    sheets = [tabs(number) if kind == DEAL else hand_sheet(number) for kind, number in play.order]
    return [table, *settlements, *sheets]


def _checked_at(house: str, view: Sheet) -> Sheet:
    """A sheet whose square code holds the address where a house checks it."""
    return replace(view, seal=replace(view.seal, house=house))


def papers_of(
    now: Night, facts: Sequence[Recorded], paper: str = "A4", zone: tzinfo | None = None
) -> Iterator[tuple[str, bytes]]:
    """Every paper of a night, made one at a time: the name of its file and its PDF."""
    for one in list_papers(now, facts, paper, zone):
        yield one.name, one.make()


def write_papers(
    now: Night,
    facts: Sequence[Recorded],
    folder: Path,
    paper: str = "A4",
    zone: tzinfo | None = None,
    progress: Callable[[Path], None] | None = None,
) -> list[Path]:
    """Write every paper of a night into a folder that is there; ``progress`` is told of each as it is written."""
    written = []
    for name, content in papers_of(now, facts, paper, zone):
        path = folder / name
        path.write_bytes(content)
        written.append(path)
        if progress:
            progress(path)
    return written
