"""Five in One's screens."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dealer.games.five_in_one.state import FIVE_IN_ONE
from web.game_screens import Board, ClosedNight, DisputeWords, GameScreens, HouseWords, Terminal, unfinished_round
from web.games.five_in_one import terminal
from web.games.five_in_one.board import five_in_one_board
from web.games.five_in_one.correcting import correcting
from web.games.five_in_one.parts import HANDS
from web.games.five_in_one.player import part_now, what_paid
from web.games.five_in_one.tablet.table import five_in_one_view
from web.hands.closed import hands_of_night
from web.hands.player.view import player_page
from web.hands.view import hands_tablet

SCREENS = GameScreens(
    name=FIVE_IN_ONE,
    folder=Path(__file__).parent,
    correcting=correcting,
    house=HouseWords(
        presets={"five_in_one": "Five in One: Plus or Minus, Cold Hand, Bango, Put and Take, Consolation"},
        shown=("chip",),
        groups={
            "What is paid": ("cold_hand_pays", "hit_pays"),
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=hands_tablet(
        FIVE_IN_ONE,
        HANDS,
        five_in_one_view,
        DisputeWords(
            claims=(
                "I was paid short",
                "I won more in that part",
                "The cold hand was mine",
                "That was no hit",
                "It was their deal",
            ),
            reasons=(
                "As the cards on the table show",
                "As the chips lay",
                "As the dealer remembers it",
                "Nobody saw it",
            ),
            about="part",
            nothing="No part was played yet.",
        ),
        keys="five_in_one/macros.html",
    ),
    board=Board(
        view_of=five_in_one_board,
        template="five_in_one/board.html",
        styles=("hands/board.css", "five_in_one/board.css"),
    ),
    player=player_page(part_now, what_paid, "Your part of a pot nobody won", each="round"),
    closed=ClosedNight(view_of=hands_of_night(FIVE_IN_ONE, HANDS), template="hands/macros.html"),
    unfinished=partial(unfinished_round, outcome="what was paid in it stands"),
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of, row_lines=terminal.row_lines),
)
