"""What bets, turns, results and commands are called in a sentence about a night."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.night.night import Night
from dealer.rules_version import CURRENT
from reports.words.game_words import words_of
from reports.words.language import gettext as _
from reports.words.position import position_at, turn_of_round

_RESULTS = {
    "won": marked("won"),
    "lost": marked("lost"),
    "split": marked("split"),
    "standoff": marked("stand-off"),
    "returned": marked("returned"),
}
_MOST_DIGITS = 3
"""No turn's number has more."""

_TENDERS = {"cash": marked("cash"), "checks": marked("checks")}


def tender_of(tender: str) -> str:
    """What somebody pays in."""
    return _(_TENDERS[tender])


def bet_of(now: Night, key: str, *, within: bool = False) -> str:
    """A bet as it lies in a state, or as it last lay; ``within`` for the middle of a sentence."""
    if called := _bet_called(now, key, within):
        return called
    if is_laid(now, key):
        return _("the bet %(key)s", key=key) if within else _("The bet %(key)s", key=key)
    return _("a bet that does not lie there") if within else _("A bet that does not lie there")


def is_laid(now: Night, key: str) -> bool:
    """Whether a bet of the night has had this key."""
    return any(game.has_bet(now.tables[game.name], key) for game in now.games)


def about_of(now: Night, about: str) -> str:
    """What a dispute is about: a bet of the night, else a turn."""
    if is_turn(about) and not is_laid(now, about):
        return turn_called(now, int(about))
    return bet_of(now, about, within=True)


def is_turn(about: str) -> bool:
    """Whether what a dispute is about is the number of a turn, unless it is a bet's key."""
    return about.isdecimal() and len(about) <= _MOST_DIGITS


def turn_called(now: Night, turn: int) -> str:
    """A turn with its round: the one begun last that has had it, else an earlier one; else by its number alone."""
    games = sorted(now.games, key=lambda game: game.name != now.dealing)
    for game in games:
        table = now.tables[game.name]
        if game.has_turn(table, turn, CURRENT):
            return turn_of_round(game.name, turn, position_at(game.name, table).number)
    for game in games:
        if number := words_of(game.name).earlier_round(now.tables[game.name], turn):
            return turn_of_round(game.name, turn, number)
    return _("turn %(turn)s", turn=turn)


def result_of(result: str, *games: str) -> str:
    """What came of a bet in one of these games, in a word or two, by the word of its settlement row."""
    own = (words_of(game).results.get(result) for game in games)
    found = next(filter(None, own), None) or _RESULTS.get(result)
    return _(found) if found else result.replace("_", " ")


def _bet_called(now: Night, key: str, within: bool) -> str:
    return next(filter(None, (words_of(game).bet(now, key, within) for game in now.tables)), "")
