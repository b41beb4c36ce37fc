"""The screens of a game that is played for points."""

from __future__ import annotations

from dealer.score_pad.score_game import ScoreGame
from web.game_screens import ClosedNight, GameScreens
from web.score_pad.board import match_board
from web.score_pad.correcting import correcting_of
from web.score_pad.player import match_page, matches_of_night
from web.score_pad.score_state import POINTS_ALONE, MatchText, unfinished_match
from web.score_pad.tablet import Pad, pad_tablet


def score_screens(
    game: ScoreGame,
    *,
    title: str = "",
    texts: MatchText = POINTS_ALONE,
    pad: Pad,
) -> GameScreens:
    """The screens of a game that is played for points.

    ``title`` is its full title if that is longer. ``texts`` are the game's own texts about a match, ``pad`` describes
    the keys of the tablet.
    """
    return GameScreens(
        name=game.name,
        title=title,
        correcting=correcting_of(game),
        tablet=pad_tablet(game, texts, pad),
        board=match_board(game.name, texts),
        player=match_page(texts),
        closed=ClosedNight(view_of=matches_of_night(game.name), template="score_pad/macros.html"),
        unfinished=unfinished_match,
    )
