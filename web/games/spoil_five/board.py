"""What the board shows of Spoil Five: a pure function of a night and its effective facts."""

from __future__ import annotations

from dealer.commands.phrases import counted
from dealer.games.spoil_five.state import SPOIL_FIVE, SpoilFiveTable, spoil_five_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from reports.words.players import name_of
from web.games.spoil_five.hands import HANDS, last_tricks, told_of_hands
from web.hands.board.view import HandsBoard, SeatOnBoard, of_board, phase_of
from web.tablet.marks import marks_of
from web.tablet.seats import sits_out_said

_WINS = 3


def spoil_five_board(night: Night, kept: EffectiveFacts) -> HandsBoard:
    """The board of a night; ``kept`` are its effective facts."""
    table = spoil_five_of(night)
    marks, told, tricks = marks_of(night), told_of_hands(table, kept), last_tricks(table, kept)
    house = table.house
    paid = {"ante": house.ante, "all five tricks, from each": house.all_five}
    return HandsBoard(
        phase=phase_of(night, table, "A hand is on"),
        standing_at=_standing_at(night, table),
        pot_called="The pool",
        seats=tuple(
            SeatOnBoard(
                key=player,
                name=name_of(night, player),
                mark=marks[player],
                deals=player == table.dealer,
                tally=str(tricks[player]) if player in tricks else "",
                told=told.get(player, "")
                or (counted(tricks[player], "trick") if player in tricks else sits_out_said(night, player)),
                stands_out=tricks.get(player, 0) >= _WINS,
                is_out=player in told,
            )
            for player in table.seated
        ),
        **of_board(night, kept, table, HANDS, game=SPOIL_FIVE, paid=paid),
    )


def _standing_at(night: Night, table: SpoilFiveTable) -> str:
    if not table.round:
        return "Nothing dealt yet"
    if table.is_on:
        return f"Hand {table.round} · {name_of(night, table.dealer)} deals"
    return f"After hand {table.round}"
