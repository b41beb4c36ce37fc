"""The papers of a game of hands for chips: the sheet of a hand, and the game's rules and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import InTurn
from events.frozen import Frozen
from reports.game_papers import GamePapers, RoundSheet
from reports.rounds.hands import HandRecord, HandsPlay, HandWords, hands_play_of, player_part, players_table, table_part
from reports.rounds.tables import FiguresTable
from reports.words.language import gettext as _
from reports.words.sentences import sentence_of


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
