"""Nights as the rows that a book stores: every kind of event, and what a hand in the file does to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from typing import Any, TypeVar

from dealer.commands.refusal import Refusal
from dealer.dealing_box import BoxKeeper
from dealer.house.decide import HOUSE_WORDS
from dealer.night_service import NightService
from dealer.streams import Sender
from dealer.verification.inspection import Finding, HouseOfBook, Rows
from dealer.verification.streams import rows_of_night
from events.book.book import Book
from events.book.chain import StoredCommand, StoredEvent, digest, first_link
from events.book.event_types import kinds
from events.common import house
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.oracle.random_games import random_night_of
from tests.oracle.random_nights import random_night

Row = dict[str, Any]
StoredRow = TypeVar("StoredRow", StoredEvent, StoredCommand)

_BEGIN = datetime(2026, 11, 21, 20, tzinfo=UTC)
SENDER = Sender(who="M. Earp", device="tablet-1")


def stored(documents: Iterable[Row]) -> Rows:
    """The rows of a night of these commands, the refused ones among them; the same commands give the same rows.

    A command goes by its ``id``, or by its number where it has none. Commands of the house among them are carried out
    for the house; of several nights, the rows are the last one's.
    """
    hour = count()
    with Book.open() as book:
        nonces = count(1)
        service = NightService(
            book,
            clock=lambda: f"{_BEGIN + timedelta(seconds=next(hour)):%Y-%m-%dT%H:%M:%S}.000Z",
            box_keeper=BoxKeeper(b"the key of a house for the tests", lambda: f"{next(nonces):064x}"),
        )
        night = None
        for number, document in enumerate(documents, start=1):
            asked = {key: value for key, value in document.items() if key != "id"}
            ident = document.get("id", f"command-{number}")
            with suppress(Refusal):
                if asked["do"] in HOUSE_WORDS and "player" not in asked:
                    service.execute_for_house(asked, SENDER, command_id=ident)
                    continue
                closed = night is None or service.night(night).closed
                opens = asked["do"] == "open_night" and closed
                night = service.execute(asked, SENDER, night=None if opens else night, command_id=ident).night
        assert night
        return rows_of_night(book, night)


def copied(
    rows: Rows, events: Sequence[StoredEvent] | None = None, commands: Sequence[StoredCommand] | None = None
) -> Rows:
    """The same rows, or others in their place."""
    return Rows(
        rows.night,
        list(rows.events if events is None else events),
        list(rows.commands if commands is None else commands),
        house=rows.house,
    )


def without_house(rows: Rows) -> Rows:
    """The same rows in a book of a program that had no house."""
    older = copied(rows)
    older.house = None
    return older


def with_event(rows: Rows, version: int, /, **changed: Any) -> Rows:
    """The rows with columns of one event changed, and nothing else."""
    events = list(rows.events)
    events[version - 1] = events[version - 1]._replace(**changed)
    return copied(rows, events=events)


def with_command(rows: Rows, number: int, /, **changed: Any) -> Rows:
    """The rows with columns of one command changed, and nothing else."""
    commands = list(rows.commands)
    commands[number - 1] = commands[number - 1]._replace(**changed)
    return copied(rows, commands=commands)


def renumbered(rows: Rows) -> Rows:
    """The events numbered through as they stand, in their night and in the book, where the house's events stay."""
    assert rows.house
    taken = frozenset(row.position for row in rows.house.rows.events)
    free = (at for at in count(min(row.position for row in rows.events)) if at not in taken)
    events = [row._replace(position=next(free), version=at) for at, row in enumerate(rows.events, start=1)]
    return copied(rows, events=events)


def events_made_good(rows: Rows) -> Rows:
    """The chain of the events hashed again to its end."""
    return copied(rows, events=_chained(rows.events, first_link("facts", rows.night)))


def both_made_good(rows: Rows) -> Rows:
    """Both chains hashed again to their ends, each event with the new hash of the command that it names."""
    commands = _chained(rows.commands, first_link("commands", rows.night))
    hashes = {row.id: row.hash for row in commands}
    events = [row._replace(command_hash=hashes.get(row.command, row.command_hash)) for row in rows.events]
    return events_made_good(copied(rows, events=events, commands=commands))


