"""Names of players, bets, turns, rounds and results, and where the play of a night stands."""

from __future__ import annotations

from typing import Any

from dealer.commands.refusal import marked
from dealer.games import game_called
from dealer.night.night import Night
from dealer.rules_version import CURRENT
from reports.words.game_words import Position, words_of
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext

_RESULTS = {
    "won": marked("won"),
    "lost": marked("lost"),
    "split": marked("split"),
    "standoff": marked("stand-off"),
    "returned": marked("returned"),
}
_MOST_DIGITS = 3
"""No turn number has more digits."""

_TENDERS = {"cash": marked("cash"), "checks": marked("checks")}


def dealt_in(night: Night) -> str:
    """What was dealt in a night in words, with the rounds of several games added up; "" if nothing was."""
    rounds = night.rounds
    called = {game_called(game).round_called for game in rounds}
    number = sum(rounds.values())
    if not number:
        return ""
    if len(rounds) > 1 or called == {"round"}:
        return ngettext("%(num)s round", "%(num)s rounds", number)
    if called == {"deal"}:
        return ngettext("%(num)s deal", "%(num)s deals", number)
    return ngettext("%(num)s hand", "%(num)s hands", number)


def where_play_stands(night: Night) -> str:
    """Where the play stands: ``deal 2, before turn 8``, ``after hand 1``."""
    return where_table_stands(night.dealing, night.tables[night.dealing])


def where_table_stands(game: str, table: Any) -> str:
    """Where the play stands at the table of a game."""
    at = position_at(game, table)
    return within(_round_at(game, table, at), at.within)


def part_of(night: Night) -> str:
    """The current or the last round."""
    table = night.tables[night.dealing]
    return _round_at(night.dealing, table, position_at(night.dealing, table))


def turn_of(night: Night) -> int:
    """The number of the current or next turn, or of the last one; 0 if there is none."""
    return position_at(night.dealing, night.tables[night.dealing]).turn


def round_of(game: str, table: Any, number: int, *, over: bool = False) -> str:
    """A round of the game at a table by its number in the night, 0 for none: ``deal 2``, ``after hand 1``."""
    match, in_match = words_of(game).in_match(table, number)
    return round_called(game, in_match, match=match, over=over)


def round_called(game: str, number: int, *, match: int = 0, over: bool = False) -> str:
    """A round of a game by its number, 0 for none; in a ``match``, its number there."""
    if not number:
        return _("before the first card")
    words = words_of(game).round
    return _(words.over if over else words.title, number=number, match=match, game=game_called(game).title)


def turn_of_round(game: str, table: Any, turn: int, number: int) -> str:
    """A turn with its round, which is given by its number in the night: ``turn 7 of deal 2``."""
    match, in_match = words_of(game).in_match(table, number)
    return _(words_of(game).round.turn, turn=turn, number=in_match, match=match, game=game_called(game).title)


def before_turn(turn: int, *, of: int = 0) -> str:
    """The place before a turn, optionally with the number of turns."""
    if of:
        return _("before turn %(turn)s of %(turns)s", turn=turn, turns=of)
    return _("before turn %(turn)s", turn=turn)


def in_turn(turn: int, *, of: int = 0) -> str:
    """The place in a turn, optionally with the number of turns."""
    if of:
        return _("turn %(turn)s of %(turns)s", turn=turn, turns=of)
    return pgettext("where the play stands", "turn %(turn)s", turn=turn)


def after_turn(turn: int) -> str:
    """After the last turn."""
    return _("after turn %(turn)s", turn=turn)


def within(part: str, standing: str) -> str:
    """A round, with the place of the play in it where that is known."""
    return _("%(part)s, %(standing)s", part=part, standing=standing) if standing else part


def position_at(game: str, table: Any) -> Position:
    """Where the play stands at the table of a game; a table without a position counts its rounds in ``round``."""
    position = words_of(game).position
    if position:
        return position(table)
    return Position(number=getattr(table, "round", 0), is_on=game_called(game).is_on(table))


def _round_at(game: str, table: Any, at: Position) -> str:
    return round_of(game, table, at.number, over=not at.is_on)


def tender_of(tender: str) -> str:
    """A means of payment in words."""
    return _(_TENDERS[tender])


def bet_of(now: Night, key: str, *, within: bool = False) -> str:
    """A bet as it lies in a state, or as it last lay; ``within`` is the form for the middle of a sentence."""
    if called := _bet_called(now, key, within):
        return called
    if is_laid(now, key):
        return _("the bet %(key)s", key=key) if within else _("The bet %(key)s", key=key)
    return _("a bet that is not there") if within else _("A bet that is not there")


def is_laid(now: Night, key: str) -> bool:
    """Whether the night had a bet with this key."""
    return any(game.has_bet(now.tables[game.name], key) for game in now.games)


def about_of(now: Night, about: str) -> str:
    """The subject of a dispute: a bet of the night, else a turn."""
    if is_turn(about) and not is_laid(now, about):
        return turn_called(now, int(about))
    return bet_of(now, about, within=True)


def is_turn(about: str) -> bool:
    """Whether the subject of a dispute is the number of a turn, unless it is the key of a bet."""
    return about.isdecimal() and len(about) <= _MOST_DIGITS


def turn_called(now: Night, turn: int) -> str:
    """A turn with its round: the latest round that had this turn; by its number alone if none had it."""
    games = sorted(now.games, key=lambda game: game.name != now.dealing)
    for game in games:
        table = now.tables[game.name]
        if game.has_turn(table, turn, CURRENT):
            return turn_of_round(game.name, table, turn, position_at(game.name, table).number)
    for game in games:
        table = now.tables[game.name]
        if number := words_of(game.name).earlier_round(table, turn):
            return turn_of_round(game.name, table, turn, number)
    return _("turn %(turn)s", turn=turn)


def result_of(result: str, *games: str) -> str:
    """The result of a bet in one of these games in a word or two, by the result in its settlement row."""
    own = (words_of(game).results.get(result) for game in games)
    word = next(filter(None, own), None) or _RESULTS.get(result)
    return _(word) if word else result.replace("_", " ")


def _bet_called(now: Night, key: str, within: bool) -> str:
    return next(filter(None, (words_of(game).bet(now, key, within) for game in now.tables)), "")
