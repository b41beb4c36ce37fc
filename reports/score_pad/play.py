"""The matches of a game in a night: hands, running scores, winners and payments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.night import Night
from dealer.score_pad.matches import nets_of, payments
from dealer.score_pad.table import MatchTable, Sides
from events.common import matches, play
from events.common.event import Event
from events.common.matches import ScoreLine
from events.common.night import NightClosed, NightOpened, PlayerSeated
from events.frozen import Frozen
from events.games import game_of
from ledger.accounts import gained_cents
from reports.rounds.hands import Ending
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.rounds import RoundStory
from reports.rounds.statement import added, assert_equal
from reports.rounds.tables import (
    Cell,
    Column,
    Columns,
    NetsTable,
    RoundTables,
    Row,
    figure_column,
    figures_table,
    noun_of,
)
from reports.rulebook import Reasons
from reports.score_pad.words import side_text
from reports.words.formatting import money, signed, signed_number, signed_or_dash
from reports.words.language import gettext as _
from reports.words.language import ngettext, number, pgettext


def _tricks(num: int) -> str:
    return ngettext("%(num)s trick", "%(num)s tricks", num)


_SAID: Mapping[str, Callable[[int], str]] = {
    "bid_made": lambda num: _("the bid made"),
    "bid_lost": lambda num: _("the bid lost"),
    "slam": lambda num: _("all tricks"),
    "tricks": _tricks,
    "odd_trick": _tricks,
    "difference": lambda num: ngettext("being %(num)s trick ahead", "being %(num)s tricks ahead", num),
    "bidder_tricks": lambda num: ngettext("%(num)s trick by the bidder", "%(num)s tricks by the bidder", num),
    "high_trump": lambda num: _("the highest trump"),
    "out_first": lambda num: _("their side out first"),
    "trick_score": lambda num: ngettext("%(num)s trick bid and made", "%(num)s tricks bid and made", num),
    "overtricks": lambda num: ngettext("%(num)s overtrick", "%(num)s overtricks", num),
    "insult": lambda num: _("the insult"),
    "small_slam": lambda num: _("the small slam"),
    "grand_slam": lambda num: _("the grand slam"),
    "game": lambda num: _("the game"),
    "part_score": lambda num: _("the part score"),
    "down": lambda num: ngettext("%(num)s trick down", "%(num)s tricks down", num),
    "honours": lambda num: _("honours"),
}
"""The reason of each kind of score line, singular and plural."""


def scored_for(line: ScoreLine) -> str:
    """The reason of a score line: ``3 tricks``, ``the bid made``."""
    return _SAID[line.why](line.count)


class MatchState(Enum):
    """The state of a match."""

    ON = marked("still on")
    WON = marked("won")
    SETTLED = marked("settled")
    DRAWN = marked("drawn")
    ABANDONED = marked("abandoned")
    LEFT = marked("unfinished at the close")


@dataclass(slots=True, kw_only=True)
class MatchHand:
    """One hand: the event that ended it (``over``), and the ``score`` of the match. ``voided`` is the reason if voided.

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
    """One match. ``winner`` is the winning side, ``paid`` the payments, ``abandoned`` the reason if abandoned."""

    match: int
    sides: Sides
    hands: list[MatchHand] = field(default_factory=list)
    state: MatchState = MatchState.ON
    winner: int | None = None
    paid: tuple[matches.MatchPayment, ...] = ()
    abandoned: str | None = None

    @property
    def score(self) -> tuple[int, ...]:
        """The points of each side, current or final."""
        return self.hands[-1].score if self.hands else (0,) * len(self.sides)

    @property
    def rows(self) -> list[matches.HandOver]:
        """The events that ended the hands that count."""
        return [hand.over for hand in self.hands if hand.over]

    @property
    def players(self) -> tuple[str, ...]:
        """The players, side by side."""
        return tuple(player for side in self.sides for player in side)

    def side_of(self, player: str) -> int:
        """The side of a player in it."""
        return next(at for at, side in enumerate(self.sides) if player in side)

    def own_first(self, player: str) -> list[int]:
        """The sides, the player's own first; in normal order for others."""
        return sorted(range(len(self.sides)), key=lambda at: player not in self.sides[at])

    def paid_cents(self, player: str) -> int:
        """What a player paid for it."""
        return sum(payment.amount_cents for payment in self.paid if payment.payer == player)

    def got_cents(self, player: str) -> int:
        """What a player was paid for it."""
        return sum(payment.amount_cents for payment in self.paid if payment.payee == player)

    def net_cents(self, player: str) -> int:
        """What a player won or lost by it."""
        return self.got_cents(player) - self.paid_cents(player)

    def side_called(self, side: int, names: Mapping[str, str]) -> str:
        """The names of a side's members; ``names`` are the players' names by seat key."""
        return side_text(self.sides[side], names)

    def came_of(self, names: Mapping[str, str]) -> str:
        """Its result: the winner, or its state."""
        if self.winner is None:
            return _(self.state.value)
        won = _("%(side)s won", side=self.side_called(self.winner, names))
        if self.state is MatchState.SETTLED:
            return won
        # gettext's reader finds no text within an f-string.
        unsettled = _("not settled yet")
        return f"{won}, {unsettled}"

    def came_to(self, player: str) -> str:
        """Its result for one of its players, in a word."""
        if self.winner is None:
            return _(self.state.value)
        return pgettext("a match", "won") if player in self.sides[self.winner] else pgettext("a match", "lost")


