"""Five Hundred: ten tricks a hand for three to six players, bid by tricks and strain (rule 12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any

from marshmallow import ValidationError
from marshmallow.fields import String

from dealer.commands.commands import Command, command
from dealer.commands.fields import CARD, Flag, Key, MaybeKey, one_of, whole
from dealer.commands.refusal import Refusal
from dealer.game.bidding import ONCE, OPEN, Turns
from dealer.game.cards import PACK, SUITS, number_of, rank_of
from dealer.game.forecast import either, equal, more, nth, size, the
from dealer.game.house import Presets
from dealer.game.table import from_left_of
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.score_game import (
    FIRST,
    NAME_PARTNER,
    BiddingRules,
    NamePartner,
    Scored,
    ScoreHand,
    ScoreHouse,
    Tricks,
    a_trick,
    check_in_match,
    check_partners,
    first_at_goal,
    naming_partner,
    partners_named,
    setting,
    side_told_first,
    tricks_of,
    tricks_of_sides,
)
from dealer.score_pad.table import MatchTable, Phase
from events.common.event import Event
from events.common.matches import ScoreLine
from events.common.play import Bid
from ledger.ledger import Ledger

FIVE_HUNDRED = "five_hundred"
TRICKS, A_TRICK = 10, 10
NULLO, NULLO_VALUE = "nullo", 250
NO_TRUMP = "nt"
AUCTION, ONE_BID = "auction", "one_bid"
DEAD = "dead"
NUMBERS = (6, 7, 8, 9, 10)
BIDS = (*(f"{number}{strain}" for number in NUMBERS for strain in (*"scdh", NO_TRUMP)), NULLO)


def _suits(**options: Any) -> String:
    def four_letters(value: str) -> None:
        if sorted(value) != sorted("scdh"):
            raise ValidationError("name the suits s, c, d, h from the lowest, each once")

    return String(validate=four_letters, **options)


def _tens(**options: Any) -> Any:
    def tens(value: int) -> None:
        if value % 10:
            raise ValidationError("this must be a multiple of 10")

    made = whole(0, 10_000)(**options)
    made.validators = [*made.validators, tens]
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveHundredHouse(ScoreHouse):
    """The rules of one house, in points. ``suits`` are from the lowest; ``set_back`` is ``None`` for no losing score.

    ``two_partners_at`` is the bid in tricks from which the bidder of five may name two partners, 0 for never.
    """

    preset: Annotated[str, one_of(AUCTION, ONE_BID)] = AUCTION
    goal: Annotated[int, whole(1, 100_000)] = 500
    bidding: Annotated[str, one_of(AUCTION, ONE_BID)] = AUCTION
    bid_table: Annotated[str, one_of("avondale", "original")] = "avondale"
    suits: Annotated[str, _suits] = "scdh"
    nullo: Flag = True
    nullo_failed: Annotated[str, one_of("bidder_tricks", "own_tricks")] = "bidder_tricks"
    slam: Annotated[int, _tens] = 250
    set_back: Annotated[int | None, partial(whole(1, 100_000), allow_none=True)] = 500
    all_pass: Annotated[str, one_of(DEAD, "no_trump")] = DEAD
    two_partners_at: Annotated[int, whole(0, 1_000)] = 0
    shared_bid: Annotated[str, one_of("whole", "half")] = "whole"


PRESETS: Presets = {
    AUCTION: {},
    ONE_BID: {"bidding": ONE_BID, "nullo_failed": "own_tricks", "set_back": None},
}


def tricks_bid(bid: str) -> int:
    """The number of tricks of a bid; 0 for nullo."""
    return 0 if bid == NULLO else int(bid.rstrip("scdhnt"))


def value_of(bid: str, house: FiveHundredHouse) -> int:
    """The value of a bid by the house's table, in points."""
    if bid == NULLO:
        return NULLO_VALUE
    number = tricks_bid(bid)
    of_six = 40 + 20 * (*house.suits, NO_TRUMP).index(bid.removeprefix(str(number)))
    more = number - NUMBERS[0]
    return of_six + 100 * more if house.bid_table == "avondale" else of_six * (1 + more)


@cache
def bids(house: FiveHundredHouse) -> tuple[str, ...]:
    """All bids of the house, lowest first: by value, then by tricks."""
    of_house = (bid for bid in BIDS if house.nullo or bid != NULLO)
    return tuple(sorted(of_house, key=lambda bid: (value_of(bid, house), tricks_bid(bid))))


def check_bid(table: MatchTable, player: str, bid: Bid) -> None:
    """Refuse (``not_allowed_here``) nullo if the house does not have it."""
    if bid == NULLO and not table.house.nullo:
        raise Refusal("not_allowed_here", "This house does not allow nullo.")


@command("bid")
class BidFiveHundred(Command):
    """Bid tricks and a strain, or nullo."""

    player: Key
    bid: Annotated[str, one_of(*BIDS)]


@command("contract")
class ContractFiveHundred(BidFiveHundred):
    """Enter the outcome of the bidding."""


CalledCard = Annotated[str, partial(String, validate=lambda card: _check_card(card))]


def _check_card(card: str) -> None:
    if card != "joker" and not re.fullmatch(CARD, card):
        raise ValidationError("write a card as rank and suit letter, such as Qs or 10h, as a rank alone, or as joker")


@command(NAME_PARTNER, seats=("partners",))
class NamePartnerFiveHundred(NamePartner):
    """Name the bidder's partners, and the card that called them."""

    card: CalledCard | None = None


