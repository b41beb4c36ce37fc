"""What papers and dossiers say of a hand of Farmer: who showed what, who has the farm, and by which rule."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.phrases import marked
from dealer.games.farmer.state import FARMER
from dealer.night.night import Night
from events.facts.fact import Fact
from events.games import farmer
from reports.rounds.hands import Cell, HandRecord, HandWords
from reports.rounds.rounds import RoundStory
from reports.words.cards import cards_in_words
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.phrases import under


def _cells(record: HandRecord, player: str) -> tuple[Cell, ...]:
    shown = [one for one in record.facts if isinstance(one, farmer.FarmHandShown) and one.player == player]
    if not shown:
        return Cell(), Cell()
    return Cell(cards=shown[-1].cards), Cell(str(shown[-1].points))


def _came_of(record: HandRecord, names: Mapping[str, str]) -> str:
    match record.facts[-1]:
        case farmer.FarmWon(player=player, chips=chips):
            return ngettext(
                "%(name)s took the farm of %(num)s chip",
                "%(name)s took the farm of %(num)s chips",
                chips,
                name=names[player],
            )
        case farmer.FarmStayed(nearest=str(nearest)):
            return _("the farm stayed; %(name)s was nearest", name=names[nearest])
        case _:
            return _("the farm stayed; all were over sixteen")


HAND_WORDS = HandWords(
    game=FARMER,
    pot=marked("The farm"),
    heads=(marked("Shown"), marked("Counts")),
    cells=_cells,
    came_of=_came_of,
)


class FarmerHandStory(RoundStory):
    """The story of a hand of Farmer, with the rules cited."""

    def why(self, fact: Fact, now: Night) -> str:
        """The rule under which it happened."""
        match fact:
            case farmer.FarmHandBegun():
                return under("7.2", _("the farmer deals, from their left"))
            case farmer.NearestPaid():
                return under("7.4", _("nobody counts sixteen, and each other hand pays the nearest below"))
            case farmer.OverdrawnPaid():
                return under("7.4", _("a hand over sixteen pays the farmer"))
            case farmer.FarmWon(with_six=True):
                return under("7.3", _("sixteen with the six goes before any other"))
            case farmer.FarmWon():
                return under("7.3", _("sixteen with the fewest cards, of equals the first from the farmer’s left"))
            case farmer.FarmStayed():
                return under("7.4", _("nobody counts sixteen: the farm stays, and the farmer"))
            case _:
                return ""


def turn_done(about: str, fact: Fact, now: Night) -> str:
    """A turn of a hand, with what was shown in it."""
    if not isinstance(fact, farmer.FarmHandShown):
        return about
    name, cards = now.seats[fact.player].name, cards_in_words(fact.cards)
    return _("%(about)s, in which %(name)s showed %(cards)s", about=about, name=name, cards=cards)
