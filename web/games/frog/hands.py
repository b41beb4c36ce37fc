"""How the screens tell of Frog's hands: who plays the next one, what bids pay, and each player's part in a hand."""

from __future__ import annotations

from dealer.commands.phrases import counted
from dealer.games.frog.house import CHICO, FROG, GRAND
from dealer.games.frog.state import PLAYERS, FrogTable
from dealer.night.night import Night
from events.games import frog as facts
from reports.score_pad.words import bid_said
from reports.words.players import name_of
from web.hands.bidding import last_words
from web.hands.payment import Hands


def who_plays(table: FrogTable) -> tuple[str, ...]:
    """Who would play the next hand: who sits in, or of more than four those of the last hand, or the first four."""
    fewest, most = PLAYERS
    sitting_in = table.sitting_in
    if len(sitting_in) <= most:
        return sitting_in
    again = tuple(player for player in sitting_in if player in table.players)
    return again if len(again) >= fewest else sitting_in[:most]


HANDS = Hands(
    begun=facts.FrogHandBegun,
    ended=(facts.FrogHandPassedOut, facts.FrogHandSettled, facts.FrogHandVoided),
    why=lambda fact: None,
    plays=who_plays,
)

_MEANS = {
    FROG: "hearts, with the widow",
    CHICO: "any trump but hearts",
    GRAND: "hearts, without the widow",
}


def means(bid: str) -> str:
    """What a bid is played with."""
    return _MEANS[bid]


def pays(table: FrogTable, bid: str) -> str:
    """What a bid pays for a point."""
    return f"{counted(getattr(table.house, bid), 'chip')} a point"


def contract_said(night: Night, table: FrogTable) -> str:
    """What the hand is played at, and by whom; "" while it is bid."""
    if not table.is_on or table.is_bid or not table.bidding:
        return ""
    return f"{name_of(night, str(table.bidding.bidder))} plays {bid_said(str(table.bidding.bid))}"


def part_said(table: FrogTable, player: str) -> str:
    """A player's part in the hand that is on, in a few words; "" where there is nothing to say."""
    if not table.is_on or not table.bidding:
        return ""
    if player not in table.active:
        return "deals, sits out" if player == table.dealer else "sits out"
    if not table.is_bid:
        return f"plays {bid_said(str(table.bidding.bid))}" if player == table.bidding.bidder else "plays against"
    return "speaks" if player == table.bidding.turn else last_words(table.bidding).get(player, "")
