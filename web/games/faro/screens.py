"""Faro's screens."""

from __future__ import annotations

from pathlib import Path

from dealer.game.cards import SUITS
from dealer.games.faro.commands import StartDeal
from dealer.games.faro.reasons import worth_of_copper
from dealer.games.faro.state import FARO
from reports.rounds.claims import taken_cents
from reports.words.cards import SUIT_NAMES, SYMBOLS
from web.game_screens import (
    Board,
    DisputeWords,
    FairnessPictures,
    GameScreens,
    HouseWords,
    PlayerPage,
    Tablet,
    Terminal,
)
from web.games.faro import terminal
from web.games.faro.board.view import board_view
from web.games.faro.correcting import correcting
from web.games.faro.fairness import pictures_of
from web.games.faro.player.deals import deal_in_words, deal_of, part_of
from web.games.faro.tablet.course import disputable
from web.games.faro.tablet.spots import TRAY, across, down
from web.games.faro.tablet.stacks import TRAY_ID
from web.games.faro.tablet.table import table_view
from web.tablet.steps import step

SCREENS = GameScreens(
    name=FARO,
    folder=Path(__file__).parent,
    correcting=correcting,
    house=HouseWords(
        presets={
            "american": "American: the rules of the house today",
            "home_night": "Home night: $5 checks, markers of $500",
            "early_bank": "Early bank: hockelty, no coppers",
            "late_bank": "Late bank: every kind of bet",
            "stuss": "Stuss: from the hand, single bets, a split takes all",
        },
        shown=("limit", "running_limit"),
        groups={
            "Limits": ("check", "minimum", "case_limit", "paroli_times"),
            "Splits and combinations": (
                "split_takes",
                "both_ways",
                "combination_pays",
                "high_card_equal",
                "king_is_odd",
            ),
            "The last turn": ("turns", "call_pays", "cat_pays", "call_quote", "last_turn_counts"),
            "Sleepers and the hock": ("sleepers", "after_hock", "lift_before_hock"),
            "Old banks": ("hockelty", "locked_until_action", "copper"),
            "Kinds of bet": ("kinds",),
            "Markers": ("marker", "marker_limit", "check_colours"),
        },
        notes=dict.fromkeys(
            ("running_limit", "paroli_times"),
            "Paroli needs a running limit, and the limit cannot be set once the night is open.",
        ),
    ),
    tablet=Tablet(
        disputable=disputable,
        disputes=DisputeWords(
            claims=(
                "It was coppered",
                "I was paid short",
                "My bet was taken, and it had not lost",
                "My order was not heeded",
                "My check was moved",
                "The card was misread",
            ),
            reasons=(
                "As the case-keeper shows",
                "As the dealer remembers it",
                "The order was given in time",
                "Nobody saw it",
            ),
            nothing="They have no bet yet, and no turn has been dealt.",
            worth={"It was coppered": worth_of_copper, "My bet was taken, and it had not lost": taken_cents},
        ),
        begins=lambda night, kept: step("Start the deal", StartDeal.do),
        view_of=table_view,
        template="faro/tablet.html",
        styles=("against_bank/hand.css", "faro/tablet.css"),
        script="faro/tablet.js",
        past="faro/table.js",
        keys="faro/macros.html",
        drawn_with={
            "suits": tuple((suit, SYMBOLS[suit], SUIT_NAMES[suit]) for suit in SUITS),
            "tray": TRAY_ID,
            "tray_box": TRAY,
            "across": across,
            "down": down,
        },
    ),
    board=Board(view_of=board_view, template="faro/board.html"),
    player=PlayerPage(
        part_of=part_of,
        round_of=deal_of,
        template="faro/macros.html",
        standing_at=deal_in_words,
        each="deal",
        heading="Every bet that was settled",
    ),
    fairness=FairnessPictures(view_of=pictures_of, template="faro/macros.html"),
    terminal=Terminal(data_of=terminal.data_of, lines_of=terminal.lines_of),
)
