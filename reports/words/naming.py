"""What players, sides and bets are called in a sentence about a night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.faro.game import FARO
from dealer.games.faro.layout import call_named, named
from dealer.games.faro.state import Bet, Call, faro_of
from dealer.night import Night
from dealer.phrases import marked
from events.games.faro import Place
from events.night import PlayerSeated
from events.records import Recorded
from ledger.accounts import BANK
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.phrases import said
from reports.words.position import turn_of_deal, turn_of_hand

_RESULTS = {
    "won": marked("won"),
    "lost": marked("lost"),
    "split": marked("split"),
    "standoff": marked("stand-off"),
    "returned": marked("returned"),
    "claimed": marked("sleeper"),
    "after_hock": marked("swept after the hock"),
    "taken_down": marked("taken down"),
    "claimed_by_another": marked("sleeper claimed by another"),
}
_MOST_DIGITS = 3
"""No turn's number has more."""

_TENDERS = {"cash": marked("cash"), "checks": marked("checks")}


def name_of(night: Night, player: str) -> str:
    """A player's name; his key where nobody of it ever sat."""
    seat = night.seats.get(player)
    return seat.name if seat else player


def names_of(facts: Iterable[Recorded]) -> dict[str, str]:
    """The name of everybody who took a seat, by seat key, also of those whose seat was taken back."""
    return {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}


def side_of(side: str, names: Mapping[str, str]) -> str:
    """A side of a correction: the bank, or a player by his name."""
    return _("the bank") if side == BANK else names.get(side, side)


def tender_of(tender: str) -> str:
    """What somebody pays in."""
    return _(_TENDERS[tender])


def place_of(place: Place) -> str:
    """The table's name for a place."""
    return said(named(place))


def where_lies(lying: Bet | Call) -> str:
    """The table's name for the place of a bet, or what a call called."""
    return place_of(lying.place) if isinstance(lying, Bet) else said(call_named(lying.order))


def bet_of(now: Night, key: str) -> str:
    """A bet or call as it lies in a state, or as it last lay in the deal; of another deal it goes without."""
    known = known_of(now, key)
    if known is None:
        return _("A bet of an earlier deal") if _was_laid(now, key) else _("A bet that does not lie there")
    name = name_of(now, known.player)
    if isinstance(known, Bet):
        return _("%(name)s’s bet on %(place)s", name=name, place=place_of(known.place))
    return _("%(name)s’s call", name=name)


def bet_within(now: Night, key: str) -> str:
    """The same in the middle of a sentence."""
    known = known_of(now, key)
    if isinstance(known, Bet):
        name, place = name_of(now, known.player), place_of(known.place)
        return pgettext("within a sentence", "%(name)s’s bet on %(place)s", name=name, place=place)
    if known:
        return pgettext("within a sentence", "%(name)s’s call", name=name_of(now, known.player))
    if _was_laid(now, key):
        return _("a bet of an earlier deal")
    return _("a bet that does not lie there")


def about_of(now: Night, about: str) -> str:
    """What a dispute is about: a bet of the night, else a turn."""
    if is_turn(about) and not _was_laid(now, about):
        return turn_called(now, int(about))
    return bet_within(now, about)


def _was_laid(now: Night, key: str) -> bool:
    return FARO in now.tables and faro_of(now).used(key)


def is_turn(about: str) -> bool:
    """Whether what a dispute is about is the number of a turn, unless it is a bet's key."""
    return about.isdecimal() and len(about) <= _MOST_DIGITS


def turn_called(now: Night, turn: int) -> str:
    """A turn with its deal or hand: the one begun last that has had it, else an earlier deal; else by its number alone.

    A turn that no deal has had can be disputed in books of the first rules; it is then said of the last deal.
    """
    dealt = sorted(now.tables, key=lambda game: game != now.dealing)
    for game in dealt:
        if game == FARO and faro_of(now).has_turn(turn):
            return turn_of_deal(turn, faro_of(now).deal)
        if game == FAN_TAN and fan_tan_of(now).has_turn(turn):
            return turn_of_hand(turn, fan_tan_of(now).hand_number)
    deal = (faro_of(now).deal_with_turn(turn) or faro_of(now).deal) if FARO in now.tables else 0
    return turn_of_deal(turn, deal) if deal else _("turn %(turn)s", turn=turn)


def lying_of(now: Night, key: str) -> Bet | Call | None:
    """The bet or call of a key, if it lies."""
    return faro_of(now).lying(key) if FARO in now.tables else None


def known_of(now: Night, key: str) -> Bet | Call | None:
    """The bet or call of a key that lies, or that lay in the deal begun last."""
    return lying_of(now, key) or (faro_of(now).gone.get(key) if FARO in now.tables else None)


def result_of(result: str) -> str:
    """What came of a bet, in a word or two, by the word of its settlement row or of :mod:`reports.dossier.list`."""
    return _(_RESULTS[result])
