"""Looking back at a night: its steps, the screens of the past, and the scrubber."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from dealer.commands.refusal import Refusal
from dealer.demo import Demo, demos
from events.book import reading
from events.book.book import Book
from events.book.chain import StoredCommand, StoredEvent, first_link
from events.book.sqlite import sqlite3
from events.games.fan_tan import PotWon
from events.records import RecordedCommand
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.forger import Forger, make_hashes_good
from tests.support.house import Client, House
from tests.web.evenings import COMMANDS, short_night, worked_night
from tests.web.geometry import measure, overlaps
from tests.web.tablet_in_browser import Tablets, resize
from tests.web.test_screens import faro_of, match_of
from web.app.links import board_link, player_link
from web.time_travel import STEPS_AT_HAND, Step, Steps, steps_of


def by_now(house: House, night: str) -> tuple[Step, ...]:
    with house.app.test_request_context():
        return steps_of(night)


def test_a_night_is_gone_on_from_and_has_the_steps_that_it_has_when_made_at_once(house: House) -> None:
    read: list[tuple[int, int]] = []

    def commands(book: Book, night: str, *, after: int = 0) -> list[RecordedCommand]:
        found = unwatched(book, night, after=after)
        read.append((after, len(found)))
        return found

    night = house.open_night(game=["faro", "fan_tan"], house={"faro": "american", "fan_tan": {"preset": "antes"}})
    unwatched = Book.commands
    with patch.object(Book, "commands", commands):
        for do, arguments in COMMANDS:
            with suppress(Refusal):
                house.do(night, do, **arguments)
            gone_on = by_now(house, night)
            by_now(house, night)
    # The opening with the first; then the last that was known, to compare it, and the new one.
    assert read == [(0, 2), *((number, 2) for number in range(1, len(COMMANDS)))]
    history, recorded = house.service.history(night), house.book.commands(night)
    at_once = Steps().continued(history, recorded).made
    assert gone_on == at_once
    assert [step.number for step in gone_on] == [entry.number for entry in recorded]
    assert (gone_on[15].taken_back_by, gone_on[16].takes_back) == (17, 16)
    assert gone_on[16].sentence == "Taken back: the 7♦ as winner."
    for cut in (1, 16, 17, 30):
        assert Steps().continued(history, recorded[:cut]).continued(history, recorded[cut:]).made == at_once


def test_a_book_that_is_another_now_has_other_steps(tmp_path: Path) -> None:
    """As a copy put back under the running program: as many commands, or more, but not the same ones."""
    where = tmp_path / "book.db"
    with Book.open(where) as book:
        house = House(book)
        night = house.open_night()
        house.seat(night, red="Ada Lamb")
        assert by_now(house, night)[1].sentence == "Ada Lamb takes a seat."
        forger = Forger(where)
        with closing(forger.raw):
            forger("UPDATE commands SET who = 'another' WHERE night = ?", night)
            make_hashes_good(forger)
            forger.raw.commit()
        assert {step.who for step in by_now(house, night)} == {"another"}


def test_the_steps_of_a_few_nights_are_kept(house: House) -> None:
    nights = [house.open_night() for _ in range(STEPS_AT_HAND + 1)]
    kept = [by_now(house, night) for night in nights]
    again = [by_now(house, night) for night in reversed(nights)]
    assert [ours is theirs for ours, theirs in zip(kept[1:], again[-2::-1], strict=True)] == [True] * STEPS_AT_HAND
    assert again[-1] == kept[0]
    assert again[-1] is not kept[0]


MAIN = re.compile(r"<main[^>]*>(.*)</main>", re.DOTALL)


class StoppedHouse:
    """A house whose book has a night only up to an event, copied row by row from another book.

    The copies keep their hashes, though they lie at other positions; each has a command of its own.
    """

    def __init__(self, path: Path) -> None:
        self.book = Book.open(path)
        self.client = House(self.book).client()
        self._rows = sqlite3.connect(str(path))
        self._unchecked = patch.multiple(reading, follows=_is_so, is_whole=_is_so)
        self._unchecked.start()

    def take(self, row: StoredEvent) -> None:
        """Copy the row of one event to the end of this book."""
        (position,) = self._rows.execute("SELECT max(position) + 1 FROM facts").fetchone()
        self._insert("facts", {**row._asdict(), "position": position})
        made = StoredCommand(
            id=f"{row.night} {row.version}",
            night=row.night,
            number=row.version,
            body="{}",
            at=row.at,
            who=row.who,
            device=row.device,
            version_before=row.version - 1,
            version_after=row.version,
            refused=None,
            why=None,
            prev_hash=row.prev_hash if row.version > 1 else first_link("commands", row.night),
            hash=row.hash,
        )
        self._insert("commands", made._asdict())

    def _insert(self, table: str, values: dict[str, Any]) -> None:
        places = ", ".join(f":{name}" for name in values)
        self._rows.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})", values)
        self._rows.commit()

    def close(self) -> None:
        """Close the book."""
        self._unchecked.stop()
        self._rows.close()
        self.book.close()


def _is_so(*_: object) -> bool:
    return True


@pytest.fixture(scope="module")
def past_house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def past_night(past_house: House) -> str:
    return short_night(past_house)


@pytest.fixture(scope="module")
def past_client(past_house: House) -> Client:
    return past_house.client()


def without_languages(page: str) -> str:
    """A page without the links to itself in each language: the past has its event in them."""
    return re.sub(r'<nav class="languages".*?</nav>', "", page, flags=re.DOTALL)


def main_of(page: str) -> str:
    found = MAIN.search(page)
    assert found
    return found[1].strip()


def assert_as_it_was(
    past_house: House, past_client: Client, stopped: StoppedHouse, past_night: str, since: int = 1, every: int = 1
) -> int:
    """Compare every page of a night as of some events from one on; gives how many events it has."""
    with past_house.app.test_request_context():
        board, player = board_link(past_night), player_link(past_night, "white")
    rows = past_house.book.event_rows(past_night)
    for row in rows:
        stopped.take(row)
        at = row.version
        if at < since or (len(rows) - at) % every:
            continue
        answers = [
            past_client.get(f"/nights/{past_night}?at={at}"),
            past_client.get(f"{board}&at={at}"),
            past_client.get(f"{player}?at={at}"),
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200], (at, row.kind)
        then, wall, own = (answer.text for answer in answers)
        for page in (then, wall, own):
            assert f"after event <b>{at}</b> of {len(rows)}" in page
        now = stopped.client
        if at < len(rows):
            parts = without_languages(now.get(f"/nights/{past_night}/table").text)
            assert f'data-version="{at}"' in parts
            assert parts in without_languages(then), at
        else:
            assert main_of(now.get(f"/nights/{past_night}").text) == main_of(then)
        assert main_of(now.get(board).text) == main_of(wall), at
        live = now.get(player)
        if live.status_code == 404:
            assert "Not seated yet" in own
        else:
            assert main_of(live.text) == main_of(own), at
    return len(rows)


def test_each_page_is_as_it_was_then(past_house: House, past_client: Client, past_night: str, tmp_path: Path) -> None:
    with closing(StoppedHouse(tmp_path / "stopped.db")) as stopped:
        assert assert_as_it_was(past_house, past_client, stopped, past_night, every=3) == 60


def test_the_events_at_the_end_of_a_hand_are_shown_one_by_one(tmp_path: Path) -> None:
    """Wrong passes proved, cards paid for, the pot won: many events of one command, each a moment of its own."""
    dealt = House()
    with closing(dealt.book), closing(StoppedHouse(tmp_path / "stopped.db")) as stopped:
        demo = Demo(("fan_tan",), dealt.book, "2026-11-21", 7, 1)
        for _ in demo.turns():
            pass
        kinds = [event.kind for event in dealt.book.events(demo.night)]
        since = kinds.index("HandShown")
        assert {"WrongPassProved", "HandPaid", "PotWon", "NightClosed"} <= set(kinds[since:])
        past_client = dealt.client()
        assert_as_it_was(dealt, past_client, stopped, demo.night, since)
        # What the pot comes to is not counted twice while it is being paid.
        won = next(entry.event for entry in dealt.book.events(demo.night) if isinstance(entry.event, PotWon))
        paying = [version for version, kind in enumerate(kinds, start=1) if kind == "HandPaid"]
        assert len(paying) > 2
        for at in paying:
            assert f"takes {won.chips} chips" in past_client.get(f"/nights/{demo.night}?at={at}").text


@pytest.mark.parametrize("name", soaked(demos(), at_once=EACH_KIND))
def test_every_screen_stands_within_a_command_too(name: str) -> None:
    """At each event that comes before one of another kind than before: a moment that no screen shows live."""
    dealt = House()
    with closing(dealt.book):
        demo = Demo(demos()[name], dealt.book, "2026-11-21", 7, 2)
        for _ in demo.turns():
            pass
        past_client, events = dealt.client(), dealt.book.events(demo.night)
        with dealt.app.test_request_context():
            screens = f"/nights/{demo.night}", board_link(demo.night), player_link(demo.night, "red")
        pairs = {
            (entry.kind, other.kind): entry.version
            for entry, other in pairwise(events)
            if entry.command == other.command
        }
        for at in sorted(pairs.values()):
            for address in screens:
                query = f"{address}{'&' if '?' in address else '?'}at={at}"
                assert past_client.get(query).status_code == 200, query


@pytest.mark.parametrize("at", ["0", "61", "-1", "1.5", "1e1", "x", "", "9999999999", "%D9%A3"])
def test_an_event_the_night_lacks_is_refused(past_house: House, past_client: Client, past_night: str, at: str) -> None:
    with past_house.app.test_request_context():
        pages = (
            f"/nights/{past_night}?",
            f"/nights/{past_night}/table?",
            f"{board_link(past_night)}&",
            f"{player_link(past_night, 'red')}?",
        )
    for page in pages:
        answer = past_client.get(f"{page}at={at}")
        assert answer.status_code == 400
        assert "The night has events 1 to 60 and no event" in answer.text


def test_looking_back_is_for_the_staff(past_house: House, past_client: Client, past_night: str) -> None:
    """The board and a player's page are open to whoever holds their link, but only as they stand."""
    stranger = Client(past_house.app.test_client())
    with past_house.app.test_request_context():
        pages = (board_link(past_night), player_link(past_night, "red"))
    for page in pages:
        assert stranger.get(page).status_code == 200
        turned_away = stranger.get(page + ("&" if "?" in page else "?") + "at=9")
        assert turned_away.status_code == 303
        assert turned_away.location.startswith("/sign-in?next=")
    assert stranger.get(f"/nights/{past_night}?at=9").status_code == 303
    assert past_client.get("/player/nobody?at=9").status_code == 404
    assert past_client.get(f"/board/{past_night}?at=9").location == f"{pages[0]}&at=9"