def _chained(rows: Sequence[StoredRow], previous: str) -> list[StoredRow]:
    chained = []
    for row in rows:
        linked = row._replace(prev_hash=previous)
        previous = digest(linked[:-1])
        chained.append(linked._replace(hash=previous))
    return chained


FARO_SEEDS = (23, 24, 0, 28)
FAN_TAN_SEEDS = (4, 5, 0, 2)
SEEDS = {
    "pharo": (11, 28),
    "farmer": (1,),
    "spoil_five": (1,),
    "five_in_one": (11,),
    "frog": (296,),
    "auction_forty_five": (139,),
    "hasenpfeffer": (234,),
    "big_three": (11,),
    "four_deal_bridge": (299,),
}
"""Of the other games."""
ENOUGH_LINES = 150
# Of nights alone: the house, the staff and the papers have streams of their own.
KINDS = sorted(kind for kind, of in kinds().items() if of.__module__ != house.__name__)


def of_both_games() -> Iterator[Row]:
    """A loan for half the profit, a bet that wins, one lost and laid again, a foul deal, a foul hand, and the close."""
    yield {
        "do": "open_night",
        "table": "Back Room",
        "date": "2026-11-21",
        "game": ["faro", "fan_tan"],
        "house": {},
        "roll": 50_000,
        "dealer": "M. Earp",
    }
    for player in ("red", "blue", "green"):
        yield {"do": "seat_player", "player": player, "name": player.title()}
        yield {"do": "buy_checks", "player": player, "amount": 5_000}
    yield {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 1_000, "profit_share": 0.5}
    yield {"do": "start_deal"}
    yield {"do": "expose_soda", "card": "5s"}
    yield {"do": "place_bet", "bet": "a", "player": "blue", "kind": "single", "ranks": ["Q"], "stake": 2_000}
    yield {"do": "turn", "loser": "2d", "winner": "Kh", "id": "misread"}
    yield {"do": "buy_checks", "player": "red", "amount": 25}
    yield {"do": "amend", "command": "misread", "instead": {"do": "turn", "loser": "2d", "winner": "Qh"}, "drop": []}
    yield {"do": "place_bet", "bet": "b", "player": "red", "kind": "single", "ranks": ["J"], "stake": 500}
    yield {"do": "turn", "loser": "Jd", "winner": "3h"}
    yield {"do": "same_again", "player": "red", "bet": "c"}
    yield {"do": "count_pack", "player": "blue", "cards": 46}
    yield {"do": "void_deal", "reason": "a card was face up"}
    yield {"do": "start_hand", "dealer": "red"}
    yield {"do": "void_hand", "reason": "a short pack"}
    yield {"do": "issue_marker", "player": "red", "amount": 1_000}
    yield {"do": "void", "reason": "written for the wrong player"}
    yield {"do": "close_night"}
    yield {"do": "start_deal"}


def from_boxes() -> Iterator[Row]:
    """A night from the dealing box: a deal with words and a turn that is taken back, a hand, and a deal given up."""
    opening = {"table": "Back Room", "date": "2026-11-21", "house": {}, "roll": 50_000, "dealer": "M. Earp"}
    yield {"do": "open_night", "game": ["faro", "spoil_five"], "cards": "box", **opening}
    for player in ("red", "blue"):
        yield {"do": "seat_player", "player": player, "name": player.title()}
        yield {"do": "buy_checks", "player": player, "amount": 5_000}
    yield {"do": "add_words", "player": "red", "words": "Faites vos jeux"}
    yield {"do": "start_deal"}
    yield {"do": "add_words", "player": "blue", "words": "“Ümläut”"}
    yield {"do": "expose_soda"}
    yield {"do": "place_bet", "bet": "a", "player": "blue", "kind": "single", "ranks": ["Q"], "stake": 500}
    yield {"do": "turn"}
    yield {"do": "void", "reason": "too early"}
    for _ in range(25):
        yield {"do": "turn"}
    yield {"do": "expose_hock"}
    yield {"do": "end_deal"}
    yield {"do": "start_hand", "dealer": "red"}
    yield {"do": "turn_up"}
    yield {"do": "deal_cards", "player": "red"}
    yield {"do": "score_hand", "tricks": {"red": 3}}
    yield {"do": "start_deal"}
    yield {"do": "expose_soda"}
    yield {"do": "draw_loser"}
    yield {"do": "void_deal", "reason": "a call came in"}
    yield {"do": "void"}
    yield {"do": "close_night"}


