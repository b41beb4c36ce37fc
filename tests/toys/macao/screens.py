"""The screens of Macao: its tablet, its board, and each player's part."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.game.hands import SHOWING, SHOWN, ShowHand
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from reports.words.formatting import card_words
from tests.toys.macao.game import GAME, MacaoHouse, MacaoTable, points_of
from web.hands.tablet import AtPlace, HandScreens
from web.hands.views import screens_of_hands
from web.hands.widgets import CardKeys, Face, card_keys


def places(night: Night, table: MacaoTable, effective: EffectiveEvents) -> Mapping[str, AtPlace]:
    """Each player's cards, with their points."""
    return {
        player: AtPlace(tally=str(points_of(cards)), cards=tuple(map(card_words, cards)))
        for player, cards in table.shown.items()
    }


def faces(house: MacaoHouse) -> Mapping[str, Face]:
    """The cards of the next player; then all hands."""
    cards = CardKeys(argument="cards", keys=card_keys(by_suit=True))
    showing = Face(called="%(name)s shows", do=ShowHand.do, widgets=(cards,), asks="shows two cards", sends="Show")
    return {SHOWING: showing, SHOWN: Face(called="All have shown", asks="settle the hand")}


SCREENS = screens_of_hands(
    HandScreens(
        game=GAME,
        pot="The pot",
        places=places,
        faces=faces,
        costs=lambda house: {"ante": house.ante},
        claims=("My cards count more", "It was a tie", "It was their deal"),
    ),
)