def said(past_client: Client, past_night: str, at: int) -> str:
    """What stands beside the scrubber."""
    page = past_client.get(f"/nights/{past_night}?at={at}").text
    part = page[page.index('id="scrubber-said"') : page.index('<form class="line"')]
    return " ".join(re.sub(r"<[^>]+>", "", part.partition(">")[2]).split())


def test_a_step_says_what_was_done_and_what_was_refused_after_it(past_client: Client, past_night: str) -> None:
    assert said(past_client, past_night, 9).startswith("Nº 9 Wm. Hart lays $10 on splitting the A-K.")
    turn = (
        "Nº 16 The winner is 7♦; 1 bet settled. Event 2 of 2: Ada Lamb’s bet on the 7 is split: the bank takes $2.50."
    )
    assert said(past_client, past_night, 18).startswith(turn)
    assert said(past_client, past_night, 19).startswith("Nº 17 Taken back: the 7♦ as winner.")
    late = said(past_client, past_night, 16)
    assert "Then refused, Nº 14: Ada Lamb lays $5 on the 2. The loser is drawn: bets are closed" in late
    assert "Then refused, Nº 15: nobody buys checks for $5. Nobody at the table is called nobody." in late
    assert "refused" not in said(past_client, past_night, 15) + said(past_client, past_night, 17)


