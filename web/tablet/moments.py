"""The moment at which a table stands: what was touched at one, and is sent later, is done at no other unasked."""

from __future__ import annotations

from events.effective_facts import EffectiveFacts
from events.facts.fact import Fact
from events.games import game_of


def moment_of(kept: EffectiveFacts, game: str, *counted: object, made_by: type[Fact] = Fact) -> str:
    """The moment of a game's table: what is ``counted`` there, and the number of the last fact of the game that stands.

    Counts alone are the same where a call or a score was taken back and another one entered in its place. ``made_by``
    is what alone makes another moment, where a game has facts that do not, as of stakes that are laid.
    """
    last = (one.version for one in reversed(kept) if isinstance(one.fact, made_by) and game_of(one.fact) == game)
    return ".".join(map(str, (*counted, next(last, 0))))
