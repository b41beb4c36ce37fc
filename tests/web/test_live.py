"""Pages that follow a night: streams, channels, messages and their quotas."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from dealer.game.cards import PACK
from dealer.night.night import Night
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.records import BookError
from reports.words.formatting import money, signed
from tests.support.event_loop import parts_of, run_alone, stream_at
from tests.support.house import OPENING, Client, House
from tests.web.axe import found
from tests.web.cable import Cable
from tests.web.tablet_in_browser import Tablets, new_page
from web.app.background_work import Touches
from web.app.links import board_link, player_link
from web.live import answer, channels
from web.live import stream_quota as places
from web.live.channels import BEAT, CROWDED, Channels, Listener, Message, Tell
from web.live.stream_quota import Holder, Kind, Place, Places

PATIENCE_S = 300


def messages(parts: Iterable[str]) -> Generator[dict[str, str]]:
    """What a stream sends, each message by its fields; the lines of its data joined."""
    for part in parts:
        fields: dict[str, str] = {}
        for line in part.strip("\n").split("\n"):
            name, _, value = line.partition(": ")
            fields[name] = f"{fields[name]}\n{value}" if name in fields else value
        yield fields


def seen(house: House, night: str) -> str:
    """The id of what was seen by who saw a night as it stands."""
    return ".".join(map(str, channels.version_of(house.service, night)))


def listen(house: House, path: str, client: Client | None = None, **headers: str) -> Generator[dict[str, str]]:
    """A stream after its opening words."""
    http = client.http if client else house.app.test_client()
    heard = messages(parts_of(stream_at(http, path, **headers)))
    version = house.app.jinja_env.globals["shell_version"]
    assert next(heard) == {"retry": str(channels.RETRY_MS), "event": "page", "data": version}
    return heard


@pytest.fixture
def board(house: House, night: str) -> str:
    with house.app.test_request_context():
        return board_link(night).replace("?", "/stream?")


@pytest.fixture
def own(house: House, night: str) -> str:
    with house.app.test_request_context():
        return player_link(night, "red") + "/stream"


def test_it_begins_with_the_night_and_tells_it_anew(house: House, night: str, board: str) -> None:
    heard = listen(house, board)
    first = next(heard)
    assert first["id"] == seen(house, night)
    assert "Bets are open" in first["data"]
    version = house.do(night, "draw_loser", card="J")
    second = next(heard)
    assert (second["id"], "Bets are closed" in second["data"]) == (f"{version}.0", True)


def test_who_has_seen_the_newest_hears_a_beat_and_who_has_not_hears_the_night(
    house: House, night: str, board: str
) -> None:
    newest = seen(house, night)
    assert next(listen(house, board, Last_Event_ID=newest))["event"] == "beat"
    for older in ("6.0", "7", "nonsense"):
        assert next(listen(house, board, Last_Event_ID=older))["id"] == newest


def test_it_beats_while_nothing_happens(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "BEAT_S", 0.01)
    heard = listen(house, board)
    next(heard)
    assert [next(heard)["event"] for _ in range(3)] == ["beat"] * 3


def test_a_book_out_of_reach_is_said_in_the_stream(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = listen(house, board)
    next(heard)

    def unreachable(*_: object) -> None:
        raise BookError("book_unreachable", "The book cannot be reached.")

    for look in ("heads", "moved"):
        monkeypatch.setattr(house.book, look, unreachable)
    assert next(heard)["event"] == "busy"
    assert list(heard) == []


def test_it_ends_after_a_while(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "LONGEST_S", 0.0)
    assert list(listen(house, board)) == []


def test_a_player_is_not_sent_again_what_they_see_already(house: House, night: str, own: str) -> None:
    heard = listen(house, own)
    assert "Ada Lamb" in next(heard)["data"]
    version = house.do(night, "place_bet", bet="a", player="blue", kind="single", ranks=["Q"], stake=500)
    quiet = next(heard)
    assert (quiet["id"], quiet["event"]) == (f"{version}.0", "beat")
    house.do(night, "place_bet", bet="b", player="red", kind="single", ranks=["K"], stake=500)
    assert "the K" in next(heard)["data"]


def test_a_fragment_is_made_once_for_all_who_follow(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(night: Night, _: object) -> str:
        made.append(night.dealing)
        return "a board"

    monkeypatch.setattr("web.board.shown", counted)
    for _ in range(5):
        assert next(listen(house, board))["data"] == "a board"
    assert made == ["faro"]


def test_a_link_has_so_many_streams_and_the_oldest_gives_way(
    house: House, night: str, board: str, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_MOST_OF_A_KEY", {"player": 2, "board": 1, "staff": 1})
    on_the_wall = listen(house, board)
    next(on_the_wall)
    on_phones = [listen(house, own) for _ in range(2)]
    for heard in on_phones:
        assert "Ada Lamb" in next(heard)["data"]
    first, second, third = *on_phones, listen(house, own)
    assert "Ada Lamb" in next(third)["data"]
    end = next(first)
    assert (end["event"], int(end["retry"])) == ("crowded", channels.CROWDED_RETRY_MS)
    assert list(first) == []
    house.do(night, "draw_loser", card="J")
    for heard in (second, third, on_the_wall):
        assert "event" not in next(heard)


def test_a_place_is_given_back_when_a_stream_is_closed(house: House, board: str) -> None:
    heard = listen(house, board)
    assert places_taken(house) == 1
    heard.close()
    assert places_taken(house) == 0


def test_a_stream_needs_its_key(house: House, stranger: Client, night: str) -> None:
    assert stranger.get(f"/board/{night}/stream").status_code == 404
    assert stranger.get("/player/x/stream").status_code == 404


def test_the_first_to_ask_leaves_no_trace_for_the_others(house: House, client: Client, night: str, own: str) -> None:
    """One of the staff on a key that was written otherwise: who comes later is told the same as from their own page."""
    house.do(night, "void_deal", reason="a misdeal")
    house.do(night, "close_night")
    text = [next(listen(house, path, client=client))["data"] for path in (f"{own}?at=2", own)]
    assert text[0] == text[1]
    assert own.removesuffix("/stream") + "/settlement.pdf" in text[0]


def test_asking_for_the_head_of_a_stream_holds_nothing(house: House, board: str) -> None:
    got = house.app.test_client().head(board)
    assert (got.status_code, got.mimetype) == (200, "text/event-stream")
    assert places_taken(house) == 0


def test_a_channel_that_cannot_be_made_ends_its_streams_and_no_others(
    house: House, night: str, board: str, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_wall, on_a_phone = listen(house, board), listen(house, own)
    next(on_the_wall), next(on_a_phone)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("web.player.player_view", broken)
    house.do(night, "draw_loser", card="J")
    assert next(on_a_phone)["event"] == "busy"
    assert list(on_a_phone) == []
    assert "Bets are closed" in next(on_the_wall)["data"]


def places_taken(house: House) -> int:
    return len(house.app.extensions[answer.EXTENSION].places)


def test_a_stream_begins_while_what_others_are_told_is_being_made(house: House, board: str) -> None:
    held = Event()
    for _ in range(channels.MAKERS):
        house.app.extensions[answer.EXTENSION].channels.makers.submit(held.wait, PATIENCE_S)
    try:
        assert "Bets are open" in next(listen(house, board))["data"]
    finally:
        held.set()


def test_sixty_streams_take_no_thread_each(house: House, night: str) -> None:
    """Streams of other boards too: each is another channel."""
    boards = [night, *(house.open_night() for _ in range(4))]
    with house.app.test_request_context():
        paths = [board_link(night).replace("?", "/stream?") for night in boards]

    async def follow() -> None:
        heard = [asyncio.Queue[bytes]() for _ in range(60)]
        streams = [stream_at(house.app.test_client(), paths[at % len(paths)]) for at in range(len(heard))]
        running = [asyncio.create_task(stream.run(queue.put)) for stream, queue in zip(streams, heard, strict=True)]
        for queue in heard:
            async with asyncio.timeout(PATIENCE_S):
                while b"\ndata: " not in await queue.get():
                    pass
        assert places_taken(house) == len(heard)
        assert threading.active_count() - before < 16
        for entry in running:
            entry.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        assert places_taken(house) == 0

    before = threading.active_count()
    run_alone(follow())


async def never(_: bytes) -> None:
    await asyncio.Event().wait()


async def broken_line(_: bytes) -> None:
    raise ConnectionResetError


@pytest.mark.parametrize(("send", "error"), [(never, TimeoutError), (broken_line, ConnectionResetError)])
def test_a_stream_whose_reader_is_lost_gives_its_place_back(
    house: House,
    board: str,
    send: Callable[[bytes], Awaitable[None]],
    error: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer, "SEND_S", 0.01)
    stream = stream_at(house.app.test_client(), board)
    assert places_taken(house) == 0
    with pytest.raises(error):
        run_alone(stream.run(send))
    assert places_taken(house) == 0


def test_the_stream_of_a_tablet_tells_versions_and_is_for_the_staff(
    house: House, client: Client, stranger: Client, night: str
) -> None:
    path = f"/nights/{night}/stream"
    assert next(listen(house, path, client)) == {"id": "7.0", "event": "moved", "data": "7 0"}
    assert stranger.http.get(path, headers={"Accept": "application/json"}).status_code == 401
    missing = client.http.get("/nights/nowhere/stream", headers={"Accept": "application/json"})
    assert missing.status_code == 404


def test_screens_hear_of_what_the_house_does_to_who_sits_there(house: House, client: Client) -> None:
    """The table showed the old deposit, limit and name until it moved on itself."""
    for card in ("ada", "bo"):
        for_house(house, "register_player", card=card, name=card.title())
    night, other = house.open_night(), house.open_night()
    house.do(night, "seat_player", player="red", card="ada")
    version = house.do(other, "seat_player", player="red", card="bo")
    with house.app.test_request_context():
        wall, phone = board_link(night).replace("?", "/stream?"), player_link(night, "red") + "/stream"
    tablet = listen(house, f"/nights/{night}/stream", client)
    screens = [listen(house, path) for path in (wall, phone)]
    for screen in (tablet, *screens):
        next(screen)
    for_house(house, "deposit", card="bo", amount=500)
    house.do(other, "issue_marker", player="red", amount=500)
    house.do(other, "fill", amount=10_000)
    for_house(house, "change_player", card="ada", known_as="Addie")
    changed = house.service.house().version
    assert next(tablet)["data"] == f"{version} {changed}"
    assert ["Addie" in next(screen)["data"] for screen in screens] == [True, True]


def test_what_concerns_a_table_is_about_who_sits_there_or_can_be_seated(house: House) -> None:
    """A fill or a marker at another table refreshes no table where the card does not sit."""
    for card in ("ada", "bo"):
        for_house(house, "register_player", card=card, name=card.title())
    night, other = house.open_night(), house.open_night()
    house.do(night, "seat_player", player="red", card="ada")
    for player, card in (("red", "bo"), ("blue", "ada")):
        house.do(other, "seat_player", player=player, card=card)
    acts: list[tuple[bool, Callable[[], object]]] = [
        (True, lambda: for_house(house, "deposit", card="ada", amount=500)),
        (False, lambda: for_house(house, "deposit", card="bo", amount=500)),
        (True, lambda: house.do(other, "issue_marker", player="blue", amount=500)),
        (False, lambda: house.do(other, "issue_marker", player="red", amount=500)),
        (False, lambda: house.do(other, "fill", amount=10_000)),
        (False, lambda: for_house(house, "house_rules", credit_limit=50_000)),
        (True, lambda: for_house(house, "register_player", card="cy", name="Cy")),
        (True, lambda: for_house(house, "bar_player", card="bo", reason="marked cards")),
        (True, lambda: for_house(house, "join_cards", card="bo", other="cy")),
        (True, lambda: house.do(other, "close_night")),
        (False, house.open_night),
    ]
    for number, (concerns, act) in enumerate(acts):
        before = channels.version_of(house.service, night)
        act()
        assert (channels.version_of(house.service, night) != before) == concerns, number


def test_a_tablets_stream_ends_when_its_dealer_may_not_see_the_table_any_more(
    house: House, client: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "BEAT_S", 0.01)
    heard = listen(house, f"/nights/{night}/stream", client)
    next(heard)
    house.do(night, "relieve_dealer", dealer="Ann Oakley")
    for_house(house, "engage", name="Ann Oakley", roles=["owner"])
    assert {message.get("event") for message in heard} <= {"moved", "beat"}
    ended = client.http.get(f"/nights/{night}/stream", headers={"Accept": "text/event-stream"})
    assert (ended.status_code, ended.get_json()["code"]) == (403, "unknown_staff")


def for_house(house: House, do: str, **arguments: Any) -> None:
    house.service.execute_for_house({"do": do, **arguments}, house.sender)


SENDER = Sender(who="test", device="test")


class Hall:
    """Channels over a book, and what each listener found told when it was woken."""

    def __init__(self, book: Book, stack: ExitStack) -> None:
        self.book = book
        self.touches = Touches()
        self.service = NightService(book)
        self.channels = Channels(self.service, logging.getLogger("test"), self.touches)
        self.night = self.service.execute({"do": "open_night", **OPENING}, SENDER).night
        self.made: list[int] = []
        self._stack = stack

    def tell(self) -> Message:
        head = self.book.head(self.night)
        assert head
        self.made.append(head.version)
        return Message(version=(head.version, 0), data=str(head.version))

    def listen(self, tell: Tell | None = None, what: str = "it", *, quick: bool = False) -> SimpleQueue[Message | None]:
        found: SimpleQueue[Message | None] = SimpleQueue()

        def wake() -> None:
            found.put(channel.message)

        channel = self._stack.enter_context(
            self.channels.listen(self.night, what, tell or self.tell, wake, quick=quick)
        )
        channel.refresh()
        found.put(channel.message)
        return found

    def move(self, book: Book | None = None) -> int:
        name = f"P{len(self.book.events(self.night))}"
        command = {"do": "seat_player", "player": name.lower(), "name": name}
        return NightService(book or self.book).execute(command, SENDER, night=self.night).version


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Book.open(tmp_path / "night.db") as book:
        with ExitStack() as stack:
            made = Hall(book, stack)
            yield made
        for threads in (made.channels.makers, made.channels.listening):
            threads.shutdown()


def version_heard(found: SimpleQueue[Message | None], version: int) -> None:
    while True:
        message = found.get(timeout=PATIENCE_S)
        assert message
        if message.version == (version, 0):
            return


def test_a_commit_is_told_to_all_and_made_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit alone wakes them: the look by itself would come in an hour."""
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 3600.0)
    found = [hall.listen() for _ in range(50)]
    version = hall.move()
    for entry in found:
        version_heard(entry, version)
    assert hall.made.count(version) == 1


