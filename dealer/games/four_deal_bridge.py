"""Four-deal bridge (Chicago): each deal has its own vulnerability, and the higher total wins (rule 17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from dealer.commands.commands import Command, command
from dealer.commands.fields import Flag, Key, one_of, whole
from dealer.commands.refusal import Refusal
from dealer.game.actions import Action, Award, Decider, Seat
from dealer.game.bidding import DEALER_FIRST, NEXT, OPEN, call_made, check_turn
from dealer.game.forecast import Expression, argument, either, equal, items, nth, plus, the, under, within
from dealer.game.house import Amount, Presets
from dealer.score_pad import matches
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.score_game import (
    DRAWN,
    BiddingRules,
    Scored,
    ScoreHand,
    ScoreHouse,
    Tricks,
    check_in_match,
    setting,
    tricks_of,
    tricks_of_sides,
)
from dealer.score_pad.table import MatchTable, Phase
from events.common.event import Event
from events.common.matches import HandOver, HandScored, ScoreLine
from events.common.play import BidDoubled, BidRedoubled
from events.games.four_deal_bridge import DealPassedOut, DealScored
from ledger.ledger import Ledger

FOUR_DEAL_BRIDGE, CHICAGO = "four_deal_bridge", "chicago"
DEALS, TRICKS, BOOK = 4, 13, 6
STRAINS = ("c", "d", "h", "s", "nt")
BIDS = tuple(f"{number}{strain}" for number in range(1, 8) for strain in STRAINS)
A_TRICK = {"c": 20, "d": 20, "h": 30, "s": 30, "nt": 30}
FIRST_AT_NO_TRUMP = 10
"""How much more the first trick at no trump scores than the others."""
GAME_AT = 100
SLAMS = {6: ("small_slam", 500), 7: ("grand_slam", 1000)}
"""The bonus for bidding and making six or seven, half as much again if vulnerable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeHouse(ScoreHouse):
    """The rules of one house. ``vulnerable`` is the dealer's side or the other side in the second and third deal.

    ``penalties`` are those of doubled tricks from the fourth down; ``insult_redoubled`` is the bonus in points for
    making a redoubled contract.
    """

    preset: Annotated[str, one_of(CHICAGO)] = CHICAGO
    point: Amount = 1
    vulnerable: Annotated[str, one_of("dealer", "other")] = "dealer"
    penalties: Annotated[str, one_of("modern", "old")] = "modern"
    insult_redoubled: Annotated[int, whole(0, 10_000)] = 100
    honours: Flag = False


PRESETS: Presets = {CHICAGO: {}}


def strain_of(bid: str) -> str:
    """The strain of a bid."""
    return bid[1:]


class BridgeTable(MatchTable):
    """A table of four-deal bridge."""

    @property
    def bidder(self) -> str | None:
        """The declarer: the player of the side with the last bid who named its strain first."""
        bidding = self.bidding
        if bidding is None or bidding.bidder is None:
            return None
        side, strain = self.sides[self.side_of(bidding.bidder)], strain_of(str(bidding.bid))
        named = (call.player for call in bidding.calls if call.player in side and strain_of(str(call.bid)) == strain)
        return next(named, bidding.bidder)

    @property
    def deal(self) -> int:
        """The number of the current or next deal; deals that are passed out do not count."""
        return 1 + sum(isinstance(hand, HandScored) for hand in self.hands)

    @property
    def vulnerable(self) -> tuple[bool, ...]:
        """The vulnerable sides in the current deal."""
        if self.deal in (1, DEALS):
            return (self.deal == DEALS,) * len(self.sides)
        dealers = self.house.vulnerable == "dealer"
        return tuple((self.dealer in side) == dealers for side in self.sides)

    def part_score(self, side: int) -> int:
        """A side's trick scores since either side's last game."""
        return part_score(self.hands, side)


def part_score(hands: Iterable[HandOver], side: int) -> int:
    """A side's trick scores since either side's last game, in these deals."""
    part = 0
    for hand in hands:
        lines = hand.lines if isinstance(hand, HandScored) else ()
        part += sum(line.points for line in lines if line.why == "trick_score" and line.side == side)
        if any(line.why == "game" for line in lines):
            part = 0
    return part


