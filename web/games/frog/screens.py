"""Frog's screens."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dealer.games.frog.house import BIDS, FROG
from web.game_screens import Board, ClosedNight, DisputeWords, GameScreens, HouseWords, Terminal, unfinished_round
from web.games.frog import terminal
from web.games.frog.board import frog_board
from web.games.frog.hands import HANDS
from web.games.frog.player import part_now, what_paid
from web.games.frog.tablet.table import frog_view
from web.hands.closed import hands_of_night
from web.hands.player.view import player_page
from web.hands.view import hands_tablet

SCREENS = GameScreens(
    name=FROG,
    folder=Path(__file__).parent,
    house=HouseWords(
        presets={FROG: "Frog: a chip a point, two for chico, three for grand"},
        shown=("chip",),
        groups={
            "What is paid": BIDS,
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        FROG,
        HANDS,
        frog_view,
        DisputeWords(
            claims=(
                "I have bid higher",
                "I did not pass",
                "The points are counted wrong",
                "I was paid short",
                "It was their deal",
            ),
            reasons=(
                "As the tricks lie",
                "As the points were counted again",
                "As the dealer remembers it",
                "Nobody saw it",
            ),
            about="turn",
            nothing="Nothing was recorded of a hand yet.",
        ),
        keys="frog/macros.html",
    ),
    board=Board(
        view_of=frog_board,
        template="frog/board.html",
        styles=("hands/board.css", "frog/board.css"),
    ),
    player=player_page(part_now, what_paid, "Your part of a pot nobody won"),
    closed=ClosedNight(view_of=hands_of_night(FROG, HANDS), template="hands/macros.html"),
    unfinished=partial(unfinished_round, outcome="pays nothing"),
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of, row_lines=terminal.row_lines),
)
