"""Bets of Faro in words: how they are laid, called and barred, what they and places are called, where a deal stands."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.phrases import marked
from dealer.commands.refusal import Refusal
from dealer.games.faro.commands import PlaceArguments
from dealer.games.faro.layout import call_named, named
from dealer.games.faro.placing import place_of
from dealer.games.faro.state import FARO, Bet, Call, FaroTable, Phase, faro_of
from dealer.night.night import Night
from events.games.faro import BetLeftOut, BetsLaidAgain, Place
from reports.words.formatting import brief
from reports.words.game_words import Position
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from reports.words.naming import after_turn, before_turn, in_turn
from reports.words.phrases import clauses, said
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


def lays(name: str, amount: str, place: str, *, coppered: bool, paroli: bool, form: str) -> str:
    """A stake laid on a place: ``Ada lays $5 on the Q, coppered.``."""
    said = _("%(name)s lays %(amount)s on %(place)s", name=name, amount=amount, place=place)
    if coppered:
        said = _("%(said)s, coppered", said=said)
    if paroli:
        said = _("%(said)s, as a paroli", said=said)
    if form == "bills":
        said = _("%(said)s, in bills", said=said)
    return f"{said}."


def calls(name: str, order: Sequence[str], amount: str) -> str:
    """A call of the last turn: ``Ada calls A-K-Q for $5.``."""
    return _("%(name)s calls %(order)s for %(amount)s.", name=name, order="-".join(order), amount=amount)


def takes_down(name: str, amount: str) -> str:
    """A bet taken down: ``Ada takes $5 down.``."""
    return _("%(name)s takes %(amount)s down.", name=name, amount=amount)


def takes_all_down(name: str, bets: int, stake_cents: int) -> str:
    """Several bets taken down at once: ``Ada takes 3 bets down, $15 in all.``."""
    return ngettext(
        "%(name)s takes %(num)s bet down, %(amount)s in all.",
        "%(name)s takes %(num)s bets down, %(amount)s in all.",
        bets,
        name=name,
        amount=brief(stake_cents),
    )


def laid_again(name: str, fact: BetsLaidAgain) -> str:
    """A player's last bets laid again, and those that could not be: ``Ada lays 2 bets again, $10 in all.``."""
    said = ngettext(
        "%(name)s lays %(num)s bet again, %(amount)s in all",
        "%(name)s lays %(num)s bets again, %(amount)s in all",
        len(fact.bets),
        name=name,
        amount=brief(fact.stake_cents),
    )
    return f"{clauses(said, *(_left_out(one) for one in fact.left_out))}."


def _left_out(one: BetLeftOut) -> str:
    return _(
        "not %(amount)s on %(place)s: %(why)s",
        amount=brief(one.stake_cents),
        place=place_called(one.place),
        why=_(_WHY_LEFT_OUT[one.code]),
    )


_WHY_LEFT_OUT = {
    "dead_card": marked("a dead card"),
    "over_limit": marked("over the limit"),
    "under_minimum": marked("under the minimum"),
    "not_a_multiple": marked("no whole number of checks"),
    "not_enough_checks": marked("not enough checks"),
    "not_allowed_here": marked("not taken in this house"),
}
"""Why a new bet may be refused that lies where one has lain, by the refusal's code."""


def barred(bet: str, turns: int | None) -> str:
    """A bet barred for some turns, or until it goes."""
    if not turns:
        return _("%(bet)s is barred.", bet=bet)
    return ngettext("%(bet)s is barred for %(num)s turn.", "%(bet)s is barred for %(num)s turns.", turns, bet=bet)
