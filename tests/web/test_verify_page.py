"""The page that verifies a night: with a script and without, sound and tampered with, and never two at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event, Thread

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from dealer.night_service import NightService
from dealer.streams import Sender
from dealer.verification.inspection import Looked, Watch
from dealer.verification.streams import CHECKS
from events.book.book import Book
from tests.support.forger import NIGHT, Forger, make_hashes_good
from tests.support.house import CHEAP, OPENING, PIN, SECRET_KEY, STAFF_NAME, Client, House, small_night
from tests.web.tablet_in_browser import Tablets
from web.app.authentication import Authentication
from web.app.background_work import turn_of
from web.nights.verifications import verifications

SENDER = Sender(who="test", device="test")


def button(client: FlaskClient, night: str) -> dict[str, str]:
    """What the page's form sends."""
    page = client.get(f"/nights/{night}/verify").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    return {"csrf_token": token[1]}


def test_the_button_waits_for_the_verdict_where_there_is_no_script(client: Client, night: str) -> None:
    page = client.get(f"/nights/{night}/verify").text
    assert 'class="verdict' not in page
    assert all(check.says in page for check in CHECKS)
    sent = client.http.post(f"/nights/{night}/verify", data=button(client.http, night))
    assert (sent.status_code, sent.headers["Location"]) == (303, f"/nights/{night}/verify")
    page = client.get(f"/nights/{night}/verify").text
    assert '<div class="verdict sound"' in page
    assert page.count(">holds<") == len(CHECKS)
    assert "7 events and 7 commands (0 refused)" in page


def test_a_page_that_asks_for_a_stream_is_told_while_it_goes_on(client: Client, night: str) -> None:
    answer = client.http.post(
        f"/nights/{night}/verify", data=button(client.http, night), headers={"Accept": "text/event-stream"}
    )
    assert answer.mimetype == "text/event-stream"
    parts = answer.text.strip().split("\n\n")
    assert all(line.startswith("data: ") for part in parts for line in part.split("\n"))
    assert all('class="verdict under-way"' in part for part in parts[:-1])
    assert 'class="verdict sound"' in parts[-1]
    assert parts[-1].count(">holds<") == len(CHECKS)


def test_who_asks_for_the_same_night_meanwhile_waits_for_the_same(house: House, night: str) -> None:
    other = house.open_night()
    with house.app.test_request_context():
        all_of_them = verifications()
    with turn_of(house.app):
        first = all_of_them.begin(house.book, night)
        assert all_of_them.begin(house.book, night) is first
        waiting = all_of_them.begin(house.book, other)
        assert waiting is not first
        assert not next(first.follow(0)).looked, "it began before its turn"
    assert first.wait().verdict
    assert waiting.wait().verdict
    last = all_of_them.last(night)
    assert last
    assert last is first.wait()
    assert all_of_them.begin(house.book, night) is not first


