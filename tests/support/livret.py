"""A Pharo table set up in a few words, for examples."""

from __future__ import annotations

from itertools import count
from typing import Any

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.games.pharo.state import COUPS, Bet, PharoTable, pharo_of
from events.facts.fact import Fact
from events.facts.play import StakeSettled
from ledger.accounts import PLAY, checks
from tests.support.pure import PureNight

Row = tuple[str, str, int, int, int, int]
"""A row of ``bets``: the bet, its result, stake, paid, taken and gain, in cents."""


class PharoNight(PureNight):
    """An open night with red, blue and white seated, $200 each, and a deal on with the A of spades at the bottom."""

    def __init__(self, *, roll: int = 500_000, bottom: str | None = "As", players: int = 3, **house: Any) -> None:
        super().__init__()
        self._keys = count(1)
        opening = {"table": "T", "date": "2026-11-22", "game": "pharo", "house": house, "roll": roll, "dealer": "D"}
        self("open_night", **opening)
        for player in ("red", "blue", "white", "black")[:players]:
            self("seat_player", player=player, name=player.title())
            self("buy_checks", player=player, amount=20_000)
        self("start_deal")
        if bottom:
            self("show_bottom", card=bottom)

    def bet(self, ranks: str, stake: int = 100, player: str = "red", **more: Any) -> str:
        """Place a stake on a card of a livret, ``K`` or ``J-Q-K``, and give its key."""
        covered = ranks.split("-")
        kind = "single" if len(covered) == 1 else "figure"
        key = f"b{next(self._keys)}"
        self("place_bet", bet=key, player=player, kind=kind, ranks=covered, stake=stake, **more)
        return key

    def coup(self, bank: str, punters: str) -> list[Row]:
        """Deal a coup and give its rows."""
        return rows_of(self("coup", bank=bank, punters=punters))

    def rows(self, do: str, **arguments: Any) -> list[Row]:
        """Carry out a command and give the rows it made."""
        return rows_of(self(do, **arguments))

    def deal_to(self, coups: int, *, leaving: str = "") -> None:
        """Deal until so many coups are dealt: by rank from the ace, ``leaving`` last of all but the bottom card."""
        pack = self.table.pack
        kept = leaving.split()
        out = {*pack.dealt, *kept, pack.bottom}
        by_rank = sorted(PACK, key=lambda card: RANKS.index(rank_of(card)))
        order = [*(card for card in by_rank if card not in out), *kept, pack.bottom]
        while self.table.turn < coups:
            self("coup", bank=order.pop(0), punters=order.pop(0))

    def deal_out(self, *, leaving: str = "") -> None:
        """Deal all coups that are left."""
        self.deal_to(COUPS, leaving=leaving)

    def lying(self, key: str) -> Bet:
        """A bet that lies."""
        return self.table.bets[key]

    @property
    def table(self) -> PharoTable:
        """The table's state."""
        return pharo_of(self.now)

    @property
    def play_cents(self) -> int:
        """What the bank won on bets."""
        return self.now.ledger.balance(PLAY)

    def held(self, player: str) -> int:
        """A player's checks in hand, in cents."""
        return self.now.ledger.balance(checks(player))


def rows_of(facts: tuple[Fact, ...]) -> list[Row]:
    """The rows that facts make."""
    return [
        (one.bet, one.result, one.stake_cents, one.bank_paid_cents, one.bank_took_cents, one.row_besides["gain"])
        for one in facts
        if isinstance(one, StakeSettled)
    ]