def test_another_processs_commit_is_noticed_by_one_watch(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 0.05)
    before = set(threading.enumerate())
    found = [hall.listen(what=str(number)) for number in range(20)]
    with Book.open(tmp_path / "night.db") as other:
        version = hall.move(other)
    for entry in found:
        version_heard(entry, version)
    assert len(set(threading.enumerate()) - before) <= 1 + channels.MAKERS


def test_another_processs_act_at_the_cage_is_noticed(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 0.05)

    def tell() -> Message:
        return Message(version=channels.version_of(hall.service, hall.night), data="")

    with Book.open(tmp_path / "night.db") as other:
        cage = NightService(other)
        cage.execute_for_house({"do": "register_player", "card": "ada", "name": "Ada"}, SENDER)
        cage.execute({"do": "seat_player", "player": "red", "card": "ada"}, SENDER, night=hall.night)
        found = [hall.listen(tell, str(quick), quick=quick) for quick in (True, False)]
        cage.execute_for_house({"do": "deposit", "card": "ada", "amount": 500}, SENDER)
        version = 2, cage.house().version
    for entry in found:
        while (message := entry.get(timeout=PATIENCE_S)) is None or message.version != version:
            pass


def test_a_commit_concerns_the_screens_of_its_night_alone(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 3600.0)
    service = NightService(hall.book)
    found = hall.listen()
    first = hall.move()
    version_heard(found, first)
    for number in range(20):
        other = service.execute({"do": "open_night", **OPENING}, SENDER).night
        service.execute({"do": "seat_player", "player": f"p{number}", "name": "P"}, SENDER, night=other)
    version = hall.move()
    version_heard(found, version)
    assert set(hall.made) <= {first - 1, first, version}