def open_to_its_players() -> Iterator[Row]:
    """The game is opened to players, held and closed again; a hand is on a phone, and moves; a deal is foul."""
    opening = {"table": "Back Room", "date": "2026-11-21", "house": {}, "roll": 50_000, "dealer": "M. Earp"}
    yield {"do": "open_night", "game": "pharo", **opening}
    yield {"do": "seat_player", "player": "red", "name": "Red"}
    yield {"do": "buy_checks", "player": "red", "amount": 5_000}
    for do in ("open_to_players", "hold_players", "close_to_players", "start_deal"):
        yield {"do": do}
    yield {"do": "bind_hand", "player": "red", "device": "phone-1", "link": "0123456789abcdef-0"}
    yield {"do": "move_hand", "player": "red"}
    yield {"do": "void_deal", "reason": "a card was face up"}
    yield {"do": "close_night"}


def a_drawn_match() -> Iterator[Row]:
    """Four deals of bridge that leave both sides with as many points; before them seats move, and a player sits out."""
    opening = {"table": "Back Room", "date": "2026-11-21", "house": {}, "roll": 0, "dealer": "M. Earp"}
    yield {"do": "open_night", "game": "four_deal_bridge", **opening}
    seats = ("red", "blue", "white", "black")
    for player in seats:
        yield {"do": "seat_player", "player": player, "name": player.title()}
        yield {"do": "buy_checks", "player": player, "amount": 5_000}
    yield {"do": "move_seat", "player": "black", "after": "white"}
    yield {"do": "sit_out", "player": "black"}
    yield {"do": "sit_in", "player": "black"}
    yield {"do": "start_match", "sides": [["red", "white"], ["blue", "black"]]}
    # Short of seven tricks by one, three, two and one; vulnerable in the last deal alone.
    for dealer, declarer, tricks in zip(seats, ("red", "red", "blue", "blue"), (6, 4, 5, 6), strict=True):
        yield {"do": "start_hand", "dealer": dealer}
        yield {"do": "contract", "player": declarer, "bid": "1nt"}
        yield {"do": "score_hand", "tricks": {declarer: tricks, "blue" if declarer == "red" else "red": 13 - tricks}}
    yield {"do": "close_night"}


