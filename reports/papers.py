"""All papers of a night: a settlement for each player, the table sheet, a tab or hand sheet for each deal or hand.

Papers are set one after another in this process: on two cores a pool of processes, measured, gained nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from dealer.night import Night
from events.records import Recorded
from events.standing import standing
from reports.edition import PLAIN, Edition, Printing
from reports.hand_sheet import HandSheet, hand_sheet_view, print_hand_sheet
from reports.language import written_in
from reports.night_log import night_log
from reports.night_play import DEAL, HAND, night_play_of
from reports.settlement import Settlement, print_settlement, settlement_view
from reports.tab_sheet import TabSheet, print_tab_sheet, tab_sheet_view
from reports.table_sheet import TableSheet, print_table_sheet, table_sheet_view

SUFFIX = ".pdf"

Sheet = TypeVar("Sheet", HandSheet, Settlement, TableSheet, TabSheet)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that can be made: the name of its file, and what makes its PDF."""

    name: str
    make: Callable[[], bytes]


def list_papers(
    now: Night, facts: Sequence[Recorded], edition: Edition = PLAIN, printings: Mapping[str, Printing] | None = None
) -> list[Paper]:
    """Every paper of a night in an edition, none of them made yet. Each has the night's log with it.

    ``printings`` says by a paper's name which printing of it this is, for those that are handed out.
    """
    shared = replace(edition, log=cache(lambda: night_log(facts)))
    play = night_play_of(one.fact for one in standing(facts))
    zone = edition.zone

    def table(own: Edition) -> bytes:
        return print_table_sheet(_checked_at(own, table_sheet_view(now, facts, zone, play)), own)

    def settlement(player: str, own: Edition) -> bytes:
        view = replace(settlement_view(now, facts, player, zone, play), link=own.links.get(player))
        return print_settlement(_checked_at(own, view), own)

    def tab_sheet(deal: int, own: Edition) -> bytes:
        return print_tab_sheet(_checked_at(own, tab_sheet_view(now, facts, deal, zone, play.faro)), own)

    def hand_sheet(hand: int, own: Edition) -> bytes:
        return print_hand_sheet(_checked_at(own, hand_sheet_view(now, facts, hand, zone, play.pot)), own)

    def paper(name: str, make: Callable[[Edition], bytes]) -> Paper:
        own = replace(shared, printing=(printings or {}).get(name))
        return Paper(f"{now.id}-{name}{SUFFIX}", partial(_written, own, make))

    seats = enumerate(now.seats, start=1)
    sheet_of = {DEAL: tab_sheet, HAND: hand_sheet}
    return [
        paper("table", table),
        *(paper(f"settlement-{seat}-{player}", partial(settlement, player)) for seat, player in seats),
        *(paper(f"{kind}-{number}", partial(sheet_of[kind], number)) for kind, number in play.order),
    ]


def name_of(now: Night, paper: Paper) -> str:
    """What a paper is called among those of its night: ``table``, ``settlement-1-red``, ``deal-1``."""
    return paper.name.removeprefix(f"{now.id}-").removesuffix(SUFFIX)


def _written(edition: Edition, make: Callable[[Edition], bytes]) -> bytes:
    with written_in(edition.style):
        return make(edition)


def _checked_at(edition: Edition, view: Sheet) -> Sheet:
    """A sheet whose square code holds the address where a house checks it."""
    return replace(view, seal=replace(view.seal, house=edition.house))


def papers_of(now: Night, facts: Sequence[Recorded], edition: Edition = PLAIN) -> Iterator[tuple[str, bytes]]:
    """Every paper of a night, made one at a time: the name of its file and its PDF."""
    for one in list_papers(now, facts, edition):
        yield one.name, one.make()


def write_papers(
    now: Night,
    facts: Sequence[Recorded],
    folder: Path,
    edition: Edition = PLAIN,
    progress: Callable[[Path], None] | None = None,
) -> list[Path]:
    """Write every paper of a night into a folder that is there; ``progress`` is told of each as it is written."""
    written = []
    for name, content in papers_of(now, facts, edition):
        path = folder / name
        path.write_bytes(content)
        written.append(path)
        if progress:
            progress(path)
    return written
