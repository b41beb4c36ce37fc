"""The sheet of a hand played for chips, in any game: who held what, the result, and what it paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from dealer.game.house import read_recorded
from dealer.games import game_called
from dealer.night.night import Night
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import GamePapers, HouseRulesText, RoundSheet, papers_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.hands import (
    Columns,
    HandFigures,
    HandRecord,
    HandsPlay,
    HandWords,
    got_columns,
    hands_play_of,
    paid_columns,
    player_part,
    table_part,
)
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.house_rules import Numbered, Sentences
from reports.words.language import gettext as _


class ChipHandSheet(Frozen):
    """The contents of a hand's sheet; ``numbers`` are the players' seats."""

    masthead: Masthead
    play: HandsPlay
    record: HandRecord
    came_of_it: str
    rows: tuple[tuple[str, HandFigures], ...]
    all: HandFigures
    names: dict[str, str]
    numbers: dict[str, int]
    seal: Seal

    @property
    def paid(self) -> Columns:
        """The columns of payments."""
        return paid_columns(self.all, self.play.words)

    @property
    def got(self) -> Columns:
        """The columns of winnings."""
        return got_columns(self.all, self.play.words)


def chip_hand_sheet(words: HandWords) -> RoundSheet:
    """The sheet of a hand of a game."""

    def view(
        now: Night, events: Sequence[Recorded], hand: int, zone: tzinfo | None = None, play: HandsPlay | None = None
    ) -> ChipHandSheet:
        return sheet_view(
            now, events, hand, zone, play or hands_play_of((recorded.event for recorded in effective(events)), words)
        )

    return RoundSheet(view=view, print=print_sheet)


def sheet_view(
    now: Night, events: Sequence[Recorded], hand: int, zone: tzinfo | None, play: HandsPlay
) -> ChipHandSheet:
    """The sheet of a hand from a night and all of its events; :class:`LookupError` if it was not dealt."""
    record = play.hand_called(hand)
    kind = papers_of(play.words.game).words.round.kind
    return ChipHandSheet(
        masthead=masthead_of(now, events, f"{kind}-{hand}", zone),
        play=play,
        record=record,
        came_of_it=play.words.ended(record, now.names),
        rows=tuple((player, play.figures.of(hand, player)) for player in record.seats),
        all=play.figures.of_round(hand),
        names=now.names,
        numbers={player: seat for seat, player in enumerate(now.seats, start=1)},
        seal=seal_of(now, events),
    )


def print_sheet(view: ChipHandSheet, options: RenderOptions = PLAIN) -> bytes:
    """The sheet of a hand as PDF."""
    return pdf("hands.html", _("Hand sheet %(number)s", number=view.masthead.number), options, view=view)


def hand_papers(
    hands: HandWords,
    *,
    rules: Callable[[Any], Mapping[str, Sentences]],
    banks_part: Callable[[], tuple[Numbered, ...]],
    **own: Any,
) -> GamePapers:
    """The papers of a game of hands; ``rules`` makes a house's rules by group title, ``own`` sets further fields."""
    return GamePapers(
        name=hands.game,
        play_of=lambda events: hands_play_of(events, hands),
        player_part=player_part,
        table_part=table_part,
        round_sheet=chip_hand_sheet(hands),
        house_rules=HouseRulesText(
            sentences=lambda recorded: rules(read_recorded(recorded, game_called(hands.game).house)),
            banks_part=banks_part,
        ),
        **own,
    )
