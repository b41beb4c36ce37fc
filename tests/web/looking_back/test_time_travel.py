"""A night as of each of its facts: every page shows what a night that stopped at that fact shows live."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from os.path import normpath
from pathlib import Path

import pysqlite3
import pytest

from dealer.commands.refusal import Refusal
from dealer.demo import Demo
from dealer.demonstrations import demos
from dealer.streams.runtime import Sender
from events.book.book import Book
from events.book.chain import StoredFact
from events.games.fan_tan import PotWon
from tests.support.house import CHEAP, PIN, SECRET_KEY, STAFF_NAME, Client, House
from tests.web.evening_of_both import short_night
from web.app.authentication import Authentication
from web.app.links import board_link, player_link
from web.application import create_app

MAIN = re.compile(r"<main[^>]*>(.*)</main>", re.DOTALL)


class StoppedHouse:
    """A house whose book has a night only up to a fact, copied from another's rows one by one; nobody dealt it here."""

    def __init__(self, path: Path) -> None:
        self.book = Book.open(path)
        auth = Authentication(self.book, SECRET_KEY, hasher=CHEAP)
        auth.engage(STAFF_NAME, PIN, Sender(who="test", device="test"))
        self.client = Client(create_app(self.book, secret_key=SECRET_KEY, auth=auth).test_client())
        self.client.sign_in(STAFF_NAME, PIN)
        self._rows = pysqlite3.connect(str(path))

    def take(self, row: StoredFact) -> None:
        """Copy the row of one fact to the end of this book."""
        (position,) = self._rows.execute("SELECT max(position) + 1 FROM facts").fetchone()
        values = {**row._asdict(), "position": position}
        places = ", ".join(f":{name}" for name in values)
        self._rows.execute(f"INSERT INTO facts ({', '.join(values)}) VALUES ({places})", values)
        self._rows.commit()

    def close(self) -> None:
        """Close the book."""
        self._rows.close()
        self.book.close()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def night(house: House) -> str:
    return short_night(house)


@pytest.fixture(scope="module")
def client(house: House) -> Client:
    return house.client()


def main_of(page: str) -> str:
    found = MAIN.search(page)
    assert found
    return found[1].strip()


def assert_as_it_was(house: House, client: Client, stopped: StoppedHouse, night: str, since: int = 1) -> int:
    """Compare every page of a night as of each fact from one on; gives how many facts it has."""
    with house.app.test_request_context():
        board, player = board_link(night), player_link(night, "white")
    rows = house.book.fact_rows(night)
    for row in rows:
        stopped.take(row)
        at = row.version
        if at < since:
            continue
        answers = [
            client.get(f"/nights/{night}?at={at}"),
            client.get(f"{board}&at={at}"),
            client.get(f"{player}?at={at}"),
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200], (at, row.kind)
        then, wall, own = (answer.get_data(as_text=True) for answer in answers)
        for page in (then, wall, own):
            assert f"after fact <b>{at}</b> of {len(rows)}" in page
        now = stopped.client
        if at < len(rows):
            parts = now.get(f"/nights/{night}/table").get_data(as_text=True)
            assert f'data-version="{at}"' in parts
            assert parts in then, at
        else:
            assert main_of(now.get(f"/nights/{night}").get_data(as_text=True)) == main_of(then)
        assert main_of(now.get(board).get_data(as_text=True)) == main_of(wall), at
        live = now.get(player)
        if live.status_code == 404:
            assert "Not seated yet" in own
        else:
            assert main_of(live.get_data(as_text=True)) == main_of(own), at
    return len(rows)


def test_every_page_at_every_fact_is_as_it_was_then(house: House, client: Client, night: str, tmp_path: Path) -> None:
    with closing(StoppedHouse(tmp_path / "stopped.db")) as stopped:
        assert assert_as_it_was(house, client, stopped, night) == 60


def test_the_facts_at_the_end_of_a_hand_are_shown_one_by_one(tmp_path: Path) -> None:
    """Wrong passes proved, cards paid for, the pot won: many facts of one command, each a moment of its own."""
    dealt = House()
    with closing(dealt.book), closing(StoppedHouse(tmp_path / "stopped.db")) as stopped:
        demo = Demo(("fan_tan",), dealt.book, "2026-11-21", 7, 1)
        for _ in demo.turns():
            pass
        kinds = [one.kind for one in dealt.book.facts(demo.night)]
        since = kinds.index("HandShown")
        assert {"WrongPassProved", "HandPaid", "PotWon", "NightClosed"} <= set(kinds[since:])
        client = dealt.client()
        assert_as_it_was(dealt, client, stopped, demo.night, since)
        # What the pot comes to is not counted twice while it is being paid.
        won = next(one.fact for one in dealt.book.facts(demo.night) if isinstance(one.fact, PotWon))
        paying = [version for version, kind in enumerate(kinds, start=1) if kind == "HandPaid"]
        assert len(paying) > 2
        for at in paying:
            assert f"takes {won.chips} chips" in client.get(f"/nights/{demo.night}?at={at}").text