@command("bid")
class BidBridge(Command):
    """Bid tricks over six and a strain."""

    player: Key
    bid: Annotated[str, one_of(*BIDS)]


@command("contract")
class ContractBridge(BidBridge):
    """Enter the outcome of the bidding: the declarer, and how often it was doubled."""

    doubled: Annotated[int, whole(0, 2)] = 0


@command("double")
class Double(Command):
    """Double the other side's bid."""

    player: Key


@command("redouble")
class Redouble(Command):
    """Redouble the own side's bid."""

    player: Key


@command("score_hand", seats=("tricks", "honours"))
class ScoreBridge(ScoreHand):
    """Enter the tricks and the honours."""

    tricks: Tricks
    honours: dict[str, int] | None = None


def double(table: BridgeTable, ledger: Ledger, command: Double) -> tuple[Event, ...]:
    """Double the other side's bid."""
    bidding = table.bidding
    if bidding is None or bidding.bidder is None or bidding.doubled != 1 or _same_side(table, command.player):
        raise Refusal("not_allowed_here", "Only a bid of the other side can be doubled, and only once.")
    check_turn(bidding, command.player)
    return (BidDoubled(**matches.call_fields(GAME, table, command.player)),)


def redouble(table: BridgeTable, ledger: Ledger, command: Redouble) -> tuple[Event, ...]:
    """Redouble the own side's bid."""
    bidding = table.bidding
    if bidding is None or bidding.doubled != 2 or not _same_side(table, command.player):
        raise Refusal("not_allowed_here", "Only your own side's doubled bid can be redoubled, and only once.")
    check_turn(bidding, command.player)
    return (BidRedoubled(**matches.call_fields(GAME, table, command.player)),)


def _same_side(table: BridgeTable, player: str) -> bool:
    bidder = table.bidding.bidder if table.bidding else None
    return any(bidder in side and player in side for side in table.sides)


def score(table: BridgeTable, score_bridge: ScoreBridge) -> Scored:
    """The score of a deal by its tricks and honours."""
    honours = score_bridge.honours
    check_in_match(table, (*score_bridge.tricks, *(honours or {})))
    if honours is not None and (len(honours) != 1 or not {100, 150}.issuperset(honours.values())):
        raise Refusal("bad_input", "Honours are held by one player and are 100 or 150.")
    if honours and not table.house.honours:
        raise Refusal("not_allowed_here", "Honours are not scored in this house.")
    tricks = tricks_of_sides(table, score_bridge.tricks, TRICKS)
    assert table.bidding, "somebody has bid"
    bid = str(table.bidding.bid)
    if honours and strain_of(bid) == "nt" and 100 in honours.values():
        raise Refusal("bad_result", "At no trump honours are four aces, 150.")
    declarer, need = table.bidding_sides[0], BOOK + int(bid[0])
    over = tricks[declarer] - need
    lines = (
        *(_made(table, bid, declarer, over) if over >= 0 else _down(table, declarer, -over)),
        *(
            ScoreLine(side=table.side_of(player), why="honours", points=points)
            for player, points in (honours or {}).items()
        ),
    )
    return Scored(lines=lines, made=over >= 0, tricks=tricks)


