"""Spoil Five's screens."""

from __future__ import annotations

from pathlib import Path

from dealer.games.spoil_five.state import SPOIL_FIVE
from web.game_screens import Board, ClosedNight, DisputeWords, GameScreens, HouseWords, Terminal
from web.games.spoil_five import terminal
from web.games.spoil_five.board import spoil_five_board
from web.games.spoil_five.hands import HANDS
from web.games.spoil_five.player import part_now, what_paid
from web.games.spoil_five.tablet.table import spoil_five_view
from web.hands.closed import hands_of_night
from web.hands.player.view import player_page
from web.hands.view import hands_tablet

SCREENS = GameScreens(
    name=SPOIL_FIVE,
    folder=Path(__file__).parent,
    house=HouseWords(
        presets={"spoil_five": "Spoil Five: an ante a hand, a chip from each for all five"},
        shown=("chip", "ante"),
        groups={
            "What is paid": ("all_five",),
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        SPOIL_FIVE,
        HANDS,
        spoil_five_view,
        DisputeWords(
            claims=(
                "That trick was mine",
                "I did not revoke",
                "I did not go on",
                "I was paid short",
                "It was their deal",
            ),
            reasons=(
                "As the tricks lie",
                "As the dealer remembers it",
                "As the cards on the table show",
                "Nobody saw it",
            ),
            about="turn",
            nothing="Nothing was recorded of a hand yet.",
        ),
    ),
    board=Board(view_of=spoil_five_board, template="hands/board.html", styles=("hands/board.css",)),
    player=player_page(part_now, what_paid, "Your part of a pool nobody won"),
    closed=ClosedNight(view_of=hands_of_night(SPOIL_FIVE, HANDS), template="hands/macros.html"),
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of, row_lines=terminal.row_lines),
)
