"""All books of rules, and where in them a citation stands."""

from __future__ import annotations

from functools import cache

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro.game import FARO
from reports.rulebook.document import Citation, Rulebook
from reports.rulebook.fan_tan import FAN_TAN_RULES
from reports.rulebook.faro import FARO_RULES
from reports.rulebook.night import NIGHT_RULES

RULEBOOKS = (FARO_RULES, FAN_TAN_RULES, NIGHT_RULES)
"""The books in the order of their numbers."""

_OF_GAMES = {FARO: FARO_RULES, FAN_TAN: FAN_TAN_RULES}


def book_called(name: str) -> Rulebook:
    """The book of a name; :class:`LookupError` where there is none."""
    for book in RULEBOOKS:
        if book.name == name:
            return book
    raise LookupError(f"there are no rules called {name}")


def book_citing(citation: Citation) -> Rulebook | None:
    """The book in which a citation stands; ``None`` where it stands in none."""
    return _places().get(citation)


def rule_deciding(game: str, setting: str) -> Citation:
    """The rule of a game, or of the night, that a house rule decides; :class:`LookupError` where none does."""
    cited = _OF_GAMES[game].deciding(setting) or NIGHT_RULES.deciding(setting)
    if cited is None:
        raise LookupError(f"no rule of {game} is decided by {setting}")
    return cited


@cache
def _places() -> dict[Citation, Rulebook]:
    return {citation: book for book in RULEBOOKS for citation in book.citations}
