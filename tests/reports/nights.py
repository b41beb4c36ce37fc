"""Nights to print: the given ones, crowded ones, and small ones kept in books, with all that a paper has to show."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from dealer.night.evolve import fold
from dealer.night.night import Night
from dealer.night_service import NightService
from dealer.rules_version import CURRENT
from dealer.streams import Sender
from events.book.book import Book
from events.book.chain import StoredEvent, first_link
from events.book.event_types import encode
from events.records import Recorded
from ledger.statement import player_line
from reports.render_options import RenderOptions
from reports.sheets.papers import list_papers, name_of
from tests.support.pure import PureNight

SCRIPTS = sorted(
    path for path in (Path(__file__).parent.parent / "nights").glob("*.jsonl") if not path.stem.startswith("house-")
)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NIGHT_ID = "2026-11-21-1"
LONG_NAME = "Bartholomew Maximilian Featherstonehaugh-Cholmondeley, Esqre"
SEATS = ("red", "blue", "white", "black", "yellow", "seat-6")


@dataclass(frozen=True)
class Played:
    now: Night
    events: tuple[Recorded, ...]
    result: dict[str, Any]

    @property
    def rows(self) -> list[StoredEvent]:
        """The events as a book would have stored them, but for the commands' hashes."""
        before = (first_link("facts", NIGHT_ID), *(one.hash for one in self.events))
        return [
            StoredEvent(
                position=one.version,
                night=one.stream,
                version=one.version,
                kind=one.kind,
                schema_version=one.event.schema_version,
                body=encode(one.event),
                at=one.at,
                who=one.who,
                device=one.device,
                command=one.command,
                command_hash="",
                prev_hash=prev_hash,
                hash=one.hash,
            )
            for one, prev_hash in zip(self.events, before, strict=False)
        ]

    def sheet(self, name: str, options: RenderOptions) -> bytes:
        """One of its papers as PDF: ``table``, ``settlement-1-red``."""
        printings = {name: options.printing} if options.printing else {}
        papers = list_papers(self.now, self.events, options, printings, rows=self.rows)
        return next(one.make() for one in papers if name_of(self.now, one) == name)


def played(lines: Iterable[object], rules: int = CURRENT) -> Played:
    """A night from the lines of a script, with hours that go on and hashes that look like hashes."""
    pure = PureNight(rules=rules).play(lines)
    at = datetime.fromisoformat("2026-11-22T01:10:00+00:00")
    events = tuple(
        replace(
            one,
            stream=NIGHT_ID,
            at=(at + timedelta(seconds=11 * one.version)).isoformat(),
            hash=f"{Random(one.version).getrandbits(256):064x}",
        )
        for one in pure.recorded
    )
    return Played(fold(events), events, pure.result())


@cache
def given(name: str) -> Played:
    script = next(path for path in SCRIPTS if path.stem == name)
    return played(json.loads(line) for line in script.read_text().splitlines() if line.strip())


def pack(seed: int) -> list[str]:
    cards = [rank + suit for rank, suit in product(RANKS, "shdc")]
    Random(seed).shuffle(cards)
    return cards


def deal_lines(number: int, bets: Iterable[dict[str, Any]] = (), turns: int = 25) -> list[dict[str, Any]]:
    """A deal with some bets before its first turn; whole only with all 25 turns."""
    cards = pack(number)
    lines: list[dict[str, Any]] = [{"do": "start_deal"}, {"do": "expose_soda", "card": cards[0]}, *bets]
    for turn in range(turns):
        lines.append({"do": "turn", "loser": cards[1 + 2 * turn], "winner": cards[2 + 2 * turn]})
    if turns == 25:
        lines += [{"do": "expose_hock", "card": cards[-1]}, {"do": "end_deal"}]
    return lines


def bet(key: str, player: str, stake: int = 500, **more: Any) -> dict[str, Any]:
    """A bet on the queen, unless another kind is said."""
    where = {} if "kind" in more else {"kind": "single", "ranks": ["Q"]}
    return {"do": "place_bet", "bet": key, "player": player, "stake": stake, **where, **more}


def opening(**more: Any) -> dict[str, Any]:
    return {
        "do": "open_night",
        "table": "Tiger Nº 1",
        "date": "2026-11-21",
        "game": "faro",
        "house": {
            "preset": "american",
            "sleepers": "dealer",
            "limit": 20000,
            "kinds": ["single", "split", "high_card"],
        },
        "roll": 250000,
        "backers": [{"name": "E. Clark", "share": 0.6}, {"name": "B. Thompson", "share": 0.4}],
        "dealer": "M. Earp",
    } | more