def _made(table: BridgeTable, bid: str, side: int, over: int) -> Iterator[ScoreLine]:
    def line(why: str, points: int, count: int = 0) -> ScoreLine:
        return ScoreLine(side=side, why=why, points=points, count=count)

    assert table.bidding, "somebody has bid"
    number, strain, doubled = int(bid[0]), strain_of(bid), table.bidding.doubled
    vulnerable = table.vulnerable[side]
    trick_score = trick_score_of(bid) * doubled
    yield line("trick_score", trick_score, number)
    if over:
        each = A_TRICK[strain] if doubled == 1 else 50 * doubled * (1 + vulnerable)
        yield line("overtricks", each * over, over)
    if doubled > 1:
        yield line("insult", 50 if doubled == 2 else table.house.insult_redoubled)
    if number in SLAMS:
        why, points = SLAMS[number]
        yield line(why, points * 3 // 2 if vulnerable else points)
    if table.part_score(side) + trick_score >= GAME_AT:
        yield line("game", 500 if vulnerable else 300)
    elif table.deal == DEALS:
        yield line("part_score", 100)


def _down(table: BridgeTable, declarer: int, down: int) -> Iterator[ScoreLine]:
    assert table.bidding, "somebody has bid"
    points = penalty(
        down, table.vulnerable[declarer], doubled=table.bidding.doubled, old=table.house.penalties == "old"
    )
    yield ScoreLine(side=1 - declarer, why="down", points=points, count=down)


def trick_score_of(bid: str) -> int:
    """The undoubled score of the tricks that were bid."""
    strain = strain_of(bid)
    return A_TRICK[strain] * int(bid[0]) + (FIRST_AT_NO_TRUMP if strain == "nt" else 0)


def penalty(down: int, vulnerable: bool, *, doubled: int, old: bool = False) -> int:
    """The other side's score for so many tricks down; ``doubled`` is 1, 2 or 4, ``old`` the older penalties."""
    if doubled == 1:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return (200 + 300 * (down - 1)) * doubled // 2
    further = 200 if old else 300
    return (200 * min(down, 3) - 100 + further * max(0, down - 3)) * doubled // 2


def won_by(table: BridgeTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """After the fourth deal the side with more points; ``None`` for a tie."""
    if table.deal < DEALS:
        return None
    return DRAWN if points[0] == points[1] else points.index(max(points))


def besides(table: BridgeTable) -> dict[str, Any]:
    """The deal's number, its doubling, and the vulnerable sides."""
    doubled = table.bidding.doubled if table.bidding else 1
    return {"deal": table.deal, "doubled": doubled, "vulnerable": table.vulnerable}


OWN_BID = equal(nth(the("bidder"), the("side_of")), nth(nth(0, the("waiting")), the("side_of")))
"""Whether the bid that stands is of the same side as the player whose turn it is."""


NEEDED = {bid: BOOK + int(bid[0]) for bid in BIDS}

_STRAIN = nth(the("bid"), {bid: strain_of(bid) for bid in BIDS})
_OF_STRAIN = nth(_STRAIN, {strain: [bid for bid in BIDS if strain_of(bid) == strain] for strain in STRAINS})

DECLARER = nth(0, within(under(_OF_STRAIN, the("bidders")), nth(argument("player"), the("side"))))
"""The player of the side with the last bid who named its strain first."""

HONOURS = Award(
    among=either(setting("honours"), the("in_match"), items()),
    values=either(equal(_STRAIN, "nt"), items(150), items(100, 150)),
)


def _doubling(decides: Decider, doubled: int, players: Expression) -> Action:
    """The action that doubles a bid that counts so often; ``players`` are those who may."""
    may = either(the("bidder"), either(equal(the("doubled"), doubled), players, items()), items())
    return Action(
        decides,
        phases=(Phase.BIDDING,),
        takes={"player": Seat(among=may)},
        then=call_made(OPEN, doubled=plus(the("doubled"), the("doubled"))),
        often=doubled / 2,
    )


GAME = ScoreGame(
    name=FOUR_DEAL_BRIDGE,
    title="Four-deal bridge",
    house=BridgeHouse,
    presets=PRESETS,
    shapes=frozenset({(2, 2)}),
    table=BridgeTable,
    score_hand=ScoreBridge,
    scored_by={"tricks": tricks_of(TRICKS, needed=nth(the("bid"), NEEDED)), "honours": HONOURS},
    score=score,
    won_by=won_by,
    bidding=BiddingRules(
        bid=BidBridge,
        contract=ContractBridge,
        bids=lambda house: BIDS,
        order=DEALER_FIRST,
        bidder=DECLARER,
        turns=OPEN,
        again=True,
    ),
    more={
        Double: _doubling(double, 1, either(OWN_BID, items(), NEXT)),
        Redouble: _doubling(redouble, 2, either(OWN_BID, NEXT, items())),
    },
    besides=besides,
    row=("deal", "doubled", "vulnerable"),
    scored=DealScored,
    passed_out=DealPassedOut,
    hands=lambda begun: (begun.players, TRICKS),
)
