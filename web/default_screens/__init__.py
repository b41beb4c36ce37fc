"""The screens of a game that has none of its own: made of the command schemas, the seats, the pot and the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web.default_screens import terminal
from web.default_screens.player.view import PAGE
from web.game_screens import Board, GameScreens, Tablet, Terminal


def _not_made_yet(*args: object) -> Any:
    raise NotImplementedError


SCREENS = GameScreens(
    name="default",
    folder=Path(__file__).parent,
    tablet=Tablet(
        view_of=_not_made_yet,
        template="default/tablet/table.html",
        styles=(),
        script="default/table.js",
        past="default/past.js",
    ),
    board=Board(view_of=_not_made_yet, template="default/board/board.html"),
    player=PAGE,
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of),
)
