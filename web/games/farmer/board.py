"""What the board shows of Farmer: a pure function of a night and its effective facts."""

from __future__ import annotations

from dealer.games.farmer.cards import points_of
from dealer.games.farmer.state import FARMER, FarmerTable, farmer_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from reports.words.players import name_of
from web.games.farmer.hands import HANDS, counted_as, face_of
from web.hands.board.view import HandsBoard, SeatOnBoard, of_board, phase_of
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import sits_out_said


def farmer_board(night: Night, kept: EffectiveFacts) -> HandsBoard:
    """The board of a night; ``kept`` are its effective facts."""
    table = farmer_of(night)
    marks = marks_of(night)
    house = table.house
    paid = {"ante": house.ante, "to the nearest, each": house.nearest_pays, "a point over sixteen": house.over_pays}
    return HandsBoard(
        phase=phase_of(night, table, "Hands are shown" if table.shown else "The cards are dealt"),
        standing_at=standing_at(night, table),
        pot_called="The farm",
        seats=tuple(_seat(night, table, player, marks[player]) for player in table.seated),
        **of_board(night, kept, table, HANDS, game=FARMER, paid=paid),
    )


def standing_at(night: Night, table: FarmerTable) -> str:
    """Where the play stands, and who is the farmer."""
    if not table.round:
        return "Nothing dealt yet"
    where = f"Hand {table.round}" if table.is_on else f"After hand {table.round}"
    farmer = table.dealer if table.is_on else table.farmer
    return f"{where} · {name_of(night, farmer)} is the farmer"


def _seat(night: Night, table: FarmerTable, player: str, mark: Mark) -> SeatOnBoard:
    cards = table.shown.get(player, ())
    waits = table.is_on and player in table.players and not cards
    return SeatOnBoard(
        key=player,
        name=night.seats[player].name,
        mark=mark,
        deals=player == (table.dealer if table.is_on else table.farmer),
        tally=str(points_of(cards)) if cards else "",
        told="holds a hand" if waits else counted_as(cards) or sits_out_said(night, player),
        cards=tuple(face_of(card) for card in cards),
        stands_out=bool(cards) and counted_as(cards) in ("sixteen", "with the six"),
    )
