"""The screens of Five in One."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.games.five_in_one import (
    COLD_HAND,
    CONSOLATION,
    GAME,
    PARTS,
    TOLD,
    ColdHand,
    Consolation,
    FiveInOneHouse,
    FiveInOneTable,
    PartResult,
)
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from events.games.five_in_one import PartPaid
from reports.games.five_in_one import PART_NAMES
from reports.words.formatting import signed_number
from reports.words.language import gettext as _
from web.hands.tablet import AtPlace, HandScreens
from web.hands.views import screens_of_hands
from web.hands.widgets import Face
from web.tablet.seats import sits_out_text


def called(part: str) -> str:
    """A part's name at the table."""
    return _(PART_NAMES[part])


def places(night: Night, table: FiveInOneTable, effective: EffectiveEvents) -> Mapping[str, AtPlace]:
    """What each player won in the round so far."""
    return {
        player: AtPlace(
            tally=signed_number(table.won[player]) if table.won.get(player) else "", note=sits_out_text(night, player)
        )
        for player in dict.fromkeys((*table.players, *table.seated))
    }


def faces(house: FiveInOneHouse) -> Mapping[str, Face]:
    """The chips of a part that is recorded by its payments, who won the cold hand, the cards of the consolation."""
    return {
        **{part: Face(called=called(part), do=PartResult.do, sends="Pay it") for part in TOLD},
        COLD_HAND: Face(
            called=called(COLD_HAND),
            do=ColdHand.do,
            asks="touch who wins, or several for a tie",
            sends="Wins",
        ),
        CONSOLATION: Face(
            called=called(CONSOLATION),
            do=Consolation.do,
            asks="touch the ten cards as they are turned",
            sends="Pay the hits",
        ),
    }


SCREENS = screens_of_hands(
    HandScreens(
        game=GAME,
        places=places,
        faces=faces,
        costs=lambda house: {"the cold hand, from each": house.cold_hand_pays, "a hit, from each": house.hit_pays},
        paid_for=lambda event: called(PARTS[event.turn - 1]) if isinstance(event, PartPaid) else "",
        parts={part: called(part) for part in PARTS},
        claims=(
            "I was paid short",
            "I won more in that part",
            "The cold hand was mine",
            "That was no hit",
            "It was their deal",
        ),
    ),
)