def test_one_channel_that_takes_long_holds_up_no_other(hall: Hall) -> None:
    held, go_on = Event(), Event()

    def slow() -> Message:
        message = hall.tell()
        if held.is_set():
            go_on.wait(PATIENCE_S)
        return message

    late, prompt = hall.listen(slow, "slow"), hall.listen(what="prompt")
    held.set()
    for _ in range(5):
        version = hall.move()
        version_heard(prompt, version)
    go_on.set()
    version_heard(late, version)


def test_a_book_out_of_reach_is_told_to_all(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 0.05)
    found = hall.listen()

    def unreachable(_: object) -> None:
        raise BookError("book_unreachable", "The book cannot be reached.")

    with monkeypatch.context() as broken:
        broken.setattr(hall.book, "moved", unreachable)
        while found.get(timeout=PATIENCE_S) is not None:
            pass
    version = hall.move()
    # A look that was under way may fail after that, or tell of the version before; who was told nothing comes again.
    found = hall.listen()
    while (message := found.get(timeout=PATIENCE_S)) is None or message.version != (version, 0):
        if message is None:
            found = hall.listen()


def test_the_watch_ends_with_the_last_listener_and_begins_again(hall: Hall) -> None:
    def watches() -> list[threading.Thread]:
        return [entry for entry in threading.enumerate() if entry.name == "stream-watch"]

    before = set(watches())
    for _ in range(3):
        with hall.channels.listen(hall.night, "it", hall.tell, lambda: None, quick=True) as channel:
            channel.refresh()
            begun = set(watches()) - before
            assert len(begun) == 1
        for thread in begun:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()


