"""The screens of Forty-Five and Auction Forty-Five."""

from __future__ import annotations

from dealer.games.forty_five import AUCTION_GAME, GAME
from dealer.score_pad.table import MatchTable
from reports.words.language import gettext as _
from web.score_pad.score_state import MatchText
from web.score_pad.tablet import score_screens

SCREENS = score_screens(GAME)


def auction_of_side(table: MatchTable, side: int) -> str:
    """The lowest bid of a side with many points; "" if it may bid freely."""
    house = table.house
    return _("must bid %(bid)s or more", bid=house.must_bid) if table.score[side] >= house.must_bid_at else ""


AUCTION_SCREENS = score_screens(AUCTION_GAME, texts=MatchText(of_side=auction_of_side))