@cache
def crowded(*, closed: bool = True) -> Played:
    """Six players with long names, every kind of money, three deals (one voided), disputes and rulings."""
    lines = [opening()]
    for seat in SEATS:
        lines.append({"do": "seat_player", "player": seat, "name": f"{LONG_NAME[: 54 + len(seat)]}"})
    for seat in SEATS[:5]:
        lines.append({"do": "buy_checks", "player": seat, "amount": 12500})
    lines += [
        {"do": "issue_marker", "player": "red", "amount": 50000},
        {"do": "issue_marker", "player": "blue", "amount": 50000},
        {"do": "take_pledge", "player": "red", "amount": 10000, "item": "a gold watch with its chain"},
        {"do": "take_pledge", "player": "blue", "amount": 7500, "item": "a ring"},
        {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 10000, "profit_share": 0.25},
        {"do": "lend_stake", "lender": "black", "borrower": "yellow", "amount": 5000, "profit_share": 0.5},
        *deal_lines(1, [bet(f"a-{seat}", seat, coppered=seat == "blue") for seat in SEATS[:5]]),
        {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": "a-red",
         "claim": "it was coppered, and paid as if it lay open"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "law": 1,
         "reason": "the dealer saw the copper fall",
         "corrections": [{"from": "bank", "to": "red", "amount": 500}, {"from": "white", "to": "red", "amount": 250}]},
        *deal_lines(2, [bet(f"b-{seat}", seat, 700, kind="high_card") for seat in SEATS[:3]], turns=9),
        {"do": "void_deal", "reason": "a fifth nine was found in the box"},
        {"do": "raise_roll", "amount": 50000, "backer": "B. Thompson"},
        {"do": "redeem_marker", "player": "red", "amount": 12500, "with": "cash"},
        {"do": "return_pledge", "player": "red", "item": "a gold watch with its chain", "with": "cash"},
        {"do": "return_pledge", "player": "blue", "item": "a ring", "with": "checks"},
        {"do": "tip", "player": "red", "amount": 200},
        {"do": "tip", "player": "white", "amount": 125},
        {"do": "buy_checks", "player": "white", "amount": 2500},
        {"do": "void"},
        {"do": "cash_in", "player": "black", "amount": 2500},
        {"do": "repay_stake", "lender": "red", "borrower": "blue", "amount": 2500},
        {"do": "raise_dispute", "dispute": "d2", "player": "white", "about": 7, "claim": "the winner was shown first"},
        {"do": "rule_dispute", "dispute": "d2", "ruling": "stands", "reason": "nobody else saw it"},
    ]  # fmt: skip
    bets = [bet(f"c-{seat}", seat, 1250, kind="split", ranks=["8", "9"]) for seat in SEATS[:5]]
    if closed:
        lines += [*deal_lines(3, bets), {"do": "close_night"}]
    else:
        lines += deal_lines(3, bets, turns=4)
    return unrefused(lines)


@cache
def long_night(deals: int = 20) -> Played:
    lines = [opening()]
    for seat in SEATS:
        lines += [
            {"do": "seat_player", "player": seat, "name": seat.title()},
            {"do": "buy_checks", "player": seat, "amount": 200000},
        ]
    for deal in range(1, deals + 1):
        lines += deal_lines(deal, [bet(f"{deal}-{seat}", seat, 150 * at) for at, seat in enumerate(SEATS, start=1)])
    return unrefused([*lines, {"do": "close_night"}])


def unrefused(lines: list[dict[str, Any]]) -> Played:
    night = played(lines)
    assert night.result["refused"] == [], night.result["refused"][:3]
    return night


FOUR_SEATS = ("red", "blue", "white", "black")
LONG_NAMES = ("Bartholomew Maximilian Featherstonehaugh-Cholmondeley, Esqre", "Blue", "Żółć <b>& Őry</b>", "Black")


def seated(
    players: Sequence[str] = FOUR_SEATS, checks: int = 20_000, names: Sequence[str] = ()
) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for at, player in enumerate(players):
        lines.append({"do": "seat_player", "player": player, "name": names[at] if names else player.title()})
        lines.append({"do": "buy_checks", "player": player, "amount": checks})
    return lines


def fits(card: str, lying: Collection[str]) -> bool:
    """Whether a card can be laid where the sevens open."""
    place = RANKS.index(card[:-1])
    if card[:-1] == "7":
        return True
    beside = RANKS[place + 1] if place < RANKS.index("7") else RANKS[place - 1]
    return beside + card[-1] in lying