def test_a_message_is_written_as_the_standard_has_it() -> None:
    assert str(Message(version=(7, 0), data="a\n\nb")) == "id: 7.0\ndata: a\ndata: \ndata: b\n\n"
    assert str(Message(version=(7, 0), data="7", event="moved")) == "id: 7.0\nevent: moved\ndata: 7\n\n"
    assert CROWDED.endswith("\n\n")


def test_a_listener_is_told_no_more_than_they_do_not_know() -> None:
    listener = Listener(seen="3.0")
    assert listener.told(Message(version=(3, 0), data="x")) == BEAT
    assert listener.told(Message(version=(4, 0), data="x")) == f"id: 4.0\n{BEAT}"
    assert listener.told(Message(version=(5, 0), data="y")) == "id: 5.0\ndata: y\n\n"
    assert listener.told(Message(version=(5, 0), data="y")) == BEAT
    assert listener.told(Message(version=(4, 0), data="z")) == "id: 4.0\ndata: z\n\n"


def test_an_event_is_told_each_time_the_night_moves_on() -> None:
    listener = Listener(seen="")
    text = [listener.told(Message(version=(version, 0), data="same", event="moved")) for version in (1, 2)]
    assert text == ["id: 1.0\nevent: moved\ndata: same\n\n", "id: 2.0\nevent: moved\ndata: same\n\n"]


