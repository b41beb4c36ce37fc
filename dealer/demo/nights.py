"""The demonstration nights: one of Faro, one of Fan-Tan, one of both in turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from dealer.demo.evening import Evening, Shown
from dealer.demo.fan_tan import FanTanPlay
from dealer.demo.faro import TURNS, FaroPlay
from events.book import Book


class Demo(ABC):
    """A demonstration night. ``turns`` deals it and yields once a turn, for whoever shows the progress.

    ``length`` is how many turns there will be; ``None`` where nobody can know, as in a stops game.
    """

    length: int | None = None

    def __init__(self, book: Book, date: str, seed: int) -> None:
        self._evening = Evening(book, date, seed)

    @property
    def night(self) -> str:
        """The night's id, once it is open."""
        return self._evening.night

    @abstractmethod
    def turns(self) -> Iterator[Shown]:
        """Deal the night from open to close."""


class FaroDemo(Demo):
    """A night of Faro."""

    def __init__(self, book: Book, date: str, seed: int, deals: int = 4) -> None:
        super().__init__(book, date, seed)
        self.length = deals * TURNS
        self._deals = deals
        self._faro = FaroPlay(self._evening)

    def place_bets(self) -> None:
        """Some of the players lay a bet each, beside those of their turns."""
        self._faro.place_bets()

    def turns(self) -> Iterator[Shown]:
        """Deal the night from open to close."""
        self._evening.open(
            table="Tiger Nº 1",
            game="faro",
            house={"preset": "american", "running_limit": 20_000},
            roll=250_000,
            backers=[{"name": "E. Clark", "share": 0.6}, {"name": "B. Thompson", "share": 0.4}],
        )
        for deal in range(1, self._deals + 1):
            yield from self._faro.deal(deal)
            self._faro.between_deals()
        self._faro.rule_the_dispute()
        self._evening.close()


class FanTanDemo(Demo):
    """A night of Fan-Tan with antes, in chips of a quarter."""

    def __init__(self, book: Book, date: str, seed: int, hands: int = 4) -> None:
        super().__init__(book, date, seed)
        self._hands = hands
        self._fan_tan = FanTanPlay(self._evening)

    def turns(self) -> Iterator[Shown]:
        """Deal the night from open to close."""
        self._evening.open(table="Parliament Nº 2", game="fan_tan", house="antes", roll=0)
        for hand in range(1, self._hands + 1):
            yield from self._fan_tan.hand(hand)
        self._evening.close()


class DemoOfBoth(Demo):
    """A night on which every deal of Faro is followed by a hand of Fan-Tan, with the same checks."""

    def __init__(self, book: Book, date: str, seed: int, deals: int = 4) -> None:
        super().__init__(book, date, seed)
        self._deals = deals
        self._faro = FaroPlay(self._evening)
        self._fan_tan = FanTanPlay(self._evening)

    def turns(self) -> Iterator[Shown]:
        """Deal the night from open to close."""
        self._evening.open(
            table="Back Room",
            game=["faro", "fan_tan"],
            house={"faro": "american", "fan_tan": {"preset": "encyclopedia", "wrong_pass": 3, "wrong_pass_opener": 5}},
            roll=250_000,
        )
        for number in range(1, self._deals + 1):
            yield from self._faro.deal(number)
            self._faro.between_deals()
            yield from self._fan_tan.hand(number)
        self._faro.rule_the_dispute()
        self._evening.close()


DEMOS: dict[str, Callable[[Book, str, int, int], Demo]] = {
    "faro": FaroDemo,
    "fan_tan": FanTanDemo,
    "both": DemoOfBoth,
}
"""The demonstrations by name, each made from a book, a date, a seed and how many deals or hands."""
