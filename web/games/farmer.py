"""The screens of Farmer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealer.commands.refusal import marked
from dealer.game.cards import rank_of
from dealer.game.hands import SHOWING, SHOWN, ShowHand
from dealer.games.farmer import GAME, PACK, SIX, SIXTEEN, FarmerHouse, FarmerTable, has_six
from dealer.games.farmer import points_of as points
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from events.games.farmer import FarmWon
from reports.words.formatting import card_words
from reports.words.language import gettext as _
from web.hands.tablet import AtPlace, HandScreens
from web.hands.views import screens_of_hands
from web.hands.widgets import CardKeys, Face, card_keys


def note_on(cards: Sequence[str]) -> str:
    """A note on a hand's count: ``with the six``, ``2 over``; "" below sixteen."""
    count = points(cards)
    if count == SIXTEEN:
        return _("with the six") if has_six(cards) else _("sixteen")
    return _("%(points)s over", points=count - SIXTEEN) if count > SIXTEEN else ""


def face_of(card: str) -> str:
    """A card as it is shown: the six is the six of hearts, even if its suit was not recorded."""
    return card_words(SIX if card == "6" else card)


def places(night: Night, table: FarmerTable, effective: EffectiveEvents) -> Mapping[str, AtPlace]:
    """Each player's cards once they are shown, with their count."""
    return {
        player: AtPlace(
            tally=str(points(cards)),
            note=note_on(cards),
            cards=tuple(map(face_of, cards)),
            stands_out=points(cards) == SIXTEEN,
        )
        if (cards := table.shown.get(player))
        else AtPlace(note=_("holds a hand"))
        for player in table.players
    }


KEYS = CardKeys(
    argument="cards",
    keys=card_keys(PACK, {rank_of(card): points([card]) for card in PACK}),
    target=SIXTEEN,
)


def faces(house: FarmerHouse) -> Mapping[str, Face]:
    """The cards of the next hand that is shown; then all hands."""
    return {
        SHOWING: Face(
            called=_("%(name)s shows"),
            do=ShowHand.do,
            widgets=(KEYS,),
            asks=_("shows: touch the cards"),
            sends=_("That is %(name)s’s hand"),
        ),
        SHOWN: Face(called=_("All have shown"), asks=_("settle the hand, or touch a seat to correct"), reopens=SHOWING),
    }


SCREENS = screens_of_hands(
    HandScreens(
        game=GAME,
        title=marked("Farmer, or Farm"),
        pot=marked("The farm"),
        places=places,
        faces=faces,
        costs=lambda house: {
            _("ante"): house.ante,
            _("to the nearest, each"): house.nearest_pays,
            _("a point over sixteen"): house.over_pays,
        },
        paid_for=lambda event: _("The farm") if isinstance(event, FarmWon) else "",
        shared=marked("Your part of a farm nobody won"),
        claims=(
            marked("I was paid short"),
            marked("My count is wrong"),
            marked("That card is not mine"),
            marked("The farm is mine"),
            marked("It was their deal"),
        ),
    ),
)