def hand_lines(
    seed: int, players: Sequence[str] = FOUR_SEATS, wrong: Collection[int] = (), turns: int | None = None
) -> list[dict[str, Any]]:
    """A hand dealt by the last of ``players``: everybody lays the first card that fits; in the turns ``wrong`` none.

    Whole with the hands shown and its end, unless it breaks off after so many ``turns``.
    """
    cards = pack(seed)
    held = {player: cards[at :: len(players)] for at, player in enumerate(players)}
    lines: list[dict[str, Any]] = [{"do": "start_hand", "dealer": players[-1]}]
    lying: set[str] = set()
    turn = 0
    while all(held.values()) and turn != turns:
        player = players[turn % len(players)]
        turn += 1
        able = [card for card in held[player] if fits(card, lying)]
        if not able or turn in wrong:
            lines.append({"do": "pass", "player": player})
            continue
        held[player].remove(able[0])
        lying.add(able[0])
        lines.append({"do": "lay", "player": player, "card": able[0]})
    if turns is None:
        lines += [{"do": "show_hand", "player": player, "cards": held[player]} for player in players if held[player]]
        lines.append({"do": "end_hand"})
    return lines


@cache
def crowded_pot(*, closed: bool = True) -> Played:
    """Four players of a house with antes: wrong passes taken and waived, a dead hand, a voided one, disputes.

    Closed, it ends in the middle of a hand; open, with the penalties of a hand still to be decided.
    """
    lines: list[dict[str, Any]] = [
        opening(game="fan_tan", house={"preset": "antes", "chip": 100, "deal_moves": False}, roll=0, backers=[]),
        *seated(names=LONG_NAMES),
        *hand_lines(1, wrong=(2, 9, 11)),
        {"do": "take_penalty", "player": "blue", "turn": 2},
        {"do": "tip", "player": "red", "amount": 200},
        {"do": "void"},
        {"do": "settle_hand"},
        {"do": "raise_dispute", "dispute": "d1", "player": "white", "about": 9, "claim": "they had nothing to lay"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "reason": "the card was seen",
         "corrections": [{"from": "red", "to": "white", "amount": 300}]},
        {"do": "start_hand", "dealer": "red"},
        *({"do": "pass", "player": player} for player in ("blue", "white", "black", "red")),
        {"do": "end_hand"},
        {"do": "settle_hand"},
        *hand_lines(3, turns=14),
        {"do": "void_hand", "reason": "a card lay face up in the pack"},
        {"do": "tip", "player": "blue", "amount": 100},
    ]  # fmt: skip
    if closed:
        lines += [*hand_lines(4, turns=10), {"do": "close_night"}]
    else:
        lines += hand_lines(4, wrong=(3, 5, 6, 7))
    return unrefused(lines)


