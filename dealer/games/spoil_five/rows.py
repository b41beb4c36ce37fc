"""The rows of hands of Spoil Five in a night's result: one for every hand that was scored (the contract's words)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealer.game.game import RoundRow
from dealer.games.spoil_five.state import SPOIL_FIVE
from events.facts.fact import Fact
from events.games import spoil_five


def round_rows(facts: Sequence[Fact]) -> Iterator[RoundRow]:
    """The rows of all hands that these facts score; amounts in chips, ``pot`` with those paid for all five."""
    dealer, tricks, for_all_five = "", dict[str, int](), 0
    for at, one in enumerate(facts):
        match one:
            case spoil_five.SpoilHandBegun():
                dealer, for_all_five = one.dealer, 0
            case spoil_five.TricksTaken():
                tricks = {taken.player: taken.tricks for taken in one.tricks}
            case spoil_five.AllFivePaid():
                for_all_five += one.chips
            case spoil_five.PoolWon() | spoil_five.PoolSpoilt():
                won, spoilt = isinstance(one, spoil_five.PoolWon), isinstance(one, spoil_five.PoolSpoilt)
                row = {
                    "hand": one.hand,
                    "game": SPOIL_FIVE,
                    "dealer": dealer,
                    "winner": one.player if isinstance(one, spoil_five.PoolWon) else None,
                    "pot": one.chips + for_all_five if won else 0,
                    "tricks": tricks,
                    "left": one.chips if spoilt else 0,
                    "out": list(one.out) if isinstance(one, spoil_five.PoolSpoilt) else [],
                }
                yield RoundRow(at=at, row=row)
            case _:
                pass
