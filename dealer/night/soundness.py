"""Whether a night's ledger and its tables agree, which is asserted after every command, in production too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from dealer.night.night import Night
from ledger.accounts import LAYOUT, POT, growth_of, layout
from ledger.ledger import LedgerBroken

_LAYOUT_GROWS, _POT_GROWS = growth_of(LAYOUT), growth_of(POT)


def assert_sound(now: Night) -> None:
    """Assert that the ledger has exactly what lies on the table: each player's bets on the layout, and the pot."""
    stakes, pot = _lying(now)
    ledger, lie_cents = now.ledger, 0
    booked = ledger.balances.get
    for player, cents in stakes.items():
        if booked(layout(player), 0) * _LAYOUT_GROWS != cents:
            break
        lie_cents += cents
    else:
        # None of these accounts ever crosses: where they come to what those have who bet, the others have nothing.
        if ledger.families.get(LAYOUT, 0) * _LAYOUT_GROWS == lie_cents and booked(POT, 0) * _POT_GROWS == pot:
            return
    for player in now.seats:
        lies, has = stakes.get(player, 0), ledger.balance(layout(player))
        if has != lies:
            raise LedgerBroken(f"{player}'s bets add up to {lies} cents and the ledger has {has} on the layout")
    if ledger.balance(POT) != pot:
        raise LedgerBroken(f"{pot} cents lie in the pot and the ledger has {ledger.balance(POT)} there")


def _lying(now: Night) -> tuple[Mapping[str, int], int]:
    """What lies on the layout, in cents, for each player who has any there, and in the pot."""
    tables = now.tables
    if len(now.games) == 1:
        (game,) = now.games
        table = tables[game.name]
        return game.stakes(table), game.pot(table)
    stakes: Counter[str] = Counter()
    for game in now.games:
        stakes.update(game.stakes(tables[game.name]))
    return stakes, sum(game.pot(tables[game.name]) for game in now.games)
