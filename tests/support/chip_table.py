"""A table of any chip game set up in a few words, for examples."""

from __future__ import annotations

from typing import Any

from ledger.accounts import POT, checks
from tests.support.pure import PureNight

SEATS = ("red", "blue", "white", "black", "yellow", "green", "brown", "grey", "pink", "gold", "lime")


class ChipTable(PureNight):
    """An open night of a game with so many players seated, and so many chips of 25¢ before each."""

    def __init__(self, game: str, players: int, *, chips: int = 100, **house: Any) -> None:
        super().__init__()
        self.players = SEATS[:players]
        self("open_night", table="T", date="2026-11-22", game=game, house=house, roll=0, dealer="D")
        for player in self.players:
            self("seat_player", player=player, name=player.title())
            if chips:
                self("buy_checks", player=player, amount=chips * 25)

    @property
    def pot(self) -> int:
        """What lies in the pot, in chips, as the ledger has it."""
        return self.now.ledger.balance(POT) // 25

    def chips(self, player: str) -> int:
        """A player's chips in hand."""
        return self.now.ledger.balance(checks(player)) // 25

    @property
    def held(self) -> dict[str, int]:
        """Everybody's chips in hand."""
        return {player: self.chips(player) for player in self.players}

    @property
    def won(self) -> dict[str, int]:
        """What everybody has won in the night, in chips; below nothing where they lost."""
        return {player: line["net"] // 25 for player, line in self.result()["players"].items()}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The result's rows of hands."""
        rows: list[dict[str, Any]] = self.result()["hands"]
        return rows
