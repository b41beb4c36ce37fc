"""What a command would do before it is done, and who has not got what it would cost them.

Nothing is worked out twice: the rules decide the command with every purse well filled, and what they decide is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dealer.commands.commands import Command
from dealer.commands.fields import MOST_CENTS
from dealer.commands.phrases import dollars
from dealer.commands.refusal import Refusal
from dealer.night.decide import decide
from dealer.night.night import Night
from events.facts.fact import Fact
from ledger.accounts import checks, markers_issued, move
from reports.words.players import name_of

_USUAL_CENTS = (500, 1_000, 2_000, 5_000, 10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortage:
    """A player who has not got what they are to pay: what they lack and a usual sum that covers it, in cents."""

    player: str
    name: str
    cents: int
    offer_cents: int

    @property
    def lacks(self) -> str:
        """What they lack, in words."""
        return dollars(self.cents)


def dry_run(night: Night, command: Command) -> Sequence[Fact]:
    """The facts that a command would make if everybody had the chips for it; none where it is refused even then."""
    lent = [move(markers_issued(player), checks(player), MOST_CENTS) for player, seat in night.seats.items()]
    rich = replace(night, ledger=night.ledger.post(lent))
    try:
        return decide(rich, command)
    except Refusal:
        return ()


def shortages(night: Night, facts: Iterable[Fact]) -> tuple[Shortage, ...]:
    """Who has not got what these facts would take from them, in the order in which it would be asked of them."""
    due: dict[str, int] = {}
    for fact in facts:
        for one in fact.moves:
            family, _, player = one.debit.partition(":")
            if family == "checks":
                due[player] = due.get(player, 0) + one.amount_cents
    return tuple(
        Shortage(player=player, name=name_of(night, player), cents=lacks, offer_cents=_offer(lacks, night.check_cents))
        for player, cents in due.items()
        if (lacks := cents - night.ledger.balance(checks(player))) > 0
    )


def _offer(cents: int, check_cents: int) -> int:
    """The least usual sum that covers what is lacking; what is lacking itself where the house's checks make up none."""
    usual = (one for one in _USUAL_CENTS if one >= cents and one % check_cents == 0)
    return next(usual, -(-cents // check_cents) * check_cents)
