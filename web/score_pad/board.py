"""The board of a match: a pure function of a night and its effective events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dealer.commands.refusal import dollars
from dealer.games import game_called
from dealer.night.night import Night
from dealer.score_pad.matches import payments
from dealer.score_pad.table import MatchTable, Phase
from events.common.matches import MatchPayment
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from reports.words.formatting import name_of
from reports.words.sentences import sentence_of
from web.game_screens import Board
from web.nights.house_form import title_of
from web.score_pad.score_state import (
    POINTS_ALONE,
    Contract,
    MatchSoFar,
    MatchText,
    SheetLine,
    Side,
    Stage,
    contract_of,
    match_of,
    sheet_of,
    sides_of,
)
from web.tablet.seats import Mark, marks_of, sits_out_text

LINES_SHOWN = 12
"""How many hands the sheet shows, the newest."""
TILES_SHOWN = 4


class Seat(Frozen):
    """A player at the table before the first match."""

    name: str
    mark: Mark
    sits_out: str


class Tile(Frozen):
    """A hand below the cloth, with its line of the sheet once over; ``is_next`` marks the current or next hand."""

    title: str
    note: str
    line: SheetLine | None
    is_next: bool


class Paid(Frozen):
    """What a player pays another for a match."""

    payer: str
    payer_mark: Mark
    payee: str
    payee_mark: Mark
    amount: str


class MatchBoard(Frozen):
    """What the board shows. The only amounts are the price of a point and the payments of a match.

    ``ending`` is the result of the match that is over; ``before`` is how many earlier hands the sheet has no room for.
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
    paid: tuple[Paid, ...]
    sheet: tuple[SheetLine, ...]
    before: int
    tiles: tuple[Tile, ...]
    rules: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]
    begins: str


def match_board(game: str, texts: MatchText) -> Board:
    """The board of a game that is played for points."""
    return Board(
        view_of=board_of(game, texts),
        template="score_pad/macros.html",
        styles=("score_pad/board.css",),
    )


def board_of(game: str, texts: MatchText) -> Callable[[Night, EffectiveEvents], MatchBoard]:
    """A function that returns the board of a night from its effective events."""

    def view_of(night: Night, effective: EffectiveEvents) -> MatchBoard:
        table: MatchTable = night.tables[game]
        last = match_of(effective, game, table.match)
        sheet = sheet_of(night, table.hands, table.sides)
        marks, house = marks_of(night), table.house
        costs = (("a point", house.point), ("plus for the match", house.game_stake))
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
            paid=tuple(_paid(night, table, last)),
            sheet=sheet[-LINES_SHOWN:],
            before=max(0, len(sheet) - LINES_SHOWN),
            tiles=_tiles(table, texts.stages(table) if table.match else (), sheet),
            rules=tuple((word, dollars(cents)) for word, cents in costs if cents),
            seats=tuple(
                Seat(name=name_of(night, player), mark=marks[player], sits_out=sits_out_text(night, player))
                for player in table.seated
            ),
            begins=texts.begins,
        )

    return view_of


def standing_at(table: MatchTable) -> str:
    """How far the play is: the match and the hand."""
    if not table.match:
        return "No match begun yet"
    match, (_, hand) = f"Match {table.match}", table.in_match(table.round)
    if table.is_on:
        return f"{match} · hand {hand}"
    return f"{match} · after hand {hand}" if table.hands else match


def _phase(night: Night, table: MatchTable) -> str:
    if night.closed:
        return "The night is over"
    match table.phase:
        case Phase.NO_MATCH:
            return "Between matches"
        case Phase.BETWEEN:
            return "Between hands"
        case Phase.WON:
            return "The match is won"
        case Phase.PLAYING if table.bidding is None or table.bidder:
            return "The hand is played"
        case Phase.PLAYING:
            return "Played without a bidder"
        case _ if table.bidding and table.bidding.turn:
            return f"{name_of(night, table.bidding.turn)} to bid"
        case Phase.JOKER:
            return "Who has the joker?"
        case _:
            return "Who plays with the bidder?"


def _ending(night: Night, table: MatchTable, last: MatchSoFar | None) -> str:
    if table.phase is Phase.WON or (last and last.winner is not None and not table.goes_on):
        winner = sides_of(night, table, POINTS_ALONE)[table.winner or 0]
        return f"{winner.name} {'win' if len(winner.members) > 1 else 'wins'}"
    return sentence_of(night, last.ended) if last and last.ended else ""


def _paid(night: Night, table: MatchTable, last: MatchSoFar | None) -> Iterable[Paid]:
    """The payments of the match, made or due."""
    match_payments: Iterable[MatchPayment] = payments(table) if table.phase is Phase.WON else last.paid if last else ()
    marks = marks_of(night)
    for match_payment in match_payments:
        yield Paid(
            payer=name_of(night, match_payment.payer),
            payer_mark=marks[match_payment.payer],
            payee=name_of(night, match_payment.payee),
            payee_mark=marks[match_payment.payee],
            amount=dollars(match_payment.amount_cents),
        )


def _tiles(table: MatchTable, stages: tuple[Stage, ...], sheet: tuple[SheetLine, ...]) -> tuple[Tile, ...]:
    """The hands of a match with a fixed number of hands; else the hands that ended last, newest first."""
    if not stages:
        return tuple(
            Tile(title=f"Hand {line.hand}", note="", line=line, is_next=False)
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
