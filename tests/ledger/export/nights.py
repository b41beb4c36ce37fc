"""Books of nights to export: random ones, and small ones in which money moves in every way that there is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealer.night_service import NightService
from dealer.script import ScriptLine, play
from dealer.streams import Sender
from events.book.book import Book
from events.common.house import HOUSE
from ledger.export import DOLLARS, FORMATS, Commodities
from ledger.journal import account_name
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import random_mixed_night, random_night_of
from tests.oracle.random_nights import random_night
from tests.support.stored import SEEDS

HOSTILE = Sender(who='[2020-01-01] who: "A", date:2020-01-01 | ;', device="  tablet\\n;  x = USD 1.00  %2C é")
"""Somebody whose name and device are full of what means something to a journal."""

ODD_SEATS = ("Red", "7 up", 'é"; [x], |%2C  -', "王")
"""Seat keys as strange as the contract allows; Red is not red."""

ODD_BACKER = "B/Barrel: 2%"

ODD_BYSTANDER = 'Doc: 1/2 "red"; (x)'
"""The name of somebody who lends and does not play."""

ODD_CARD = 'é"; [x], |%2C'
"""A card's key as strange as the contract allows."""

NOON = "2026-11-21T12:00:00.000Z"
"""The time of every command in these books."""


BID_OR_SCORED = {
    "frog": (0,),
    "five_hundred": (1,),
    "forty_five": (1,),
    "auction_forty_five": (4,),
    "hasenpfeffer": (2,),
    "big_three": (4,),
    "four_deal_bridge": (2,),
}
"""Games with the seeds of nights in which hands or matches of theirs were paid."""


def book_of(*nights: Iterable[dict[str, Any]], sender: Sender = HOSTILE) -> Book:
    """A book in memory in which these nights were played, whatever was refused."""
    book = Book.open()
    service = NightService(book, lambda: NOON)
    for lines in nights:
        numbered = (ScriptLine(number=number, document=line) for number, line in enumerate(lines, start=1))
        play(service, numbered, sender, keep_going=True)
    return book


def random_book() -> Book:
    """Random nights of every game, of stuss and of several games in one book, most of them closed.

    Every account is touched: the first two nights are of a house with cards. In some nights commands are put right, and
    some are left open.
    """
    return book_of(
        everything_in_a_house(),
        random_fan_tan_night(15, most_lines=200),
        random_night_of_both(22, most_lines=200),
        *(random_night_of(game, seed, most_lines=150) for game, seeds in SEEDS.items() for seed in seeds),
        *(random_night_of(game, seed, most_lines=120) for game, seeds in BID_OR_SCORED.items() for seed in seeds),
        random_night(6, preset="stuss", most_lines=200),
        *(random_mixed_night(seed, most_lines=200) for seed in (54, 56)),
        *(make(7, most_lines=100, amends=0.06) for make in (random_night, random_fan_tan_night, random_mixed_night)),
    )


def whole(book: Book) -> list[str]:
    """The house and all nights, as ``casekeeper export`` writes them."""
    return [HOUSE, *sorted(book.nights(), key=lambda night: night[: len("2026-11-21")])]


def exported(book: Book, to: str, commodities: Commodities = DOLLARS) -> str:
    return b"".join(FORMATS[to].pieces(book, whole(book), commodities)).decode()


def balances_of(book: Book) -> dict[str, int]:
    """What our own ledgers say of every account of a book, in cents, by its name in the other programs.

    An account that was opened only by what was taken back is none of our ledger's any more; it stands at nothing.
    """
    balances: dict[str, int] = {}
    service = NightService(book)
    for stream in whole(book):
        moves = (move for event in book.events(stream) for move in event.event.moves)
        balances |= {account_name(stream, side): 0 for move in moves for side in (move.debit, move.credit)}
        ledger = service.house().ledger if stream == HOUSE else service.night(stream).ledger
        balances |= {account_name(stream, account): cents for account, cents in ledger.balances.items()}
    return balances


