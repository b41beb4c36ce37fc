"""What papers and dossiers say of a hand of Spoil Five: tricks, dead hands, the pool, and by which rule."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.phrases import marked
from dealer.games.spoil_five.state import IRREGULAR, SPOIL_FIVE
from dealer.night.night import Night
from events.facts.fact import Fact
from events.games import spoil_five
from reports.games.spoil_five.words import WHY
from reports.rounds.hands import Cell, HandRecord, HandWords
from reports.rounds.rounds import RoundStory
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.phrases import under


def _cells(record: HandRecord, player: str) -> tuple[Cell, ...]:
    tricks, dead = "", ""
    for one in record.facts:
        match one:
            case spoil_five.SpoilHandBegun(without_cards=without) if player in without:
                dead = _("has no cards")
            case spoil_five.HandKilled(player=killed, why=why) if killed == player:
                dead = _(WHY[why])
            case spoil_five.TricksTaken():
                tricks = next((str(taken.tricks) for taken in one.tricks if taken.player == player), "")
    return Cell(tricks), Cell(dead)


def _came_of(record: HandRecord, names: Mapping[str, str]) -> str:
    match record.facts[-1]:
        case spoil_five.PoolWon(player=player, chips=chips):
            return ngettext(
                "%(name)s took the pool of %(num)s chip",
                "%(name)s took the pool of %(num)s chips",
                chips,
                name=names[player],
            )
        case _:
            return _("the pool is spoilt")


HAND_WORDS = HandWords(
    game=SPOIL_FIVE,
    pot=marked("The pool"),
    heads=(marked("Tricks"), marked("Dead for")),
    cells=_cells,
    came_of=_came_of,
)


class SpoilFiveHandStory(RoundStory):
    """The story of a hand of Spoil Five, with the rules cited."""

    def why(self, fact: Fact, now: Night) -> str:
        """The rule under which it happened."""
        match fact:
            case spoil_five.PoolAntePaid():
                return under("8.2", _("everybody antes, with cards or without"))
            case spoil_five.HandKilled(why=why) if why == IRREGULAR:
                return under("8.4", _("a wrong number of cards kills the hand for itself alone"))
            case spoil_five.HandKilled():
                return under("8.4", _("who offends has no cards until the pool is won"))
            case spoil_five.AllFivePaid():
                return under("8.3", _("all five tricks are paid by every other player"))
            case spoil_five.PoolWon():
                return under("8.3", _("three tricks win the pool"))
            case spoil_five.PoolSpoilt():
                return under("8.3", _("nobody has won the pool; it lies for the next hand"))
            case _:
                return ""


def turn_done(about: str, fact: Fact, now: Night) -> str:
    """A turn of a hand, with what was done in it."""
    match fact:
        case spoil_five.HandKilled(player=player):
            return _("%(about)s, in which the hand of %(name)s died", about=about, name=now.seats[player].name)
        case spoil_five.TricksTaken():
            return _("%(about)s, when the tricks were counted", about=about)
        case _:
            return about
