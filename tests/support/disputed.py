"""A night with a bet that was disputed, and a hand with a wrong pass: everything that a dossier has to tell."""

from __future__ import annotations

from typing import Any

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book

DEALER = Sender(who="M. Earp", device="tablet-1")
BET = "q"


class Disputed:
    """A night of both games in a book. ``bet`` is red's on the Q: barred, coppered too late, lost, disputed, ruled."""

    def __init__(self, book: Book, **house: Any) -> None:
        self.service = NightService(book)
        self.book = book
        opening = {"table": "Tiger Nº 1", "date": "2026-11-21", "game": ["faro", "fan_tan"], "house": house}
        self.night = self.service.execute(
            {"do": "open_night", **opening, "roll": 500_000, "dealer": "M. Earp"}, DEALER
        ).night
        for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart"), ("white", "Cy Young")):
            self.do("seat_player", player=player, name=name)
            self.do("buy_checks", player=player, amount=20_000)

    def do(self, word: str, **arguments: Any) -> None:
        """Carry out a command of the night."""
        self.service.execute({"do": word, **arguments}, DEALER, night=self.night)

    def refused(self, word: str, **arguments: Any) -> str:
        """Ask for what is refused; gives the refusal's sentence."""
        try:
            self.do(word, **arguments)
        except Refusal as refusal:
            return refusal.why
        raise AssertionError(f"{word} was not refused")

    def play_bet(self) -> Disputed:
        """The bet from its placing to its ruling, with turns that left it alone and refusals around it."""
        self.do("start_deal")
        self.do("expose_soda", card="5")
        self.refused("place_bet", bet=BET, player="red", kind="single", ranks=["Q"], stake=10_000_000)
        self.do("place_bet", bet=BET, player="red", kind="single", ranks=["Q"], stake=500)
        self.do("place_bet", bet="other", player="blue", kind="split", ranks=["Q", "K"], stake=1_000)
        self.do("turn", loser="2", winner="9")
        self.do("turn", loser="3", winner="9")
        self.do("bar_bet", bet=BET, turns=1)
        self.do("turn", loser="4", winner="Q")
        self.do("half_goes", bet=BET)
        self.do("void")
        self.refused("issue_marker", player="red", amount=33)
        self.do("draw_loser", card="Q")
        self.refused("copper_bet", bet=BET)
        self.refused("place_bet", bet="late", player="blue", kind="single", ranks=["J"], stake=500)
        self.do("draw_winner", card="8")
        self.do("raise_dispute", dispute="d1", player="red", about=BET, claim="It was coppered")
        self.refused("close_night")
        return self

    def rule(self) -> Disputed:
        """The dispute is ruled with a correction."""
        self.do(
            "rule_dispute",
            dispute="d1",
            ruling="corrected",
            law=1,
            reason="The copper was laid before the loser",
            corrections=[{"from": "bank", "to": "red", "amount": 1_000}],
        )
        return self

    def play_hand(self) -> Disputed:
        """A hand in which white passes with a card that they lay later, and a pass is disputed."""
        self.do("void_deal", reason="The deal was found foul")
        self.do("start_hand", dealer="white")
        self.do("lay", player="red", card="7d")
        self.do("pass", player="blue")
        self.do("pass", player="white")
        self.refused("lay", player="red", card="2s")
        self.do("lay", player="red", card="8d")
        self.do("pass", player="blue")
        self.do("lay", player="white", card="6d")
        self.do("raise_dispute", dispute="d2", player="blue", about=3, claim="I did not pass")
        return self
