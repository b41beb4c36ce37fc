"""The player's page of matches, and the matches of a closed night."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import islice
from operator import add

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections import RoundEvents, fold
from dealer.score_pad.table import MatchTable, Phase
from events.common.matches import HandOver, MatchAbandoned, MatchDrawn, MatchHandBegun, MatchHandVoided
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.score_pad.papers import match_kind
from reports.score_pad.words import side_text
from reports.words.formatting import signed_number
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.sentences import sentence_of
from web.game_screens import PlayerPage, PlayerPart
from web.score_pad.board import standing_at
from web.score_pad.score_state import (
    Contract,
    MatchSoFar,
    MatchText,
    Scored,
    SheetLine,
    Side,
    came_of,
    contract_of,
    match_of,
    matches_of,
    scored_by,
    sheet_of,
    sides_of,
    written,
)
from web.tablet.seats import Mark, marks_of


class SideOfMatch(Frozen):
    """A side at the end of a match."""

    name: str
    marks: tuple[Mark, ...]
    score: str
    has_won: bool


class MatchOfNight(Frozen):
    """A match as text; ``paper`` names its score sheet, "" if there is no sheet."""

    match: int
    sides: tuple[SideOfMatch, ...]
    came: str
    lines: tuple[SheetLine, ...]
    paper: str


class MatchesOfNight(Frozen):
    """The matches of a game in a night, with their heading."""

    title: str
    game: str
    matches: tuple[MatchOfNight, ...]


def matches_of_night(game: str, night: Night, effective: Sequence[Recorded], papers: Collection[str]) -> MatchesOfNight:
    """The matches of a game in a night, from its effective events and the names of its papers."""
    title = game_called(game).title
    return MatchesOfNight(
        title=_("%(game)s: the matches", game=title) if len(night.opened.games) > 1 else _("The matches"),
        game=game,
        matches=tuple(_match(night, game, match_so_far, papers) for match_so_far in matches_of(effective, game)),
    )


def _match(night: Night, game: str, match_so_far: MatchSoFar, papers: Collection[str]) -> MatchOfNight:
    marks, paper = marks_of(night), f"{match_kind(game)}-{match_so_far.match}"
    return MatchOfNight(
        match=match_so_far.match,
        sides=tuple(
            SideOfMatch(
                name=side_text(players, night.names),
                marks=tuple(marks[player] for player in players),
                score=written(points),
                has_won=at == match_so_far.winner,
            )
            for at, (players, points) in enumerate(zip(match_so_far.sides, match_so_far.points, strict=True))
        ),
        came=sentence_of(night, match_so_far.ended)
        if match_so_far.ended
        else _("Unfinished at the close: nothing is paid."),
        lines=sheet_of(night, match_so_far.hands, match_so_far.sides),
        paper=paper if paper in papers else "",
    )


MATCHES_SHOWN = 6
"""How many finished matches the page shows, the newest."""


class MatchOfTheirs(Frozen):
    """A finished match from a player's view: the result in cents and in a word."""

    title: str
    points: str
    came: str
    net_cents: int


class MatchNow(Frozen):
    """The current or last match from a player's view, their own side first.

    ``note`` is the player's part in the hand, ``figures`` its contract and score. ``matches`` are their finished
    matches, newest first.
    """

    game: str
    title: str
    note: str
    goal: str
    sides: tuple[Side, ...]
    figures: tuple[tuple[str, str], ...]
    matches: tuple[MatchOfTheirs, ...]


class HandOfMatch(Frozen):
    """A hand of a match: its result, and the points of every side, the player's own side first.

    Points are not money, so a hand adds nothing to the player's winnings.
    """

    title: str
    ending: str
    signed_points: str
    is_set_back: bool
    sides: tuple[Scored, ...]

    @property
    def net_cents(self) -> int:
        """Always 0: money moves only when the match is settled."""
        return 0

    def going_on_from(self, before_cents: int) -> HandOfMatch:
        """The same hand, which has no running sum."""
        return self


