"""Events of a hand of Hasenpfeffer beyond those of every hand with bidding (rule 15)."""

from __future__ import annotations

from events.common.event import event
from events.common.play import ContractMade


@event
class JokerShown(ContractMade):
    """Everybody had passed: the player who shows the joker has made the house's forced bid."""