class MatchesPlay(Frozen):
    """The matches of one game in a night; ``house`` are the rules of its table, ``names`` those of the players."""

    game: str
    matches: tuple[MatchRecord, ...]
    house: Any
    names: Mapping[str, str]

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        if not self.matches:
            return ()
        hands = sum(len(match.rows) for match in self.matches)
        matches = ngettext("%(num)s match", "%(num)s matches", len(self.matches))
        return matches, noun_of(self.game).extent(hands)

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_called(self.game).title

    @property
    def took_part(self) -> frozenset[str]:
        """The players of all matches."""
        return frozenset(player for match in self.matches for player in match.players)

    def net_cents(self, player: str) -> int:
        """What a player won or lost in all matches."""
        return sum(match.net_cents(player) for match in self.matches)

    def match_called(self, number: int) -> MatchRecord:
        """A match by its number; :class:`LookupError` if it was not begun."""
        for match in self.matches:
            if match.match == number:
                return match
        raise LookupError(f"match {number} was not begun")


def matches_play_of(events: Iterable[Event], game: str) -> MatchesPlay:
    """The matches of a game from a night's effective events; :class:`DoesNotAddUp` if two computations disagree."""
    events = tuple(events)
    records: list[MatchRecord] = []
    house: Any = None
    for event in events:
        if isinstance(event, NightOpened):
            house = game_called(game).start(event.houses[game]).house
        elif isinstance(event, NightClosed) and records and records[-1].state is MatchState.ON:
            records[-1].state = MatchState.LEFT
            for hand in records[-1].hands:
                hand.ending = Ending.BROKEN_OFF if hand.ending is Ending.ON else hand.ending
        elif game_of(event) == game:
            _follow(records, event, house)
    _check_rows(records, game_called(game).scores(events))
    names = {event.player: event.name for event in events if isinstance(event, PlayerSeated)}
    return MatchesPlay(game=game, matches=tuple(records), house=house, names=names)


def _follow(records: list[MatchRecord], event: Event, house: Any) -> None:
    """Apply an event of the game."""
    if isinstance(event, matches.MatchBegun):
        records.append(MatchRecord(match=event.match, sides=event.sides))
        return
    match = records[-1]
    match event:
        case matches.MatchHandBegun():
            match.hands.append(MatchHand(number=len(match.hands) + 1, dealer=event.dealer, score=match.score))
        case matches.HandOver():
            hand = match.hands[-1]
            _check_lines(event)
            hand.over, hand.ending = event, Ending.OVER
            hand.score = tuple(had + more for had, more in zip(hand.score, event.points, strict=True))
        case matches.MatchHandVoided():
            match.hands[-1].ending, match.hands[-1].voided = Ending.VOIDED, event.reason
        case matches.MatchWon():
            match.state, match.winner = MatchState.WON, event.winner
        case matches.MatchDrawn():
            match.state = MatchState.DRAWN
        case matches.MatchAbandoned():
            match.state, match.abandoned = MatchState.ABANDONED, event.reason
        case matches.MatchSettled():
            match.state, match.paid = MatchState.SETTLED, event.paid
            _check_paid(match, event, house)


