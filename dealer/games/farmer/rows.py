"""The rows of hands of Farmer in a night's result: one for every hand that was settled (the contract's words)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealer.game.game import RoundRow
from dealer.games.farmer.state import FARMER
from events.facts.fact import Fact
from events.games import farmer


def round_rows(facts: Sequence[Fact]) -> Iterator[RoundRow]:
    """The rows of all hands that these facts settle; ``totals`` from the farmer's left, amounts in chips."""
    begun, points = None, dict[str, int]()
    for at, one in enumerate(facts):
        match one:
            case farmer.FarmHandBegun():
                begun, points = one, {}
            case farmer.FarmHandShown():
                points[one.player] = one.points
            case farmer.FarmWon() | farmer.FarmStayed():
                assert begun, "a hand is begun before it is settled"
                won = isinstance(one, farmer.FarmWon)
                row = {
                    "hand": one.hand,
                    "game": FARMER,
                    "dealer": begun.dealer,
                    "winner": one.player if isinstance(one, farmer.FarmWon) else None,
                    "pot": one.chips if won else 0,
                    "totals": {player: points[player] for player in begun.players},
                    "nearest": one.nearest if isinstance(one, farmer.FarmStayed) else None,
                    "left": 0 if won else one.chips,
                }
                yield RoundRow(at=at, row=row)
            case _:
                pass
