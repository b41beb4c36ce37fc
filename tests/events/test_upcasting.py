"""A book written before the version of an event was raised is read, verified, exported, printed and gone on with.

Here is the pattern of a test for whoever raises one: the older shape of the body, what it is today, and what lifts it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dealer.night.result import result_of
from dealer.night_service import NightService
from dealer.verification.streams import verify
from events.book import event_types as register
from events.book import unit_of_work as writing
from events.book.book import Book
from events.book.event_types import UnknownEvent, decode, encode, load
from events.common import event as upcasting
from events.common.event import Body, Event, upcasts
from events.common.night import PlayerSeated
from events.records import BookError
from ledger.export import FORMATS
from reports.pdf.archive import NightLog
from tests.events.dealing import open_night, send
from tests.events.shelves import Shelf
from tests.support.fixtures import POSTGRESQL
from tests.support.forger import forging, make_hashes_good


def seat_is_a_player(body: Body) -> Body:
    """Version 1 called the player by ``seat`` and had the name in two parts."""
    first, last = body["first"], body["last"]
    rest = {key: value for key, value in body.items() if key not in ("seat", "first", "last")}
    return {**rest, "player": body["seat"], "name": f"{first} {last}".strip()}


def as_in_version_1(event: Event) -> str:
    """A body as the program of then wrote it."""
    if not isinstance(event, PlayerSeated):
        return encode(event)
    first, _, last = event.name.partition(" ")
    older = {"first": first, "last": last, "moves": [], "seat": event.player}
    return json.dumps(older, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_in_version_1(body: str | bytes) -> Event:
    return PlayerSeated(**seat_is_a_player(json.loads(body)) | {"moves": ()})


@pytest.fixture(params=["file", POSTGRESQL])
def shelf(request: pytest.FixtureRequest) -> Shelf:
    shelf: Shelf = request.getfixturevalue(f"{request.param}_shelf")
    return shelf


@dataclass(frozen=True)
class Older:
    """A book of the program of version 1, and what that gave of it."""

    book: Book
    night: str
    result: dict[str, Any]
    exported: dict[str, bytes]


def exports(book: Book) -> dict[str, bytes]:
    return {to: b"".join(FORMATS[to].pieces(book, book.nights())) for to in FORMATS}


@pytest.fixture
def older(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> Iterator[Older]:
    """The book, in a file or in PostgreSQL, with version 2 of the event in force."""
    yield from written_before(shelf, monkeypatch)


@pytest.fixture
def in_file(file_shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> Iterator[Older]:
    """The same in a file."""
    yield from written_before(file_shelf, monkeypatch)


def written_before(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> Iterator[Older]:
    monkeypatch.setattr(upcasting, "_upcasters", {})
    monkeypatch.setattr(PlayerSeated, "schema_version", 1)
    decoder = register._decoder.__wrapped__

    def decoder_then(kind: str, version: int) -> Callable[[str | bytes], Any]:
        return read_in_version_1 if (kind, version) == ("PlayerSeated", 1) else decoder(kind, version)

    with monkeypatch.context() as then, shelf.open() as book:
        then.setattr(writing, "encode", as_in_version_1)
        then.setattr(register, "_decoder", decoder_then)
        service = NightService(book)
        night = open_night(service)
        send(service, night, "seat_player", player="green", name="Ada Lamb")
        result = result_of(service.night(night), service.events(night))
    monkeypatch.setattr(register, "_decoder", cache(decoder))
    upcasts(PlayerSeated, to=2)(seat_is_a_player)
    with shelf.open() as book:
        yield Older(book, night, result, exports(book))


def test_it_is_sound_and_decided_again(older: Older) -> None:
    verdict = verify(older.book, older.night)
    assert verdict.finding is None
    assert [row.schema_version for row in older.book.event_rows(older.night)].count(1) == verdict.events


def test_it_has_the_result_that_it_had(older: Older) -> None:
    service = NightService(older.book)
    events = service.events(older.night)
    assert result_of(service.night(older.night), events) == older.result
    seated = [record.event for record in events if isinstance(record.event, PlayerSeated)]
    assert [(entry.player, entry.name) for entry in seated] == [("red", "Red"), ("blue", "Blue"), ("green", "Ada Lamb")]


def test_what_is_stored_stays_and_every_hash_is_taken_over_it(older: Older) -> None:
    """In the export of the rows, and in the log that every sheet carries."""
    stored = older.book.event_rows(older.night)
    logged = json.loads(NightLog(stored).of(range(1, len(stored) + 1)))["facts"]
    assert logged == [row._asdict() for row in stored]
    lines = older.exported["jsonl"].decode().splitlines()
    assert any(r"\"seat\":\"green\"" in line for line in lines)


def test_it_goes_on_in_the_version_of_today(older: Older) -> None:
    service = NightService(older.book)
    send(service, older.night, "seat_player", player="brown", name="Cy Young")
    assert verify(older.book, older.night).sound
    seated = [row for row in older.book.event_rows(older.night) if row.kind == "PlayerSeated"]
    assert [row.schema_version for row in seated] == [1, 1, 1, 2]
    assert json.loads(seated[-1].body) == {"moves": [], "name": "Cy Young", "player": "brown"}


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('{"first":"R","last":"","moves":[],"seat":"red","surplus":1}', "not written as this program writes one"),
        ('{"last":"","first":"R","moves":[],"seat":"red"}', "not written as this program writes one"),
        ('{"first":"R","moves":[],"seat":"red"}', "cannot be lifted: KeyError('last')"),
        ('{"first":"R","last":"","moves":[],"seat":7}', "Expected `str`, got `int`"),
    ],
)
def test_a_forged_older_body_is_found(in_file: Older, file_shelf: Shelf, tmp_path: Path, body: str, what: str) -> None:
    in_file.book.close()
    assert isinstance(file_shelf.where, Path)
    with forging(file_shelf.where, tmp_path) as forger:
        forger("UPDATE facts SET body = ? WHERE version = 2", body)
        make_hashes_good(forger)
        finding = forger.verdict().finding
    assert finding
    assert (finding.version, what in finding.what) == (2, True), finding.what


def test_versions_are_lifted_one_after_the_other_by_both_readings(in_file: Older) -> None:
    upcasts(PlayerSeated, to=3)(lambda body: {**body, "name": body["name"].upper()})
    register._decoder.cache_clear()
    body = '{"first":"Ada","last":"Lamb","moves":[],"seat":"red"}'
    read = decode("PlayerSeated", 1, body)
    assert read == load("PlayerSeated", 1, json.loads(body)) == PlayerSeated(player="red", name="ADA LAMB")
    assert decode("PlayerSeated", 2, '{"name":"Ada","player":"red"}').name == "ADA"
    assert decode("PlayerSeated", 3, '{"name":"Ada","player":"red"}').name == "Ada"
    for version in (0, 4):
        with pytest.raises(UnknownEvent, match=f"no event is called PlayerSeated in version {version}"):
            decode("PlayerSeated", version, body)


def test_a_newer_version_than_the_program_knows_is_told(in_file: Older, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where an older program opens the book of a newer one."""
    send(NightService(in_file.book), in_file.night, "seat_player", player="brown", name="Cy Young")
    monkeypatch.setattr(PlayerSeated, "schema_version", 1)
    register._decoder.cache_clear()
    with pytest.raises(BookError, match="no event is called PlayerSeated in version 2"):
        in_file.book.events(in_file.night, after=6)


def test_no_version_is_left_out() -> None:
    with pytest.raises(TypeError, match="PlayerSeated is of version 1, and is not lifted to 3"):
        upcasts(PlayerSeated, to=3)