@pytest.mark.parametrize("name", demos())
def test_every_screen_stands_within_a_command_too(name: str) -> None:
    """At each fact that comes before one of another kind than before: a moment that no screen shows live."""
    dealt = House()
    with closing(dealt.book):
        demo = Demo(demos()[name], dealt.book, "2026-11-21", 7, 2)
        for _ in demo.turns():
            pass
        client, facts = dealt.client(), dealt.book.facts(demo.night)
        with dealt.app.test_request_context():
            screens = f"/nights/{demo.night}", board_link(demo.night), player_link(demo.night, "red")
        pairs = {(one.kind, other.kind): one.version for one, other in pairwise(facts) if one.command == other.command}
        for at in pairs.values():
            for address in screens:
                asked = f"{address}{'&' if '?' in address else '?'}at={at}"
                assert client.get(asked).status_code == 200, asked


def test_the_parts_alone_are_those_of_the_page(client: Client, night: str) -> None:
    parts = client.get(f"/nights/{night}/table?at=17")
    assert parts.headers["ETag"] == '"17"'
    assert parts.get_data(as_text=True) in client.get(f"/nights/{night}?at=17").get_data(as_text=True)


@pytest.mark.parametrize("at", ["0", "61", "-1", "1.5", "1e1", "x", "", "9999999999", "%D9%A3"])
def test_a_fact_that_the_night_lacks_is_refused(house: House, client: Client, night: str, at: str) -> None:
    with house.app.test_request_context():
        pages = (
            f"/nights/{night}?",
            f"/nights/{night}/table?",
            f"{board_link(night)}&",
            f"{player_link(night, 'red')}?",
        )
    for page in pages:
        answer = client.get(f"{page}at={at}")
        assert answer.status_code == 400
        assert "The night has the facts 1 to 60, and no fact" in answer.get_data(as_text=True)


def test_a_night_that_the_book_lacks_has_no_past(client: Client) -> None:
    assert client.get("/nights/2026-11-21-9?at=1").status_code == 404


def test_looking_back_is_for_the_staff_who_hold_the_link(house: House, client: Client, night: str) -> None:
    """The board and a player's page are open to whoever holds their link, but only as they stand."""
    stranger = Client(house.app.test_client())
    with house.app.test_request_context():
        pages = (board_link(night), player_link(night, "red"))
    for page in pages:
        assert stranger.get(page).status_code == 200
        turned_away = stranger.get(page + ("&" if "?" in page else "?") + "at=9")
        assert turned_away.status_code == 303
        assert turned_away.location.startswith("/sign-in?next=")
    assert stranger.get(f"/nights/{night}?at=9").status_code == 303
    assert client.get("/player/nobody?at=9").status_code == 404
    assert client.get(f"/board/{night}?at=9").location == f"{pages[0]}&at=9"


def test_the_past_cannot_be_touched(client: Client, night: str) -> None:
    """No stream, no outbox, no script of the live table: there is nothing there that could send a command."""
    page = client.get(f"/nights/{night}?at=17").get_data(as_text=True)
    scripts = re.findall(r'src="/static/[^/]+/([^"]+)"', page)
    assert scripts[:3] == ["js/install.js", "games/faro/past.js", "js/past/scrubber.js"]
    assert not [one for one in scripts[3:] if one.startswith(("js/", "games/"))]
    assert "hx-" not in page
    floor = Path(__file__).parents[3] / "web"
    asked = [_file_of(floor, one) for one in scripts[:3]]
    reached: set[Path] = set()
    while asked:
        path = asked.pop()
        if path in reached:
            continue
        reached.add(path)
        imports = re.findall(r'from "(\.[^"]+)"', path.read_text())
        asked += [_file_of(floor, normpath(Path(_address_of(floor, path)).parent / one)) for one in imports]
    assert not {"transport.js", "outbox.js", "tablet.js"} & {path.name for path in reached}
    assert {"drawer.js", "looking.js", "showing.js"} <= {path.name for path in reached}


def _file_of(floor: Path, address: str) -> Path:
    """Where a static file lies, by its address below the static files' own."""
    game = re.fullmatch(r"games/(\w+)/(.+)", address)
    return floor / "games" / game[1] / "static" / game[2] if game else floor / "static" / address