def everything() -> list[dict[str, Any]]:
    """A short night of both games, left open, with every family of account and every kind of dealing in money."""
    backers = [{"name": "M. Angel", "share": 0.5}, {"name": ODD_BACKER, "share": 0.5}]
    opening = {"table": "T; [2020-01-01] | x", "date": "2026-11-21", "dealer": "D, E", "roll": 500_000}
    games = {"game": ["faro", "fan_tan"], "house": {"faro": {"preset": "american"}, "fan_tan": {"preset": "antes"}}}
    lines: list[dict[str, Any]] = [{"do": "open_night", **opening, **games, "backers": backers}]
    seats = ("red", "blue", *ODD_SEATS)
    lines += [{"do": "seat_player", "player": key, "name": f"Mr, {key} ; O'Hara"} for key in seats]
    lines += [{"do": "buy_checks", "player": key, "amount": 20_000 + 25 * at} for at, key in enumerate(seats)]
    lines += [
        {"do": "issue_marker", "player": "red", "amount": 10_000},
        {"do": "redeem_marker", "player": "red", "amount": 5_000, "with": "cash"},
        {"do": "redeem_marker", "player": "red", "amount": 2_500, "with": "checks"},
        {"do": "take_pledge", "player": "blue", "amount": 5_000, "item": "a watch"},
        {"do": "return_pledge", "player": "blue", "item": "a watch", "with": "cash"},
        {"do": "take_pledge", "player": "blue", "amount": 5_000, "item": "a ring"},
        {"do": "return_pledge", "player": "blue", "item": "a ring", "with": "checks"},
        {"do": "lend_stake", "lender": "red", "borrower": ODD_SEATS[2], "amount": 2_500, "profit_share": 0.5},
        {"do": "repay_stake", "lender": "red", "borrower": ODD_SEATS[2], "amount": 1_000},
        {"do": "lend_stake", "lender_name": ODD_BYSTANDER, "borrower": ODD_SEATS[2], "amount": 2_500},
        {"do": "repay_stake", "lender_name": ODD_BYSTANDER, "borrower": ODD_SEATS[2], "amount": 1_000},
        {"do": "raise_roll", "amount": 1_000_000_000_000},
        {"do": "raise_roll", "amount": 2_500, "backer": "M. Angel"},
        {"do": "tip", "player": "blue", "amount": 500},
        {"do": "tip", "player": "blue", "amount": 700},
        {"do": "void"},
        {"do": "cash_in", "player": "Red", "amount": 1_025},
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "Ks"},
        {"do": "place_bet", "bet": "split", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 1_025},
        {"do": "place_bet", "bet": "lost", "player": "blue", "kind": "single", "ranks": ["3"], "stake": 1_000},
        {"do": "place_bet", "bet": "won", "player": "7 up", "kind": "single", "ranks": ["5"], "stake": 500},
        {"do": "turn", "loser": "Qs", "winner": "Qh"},
        {"do": "turn", "loser": "3s", "winner": "5h"},
        {"do": "turn", "loser": "5s", "winner": "2h"},
        {"do": "void"},
        {"do": "raise_dispute", "dispute": "d1", "player": "blue", "about": "lost", "claim": "it was coppered"},
        {
            "do": "rule_dispute",
            "dispute": "d1",
            "ruling": "corrected",
            "law": 3,
            "reason": "two saw it",
            "corrections": [
                {"from": "bank", "to": "blue", "amount": 1_000},
                {"from": "red", "to": "blue", "amount": 25},
            ],
        },
        {"do": "void_deal", "reason": "an odd card"},
        {"do": "start_hand", "dealer": "blue"},
    ]
    return lines


def everything_in_a_house() -> list[dict[str, Any]]:
    """A short house script: a closed night whose marker is carried, and an open one with everything of a night."""
    lines: list[dict[str, Any]] = [
        {"do": "house_rules", "dealers_cut": 10},
        {"do": "register_player", "card": ODD_CARD, "name": "Ada | [2020-01-01] ; x"},
        {"do": "register_player", "card": "ben", "name": "Ben"},
        {"do": "deposit", "card": ODD_CARD, "amount": 10_001},
        {"do": "withdraw", "card": ODD_CARD, "amount": 2_501},
        {"do": "deposit", "card": "ben", "amount": 1_000},
        {"do": "open_night", "table": "Front", "date": "2026-11-21", "game": "faro", "roll": 100_000, "dealer": "D, E"},
        {"do": "seat_player", "player": "red", "card": ODD_CARD},
        {"do": "seat_player", "player": "blue", "card": "ben"},
        {"do": "issue_marker", "player": "red", "amount": 8_000},
        {"do": "issue_marker", "player": "blue", "amount": 1_000},
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "Ks"},
        {"do": "place_bet", "bet": "b", "player": "red", "kind": "single", "ranks": ["3"], "stake": 5_000},
        {"do": "place_bet", "bet": "c", "player": "blue", "kind": "single", "ranks": ["3"], "stake": 1_000},
        {"do": "turn", "loser": "3s", "winner": "5h"},
        {"do": "void_deal", "reason": "an odd card"},
        {"do": "close_night"},
        {"do": "redeem_carried", "card": ODD_CARD, "amount": 1_001},
        {"do": "write_off", "card": ODD_CARD, "amount": 499, "reason": "he is ill"},
    ]
    red = {"do": "seat_player", "player": "red"}
    return [
        *lines,
        *({**line, "card": ODD_CARD} if line.items() >= red.items() else line for line in everything()),
        {"do": "draw_deposit", "player": "red", "amount": 5_000},
        {"do": "draw_deposit", "player": "red", "amount": 500},
        {"do": "void"},
        {"do": "redeem_carried", "player": "red", "amount": 500, "with": "cash"},
        {"do": "redeem_carried", "player": "red", "amount": 1_000, "with": "checks"},
        {"do": "count_drawer", "at": "opening", "cash": 1, "reason": "a guess"},
        {"do": "fill", "amount": 20_000},
        {"do": "credit", "amount": 5_000},
        {"do": "drop", "amount": 7_500},
        {"do": "fill", "amount": 2_500},
        {"do": "void_slip", "kind": "fill", "number": 2, "reason": "too much"},
        {"do": "join_cards", "card": ODD_CARD, "other": "ben"},
    ]
