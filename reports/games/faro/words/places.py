"""What the places and bets of Faro are called, and where a deal stands."""

from __future__ import annotations

from dealer.commands.refusal import Refusal
from dealer.games.faro.commands import PlaceArguments
from dealer.games.faro.layout import call_named, named
from dealer.games.faro.placing import place_of
from dealer.games.faro.state import FARO, Bet, Call, FaroTable, Phase, faro_of
from dealer.night.night import Night
from events.games.faro import Place
from reports.words.game_words import Position
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.naming import after_turn, before_turn, in_turn
from reports.words.phrases import said
from reports.words.players import name_of


def place_called(place: Place) -> str:
    """The table's name for a place."""
    return said(named(place))


def where_lies(lying: Bet | Call) -> str:
    """The table's name for the place of a bet, or what a call called."""
    return place_called(lying.place) if isinstance(lying, Bet) else said(call_named(lying.order))


def place_asked(now: Night, command: PlaceArguments) -> str:
    """Where a bet was to lie; a place that the layout does not have goes by its kind and ranks."""
    if FARO in now.tables:
        try:
            return place_called(place_of(command, faro_of(now).house))
        except Refusal:
            pass
    return " ".join((command.kind.replace("_", " "), "-".join(command.ranks or ()))).strip()


def bet_called(now: Night, key: str, within: bool) -> str:
    """A bet or call as it lies, or as it last lay in the deal begun last; of another deal it goes without."""
    table = faro_of(now)
    known = table.lying(key) or table.gone.get(key)
    if known is None:
        if not table.used(key):
            return ""
        return _("a bet of an earlier deal") if within else _("A bet of an earlier deal")
    name = name_of(now, known.player)
    if isinstance(known, Bet):
        place = place_called(known.place)
        if within:
            return pgettext("within a sentence", "%(name)s’s bet on %(place)s", name=name, place=place)
        return _("%(name)s’s bet on %(place)s", name=name, place=place)
    if within:
        return pgettext("within a sentence", "%(name)s’s call", name=name)
    return _("%(name)s’s call", name=name)


def in_deal(table: FaroTable, *, of_all: bool = False) -> str:
    """Where a deal that is on stands: ``before turn 8``, ``turn 8``; ``of_all`` adds how many turns there are."""
    turns = table.house.turns if of_all else 0
    match table.phase:
        case Phase.BEFORE_SODA:
            return _("before the soda")
        case Phase.BETTING:
            return before_turn(table.turn + 1, of=turns)
        case Phase.LOSER_DRAWN:
            return in_turn(table.turn, of=turns)
        case Phase.BEFORE_HOCK:
            return _("before the hock")
        case _:
            return _("after the hock") if table.house.turns == 25 else after_turn(table.turn)


def position(table: FaroTable) -> Position:
    """Where the play stands: from the loser to the winner it is in a turn."""
    if not table.deal_is_on:
        return Position(number=table.deal, is_on=False)
    turn = table.turn + (table.phase is Phase.BETTING)
    return Position(number=table.deal, is_on=True, turn=turn, within=in_deal(table))


def earlier_deal(table: FaroTable, turn: int) -> int:
    """The last deal that had a turn of this number.

    A turn that no deal has had can be disputed in books of the first rules; it is then said of the last deal.
    """
    return table.deal_with_turn(turn) or table.deal