SILENCE_MS = 11_000
"""A page that hears nothing for so long, by its own clock, has lost its line and asks again."""
TELEVISION, TELEPHONE = (1280, 720), (360, 740)


class Screen:
    """A page that only looks; ``said`` collects what its console found fault with."""

    def __init__(self, browser: Browser, size: tuple[int, int]) -> None:
        self.page: Page = new_page(browser, size)
        self.context = self.page.context
        self.said: list[str] = []
        self.page.on("console", lambda one: self.said.append(one.text) if one.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def is_followed(self) -> None:
        """Wait until the page's stream has begun."""
        expect(self.page.locator("#followed[data-heard]")).to_be_attached()


@pytest.fixture
def television(browser: Browser) -> Iterator[Screen]:
    made = Screen(browser, TELEVISION)
    yield made
    made.context.close()


@pytest.fixture
def telephone(browser: Browser) -> Iterator[Screen]:
    made = Screen(browser, TELEPHONE)
    yield made
    made.context.close()


def board_path(house: House, night: str) -> str:
    with house.app.test_request_context():
        return board_link(night)


@pytest.mark.browser
def test_the_board_follows_and_keeps_its_beads_and_checks(
    house: House, address: str, television: Screen, night: str
) -> None:
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    page = television.page
    page.goto(address + board_path(house, night))
    television.is_followed()
    page.evaluate("""() => {
      for (const id of ["bead-9-3", "lies-a", "layout"]) document.getElementById(id).marked = true;
    }""")
    house.do(night, "turn", loser="9", winner="4")
    expect(page.locator("#turns li").first).to_contain_text("Turn 1")
    expect(page.locator("#bead-9-3")).to_have_class("bead out")
    expect(page.locator("#bead-9-2")).to_have_class("bead")
    lay_at = page.locator("#lies-a").bounding_box()
    house.do(night, "move_bet", bet="a", kind="single", ranks=["K"])
    page.wait_for_function("at => document.getElementById('lies-a').getBoundingClientRect().x !== at.x", arg=lay_at)
    house.do(night, "place_bet", bet="b", player="blue", kind="single", ranks=["2"], stake=500)
    expect(page.locator("#lies-b")).to_be_visible()
    kept = page.evaluate("""() => ["bead-9-3", "lies-a", "layout"].map((id) => document.getElementById(id).marked)""")
    assert kept == [True, True, True]
    house.do(night, "take_down_bet", bet="b")
    expect(page.locator("#lies-b")).to_have_count(0)
    house.do(night, "void")
    expect(page.locator("#lies-b")).to_be_visible()
    assert television.said == []


@pytest.mark.browser
def test_a_telephone_follows_one_player(house: House, address: str, telephone: Screen, night: str) -> None:
    with house.app.test_request_context():
        path = player_link(night, "red")
    page = telephone.page
    page.goto(address + path)
    telephone.is_followed()
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    expect(page.locator("#bets li")).to_contain_text("the Q")
    house.do(night, "turn", loser="2", winner="Q")
    expect(page.locator("#settled tbody tr")).to_have_count(1)
    expect(page.locator("#sum .net")).to_contain_text("+$5.00")
    page.locator("#deal-1 summary").click()
    house.do(night, "issue_marker", player="red", amount=5_000)
    expect(page.locator("#account")).to_contain_text("Marker Nº 1")
    assert page.locator("#deal-1").get_attribute("open") is None, "what they closed was opened again"
    house.do(night, "close_night")
    expect(page.locator("#settlement")).to_be_visible()
    result = house.result(night)["players"]["red"]
    expect(page.locator("#sum .net")).to_contain_text(signed(result["net"]))
    expect(page.locator("#sum")).to_contain_text(money(result["cashed"]))
    assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE[0]
    assert telephone.said == []


@pytest.mark.browser
def test_after_a_cut_the_page_goes_on(house: House, address: str, television: Screen, night: str) -> None:
    query: list[str | None] = []
    page = television.page
    page.on("request", lambda one: query.append(one.headers.get("last-event-id")) if "/stream" in one.url else None)
    with Cable(address) as cable:
        page.goto(cable.address + board_path(house, night))
        television.is_followed()
        version = house.do(night, "draw_loser", card="9")
        expect(page.locator("#head .phase")).to_have_text("Bets are closed")
        cable.cut()
        expect(page.locator("#lost")).to_contain_text("Connection lost. This is the table as of ")
        assert page.evaluate("document.body.classList.contains('unheard')")
        house.do(night, "draw_winner", card="4")
        cable.mend()
        expect(page.locator("#turns li").first).to_contain_text("4wins")
        expect(page.locator("#lost")).to_be_empty()
    assert f"{version}.0" in query


@pytest.mark.browser
def test_a_page_says_what_htmx_could_not_do(house: House, television: Screen, address: str, night: str) -> None:
    page = television.page
    page.clock.install()
    page.goto(address + board_path(house, night))
    television.is_followed()
    page.locator("#followed").dispatch_event("htmx:error")
    expect(page.locator("#lost")).to_contain_text("Connection lost")


@pytest.mark.browser
def test_a_line_that_went_dead_is_noticed_by_its_silence(
    house: House, address: str, television: Screen, night: str
) -> None:
    page = television.page
    page.clock.install()
    with Cable(address) as cable:
        page.goto(cable.address + board_path(house, night))
        television.is_followed()
        cable.go_dead()
        house.do(night, "draw_loser", card="9")
        page.clock.fast_forward(SILENCE_MS)
        expect(page.locator("#lost")).to_contain_text("Connection lost")
        expect(page.locator("#head .phase")).to_have_text("Bets are open")
        cable.mend()
        expect(page.locator("#head .phase")).to_have_text("Bets are closed")
        expect(page.locator("#lost")).to_be_empty()


@pytest.mark.browser
def test_a_page_that_never_had_its_stream_asks_again(
    house: House, address: str, television: Screen, night: str
) -> None:
    """A book that is out of reach at first answers with a page, which must not come in place of the board."""
    page = television.page
    page.clock.install()
    page.route("**/stream*", lambda route: route.fulfill(status=503, body="<h1>Trouble</h1>", content_type="text/html"))
    page.goto(address + board_path(house, night))
    expect(page.locator("#lost")).to_contain_text("Connection lost")
    assert "Trouble" not in page.content()
    page.unroute("**/stream*")
    house.do(night, "draw_loser", card="9")
    page.clock.fast_forward(SILENCE_MS)
    expect(page.locator("#head .phase")).to_have_text("Bets are closed")
    expect(page.locator("#lost")).to_be_empty()


@pytest.mark.browser
def test_the_key_is_in_no_referrer(house: House, address: str, telephone: Screen, night: str) -> None:
    referrers: list[str | None] = []
    telephone.page.on("request", lambda one: referrers.append(one.all_headers().get("referer")))
    telephone.page.goto(address + board_path(house, night))
    telephone.is_followed()
    assert len(referrers) > 5
    assert not [referrer for referrer in referrers if referrer and "/board/" in referrer]


@pytest.mark.browser
def test_nothing_stands_in_anybodys_way(
    house: House, address: str, television: Screen, telephone: Screen, night: str
) -> None:
    """No violation of WCAG 2.2 AA on the board and on a player's page, in the middle of a deal and after the close."""
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500, coppered=True)
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "issue_marker", player="red", amount=5_000)
    house.do(night, "turn", loser="Q", winner="9")
    with house.app.test_request_context():
        paths = {television: board_link(night), telephone: player_link(night, "red")}
    for last in (False, True):
        if last:
            house.do(night, "close_night")
        for screen, path in paths.items():
            screen.page.emulate_media(reduced_motion="reduce")
            screen.page.goto(address + path)
            screen.is_followed()
            assert found(screen.page) == []


