"""Fills a book with all that a program keeps: nights of every game, refusals, staff, printings.

``python -m tests.golden.fill BOOK`` makes one, a smaller one behind a URL.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count

from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.dealing_box import BoxKeeper
from dealer.game.school import Grade
from dealer.house.decide import HOUSE_WORDS
from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from dealer.streams import Sender
from events.book.book import Book
from events.games import GAMES
from reports.printing import paper_style
from reports.render_options import HouseStyle
from reports.sheets.papers import list_papers, name_of
from tests.golden import wording
from tests.oracle.random_games import random_night_of
from tests.oracle.random_nights import random_night
from tests.reports import nights
from tests.support.house import CHEAP, SECRET_KEY
from tests.support.stored import (
    ENOUGH_LINES,
    FARO_SEEDS,
    SEEDS,
    Row,
    a_drawn_match,
    from_boxes,
    of_both_games,
    of_the_house,
    open_to_its_players,
)
from web.app.authentication import Authentication

DEALER = Sender(who="M. Earp", device="tablet-1")
NAMES = ("grün <b>&</b> Œuvre", "light blue", "Red", "red", "p1", "p10")

STILL_OPEN = [
    nights.opening(date="2026-11-29", house={"preset": "american", "minimum": 100}),
    *({"do": "seat_player", "player": seat, "name": name} for seat, name in zip(nights.SEATS, NAMES, strict=True)),
    *({"do": "buy_checks", "player": seat, "amount": 20_000} for seat in nights.SEATS),
    {"do": "start_deal"},
    {"do": "expose_soda", "card": "5s"},
    nights.bet("a", "red"),
    nights.bet("b", "blue", coppered=True),
    nights.bet("c", "seat-6", kind="split", ranks=["8", "9"]),
    {"do": "turn", "loser": "2s", "winner": "Kd"},
    {"do": "raise_dispute", "dispute": "d", "player": "red", "about": "a", "claim": "It was barred"},
    {"do": "issue_marker", "player": "red", "amount": 33},
    nights.bet("little", "red", 25),
    {"do": "place_bet", "bet": "much", "player": "red", "stake": "all"},
    {"do": "amend", "command": "no such", "instead": None, "drop": []},
    {"do": "draw_loser", "card": "3h"},
    {"do": "place_bet", "bet": "late", "player": "blue", "kind": "single", "ranks": ["2"], "stake": 500},
]
"""A night that is left in the middle of a turn."""


def clock() -> Callable[[], str]:
    """A clock that goes on by eleven seconds a look."""
    times = (datetime.fromisoformat("2026-11-20T20:00:00") + timedelta(seconds=11 * look) for look in range(10**6))
    return lambda: next(times).isoformat(timespec="milliseconds") + "Z"


HOUSE: list[Row] = [
    *({"do": "register_player", "card": card, "name": name} for card, name in (("kate", "Kate"), ("kate-2", "Kate"))),
    {"do": "register_player", "card": "cy", "name": "Cy Orr"},
    {"do": "distinguish_cards", "card": "kate", "other": "kate-2"},
    {"do": "join_cards", "card": "kate", "other": "kate-2"},
    {"do": "bar_player", "card": "cy", "reason": "marked the queen"},
    {"do": "readmit_player", "card": "cy", "reason": "another Cy"},
    {"do": "change_player", "card": "cy", "name": "Cyrus Orr", "credit_limit": 0},
    {"do": "deposit", "card": "cy", "amount": 9_000},
    {"do": "withdraw", "card": "cy", "amount": 9_000},
    {"do": "withdraw", "card": "cy", "amount": 1},
    {"do": "remove_card", "card": "cy"},
    {"do": "register_player", "card": "nobody", "name": "A slip of the pen"},
    {"do": "remove_card", "card": "nobody"},
    {"do": "redeem_carried", "card": "ada", "amount": 200},
    {"do": "engage", "name": "J. Deal", "roles": ["cage"]},
    {"do": "engage", "name": "J. Deal", "roles": ["dealer", "auditor"]},
    {"do": "dismiss", "name": "J. Deal"},
    {"do": "issue_token", "name": "scoreboard", "role": "auditor", "token_hash": "0" * 64},
    {"do": "revoke_token", "name": "scoreboard"},
    {"do": "revoke_token", "name": "scoreboard"},
]
"""What is done at the counter and in the office; ``of_the_house`` left Ada a marker open."""


def scripts(small: bool) -> Iterator[Iterable[Row]]:
    """The commands of nights, those that are refused among them."""
    yield of_both_games()
    if not small:
        for game in sorted(GAMES):
            yield from wording.scripts(game).values()
        for of_a_game in (nights.faro, nights.fan_tan):
            yield documents(of_a_game())
        yield from (from_boxes(), open_to_its_players(), a_drawn_match())
        yield random_night(FARO_SEEDS[0], most_lines=ENOUGH_LINES)
        yield from (random_night_of(game, SEEDS[game][0], most_lines=ENOUGH_LINES) for game in ("pharo", "spoil_five"))
    yield of_the_house()
    yield HOUSE
    yield documents(nights.both())
    yield STILL_OPEN


def documents(night: nights.Booked) -> list[Row]:
    """The commands of a night that is booked already."""
    return [one.document for one in night.book.commands(night.now.id)]


def play(service: NightService, lines: Iterable[Row], batch: int) -> None:
    """Carry out commands of nights and of the house, each under an id of its own or that of its line.

    Refusals do not stop it.
    """
    night, named = None, {}
    for number, line in enumerate(lines, start=1):
        own = str(line.get("id", number))
        named[own] = f"night-{batch}-command-{own}"
        document = {key: value for key, value in line.items() if key != "id"}
        if document.get("do") == "amend" and isinstance(document.get("command"), str):
            document["command"] = named.get(document["command"], document["command"])
        if document.get("do") == "amend" and isinstance(document.get("drop"), list):
            document["drop"] = [named.get(str(one), one) for one in document["drop"]]
        with suppress(Refusal):
            if document["do"] in HOUSE_WORDS and "player" not in document:
                service.execute_for_house(document, DEALER, command_id=named[own])
                continue
            opens = document["do"] == "open_night" and (night is None or service.night(night).closed)
            night = service.execute(document, DEALER, night=None if opens else night, command_id=named[own]).night


def keep_staff(book: Book, now: Callable[[], str]) -> None:
    """Engage people, lock them out and let them in again, from known devices and strange ones."""
    auth = Authentication(book, SECRET_KEY, hasher=CHEAP, clock=now, first_code="ABCD-EFGH")
    elsewhere = Sender(who="nobody", device="tablet-9")
    auth.engage_first("M. Earp", "4711", DEALER, "ABCD-EFGH")
    auth.engage("Doc Holliday", "1871", DEALER)
    auth.engage("K. Elder", "1234", DEALER)

    def try_to(do: Callable[..., object], *arguments: object) -> None:
        with suppress(Refusal):
            do(*arguments)

    auth.sign_out(auth.sign_in("M. Earp", "4711", DEALER), DEALER)
    for _ in range(8):
        try_to(auth.sign_in, "Doc Holliday", "0000", elsewhere, "203.0.113.7")
        try_to(auth.sign_in, "K. Elder", "0000", DEALER)
    auth.keeper.unlock("Doc Holliday", DEALER)
    auth.sign_in("Doc Holliday", "1871", elsewhere)
    auth.change_pin("Doc Holliday", "1872", DEALER)
    auth.keeper.name_device("tablet-9", "the red tablet", DEALER)
    auth.sign_in("M. Earp", "4711", replace(DEALER, device="tablet-2"))
    auth.keeper.end_other_sessions("", DEALER)
    auth.keeper.dismiss("K. Elder", DEALER)
    auth.keeper.lock_after(10, DEALER)
    auth.keeper.links_last(48, DEALER)
    auth.keeper.take_lesson("M. Earp", "faro", "singles", Grade(right=9, slow=1, of=10, ms=41_000, passed=True), DEALER)
    auth.keeper.put_school_away("M. Earp", DEALER)
    auth.keeper.note_clock(lambda _: ("2026-11-20T20:01:00.000Z", "2026-11-20T20:09:00.000Z"), "server-1")
    for do, *asked in (
        (auth.engage, "m. earp", "5555"),
        (auth.keeper.name_device, "tablet-2", "THE RED TABLET"),
        (auth.keeper.name_device, "tablet-77", "no such device"),
        (auth.keeper.end_session, "0" * 64),
        (auth.keeper.end_other_sessions, ""),
        (auth.keeper.dismiss, "nobody at all"),
    ):
        try_to(do, *asked, DEALER)


def print_papers(book: Book, clock: Callable[[], str]) -> None:
    """Enter printings of every kind of paper in every language, some of them twice, and some that are refused."""
    keeper = PrintingsKeeper(book, clock)
    styles = [
        paper_style(HouseStyle(language=language, currency=currency, paper=paper, marks=marks, slips=slips))
        for language, currency, paper, marks, slips in (
            ("en", "USD", "A4", "tabs", "roll"),
            ("de", "EUR", "A4", "cross_and_naught", "sheet"),
            ("fr", "EUR", "Letter", "tabs", "sheet"),
            ("es", "USD", "Letter", "cross_and_naught", "roll"),
        )
    ]
    last = book.nights()[-5:]
    for number, night in enumerate((*last, *last)):
        now, events = NightService(book).at(night), book.events(night)
        sheets = {name_of(now[0], one): one.begun for one in list_papers(now[0], events)}
        style = styles[number % len(styles)]
        with suppress(Refusal):
            keeper.choose(style, DEALER)
            keeper.print(night, now[1], sheets, style, DEALER, zone="Europe/Berlin", address="https://casekeeper.lan")


def fill(where: str) -> None:
    """Make the book."""
    small = "://" in where
    with Book.open(where) as book:
        now, nonces = clock(), count(1)
        service = NightService(book, clock=now, box_keeper=BoxKeeper(SECRET_KEY, lambda: f"{next(nonces):064x}"))
        keep_staff(book, now)
        for batch, lines in enumerate(scripts(small)):
            play(service, lines, batch)
        with suppress(Refusal):
            service.execute_for_house({"do": "revoke_links", "night": book.nights()[-1]}, DEALER)
        print_papers(book, now)


if __name__ == "__main__":
    fill(sys.argv[1])
