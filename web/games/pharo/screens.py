"""The screens of Pharo."""

from __future__ import annotations

from pathlib import Path

from dealer.commands.refusal import marked
from dealer.games.pharo.commands import StartDeal
from dealer.games.pharo.settlement import worth_of_opposing
from dealer.games.pharo.state import PHARO
from reports.rounds.subjects import taken_cents
from reports.words.language import gettext as _
from web.bank_odds import BANK_ODDS
from web.game_screens import (
    Board,
    DisputeWords,
    GameScreens,
    Help,
    OwnHand,
    PlayerPage,
    Tablet,
    unfinished_round,
)
from web.games.pharo.board import board_view
from web.games.pharo.player import deal_of, own_livret, part_of, standing
from web.games.pharo.practice import PRACTICE
from web.games.pharo.tablet import table_view
from web.tablet.steps import step

_HELP = (
    Help("[data-touch=livret]", marked("A player’s livret: the cards they bet on."), note=True),
    Help(
        ".livret-card",
        marked("A card of the livret. Touch it to lay the checks in hand, or to give orders for its stake."),
    ),
    Help(
        "[data-command*=paroli]",
        marked("Stake and gain are risked again. A corner of the card is bent to show it."),
    ),
    Help(
        "[data-command*=paix]",
        marked("The gain alone is risked again. The card is doubled to show it."),
    ),
    Help("[data-command*='\"pli\"']", marked("Half the stake was lost to a doublet. The rest plays to win it back.")),
    Help("#key-hold", marked("Masks the next stake: it is out of play until it is shown.")),
    Help("#key-opposed", marked("Lays the next stake opposed: it wins with the bank.")),
    Help("#part-hand", marked("The checks in hand: an amount, and how they are laid."), note=True),
    Help("#part-ranks", marked("Your cards: touch the rank of the card that you have drawn."), note=True),
    Help("#bank-away", marked("Takes back the first card of this coup.")),
    Help("[data-touch=move]", marked("Moves the stake: touch its new card next.")),
)

SCREENS = GameScreens(
    name=PHARO,
    folder=Path(__file__).parent,
    tablet=Tablet(
        help=_HELP,
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
        practice=PRACTICE,
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
    odds=BANK_ODDS,
    own_hand=OwnHand(
        view_of=own_livret,
        template="pharo/macros.html",
        script="pharo/own-hand.js",
        styles=("pharo/livret.css",),
    ),
)