@pytest.mark.browser
def test_board_and_telephone_follow_a_hand_and_change_over_from_faro(
    house: House, address: str, television: Screen, telephone: Screen
) -> None:
    """The suits grow and keep their places, whose turn it is moves on, proofs come with the end; both themes are AA."""
    night = house.open_night(game=["faro", "fan_tan"], house={"fan_tan": "antes"})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    with house.app.test_request_context():
        paths = {television: board_link(night), telephone: player_link(night, "blue")}
    for screen, path in paths.items():
        screen.page.emulate_media(reduced_motion="reduce")
        screen.page.goto(address + path)
        screen.is_followed()
    board, own = television.page, telephone.page
    expect(board.locator("#spindles")).to_be_visible()
    house.do(night, "start_hand", dealer="white")
    expect(board.locator("#seat-red")).to_have_attribute("aria-current", "true")
    expect(board.locator("#spindles")).to_have_count(0)
    board.evaluate("() => { document.getElementById('place-7d').marked = true; }")
    house.do(night, "lay", player="red", card="7d")
    expect(board.locator("#place-7d")).to_have_class("place lies last")
    assert board.evaluate("() => document.getElementById('place-7d').marked") is True
    expect(own.locator("#hand em")).to_have_text("it is your turn")
    house.do(night, "pass", player="blue")
    expect(own.locator("#hand em")).to_have_count(0)
    house.do(night, "lay", player="white", card="6d")
    house.do(night, "void_hand", reason="misdealt")
    house.do(night, "start_hand", dealer="white")
    for player in ("red", "blue", "white"):
        house.do(night, "pass", player=player)
    spades = [card for card in PACK if card.endswith("s")]
    house.do(night, "show_hand", player="blue", cards=[*spades, "2h", "3h", "4h", "5h"])
    expect(board.locator("#seat-blue .slip")).to_have_count(17)
    house.do(night, "end_hand")
    expect(board.locator(".wrong-passes")).to_contain_text("Turn 2: Wm. Hart passed and held 7♠ (shown at the end)")
    expect(own.locator("#hand-2 .wrong")).to_contain_text("At turn 2 you passed and held 7♠ (shown at the end)")
    for screen in (television, telephone):
        assert found(screen.page) == []
        assert screen.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert screen.said == []


