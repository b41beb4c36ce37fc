"""Big Three: players score alone, by who is first out of cards (rule 16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Card, Flag, Key, one_of, whole
from dealer.commands.refusal import Refusal
from dealer.game.actions import Seat
from dealer.game.bidding import ANTICLOCKWISE, OPEN, ends_at
from dealer.game.cards import PACK
from dealer.game.forecast import either, equal, items, joined, size, the, without
from dealer.game.house import Presets
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.score_game import (
    NAME_PARTNER,
    BiddingRules,
    NamePartner,
    Scored,
    ScoreHand,
    ScoreHouse,
    check_in_match,
    check_partners,
    naming_partner,
    partners_named,
)
from dealer.score_pad.table import MatchTable, Phase
from events.common.event import Event
from events.common.matches import ScoreLine
from ledger.ledger import Ledger

BIG_THREE = "big_three"
BIDS = (1, 2, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class BigThreeHouse(ScoreHouse):
    """The rules of one house: a hand is worth ``times`` the bid, in points.

    With ``bidder_loses`` the bidder's side of four loses as much if the others are out first.
    """

    preset: Annotated[str, one_of(BIG_THREE)] = BIG_THREE
    goal: Annotated[int, whole(1, 10_000)] = 20
    times: Annotated[int, whole(1, 1_000)] = 2
    bidder_loses: Flag = False


PRESETS: Presets = {BIG_THREE: {}}


@command("start_hand", seats=("opener",))
class Open(Command):
    """Begin a hand with its opener, who holds the lowest heart in play."""

    opener: Key


@command("bid")
class BidBigThree(Command):
    """Bid one, two or three."""

    player: Key
    bid: Annotated[int, whole(1, 3)]


@command("contract")
class ContractBigThree(BidBigThree):
    """Enter the outcome of the bidding."""


@command(NAME_PARTNER, seats=("partners",))
class NamePartnerBigThree(NamePartner):
    """Name the player who showed the card that the bidder named."""

    card: Card | None = None


@command("score_hand", seats=("out",))
class ScoreBigThree(ScoreHand):
    """Name the first player out of cards."""

    out: Key


def name_partner(table: MatchTable, ledger: Ledger, name_partner_big_three: NamePartnerBigThree) -> tuple[Event, ...]:
    """Record the bidder's hidden partner, with four players."""
    check_partners(table, name_partner_big_three, most=1)
    if len(table.sides) != 4:
        raise Refusal("not_allowed_here", "With four players the bidder has a partner.")
    return partners_named(BIG_THREE, table, name_partner_big_three)


class BigThreeTable(MatchTable):
    """A Big Three table; with four players a hand is scored once the bidder's partner is known."""

    @property
    def phase(self) -> Phase:
        """What is due now."""
        phase, lacks = super().phase, len(self.sides) == 4 and not self.partners
        return Phase.PARTNER if phase is Phase.PLAYING and lacks else phase


def score(table: BigThreeTable, score_big_three: ScoreBigThree) -> Scored:
    """The score of a hand by who was out first."""
    check_in_match(table, (score_big_three.out,))
    assert table.bidding, "somebody has bid"
    points = table.house.times * int(table.bidding.bid or 0)
    made = table.side_of(score_big_three.out) in table.bidding_sides
    return Scored(lines=tuple(_lines(table, points, made)), made=made, out=score_big_three.out)


def _lines(table: BigThreeTable, points: int, made: bool) -> Iterator[ScoreLine]:
    bidding, of_four = table.bidding_sides, len(table.sides) == 4
    for side in range(len(table.sides)):
        if side in bidding and made:
            yield ScoreLine(side=side, why="bid_made", points=points)
        elif side in bidding and (not of_four or table.house.bidder_loses):
            yield ScoreLine(side=side, why="bid_lost", points=-points)
        elif side not in bidding and of_four and not made:
            yield ScoreLine(side=side, why="out_first", points=points)


def won_by(table: BigThreeTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """The highest of those at the goal; among equals the bidder, then the order of bidding."""
    assert table.bidding, "somebody has bid"
    assert table.bidder, "somebody has bid"
    in_order = [table.side_of(player) for player in (table.bidder, *table.bidding.order)]
    best = max(in_order, key=lambda side: points[side])
    return best if points[best] >= table.house.goal else None


OF_FOUR = equal(size(the("sides")), 4)
BIDDER = items(the("bidder"))

HAND_OF = {3: 16, 4: 13}
"""The cards of each player, by the number of players."""

GAME = ScoreGame(
    name=BIG_THREE,
    title="Big Three",
    house=BigThreeHouse,
    presets=PRESETS,
    shapes=frozenset({(3, 1), (4, 1)}),
    table=BigThreeTable,
    start_hand=Open,
    begins_with="opener",
    deals=False,
    score_hand=ScoreBigThree,
    scored_by={"out": Seat(among=joined(BIDDER, without(the("in_match"), BIDDER)), often=0.6)},
    score=score,
    won_by=won_by,
    bidding=BiddingRules(
        bid=BidBigThree,
        contract=ContractBigThree,
        bids=lambda house: BIDS,
        order=ANTICLOCKWISE,
        turns=ends_at(BIDS[-1], OPEN),
        after_bids=either(OF_FOUR, Phase.PARTNER, Phase.PLAYING),
    ),
    more={
        NamePartnerBigThree: naming_partner(
            name_partner, phases=(Phase.PARTNER, Phase.PLAYING), possible=OF_FOUR, cards=PACK
        )
    },
    row=("partners",),
    hands=lambda begun: (begun.players, HAND_OF[len(begun.players)]),
)
