"""The matches of a closed night: who has won each and what it paid, its hands, and its score sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from dealer.games import game_called
from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from reports.score_pad.sheet import match_kind
from reports.score_pad.words import side_said
from reports.words.sentences import said_of
from web.score_pad.matches import MatchSoFar, matches_of
from web.score_pad.standing import SheetLine, sheet_of, written
from web.tablet.marks import Mark, marks_of


class SideOfMatch(Frozen):
    """A side at the end of a match."""

    name: str
    marks: tuple[Mark, ...]
    score: str
    has_won: bool


class MatchOfNight(Frozen):
    """One match, as text; ``paper`` names its score sheet, where there is one."""

    match: int
    sides: tuple[SideOfMatch, ...]
    came: str
    lines: tuple[SheetLine, ...]
    paper: str


class MatchesOfNight(Frozen):
    """The matches of one game of a night under their heading."""

    title: str
    game: str
    matches: tuple[MatchOfNight, ...]


def matches_of_night(game: str) -> Callable[[Night, Sequence[Recorded], Collection[str]], MatchesOfNight]:
    """What gives the matches of a game in a night, from its effective facts and the names of its papers."""

    def of_night(night: Night, kept: Sequence[Recorded], papers: Collection[str]) -> MatchesOfNight:
        title = game_called(game).title
        return MatchesOfNight(
            title=f"{title}: the matches" if len(night.opened.games) > 1 else "The matches",
            game=game,
            matches=tuple(_match(night, game, one, papers) for one in matches_of(kept, game)),
        )

    return of_night


def _match(night: Night, game: str, one: MatchSoFar, papers: Collection[str]) -> MatchOfNight:
    marks, paper = marks_of(night), f"{match_kind(game)}-{one.match}"
    return MatchOfNight(
        match=one.match,
        sides=tuple(
            SideOfMatch(
                name=side_said(players, night.names),
                marks=tuple(marks[player] for player in players),
                score=written(points),
                has_won=at == one.winner,
            )
            for at, (players, points) in enumerate(zip(one.sides, one.points, strict=True))
        ),
        came=said_of(night, one.ended) if one.ended else "Left as it stood at the close: nothing is paid.",
        lines=sheet_of(night, one.hands, one.sides),
        paper=paper if paper in papers else "",
    )