def match_page(texts: MatchText) -> PlayerPage:
    """The player's page of a game that is played for points."""
    return PlayerPage(
        part_of=partial(_part_of, texts),
        round_of=_round_of,
        template="score_pad/macros.html",
        standing_at=lambda night, game: standing_at(night.tables[game]),
        each="hand",
        heading=marked("Every hand"),
    )


def _part_of(texts: MatchText, night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    table: MatchTable = night.tables[game]
    over = tuple(islice(_matches_over(night, game, effective, player), MATCHES_SHOWN))
    plays = table.goes_on and player in table.match_players and not night.closed
    now = MatchNow(
        game=game,
        title=_called(night, game, *_MATCH, match=table.match) if plays else _called(night, game, *_MATCHES),
        note=_note(table, player, texts) if plays else "",
        goal=texts.goal(table) if plays else "",
        sides=tuple(_own_first(sides_of(night, table, texts), table, player)) if plays else (),
        figures=tuple(_figures(night, table, player, texts)) if plays else (),
        matches=over,
    )
    newest = [
        (_("%(match)s, %(came)s", match=match.title, came=match.came), match.net_cents)
        for match in over
        if match.net_cents
    ]
    in_all = sum(match_so_far.net_cents(player) for match_so_far in matches_of(effective, game))
    before = in_all - sum(cents for _, cents in newest)
    earlier = [(_called(night, game, *_EARLIER), before)] if before else []
    return PlayerPart(now=now if plays or over else None, beside=(*earlier, *reversed(newest)))


def _matches_over(night: Night, game: str, effective: Sequence[Recorded], player: str) -> Iterator[MatchOfTheirs]:
    """The finished matches of a player, newest first."""
    table: MatchTable = night.tables[game]
    for number in range(table.match, 0, -1):
        match_so_far = match_of(effective, game, number)
        if match_so_far is None or not any(player in side for side in match_so_far.sides):
            continue
        if match_so_far.ended or match_so_far.winner is not None or night.closed:
            yield _over(night, game, match_so_far, player)


_MATCH = marked("Match %(match)s"), marked("%(game)s, match %(match)s")
_MATCHES = marked("Matches"), marked("%(game)s, matches")
_EARLIER = marked("Earlier matches"), marked("%(game)s, earlier matches")
_HAND = marked("Match %(match)s, hand %(number)s"), marked("%(game)s, match %(match)s, hand %(number)s")


def _called(night: Night, game: str, alone: str, in_game: str, **numbers: int) -> str:
    """The name of a match or hand, with its game if the night has several."""
    if len(night.opened.games) > 1:
        return _(in_game, game=game_called(game).title, **numbers)
    return _(alone, **numbers)


def _over(night: Night, game: str, match_so_far: MatchSoFar, player: str) -> MatchOfTheirs:
    own_first = sorted(
        zip(match_so_far.sides, match_so_far.points, strict=True), key=lambda side: player not in side[0]
    )
    return MatchOfTheirs(
        title=_called(night, game, *_MATCH, match=match_so_far.match),
        points=" : ".join(written(points) for _, points in own_first),
        came=_came(match_so_far, player),
        net_cents=match_so_far.net_cents(player),
    )


def _came(match_so_far: MatchSoFar, player: str) -> str:
    match match_so_far.ended:
        case MatchDrawn():
            return pgettext("a match", "drawn")
        case MatchAbandoned():
            return pgettext("a match", "abandoned")
        case None if match_so_far.winner is None:
            return pgettext("a match", "unfinished")
        case _:
            won = match_so_far.winner is not None and player in match_so_far.sides[match_so_far.winner]
            if match_so_far.ended:
                return pgettext("a match", "won") if won else pgettext("a match", "lost")
            return pgettext("a match", "won, not settled") if won else pgettext("a match", "lost, not settled")


def _own_first(sides: Sequence[Side], table: MatchTable, player: str) -> Iterator[Side]:
    own = table.side_of(player)
    yield sides[own]
    yield from (side for at, side in enumerate(sides) if at != own)


def _note(table: MatchTable, player: str, texts: MatchText) -> str:
    """The player's part in the current or next hand, in a few words."""
    if table.bidding and table.is_on and table.bidding.turn == player:
        return _("it is your turn to bid")
    if table.is_on and player == table.bidder and table.phase is not Phase.BIDDING:
        return _("you play it")
    if table.is_on and player in table.partners:
        return _("you play with the bidder")
    if table.is_on and player == table.dealer:
        return _("you are the opener") if texts.opens else _("you are the dealer")
    if table.phase is Phase.BETWEEN and player == table.dealer_due(table.match_players) and not texts.opens:
        return _("it is your deal")
    return ""


def _figures(night: Night, table: MatchTable, player: str, texts: MatchText) -> Iterator[tuple[str, str]]:
    """The labelled figures of the current hand."""
    contract = contract_of(night, table)
    if contract and contract.text:
        yield _("is played") if contract.is_played else pgettext("a contract", "stands"), _contract_text(contract)
    if contract and contract.speaks:
        yield _("to speak"), contract.speaks
    own = texts.of_side(table, table.side_of(player))
    if own and table.winner is None:
        yield _("your side"), own


def _contract_text(contract: Contract) -> str:
    named = {"contract": contract.text, "bidder": contract.bidder}
    if contract.with_them:
        return _("%(contract)s, %(bidder)s with %(partners)s", partners=contract.with_them, **named)
    return _("%(contract)s, %(bidder)s", **named)


def _round_of(night: Night, of_hand: RoundEvents, player: str) -> HandOfMatch | None:
    """A hand from its events; ``None`` if the player had no part in it."""
    begun = of_hand.begun.event
    assert isinstance(begun, MatchHandBegun)
    if player not in begun.players:
        return None
    table: MatchTable = night.tables[of_hand.game]
    sides = table.matches[begun.match - 1]
    own = next(at for at, side in enumerate(sides) if player in side)
    events = [event for event in of_hand.events if game_of(event) == of_hand.game]
    over = next((event for event in events if isinstance(event, HandOver)), None)
    voided = next((event for event in events if isinstance(event, MatchHandVoided)), None)
    scored = scored_by(night, over, sides, _points_after(of_hand, begun.match)) if over else ()
    return HandOfMatch(
        title=_called(night, of_hand.game, *_HAND, match=begun.match, number=table.in_match(begun.hand)[1]),
        ending=came_of(night, over)
        if over
        else sentence_of(night, voided)
        if voided
        else _unended(night, table, begun),
        signed_points=signed_number(over.points[own]) if over else "",
        is_set_back=bool(over and over.points[own] < 0),
        sides=tuple(scored[at] for at in (own, *(at for at in range(len(sides)) if at != own))) if over else (),
    )


def _unended(night: Night, table: MatchTable, begun: MatchHandBegun) -> str:
    is_on = table.is_on and table.round == begun.hand and not night.closed
    return _("In play.") if is_on else _("Broken off by the close.")


_Points = tuple[int, tuple[int, ...]]
"""The number of a match and the points of its sides."""


def _points_after(of_hand: RoundEvents, match: int) -> tuple[int, ...]:
    """The points of a match after one of its hands."""
    game = of_hand.game

    def after(points: _Points, round_events: RoundEvents) -> _Points:
        for event in round_events.events:
            if isinstance(event, HandOver) and event.game == game:
                same = event.match == points[0]
                had = points[1] if same else (0,) * len(event.points)
                points = event.match, tuple(map(add, had, event.points))
        return points

    none: _Points = (0, ())
    return fold(of_hand, (_points_after, game), none, after)[1]
