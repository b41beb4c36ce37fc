"""The screens of Spoil Five."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.refusal import marked
from dealer.game.hands import PLAYING
from dealer.games.spoil_five import ALL_FIVE, GAME, WINS, KillHand, ScoreHand, SpoilFiveHouse, SpoilFiveTable
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from events.games.spoil_five import PoolWon, TricksTaken
from reports.games.spoil_five import WHY
from reports.words.language import gettext as _
from web.game_screens import PracticeStep
from web.hands.practice import ENDED, SEND, begun, practice_of, takes
from web.hands.tablet import AtPlace, HandScreens
from web.hands.views import screens_of_hands
from web.hands.widgets import Beside, Face, TrickCounter
from web.tablet.seats import sits_out_text


def places(night: Night, table: SpoilFiveTable, effective: EffectiveEvents) -> Mapping[str, AtPlace]:
    """Each player's tricks of the last hand, and why they have no cards or a dead hand."""
    tricks = {} if table.is_on else _last_tricks(table, effective)
    notes = dict.fromkeys(table.out, _("no cards")) | {
        player: _("dead: %(why)s", why=_(WHY[why])) for player, why in table.dead.items()
    }
    return {
        player: AtPlace(
            tally=str(tricks.get(player, "")),
            note=notes.get(player) or sits_out_text(night, player),
            stands_out=tricks.get(player, 0) >= WINS,
            is_out=player in notes,
        )
        for player in table.seated
    }


def _last_tricks(table: SpoilFiveTable, effective: EffectiveEvents) -> dict[str, int]:
    """The tricks of the last hand, by player; none if it was not scored."""
    scored = effective.up_to_last(TricksTaken)
    event = scored.last.event if scored is not None else None
    if not isinstance(event, TricksTaken) or event.hand != table.round:
        return {}
    return {taken.player: taken.tricks for taken in event.tricks}


_ENDS = (marked("Takes the pool"), marked("Takes all five"), marked("Spoilt"))


def faces(house: SpoilFiveHouse) -> Mapping[str, Face]:
    """The tricks of a hand; beside them, a hand can be declared dead."""
    playing = Face(
        called=_("Hand in play"),
        do=ScoreHand.do,
        widgets=(TrickCounter(argument="tricks", total=ALL_FIVE, ends=_ENDS),),
        sends=_("Score"),
        beside=Beside(
            do=KillHand.do,
            key=_("dead…"),
            asks=_("is dead, for what?"),
            argument="why",
            choices=tuple((why, _(words)) for why, words in WHY.items()),
        ),
    )
    return {PLAYING: playing}


PRACTICE = practice_of(
    begun(PLAYING),
    PracticeStep(
        marked("The cards are played on the table. Ada takes the first trick: touch her plate."),
        "#plate-red",
        takes(1, "red"),
    ),
    PracticeStep(marked("Doc takes the second. Touch his plate."), "#plate-blue", takes(2, "blue")),
    PracticeStep(marked("The third is Ada’s. Touch her plate."), "#plate-red", takes(3, "red")),
    PracticeStep(marked("Kate takes the fourth. Touch her plate."), "#plate-white", takes(4, "white")),
    PracticeStep(marked("And the last is Ada’s. Touch her plate."), "#plate-red", takes(5, "red")),
    PracticeStep(
        marked("With three tricks Ada takes the pool. With three for nobody it would stay. Touch the framed key."),
        SEND,
        ENDED,
    ),
)

SCREENS = screens_of_hands(
    HandScreens(
        game=GAME,
        pot=marked("The pool"),
        places=places,
        faces=faces,
        costs=lambda house: {_("ante"): house.ante, _("all five tricks, from each"): house.all_five},
        paid_for=lambda event: _("The pool") if isinstance(event, PoolWon) else "",
        practice=PRACTICE,
        shared=marked("Your part of a pool nobody won"),
        claims=(
            marked("That trick was mine"),
            marked("I did not revoke"),
            marked("I did not go on"),
            marked("I was paid short"),
            marked("It was their deal"),
        ),
    ),
)
