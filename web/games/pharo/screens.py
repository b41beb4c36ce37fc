"""The screens of Pharo."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dealer.games.pharo.commands import StartDeal
from dealer.games.pharo.settlement import worth_of_opposing
from dealer.games.pharo.state import PHARO
from reports.rounds.subjects import taken_cents
from web.game_screens import (
    Board,
    DisputeWords,
    GameScreens,
    OwnHand,
    PlayerPage,
    Tablet,
    unfinished_round,
)
from web.games.pharo.board import board_view
from web.games.pharo.player import deal_of, own_livret, part_of, standing
from web.games.pharo.tablet import table_view
from web.tablet.steps import step

SCREENS = GameScreens(
    name=PHARO,
    folder=Path(__file__).parent,
    tablet=Tablet(
        disputes=DisputeWords(
            claims=(
                "I was paid short",
                "I had made a paroli",
                "My card was masked",
                "It was opposed",
                "I changed my card in time",
                "The card was misread",
            ),
            reasons=(
                "The livret shows it",
                "The dealer remembers it",
                "The fold was made in time",
                "Nobody saw it",
            ),
            nothing="They have no stake yet, and no coup has been dealt.",
            worth={"My card was masked": taken_cents, "It was opposed": worth_of_opposing},
        ),
        begins=lambda night, effective: step("Start the deal", StartDeal.do),
        view_of=table_view,
        template="pharo/tablet.html",
        styles=("pharo/livret.css", "pharo/tablet.css"),
        script="pharo/tablet.js",
        keys="pharo/macros.html",
    ),
    board=Board(view_of=board_view, template="pharo/macros.html", styles=("pharo/livret.css", "pharo/board.css")),
    player=PlayerPage(
        part_of=part_of,
        round_of=deal_of,
        template="pharo/macros.html",
        standing_at=standing,
        each="deal",
        heading="Every stake that was settled",
    ),
    unfinished=partial(unfinished_round, outcome="open wins are paid, stakes go back"),
    own_hand=OwnHand(
        view_of=own_livret,
        template="pharo/macros.html",
        script="pharo/own-hand.js",
        styles=("pharo/livret.css",),
    ),
)
