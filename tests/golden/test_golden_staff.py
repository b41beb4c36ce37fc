"""A register of staff made before delays grew and sessions were events: it verifies, and goes on by today's rules."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.commands.refusal import Refusal
from dealer.staff import Register, decide, evolve, read_staff_command
from dealer.staff_keeper import StaffKeeper
from dealer.verification.streams import verify_staff
from events.book.book import Book
from events.common.house import STAFF
from tests.support.house import CHEAP, SECRET_KEY, Client
from web.app.authentication import Authentication
from web.application import create_app

ARCHIVE = Path(__file__).parent / "8e014f3-staff.db.xz"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    path = tmp_path / "staff.db"
    path.write_bytes(lzma.decompress(ARCHIVE.read_bytes()))
    with Book.open(path, create=False) as opened:
        yield opened


def test_its_locks_are_decided_again_as_they_were(book: Book) -> None:
    verdict = verify_staff(book)
    assert verdict.finding is None
    kinds = [one.kind for one in book.events(STAFF)]
    assert (kinds.count("SignInRefused"), kinds.count("SignInUnlocked")) == (15, 1)
    refused = [one.refused for one in book.commands(STAFF) if one.refused]
    assert refused == ["sign_in_locked"] * 3 + ["unknown_staff"]


def test_it_goes_on_under_the_rules_of_today_and_verifies(book: Book) -> None:
    auth = Authentication(book, SECRET_KEY, hasher=CHEAP)
    app = create_app(book, secret_key=SECRET_KEY, auth=auth)
    client = Client(app.test_client())
    assert client.sign_in("M. Earp", "1871").status_code == 200
    assert client.get("/staff").status_code == 200
    stranger = Client(app.test_client())
    for _ in range(5):
        assert stranger.sign_in("M. Earp", "0000").status_code == 401
    assert stranger.sign_in("M. Earp", "1871").status_code == 429
    assert client.post("/api/sign-out", {}).status_code == 204
    assert Client(client.http).sign_in("M. Earp", "1871").status_code == 200
    assert verify_staff(book).sound


def test_devices_of_then_are_trusted_as_those_of_now(book: Book) -> None:
    keeper = StaffKeeper(book)
    (row,) = [one for one in book.events(STAFF) if one.kind == "SignedIn" and one.device == "tablet-1"][-1:]
    earp = keeper.register().members["m. earp"]
    assert earp.trusts("tablet-1", row.at)
    assert not earp.trusts("tablet-9", row.at)


def test_an_old_sign_in_is_decided_by_the_five_minutes_of_then(book: Book) -> None:
    register = Register()
    for one in book.events(STAFF)[:8]:
        register = evolve(register, one.event, one.at, one.device)
    asked = read_staff_command({"do": "sign_in", "name": "M. Earp", "pin": "right"})
    with pytest.raises(Refusal):
        decide(register, asked, "2026-11-20T20:04:00.000Z")
    assert decide(register, asked, "2026-11-20T20:30:00.000Z")