class Room:
    """Places that a test takes, by a short name of the link and of the address."""

    def __init__(self, stack: ExitStack) -> None:
        self.places = Places()
        self.taken: list[Place] = []
        self.ended = 0
        self._stack = stack

    def take(self, key: str, address: str = "home", kind: Kind = "player") -> Place:
        self.taken.append(self._stack.enter_context(self.places.hold(Holder(kind, key, address), self._end)))
        return self.taken[-1]

    def gone(self) -> list[Place]:
        return [entry for entry in self.taken if entry.taken_away]

    def _end(self) -> None:
        self.ended += 1


@pytest.fixture
def room() -> Iterator[Room]:
    with ExitStack() as stack:
        made = Room(stack)
        yield made
    assert len(made.places) == 0
    assert made.ended == len(made.gone())


def test_a_link_keeps_the_newest_of_its_streams(room: Room) -> None:
    first = [room.take("red") for _ in range(places.MOST_OF_A_PLAYER)]
    assert room.gone() == []
    for _ in range(2):
        room.take("red")
    assert room.gone() == first[:2]
    assert len(room.places) == places.MOST_OF_A_PLAYER


def test_a_board_hangs_on_more_walls_and_sixty_telephones_follow_it(room: Room) -> None:
    assert places.MOST_OF_A_BOARD > 60
    for _ in range(places.MOST_OF_A_BOARD):
        room.take("board n", kind="board")
    assert room.gone() == []
    room.take("board n", kind="board")
    assert room.gone() == room.taken[:1]


