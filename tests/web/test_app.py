"""What every page and answer of the application goes through."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from dealer.verification.streams import verify
from events import records
from events.book import writer
from events.book.book import Book
from events.records import MOST_LEVELS
from reports.render_options import HouseStyle
from reports.words.language import written_in
from tests.support.forger import bend
from tests.support.house import Client, House
from tests.web.evenings import worked_night
from tools.routes import FILE, page
from web.app import addresses
from web.app.addresses import counted_as, hosts_of
from web.app.app_cache import MOST_DRAWN, MOST_TABLES, DrawnLast
from web.app.background_work import REST_S, SPELL_S, Followed, Readings, Touches, kind_to_others, turn_of, waiting
from web.app.links import board_link, hand_link, player_link
from web.app.response_headers import answer_only_as
from web.app.schema_fields import FieldRefused, cents_of
from web.board import shown
from web.nights.verifications import Shown


def test_the_examples_hold() -> None:
    assert doctest.testmod(addresses).failed == 0


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("10.0.0.7, 10.0.0.8", ""),
        ("unix:", ""),
    ],
)
def test_whom_an_address_is_counted_as(text: str, whom: str) -> None:
    assert counted_as(text) == whom


PATIENCE_S = 300.0


def test_after_a_spell_of_work_there_is_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    now, text, rests = [0.0], list[int](), list[tuple[int, float]]()
    monkeypatch.setattr("web.app.background_work.sleep", lambda seconds: rests.append((len(text), seconds)))
    tell = kind_to_others(text.append, clock=lambda: now[0])
    for step in range(1, 7):
        now[0] += SPELL_S * 0.4
        tell(step)
    assert text == [1, 2, 3, 4, 5, 6]
    assert rests == [(3, REST_S), (6, REST_S)]


def test_a_night_is_replayed_in_its_turn_and_with_rests(
    house: House, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What if, somebody asks: every command decided again is a chance to rest, and the turn is theirs to the end."""
    turn: Any = turn_of(house.app)
    held: list[bool] = []
    monkeypatch.setattr("web.audit.what_if.kind_to_others", lambda _: lambda more: held.extend([turn.locked()] * more))
    answer = house.client().get(f"/nights/{night}/what-if?command=3&how=strike")
    assert answer.status_code == 200
    assert held == [True] * (len(house.book.commands(night)) - 2)
    assert not turn.locked()


def test_what_can_wait_gives_way_to_touches_and_not_for_ever() -> None:
    touches = Touches()
    touches.give_way(PATIENCE_S)
    with touches:
        touches.give_way(0.0)
        with touches:
            pass
        waiting = Thread(target=touches.give_way, args=(PATIENCE_S,))
        waiting.start()
        waiting.join(0.05)
        assert waiting.is_alive()
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()


def test_a_page_begins_between_touches_and_few_are_computed_at_a_time() -> None:
    touches, computed = Touches(), list[str]()
    readings = Readings(1, touches)

    def compute(name: str) -> None:
        with readings:
            computed.append(name)

    def gone(*threads: Thread) -> bool:
        for thread in threads:
            thread.join(0.05)
        return not any(thread.is_alive() for thread in threads)

    with readings:
        second = Thread(target=compute, args=("second",))
        second.start()
        assert not gone(second)
        # What this page waits for is another's work, so the second has its turn.
        with waiting():
            second.join(PATIENCE_S)
        third = Thread(target=compute, args=("third",))
        third.start()
        assert not gone(third)
    third.join(PATIENCE_S)
    assert computed == ["second", "third"]


def test_whoever_waits_for_the_turn_or_for_an_end_lets_other_pages_be_computed(house: House) -> None:
    readings, turn, job = Readings(1, Touches()), turn_of(house.app), Followed(Shown())

    def wait(for_what: Callable[[], object]) -> None:
        with readings:
            for_what()

    def take_turn() -> None:
        with turn:
            pass

    with turn:
        waits = [Thread(target=wait, args=(what,)) for what in (take_turn, job.wait)]
        for thread in waits:
            thread.start()
        # Neither of them has the only place.
        with readings:
            assert all(thread.is_alive() for thread in waits)
    job.tell(Shown(error=LookupError()))
    for thread in waits:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


