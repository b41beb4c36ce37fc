"""The state of a match, shared by all screens: sides, hands, points and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, count, takewhile
from operator import add
from typing import Any

from msgspec.structs import replace
from rpds import HashTrieMap

from dealer.commands.fields import RANKS
from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections import Projection
from dealer.score_pad.matches import nets_of
from dealer.score_pad.table import MatchTable, Phase, Sides
from events.common.matches import (
    HandOver,
    HandScored,
    InMatch,
    MatchBegun,
    MatchHandBegun,
    MatchPayment,
    MatchSettled,
    MatchWon,
    ScoreLine,
)
from events.common.play import Bid, BidDoubled, BidHeld, BidPassed, BidRedoubled, InTurn
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.score_pad import words
from reports.score_pad.play import scored_for
from reports.score_pad.words import bid_text, side_text
from reports.words.formatting import brief, name_of, signed_number
from reports.words.language import gettext as _
from reports.words.language import number, pgettext
from web.game_screens import Unfinished
from web.tablet.seats import Mark, marks_of
from web.tablet.steps import Shortage


class MatchSoFar(Frozen):
    """A match: its finished hands and its end; points have an entry for each side.

    ``winner`` is the index of the side that won, ``ended`` the event that closes the match.
    """

    match: int
    sides: Sides
    hands: tuple[HandOver, ...] = ()
    winner: int | None = None
    ended: InMatch | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """The total points of each side."""
        return tuple(sum(hand.points[side] for hand in self.hands) for side in range(len(self.sides)))

    @property
    def paid(self) -> tuple[MatchPayment, ...]:
        """The payments of the settlement; empty before it."""
        return self.ended.paid if isinstance(self.ended, MatchSettled) else ()

    def net_cents(self, player: str) -> int:
        """The result of a player, in cents."""
        return nets_of(self.paid).get(player, 0)


_MatchKey = tuple[str, int]
"""A game and the number of a match."""


def _matches_after(
    matches: HashTrieMap[_MatchKey, MatchSoFar], recorded: Recorded
) -> HashTrieMap[_MatchKey, MatchSoFar]:
    event = recorded.event
    if isinstance(event, MatchBegun):
        return matches.insert((event.game, event.match), MatchSoFar(match=event.match, sides=event.sides))
    if not isinstance(event, HandOver | InMatch):
        return matches
    match = matches[event.game, event.match]
    if isinstance(event, HandOver):
        match = replace(match, hands=(*match.hands, event))
    elif isinstance(event, MatchWon):
        match = replace(match, winner=event.winner)
    else:
        match = replace(match, ended=event)
    return matches.insert((event.game, event.match), match)


_MATCHES: Projection[HashTrieMap[_MatchKey, MatchSoFar]] = Projection(HashTrieMap(), _matches_after)


def match_of(effective: Sequence[Recorded], game: str, number: int) -> MatchSoFar | None:
    """A match of a game by its number, ``None`` if there is none; ``effective`` are the night's effective events."""
    return _MATCHES.of(effective).get((game, number))


def matches_of(effective: Sequence[Recorded], game: str) -> tuple[MatchSoFar, ...]:
    """The matches of a game in order; ``effective`` are the night's effective events."""
    matches = _MATCHES.of(effective)
    return tuple(matches[key] for key in takewhile(matches.__contains__, ((game, number) for number in count(1))))


def turns_of(effective: Sequence[Recorded], game: str) -> dict[int, Recorded]:
    """The turns of the current or last hand, by number; ``effective`` are the night's effective events."""
    turns: dict[int, Recorded] = {}
    for recorded in reversed(effective):
        event = recorded.event
        if game_of(event) != game:
            continue
        if isinstance(event, MatchHandBegun):
            break
        if isinstance(event, InTurn) and not isinstance(event, HandOver):
            turns[event.turn_number] = recorded
    return dict(sorted(turns.items()))


class PayLine(Frozen):
    """What one player pays another; ``short`` if they do not have enough for all their payments."""

    payer: str
    mark: Mark
    to: str
    to_mark: Mark
    amount: str
    short: Shortage | None


def pay_lines(night: Night, paid: Iterable[MatchPayment], *short: Shortage) -> tuple[PayLine, ...]:
    """Payments as lines; what a player is ``short`` of is on their first line only."""
    marks, left = marks_of(night), {shortage.player: shortage for shortage in short}
    return tuple(
        PayLine(
            payer=name_of(night, match_payment.payer),
            mark=marks[match_payment.payer],
            to=name_of(night, match_payment.payee),
            to_mark=marks[match_payment.payee],
            amount=brief(match_payment.amount_cents),
            short=left.pop(match_payment.payer, None),
        )
        for match_payment in paid
    )


