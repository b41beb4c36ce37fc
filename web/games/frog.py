"""The screens of Frog."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.refusal import marked
from dealer.game.hands import BETWEEN, PLAYING
from dealer.games.frog import BIDDING, BIDS, CHICO, FROG, GAME, GRAND, BidFrog, FrogHouse, FrogTable, ScoreFrog
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents
from events.games.frog import FrogHandSettled
from reports.score_pad.words import bid_text
from reports.words.formatting import number_of_chips
from reports.words.language import gettext as _
from reports.words.language import ngettext
from web.game_screens import PracticeStep
from web.hands.practice import ENDED, SEND, begun, practice_of, speaks
from web.hands.tablet import AtPlace, HandScreens
from web.hands.views import last_words, screens_of_hands
from web.hands.widgets import BidKey, BidLadder, Face, PlayerKeys, suit_keys
from web.tablet.seats import sits_out_text

MEANS = {
    FROG: marked("hearts, with the widow"),
    CHICO: marked("any trump but hearts"),
    GRAND: marked("hearts, without the widow"),
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
        return _("deals, sits out") if player == table.dealer else _("sits out")
    if table.phase == PLAYING:
        if player == table.bidding.bidder:
            return _("plays %(bid)s", bid=bid_text(str(table.bidding.bid)))
        return _("plays against")
    return last_words(table.bidding).get(player, "")


def faces(house: FrogHouse) -> Mapping[str, Face]:
    """Who plays the next hand; the bids; the bidder's points."""
    bids = tuple(
        BidKey(
            bid=bid,
            words=bid_text(bid),
            means=_(MEANS[bid]),
            pays=_("%(chips)s a point", chips=number_of_chips(getattr(house, bid))),
        )
        for bid in BIDS
    )
    return {
        BETWEEN: Face(
            called=_("No hand"),
            do=GAME.starts,
            widgets=(PlayerKeys(argument="players"),),
            asks=_("Touch the players: three, or four with the dealer sitting out."),
        ),
        BIDDING: Face(called=_("%(name)s speaks"), do=BidFrog.do, widgets=(BidLadder(argument="bid", bids=bids),)),
        PLAYING: Face(
            called=_("%(name)s plays"),
            do=ScoreFrog.do,
            widgets=(suit_keys("trump", _("Trumps")),),
            asks=_("plays: touch their points"),
            sends=_("Score"),
        ),
    }


def _paid_for(event: Event) -> str:
    if not isinstance(event, FrogHandSettled):
        return ""
    points = ngettext("%(num)s point", "%(num)s points", event.points)
    return _("%(bid)s, %(points)s", bid=bid_text(event.bid).capitalize(), points=points)


PRACTICE = practice_of(
    begun(BIDDING),
    PracticeStep(marked("Doc speaks first, and passes. Touch Pass."), "#pass", speaks("white")),
    PracticeStep(
        marked("Kate bids the frog: hearts are trumps, and she takes the widow. Touch Frog."),
        "#bid-frog",
        speaks("red"),
    ),
    PracticeStep(marked("Ada passes. Touch Pass."), "#pass", f"#part-state[data-phase={PLAYING}]"),
    PracticeStep(
        marked("The cards are played on the table. Kate makes 71 points: touch 70."),
        "#ten-70",
        "#ten-70[aria-pressed=true]",
    ),
    PracticeStep(marked("And 1."), "#unit-1", "#unit-1[aria-pressed=true]"),
    PracticeStep(
        marked("That is eleven points over sixty. The list says who pays her. Touch the framed key."), SEND, ENDED
    ),
)

SCREENS = screens_of_hands(
    HandScreens(
        game=GAME,
        places=places,
        faces=faces,
        paid_for=_paid_for,
        practice=PRACTICE,
        claims=(
            marked("I have bid higher"),
            marked("I did not pass"),
            marked("The points were miscounted"),
            marked("I was paid short"),
            marked("It was their deal"),
        ),
    ),
)
