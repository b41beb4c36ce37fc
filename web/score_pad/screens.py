"""The screens of a game that is played for points, made of its parameters and a few words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dealer.score_pad.score_game import ScoreGame
from web.game_screens import ClosedNight, GameScreens, HouseWords
from web.score_pad.board import match_board
from web.score_pad.closed import matches_of_night
from web.score_pad.correcting import correcting_of
from web.score_pad.pad import Pad
from web.score_pad.player import match_page
from web.score_pad.standing import POINTS_ALONE, Told, unfinished_match
from web.score_pad.terminal import match_terminal
from web.score_pad.view import pad_tablet

_PRICE = ("game_stake", "pays")


def score_screens(
    game: ScoreGame,
    *,
    presets: Mapping[str, str],
    title: str = "",
    shown: tuple[str, ...] = ("goal",),
    groups: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    told: Told = POINTS_ALONE,
    pad: Pad,
) -> GameScreens:
    """The screens of such a game.

    ``presets`` says its houses in words, ``title`` is its whole title where it has a longer one. ``shown`` are the
    settings that most openings touch besides the price of a point, ``groups`` those of the others that are its own.
    ``told`` is what its screens tell of a match besides the points, and ``pad`` what the tablet's keys are.
    """
    return GameScreens(
        name=game.name,
        house=HouseWords(
            title=title,
            presets=presets,
            shown=("point", *shown),
            groups={**groups, "What a match pays": _PRICE, "Markers": ("marker", "marker_limit")},
            smallest="point",
        ),
        correcting=correcting_of(game),
        tablet=pad_tablet(game, told, pad),
        board=match_board(game.name, told),
        player=match_page(told),
        closed=ClosedNight(view_of=matches_of_night(game.name), template="score_pad/macros.html"),
        unfinished=unfinished_match,
        terminal=match_terminal(game),
    )