def _check_lines(over: matches.HandOver) -> None:
    """Assert that the points of a hand equal those of its lines."""
    lines = over.lines if isinstance(over, matches.HandScored) else ()
    for side, points in enumerate(over.points):
        of_lines = sum(line.points for line in lines if line.side == side)
        assert_equal(f"side {side} in hand {over.hand} of {over.game}, in points", points, of_lines)


def _check_paid(match: MatchRecord, settled: matches.MatchSettled, house: Any) -> None:
    """Assert that a match was paid by its points and the price, and that the money moved."""
    table = MatchTable(house=house, matches=(match.sides,), hands=tuple(match.rows), winner=match.winner)
    by_price = nets_of(tuple(payments(table)))
    for player in match.players:
        net_cents, what = match.net_cents(player), f"{player} for match {match.match} of {settled.game}"
        assert_equal(what, net_cents, by_price.get(player, 0))
        assert_equal(what, net_cents, gained_cents(settled.moves, player))


def _check_rows(records: Sequence[MatchRecord], rows: Iterable[Mapping[str, Any]]) -> None:
    """Assert that the matches equal those of the night's result."""
    for record, row in zip(records, rows, strict=True):
        for side, points in enumerate(row["points"]):
            assert_equal(f"side {side} in match {record.match}, in points", record.score[side], points)


@dataclass(slots=True, kw_only=True)
class Payments:
    """What a player paid and got for one match or for several, in cents."""

    paid_cents: int = 0
    got_cents: int = 0

    @property
    def net_cents(self) -> int:
        """What they won or lost."""
        return self.got_cents - self.paid_cents


def _columns(names: Mapping[str, str]) -> Columns:
    """The columns of every table of matches: number, sides with their points, and number of hands."""

    def sides(row: Row) -> str:
        match: MatchRecord = row.record
        return " · ".join(
            f"{match.side_called(at, names)} {number(match.score[at])}" for at in match.own_first(row.player)
        )

    return (
        Column(_("Match"), lambda row: str(row.record.match), kind="first"),
        Column(_("Sides and points"), sides, kind="who"),
        Column(_("Hands"), lambda row: str(len(row.record.rows))),
    )


def player_part(play: MatchesPlay, player: str) -> PlayerPart:
    """The matches that a player played."""
    rows = [
        Row(match, Payments(paid_cents=match.paid_cents(player), got_cents=match.got_cents(player)), player)
        for match in play.matches
        if player in match.players
    ]
    whole = added(Payments, (row.figures for row in rows))
    table = figures_table(
        _("%(game)s, match by match", game=play.title),
        (
            *_columns(play.names),
            Column(_("Outcome"), lambda row: row.record.came_to(player), kind="who came"),
            figure_column(pgettext("by a player", "Paid"), "paid_cents", kind="from"),
            figure_column(pgettext("by a player", "Got"), "got_cents"),
            figure_column(pgettext("result", "Net"), "net_cents", signed, kind="from"),
        ),
        rows,
        whole,
        kinds=("matches",),
        fits=(36, 50),
        beside=price_text(play.house),
        nothing=_("They did not play a match."),
    )
    return PlayerPart(
        view=RoundTables(tables=(table,)),
        lines=2 * len(rows) + 4,
        net_cents=whole.net_cents,
        by_score=True,
        summary=ngettext("%(game)s, %(num)s match", "%(game)s, %(num)s matches", len(rows), game=play.title),
    )