def test_the_ways_go_by_commands_and_by_turns(past_client: Client, past_night: str) -> None:
    def ways(at: int) -> dict[str, int]:
        page = past_client.get(f"/nights/{past_night}?at={at}").text
        return {way: int(to) for way, to in re.findall(r'id="way-([a-z-]+)" href="[^"]*[?]at=([0-9]+)"', page)}

    assert ways(1) == {"on": 2, "turn-on": 14, "last": 60}
    # In the middle of a turn's events: back to before the turn, on to its end.
    assert ways(12) == {"first": 1, "back": 10, "on": 14, "turn-on": 14, "last": 60}
    assert ways(14) == {"first": 1, "back": 10, "on": 15, "turn-on": 18, "last": 60}
    assert ways(60) == {"first": 1, "back": 53, "turn-back": 45}


def test_the_track_is_marked_with_deals_hands_and_turns(past_client: Client, past_night: str) -> None:
    page = past_client.get(f"/nights/{past_night}?at=30").text
    ticks = page[page.index('id="scrubber-ticks"') : page.index('id="scrubber-at"')]
    assert re.findall("<text[^>]*>([^<]*)", ticks) == ["Deal 1", "Hand 1", "Hand 2"]
    assert 'data-turns="14 18 21 33 34 43 44 45"' in ticks
    assert "after event <b>30</b> of 60" in page
    assert "hand 1, before turn 1</span>" in page