def test_a_night_being_verified_takes_commands(house: House, night: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of its checks: the book was let go of once its rows were read, and the command is not in them."""
    with house.app.test_request_context():
        all_of_them = verifications()
    looking, taken = Event(), Event()

    def stopped(watch: Watch) -> Watch:
        def watched(looked: Sequence[Looked]) -> None:
            watch(looked)
            looking.set()
            taken.wait()

        return watched

    monkeypatch.setattr("web.nights.verifications.kind_to_others", stopped)
    begun = all_of_them.begin(house.book, night)
    looking.wait()
    before = len(house.book.events(night))
    version = house.do(night, "buy_checks", player="red", amount=500)
    taken.set()
    verdict = begun.wait().verdict
    assert verdict
    assert (verdict.sound, verdict.events, version) == (True, before, before + 1)


def test_a_night_that_is_not_there(client: Client) -> None:
    for night in ("1882-01-01-1", "staff"):
        assert client.get(f"/nights/{night}/verify").status_code == 404
        assert client.post(f"/nights/{night}/verify", {}).status_code == 404


def test_what_keeps_a_verification_from_a_verdict_is_said(house: House, client: Client, night: str) -> None:
    form = button(client.http, night)
    with house.app.test_request_context():
        all_of_them = verifications()
    thread = Thread(target=house.book.close)
    with turn_of(house.app):
        begun = all_of_them.begin(house.book, night)
        thread.start()
        thread.join()
    shown = begun.wait()
    assert shown.verdict is None
    assert str(shown.error) == "The book is closed."
    assert client.http.post(f"/nights/{night}/verify", data=form).status_code == 503


def test_a_fault_of_the_program_is_said_to_be_one(client: Client, night: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def falls_over(*_: object) -> None:
        raise KeyError("red")

    form = button(client.http, night)
    monkeypatch.setattr("dealer.night.money.check_amount", falls_over)
    client.http.post(f"/nights/{night}/verify", data=form)
    page = client.get(f"/nights/{night}/verify").text
    assert "<b>No verdict.</b> The program failed at command 3: decided again it fails: &#39;red&#39;." in page
    assert "That is a fault of the program, not of the book." in page
    assert "Not sound" not in page
    assert page.count(">fails<") == 1
    assert 'class="difference"' not in page


@pytest.fixture
def forger(tmp_path: Path) -> Iterator[Forger]:
    """A night in a file, and a hand in it."""
    path = tmp_path / "book.db"
    with Book.open(path) as book:
        Authentication(book, SECRET_KEY, hasher=CHEAP).engage(STAFF_NAME, PIN, SENDER)
        service = NightService(book)
        service.execute({"do": "open_night", **OPENING}, SENDER)
        service.execute({"do": "seat_player", "player": "red", "name": "Ada Lamb"}, SENDER, night=NIGHT)
        service.execute({"do": "buy_checks", "player": "red", "amount": 20_000}, SENDER, night=NIGHT)
    forging = Forger(path)
    yield forging
    forging.raw.close()


@pytest.mark.parametrize(
    ("change", "named", "way"),
    [
        ("UPDATE facts SET body = replace(body, '20000', '30000') WHERE kind = 'ChecksBought'", "event 3", ""),
        ("UPDATE facts SET kind = 'NeverHeardOf' WHERE kind = 'NightOpened'", "event 1", ""),
        ("DELETE FROM facts WHERE kind = 'PlayerSeated'", "event 2", ""),
        ("UPDATE facts SET kind = 'NeverHeardOf' WHERE kind = 'ChecksBought'", "event 3", ""),
        ("DELETE FROM facts WHERE night = '2026-11-21-1'", "event 1", ""),
        ("UPDATE facts SET hash = CAST(x'ff' AS TEXT) WHERE kind = 'ChecksBought'", "event 3", ""),
    ],
)
def test_a_night_that_was_tampered_with_still_has_its_page(forger: Forger, change: str, named: str, way: str) -> None:
    forger(change)
    forger.raw.commit()
    page, looked_back = verified_page(forger.path, way or "at=1")
    assert '<div class="verdict unsound"' in page
    assert f"<b>Not sound: {named}.</b>" in page
    assert (f'href="/nights/{NIGHT}?{way}"' in page) == bool(way)
    assert (looked_back == 200) == bool(way)
    assert ("cannot be shown" in page) == (not way and named != "event 1")


def verified_page(path: Path, query: str = "at=1") -> tuple[str, int]:
    """What the page says of a forged night once it is verified, and the status of the night as of an event."""
    with Book.open(path) as book:
        house = House(book, staff=False)
        if not house.auth.register.members:
            house.auth.engage(STAFF_NAME, PIN, SENDER)
        client = house.client()
        client.http.post(f"/nights/{NIGHT}/verify", data=button(client.http, NIGHT))
        page = client.get(f"/nights/{NIGHT}/verify").text
        return page, client.get(f"/nights/{NIGHT}?{query}").status_code


def test_a_sound_book_is_held_against_its_head_too(forger: Forger) -> None:
    page, _ = verified_page(forger.path)
    assert '<div class="verdict sound"' in page
    assert "Checked against book.db.head of " in page
    forger.path.with_name("book.db.head").write_text("none")
    assert "is not the head of a book" in verified_page(forger.path)[0]


def test_a_book_whose_structure_was_bent_is_not_sound_though_its_night_is(forger: Forger) -> None:
    forger("CREATE TRIGGER aside AFTER INSERT ON facts BEGIN SELECT 1; END")
    forger.raw.commit()
    page, _ = verified_page(forger.path)
    assert '<div class="verdict unsound"' in page
    assert "there is a trigger aside that is not the book" in page
    assert "The night itself holds." in page


def test_a_book_that_is_older_than_its_head_is_not_sound_though_its_night_is(forger: Forger) -> None:
    head = forger.path.with_name("book.db.head")
    kept = json.loads(head.read_text())
    kept["streams"]["2026-11-20-1"] = kept["streams"][NIGHT]
    head.write_text(json.dumps(kept))
    page, _ = verified_page(forger.path)
    assert '<div class="verdict unsound"' in page
    assert "Its end is missing: book.db.head of " in page
    assert "The night itself holds." in page


def test_the_page_shows_the_forgery_beside_what_comes_of_deciding_again(tmp_path: Path) -> None:
    with Book.open(tmp_path / "book.db") as book:
        small_night(book, "Ada Lamb")
    forger = Forger(tmp_path / "book.db")
    forger("UPDATE facts SET body = replace(body, '20000', '30000') WHERE kind = 'ChecksBought'")
    make_hashes_good(forger)
    forger.raw.commit()
    forger.raw.close()
    page, _ = verified_page(forger.path)
    marked = re.findall(r'<tr class="differs">.*?<th scope="row">(.*?)</th>(.*?)</tr>', page)
    assert [(path, re.findall("<code>(.*?)</code>", cells)) for path, cells in marked] == [
        ("amount_cents", ["30000", "20000"]),
        ("moves[0].amount_cents", ["30000", "20000"]),
    ]


def test_the_checks_are_followed_on_the_page(tablets: Tablets, night: str) -> None:
    tablet = tablets.new()
    tablet.go(f"/nights/{night}/verify")
    tablet.page.get_by_role("button", name="Verify this night").click()
    verdict = tablet.page.locator(".verdict.sound")
    expect(verdict).to_contain_text("Sound.")
    expect(verdict).to_be_focused()
    expect(tablet.page.locator(".checks .won")).to_have_count(len(CHECKS))
    expect(tablet.page.get_by_role("button", name="Verify this night")).to_be_enabled()
