"""The matches of a game in a night: their hands with the running score, who has won, and what was paid for it.

What comes by two ways has to come out the same: a hand's points and its lines, a match's points and its row in the
result, what was paid by the price, by the payments and by the moves of money.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from dealer.commands.phrases import marked
from dealer.games import game_called
from dealer.night.night import Night
from dealer.score_pad.settling import nets_of, payments
from dealer.score_pad.table import MatchTable, Sides
from events.facts import matches
from events.facts.fact import Fact
from events.facts.night import NightClosed, NightOpened
from events.frozen import Frozen
from events.games import game_of
from ledger.accounts import gained_cents
from reports.rounds.hands import Ending
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.sums import assert_equal
from reports.score_pad.words import side_said
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext

TEMPLATE = "matches.html"


class MatchState(Enum):
    """How a match stands, or how it ended."""

    ON = marked("still on")
    WON = marked("won")
    SETTLED = marked("settled")
    DRAWN = marked("drawn")
    ABANDONED = marked("abandoned")
    LEFT = marked("left as it stood at the close")


@dataclass(slots=True, kw_only=True)
class MatchHand:
    """One hand: what it was ``over`` by, and the ``score`` of the match then. ``voided`` is why it was broken off.

    ``number`` is its number in the match.
    """

    number: int
    dealer: str
    score: tuple[int, ...]
    over: matches.HandOver | None = None
    ending: Ending = Ending.ON
    voided: str | None = None


@dataclass(slots=True, kw_only=True)
class MatchRecord:
    """One match. ``winner`` is the side that has won, ``paid`` what it brought, ``abandoned`` why it was broken off."""

    match: int
    sides: Sides
    hands: list[MatchHand] = field(default_factory=list)
    state: MatchState = MatchState.ON
    winner: int | None = None
    paid: tuple[matches.MatchPayment, ...] = ()
    abandoned: str | None = None

    @property
    def score(self) -> tuple[int, ...]:
        """The points, side by side, as they are or were at the end."""
        return self.hands[-1].score if self.hands else (0,) * len(self.sides)

    @property
    def rows(self) -> list[matches.HandOver]:
        """What the hands that count were over by."""
        return [one.over for one in self.hands if one.over]

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays it, side by side."""
        return tuple(player for side in self.sides for player in side)

    def side_of(self, player: str) -> int:
        """The side of somebody who plays it."""
        return next(at for at, side in enumerate(self.sides) if player in side)

    def own_first(self, player: str) -> list[int]:
        """The sides by their places, the one of a player first; as they are for somebody who does not play."""
        return sorted(range(len(self.sides)), key=lambda at: player not in self.sides[at])

    def paid_cents(self, player: str) -> int:
        """What a player paid for it."""
        return sum(one.amount_cents for one in self.paid if one.payer == player)

    def got_cents(self, player: str) -> int:
        """What a player got for it."""
        return sum(one.amount_cents for one in self.paid if one.payee == player)

    def net_cents(self, player: str) -> int:
        """What a player won or lost by it."""
        return self.got_cents(player) - self.paid_cents(player)

    def side_called(self, side: int, names: Mapping[str, str]) -> str:
        """A side by the names of its members; ``names`` are the players' by seat key."""
        return side_said(self.sides[side], names)

    def came_of(self, names: Mapping[str, str]) -> str:
        """What came of it: who has won, or how it stands."""
        if self.winner is None:
            return _(self.state.value)
        won = _("%(side)s won", side=self.side_called(self.winner, names))
        return won if self.state is MatchState.SETTLED else f"{won}, {_('not settled yet')}"

    def came_to(self, player: str) -> str:
        """What came of it for somebody who plays it, in a word."""
        if self.winner is None:
            return _(self.state.value)
        return pgettext("a match", "won") if player in self.sides[self.winner] else pgettext("a match", "lost")


class MatchesPlay(Frozen):
    """The matches of one game in a night; ``house`` are its rules, as its table keeps them."""

    game: str
    matches: tuple[MatchRecord, ...]
    house: Any

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        if not self.matches:
            return ()
        hands = sum(len(one.rows) for one in self.matches)
        return (
            ngettext("%(num)s match", "%(num)s matches", len(self.matches)),
            ngettext("%(num)s hand", "%(num)s hands", hands),
        )

    @property
    def title(self) -> str:
        """What the game is called."""
        return game_called(self.game).title

    @property
    def took_part(self) -> frozenset[str]:
        """Who played a match."""
        return frozenset(player for one in self.matches for player in one.players)

    def net_cents(self, player: str) -> int:
        """What a player won or lost by all of them."""
        return sum(one.net_cents(player) for one in self.matches)

    def nets_cents(self, players: Iterable[str]) -> list[int]:
        """What some players won or lost by all of them."""
        return [self.net_cents(player) for player in players]

    def match_called(self, number: int) -> MatchRecord:
        """A match by its number; :class:`LookupError` where it was not begun."""
        for one in self.matches:
            if one.match == number:
                return one
        raise LookupError(f"match {number} was not begun")