def test_the_other_screens_are_as_of_the_same_event(past_house: House, past_client: Client, past_night: str) -> None:
    with past_house.app.test_request_context():
        board, red = board_link(past_night), player_link(past_night, "red")
    page = without_languages(past_client.get(f"/nights/{past_night}?at=4").text).replace("&amp;", "&")
    assert f'href="{board}&at=4"' in page
    assert f'href="{red}?at=4"' in page
    # Of the players only those who had sat down by then.
    assert f'href="/nights/{past_night}/odds?at=4"' in page
    assert page.count("?at=4") == page.count(f"/nights/{past_night}?at=4") + 3
    answers = [past_client.get(f"{board}&at=4"), past_client.get(f"{red}?at=4")]
    # The key is in the address of these, looking back too.
    assert [answer.headers["Referrer-Policy"] for answer in answers] == ["no-referrer", "no-referrer"]
    own = answers[1].text
    assert f'id="to-now" href="{red}"' in own
    assert f'href="/nights/{past_night}?at=4"' in own


def test_an_open_night_goes_on_while_its_past_is_looked_at() -> None:
    going_on = House()
    with closing(going_on.book):
        past_night, past_client = short_night(going_on, closed=False), going_on.client()
        before = past_client.get(f"/nights/{past_night}?at=20").text
        assert "of 53" in before
        going_on.do(past_night, "buy_checks", player="red", amount=500)
        with suppress(Refusal):
            going_on.do(past_night, "buy_checks", player="red", amount=-500)
        after = past_client.get(f"/nights/{past_night}?at=54").text
        assert "after event <b>54</b> of 54" in after
        assert "Then refused, Nº 38:" in after
        assert f'id="to-now" href="/nights/{past_night}"' in after
        assert past_client.get(f"/nights/{past_night}").text.count("past-strip") == 0


def expect_at(page: Page, at: int) -> None:
    """The page shows the night as of an event, and its address says so."""
    expect(page.locator("#scrubber")).to_have_attribute("data-at", str(at))
    expect(page.locator("#past-strip")).to_contain_text(f"after event {at} of 60")
    expect(page.locator("#scrubber-at")).to_have_js_property("value", str(at))
    expect(page).to_have_url(re.compile(rf"[?]at={at}$"))


