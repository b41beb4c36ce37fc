"""Small nights kept in books, with a clock of their own: of Faro, of Fan-Tan, of both in turn, and of both still open.

Money moves in them in every way that a sheet tells of, and their chains are real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from dealer.assistant import Assistant
from dealer.night.night import Night
from dealer.streams import Sender
from events.book.book import Book
from events.book.chain import StoredFact
from events.records import Recorded
from tests.reports import hands, nights

SEATS = ("red", "blue", "white")
NAMES = ("Wilhelmina Wyatt-Holliday", "Blue Jack", "Żółć <b>& Őry</b>")
DEALER = Sender(who="M. Earp", device="tablet")


@dataclass(frozen=True)
class Booked:
    """A night in a book, with all of its facts."""

    book: Book
    now: Night
    facts: tuple[Recorded, ...]

    @property
    def rows(self) -> list[StoredFact]:
        """The facts as they are stored."""
        return self.book.fact_rows(self.now.id)


def _clock() -> Iterator[str]:
    at = datetime.fromisoformat("2026-11-22T01:10:00+00:00")
    while True:
        at += timedelta(seconds=11)
        yield at.isoformat().replace("+00:00", "Z")


def _kept(lines: list[dict[str, Any]]) -> Booked:
    """Play a night into a book in memory; whatever is refused stops it."""
    book = Book.open()
    ticks = _clock()
    assistant = Assistant(book, clock=lambda: next(ticks))
    night = None
    for number, line in enumerate(lines, start=1):
        night = assistant.execute(line, DEALER, night=night, command_id=f"c{number}").night
    assert night is not None
    return Booked(book, assistant.night(night), tuple(assistant.facts(night)))


def _dealings() -> list[dict[str, Any]]:
    """Seats, and money in every way but by play."""
    return [
        *hands.seated(SEATS, checks=10_000, names=NAMES),
        {"do": "issue_marker", "player": "red", "amount": 20_000},
        {"do": "issue_marker", "player": "blue", "amount": 5_000},
        {"do": "issue_marker", "player": "red", "amount": 1_000},
        {"do": "void"},
        {"do": "take_pledge", "player": "blue", "amount": 7_500, "item": "a ring"},
        {"do": "take_pledge", "player": "white", "amount": 2_500, "item": "a watch"},
        {"do": "return_pledge", "player": "white", "item": "a watch", "with": "cash"},
        {"do": "lend_stake", "lender": "red", "borrower": "white", "amount": 4_000, "profit_share": 0.25},
        {"do": "repay_stake", "lender": "red", "borrower": "white", "amount": 1_000},
        {"do": "redeem_marker", "player": "red", "amount": 2_500, "with": "cash"},
        {"do": "redeem_marker", "player": "red", "amount": 5_000, "with": "checks"},
        {"do": "tip", "player": "blue", "amount": 150},
        {"do": "cash_in", "player": "blue", "amount": 2_050},
    ]


def _bets(deal: int) -> list[dict[str, Any]]:
    """Bets that win, lose, split and sleep, each once or oftener."""
    stakes = zip(SEATS, ("Q", "7", "3"), (500, 775, 1_025), strict=True)
    singles = [nights.bet(f"{deal}-{seat}", seat, stake, ranks=[rank]) for seat, rank, stake in stakes]
    copper = nights.bet(f"{deal}-copper", "blue", 300, ranks=["K"], coppered=True)
    return [*singles, copper, nights.bet(f"{deal}-split", "red", 450, kind="split", ranks=["8", "9"])]


def _whole_deal(seed: int) -> list[dict[str, Any]]:
    """A deal with bets, one of them pressed, and two calls of its last turn, of which one wins."""
    lines = nights.deal_lines(seed, _bets(seed))
    order = [card[:-1] for card in nights.pack(seed)[-3:]]
    assert len(set(order)) == 3, "three ranks to call"
    calls = [
        {"do": "call_turn", "bet": f"{seed}-call-{seat}", "player": seat, "order": said, "stake": 200}
        for seat, said in (("red", order), ("white", [order[1], order[0], order[2]]))
    ]
    press = {"do": "press_bet", "bet": f"{seed}-red", "add": 100}
    return [*lines[:7], press, *lines[7:-3], *calls, *lines[-3:]]


def _dispute(key: str, about: str | int, *corrections: tuple[str, str, int]) -> list[dict[str, Any]]:
    """A dispute, ruled with corrections or left as it stands."""
    moved = [{"from": source, "to": target, "amount": amount} for source, target, amount in corrections]
    raised = {"do": "raise_dispute", "dispute": key, "player": "red", "about": about, "claim": "it was coppered"}
    ruled = {"do": "rule_dispute", "dispute": key, "ruling": "corrected" if moved else "stands", "reason": "two saw it"}
    return [raised, ruled | ({"law": 1, "corrections": moved} if moved else {})]


def _wrong_hand(seed: int) -> list[dict[str, Any]]:
    """A hand with wrong passes, whose penalties wait to be taken."""
    return hands.hand_lines(seed, SEATS, wrong=(2, 5, 9))


def _dead_hand() -> list[dict[str, Any]]:
    """A hand in which nobody laid a card: its pot is left for the next."""
    passes = [{"do": "pass", "player": seat} for seat in ("blue", "white", "red")]
    return [{"do": "start_hand", "dealer": "red"}, *passes, {"do": "end_hand"}, {"do": "settle_hand"}]


ANTES = {"preset": "antes", "chip": 50}
BANK = {"preset": "american", "sleepers": "dealer", "limit": 20_000}


@cache
def faro() -> Booked:
    """A closed night of Faro: a whole deal and one that was voided."""
    return _kept(
        [
            nights.opening(house=BANK),
            *_dealings(),
            *_whole_deal(45),
            *_dispute("d1", "45-red", ("bank", "red", 450), ("white", "red", 25)),
            *nights.deal_lines(4, _bets(4), turns=6),
            {"do": "void_deal", "reason": "a fifth nine was found in the box"},
            {"do": "raise_roll", "amount": 25_075, "backer": "B. Thompson"},
            *_dispute("d2", 2),
            {"do": "close_night"},
        ]
    )


@cache
def fan_tan() -> Booked:
    """A closed night of Fan-Tan: a hand with wrong passes, and one that nobody won."""
    return _kept(
        [
            nights.opening(game="fan_tan", house=ANTES, roll=0, backers=[]),
            *_dealings(),
            *_wrong_hand(1),
            {"do": "take_penalty", "player": "blue", "turn": 2},
            {"do": "settle_hand"},
            *_dead_hand(),
            *_dispute("d1", 2, ("red", "blue", 100)),
            {"do": "close_night"},
        ]
    )


@cache
def both() -> Booked:
    """A closed night of both games."""
    return _kept([*_of_both(), *_dead_hand(), {"do": "close_night"}])


@cache
def both_open() -> Booked:
    """A night of both games in the middle of a hand, with bets won and a pot that lies."""
    return _kept([*_of_both(), *hands.hand_lines(4, SEATS, turns=7)])


def _of_both() -> list[dict[str, Any]]:
    return [
        nights.opening(game=["faro", "fan_tan"], house={"faro": BANK, "fan_tan": ANTES}),
        *_dealings(),
        *_whole_deal(45),
        *_dispute("d1", "45-red", ("bank", "red", 450), ("white", "red", 25)),
        *_wrong_hand(1),
        {"do": "take_penalty", "player": "blue", "turn": 2},
        {"do": "settle_hand"},
    ]


BOOKED: dict[str, Callable[[], Booked]] = {one.__name__: one for one in (faro, fan_tan, both, both_open)}
"""The nights by name."""