class Stage(Frozen):
    """A hand of a match with a fixed number of hands; ``note`` says what is special about it."""

    title: str
    note: str


def _nothing(table: Any, side: int) -> str:
    return ""


class MatchText(Frozen):
    """A game's own texts about its matches.

    ``worth`` is the value of a bid under the house rules, and ``cards`` are the ranks of a card that calls a partner.

    ``goal`` says when a match ends, ``of_side`` is the note about a side in the current or next hand. ``stages`` are
    the hands of a match if their number is fixed. ``opens`` says that a hand begins with an opener, not with a dealer.
    """

    goal: Callable[[Any], str] = lambda table: _("to %(points)s", points=table.house.goal)
    of_side: Callable[[Any, int], str] = _nothing
    stages: Callable[[Any], tuple[Stage, ...]] = lambda table: ()
    opens: bool = False
    worth: Callable[[Bid, Any], str] = lambda bid, house: ""
    cards: tuple[str, ...] = RANKS


POINTS_ALONE = MatchText()
"""The texts of a game that has none of its own."""


class Member(Frozen):
    """A player of a side in the current hand; ``begins`` marks the player with whom it began.

    ``call`` is their last call. ``bids`` marks the bidder, ``plays_with`` the bidder's partners, ``speaks`` the player
    whose turn it is to call.
    """

    player: str
    name: str
    mark: Mark
    begins: bool
    speaks: bool
    call: str
    bids: bool
    plays_with: bool


class Side(Frozen):
    """A side and its points; ``percent`` is their share of the goal, ``None`` without a goal."""

    name: str
    members: tuple[Member, ...]
    points: int
    percent: int | None
    note: str
    is_bidding: bool
    has_won: bool

    @property
    def score(self) -> str:
        """The points as text."""
        return written(self.points)


def unfinished_match(night: Night, game: str) -> Unfinished | None:
    """The unfinished match of a game with its score; ``None`` if no match is on."""
    table: MatchTable = night.tables[game]
    if not table.goes_on:
        return None
    sides = zip(table.sides, table.score, strict=True)
    score = ", ".join(f"{side_text(players, night.names)} {written(points)}" for players, points in sides)
    title = game_called(game).title
    return Unfinished(
        called=_("%(game)s, match %(match)s: %(score)s", game=title, match=table.match, score=score),
        outcome=_("pays nothing"),
    )


def written(points: int) -> str:
    """Points as text; only negative points have a sign.

    >>> written(140), written(-250)
    ('140', '−250')
    """
    return number(points)


