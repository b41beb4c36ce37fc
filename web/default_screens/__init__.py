"""The screens of a game that has none of its own: made of the command schemas, the base facts and the ledger."""

from __future__ import annotations

from pathlib import Path

from dealer.commands.fields import RANKS
from web.default_screens import terminal
from web.default_screens.board.view import board_view
from web.default_screens.player.view import PAGE
from web.default_screens.tablet.table import table_view
from web.game_screens import Board, GameScreens, Tablet, Terminal

SCREENS = GameScreens(
    name="default",
    folder=Path(__file__).parent,
    tablet=Tablet(
        view_of=table_view,
        template="default/tablet.html",
        styles=("default/tablet.css",),
        script="default/tablet.js",
        past="hands/past.js",
        drawn_with={"ranks": RANKS},
    ),
    board=Board(view_of=board_view, template="default/board.html", styles=("default/board.css",)),
    player=PAGE,
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of),
)
