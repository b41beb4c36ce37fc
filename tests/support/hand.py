"""A Fan-Tan table set up in a few words, for examples: real packs dealt out, and players who play from their hands."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from dealer.game.cards import PACK
from dealer.games.fan_tan.state import FanTanTable, Hand, fan_tan_of
from ledger.accounts import POT, checks
from tests.support.pure import PureNight

Chooser = Callable[[str, list[str]], str | None]
"""Says which of the cards that they can lay a player lays; nothing is a pass."""

COLOURS = ("red", "blue", "green", "white", "black", "gold", "pink", "grey")


def lays_what_they_can(player: str, able: list[str]) -> str | None:
    """A player who never passes with a card that they could lay."""
    return able[0] if able else None


class PotTable(PureNight):
    """An open Fan-Tan night with so many players seated, $50 in chips each."""

    def __init__(self, players: int = 4, *, chips: int = 5_000, **house: Any) -> None:
        super().__init__()
        self.players = COLOURS[:players]
        self.held: dict[str, set[str]] = {}
        opening = {"table": "T", "date": "2026-11-21", "game": "fan_tan", "house": house, "roll": 0, "dealer": "D"}
        self("open_night", **opening)
        for player in self.players:
            self("seat_player", player=player, name=player.title())
            if chips:
                self("buy_checks", player=player, amount=chips)

    def deal(self, dealer: str | None = None, *, seed: int = 0, given: dict[str, str] | None = None) -> None:
        """Start a hand and deal a pack shuffled by a seed; ``given`` names cards that a player is sure to hold."""
        self("start_hand", dealer=dealer or self.players[-1])
        kept = {player: cards.split() for player, cards in (given or {}).items()}
        fixed = {card for cards in kept.values() for card in cards}
        pack = [card for card in PACK if card not in fixed]
        Random(seed).shuffle(pack)
        self.held = {}
        for player, count in self.hand.dealt.items():
            mine = kept.get(player, [])
            self.held[player] = {*mine, *(pack.pop() for _ in range(count - len(mine)))}
        assert not pack

    def lay(self, *cards: str) -> None:
        """Lay cards for whose turn it is."""
        player = self.hand.on_turn
        where = {"card": cards[0]} if len(cards) == 1 else {"cards": list(cards)}
        self("lay", player=player, **where)
        if player in self.held:
            self.held[player] -= set(cards)

    def pass_on(self) -> None:
        """Pass for whose turn it is."""
        self("pass", player=self.hand.on_turn)

    def able(self, player: str) -> list[str]:
        """What a player holds and could lay, by looking at each card that lies."""
        return sorted(card for card in self.held[player] if self.hand.layout.takes(card))

    def play_out(self, choose: Chooser = lays_what_they_can) -> None:
        """Play until somebody is out."""
        while not self.hand.winner:
            player = self.hand.on_turn
            card = choose(player, self.able(player))
            if card:
                self.lay(card)
            else:
                self.pass_on()

    def show_all(self) -> None:
        """Everybody but the winner shows what they hold."""
        for player in self.hand.to_show:
            self("show_hand", player=player, cards=sorted(self.held[player]))

    def finish(self) -> None:
        """Show, end and settle the hand."""
        self.show_all()
        self("end_hand")
        self("settle_hand")

    @property
    def table(self) -> FanTanTable:
        """The table's state."""
        return fan_tan_of(self.now)

    @property
    def hand(self) -> Hand:
        """The hand that is on."""
        assert self.table.hand is not None
        return self.table.hand

    @property
    def pot(self) -> int:
        """What lies in the pot, in cents, as the ledger has it."""
        return self.now.ledger.balance(POT)

    def chips(self, player: str) -> int:
        """A player's chips in hand, in cents."""
        return self.now.ledger.balance(checks(player))

    def row(self) -> dict[str, Any]:
        """The result's row of the hand that was settled last."""
        row: dict[str, Any] = self.result()["hands"][-1]
        return row
