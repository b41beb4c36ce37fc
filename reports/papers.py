"""All papers of a night: for the house, for each player, of each marker, of each deal or hand, of what was disputed.

A paper is made where it is asked for, one at a time; see :mod:`reports.press` for having many made at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TypeVar

from dealer.history import History
from dealer.night import Night
from events.money import MarkerIssued
from events.records import Recorded, RecordedCommand
from events.standing import standing
from reports.dossier.paper import Dossier, dossier_view, print_dossier
from reports.edition import PLAIN, Edition, Printing
from reports.file_names import in_file_name
from reports.hand_sheet import HandSheet, hand_sheet_view, print_hand_sheet
from reports.language import written_in
from reports.marker_register import marker_register_of
from reports.marker_slips import MarkerSlips, marker_slips_view, print_marker_slips
from reports.night_log import night_log
from reports.night_play import DEAL, HAND, night_play_of
from reports.rules_sheet import RulesSheet, print_rules_sheet, rules_sheet_view
from reports.ruling_sheet import RulingSheet, print_ruling_sheet, ruling_sheet_view
from reports.settlement import Settlement, print_settlement, settlement_view
from reports.subjects import disputed_in
from reports.tab_sheet import TabSheet, print_tab_sheet, tab_sheet_view
from reports.table_sheet import TableSheet, print_table_sheet, table_sheet_view

SUFFIX = ".pdf"

Sheet = TypeVar("Sheet", Dossier, HandSheet, MarkerSlips, RulesSheet, RulingSheet, Settlement, TableSheet, TabSheet)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that can be made: the name of its file, and what makes its PDF."""

    name: str
    make: Callable[[], bytes]


def list_papers(
    now: Night,
    facts: Sequence[Recorded],
    edition: Edition = PLAIN,
    printings: Mapping[str, Printing] | None = None,
    refused: Sequence[RecordedCommand] = (),
) -> list[Paper]:
    """Every paper of a night in an edition, none of them made yet. Each has the night's log with it.

    ``printings`` says by a paper's name which printing of it this is, for those that are handed out. ``refused`` are
    the night's refused commands, of which rulings and dossiers tell; those after its last fact are left out, so that
    the same facts make the same sheets.
    """
    shared = replace(edition, log=cache(lambda: night_log(facts)))
    play = night_play_of(one.fact for one in standing(facts))
    zone = edition.zone
    register = cache(lambda: marker_register_of(now, facts))
    history = cache(lambda: History.of(facts))
    told = [one for one in refused if one.version_before < facts[-1].version]

    def table(own: Edition) -> bytes:
        return print_table_sheet(_checked_at(own, table_sheet_view(now, facts, zone, play)), own)

    def rules(own: Edition) -> bytes:
        return print_rules_sheet(_checked_at(own, rules_sheet_view(now, facts, zone)), own)

    def settlement(player: str, own: Edition) -> bytes:
        view = replace(settlement_view(now, facts, player, zone, play), link=own.links.get(player))
        return print_settlement(_checked_at(own, view), own)

    def slips(marker: int, own: Edition) -> bytes:
        return print_marker_slips(_checked_at(own, marker_slips_view(now, facts, marker, zone, register())), own)

    def tab_sheet(deal: int, own: Edition) -> bytes:
        return print_tab_sheet(_checked_at(own, tab_sheet_view(now, facts, deal, zone, play.faro)), own)

    def hand_sheet(hand: int, own: Edition) -> bytes:
        return print_hand_sheet(_checked_at(own, hand_sheet_view(now, facts, hand, zone, play.pot)), own)

    def ruling(dispute: str, own: Edition) -> bytes:
        return print_ruling_sheet(_checked_at(own, ruling_sheet_view(history(), told, dispute, zone)), own)

    def dossier(bet: str, own: Edition) -> bytes:
        return print_dossier(_checked_at(own, dossier_view(history(), told, bet, zone)), own)

    def paper(name: str, make: Callable[[Edition], bytes]) -> Paper:
        own = replace(shared, printing=(printings or {}).get(name))
        return Paper(f"{now.id}-{name}{SUFFIX}", partial(_written, own, make))

    seats = enumerate(now.seats, start=1)
    disputed_bets = [about for about in disputed_in(facts) if isinstance(about, str)]
    markers = sum(isinstance(one.fact, MarkerIssued) for one in facts)
    sheet_of = {DEAL: tab_sheet, HAND: hand_sheet}
    return [
        paper("table", table),
        paper("rules", rules),
        *(paper(f"settlement-{seat}-{player}", partial(settlement, player)) for seat, player in seats),
        *(paper(f"marker-{number}", partial(slips, number)) for number in range(1, markers + 1)),
        *(paper(f"{kind}-{number}", partial(sheet_of[kind], number)) for kind, number in play.order),
        *(paper(f"ruling-{in_file_name(dispute)}", partial(ruling, dispute)) for dispute in now.disputes),
        *(paper(f"bet-{in_file_name(bet)}", partial(dossier, bet)) for bet in disputed_bets),
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


def papers_of(
    now: Night, facts: Sequence[Recorded], edition: Edition = PLAIN, refused: Sequence[RecordedCommand] = ()
) -> Iterator[tuple[str, bytes]]:
    """Every paper of a night, made one at a time: the name of its file and its PDF."""
    for one in list_papers(now, facts, edition, refused=refused):
        yield one.name, one.make()
