"""The screens of Pharo."""

from __future__ import annotations

from pathlib import Path

from dealer.commands.refusal import marked
from dealer.games.pharo.commands import StartDeal
from dealer.games.pharo.settlement import worth_of_opposing
from dealer.games.pharo.state import PHARO
from reports.rounds.subjects import taken_cents
from reports.words.language import gettext as _
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
                marked("I was paid short"),
                marked("I had made a paroli"),
                marked("My card was masked"),
                marked("It was opposed"),
                marked("I changed my card in time"),
                marked("The card was misread"),
            ),
            reasons=(
                marked("The livret shows it"),
                marked("The dealer remembers it"),
                marked("The fold was made in time"),
                marked("Nobody saw it"),
            ),
            nothing=marked("They have no stake yet, and no coup has been dealt."),
            worth={"My card was masked": taken_cents, "It was opposed": worth_of_opposing},
        ),
        begins=lambda night, effective: step(_("Start the deal"), StartDeal.do),
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
        heading=marked("Every stake that was settled"),
    ),
    unfinished=lambda night, game: unfinished_round(night, game, _("open wins are paid, stakes go back")),
    own_hand=OwnHand(
        view_of=own_livret,
        template="pharo/macros.html",
        script="pharo/own-hand.js",
        styles=("pharo/livret.css",),
    ),
)
