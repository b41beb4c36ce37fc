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
from web.game_screens import PLAY_ON, PracticeStep
from web.hands.practice import ENDED, SEND, begun, practice_of
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


PRACTICE = practice_of(
    begun(SHOWING),
    PracticeStep(
        marked("The hands should count sixteen. Doc shows a ten and the six of hearts: touch the ten."),
        "#rank-10",
        "#picked .card",
    ),
    PracticeStep(marked("Now the six of hearts. Touch it."), "#rank-6", "#picked .card + .card"),
    PracticeStep(marked("That is all Doc holds. Touch the framed key."), SEND, "#plate-blue .card"),
    PracticeStep(
        marked("Kate and Ada show theirs in the same way. Touch Play on to see it."),
        PLAY_ON,
        f"#part-state[data-phase={SHOWN}]",
        (
            {"do": ShowHand.do, "player": "white", "cards": ["K", "7"]},
            {"do": ShowHand.do, "player": "red", "cards": ["9", "5"]},
        ),
    ),
    PracticeStep(
        marked("Doc has sixteen with the six and takes the farm. Kate is one over and pays Ada. Touch the framed key."),
        "#step",
        ENDED,
    ),
)

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
        practice=PRACTICE,
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