class Pen:
    """Draws what it is given, and says what it has drawn."""

    def __init__(self, tables: int = 2) -> None:
        self.drawn: list[object] = []
        self.kept = DrawnLast(self._draw, 3, tables)

    def _draw(self, what: object, *others: object) -> str:
        self.drawn.append(what)
        return f"{what}"


def test_of_one_table_only_the_last_is_kept_however_much_it_draws() -> None:
    pen = Pen()
    for what in (*range(6), 3, 4, 5, 0):
        assert pen.kept.of("a")(what) == str(what)
    assert pen.drawn == [*range(6), 0]


def test_for_each_of_the_tables_drawn_last_as_much_is_kept() -> None:
    pen = Pen()
    for table in "abcd":
        pen.kept.of(table)
    for what in (*range(6), *range(6), 6, 0):
        pen.kept.drawn(what)
    assert pen.drawn == [*range(6), 6, 0]


def test_what_is_alike_and_not_the_same_is_drawn_by_itself() -> None:
    pen = Pen()
    assert [pen.kept.drawn(what, "beside") for what in (1, True)] == ["1", "True"]


def test_boards_and_tablets_make_room_for_what_their_templates_draw_once(house: House) -> None:
    once, drawn = house.app.jinja_env.globals["once"], list[int]()
    assert callable(once)

    def draw_all() -> int:
        drawn.clear()
        with house.app.app_context():
            for number in range(2 * MOST_DRAWN):
                once(drawn.append, number)
        return len(drawn)

    assert [draw_all(), draw_all()] == [2 * MOST_DRAWN] * 2
    client = house.client()
    nights = [house.open_night() for _ in range(2)]
    with house.app.test_request_context():
        shown(house.service.night(nights[0]), house.service.events(nights[0]).effective)
    client.http.get(f"/nights/{nights[1]}")
    assert [draw_all(), draw_all()] == [2 * MOST_DRAWN, 0]
    assert len(nights) < MOST_TABLES


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Book.open(tmp_path / "night.db") as opened:
        yield opened


def health_of(house: House, **headers: str) -> tuple[int, dict[str, str]]:
    answer = house.app.test_client().get("/healthz", headers=headers)
    return answer.status_code, answer.get_json()


def test_a_house_that_is_well_says_so_to_anybody_and_nothing_else(book: Book) -> None:
    house = House(book)
    house.open_night()
    before = book.positions()
    assert health_of(house) == (200, {"status": "ok"})
    assert book.positions() == before


def test_it_is_said_under_any_name(book: Book) -> None:
    house = House(book)
    answer_only_as(house.app, hosts_of("127.0.0.1"))
    assert health_of(house, Host="10.1.2.3:8321") == (200, {"status": "ok"})
    assert house.app.test_client().get("/rules", headers={"Host": "10.1.2.3:8321"}).status_code == 421


def test_a_book_that_cannot_be_read_is_no_health() -> None:
    book = Book.open()
    house = House(book)
    book.close()
    status, words = health_of(house)
    assert (status, words["code"]) == (503, "book_closed")


