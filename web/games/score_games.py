"""The screens of the games played for points."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from dealer.games.big_three import SCORING as BIG_THREE_SCORING
from dealer.games.five_hundred import SCORING as FIVE_HUNDRED_SCORING
from dealer.games.five_hundred import TRICKS as FIVE_HUNDRED_TRICKS
from dealer.games.five_hundred import value_of
from dealer.games.forty_five import AUCTION_SCORING
from dealer.games.forty_five import SCORING as FORTY_FIVE_SCORING
from dealer.games.forty_five import TRICKS as FORTY_FIVE_TRICKS
from dealer.games.four_deal_bridge import DEALS, BridgeTable
from dealer.games.four_deal_bridge import SCORING as FOUR_DEAL_BRIDGE_SCORING
from dealer.games.four_deal_bridge import TRICKS as FOUR_DEAL_BRIDGE_TRICKS
from dealer.games.hasenpfeffer import SCORING as HASENPFEFFER_SCORING
from dealer.games.hasenpfeffer import TRICKS as HASENPFEFFER_TRICKS
from dealer.score_pad.table import MatchTable
from web.score_pad.score_state import MatchText, Stage
from web.score_pad.screens import score_screens
from web.score_pad.tablet import Pad

BIG_THREE = score_screens(
    BIG_THREE_SCORING,
    presets={"big_three": "Big Three: everybody alone, twice the bid for who is out first"},
    groups={"The score": ("times", "bidder_loses")},
    texts=MatchText(begins="opener"),
    pad=Pad(),
)


FIVE_HUNDRED = score_screens(
    FIVE_HUNDRED_SCORING,
    presets={
        "auction": "Auction: bidding goes round until nobody goes higher",
        "one_bid": "One bid each, and no set-back",
    },
    groups={
        "The bidding": ("bidding", "all_pass", "bid_table", "suits", "nullo"),
        "The score": ("nullo_failed", "slam", "set_back"),
        "Five players": ("two_partners_at", "shared_bid"),
    },
    pad=Pad(
        tricks=FIVE_HUNDRED_TRICKS,
        worth=lambda bid, house: str(value_of(str(bid), house)),
        cards=(*RANKS, "joker"),
    ),
)


HASENPFEFFER = score_screens(
    HASENPFEFFER_SCORING,
    presets={"hasenpfeffer": "Hasenpfeffer: one bid each, the joker bids where nobody does"},
    groups={"The bidding": ("forced_bid",)},
    pad=Pad(tricks=HASENPFEFFER_TRICKS),
)


def of_side(table: BridgeTable, side: int) -> str:
    """Whether a side is vulnerable in the deal that is on, and its part score."""
    part = table.part_score(side)
    parts = ("vulnerable" if table.is_on and table.vulnerable[side] else "", f"{part} below the line" if part else "")
    return " · ".join(filter(None, parts))


def deals(table: BridgeTable) -> tuple[Stage, ...]:
    """The four deals, each with who is vulnerable in it."""
    dealers = table.house.vulnerable == "dealer"
    special = {1: "nobody vulnerable", DEALS: "both vulnerable"}
    either = f"{'dealer' if dealers else 'other'} side vulnerable"
    return tuple(Stage(title=f"Deal {deal}", note=special.get(deal, either)) for deal in range(1, DEALS + 1))


FOUR_DEAL_BRIDGE = score_screens(
    FOUR_DEAL_BRIDGE_SCORING,
    title="Four-deal bridge (Chicago)",
    presets={"chicago": "Chicago: four deals, each with its own vulnerability"},
    shown=("honours",),
    groups={"The score": ("vulnerable", "penalties", "insult_redoubled")},
    texts=MatchText(goal=lambda table: "four deals", of_side=of_side, stages=deals),
    pad=Pad(
        tricks=FOUR_DEAL_BRIDGE_TRICKS,
        leaves_out=lambda house: () if house.honours else ("honours",),
        sheet="stages",
    ),
)


FORTY_FIVE = score_screens(
    FORTY_FIVE_SCORING,
    presets={
        "forty_five": "Forty-Five: the odd trick five, all five tricks ten",
        "difference": "By the difference: five a trick less the other side’s",
        "twenty_five": "Twenty-Five: a shorter game",
    },
    groups={"The score": ("scoring",)},
    pad=Pad(tricks=FORTY_FIVE_TRICKS),
)


def auction_of_side(table: MatchTable, side: int) -> str:
    """The lowest bid of a side with many points; "" if it may bid freely."""
    house = table.house
    return f"must bid {house.must_bid} or more" if table.score[side] >= house.must_bid_at else ""


AUCTION_FORTY_FIVE = score_screens(
    AUCTION_SCORING,
    presets={"auction_forty_five": "Auction Forty-Five: bids to thirty, and the dealer may hold"},
    groups={"The bidding": ("all_pass", "must_bid_at", "must_bid"), "The score": ("thirty_pays",)},
    texts=MatchText(of_side=auction_of_side),
    pad=Pad(tricks=FORTY_FIVE_TRICKS),
)
