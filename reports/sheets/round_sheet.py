"""The sheet of a round in any game, with the contents that the game makes of its round; papers of games of hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.dealers import dealers_of_round, dealers_of_turns
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import InTurn
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import GamePapers, RoundSheet, papers_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.hands import HandRecord, HandsPlay, HandWords, hands_play_of, player_part, players_table, table_part
from reports.rounds.tables import FiguresTable
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _
from reports.words.sentences import sentence_of


class SheetView(Frozen):
    """The contents of a round's sheet: ``own`` are those of its game; ``numbers`` are the players' seats."""

    masthead: Masthead
    play: Any
    own: Any
    names: Mapping[str, str]
    numbers: Mapping[str, int]
    seal: Seal


def sheet_view(
    game: str, now: Night, events: Sequence[Recorded], number: int, zone: tzinfo | None = None, play: Any = None
) -> SheetView:
    """The sheet of a round from a night and all of its events; :class:`LookupError` if the round was not dealt."""
    papers, stand = papers_of(game), [recorded.event for recorded in effective(events)]
    assert papers.round_sheet, f"the rounds of {game} have no sheet"
    assert papers.play_of, f"the sheets of {game} need its play"
    play = play or papers.play_of(stand)
    dealers = dealers_of_round(dealers_of_turns(stand), game, number)
    return SheetView(
        masthead=masthead_of(now, events, f"{papers.sheet_kind}-{number}", zone, dealers),
        play=play,
        own=papers.round_sheet.contents(play, number, now, stand),
        names=now.names,
        numbers={player: seat for seat, player in enumerate(now.seats, start=1)},
        seal=seal_of(now, events),
    )


def print_sheet(sheet: RoundSheet, view: SheetView, options: RenderOptions = PLAIN) -> bytes:
    """The sheet of a round as PDF."""
    return pdf(sheet.template, _(sheet.heading, number=view.masthead.number), options, view=view)


class HandSheet(Frozen):
    """A hand on its sheet: its record, outcome, turns and players, and ``more`` that the game draws."""

    record: HandRecord
    heading: str
    extent: str
    outcome: str
    course: tuple[str, ...]
    players: FiguresTable
    more: Any


def hand_sheet(play: HandsPlay, number: int, now: Night, stand: Sequence[Event]) -> HandSheet:
    """The contents of a hand's sheet; :class:`LookupError` if it was not dealt."""
    record, is_hand = play.hand_called(number), game_called(play.words.game).round_called == "hand"
    last = play.hands[-1].hand
    return HandSheet(
        record=record,
        heading=_("Hand sheet") if is_hand else _("Round sheet"),
        extent=_("hand %(number)s of %(all)s", number=number, all=last)
        if is_hand
        else _("round %(number)s of %(all)s", number=number, all=last),
        outcome=record.outcome(now),
        course=tuple(sentence_of(now, event) for event in record.events if isinstance(event, InTurn)),
        players=players_table(play, record),
        more=play.words.sheet(record, play.figures),
    )


def hand_papers(hands: HandWords, **own: Any) -> GamePapers:
    """The papers of a game of hands; ``own`` sets further fields."""
    game = game_called(hands.game)
    return GamePapers(
        name=hands.game,
        play_of=lambda events: hands_play_of(events, hands),
        player_part=player_part,
        table_part=table_part,
        round_sheet=RoundSheet(
            template=hands.template,
            heading=marked("Hand sheet %(number)s")
            if game.round_called == "hand"
            else marked("Round sheet %(number)s"),
            contents=hand_sheet,
        ),
        **own,
    )
