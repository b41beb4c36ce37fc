"""Where the play of a night stands, in words: the round that is on or was last, and where in it.

Between turns the play stands before the next one. What a round and its parts are called is the game's own.
"""

from __future__ import annotations

from typing import Any

from dealer.games import game_called
from dealer.night.night import Night
from reports.words.game_words import Position, words_of
from reports.words.language import gettext as _
from reports.words.language import pgettext


def place_of(night: Night) -> str:
    """Where the play stands: ``deal 2, before turn 8``, ``after hand 1``."""
    return place_at(night.dealing, night.tables[night.dealing])


def place_at(game: str, table: Any) -> str:
    """Where the play stands at the table of a game."""
    at = position_at(game, table)
    return within(_round_at(game, at), at.within)


def part_of(night: Night) -> str:
    """The round that is on, or was last."""
    return _round_at(night.dealing, position_at(night.dealing, night.tables[night.dealing]))


def turn_of(night: Night) -> int:
    """The number of the turn that the play is in or before, or of the last one; 0 while there is none."""
    return position_at(night.dealing, night.tables[night.dealing]).turn


def round_called(game: str, number: int, *, over: bool = False) -> str:
    """A round of a game by its number, 0 for none: ``deal 2``, ``after hand 1``."""
    if not number:
        return _("before the first card")
    words = words_of(game).round
    return _(words.over if over else words.one, number=number)


def turn_of_round(game: str, turn: int, number: int) -> str:
    """A turn with its round: ``turn 7 of deal 2``."""
    words = words_of(game).round
    return _(words.turn, turn=turn, number=number)


def before_turn(turn: int, *, of: int = 0) -> str:
    """Between turns, by the next one, and of how many where that is given."""
    if of:
        return _("before turn %(turn)s of %(turns)s", turn=turn, turns=of)
    return _("before turn %(turn)s", turn=turn)


def in_turn(turn: int, *, of: int = 0) -> str:
    """In a turn, and of how many where that is given."""
    if of:
        return _("turn %(turn)s of %(turns)s", turn=turn, turns=of)
    return pgettext("where the play stands", "turn %(turn)s", turn=turn)


def after_turn(turn: int) -> str:
    """After the last turn."""
    return _("after turn %(turn)s", turn=turn)


def within(part: str, standing: str) -> str:
    """A round with where in it the play stands, if that is to be said."""
    return _("%(part)s, %(standing)s", part=part, standing=standing) if standing else part


def position_at(game: str, table: Any) -> Position:
    """Where the play stands at the table of a game; one that says nothing of it counts its rounds in ``round``."""
    position = words_of(game).position
    if position:
        return position(table)
    return Position(number=getattr(table, "round", 0), is_on=game_called(game).is_on(table))


def _round_at(game: str, at: Position) -> str:
    return round_called(game, at.number, over=not at.is_on)
