"""Forty-Five and Auction Forty-Five: five tricks a hand, without and with bidding (rules 13 and 14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from marshmallow.validate import OneOf

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key, MaybeKey, one_of, whole
from dealer.commands.refusal import Player, Refusal
from dealer.game.actions import Action, Seat
from dealer.game.bidding import NEXT, REST, SPEAKER, Turns, call_made, check_turn
from dealer.game.forecast import (
    Expression,
    argument,
    either,
    equal,
    first,
    items,
    joined,
    keys,
    more,
    nth,
    size,
    the,
    under,
    within,
    without,
)
from dealer.game.house import Presets
from dealer.score_pad import matches
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.score_game import (
    FIRST,
    TRUMP,
    BiddingRules,
    Scored,
    ScoreHand,
    ScoreHouse,
    Tricks,
    TrumpSuit,
    a_trick,
    check_in_match,
    first_at_goal,
    setting,
    side_told_first,
    tricks_of,
    tricks_of_sides,
)
from dealer.score_pad.table import MatchTable, Phase
from events.common.event import Event
from events.common.matches import ScoreLine
from events.common.play import BidHeld
from events.schema import StrictInteger
from ledger.ledger import Ledger

TRICKS = 5
A_TRICK = 5
ODD_TRICK, DIFFERENCE = "odd_trick", "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class FortyFiveHouse(ScoreHouse):
    """The rules of one house. ``scoring`` is that of two sides: by the odd trick, or by the difference in tricks."""

    preset: Annotated[str, one_of("forty_five", "difference", "twenty_five")] = "forty_five"
    goal: Annotated[int, whole(1, 10_000)] = 45
    scoring: Annotated[str, one_of(ODD_TRICK, DIFFERENCE)] = ODD_TRICK


PRESETS: Presets = {"forty_five": {}, "difference": {"scoring": DIFFERENCE}, "twenty_five": {"goal": 25}}


@command("score_hand", seats=("tricks", "first"))
class ScoreFortyFive(ScoreHand):
    """Say who took the tricks, and who came to the goal first where several did."""

    tricks: Tricks
    first: MaybeKey = None


def score(table: MatchTable, score_forty_five: ScoreFortyFive) -> Scored:
    """What a hand comes to by its tricks."""
    check_in_match(table, (*score_forty_five.tricks, score_forty_five.first))
    tricks = tricks_of_sides(table, score_forty_five.tricks, TRICKS)
    lines = _of_two(table, tricks) if len(table.sides) == 2 else a_trick(tricks, A_TRICK)
    return Scored(lines=tuple(lines), tricks=tricks, first=side_told_first(table, score_forty_five.first))


def _of_two(table: MatchTable, tricks: tuple[int, ...]) -> Iterator[ScoreLine]:
    """Of two sides the one that took most scores: by the odd trick 5, or 10 for all five; or by the difference."""
    most = max(tricks)
    ahead = most - min(tricks)
    by_difference = table.house.scoring == DIFFERENCE
    points = A_TRICK * (ahead if by_difference else 2 if most == TRICKS else 1)
    count = ahead if by_difference else most
    yield ScoreLine(side=tricks.index(most), why=table.house.scoring, points=points, count=count)


def won_by(table: MatchTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """The side that reaches the goal; of several in the same hand, the first to reach it."""
    return first_at_goal(points, table.house.goal, (), scored)


GAME = ScoreGame(
    name="forty_five",
    title="Forty-Five",
    house=FortyFiveHouse,
    presets=PRESETS,
    shapes=frozenset({(2, 1), (2, 2), (2, 3), (3, 1), (4, 1), (5, 1)}),
    score_hand=ScoreFortyFive,
    scored_by={"tricks": tricks_of(TRICKS), "first": FIRST},
    score=score,
    won_by=won_by,
    hands=lambda begun: (begun.players, TRICKS),
)


AUCTION_FORTY_FIVE = "auction_forty_five"
HIGH_TRUMP = 5
BIDS = (5, 10, 15, 20, 25, 30)
HIGHEST = BIDS[-1]
DEAD, DEALER_BIDS = "dead", "dealer_bids"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionHouse(ScoreHouse):
    """The rules of one house, in points: a side that has ``must_bid_at`` bids and holds ``must_bid`` or more."""

    preset: Annotated[str, one_of(AUCTION_FORTY_FIVE)] = AUCTION_FORTY_FIVE
    goal: Annotated[int, whole(1, 10_000)] = 120
    must_bid_at: Annotated[int, whole(0, 10_000)] = 100
    must_bid: Annotated[int, whole(0, 10_000)] = 20
    thirty_pays: Annotated[int, whole(0, 10_000)] = 60
    all_pass: Annotated[str, one_of(DEAD, DEALER_BIDS)] = DEAD


AUCTION_PRESETS: Presets = {AUCTION_FORTY_FIVE: {}}

DEALER = without(the("order"), first(-1, the("order")))
"""The dealer, alone in a list."""

HELD = either(equal(the("bid"), HIGHEST), items(), without(without(the("order"), DEALER), the("out")))
"""Who speaks after a hold: everybody who has not passed, and after them the dealer again if somebody goes higher."""

TURNS = Turns(
    called=either(
        size(within(DEALER, items(argument("player")))),
        either(argument("bid"), items(), HELD),
        joined(without(REST, DEALER), DEALER),
    )
)
"""The dealer speaks last, and closes the bidding except by holding less than the highest bid."""


def least_of(player: Expression) -> Expression:
    """The lowest bid that a player may make or hold: 0 unless their side has come far."""
    points = nth(nth(player, the("side_of")), the("score"))
    return either(player, either(more(setting("must_bid_at"), points), 0, setting("must_bid")), 0)


def may_pass(player: Expression) -> Expression:
    """Whether a player may pass: if nobody has bid, the dealer of some houses must bid."""
    must_bid = either(the("bid"), False, equal(setting("all_pass"), DEALER_BIDS))
    return either(must_bid, size(without(items(player), DEALER)), True)


IS_ENOUGH = either(more(least_of(SPEAKER), the("bid")), False, True)
"""Whether the player whose turn it is may play at the bid that stands."""


@command("bid")
class BidPoints(Command):
    """Bid points."""

    player: Key
    bid: Annotated[int, partial(StrictInteger, validate=OneOf(BIDS, error="a bid must be 5, 10, 15, 20, 25 or 30"))]


@command("contract")
class ContractPoints(BidPoints):
    """Enter what the bidding came to."""


@command("hold")
class Hold(Command):
    """Take the hand at the bid that stands; the dealer alone may."""

    player: Key


@command("score_hand", seats=("tricks", "high_trump"))
class ScoreAuction(ScoreHand):
    """Say who took the tricks, and who had the highest trump."""

    tricks: Tricks
    high_trump: Key
    trump: TrumpSuit | None = None


def hold(table: MatchTable, ledger: Ledger, command: Hold) -> tuple[Event, ...]:
    """The dealer holds."""
    bidding = table.bidding
    if bidding is None or bidding.bid is None or command.player != table.dealer:
        raise Refusal("not_allowed_here", "The dealer may hold when there is a bid.")
    check_turn(bidding, command.player)
    matches.check_least(BIDDING, table, command.player, bidding.bid)
    return (BidHeld(**matches.call_fields(AUCTION_GAME, table, command.player)),)


def score_auction(table: MatchTable, command: ScoreAuction) -> Scored:
    """What a hand comes to by its tricks and the highest trump."""
    check_in_match(table, (*command.tricks, command.high_trump))
    tricks = tricks_of_sides(table, command.tricks, TRICKS)
    high = table.side_of(command.high_trump)
    if not tricks[high]:
        raise Refusal(
            "bad_result",
            "The highest trump always takes a trick, but %(player)s's side has none.",
            player=Player(command.high_trump),
        )
    assert table.bidding, "somebody has bid"
    bidding, bid = table.bidding_sides[0], int(table.bidding.bid or 0)
    points = A_TRICK * tricks[bidding] + HIGH_TRUMP * (bidding == high)
    made = points >= bid
    return Scored(lines=(*_lines(table, tricks, high, bid, made),), made=made, tricks=tricks)


def _lines(table: MatchTable, tricks: tuple[int, ...], high: int, bid: int, made: bool) -> Iterator[ScoreLine]:
    for side, taken in enumerate(tricks):
        if side in table.bidding_sides and not made:
            yield ScoreLine(side=side, why="bid_lost", points=-bid, count=taken)
        elif side in table.bidding_sides and bid == HIGHEST:
            yield ScoreLine(side=side, why="bid_made", points=table.house.thirty_pays, count=taken)
        else:
            if taken:
                yield ScoreLine(side=side, why="tricks", points=A_TRICK * taken, count=taken)
            if side == high:
                yield ScoreLine(side=side, why="high_trump", points=HIGH_TRUMP)


def auction_winner(table: MatchTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """Who comes to the goal; of both in one hand the bidding side."""
    return first_at_goal(points, table.house.goal, table.bidding_sides, scored)


BIDDING = BiddingRules(
    bid=BidPoints,
    contract=ContractPoints,
    bids=lambda house: BIDS,
    turns=TURNS,
    least=least_of,
    may_pass=may_pass,
)

HIGHEST_TRUMP = either(
    argument("tricks"), within(the("in_match"), under(keys(argument("tricks")), the("side"))), the("in_match")
)
"""Who may have had the highest trump: the players of the sides with tricks."""

AUCTION_GAME = ScoreGame(
    name=AUCTION_FORTY_FIVE,
    title="Auction Forty-Five",
    house=AuctionHouse,
    presets=AUCTION_PRESETS,
    shapes=frozenset({(2, 2), (2, 3)}),
    score_hand=ScoreAuction,
    scored_by={
        "tricks": tricks_of(TRICKS, needed=nth(the("bid"), {bid: bid // A_TRICK for bid in BIDS})),
        "high_trump": Seat(among=HIGHEST_TRUMP, often=0),
        "trump": TRUMP,
    },
    score=score_auction,
    hands=lambda begun: (begun.players, TRICKS),
    won_by=auction_winner,
    bidding=BIDDING,
    more={
        Hold: Action(
            hold,
            phases=(Phase.BIDDING,),
            takes={"player": Seat(among=either(the("bid"), either(IS_ENOUGH, within(NEXT, DEALER), items()), items()))},
            then={
                **call_made(TURNS, bidder=argument("player")),
                "phase": either(size(the("waiting")), Phase.BIDDING, Phase.PLAYING),
            },
        )
    },
)
