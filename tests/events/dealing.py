"""A table to deal at: a service over a book, with a night open and players who have checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import sleep
from typing import Any

from dealer.night_service import NightService, Receipt
from dealer.streams import Sender
from events.book.book import Book

DEALER = Sender(who="M. Deal", device="tablet 1")
SEATS = ("red", "blue", "white", "black", "yellow", "green", "brown", "orange")
OPENING: dict[str, Any] = {
    "do": "open_night",
    "table": "Tiger 1",
    "date": "2026-11-21",
    "game": "faro",
    "house": "american",
    "roll": 500_000,
    "dealer": "M. Deal",
}


def send(service: NightService, night: str, do: str, *, as_: str | None = None, **arguments: Any) -> Receipt:
    """Send a command, under an id of one's own or a fresh one."""
    return service.execute({"do": do, **arguments}, DEALER, night=night, command_id=as_)


def open_night(service: NightService, seats: int = 2) -> str:
    """A night with players who have 1,000 checks of 25 cents each."""
    night = service.execute(OPENING, DEALER).night
    for seat in SEATS[:seats]:
        send(service, night, "seat_player", player=seat, name=seat.title())
        send(service, night, "buy_checks", player=seat, amount=25_000)
    return night


def register(service: NightService, card: str, credit_limit: int | None = None) -> None:
    """A card of the house; the limit in cents."""
    do = {"do": "register_player", "card": card, "name": card.title(), "credit_limit": credit_limit}
    service.execute_for_house(do, DEALER)


def owe(service: NightService, night: str, card: str, amount: int) -> None:
    """Seat a card as "red", and let it lose a marker of an amount in cents in a deal that is void after its turn."""
    send(service, night, "seat_player", player="red", card=card)
    send(service, night, "issue_marker", player="red", amount=amount)
    send(service, night, "start_deal")
    send(service, night, "expose_soda", card="7d")
    send(service, night, "place_bet", bet="a", player="red", kind="single", ranks=["A"], stake=amount)
    send(service, night, "turn", loser="As", winner="Kh")


def checks_of(service: NightService, night: str, player: str) -> int:
    """A player's checks in cents, as the ledger has them."""
    return service.night(night).ledger.balance(f"checks:{player}")


@contextmanager
def held_up(book: Book) -> Iterator[None]:
    """The writer kept busy with one job until the block ends: what is sent meanwhile gathers into one group."""
    busy, go_on = Event(), Event()

    def job(_: object) -> None:
        busy.set()
        assert go_on.wait(30)

    holding = Thread(target=lambda: book.write(job))
    holding.start()
    assert busy.wait(30)
    try:
        yield
    finally:
        go_on.set()
        holding.join()


def wait_until(what: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not what():
        sleep(0.001)


class Crowd:
    """Several callers at once, each in a thread of its own; what each one got or what was raised to it."""

    def __init__(self) -> None:
        self.answers: dict[int, Any] = {}
        self.errors: dict[int, BaseException] = {}
        self._threads: list[Thread] = []

    def send(self, call: Any) -> int:
        """Let one more caller call; gives its number."""
        number = len(self._threads)

        def run() -> None:
            try:
                self.answers[number] = call()
            except BaseException as error:
                self.errors[number] = error

        self._threads.append(Thread(target=run))
        self._threads[-1].start()
        return number

    def send_in_turn(self, book: Book, *calls: Any) -> None:
        """Let callers call one after another, so that their jobs wait for a held-up writer in this order."""
        writer: Any = book._writer
        for call in calls:
            self.send(call)
            wait_until(lambda: len(writer._queue) >= len(self._threads))

    def join(self) -> Crowd:
        """Wait until all are answered."""
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()
        return self
