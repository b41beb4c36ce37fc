"""A Faro table set up in a few words, for examples."""

from __future__ import annotations

from typing import Any

from dealer.commands.fields import RANKS
from dealer.games.faro.state import FaroTable, faro_of
from ledger.accounts import checks
from tests.support.pure import PureNight
from tests.support.rows import SettlementRow, row_of


class Table(PureNight):
    """An open night with red and blue seated, $200 each, and a deal on with the K as soda."""

    def __init__(self, *, roll: int = 500_000, soda: str | None = "Ks", **house: Any) -> None:
        super().__init__()
        self.keys = 0
        opening = {"table": "T", "date": "2026-11-21", "game": "faro", "house": house, "roll": roll, "dealer": "D"}
        self("open_night", **opening)
        for player in ("red", "blue"):
            self("seat_player", player=player, name=player.title())
            self("buy_checks", player=player, amount=20_000)
        self("start_deal")
        if soda:
            self("expose_soda", card=soda)

    def bet(self, ranks: str, stake: int = 100, player: str = "red", kind: str = "single", **more: Any) -> str:
        """Place a bet and give its key."""
        self.keys += 1
        key = f"b{self.keys}"
        where = {"ranks": ranks.split("-")} if ranks else {}
        self("place_bet", bet=key, player=player, kind=kind, stake=stake, **where, **more)
        return key

    def turn(self, loser: str, winner: str) -> dict[str, SettlementRow]:
        """Deal a turn and give the first row of each bet it settled."""
        rows: dict[str, SettlementRow] = {}
        for fact in self("turn", loser=loser, winner=winner):
            row = row_of(fact)
            if row:
                rows.setdefault(row.bet, row)
        return rows

    def deal_until(self, last: int) -> None:
        """Deal turns in a fixed order, the aces and kings last, until so many turns are dealt."""
        ranks = (*RANKS[1:-1], "A", "K")
        pack = [rank + suit for rank in ranks for suit in "shdc" if rank + suit not in self.table.box.exposed]
        while self.table.turn < last:
            self("turn", loser=pack.pop(0), winner=pack.pop(0))

    @property
    def table(self) -> FaroTable:
        """The table's state."""
        return faro_of(self.now)

    def held(self, player: str) -> int:
        """A player's checks in hand, in cents."""
        return self.now.ledger.balance(checks(player))
