"""The board of a match: a pure function of a night and its effective events."""

from __future__ import annotations

from functools import partial

from dealer.games import game_called
from dealer.night.night import Night
from dealer.score_pad.matches import payments
from dealer.score_pad.table import MatchTable, Phase
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from reports.words.formatting import brief, name_of
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.sentences import sentence_of
from web.game_screens import Board
from web.nights.house_form import title_of
from web.score_pad.score_state import (
    POINTS_ALONE,
    Contract,
    MatchSoFar,
    MatchText,
    PayLine,
    SheetLine,
    Side,
    Stage,
    contract_of,
    match_of,
    pay_lines,
    sheet_of,
    sides_of,
)
from web.tablet.seats import SeatView, seats_of

LINES_SHOWN = 10
"""How many hands the sheet shows, the newest."""
TILES_SHOWN = 2


class Tile(Frozen):
    """A hand below the cloth, with its line of the sheet once over; ``is_next`` marks the current or next hand."""

    title: str
    note: str
    line: SheetLine | None
    is_next: bool


class MatchBoard(Frozen):
    """What the board shows. The only amounts are the price of a point and the payments of a match.

    ``ending`` is the result of the match that is over; ``before`` is how many earlier hands the sheet has no room for,
    in words.
    """

    night: str
    table: str
    title: str
    phase: str
    is_on: bool
    standing_at: str
    goal: str
    sides: tuple[Side, ...]
    contract: Contract | None
    ending: str
    paid: tuple[PayLine, ...]
    sheet: tuple[SheetLine, ...]
    before: str
    tiles: tuple[Tile, ...]
    rules: tuple[tuple[str, str], ...]
    seats: tuple[SeatView, ...]
    opens: bool


def match_board(game: str, texts: MatchText) -> Board:
    """The board of a game that is played for points."""
    return Board(
        view_of=partial(board_of, game, texts),
        template="score_pad/macros.html",
        styles=("score_pad/board.css",),
    )


def board_of(game: str, texts: MatchText, night: Night, effective: EffectiveEvents) -> MatchBoard:
    """The board of a night, from its effective events."""
    table: MatchTable = night.tables[game]
    last = match_of(effective, game, table.match)
    sheet = sheet_of(night, table.hands, table.sides)
    before = len(sheet) - LINES_SHOWN
    costs = ((_("a point"), table.house.point), (_("plus for the match"), table.house.game_stake))
    return MatchBoard(
        night=night.id,
        table=night.opened.table,
        title=title_of(game_called(game)),
        phase=_phase(night, table),
        is_on=table.is_on or table.phase is Phase.WON,
        standing_at=standing_at(table),
        goal=texts.goal(table) if table.match else "",
        sides=sides_of(night, table, texts),
        contract=contract_of(night, table),
        ending=_ending(night, table, last),
        paid=pay_lines(night, payments(table) if table.phase is Phase.WON else last.paid if last else ()),
        sheet=sheet[-LINES_SHOWN:],
        before=ngettext("%(num)s hand before", "%(num)s hands before", before) if before > 0 else "",
        tiles=_tiles(table, texts.stages(table) if table.match else (), sheet),
        rules=tuple((word, brief(cents)) for word, cents in costs if cents),
        seats=seats_of(night),
        opens=texts.opens,
    )


def standing_at(table: MatchTable) -> str:
    """How far the play is: the match and the hand."""
    if not table.match:
        return _("No match begun yet")
    match, hand = table.match, table.in_match(table.round)[1]
    if table.is_on:
        return _("Match %(match)s · hand %(number)s", match=match, number=hand)
    if table.hands:
        return _("Match %(match)s · after hand %(number)s", match=match, number=hand)
    return _("Match %(match)s", match=match)


def _phase(night: Night, table: MatchTable) -> str:
    if night.closed:
        return _("The night is over")
    match table.phase:
        case Phase.NO_MATCH:
            return _("Between matches")
        case Phase.BETWEEN:
            return _("Between hands")
        case Phase.WON:
            return _("The match is won")
        case Phase.PLAYING if table.bidding is None or table.bidder:
            return _("The hand is played")
        case Phase.PLAYING:
            return _("Played without a bidder")
        case _ if table.bidding and table.bidding.turn:
            return _("%(name)s to bid", name=name_of(night, table.bidding.turn))
        case Phase.JOKER:
            return _("Who has the joker?")
        case _:
            return _("Who plays with the bidder?")


def _ending(night: Night, table: MatchTable, last: MatchSoFar | None) -> str:
    if table.phase is Phase.WON or (last and last.winner is not None and not table.goes_on):
        winner = sides_of(night, table, POINTS_ALONE)[table.winner or 0]
        return wins_text(winner)
    return sentence_of(night, last.ended) if last and last.ended else ""


def wins_text(side: Side) -> str:
    """That a side wins: one player, or several."""
    return _("%(names)s win", names=side.name) if len(side.members) > 1 else _("%(name)s wins", name=side.name)


def _tiles(table: MatchTable, stages: tuple[Stage, ...], sheet: tuple[SheetLine, ...]) -> tuple[Tile, ...]:
    """The hands of a match with a fixed number of hands; else the hands that ended last, newest first."""
    if not stages:
        return tuple(
            Tile(title=_("Hand %(number)s", number=line.hand), note="", line=line, is_next=False)
            for line in reversed(sheet[-TILES_SHOWN:])
        )
    played = [line for line in sheet if not line.is_dead]
    lines = dict(enumerate(played))
    return tuple(
        Tile(
            title=stage.title,
            note=stage.note,
            line=lines.get(at),
            is_next=at == len(played) and table.goes_on,
        )
        for at, stage in enumerate(stages)
    )