def price_text(house: Any) -> str:
    """The price of a point, and of the game itself if it has one."""
    if not house.game_stake:
        return _("a point is %(amount)s", amount=money(house.point))
    return _("a point is %(amount)s, the game %(stake)s", amount=money(house.point), stake=money(house.game_stake))


def table_part(play: MatchesPlay, now: Night) -> TablePart:
    """All matches."""
    voided = [(record.match, hand) for record in play.matches for hand in record.hands if hand.voided is not None]
    abandoned = [record for record in play.matches if record.abandoned is not None]
    table = figures_table(
        _("%(game)s, match by match", game=play.title),
        (
            *_columns(now.names),
            Column(_("Outcome"), lambda row: row.record.came_of(now.names), kind="who came"),
        ),
        [Row(match, None) for match in play.matches],
        kinds=("matches",),
        beside=price_text(play.house),
        nothing=_("No match was begun."),
    )
    return TablePart(
        view=RoundTables(tables=(table,), nets=(_nets(play),) if play.matches else ()),
        lines=3 * len(play.matches),
        counted=(
            *((noun_of(play.game).voided(len(voided)),) if voided else ()),
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
            *(
                _("Match %(number)s was abandoned: %(why)s", number=record.match, why=record.abandoned)
                for record in abandoned
            ),
        ),
    )


def _why_passed_out(event: matches.HandPassedOut, now: Night) -> str:
    if event.again:
        return _("nobody has bid: the same player deals again")
    return _("nobody has bid: the hand is dead")


def _nets(play: MatchesPlay) -> NetsTable:
    cents = {player: play.net_cents(player) for player in play.took_part}
    return NetsTable(
        title=_("Wins and losses by match"),
        head=_("Match"),
        rows=tuple(
            (Cell(str(match.match)), {player: signed_or_dash(match.net_cents(player)) for player in match.players})
            for match in play.matches
        ),
        sums=(("all", pgettext("sum", "All"), {player: signed(net_cents) for player, net_cents in cents.items()}),),
        cents=cents,
    )


def _why_won(event: matches.MatchWon, now: Night) -> str:
    table = now.tables[event.game]
    goal = getattr(table.house, "goal", None)
    if goal is not None and table.score[event.winner] >= goal:
        return _("%(points)s points win the match", points=number(goal))
    return _("the match is over, and the highest score wins")


def scored(*reasons: str) -> Callable[[matches.HandScored, Night], str]:
    """The score lines of a hand by side; only those with the given ``reasons``, if there are any."""

    def why(event: matches.HandScored, now: Night) -> str:
        sides = now.tables[event.game].matches[event.match - 1]
        by_side: dict[int, list[str]] = {}
        for line in event.lines:
            if not reasons or line.why in reasons:
                text = _("%(points)s for %(what)s", points=signed_number(line.points), what=scored_for(line))
                by_side.setdefault(line.side, []).append(text)
        return ", ".join(f"{side_text(sides[side], now.names)} {', '.join(texts)}" for side, texts in by_side.items())

    return why


WHY_DEALT: Reasons = {matches.MatchHandBegun: marked("anybody deals first in a match, then the deal goes to the left")}
WHY_BID: Reasons = {
    play.BidMade: marked("each bid is higher than the one before"),
    matches.HandPassedOut: _why_passed_out,
}
WHY_PARTNERS: Reasons = {matches.PartnersNamed: marked("the bidder’s partner is named before the hand is scored")}
WHY_SCORED: Reasons = {matches.HandScored: scored()}
WHY_WON: Reasons = {matches.MatchWon: _why_won}
"""The reasons of the events of every such game, for the rules of its rulebook."""


@dataclass
class MatchHandStory(RoundStory):
    """The story of a hand in a match, with its effect on the match."""

    def _is_its_own(self, event: Event, version: int) -> bool:
        if isinstance(event, matches.InMatch) and not isinstance(event, matches.MatchBegun):
            table = self.history.at(version).tables[self.game]
            # A match without hands has no dealer, and its end does not belong to the hand before.
            return event.game == self.game and table.round == self.number and bool(table.dealer)
        return super()._is_its_own(event, version)
