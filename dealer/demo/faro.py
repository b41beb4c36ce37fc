"""A demonstration night: six players and a shuffled pack, all from one seed, dealt through the assistant like any."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

from dealer.assistant import Assistant, Receipt, Sender
from dealer.faro.layout import PLACES, is_dead
from dealer.faro.state import FaroTable
from dealer.fields import RANKS
from dealer.night import Night
from dealer.refusal import Refusal
from dealer.tables import faro_of
from events.book import Book
from events.faro import Place
from ledger.accounts import checks

PLAYERS = {
    "red": "Ada Lamb",
    "blue": "Wm. Hart",
    "white": "J. Oakes",
    "black": "C. Moss",
    "yellow": "Ruth Bell",
    "green": "T. Vane",
}
TURNS = 25
_STAKES = (25, 50, 75, 100, 100, 200, 250, 500, 500, 1000)
_GEOMETRY = ("single", "single", "single", "single", "split", "split", "corner", "diagonal", "figure", "pot", "square")
_NAMED: tuple[dict[str, Any], ...] = (
    {"kind": "row", "row": "high"},
    {"kind": "row", "row": "low"},
    {"kind": "parity_string", "parity": "odd"},
    {"kind": "high_card"},
    {"kind": "side", "win": "low"},
    {"kind": "colors", "win": "red"},
    {"kind": "colors", "win": "black"},
    {"kind": "parity", "card": "winner", "parity": "even"},
    {"kind": "heeled", "win": ["Q"], "lose": ["5"]},
)


class DemoClock:
    """A clock that begins at ten past eight in the evening of a date and goes on by itself, a few seconds a look."""

    def __init__(self, date: str, random: Random) -> None:
        self._now = datetime.fromisoformat(f"{date}T20:10:00")
        self._random = random

    def __call__(self) -> str:
        """The present, ISO 8601 in UTC."""
        self._now += timedelta(seconds=self._random.uniform(3, 20))
        return self._now.isoformat(timespec="milliseconds") + "Z"


class Demo:
    """One demonstration night. ``turns`` deals it and yields once a turn, for whoever shows the progress."""

    def __init__(self, book: Book, date: str, seed: int, deals: int = 4) -> None:
        self._random = Random(seed)
        self._assistant = Assistant(book, clock=DemoClock(date, Random(seed)))
        self._sender = Sender(who="M. Earp", device="demo")
        self._date = date
        self._deals = deals
        self._bets = 0
        self._batch = f"demo-{seed}-{len(book.nights())}"
        self._commands = 0
        self.night = ""

    def turns(self) -> Iterator[tuple[int, int, str]]:
        """Deal the night from open to close; yields deal, turn and what was dealt, after every turn."""
        self._open()
        for deal in range(1, self._deals + 1):
            yield from self._deal(deal)
            self._between_deals()
        self._rule_the_dispute()
        self._do({"do": "close_night"})

    @property
    def _state(self) -> Night:
        return self._assistant.night(self.night)

    @property
    def _table(self) -> FaroTable:
        return faro_of(self._state)

    def _do(self, command: dict[str, Any]) -> Receipt | None:
        """Carry out one command; what the rules refuse is refused here as at any table, and play goes on."""
        self._commands += 1
        ident = f"{self._batch}-{self._commands}"
        try:
            return self._assistant.execute(command, self._sender, night=self.night or None, command_id=ident)
        except Refusal:
            return None

    def _open(self) -> None:
        house = {"preset": "american", "running_limit": 20_000}
        opened = self._do(
            {
                "do": "open_night",
                "table": "Tiger Nº 1",
                "date": self._date,
                "game": "faro",
                "house": house,
                "roll": 250_000,
                "backers": [{"name": "E. Clark", "share": 0.6}, {"name": "B. Thompson", "share": 0.4}],
                "dealer": "M. Earp",
            }
        )
        if opened is None:
            raise AssertionError("the demonstration night does not open")
        self.night = opened.night
        for player, name in PLAYERS.items():
            self._do({"do": "seat_player", "player": player, "name": name})
            if self._random.random() < 0.7:
                self._do({"do": "buy_checks", "player": player, "amount": self._random.randrange(100, 400) * 25})
            else:
                self._do({"do": "issue_marker", "player": player, "amount": 10_000})

    def _deal(self, deal: int) -> Iterator[tuple[int, int, str]]:
        pack = [rank + suit for rank in RANKS for suit in "shdc"]
        self._random.shuffle(pack)
        self._do({"do": "start_deal"})
        self._do({"do": "expose_soda", "card": pack.pop()})
        for turn in range(1, TURNS + 1):
            self._orders()
            self.place_bets()
            if turn == TURNS:
                self._call_the_turn()
            loser, winner = pack.pop(), pack.pop()
            self._do({"do": "turn", "loser": loser, "winner": winner})
            if deal == 2 and turn == 9:
                self._mishap(loser, winner)
            if deal == 3 and turn == 14:
                self._raise_a_dispute()
            yield deal, turn, f"{loser} loses, {winner} wins"
        self._do({"do": "expose_hock", "card": pack.pop()})
        self._do({"do": "end_deal"})

    def place_bets(self) -> None:
        """Some of the players lay a bet each."""
        for player in PLAYERS:
            if self._random.random() < 0.45:
                self._place_bet(player)

    def _place_bet(self, player: str) -> None:
        stake = self._random.choice(_STAKES)
        if self._state.ledger.balance(checks(player)) < stake:
            self._do({"do": "issue_marker", "player": player, "amount": 5_000})
        place = self._place()
        if place is None:
            return
        self._bets += 1
        bet = {"do": "place_bet", "bet": f"b{self._bets}", "player": player, "stake": stake, **place}
        if self._random.random() < 0.2:
            bet["coppered"] = True
        if self._random.random() < 0.1:
            bet["paroli"] = True
        self._do(bet)

    def _place(self) -> dict[str, Any] | None:
        """Somewhere that can still act, as the arguments of a bet."""
        if self._random.random() < 0.15:
            return dict(self._random.choice(_NAMED))
        kind = self._random.choice(_GEOMETRY)
        covered = sorted(self._random.choice(sorted(map(sorted, PLACES[kind]))), key=RANKS.index)
        if is_dead(Place(kind=kind, ranks=tuple(covered)), self._table.box.dead):
            return None
        return {"kind": kind, "ranks": covered}

    def _orders(self) -> None:
        """Some of those whose bets lie change their minds, and sleepers are noticed."""
        for bet in tuple(self._table.bets.values()):
            if is_dead(bet.place, self._table.box.dead):
                claimant = bet.player if self._random.random() < 0.7 else self._random.choice(sorted(PLAYERS))
                self._do({"do": "claim_sleeper", "bet": bet.key, "player": claimant})
            elif self._random.random() < 0.08:
                self._do(self._random.choice(_ORDERS)(bet.key))
            elif self._random.random() < 0.1 or self._table.last_turn_next:
                self._do({"do": "take_down_bet", "bet": bet.key})

    def _call_the_turn(self) -> None:
        left = list(self._table.box.ranks_left())
        for player in self._random.sample(sorted(PLAYERS), 3):
            self._random.shuffle(left)
            self._bets += 1
            order = list(left)
            self._do({"do": "call_turn", "bet": f"b{self._bets}", "player": player, "order": order, "stake": 100})

    def _mishap(self, loser: str, winner: str) -> None:
        """The dealer noted the turn the wrong way round, takes it back and notes it as it was."""
        self._do({"do": "void"})
        self._do({"do": "turn", "loser": winner, "winner": loser})
        self._do({"do": "void"})
        self._do({"do": "turn", "loser": loser, "winner": winner})

    def _raise_a_dispute(self) -> None:
        claim = "half of the bet was to go"
        bet = f"b{self._bets}"
        self._do({"do": "raise_dispute", "dispute": "d1", "player": "red", "about": bet, "claim": claim})

    def _rule_the_dispute(self) -> None:
        self._do(
            {
                "do": "rule_dispute",
                "dispute": "d1",
                "ruling": "corrected",
                "law": 3,
                "reason": "the dealer heard it and did not note it",
                "corrections": [{"from": "bank", "to": "red", "amount": 250}],
            }
        )

    def _between_deals(self) -> None:
        winner = max(PLAYERS, key=lambda player: self._state.ledger.balance(checks(player)))
        self._do({"do": "tip", "player": winner, "amount": 100})
        for player in PLAYERS:
            held = self._state.ledger.balance(checks(player))
            if held < 1_000:
                self._do({"do": "issue_marker", "player": player, "amount": 5_000})
            elif held > 12_000:
                self._do({"do": "redeem_marker", "player": player, "amount": 5_000, "with": "checks"})


_ORDERS: tuple[Callable[[str], dict[str, Any]], ...] = (
    lambda bet: {"do": "copper_bet", "bet": bet},
    lambda bet: {"do": "uncopper_bet", "bet": bet},
    lambda bet: {"do": "press_bet", "bet": bet, "add": 50},
    lambda bet: {"do": "bar_bet", "bet": bet, "turns": 2},
    lambda bet: {"do": "half_goes", "bet": bet},
)