@command("score_hand", seats=("tricks", "first"))
class ScoreFiveHundred(ScoreHand):
    """Enter the tricks, and who was first at the goal if several opponents of the bidder reached it."""

    tricks: Tricks
    first: MaybeKey = None


def name_partner(
    table: MatchTable, ledger: Ledger, name_partner_five_hundred: NamePartnerFiveHundred
) -> tuple[Event, ...]:
    """Name the bidder's partner with five players, or two if the house and the bid allow it."""
    check_partners(table, name_partner_five_hundred, most=2)
    bid = table.bidding.bid if table.bidding else None
    if len(table.sides) != 5 or bid is None or bid == NULLO:
        raise Refusal("not_allowed_here", "Only the bidder among five players names a partner, and not at nullo.")
    at = table.house.two_partners_at
    if len(name_partner_five_hundred.partners) == 2 and not 0 < at <= tricks_bid(str(bid)):
        raise Refusal("not_allowed_here", "This bid allows only one partner.")
    return partners_named(FIVE_HUNDRED, table, name_partner_five_hundred)


def score(table: MatchTable, score_five_hundred: ScoreFiveHundred) -> Scored:
    """The score of a hand by its tricks; those of the bidder and the partners count together."""
    check_in_match(table, (*score_five_hundred.tricks, score_five_hundred.first))
    tricks = tricks_of_sides(table, score_five_hundred.tricks, TRICKS)
    first = side_told_first(table, score_five_hundred.first)
    bidding = table.bidding_sides
    if not bidding:
        return Scored(lines=tuple(a_trick(tricks, A_TRICK)), tricks=tricks, first=first)
    assert table.bidding, "somebody has bid"
    bid, taken = str(table.bidding.bid), sum(tricks[side] for side in bidding)
    made = taken == 0 if bid == NULLO else taken >= tricks_bid(bid)
    lines = (*_of_bid(table, bid, taken, made), *_of_others(table, bid, tricks, taken, made))
    return Scored(lines=lines, made=made, tricks=tricks, first=first)


def _of_bid(table: MatchTable, bid: str, taken: int, made: bool) -> Iterator[ScoreLine]:
    value, why = value_of(bid, table.house), "bid_made" if made else "bid_lost"
    if made and taken == TRICKS and value < table.house.slam:
        value, why = table.house.slam, "slam"
    if table.partners and table.house.shared_bid == "half":
        value //= 2
    for side in table.bidding_sides:
        yield ScoreLine(side=side, why=why, points=value if made else -value, count=taken)


def _of_others(table: MatchTable, bid: str, tricks: tuple[int, ...], taken: int, made: bool) -> Iterator[ScoreLine]:
    bidding = table.bidding_sides
    if bid != NULLO or (not made and table.house.nullo_failed == "own_tricks"):
        yield from a_trick(tricks, A_TRICK, *bidding)
    elif not made:
        for side in range(len(table.sides)):
            if side not in bidding:
                yield ScoreLine(side=side, why="bidder_tricks", points=A_TRICK * taken, count=taken)


def won_by(table: MatchTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """The side that reaches the goal, the bidder first; or the winner once a lost bid falls below ``set_back``."""
    bidding = table.bidding_sides
    winner = first_at_goal(points, table.house.goal, bidding, scored)
    limit = table.house.set_back
    if winner is not None or limit is None or scored.made is not False:
        return winner
    if all(points[side] >= -limit for side in bidding):
        return None
    assert table.bidder, "a bid was lost"
    in_order = from_left_of(table.bidder, table.seats, table.match_players)
    return table.side_of(max(in_order, key=lambda player: points[table.side_of(player)]))


def pack_for(players: int) -> tuple[str, ...]:
    """The pack for a number of players, with the joker: three for the widow are left when all have ten."""
    lowest = {3: 7, 4: 5}.get(players, 2)
    cards = [card for card in PACK if rank_of(card) == "A" or number_of(card) >= lowest]
    few = {4: ("4h", "4d"), 6: (*(f"{number}{suit}" for number in (11, 12) for suit in SUITS), "13h", "13d")}
    return (*cards, *few.get(players, ()), "joker")


BID = nth(the("bid"), {bid: tricks_bid(bid) for bid in BIDS})
"""The number of tricks of the bid that stands; 0 for nullo, ``None`` without a bid."""

GAME = ScoreGame(
    name=FIVE_HUNDRED,
    title="Five Hundred",
    house=FiveHundredHouse,
    presets=PRESETS,
    shapes=frozenset({(3, 1), (2, 2), (5, 1), (2, 3), (3, 2)}),
    score_hand=ScoreFiveHundred,
    scored_by={"tricks": tricks_of(TRICKS, needed=BID), "first": FIRST},
    score=score,
    won_by=won_by,
    bidding=BiddingRules(
        bid=BidFiveHundred,
        contract=ContractFiveHundred,
        bids=bids,
        turns=Turns(called=either(equal(setting("bidding"), AUCTION), OPEN.called, ONCE.called)),
        check_bid=check_bid,
        after_passes=either(equal(setting("all_pass"), DEAD), Phase.BETWEEN, Phase.PLAYING),
    ),
    more={
        NamePartnerFiveHundred: naming_partner(
            name_partner,
            phases=(Phase.PLAYING,),
            possible=either(equal(size(the("sides")), 5), BID, False),
            cards=(*PACK, "joker"),
            most=either(setting("two_partners_at"), either(more(setting("two_partners_at"), BID), 1, 2), 1),
        )
    },
    row=("partners",),
    pack=lambda begun: pack_for(len(begun.players)),
    hands=lambda begun: (begun.players, TRICKS),
)
