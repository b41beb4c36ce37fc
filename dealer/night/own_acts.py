"""What players may do by themselves, from their own phones: while the dealer lets them, with what is theirs (ours)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.facts.by_type import ByType
from events.facts.fact import Fact
from events.facts.night import ClosedToPlayers, OpenedToPlayers, PlayersHeld
from events.facts.play import RoundEnded, TurnPlayed
from events.frozen import Frozen


class OwnActs(Frozen, gc=False):
    """Whether the game is open to players, whether it is held just now, and to whom alone it is closed."""

    is_open: bool = False
    is_held: bool = False
    closed_to: frozenset[str] = frozenset()


def _opened(acts: OwnActs, fact: OpenedToPlayers) -> OwnActs:
    return OwnActs(is_open=True) if fact.player is None else replace(acts, closed_to=acts.closed_to - {fact.player})


def _closed(acts: OwnActs, fact: ClosedToPlayers) -> OwnActs:
    return OwnActs() if fact.player is None else replace(acts, closed_to=acts.closed_to | {fact.player})


def _played(acts: OwnActs, fact: Fact) -> OwnActs:
    return replace(acts, is_held=False) if acts.is_held else acts


FOLLOWED: ByType[Callable[[OwnActs, Any], OwnActs]] = ByType(
    {
        OpenedToPlayers: _opened,
        ClosedToPlayers: _closed,
        PlayersHeld: lambda acts, fact: replace(acts, is_held=True),
        TurnPlayed: _played,
        RoundEnded: _played,
    }
)
"""What follows a fact, by its type: the acts after it, or the very same ones where it does not concern them."""
