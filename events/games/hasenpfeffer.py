"""What happens in a hand of Hasenpfeffer besides what does in every hand that is bid (rulebook G10)."""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import ContractMade


@fact
class JokerShown(ContractMade):
    """Everybody had passed: who shows the joker has bid what the house says."""
