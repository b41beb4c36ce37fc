"""How the screens tell of Spoil Five's hands: what pays whom, who has no cards and for what, the tricks last taken."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.games.spoil_five.commands import KillHand
from dealer.games.spoil_five.state import SpoilFiveTable
from events.effective_facts import EffectiveFacts
from events.facts.fact import Fact
from events.games import spoil_five as facts
from events.schema import schema_for
from reports.games.spoil_five.words import WHY
from reports.words.language import gettext as _
from web.app.schema_fields import allowed_in
from web.hands.payment import Hands


def _why(fact: Fact) -> str | None:
    return "for all five tricks" if isinstance(fact, facts.AllFivePaid) else None


HANDS = Hands(
    begun=facts.SpoilHandBegun,
    ended=(facts.PoolWon, facts.PoolSpoilt, facts.SpoilHandVoided),
    why=_why,
)

OFFENCES = tuple(allowed_in(schema_for(KillHand).fields["why"]))
"""What a hand is dead for, in the contract's words."""


def offence_words(why: str) -> str:
    """What a hand is dead for, as the table says it: ``a revoke``."""
    return _(WHY[why])


def told_of_hands(table: SpoilFiveTable, kept: EffectiveFacts) -> Mapping[str, str]:
    """Of whom there is something to be told, and what: whose hand is dead, who has no cards, and for what."""
    offences = _offences(kept)
    dead = {player: f"dead: {offence_words(why)}" for player, why in table.dead.items()}
    return {**{player: _without_cards(offences.get(player, "")) for player in table.out}, **dead}


def _without_cards(why: str) -> str:
    return f"no cards: {offence_words(why)}" if why else "no cards"


def _offences(kept: EffectiveFacts) -> dict[str, str]:
    """What each player did for which they have no cards, since the pool was won last."""
    found: dict[str, str] = {}
    for one in reversed(kept):
        if isinstance(one.fact, facts.PoolWon):
            break
        if isinstance(one.fact, facts.HandKilled):
            found.setdefault(one.fact.player, one.fact.why)
    return found


def last_tricks(table: SpoilFiveTable, kept: EffectiveFacts) -> dict[str, int]:
    """The tricks of the hand that was scored last, by player; none while one is on."""
    scored = None if table.is_on else kept.up_to_last(facts.TricksTaken)
    if scored is None or not isinstance(scored.last.fact, facts.TricksTaken) or scored.last.fact.hand != table.round:
        return {}
    return {one.player: one.tricks for one in scored.last.fact.tricks}
