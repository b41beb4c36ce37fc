"""The screens of Frog."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.refusal import counted
from dealer.game.hands import BETWEEN, PLAYING
from dealer.games.frog import BIDDING, BIDS, CHICO, FROG, GAME, GRAND, BidFrog, FrogHouse, FrogTable, ScoreFrog
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from events.games.frog import FrogHandSettled
from reports.score_pad.words import bid_text
from web.hands.tablet import AtPlace, HandScreens
from web.hands.views import last_words, screens_of_hands
from web.hands.widgets import BidKey, BidLadder, Face, PlayerKeys, suit_keys
from web.tablet.seats import sits_out_text

MEANS = {
    FROG: "hearts, with the widow",
    CHICO: "any trump but hearts",
    GRAND: "hearts, without the widow",
}
"""What each bid is played with."""


def places(night: Night, table: FrogTable, effective: EffectiveEvents) -> Mapping[str, AtPlace]:
    """Each player's part in the hand that is on."""
    return {
        player: AtPlace(
            note=_part(table, player) or sits_out_text(night, player),
            stands_out=table.phase == PLAYING and table.bidding is not None and player == table.bidding.bidder,
            is_out=table.is_on and player not in table.active,
        )
        for player in table.seated
    }


def _part(table: FrogTable, player: str) -> str:
    if not table.is_on or not table.bidding:
        return ""
    if player not in table.active:
        return "deals, sits out" if player == table.dealer else "sits out"
    if table.phase == PLAYING:
        return f"plays {bid_text(str(table.bidding.bid))}" if player == table.bidding.bidder else "plays against"
    return last_words(table.bidding).get(player, "")


def faces(house: FrogHouse) -> Mapping[str, Face]:
    """Who plays the next hand; the bids; the bidder's points."""
    bids = tuple(
        BidKey(bid=bid, words=bid_text(bid), means=MEANS[bid], pays=f"{counted(getattr(house, bid), 'chip')} a point")
        for bid in BIDS
    )
    return {
        BETWEEN: Face(
            called="No hand",
            do=GAME.starts,
            widgets=(PlayerKeys(argument="players"),),
            asks="Touch the players: three, or four with the dealer sitting out.",
        ),
        BIDDING: Face(called="%(name)s speaks", do=BidFrog.do, widgets=(BidLadder(argument="bid", bids=bids),)),
        PLAYING: Face(
            called="%(name)s plays",
            do=ScoreFrog.do,
            widgets=(suit_keys("trump", "Trumps"),),
            asks="plays: touch their points",
            sends="Score",
        ),
    }


SCREENS = screens_of_hands(
    HandScreens(
        game=GAME,
        places=places,
        faces=faces,
        paid_for=lambda event: (
            f"{bid_text(event.bid).capitalize()}, {event.points} points" if isinstance(event, FrogHandSettled) else ""
        ),
        claims=(
            "I have bid higher",
            "I did not pass",
            "The points were miscounted",
            "I was paid short",
            "It was their deal",
        ),
    ),
)
