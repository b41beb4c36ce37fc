"""What was asked for and refused, in words: part of the story of a bet, and of a hand."""

from __future__ import annotations

from dealer.commands import PLAYER_FIELDS
from dealer.games.faro.commands import CallTurn, PlaceBet
from dealer.history import History
from events.records import RecordedCommand
from reports.dossier.line import Line, refused_line
from reports.words.asked import asked_for
from reports.words.cards import cards_in_words
from reports.words.language import gettext as _


def named_in(command: RecordedCommand, *fields: str) -> set[str]:
    """What a command names in some of its arguments, as far as that is text."""
    return {value for field in fields if isinstance(value := command.document.get(field), str)}


def players_in(command: RecordedCommand) -> set[str]:
    """The players that a command names."""
    return named_in(command, *PLAYER_FIELDS)


def is_to_lay(command: RecordedCommand) -> bool:
    """Whether a command was to lay a bet or call the turn, and not to do something with a bet that lay."""
    return command.document.get("do") in (PlaceBet.do, CallTurn.do)


def refusal_told(command: RecordedCommand, history: History) -> Line:
    """A refused command as a line: what was asked for, and the sentence with which it was refused."""
    stood = history.at(max(command.version_before, 1))
    asked = asked_for(stood, command.document, cards_in_words)
    return refused_line(_("Refused: %(asked)s", asked=asked), command)
