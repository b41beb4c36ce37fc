"""Channels: made once for all who listen, after each commit and each look; one thread, which ends with the last."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from dealer.assistant import Assistant
from dealer.streams import Sender
from events.book.book import Book
from events.records import BookError, Head
from tests.support.house import OPENING
from web.app.background_work import Touches
from web.live import channels
from web.live.channels import Channels, Message, Tell

SENDER = Sender(who="test", device="test")
PATIENCE_S = 300


class Hall:
    """Channels over a book, and what each listener found told when it was woken."""

    def __init__(self, book: Book, stack: ExitStack) -> None:
        self.book = book
        self.touches = Touches()
        self.channels = Channels(book, logging.getLogger("test"), self.touches)
        self.night = Assistant(book).execute({"do": "open_night", **OPENING}, SENDER).night
        self.made: list[int] = []
        self._stack = stack

    def tell(self, since: Head | None = None) -> Message:
        head = self.book.head(self.night)
        assert head
        self.made.append(head.version)
        return Message(version=head.version, data=str(head.version))

    def listen(self, tell: Tell | None = None, what: str = "it", *, quick: bool = False) -> SimpleQueue[Message | None]:
        found: SimpleQueue[Message | None] = SimpleQueue()

        def wake() -> None:
            found.put(channel.told)

        channel = self._stack.enter_context(
            self.channels.listen(self.night, what, tell or self.tell, wake, quick=quick)
        )
        channel.refresh()
        found.put(channel.told)
        return found

    def move(self, book: Book | None = None) -> int:
        name = f"P{len(self.book.facts(self.night))}"
        command = {"do": "seat_player", "player": name.lower(), "name": name}
        return Assistant(book or self.book).execute(command, SENDER, night=self.night).version


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
        if message.version == version:
            return


def test_all_who_listen_hear_of_a_commit_for_which_it_was_made_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit alone wakes them: the look by itself would come in an hour."""
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 3600.0)
    found = [hall.listen() for _ in range(50)]
    version = hall.move()
    for one in found:
        version_heard(one, version)
    assert hall.made.count(version) == 1


def test_what_another_process_writes_is_noticed_by_one_look_for_all(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 0.05)
    looks: list[set[str]] = []
    heads = hall.book.heads
    monkeypatch.setattr(hall.book, "heads", lambda nights: (looks.append(set(nights)), heads(nights))[1])
    before = set(threading.enumerate())
    found = [hall.listen(what=str(number)) for number in range(20)]
    with Book.open(tmp_path / "night.db") as other:
        version = hall.move(other)
    for one in found:
        version_heard(one, version)
    assert all(look == {hall.night} for look in looks)
    assert len(set(threading.enumerate()) - before) <= 1 + channels.MAKERS


def test_a_commit_has_the_screens_of_its_own_night_looked_at_and_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 3600.0)
    assistant = Assistant(hall.book)
    found = hall.listen()
    first = hall.move()
    version_heard(found, first)
    looks: list[set[str]] = []
    heads = hall.book.heads
    monkeypatch.setattr(hall.book, "heads", lambda nights: (looks.append(set(nights)), heads(nights))[1])
    for number in range(20):
        other = assistant.execute({"do": "open_night", **OPENING}, SENDER).night
        assistant.execute({"do": "seat_player", "player": f"p{number}", "name": "P"}, SENDER, night=other)
    version = hall.move()
    version_heard(found, version)
    assert set(hall.made) <= {first - 1, first, version}
    # The commit says to which head the night moved.
    assert looks == []


def test_a_head_that_comes_after_a_later_one_is_told_to_nobody(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever says it may be put off between reading it and saying it."""
    monkeypatch.setattr(channels, "LOOK_AGAIN_S", 3600.0)
    watching: SimpleQueue[Callable[[Mapping[str, Head]], None]] = SimpleQueue()
    monkeypatch.setattr(hall.book, "on_commit", lambda told: (watching.put(told), lambda: None)[1])

    def tell(since: Head | None) -> Message:
        version = since.version if since else 0
        return Message(version=version, data=str(version))

    found = hall.listen(tell, quick=True)
    say = watching.get(timeout=PATIENCE_S)
    looked = Event()

    def look(count: int) -> None:
        looked.clear()
        # The first look at a new listener's night may take this for its own.
        while not looked.wait(0.01):
            say({"another": Head(version=count, hash="")})

    with hall.channels.listen("another", "it", tell, looked.set, quick=True):
        for count, version in enumerate((5, 7, 6), start=1):
            say({hall.night: Head(version=version, hash=str(version))})
            look(count)
        # The look before this one is over.
        look(4)
    heard = []
    while not found.empty():
        message = found.get()
        assert message
        heard.append(message.version)
    assert heard == sorted(heard)
    assert heard[-1] == 7


def test_one_channel_that_takes_long_holds_up_no_other(hall: Hall) -> None:
    held, go_on = Event(), Event()

    def slow(_: Head | None) -> Message:
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


def test_a_book_out_of_reach_is_told_to_all_and_another_day_it_goes_on(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    while (message := found.get(timeout=PATIENCE_S)) is None or message.version != version:
        if message is None:
            found = hall.listen()


def test_the_watch_ends_with_the_last_listener_and_begins_again(hall: Hall) -> None:
    def watches() -> list[threading.Thread]:
        return [one for one in threading.enumerate() if one.name == "stream-watch"]

    before = set(watches())
    for _ in range(3):
        with hall.channels.listen(hall.night, "it", hall.tell, lambda: None, quick=True) as channel:
            channel.refresh()
            begun = set(watches()) - before
            assert len(begun) == 1
        for thread in begun:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
