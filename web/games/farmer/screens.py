"""Farmer's screens."""

from __future__ import annotations

from pathlib import Path

from dealer.games.farmer.state import FARMER
from web.game_screens import Board, ClosedNight, DisputeWords, GameScreens, HouseWords, Terminal
from web.games.farmer import terminal
from web.games.farmer.board import farmer_board
from web.games.farmer.correcting import correcting
from web.games.farmer.hands import HANDS
from web.games.farmer.player import part_now, what_paid
from web.games.farmer.tablet.table import farmer_view
from web.hands.closed import hands_of_night
from web.hands.player.view import player_page
from web.hands.view import hands_tablet

SCREENS = GameScreens(
    name=FARMER,
    folder=Path(__file__).parent,
    correcting=correcting,
    house=HouseWords(
        title="Farmer, or Farm",
        presets={
            "farm": "Farm: the farmer plays too",
            "banker": "Banker: the farmer only deals, pays and is paid",
        },
        shown=("chip", "ante"),
        groups={
            "What is paid": ("farmer_plays", "nearest_pays", "over_pays"),
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        FARMER,
        HANDS,
        farmer_view,
        DisputeWords(
            claims=(
                "I was paid short",
                "My count is wrong",
                "That card is not mine",
                "The farm is mine",
                "It was their deal",
            ),
            reasons=(
                "As the cards on the table show",
                "As the dealer remembers it",
                "As the hands were shown",
                "Nobody saw it",
            ),
            about="turn",
            nothing="No hand has been shown yet.",
        ),
    ),
    board=Board(view_of=farmer_board, template="hands/board.html", styles=("hands/board.css",)),
    player=player_page(part_now, what_paid, "Your part of a farm nobody won"),
    closed=ClosedNight(view_of=hands_of_night(FARMER, HANDS), template="hands/macros.html"),
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of, row_lines=terminal.row_lines),
)
