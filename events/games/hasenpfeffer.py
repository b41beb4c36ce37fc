"""Facts of a hand of Hasenpfeffer beyond those of every hand with bidding (rulebook G10)."""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import ContractMade


@fact
class JokerShown(ContractMade):
    """Everybody had passed: the player who shows the joker has made the house's forced bid."""