def test_who_takes_hundreds_by_a_link_takes_them_from_themselves(room: Room) -> None:
    """Its honest holder, at another address, keeps their stream, and gets in when they come again."""
    honest = room.take("red", "telephone")
    for _ in range(200):
        room.take("red", "attacker")
    again = room.take("red", "telephone")
    for _ in range(200):
        room.take("red", "attacker")
    assert not honest.taken_away
    assert not again.taken_away
    assert len(room.places) == places.MOST_OF_A_PLAYER


def test_a_full_address_loses_the_greediest_links_oldest(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST_OF_AN_ADDRESS", 4)
    room.take("blue")
    greedy = [room.take("red") for _ in range(3)]
    elsewhere = room.take("red", "away")
    room.take("green")
    assert room.gone() == greedy[:1]
    assert not elsewhere.taken_away


def test_a_full_house_takes_from_the_greediest_address(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST_OF_LINKS", 5)
    room.take("blue", "one")
    greedy = [room.take(key, "two") for key in ("a", "b", "c", "d")]
    room.take("green", "three")
    assert room.gone() == greedy[:1]


def test_the_staff_lose_no_place_to_others_and_take_none_from_them(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST_OF_LINKS", 3)
    monkeypatch.setattr(places, "MOST_OF_AN_ADDRESS", 3)
    links = [room.take(key) for key in ("a", "b", "c")]
    dealer = [room.take("Earp tablet-1", kind="staff") for _ in range(places.MOST_OF_A_STAFF_DEVICE)]
    other = room.take("Earp tablet-2", kind="staff")
    assert room.gone() == []
    room.take("d")
    assert room.gone() == links[:1]
    room.take("Earp tablet-1", kind="staff")
    assert room.gone() == [links[0], dealer[0]]
    assert not other.taken_away


def test_open_pages_load_themselves_again_after_an_upgrade(
    tablets: Tablets, house: House, night: str, board: str, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board and a phone at once; a tablet when nothing waits and no form is open. Each of them once."""
    line = tablets.cable()
    tablet, wall, phone = (tablets.new(line=line) for _ in range(3))
    for shown, path in ((tablet, f"/nights/{night}"), (wall, board), (phone, own)):
        shown.go(path.replace("/stream", ""))
        shown.page.evaluate("window.isOld = true")
    tablet.follows()
    tablet.follow("#menu", "#tab-night")
    line.cut()
    expect(tablet.page.locator("#strip")).to_be_visible()
    room = house.app.extensions[answer.EXTENSION]
    monkeypatch.setitem(house.app.extensions, answer.EXTENSION, replace(room, version="newer"))
    monkeypatch.setitem(house.app.jinja_env.globals, "shell_version", "newer")
    line.mend()
    for shown in (wall, phone):
        shown.page.wait_for_function("() => !window.isOld")
        shown.sees("meta[name=shell-version][content=newer]")
    tablet.follows()
    assert tablet.page.evaluate("window.isOld")
    tablet.touch("#drawer-done")
    tablet.page.wait_for_function("() => !window.isOld")
    tablet.follows()
    monkeypatch.setitem(house.app.jinja_env.globals, "shell_version", "older")
    wall.page.reload()
    wall.page.evaluate("window.isOld = true")
    house.do(night, "draw_loser", card="J")
    expect(wall.page.locator("body")).to_contain_text("Bets are closed")
    assert wall.page.evaluate("window.isOld"), "two servers of different versions would have it load for ever"