@cache
def night_of_both(*, closed: bool = True) -> Played:
    """Two deals of Faro and two hands of Fan-Tan in turn, at one table with one set of checks."""
    house = {"faro": {"preset": "american", "limit": 20_000}, "fan_tan": {"preset": "encyclopedia", "pass_pays": 2}}
    lines = [
        opening(game=["fan_tan", "faro"], house=house),
        *seated(),
        *deal_lines(1, [bet(f"a-{seat}", seat, 700) for seat in FOUR_SEATS]),
        *hand_lines(5, wrong=(3,)),
        {"do": "settle_hand"},
        *hand_lines(6),
        {"do": "settle_hand"},
        {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": 3, "claim": "the pass was mine"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "stands", "reason": "it was written down"},
        *deal_lines(2, [bet(f"b-{seat}", seat, 1250) for seat in FOUR_SEATS[:2]], turns=25 if closed else 6),
        *([{"do": "close_night"}] if closed else []),
    ]
    return unrefused(lines)


@cache
def fifteen_players(deals: int = 12) -> Played:
    """Fifteen people in a night of both games: a hand of eight, two of whom leave, then thirteen at the layout.

    One never has checks, and one has them without ever laying a bet.
    """
    sat = tuple(f"seat-{seat}" for seat in range(1, 16))
    later = sat[2:]
    lines = [
        opening(game=["faro", "fan_tan"], house={"faro": "american", "fan_tan": ANTES_KEPT}, backers=[]),
        *seated(sat[:8], names=[f"{LONG_NAMES[0][:50]} {seat}" for seat in range(1, 9)]),
        *hand_lines(7, sat[:8], wrong=(2, 5)),
        {"do": "settle_hand"},
        *({"do": "leave_table", "player": seat} for seat in sat[:2]),
        *seated(sat[8:14], names=[f"Player {seat}" for seat in range(9, 15)]),
        {"do": "seat_player", "player": sat[14], "name": "Looking on"},
    ]
    for deal in range(1, deals + 1):
        bets = [bet(f"{deal}-{seat}", seat, 100 * at) for at, seat in enumerate(later[:-2], start=1)]
        lines += deal_lines(deal, bets)
    return unrefused([*lines, {"do": "close_night"}])


@cache
def two_players() -> Played:
    """Two people and one deal, in which nobody won or lost."""
    lines = [opening(backers=[]), *seated(("red", "blue"))]
    return played([*lines, *deal_lines(1), {"do": "close_night"}])


THREE_SEATS = ("red", "blue", "white")
NAMES = ("Wilhelmina Wyatt-Holliday", "Blue Jack", "Żółć <b>& Őry</b>")
DEALER = Sender(who="M. Earp", device="tablet")


@dataclass(frozen=True)
class Booked:
    """A night in a book, with all of its events."""

    book: Book
    now: Night
    events: tuple[Recorded, ...]

    @property
    def rows(self) -> list[StoredEvent]:
        return self.book.event_rows(self.now.id)


def _clock() -> Iterator[str]:
    at = datetime.fromisoformat("2026-11-22T01:10:00+00:00")
    while True:
        at += timedelta(seconds=11)
        yield at.isoformat().replace("+00:00", "Z")


def _kept(lines: list[dict[str, Any]]) -> Booked:
    """Play a night into a book in memory; whatever is refused stops it."""
    book = Book.open()
    ticks = _clock()
    service = NightService(book, clock=lambda: next(ticks))
    night = None
    for number, line in enumerate(lines, start=1):
        night = service.execute(line, DEALER, night=night, command_id=f"c{number}").night
    assert night is not None
    return Booked(book, service.night(night), tuple(service.events(night)))


def _dealings() -> list[dict[str, Any]]:
    """Seats, and money in every way but by play."""
    return [
        *seated(THREE_SEATS, checks=10_000, names=NAMES),
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
    stakes = zip(THREE_SEATS, ("Q", "7", "3"), (500, 775, 1_025), strict=True)
    singles = [bet(f"{deal}-{seat}", seat, stake, ranks=[rank]) for seat, rank, stake in stakes]
    copper = bet(f"{deal}-copper", "blue", 300, ranks=["K"], coppered=True)
    return [*singles, copper, bet(f"{deal}-split", "red", 450, kind="split", ranks=["8", "9"])]


def _whole_deal(seed: int) -> list[dict[str, Any]]:
    """A deal with bets, one of them pressed, and two calls of its last turn, of which one wins."""
    lines = deal_lines(seed, _bets(seed))
    order = [card[:-1] for card in pack(seed)[-3:]]
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
    return hand_lines(seed, THREE_SEATS, wrong=(2, 5, 9))


def _dead_hand() -> list[dict[str, Any]]:
    """A hand in which nobody laid a card: its pot is left for the next."""
    passes = [{"do": "pass", "player": seat} for seat in ("blue", "white", "red")]
    return [{"do": "start_hand", "dealer": "red"}, *passes, {"do": "end_hand"}, {"do": "settle_hand"}]


ANTES_KEPT = {"preset": "antes", "deal_moves": False}
ANTES = {**ANTES_KEPT, "chip": 50}
BANK = {"preset": "american", "sleepers": "dealer", "limit": 20_000}


@cache
def faro() -> Booked:
    """A closed night of Faro: a whole deal and one that was voided."""
    return _kept(
        [
            opening(house=BANK),
            *_dealings(),
            *_whole_deal(45),
            *_dispute("d1", "45-red", ("bank", "red", 450), ("white", "red", 25)),
            *deal_lines(4, _bets(4), turns=6),
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
            opening(game="fan_tan", house=ANTES, roll=0, backers=[]),
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
    return _kept([*_of_both(), *_dead_hand(), {"do": "close_night"}])


@cache
def both_open() -> Booked:
    """A night of both games in the middle of a hand, with bets won and a pot that lies."""
    return _kept([*_of_both(), *hand_lines(4, THREE_SEATS, turns=7)])


def _of_both() -> list[dict[str, Any]]:
    return [
        opening(game=["faro", "fan_tan"], house={"faro": BANK, "fan_tan": ANTES}),
        *_dealings(),
        *_whole_deal(45),
        *_dispute("d1", "45-red", ("bank", "red", 450), ("white", "red", 25)),
        *_wrong_hand(1),
        {"do": "take_penalty", "player": "blue", "turn": 2},
        {"do": "settle_hand"},
    ]


BOOKED: dict[str, Callable[[], Booked]] = {one.__name__: one for one in (faro, fan_tan, both, both_open)}
"""The nights by name."""


GUEST = "seat-of-the-guest"
EIGHT_SEATS = ("red", "blue", "white", "black", "yellow", "green", GUEST, "8")
LONGEST = 60
"""Letters of a name; see :data:`dealer.commands.commands` for the limit."""

LONGEST_NAMES = (
    "@" * LONGEST,
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte",
    "M. " + "Featherstonehaugh-Cholmondeley, Marquess of Bath and Others,"[: LONGEST - 3],
    "i" * LONGEST,
    "ÅÉÎÕŰŻ" * 10,
    "m " * 30 + "",
    "W" * LONGEST,
    "Wm",
)
FORTUNE = 123_456_775
"""Nine digits of cents."""

LONG_TEXT = "the copper fell off the check when the waiter leaned over the layout, and " + "W" * 50 + " all saw it fall"


@cache
def hostile(*, closed: bool = True) -> Played:
    """Eight players of the longest names with fortunes, markers, pledges, loans; disputes; deals and hands in turn."""
    house = {
        "faro": {"preset": "late_bank", "limit": 10**12, "sleepers": "dealer"},
        "fan_tan": {"preset": "antes", "chip": 25_000, "deal_moves": False},
    }
    lines: list[dict[str, Any]] = [
        opening(
            game=["faro", "fan_tan"],
            house=house,
            roll=10 * FORTUNE,
            table="T" * 40,
            dealer="The Reverend " + "D" * 30,
            backers=[{"name": name[:40], "share": 0.125} for name in LONGEST_NAMES],
        )
    ]
    for seat, name in zip(EIGHT_SEATS, LONGEST_NAMES, strict=True):
        lines += [
            {"do": "seat_player", "player": seat, "name": name},
            {"do": "buy_checks", "player": seat, "amount": 7 * FORTUNE},
            {"do": "issue_marker", "player": seat, "amount": FORTUNE},
            {"do": "take_pledge", "player": seat, "amount": FORTUNE, "item": f"{seat}: a {'w' * 60}"},
        ]
    lines += [
        {"do": "lend_stake", "lender": "red", "borrower": GUEST, "amount": FORTUNE, "profit_share": 0.25},
        {"do": "lend_stake", "lender": "white", "borrower": "red", "amount": FORTUNE, "profit_share": 0.25},
        *({"do": "tip", "player": seat, "amount": FORTUNE} for seat in EIGHT_SEATS[:3]),
    ]
    for deal in (1, 2):
        lines += deal_lines(deal, [bet(f"{deal}-{seat}", seat, FORTUNE) for seat in EIGHT_SEATS])
        lines += _long_dispute(f"d{deal}", f"{deal}-red", deal == 1)
    lines += [*hand_lines(7, EIGHT_SEATS, wrong=(2, 5, 9, 11, 14)), {"do": "settle_hand"}]
    for number in range(3, 5):
        lines += _long_dispute(f"d{number}", number, number % 2 == 0)
    lines += [
        *deal_lines(
            3, [bet(f"3-{seat}", seat, FORTUNE, kind="split", ranks=["8", "9"]) for seat in EIGHT_SEATS], turns=9
        ),
        {"do": "void_deal", "reason": LONG_TEXT},
    ]
    # One parts with all that they have, so that they go on owing a stake and a marker.
    left_cents = player_line(played(lines).now.ledger, GUEST).checks_cents
    lines.append({"do": "tip", "player": GUEST, "amount": left_cents})
    if closed:
        lines.append({"do": "close_night"})
    night = unrefused(lines)
    assert night.now.loans
    return night


def _long_dispute(key: str, about: str | int, corrected: bool) -> list[dict[str, Any]]:
    moved = [{"from": "bank", "to": "red", "amount": FORTUNE}, {"from": "white", "to": "red", "amount": FORTUNE}]
    how = {"ruling": "corrected", "law": 3, "corrections": moved} if corrected else {"ruling": "stands"}
    return [
        {"do": "raise_dispute", "dispute": key, "player": "red", "about": about, "claim": LONG_TEXT},
        {"do": "rule_dispute", "dispute": key, "reason": LONG_TEXT, **how},
    ]
