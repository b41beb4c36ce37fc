"""Fan-Tan's screens."""

from __future__ import annotations

from pathlib import Path

from dealer.games.fan_tan.state import FAN_TAN
from reports.rounds.claims import taken_cents
from web.game_screens import Board, ClosedNight, DisputeWords, GameScreens, HouseWords, PlayerPage, Tablet, Terminal
from web.games.fan_tan import terminal
from web.games.fan_tan.board.view import fan_tan_board
from web.games.fan_tan.closed import hand_lines
from web.games.fan_tan.correcting import correcting
from web.games.fan_tan.player.hands import hand_in_words, hand_of, part_of
from web.games.fan_tan.tablet.course import disputable
from web.games.fan_tan.tablet.dealing import begins_hand
from web.games.fan_tan.tablet.table import fan_tan_view

_SUITS = "fan_tan/suits.html"

SCREENS = GameScreens(
    name=FAN_TAN,
    folder=Path(__file__).parent,
    correcting=correcting,
    house=HouseWords(
        title="Fan-Tan (Sevens, Parliament)",
        presets={
            "encyclopedia": "Encyclopedia: every pass pays a chip",
            "antes": "With antes: passes are free, wrong ones cost",
            "five_or_nine": "Five or Nine: a five or a nine opens",
        },
        shown=("chip", "ante", "ante_extra"),
        groups={
            "The pot": ("pass_pays", "card_pays", "dead_hand"),
            "The layout": ("opener", "several_openers", "several_cards"),
            "Wrong passes": ("wrong_pass", "wrong_pass_opener"),
            "Rules that some tables add": (
                "deal_moves",
                "voluntary_pass",
                "free_passes",
                "first",
                "opener_chips",
                "counted",
                "extra_from",
            ),
            "Markers": ("marker", "marker_limit"),
        },
        smallest="chip",
    ),
    tablet=Tablet(
        disputable=disputable,
        disputes=DisputeWords(
            claims=(
                "I was paid short",
                "I did not pass",
                "It was not their turn",
                "That card is not mine",
                "The card was misread",
            ),
            reasons=(
                "As the cards on the table show",
                "As the dealer remembers it",
                "As the hands that were shown prove",
                "Nobody saw it",
            ),
            about="turn",
            nothing="No turn has been played yet.",
            worth={"I did not pass": taken_cents},
        ),
        begins=begins_hand,
        view_of=fan_tan_view,
        template="fan_tan/tablet.html",
        styles=("fan_tan/tablet.css",),
        script="fan_tan/tablet.js",
        past="fan_tan/table.js",
        keys="hands/macros.html",
        drawings=_SUITS,
    ),
    board=Board(view_of=fan_tan_board, template="fan_tan/board.html", styles=("fan_tan/board.css",), drawings=_SUITS),
    player=PlayerPage(
        part_of=part_of,
        round_of=hand_of,
        template="fan_tan/macros.html",
        standing_at=hand_in_words,
        each="hand",
        heading="Every hand",
    ),
    closed=ClosedNight(view_of=hand_lines, template="fan_tan/macros.html"),
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of, row_lines=terminal.row_lines),
)
