"""A player's part in a hand of Spoil Five: whether they have cards, and the pool."""

from __future__ import annotations

from dealer.commands.phrases import dollars
from dealer.games.spoil_five.state import SpoilFiveTable
from events.facts.fact import Fact
from events.games.spoil_five import PoolWon
from web.games.spoil_five.hands import offence_words
from web.hands.player.view import PartNow


def part_now(table: SpoilFiveTable, player: str) -> PartNow | None:
    """Their part in the hand that is on; nothing where they have none."""
    if player not in table.players:
        return None
    told = "you deal" if player == table.dealer else ""
    figures = (("your hand", _hand(table, player)), ("in the pool", dollars(table.pot_cents)))
    return PartNow(title=f"Hand {table.round}", figures=figures, told=told)


def _hand(table: SpoilFiveTable, player: str) -> str:
    if player in table.out:
        return "no cards until the pool is won"
    return f"dead: {offence_words(table.dead[player])}" if player in table.dead else "five cards"


def what_paid(fact: Fact) -> str:
    """What a fact paid for, in two words."""
    return "The pool" if isinstance(fact, PoolWon) else ""
