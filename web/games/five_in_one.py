"""The screens of Five in One."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.refusal import marked
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
from events.common.play import InTurn
from events.effective_events import EffectiveEvents
from events.games.five_in_one import PartPaid, PartSettled
from reports.games.five_in_one import PART_NAMES
from reports.words.formatting import name_of, signed_number
from reports.words.language import gettext as _
from reports.words.sentences import sentence_of
from web.game_screens import PLAY_ON, PracticeStep
from web.hands.practice import ENDED, SEND, begun, practice_of
from web.hands.tablet import AtPlace, HandScreens
from web.hands.views import screens_of_hands
from web.hands.widgets import Face
from web.tablet.seats import sits_out_text


def called(part: str) -> str:
    """A part's name at the table."""
    return _(PART_NAMES[part])


def outcome(night: Night, event: InTurn) -> str:
    """What a part came to, without its name, because that stands beside it."""
    if not isinstance(event, PartSettled):
        return sentence_of(night, event)
    won = [f"{name_of(night, winning.player)} {signed_number(winning.chips)}" for winning in event.won if winning.chips]
    return f"{', '.join(won)}." if won else _("Nobody wins a chip.")


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
        **{part: Face(called=called(part), do=PartResult.do, sends=_("Pay it")) for part in TOLD},
        COLD_HAND: Face(
            called=called(COLD_HAND),
            do=ColdHand.do,
            asks=_("touch who wins, or several for a tie"),
            sends=_("Wins"),
        ),
        CONSOLATION: Face(
            called=called(CONSOLATION),
            do=Consolation.do,
            asks=_("touch the ten cards as they are turned"),
            sends=_("Pay the hits"),
        ),
    }


PRACTICE = practice_of(
    begun(PARTS[0]),
    PracticeStep(
        marked("Five games make a round. In the first Doc wins a chip: touch + beside his name."),
        "[data-touch=chips][data-player=blue][data-by='1']",
        "#plate-blue[aria-label*='+1']",
    ),
    PracticeStep(marked("Kate lost it. Touch her plate: it takes the rest."), "#plate-white", f"{SEND}:enabled"),
    PracticeStep(marked("Wins and losses are even. Touch the framed key."), SEND, "#part-1.paid"),
    PracticeStep(
        marked("Next is the cold hand. Ada has the best one: touch her plate."),
        "#plate-red",
        "#plate-red[aria-pressed=true]",
    ),
    PracticeStep(marked("The others pay her. Touch the framed key."), SEND, "#part-2.paid"),
    PracticeStep(
        marked("The other three go in the same way. Touch Play on to see them paid."),
        PLAY_ON,
        ENDED,
        (
            *({"do": PartResult.do, "part": part, "chips": {}} for part in TOLD[1:]),
            {"do": Consolation.do, "cards": ["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"]},
        ),
    ),
)

SCREENS = screens_of_hands(
    HandScreens(
        game=GAME,
        places=places,
        faces=faces,
        costs=lambda house: {
            _("the cold hand, from each"): house.cold_hand_pays,
            _("a hit, from each"): house.hit_pays,
        },
        paid_for=lambda event: called(PARTS[event.turn - 1]) if isinstance(event, PartPaid) else "",
        practice=PRACTICE,
        parts={part: PART_NAMES[part] for part in PARTS},
        outcome=outcome,
        claims=(
            marked("I was paid short"),
            marked("I won more in that part"),
            marked("The cold hand was mine"),
            marked("That was no hit"),
            marked("It was their deal"),
        ),
    ),
)
