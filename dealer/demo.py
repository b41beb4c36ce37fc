"""Deals demonstration nights into a book."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from dealer.commands.refusal import Refusal
from dealer.game.demonstration import DEMO_DEVICE, DEMO_PLAYERS, Demonstration, Shown
from dealer.games import GAMES
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from events.common.play import StakeLaid
from ledger.accounts import checks
from ledger.statement import box_cents

if TYPE_CHECKING:
    from dealer.night_service import Receipt
    from events.book.book import Book


def demonstrations() -> dict[str, Demonstration]:
    """The demonstrations of games in their default house, by the game's name."""
    return {name: game.demonstration for name, game in GAMES.items() if game.demonstration}


def offered() -> dict[str, tuple[str, Demonstration]]:
    """All demonstrations by name, each with its game: default houses first, then other houses."""
    usual = {game: (game, shown) for game, shown in demonstrations().items()}
    others = (
        (name, game, shown) for game, played in GAMES.items() for name, shown in played.other_demonstrations.items()
    )
    return usual | {name: (game, shown) for name, game, shown in others}


def demos() -> dict[str, tuple[str, ...]]:
    """The demonstration nights by name, with their demonstrations: each game, ``both`` for all games, other houses.

    The order determines the random seeds: new houses go last so that earlier nights stay the same.
    """
    games = tuple(demonstrations())
    others = (name for game in GAMES.values() for name in game.other_demonstrations)
    return {**{game: (game,) for game in games}, "both": games, **{name: (name,) for name in others}}


DEALER = "M. Earp"
DISPUTED = 3
"""The round after which a player disputes a stake."""

_TOGETHER = {"table": "Back Room", "roll": 250_000}
"""The opening of a night with several games."""


class DemoClock:
    """A clock that starts at ten past eight in the evening of a date and advances a few seconds per call."""

    def __init__(self, date: str, random: Random) -> None:
        self._now = datetime.fromisoformat(f"{date}T20:10:00")
        self._random = random

    def __call__(self) -> str:
        """The current time, ISO 8601 in UTC."""
        self._now += timedelta(seconds=self._random.uniform(3, 20))
        return self._now.isoformat(timespec="milliseconds") + "Z"


class AtTheTable:
    """A night at a table with a random seed; commands are carried out or refused as usual.

    ``state`` is the night after the last command.
    """

    state: Night

    def __init__(self, book: Book, date: str, seed: int) -> None:
        # Imported here so that the names of the demonstrations can be listed without a database.
        from dealer.night_service import NightService
        from dealer.streams import Sender

        self.random = Random(seed)
        self.night = ""
        self._date = date
        self._service = NightService(book, clock=DemoClock(date, Random(seed)))
        self._sender = Sender(who=DEALER, device=DEMO_DEVICE)
        self._batch = f"demo-{seed}-{len(book.nights())}"
        self._commands = 0
        self._staked: StakeLaid | None = None

    def do(self, command: dict[str, Any]) -> Receipt | None:
        """Carry out a command; ``None`` if the rules refuse it."""
        self._commands += 1
        ident = f"{self._batch}-{self._commands}"
        try:
            receipt = self._service.execute(command, self._sender, night=self.night or None, command_id=ident)
        except Refusal:
            return None
        self.state = self._service.night(receipt.night)
        self._staked = next((event for event in receipt.events if isinstance(event, StakeLaid)), self._staked)
        return receipt

    def refusal(self, command: dict[str, Any]) -> Refusal | None:
        """How the rules would refuse a command; ``None`` if they would not."""
        try:
            decide(self.state, read_command(command, self.state))
        except Refusal as refusal:
            return refusal
        return None

    def open(self, **arguments: Any) -> None:
        """Open the night, and seat the players with checks bought for cash or on a marker."""
        opened = self.do({"do": "open_night", "date": self._date, "dealer": DEALER, **arguments})
        if opened is None:
            raise AssertionError("the demonstration night does not open")
        self.night = opened.night
        for player, name in DEMO_PLAYERS.items():
            self.do({"do": "seat_player", "player": player, "name": name})
            if self.random.random() < 0.7:
                self.do({"do": "buy_checks", "player": player, "amount": self.random.randrange(100, 400) * 25})
            else:
                self.do({"do": "issue_marker", "player": player, "amount": 10_000})

    def between_rounds(self) -> None:
        """A tip for the dealer; players with few checks take markers, players with many redeem them."""
        held = {player: self.state.ledger.balance(checks(player)) for player in DEMO_PLAYERS}
        self.do({"do": "tip", "player": max(held, key=lambda player: held[player]), "amount": 100})
        for player, cents in held.items():
            if cents < 1_000:
                self.do({"do": "issue_marker", "player": player, "amount": 5_000})
            elif cents > 12_000:
                self.do({"do": "redeem_marker", "player": player, "amount": 5_000, "with": "checks"})

    def dispute(self) -> None:
        """The player of the last stake against the bank, if there was any, disputes it; the bank pays them $2.50."""
        if self._staked is None:
            return
        player, bet = self._staked.player, self._staked.bet
        claim = {"player": player, "about": bet, "claim": "half of the bet was to go"}
        correction = {"from": "bank", "to": player, "amount": 250}
        reason = "the dealer heard it and did not note it"
        self.do({"do": "raise_dispute", "dispute": "d1", **claim})
        ruling = {"ruling": "corrected", "law": 3, "reason": reason, "corrections": [correction]}
        self.do({"do": "rule_dispute", "dispute": "d1", **ruling})

    def close(self) -> None:
        """Close the night, with a closing count where the house requires one."""
        if self.state.settings.count_required:
            self.do({"do": "count_drawer", "at": "closing", "cash": box_cents(self.state.ledger)})
        if self.do({"do": "close_night"}) is None:
            raise AssertionError("the demonstration night does not close")


class Demo:
    """A demonstration night of some games, a round of each in turn."""

    def __init__(self, names: tuple[str, ...], book: Book, date: str, seed: int, rounds: int = 4) -> None:
        demonstrations = offered()
        self._shown = dict(demonstrations[name] for name in names)
        self._evening = AtTheTable(book, date, seed)
        self._rounds = rounds
        self._plays = [demonstration.play(self._evening) for demonstration in self._shown.values()]

    @property
    def night(self) -> str:
        """The night's id, once it is open."""
        return self._evening.night

    def turns(self) -> Iterator[Shown]:
        """Deal the night from open to close; yields after each turn, so that the caller can show progress."""
        self._open()
        for number in range(1, self._rounds + 1):
            for play in self._plays:
                yield from play.round(number)
            self._evening.between_rounds()
            if number == DISPUTED:
                self._evening.dispute()
        self._evening.close()

    def _open(self) -> None:
        if len(self._shown) == 1:
            ((game, alone),) = self._shown.items()
            self._evening.open(game=game, **alone.opening)
            return
        houses = {game: demonstration.house_among_others for game, demonstration in self._shown.items()}
        self._evening.open(game=list(houses), house=houses, **_TOGETHER)
