"""All papers of a night: for the house, each player, marker and round, and for disputes.

A paper is made when it is requested, one at a time; :mod:`reports.print_workers` makes many at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from dealer.night.evolve import History
from dealer.night.night import Issue, Night, issues_of
from events.book.chain import StoredEvent
from events.common import night
from events.common.house import SLIP_KINDS
from events.common.play import RoundBegun, StakeLaid
from events.effective_events import as_given, effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded, RecordedCommand
from reports.game_papers import papers_of
from reports.pdf.archive import NightLog
from reports.render_options import PLAIN, Printing, RenderOptions
from reports.rounds.subjects import disputed_in
from reports.sheets.agreement import AttachedEvents
from reports.sheets.cash_slips import SlipKey, cash_slips_of, cash_slips_view, print_cash_slips
from reports.sheets.dossier import dossier_view, print_dossier, print_ruling_sheet, ruling_sheet_view
from reports.sheets.markers import marker_register_of, marker_slips_view, print_marker_slips
from reports.sheets.round_sheet import print_sheet, sheet_view
from reports.sheets.rules_sheet import print_rules_sheet, rules_sheet_view
from reports.sheets.settlement import night_play_of, print_settlement, settlement_view
from reports.sheets.table_sheet import print_table_sheet, table_sheet_view
from reports.words.formatting import as_on_paper
from reports.words.language import written_in

SUFFIX = ".pdf"
SETTLEMENT, MARKER, RULING, BET = "settlement", "marker", "ruling", "bet"
SLIPS = (MARKER, *SLIP_KINDS)
"""The kinds of papers that come on the roll of a slip printer: of markers, and of the cash drawer."""

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_.\-]*")
_HASHED = re.compile(r"-[0-9a-f]{8}")
_OTHER = re.compile(r"[^A-Za-z0-9_.\-]+")
_DIGITS = 8


class Paper(Frozen):
    """A paper that can be made: its file name, the function that makes its PDF, and its subject.

    ``kind`` is ``table``, ``rules``, ``settlement``, ``marker``, ``fill``, ``credit``, ``drop``, ``ruling`` or ``bet``,
    or a game's kind of round.
    ``of`` is the seat key, the number, or the key of the dispute or bet; "" for sheets of the whole night. ``begun`` is
    the version of the event that began the subject, or 0. ``reader`` is the seat key of the player who keeps or signs
    the paper, "" for papers of the house and of several players.
    """

    name: str
    make: Callable[[], bytes]
    kind: str
    of: str
    begun: int
    reader: str


def list_papers(
    now: Night,
    events: Sequence[Recorded],
    options: RenderOptions = PLAIN,
    printings: Mapping[str, Printing] | None = None,
    refused: Sequence[RecordedCommand] = (),
    rows: Sequence[StoredEvent] = (),
) -> list[Paper]:
    """Every paper of a night; none is made yet. Each carries its events of the night if ``options`` say so.

    ``rows`` are the stored rows of ``events``; without them no paper carries any. ``printings`` gives the number of the
    printing by a paper's name, for papers that are handed out. ``refused`` are the night's refused commands for rulings
    and dossiers; those after the last event are left out, so that equal events make equal sheets.
    """
    with written_in(options.style):
        now, events = as_on_paper(now, events)
    log, attached = NightLog(rows) if options.with_log and rows else None, cache(lambda: AttachedEvents(events))
    stand, given = effective(events), as_given(events)
    issues = issues_of(events)
    play, begun = night_play_of(recorded.event for recorded in stand), _begun_by(given, stand, issues)
    zone = options.zone
    register = cache(lambda: marker_register_of(now, events))
    history = cache(lambda: History.of(events))
    commands = [command for command in refused if command.version_before < events[-1].version]

    def printed(
        own: RenderOptions,
        view: Any,
        print_view: Callable[[Any, RenderOptions], bytes],
        versions: Callable[[], Iterable[int]],
    ) -> bytes:
        """Print a sheet, which carries the events with these versions."""
        own = replace(own, log=lambda: log.of(versions())) if log else own
        return print_view(replace(view, seal=replace(view.seal, house=own.house)), own)

    def table(own: RenderOptions) -> bytes:
        view = table_sheet_view(now, events, zone, play)
        return printed(own, view, print_table_sheet, lambda: range(1, len(rows) + 1))

    def rules(own: RenderOptions) -> bytes:
        return printed(own, rules_sheet_view(now, events, zone), print_rules_sheet, lambda: attached().of_night())

    def settlement(player: str, own: RenderOptions) -> bytes:
        view = replace(settlement_view(now, events, player, zone, play), link=own.links.get(player))
        return printed(own, view, print_settlement, lambda: attached().of_player(player))

    def marker_slips(marker: int, own: RenderOptions) -> bytes:
        view = marker_slips_view(now, events, marker, zone, register())
        return printed(own, view, print_marker_slips, lambda: attached().of(view.marker.events))

    def cash_slips(key: SlipKey, own: RenderOptions) -> bytes:
        view = cash_slips_view(now, events, key, zone)
        return printed(own, view, print_cash_slips, lambda: attached().of(view.slip.events))

    def round_sheet(game: str, number: int, own: RenderOptions) -> bytes:
        papers = papers_of(game)
        assert papers.round_sheet is not None
        view = sheet_view(game, now, events, number, zone, play.games[game])
        kind = f"{papers.sheet_kind}-{number}"
        return printed(own, view, partial(print_sheet, papers.round_sheet), lambda: attached().of_round(game, kind))

    def ruling(dispute: str, own: RenderOptions) -> bytes:
        view = ruling_sheet_view(history(), commands, dispute, zone)
        return printed(own, view, print_ruling_sheet, lambda: attached().of(view.events))

    def dossier(bet: str, own: RenderOptions) -> bytes:
        view = dossier_view(history(), commands, bet, zone)
        return printed(own, view, print_dossier, lambda: attached().of(view.events))

    def paper(name: str, make: Callable[[RenderOptions], bytes], kind: str, of: str = "", reader: str = "") -> Paper:
        own = replace(options, printing=(printings or {}).get(name))
        return Paper(
            name=f"{now.id}-{name}{SUFFIX}",
            make=partial(_written, own, make),
            kind=kind,
            of=of,
            begun=begun.get((kind, of), 0),
            reader=reader,
        )

    disputed_bets = [about for about in disputed_in(events) if isinstance(about, str)]
    rounds = dict.fromkeys(_sheet_of(recorded.event) for recorded in stand if isinstance(recorded.event, RoundBegun))

    def keyed(kind: str, key: str, make: Callable[[str, RenderOptions], bytes]) -> Paper:
        return paper(f"{kind}-{in_file_name(key)}", partial(make, key), kind, key)

    def numbered(kind: str, number: int, make: Callable[[int, RenderOptions], bytes], reader: str = "") -> Paper:
        return paper(f"{kind}-{number}", partial(make, number), kind, str(number), reader)

    return [
        paper("table", table, "table"),
        paper("rules", rules, "rules"),
        *(
            paper(settlement_name(now, player), partial(settlement, player), SETTLEMENT, player, player)
            for player in now.seats
        ),
        *(numbered(MARKER, number, marker_slips, player) for number, (_, player, *_) in enumerate(issues, start=1)),
        *(
            paper(f"{kind}-{number}", partial(cash_slips, (kind, number)), kind, str(number))
            for kind, number in cash_slips_of(events)
        ),
        *(
            numbered(papers_of(game).sheet_kind, number, partial(round_sheet, game))
            for game, number in rounds
            if number
        ),
        *(keyed(RULING, dispute, ruling) for dispute in now.disputes),
        *(keyed(BET, bet, dossier) for bet in disputed_bets),
    ]


def settlement_name(now: Night, player: str) -> str:
    """The name of a player's settlement; :class:`LookupError` if nobody with that key sat at the table."""
    if player not in now.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    return f"{SETTLEMENT}-{list(now.seats).index(player) + 1}-{in_file_name(player)}"