def test_a_night_is_scrubbed_and_played_and_nothing_is_sent(tablets: Tablets, house: House) -> None:
    night = short_night(house)
    commands = len(house.book.commands(night))
    tablet = tablets.new()
    page = tablet.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    tablet.go(f"/nights/{night}?at=9")
    expect(page.locator("#way-play")).to_be_visible()
    loads = page.evaluate("performance.timeOrigin")

    page.keyboard.press("ArrowRight")
    expect_at(page, 10)
    expect(page.locator("#part-state")).to_have_attribute("data-version", "10")
    # The next command has four events: a command at a time, an event at a time, a turn at a time.
    page.keyboard.press("ArrowRight")
    expect_at(page, 14)
    page.keyboard.press("Shift+ArrowLeft")
    expect_at(page, 13)
    page.locator("#way-turn-on").click()
    expect_at(page, 14)
    page.locator("#scrubber-at").focus()
    page.keyboard.press("PageDown")
    expect_at(page, 18)
    page.locator("#scrubber-at").fill("16")
    expect_at(page, 16)
    expect(page.locator("#scrubber-said")).to_contain_text("Then refused, Nº 14: Ada Lamb lays $5 on the 2.")

    # What is looked at stays open while the night goes by under it.
    page.locator("#stack-c").click()
    expect(page.locator('.pane[data-bet="c"]')).to_be_visible()
    page.locator("#menu").click()
    page.locator('[data-tab="money"] [data-player="red"]').click()
    page.locator("#way-back").click()
    expect_at(page, 15)
    expect(page.locator('[data-tab="money"] section[data-for="red"]')).to_be_visible()
    expect(
        page.locator('.part button[data-touch="act"]:enabled, .part button[data-touch="command"]:enabled')
    ).to_have_count(0)
    expect(page.locator(".part input[data-choice]:enabled")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#part-drawer")).to_be_hidden()
    assert page.evaluate("performance.timeOrigin") == loads

    # Played from the deal over to the hands, another game's screen, and on to the settlement.
    page.locator("#scrubber-at").fill("24")
    expect_at(page, 24)
    page.locator("#speed").select_option("10")
    page.locator("#way-play").click()
    expect(page.locator('main[data-screen="fan_tan"]')).to_be_visible()
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(" ")
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "false")
    at = int(parse_qs(urlsplit(page.url).query)["at"][0])
    assert 24 < at < 60
    page.locator("#scrubber-at").fill("51")
    expect_at(page, 51)
    page.locator("#way-play").click()
    expect(page.locator('main[data-screen="closed"]')).to_be_visible()
    expect_at(page, 60)
    expect(page.locator("#way-on")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "false")
    page.locator("#to-now").click()
    expect(page.locator("#past-strip")).to_have_count(0)

    assert [entry for entry in sent if not entry.startswith("GET ")] == []
    assert not any("/stream" in part for part in sent)
    assert len(house.book.commands(night)) == commands


PHONES = ((360, 740), (390, 844), (740, 360), (844, 390))
DEALS: dict[str, Callable[[House], str]] = {
    "faro": lambda house: faro_of(house, 6),
    "pharo": worked_night,
    "forty_five": lambda house: match_of("forty_five", house, 5),
}


@pytest.mark.parametrize("game", DEALS)
def test_every_part_has_the_width_of_the_screen_and_its_own_place(tablets: Tablets, house: House, game: str) -> None:
    """The scrubber, which stays at the foot of an upright screen, hides nothing of its own."""
    night = DEALS[game](house)
    tablet = tablets.new(PHONES[0])
    page = tablet.page
    tablet.go(f"/nights/{night}?at={house.result(night)['events']}")
    page.evaluate("document.fonts.ready")
    for width, height in PHONES:
        resize(page, (width, height))
        at = game, width, height
        parts = measure(page, "#table > .part:not(.drawer), #table > .side")
        assert len(parts) >= 4, at
        assert overlaps(parts) == [], at
        for part in parts:
            assert part["right"] - part["left"] >= width - 32, (at, part["what"][:40])
        assert max(part["bottom"] - part["top"] for part in measure(page, ".seat")) < 140, at
        assert overlaps(measure(page, ".scrubber .sentence, .scrubber .line, .scrubber .ways")) == [], at
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