def sides_of(night: Night, table: MatchTable, texts: MatchText) -> tuple[Side, ...]:
    """The sides of the current or last match."""
    marks, goal = marks_of(night), getattr(table.house, "goal", 0)
    calls = {call.player: call_text(call.bid) for call in table.bidding.calls} if table.bidding else {}
    bidding, on = table.bidding_sides if table.is_on else (), table.is_on

    def member(player: str) -> Member:
        return Member(
            player=player,
            name=name_of(night, player),
            mark=marks[player],
            begins=on and player == table.dealer,
            speaks=on and table.bidding is not None and player == table.bidding.turn,
            call=calls.get(player, "") if table.phase is Phase.BIDDING else "",
            bids=on and player == table.bidder,
            plays_with=on and player in table.partners,
        )

    return tuple(
        Side(
            name=side_text(players, night.names),
            members=tuple(map(member, players)),
            points=points,
            percent=max(0, min(100, 100 * points // goal)) if goal else None,
            note=texts.of_side(table, at) if table.goes_on and table.winner is None else "",
            is_bidding=at in bidding,
            has_won=at == table.winner,
        )
        for at, (players, points) in enumerate(zip(table.sides, table.score, strict=True))
    )


def call_text(call: Bid) -> str:
    """A call as a verb or a bid: ``passes``, ``7♠``."""
    match call:
        case BidPassed.word:
            return pgettext("a call", "passes")
        case BidHeld.word:
            return pgettext("a call", "holds")
        case BidDoubled.word:
            return pgettext("a call", "doubles")
        case BidRedoubled.word:
            return pgettext("a call", "redoubles")
        case _:
            return bid_text(call)


def contract_text(bid: Bid | None, doubled: int = 1) -> str:
    """The contract of a hand; "" if nobody has bid."""
    return "" if bid is None else words.contract_text(bid, doubled)


class Contract(Frozen):
    """The current bid and its bidder; ``is_played`` says that the bidding is over.

    ``with_them`` names the bidder's partners, ``speaks`` the player whose turn it is. ``calls`` are the calls in order,
    each with the player's mark.
    """

    text: str
    is_red: bool
    bidder: str
    mark: Mark | None
    with_them: str
    is_played: bool
    speaks: str
    calls: tuple[tuple[Mark, str], ...]

    @property
    def whose(self) -> str:
        """Who bids or plays, and with whom."""
        named = {"name": self.bidder, "partners": self.with_them}
        if not self.is_played:
            return _("%(name)s bids", **named)
        return _("%(name)s plays with %(partners)s", **named) if self.with_them else _("%(name)s plays", **named)


def contract_of(night: Night, table: MatchTable) -> Contract | None:
    """The bidding of the current hand and its contract; ``None`` if no hand is on or the game has no bidding."""
    bidding = table.bidding
    if bidding is None or not table.is_on:
        return None
    marks, bidder = marks_of(night), table.bidder
    text = contract_text(bidding.bid, bidding.doubled)
    return Contract(
        text=text,
        is_red=any(suit in text for suit in "♥♦"),
        bidder=name_of(night, bidder) if bidder else "",
        mark=marks[bidder] if bidder else None,
        with_them=side_text(table.partners, night.names),
        is_played=not bidding.waiting,
        speaks=name_of(night, bidding.turn) if bidding.turn else "",
        calls=tuple((marks[call.player], call_text(call.bid)) for call in bidding.calls),
    )


class Scored(Frozen):
    """The points of a side in a hand, its ``running`` total and the reasons; ``marks`` are those of its members."""

    side: str
    marks: tuple[Mark, ...]
    points: int
    running: int
    why: tuple[str, ...]

    @property
    def signed_points(self) -> str:
        """The points with their sign; "" for 0."""
        return signed_number(self.points) if self.points else ""

    @property
    def score(self) -> str:
        """The running total as text."""
        return written(self.running)


class SheetLine(Frozen):
    """A finished hand as a line of the sheet; ``hand`` is its number in the match.

    ``made`` is ``None`` if nobody bid. ``is_dead`` marks a hand that was not played.
    """

    hand: int
    contract: str
    bidder: str
    mark: Mark | None
    made: bool | None
    is_dead: bool
    came: str
    sides: tuple[Scored, ...]


def sheet_of(night: Night, hands: Sequence[HandOver], sides: Sides) -> tuple[SheetLine, ...]:
    """The lines of a match's hands, in order."""
    marks = marks_of(night)
    running = accumulate((hand.points for hand in hands), lambda total, points: tuple(map(add, total, points)))
    return tuple(
        SheetLine(
            hand=night.tables[hand.game].in_match(hand.hand)[1],
            contract=contract_text(hand.bid, getattr(hand, "doubled", 1)),
            bidder=name_of(night, hand.bidder) if hand.bidder else "",
            mark=marks[hand.bidder] if hand.bidder else None,
            made=hand.made,
            is_dead=not isinstance(hand, HandScored),
            came=came_of(night, hand),
            sides=scored_by(night, hand, sides, then),
        )
        for hand, then in zip(hands, running, strict=True)
    )


def scored_by(night: Night, hand: HandOver, sides: Sides, running: Sequence[int]) -> tuple[Scored, ...]:
    """The points of every side in a hand; ``running`` are the totals after it."""
    marks = marks_of(night)
    return tuple(
        Scored(
            side=side_text(players, night.names),
            marks=tuple(marks[player] for player in players),
            points=hand.points[at],
            running=running[at],
            why=tuple(_why(hand, at)),
        )
        for at, players in enumerate(sides)
    )


def came_of(night: Night, hand: HandOver) -> str:
    """The result of a hand in a few words: ``7♠ made by Ada Lamb``."""
    if not isinstance(hand, HandScored):
        return _("Passed out")
    if hand.bidder is None:
        return _("Tricks %(tricks)s", tricks=" : ".join(map(str, hand.tricks)))
    contract, bidder = contract_text(hand.bid, getattr(hand, "doubled", 1)), name_of(night, hand.bidder)
    if not hand.partners:
        text = _("%(bid)s made by %(bidder)s") if hand.made else _("%(bid)s lost by %(bidder)s")
        return text % {"bid": contract, "bidder": bidder}
    made, lost = _("%(bid)s made by %(bidder)s with %(partners)s"), _("%(bid)s lost by %(bidder)s with %(partners)s")
    partners = side_text(hand.partners, night.names)
    return (made if hand.made else lost) % {"bid": contract, "bidder": bidder, "partners": partners}


def _why(hand: HandOver, side: int) -> Iterator[str]:
    """The reasons for a side's points in a hand: ``the bid made +140``."""
    lines: Iterable[ScoreLine] = hand.lines if isinstance(hand, HandScored) else ()
    for line in lines:
        if line.side == side:
            yield f"{scored_for(line)} {signed_number(line.points)}"
