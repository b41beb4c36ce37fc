"""Whole nights of Faro, dealt and closed, to print."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from dealer.commands.fields import RANKS
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from reports.printing import Order
from reports.render_options import RenderOptions, zone_called
from reports.sheets.papers import list_papers, name_of

DEALER = Sender(who="dealer", device="bench")


def deal_night(book: Book, players: int, deals: int, date: str = "2026-11-21") -> str:
    """A night of Faro in which every player has a bet in most turns; the same numbers, the same night."""
    random, execute = Random(f"{players} {deals} {date}"), NightService(book).execute
    opening = {"table": "Tiger 1", "date": date, "game": "faro", "roll": 5_000_000, "dealer": "M. Deal"}
    night = execute({"do": "open_night", **opening}, DEALER).night

    def do(word: str, **arguments: Any) -> None:
        execute({"do": word, **arguments}, DEALER, night=night)

    seats = [f"seat-{number}" for number in range(1, players + 1)]
    for number, seat in enumerate(seats, start=1):
        do("seat_player", player=seat, name=f"Player {number}")
        do("buy_checks" if number % 4 else "issue_marker", player=seat, amount=100_000)
    keys = iter(range(1, 100_000))
    for _ in range(deals):
        pack = [rank + suit for rank, suit in product(RANKS, "shdc")]
        random.shuffle(pack)
        do("start_deal")
        do("expose_soda", card=pack[0])
        for turn in range(25):
            left = sorted({card[:-1] for card in pack[1 + 2 * turn :]})
            for seat in random.sample(seats, min(4, players)):
                do(
                    "place_bet",
                    bet=f"b{next(keys)}",
                    player=seat,
                    kind="single",
                    ranks=[random.choice(left)],
                    stake=200,
                )
            do("turn", loser=pack[1 + 2 * turn], winner=pack[2 + 2 * turn])
        do("expose_hock", card=pack[-1])
        do("end_deal")
    do("close_night")
    return night


def order_of(book: Book, night: str) -> tuple[bytes, list[str]]:
    """The order for all papers of a night, and their names."""
    head = book.head(night)
    if head is None:
        raise LookupError(night)
    events, now = book.events(night), NightService(book).night(night)
    options = RenderOptions(zone=zone_called("UTC"))
    names = [name_of(now, one) for one in list_papers(now, events, options)]
    return Order.of(book, night, head.version, options).packed(), names