def of_the_house() -> Iterator[Row]:
    """A night with cards, front money, old markers, reliefs, counts and slips, and a cut for its dealers.

    Its dealers have names and roles. It is the second: the first left a marker open.
    """
    opening = {"table": "Back Room", "game": "faro", "house": {"marker_limit": 20_000}, "roll": 50_000}
    yield {"do": "house_rules", "dealers_cut": 10, "credit_limit": 30_000, "second_marker": 9_000}
    yield {"do": "register_player", "card": "ada", "name": "Ada Lamb"}
    yield {"do": "register_player", "card": "ben", "name": "Ben Orr", "credit_limit": 5_000}
    yield {"do": "deposit", "card": "ada", "amount": 5_000}
    yield {"do": "open_night", "date": "2026-11-20", "dealer": "M. Earp", **opening}
    yield {"do": "seat_player", "player": "red", "card": "ada"}
    yield {"do": "issue_marker", "player": "red", "amount": 8_000}
    yield {"do": "start_deal"}
    yield {"do": "expose_soda", "card": "7d"}
    yield {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["A"], "stake": 8_000}
    yield {"do": "turn", "loser": "As", "winner": "Kh"}
    yield {"do": "close_night"}
    yield {"do": "engage", "name": "W. Earp", "roles": ["owner"]}
    yield {"do": "engage", "name": "M. Earp", "roles": ["dealer", "floor"]}
    yield {"do": "open_night", "date": "2026-11-21", "dealer": "M. Earp", "who": "M. Earp", **opening}
    yield {"do": "count_drawer", "at": "opening", "cash": 50_000}
    yield {"do": "seat_player", "player": "red", "card": "ada"}
    yield {"do": "seat_player", "player": "blue", "card": "ben", "name": "Mr. Orr"}
    yield {"do": "draw_deposit", "player": "red", "amount": 4_000, "who": "M. Earp"}
    yield {"do": "redeem_carried", "player": "red", "amount": 1_000, "with": "cash"}
    yield {"do": "redeem_carried", "player": "red", "amount": 500, "with": "checks"}
    yield {"do": "redeem_carried", "player": "blue", "amount": 500, "with": "cash"}
    yield {"do": "issue_marker", "player": "red", "amount": 10_000}
    yield {"do": "issue_marker", "player": "red", "amount": 10_000, "second": "W. Earp"}
    yield {"do": "issue_marker", "player": "blue", "amount": 6_000}
    yield {"do": "fill", "amount": 10_000, "who": "M. Earp"}
    yield {"do": "credit", "amount": 2_000}
    yield {"do": "drop", "amount": 3_000}
    yield {"do": "drop", "amount": 500}
    yield {"do": "buy_checks", "player": "blue", "amount": 1_000}
    yield {"do": "void_slip", "kind": "drop", "number": 2, "reason": "not yet"}
    yield {"do": "void", "reason": "the wrong player"}
    yield {"do": "start_deal"}
    yield {"do": "expose_soda", "card": "7d"}
    yield {"do": "place_bet", "bet": "b", "player": "red", "kind": "single", "ranks": ["A"], "stake": 9_000}
    yield {"do": "turn", "loser": "As", "winner": "Kh"}
    yield {"do": "relieve_dealer", "dealer": "J. Deal", "who": "M. Earp"}
    yield {"do": "tip", "player": "red", "amount": 25}
    yield {"do": "change_player", "card": "ada", "name": "Ada Orr"}
    yield {"do": "count_drawer", "at": "closing", "cash": 56_000, "reason": "a dollar over"}
    yield {"do": "place_bet", "bet": "c", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}
    yield {"do": "turn", "loser": "Qs", "winner": "2h"}
    yield {"do": "write_off", "card": "ada", "amount": 100, "reason": "a friend of the house"}
    yield {"do": "close_night"}


@cache
def nights() -> tuple[Rows, ...]:
    """Nights of each game, of Faro and Fan-Tan together and of the house, which hold every kind of event."""
    return (
        *(stored(random_night(seed, most_lines=ENOUGH_LINES)) for seed in FARO_SEEDS),
        *(stored(random_fan_tan_night(seed, most_lines=ENOUGH_LINES)) for seed in FAN_TAN_SEEDS),
        *(stored(random_night_of(game, seed, most_lines=ENOUGH_LINES)) for game, own in SEEDS.items() for seed in own),
        stored(of_both_games()),
        stored(from_boxes()),
        stored(open_to_its_players()),
        stored(a_drawn_match()),
        stored(of_the_house()),
    )


@cache
def first_of(kind: str) -> tuple[Rows, int]:
    """The rows of a night around its first event of a kind, the earliest that there is, and the event's version."""
    found = [(row.version, rows) for rows in nights() for row in rows.events if row.kind == kind]
    version, rows = min(found, key=lambda one: one[0])
    end = min(end for end in rows.ends if end >= version)
    last = min((later for later in rows.ends if later > end), default=end)
    commands = [row for row in rows.commands if row.version_after <= last]
    until = copied(rows, rows.events[:last], commands)
    until.house = _house_before(rows, last + 1)
    return until, version


def _house_before(rows: Rows, version: int) -> HouseOfBook:
    """The house as it was before an event of a night, as it is if the night has no such event."""
    assert rows.house
    if version > len(rows.events):
        return rows.house
    events = rows.house.version_before(rows, version)
    house = rows.house.rows
    return HouseOfBook(
        Rows(house.night, house.events[:events], [c for c in house.commands if c.version_after <= events])
    )


def named_by(finding: Finding | None, what: str = "version") -> tuple[str, int | None]:
    """The check that finds something, and the event (or ``command``) that it names."""
    assert finding
    return finding.check, getattr(finding, what)