def _address_of(floor: Path, file: Path) -> str:
    lies = file.relative_to(floor).parts
    return f"games/{lies[1]}/{lies[3]}" if lies[0] == "games" else "/".join(lies[1:])


def said(client: Client, night: str, at: int) -> str:
    """What stands beside the scrubber."""
    page = client.get(f"/nights/{night}?at={at}").get_data(as_text=True)
    part = page[page.index('id="scrubber-said"') : page.index('<form class="line"')]
    return " ".join(re.sub(r"<[^>]+>", "", part.partition(">")[2]).split())


def test_a_step_says_what_was_done_and_what_was_refused_after_it(client: Client, night: str) -> None:
    assert said(client, night, 9).startswith("Nº 9 Wm. Hart lays $10 on splitting the A-K.")
    turn = "Nº 16 The winner is 7♦; 1 bet settled. Fact 2 of 2: Ada Lamb’s bet on the 7 is split: the bank takes $2.50."
    assert said(client, night, 18).startswith(turn)
    assert said(client, night, 19).startswith("Nº 17 Taken back: the 7♦ as winner.")
    late = said(client, night, 16)
    assert "Then refused, Nº 14: Ada Lamb lays $5 on the 2. The loser is drawn: bets are closed" in late
    assert "Then refused, Nº 15: nobody buys checks for $5. Nobody called nobody sits at the table." in late
    assert "refused" not in said(client, night, 15) + said(client, night, 17)


def test_the_ways_go_by_commands_and_by_turns(client: Client, night: str) -> None:
    def ways(at: int) -> dict[str, int]:
        page = client.get(f"/nights/{night}?at={at}").get_data(as_text=True)
        return {way: int(to) for way, to in re.findall(r'id="way-([a-z-]+)" href="[^"]*[?]at=([0-9]+)"', page)}

    assert ways(1) == {"on": 2, "turn-on": 14, "last": 60}
    # In the middle of a turn's facts: back to before the turn, on to its end.
    assert ways(12) == {"first": 1, "back": 10, "on": 14, "turn-on": 14, "last": 60}
    assert ways(14) == {"first": 1, "back": 10, "on": 15, "turn-on": 18, "last": 60}
    assert ways(60) == {"first": 1, "back": 53, "turn-back": 45}


def test_the_track_is_marked_with_deals_hands_and_turns(client: Client, night: str) -> None:
    page = client.get(f"/nights/{night}?at=30").get_data(as_text=True)
    ticks = page[page.index('id="scrubber-ticks"') : page.index('id="scrubber-at"')]
    assert re.findall("<text[^>]*>([^<]*)", ticks) == ["Deal 1", "Hand 1", "Hand 2"]
    assert 'data-turns="14 18 21 33 34 43 44 45"' in ticks
    assert "after fact <b>30</b> of 60" in page
    assert "hand 1, before turn 1</span>" in page


def test_the_other_screens_are_as_of_the_same_fact(house: House, client: Client, night: str) -> None:
    with house.app.test_request_context():
        board, red = board_link(night), player_link(night, "red")
    page = client.get(f"/nights/{night}?at=4").get_data(as_text=True).replace("&amp;", "&")
    assert f'href="{board}&at=4"' in page
    assert f'href="{red}?at=4"' in page
    # Of the players only those who had sat down by then.
    assert page.count("?at=4") == page.count(f"/nights/{night}?at=4") + 2
    answers = [client.get(f"{board}&at=4"), client.get(f"{red}?at=4")]
    # The key is in the address of these, looking back too.
    assert [answer.headers["Referrer-Policy"] for answer in answers] == ["no-referrer", "no-referrer"]
    own = answers[1].get_data(as_text=True)
    assert f'id="to-now" href="{red}"' in own
    assert f'href="/nights/{night}?at=4"' in own


def test_an_open_night_goes_on_while_its_past_is_looked_at() -> None:
    going_on = House()
    with closing(going_on.book):
        night, client = short_night(going_on, closed=False), going_on.client()
        before = client.get(f"/nights/{night}?at=20").get_data(as_text=True)
        assert "of 53" in before
        going_on.do(night, "buy_checks", player="red", amount=500)
        with suppress(Refusal):
            going_on.do(night, "buy_checks", player="red", amount=-500)
        after = client.get(f"/nights/{night}?at=54").get_data(as_text=True)
        assert "after fact <b>54</b> of 54" in after
        assert "Then refused, Nº 38:" in after
        assert f'id="to-now" href="/nights/{night}"' in after
        assert client.get(f"/nights/{night}").get_data(as_text=True).count("past-strip") == 0
