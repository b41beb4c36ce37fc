"""Chips: the house of a game that is played for them, what a player must hold, and what goes into a pot and out of it.

Whole chips of ``chip`` cents each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from dealer.commands.fields import whole
from dealer.commands.phrases import Amount as AmountSaid
from dealer.commands.phrases import Player, number_of
from dealer.commands.refusal import Refusal
from dealer.game.house import Amount, MaybeAmount
from events.facts.fact import Move
from ledger.accounts import POT, checks, moved
from ledger.ledger import Ledger

Chips = Annotated[int, whole(0, 1_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipHouse:
    """What the house of every chip game has. ``chip``, ``marker`` and ``marker_limit`` are in cents."""

    chip: Amount = 25
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None

    @property
    def check(self) -> int:
        """The smallest amount that moves, in cents: a chip."""
        return self.chip


def check_chips(ledger: Ledger, player: str, chips: int, chip_cents: int) -> None:
    """Refuse (``not_enough_checks``) chips that a player has not got; it names them and what they owe."""
    due, held = chips * chip_cents, ledger.balance(checks(player))
    if held < due:
        raise Refusal(
            "not_enough_checks",
            "%(player)s owes %(chips)s (%(due)s) and has %(held)s: they buy checks or take a marker first.",
            player=Player(player),
            chips=number_of(chips, "%(num)s chip", "%(num)s chips"),
            due=AmountSaid(due),
            held=AmountSaid(held),
        )


def into_pot(player: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of a player's chips into the pot; none where it is none."""
    return moved(checks(player), POT, chips * chip_cents)


def out_of_pot(player: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of chips from the pot to a player; none where it is none."""
    return moved(POT, checks(player), chips * chip_cents)


def paid_to(payer: str, payee: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of chips from one player to another; none where it is none."""
    return moved(checks(payer), checks(payee), chips * chip_cents)


def check_net(ledger: Ledger, won: Mapping[str, int], chip_cents: int) -> None:
    """Refuse (``not_enough_checks``) what players won and lost in chips, where one has not got what they lost."""
    for player, chips in won.items():
        if chips < 0:
            check_chips(ledger, player, -chips, chip_cents)


def net_paid(won: Mapping[str, int], chip_cents: int) -> tuple[Move, ...]:
    """The moves by which players have what they won of those who lost; all of it comes to nothing.

    In the order given: the first who lost pays the first who won, until one of them is even.
    """
    owed = {player: -chips for player, chips in won.items() if chips < 0}
    moves: list[Move] = []
    for player, chips in won.items():
        for payer in owed if chips > 0 else ():
            paid = min(chips, owed[payer])
            moves += paid_to(payer, player, paid, chip_cents)
            owed[payer] -= paid
            chips -= paid
    return tuple(moves)


def divided(chips: int, players: Sequence[str]) -> dict[str, int]:
    """Chips divided evenly, the odd ones one each to the first; who gets nothing is left out.

    >>> divided(7, ("white", "red", "blue"))
    {'white': 3, 'red': 2, 'blue': 2}
    """
    each, odd = divmod(chips, len(players) or 1)
    parts = {player: each + (place < odd) for place, player in enumerate(players)}
    return {player: part for player, part in parts.items() if part}
