"""What players may do by themselves, from their own phones: while the dealer lets them, with what is theirs (ours)."""

from __future__ import annotations

from msgspec.structs import replace

from events.facts.fact import Fact
from events.facts.night import ClosedToPlayers, OpenedToPlayers, PlayersHeld
from events.facts.play import RoundEnded, TurnPlayed
from events.frozen import Frozen


class OwnActs(Frozen, gc=False):
    """Whether the game is open to players, whether it is held just now, and to whom alone it is closed."""

    is_open: bool = False
    is_held: bool = False
    closed_to: frozenset[str] = frozenset()

    def after(self, fact: Fact) -> OwnActs:
        """The same after a fact; the very same where the fact does not concern it."""
        match fact:
            case OpenedToPlayers(player=None):
                return OwnActs(is_open=True)
            case OpenedToPlayers(player=str(player)):
                return replace(self, closed_to=self.closed_to - {player})
            case ClosedToPlayers(player=None):
                return OwnActs()
            case ClosedToPlayers(player=str(player)):
                return replace(self, closed_to=self.closed_to | {player})
            case PlayersHeld():
                return replace(self, is_held=True)
            case TurnPlayed() | RoundEnded() if self.is_held:
                return replace(self, is_held=False)
            case _:
                return self