def matches_play_of(facts: Iterable[Fact], game: str) -> MatchesPlay:
    """The matches of a game from a night's effective facts; :class:`DoesNotAddUp` where two ways differ."""
    facts = tuple(facts)
    found: list[MatchRecord] = []
    house: Any = None
    for fact in facts:
        if isinstance(fact, NightOpened):
            house = game_called(game).start(fact.houses[game]).house
        elif isinstance(fact, NightClosed) and found and found[-1].state is MatchState.ON:
            found[-1].state = MatchState.LEFT
            for hand in found[-1].hands:
                hand.ending = Ending.BROKEN_OFF if hand.ending is Ending.ON else hand.ending
        elif game_of(fact) == game:
            _follow(found, fact, house)
    _check_rows(found, game_called(game).scores(facts))
    return MatchesPlay(game=game, matches=tuple(found), house=house)


def _follow(found: list[MatchRecord], fact: Fact, house: Any) -> None:
    """One more fact of the game."""
    if isinstance(fact, matches.MatchBegun):
        found.append(MatchRecord(match=fact.match, sides=fact.sides))
        return
    match = found[-1]
    match fact:
        case matches.MatchHandBegun():
            match.hands.append(MatchHand(number=len(match.hands) + 1, dealer=fact.dealer, score=match.score))
        case matches.HandOver():
            hand = match.hands[-1]
            _check_lines(fact)
            hand.over, hand.ending = fact, Ending.OVER
            hand.score = tuple(had + more for had, more in zip(hand.score, fact.points, strict=True))
        case matches.MatchHandVoided():
            match.hands[-1].ending, match.hands[-1].voided = Ending.VOIDED, fact.reason
        case matches.MatchWon():
            match.state, match.winner = MatchState.WON, fact.winner
        case matches.MatchDrawn():
            match.state = MatchState.DRAWN
        case matches.MatchAbandoned():
            match.state, match.abandoned = MatchState.ABANDONED, fact.reason
        case matches.MatchSettled():
            match.state, match.paid = MatchState.SETTLED, fact.paid
            _check_paid(match, fact, house)


def _check_lines(over: matches.HandOver) -> None:
    """Assert that the points of a hand are those of its lines."""
    lines = over.lines if isinstance(over, matches.HandScored) else ()
    for side, points in enumerate(over.points):
        of_lines = sum(line.points for line in lines if line.side == side)
        assert_equal(f"side {side} in hand {over.hand} of {over.game}, in points", points, of_lines)


def _check_paid(match: MatchRecord, settled: matches.MatchSettled, house: Any) -> None:
    """Assert that a match was paid by its points and the price, and that so much money moved."""
    table = MatchTable(house=house, matches=(match.sides,), hands=tuple(match.rows), winner=match.winner)
    by_price = nets_of(tuple(payments(table)))
    for player in match.players:
        net_cents, what = match.net_cents(player), f"{player} for match {match.match} of {settled.game}"
        assert_equal(what, net_cents, by_price.get(player, 0))
        assert_equal(what, net_cents, gained_cents(settled.moves, player))


def _check_rows(found: Sequence[MatchRecord], rows: Iterable[Mapping[str, Any]]) -> None:
    """Assert that the matches are those of the night's result."""
    for one, row in zip(found, rows, strict=True):
        for side, points in enumerate(row["points"]):
            assert_equal(f"side {side} in match {one.match}, in points", one.score[side], points)


class PlayerMatches(Frozen):
    """The matches that a player played."""

    play: MatchesPlay
    player: str
    rows: tuple[MatchRecord, ...]

    @property
    def paid_cents(self) -> int:
        """What they paid for all of them."""
        return sum(one.paid_cents(self.player) for one in self.rows)

    @property
    def got_cents(self) -> int:
        """What they got for all of them."""
        return sum(one.got_cents(self.player) for one in self.rows)


def player_part(play: MatchesPlay, player: str) -> PlayerPart:
    """The matches that a player played."""
    rows = tuple(one for one in play.matches if player in one.players)
    return PlayerPart(
        template=TEMPLATE,
        view=PlayerMatches(play=play, player=player, rows=rows),
        lines=2 * len(rows) + 4,
        net_cents=play.net_cents(player),
        by_score=True,
        summary=ngettext("%(game)s, %(num)s match", "%(game)s, %(num)s matches", len(rows), game=play.title),
    )


class TableMatches(Frozen):
    """All matches of a game, and what the players are called."""

    play: MatchesPlay
    names: Mapping[str, str]


def table_part(play: MatchesPlay, now: Night) -> TablePart:
    """All matches."""
    voided = [(one.match, hand) for one in play.matches for hand in one.hands if hand.voided is not None]
    abandoned = [one for one in play.matches if one.abandoned is not None]
    return TablePart(
        template=TEMPLATE,
        view=TableMatches(play=play, names=now.names),
        lines=3 * len(play.matches),
        counted=(
            *((ngettext("%(num)s hand voided", "%(num)s hands voided", len(voided)),) if voided else ()),
            *((ngettext("%(num)s match abandoned", "%(num)s matches abandoned", len(abandoned)),) if abandoned else ()),
        ),
        notes=(
            *(
                _(
                    "Hand %(number)s of match %(match)s was voided: %(why)s",
                    number=hand.number,
                    match=match,
                    why=hand.voided,
                )
                for match, hand in voided
            ),
            *(_("Match %(number)s was abandoned: %(why)s", number=one.match, why=one.abandoned) for one in abandoned),
        ),
    )
