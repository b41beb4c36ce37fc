"""Bets of Faro in words: their places, when they win and lose, and where a deal stands."""

from __future__ import annotations

from dealer.commands.refusal import Refusal
from dealer.game.cards import rank_of
from dealer.games.faro.bets import place_of
from dealer.games.faro.commands import PlaceArguments
from dealer.games.faro.layout import call_named, named
from dealer.games.faro.state import FARO, Bet, Call, FaroTable, Phase, faro_of
from dealer.night.night import Night
from events.games.faro import Place
from reports.words.formatting import either, name_of
from reports.words.game_words import Position, phrase_text
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.naming import after_turn, before_turn, in_turn


def place_called(place: Place) -> str:
    """The name of a place on the layout."""
    return phrase_text(named(place))


def where_lies(stake: Bet | Call) -> str:
    """The place of a bet, or the order of a call."""
    return place_called(stake.place) if isinstance(stake, Bet) else phrase_text(call_named(stake.order))


def place_asked(now: Night, command: PlaceArguments) -> str:
    """The requested place of a bet; a place that the layout lacks is named by its kind and ranks."""
    if FARO in now.tables:
        try:
            return place_called(place_of(command, faro_of(now).house))
        except Refusal:
            pass
    return " ".join((command.kind.replace("_", " "), "-".join(command.ranks or ()))).strip()


def bet_called(now: Night, key: str, within: bool) -> str:
    """A bet or call as it lies, or as it last lay in the latest deal; "" if the night had no such bet."""
    table = faro_of(now)
    known = table.open_bet(key) or table.gone.get(key)
    if known is None:
        if key not in table.keys:
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
    """Where a deal that is on stands: ``before turn 8``, ``turn 8``; ``of_all`` adds the number of turns."""
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
    """Where the play stands; between loser and winner it is in a turn."""
    if not table.deal_is_on:
        return Position(number=table.deal, is_on=False)
    turn = table.turn + (table.phase is Phase.BETTING)
    return Position(number=table.deal, is_on=True, turn=turn, within=in_deal(table))


def earlier_deal(table: FaroTable, turn: int) -> int:
    """The last deal that had a turn of this number.

    In books of the first rules a turn that no deal had can be disputed; it counts as one of the last deal.
    """
    return table.deal_with_turn(turn) or table.deal


def cards_of_turn(loser: str, winner: str) -> str:
    """The two cards of a turn by rank."""
    return _("loser %(loser)s, winner %(winner)s", loser=rank_of(loser), winner=rank_of(winner))


def covers(place: Place, *, coppered: bool) -> str:
    """When a place wins and loses, with its copper."""
    if place.kind == "high_card" and coppered:
        return _("it wins if the loser is the higher card, and loses if the winner is")
    if place.kind == "high_card":
        return _("it wins if the winner is the higher card, and loses if the loser is")
    winning, losing = _conditions(place)
    if coppered:
        winning, losing = losing, winning
    return _("it wins if %(winning)s, and loses if %(losing)s", winning=winning, losing=losing)


def _conditions(place: Place) -> tuple[str, str]:
    """When a place without a copper wins, and when it loses."""
    here, there = either(place.ranks), either(place.lose)
    match place.kind:
        case "colors":
            red = _("the winner is red or the loser black")
            black = _("the winner is black or the loser red")
            return (red, black) if place.choice == "red" else (black, red)
        case "parity" if place.card == "winner":
            return _("the winner is %(ranks)s", ranks=here), _("the winner is %(ranks)s", ranks=there)
        case "parity":
            return _("the loser is %(ranks)s", ranks=here), _("the loser is %(ranks)s", ranks=there)
        case "heeled" | "side":
            winning = _("the winner is %(ranks)s or the loser %(others)s", ranks=here, others=there)
            return winning, _("the winner is %(ranks)s or the loser %(others)s", ranks=there, others=here)
        case _:
            return _("the winner is %(ranks)s", ranks=here), _("the loser is %(ranks)s", ranks=here)
