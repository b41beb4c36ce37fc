"""The screens of a game that is played for points."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dealer.score_pad.score_game import ScoreGame
from web.game_screens import ClosedNight, GameScreens, HouseWords
from web.score_pad.board import match_board
from web.score_pad.correcting import correcting_of
from web.score_pad.player import match_page, matches_of_night
from web.score_pad.score_state import POINTS_ALONE, MatchText, unfinished_match
from web.score_pad.tablet import Pad, pad_tablet

_PRICE = ("game_stake", "pays")


def score_screens(
    game: ScoreGame,
    *,
    presets: Mapping[str, str],
    title: str = "",
    shown: tuple[str, ...] = ("goal",),
    groups: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    texts: MatchText = POINTS_ALONE,
    pad: Pad,
) -> GameScreens:
    """The screens of a game that is played for points.

    ``presets`` describes its presets, ``title`` is its full title if that is longer. ``shown`` are the settings that
    most nights change in addition to the price of a point, ``groups`` the game's other settings by heading. ``texts``
    are the game's own texts about a match, ``pad`` describes the keys of the tablet.
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
        tablet=pad_tablet(game, texts, pad),
        board=match_board(game.name, texts),
        player=match_page(texts),
        closed=ClosedNight(view_of=matches_of_night(game.name), template="score_pad/macros.html"),
        unfinished=unfinished_match,
    )