def name_of(now: Night, paper: Paper) -> str:
    """The name of a paper within its night: ``table``, ``settlement-1-red``, ``deal-1``."""
    return paper.name.removeprefix(f"{now.id}-").removesuffix(SUFFIX)


def _sheet_of(begun: RoundBegun) -> tuple[str, int]:
    """The game and number of a round's sheet, from the event that began it; 0 if the game has no such sheets."""
    game = game_of(begun)
    sheet = papers_of(game).round_sheet
    return game, sheet.number_of(begun) if sheet else 0


def _begun_by(
    given: Sequence[Recorded], stand: Sequence[Recorded], issues: Mapping[Issue, Sequence[Recorded]]
) -> dict[tuple[str, str], int]:
    """The versions of the events that began the subjects of papers, by kind and key: effective ones, and all markers.

    An event that a correction gave again counts from its first version: the paper is the same.
    """
    first: dict[tuple[object, ...], int] = {}
    for recorded in given:
        first.setdefault(_beginning(recorded), recorded.version)
    versions: dict[tuple[str, str], int] = {}
    for recorded in stand:
        version = first[_beginning(recorded)]
        match recorded.event:
            case night.PlayerSeated(player=player):
                # A player who left and came back has one settlement.
                versions.setdefault((SETTLEMENT, player), version)
            case RoundBegun() as begun:
                game, number = _sheet_of(begun)
                versions.setdefault((papers_of(game).sheet_kind, str(number)), version)
            case StakeLaid(bet=bet):
                versions[BET, bet] = version
            case night.DisputeRaised(dispute=dispute):
                versions[RULING, dispute] = version
            case night.SlipWritten(slip=kind, number=number):
                versions[kind, str(number)] = version
    markers = [issued[0].version for issued in issues.values()]
    return versions | {(MARKER, str(number)): version for number, version in enumerate(markers, start=1)}


def _beginning(recorded: Recorded) -> tuple[object, ...]:
    """The identity of a beginning: command, kind, seat and person."""
    return (
        recorded.command,
        recorded.kind,
        getattr(recorded.event, "player", None),
        getattr(recorded.event, "name", None),
    )


def _written(options: RenderOptions, make: Callable[[RenderOptions], bytes]) -> bytes:
    with written_in(options.style):
        return make(options)


def in_file_name(key: str) -> str:
    """A key as part of a file name: unchanged if it is safe there, else with the beginning of its SHA-256.

    Capitals are not safe, because some file systems treat ``B7`` and ``b7`` as one name.

    >>> in_file_name("b7"), in_file_name("../Ada")
    ('b7', '_Ada-4e4af216')
    """
    if _PLAIN.fullmatch(key) and not _HASHED.fullmatch(key[-_DIGITS - 1 :]):
        return key
    return f"{_OTHER.sub('_', key)}-{sha256(key.encode()).hexdigest()[:_DIGITS]}"