def test_a_writer_that_is_stuck_is_no_health_until_it_goes_on(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(book)
    monkeypatch.setattr(writer, "STUCK_S", -1.0)
    begun, go_on = Event(), Event()

    def job(_: object) -> None:
        begun.set()
        go_on.wait()

    writing = Thread(target=lambda: book.write(job))
    writing.start()
    begun.wait()
    try:
        assert health_of(house)[1]["code"] == "writer_stuck"
    finally:
        go_on.set()
        writing.join()
    book.write(lambda _: None)
    monkeypatch.undo()
    assert health_of(house) == (200, {"status": "ok"})


def test_a_book_that_is_not_written_to_is_no_health(tmp_path: Path) -> None:
    path = tmp_path / "bent.db"
    with Book.open(path) as book:
        House(book).open_night()
        ident = book.commands("staff")[0].id
    assert bend(path, [ident])
    with Book.open(path) as book:
        house = House(book, staff=False)
        with pytest.raises(Exception, match="reindex"):
            house.open_night()
        status, words = health_of(house)
    assert (status, words["code"]) == (503, "book_damaged")


LONG = -(10**4299)
"""A number that is written, and not read again."""
BET = {"do": "place_bet", "player": "red", "kind": "single", "ranks": ["9"], "stake": 100}


def nested(levels: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(levels - 1):
        inner = [inner]
    return inner


@pytest.fixture
def asked_night(house: House) -> str:
    """A night of Pharo that is open to players."""
    asked_night = worked_night(house)
    house.do(asked_night, "open_to_players")
    return asked_night


@pytest.fixture
def link(house: House, asked_night: str) -> str:
    with house.app.test_request_context():
        return hand_link(asked_night, "red")


@pytest.mark.parametrize("value", [LONG, nested(MOST_LEVELS), nested(900)], ids=("long", "deep", "very deep"))
def test_what_no_book_gives_back_is_refused_from_a_phone(
    house: House, stranger: Client, client: Client, asked_night: str, link: str, value: Any
) -> None:
    """Pharo passes over ``win``, an argument that only other games' bets have: it was recorded, and the night gone."""
    before = house.book.head(asked_night), len(house.book.commands(asked_night))
    for window in (stranger, client):
        path = f"{link}/commands" if window is stranger else f"/api/nights/{asked_night}/commands"
        answer = window.post(path, {**BET, "bet": "z", "win": value}, Accept="application/json")
        # A phone's act is shorter than such a number.
        is_long = window is stranger and value == LONG
        expected = (413, "too_large") if is_long else (400, "bad_input")
        assert (answer.status_code, answer.get_json()["code"]) == expected
    assert (house.book.head(asked_night), len(house.book.commands(asked_night))) == before


def test_a_number_that_has_no_end_is_refused(house: House, client: Client, asked_night: str) -> None:
    """``1e400`` reads as one: it was kept as ``null``, and the night not sound."""
    commands = len(house.book.commands(asked_night))
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    for number in ("1e400", "-1e400", "NaN", "Infinity"):
        body = f'{{"do": "amend", "command": "x", "drop": [], "instead": {{"do": "paroli", "bet": {number}}}}}'
        answer = client.http.post(
            f"/api/nights/{asked_night}/commands", data=body, headers={**headers, "X-CSRFToken": client.token}
        )
        assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")
    assert len(house.book.commands(asked_night)) == commands


def test_a_book_that_took_such_a_number_before_is_read_and_sound(
    house: House, stranger: Client, client: Client, asked_night: str, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.book.commands(asked_night)[-1]
    with monkeypatch.context() as earlier:
        earlier.setattr(records, "is_keepable", lambda _: True)
        house.do(
            asked_night, "place_bet", bet="z", win=LONG, **{name: entry for name, entry in BET.items() if name != "do"}
        )
    assert house.book.commands(asked_night)[-1].document["win"] == LONG
    assert verify(house.book, asked_night).sound
    assert house.service.propose(asked_night, first.id, None)
    for path in (f"/nights/{asked_night}/audit", f"/nights/{asked_night}?at=3", f"/nights/{asked_night}/bets/z"):
        assert client.get(path).status_code == 200


def test_amounts_are_read_as_people_write_them() -> None:
    read = {"5,000": 500_000, "$12.50": 1_250, " $ 7 ": 700, "0": 0, ".25": 25, "3.": 300, "12,50": 1_250, "1,5": 150}
    read |= {"2.500,00": 250_000, "1,250.5": 125_050, "1.250.000": 125_000_000, "5 000": 500_000, "5'000,5": 500_050}
    for typed, cents in {**read, "12,50 US$": 1_250, "USD 5": 500, "10,000,000,000": 10**12}.items():
        assert cents_of(typed, "stake", "Stake") == cents, typed


@pytest.mark.parametrize(("language", "right", "unclear"), [("en", "5,000", "5.000"), ("de", "5.000", "5,000")])
def test_an_amount_that_could_be_two_is_refused_but_as_the_language_writes_it(
    language: str, right: str, unclear: str
) -> None:
    with written_in(HouseStyle(language=language)):
        assert cents_of(right, "stake", "Stake") == 500_000
        with pytest.raises(FieldRefused) as refused:
            cents_of(unclear, "stake", "Stake")
    assert unclear in refused.value.why


def test_nothing_else_is_an_amount() -> None:
    for typed in (
        "",
        "$",
        ".",
        "1e9",
        "1E2",
        "-5",
        "+5",
        "1_000",
        "٥",
        "NaN",
        "Infinity",
        "0.125",
        "0,125",
        "1,2,3,4",
        "1,25,000",
        "5,000,00",
        "5,0000",
        "10,000,000,000.01",
    ):
        with pytest.raises(FieldRefused, match="not an amount in US dollars") as refused:
            cents_of(typed, "stake", "Stake")
        assert refused.value.field == "stake"
    with pytest.raises(FieldRefused):
        cents_of("9" * 5_000, "stake", "Stake")


def test_a_page_comes_dark_and_bright_where_the_browser_asked_for_it(client: Client) -> None:
    assert ' data-theme="dark">' in client.get("/").text
    client.http.set_cookie("theme", "bright")
    assert ' data-theme="bright">' in client.get("/").text
    client.http.set_cookie("theme", '"><script>')
    assert ' data-theme="dark">' in client.get("/").text


def switch(client: Client, referrer: str) -> str | None:
    """Switch by the form that stands on a page; gives where it leads."""
    answer = client.http.post("/theme", data={"csrf_token": client.token}, headers={"Referer": referrer})
    assert answer.status_code == 303
    return answer.location


def test_the_form_switches_there_and_back_and_stays_on_the_page(client: Client) -> None:
    assert switch(client, "http://localhost/nights/x?deal=2") == "/nights/x?deal=2"
    assert 'data-theme="bright"' in client.get("/").text
    assert switch(client, "http://localhost/") == "/"
    assert 'data-theme="dark"' in client.get("/").text


@pytest.mark.parametrize(
    "referrer", ["http://elsewhere.example/a", "http://localhost//elsewhere.example", "http://[", ""]
)
def test_it_leads_nowhere_else(client: Client, referrer: str) -> None:
    assert switch(client, referrer) == "/"


def test_a_switch_without_the_pages_token_is_refused(client: Client) -> None:
    assert client.http.post("/theme").status_code == 400


@pytest.mark.parametrize("game", ["faro", "spoil_five"])
def test_a_name_of_strokes_only_is_drawn_on_every_page(house: House, game: str) -> None:
    """It has no word whose length could be counted."""
    night = house.open_night(game=game, house="american" if game == "faro" else game, table="-")
    for player in ("red", "blue"):
        house.do(night, "seat_player", player=player, name="-" * len(player))
    client = house.client()
    with house.app.test_request_context():
        paths = [f"/nights/{night}", board_link(night), player_link(night, "red")]
    assert [client.get(path).status_code for path in ("/", *paths)] == [200] * 4
    house.do(night, "close_night")
    assert client.get(paths[0]).status_code == 200


def test_the_table_of_routes_is_as_the_application_has_them(house: House) -> None:
    assert FILE.read_text(encoding="utf-8") == page(house.app), "run tools/routes"
