"""What the board shows of Five in One: a pure function of a night and its effective facts."""

from __future__ import annotations

from dealer.games.five_in_one.parts import PARTS
from dealer.games.five_in_one.state import FIVE_IN_ONE, FiveInOneTable, five_in_one_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from reports.words.players import name_of
from web.games.five_in_one.parts import HANDS, Part, called, parts_of
from web.hands.board.view import HandsBoard, SeatOnBoard, of_board
from web.tablet.marks import marks_of
from web.tablet.seats import sits_out_said


class FiveInOneBoard(HandsBoard):
    """Everything on the board; what a part brought is told as it was paid, and nobody's purse."""

    parts: tuple[Part, ...]


def five_in_one_board(night: Night, kept: EffectiveFacts) -> FiveInOneBoard:
    """The board of a night; ``kept`` are its effective facts."""
    table = five_in_one_of(night)
    marks = marks_of(night)
    house = table.house
    paid = {"the cold hand, from each": house.cold_hand_pays, "a hit, from each": house.hit_pays}
    return FiveInOneBoard(
        phase=_phase(night, table),
        standing_at=_standing_at(table),
        pot_called="The five parts",
        parts=parts_of(night, table, kept),
        seats=tuple(
            SeatOnBoard(
                key=player,
                name=name_of(night, player),
                mark=marks[player],
                deals=player == table.dealer,
                told=sits_out_said(night, player),
            )
            for player in table.seated
        ),
        **of_board(night, kept, table, HANDS, game=FIVE_IN_ONE, paid=paid),
    )


def _phase(night: Night, table: FiveInOneTable) -> str:
    if night.closed:
        return "The night is over"
    return called(table.part_due) if table.is_on else "Between rounds"


def _standing_at(table: FiveInOneTable) -> str:
    if table.is_on:
        return f"Round {table.round} · part {table.turn + 1} of {len(PARTS)}"
    return f"After round {table.round}" if table.round else "Nothing dealt yet"
