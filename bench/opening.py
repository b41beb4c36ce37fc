"""One night of a book opened from nothing at hand, in a book of many nights beside one of a single night."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from argon2 import PasswordHasher

from bench.evening import SEATED, evening
from bench.figures import Figure, in_turn
from bench.house_in_process import HERE, KEY, PIN
from bench.startup import CASEKEEPER, ended
from dealer.night_service import NightService
from events.book.book import Book
from web.app.authentication import Authentication
from web.application import create_app

CLIENTS = 8
"""So many make the nights at once: one transaction takes what they ask for."""

TOLD = 60
"""How many commands the night has that is opened; the others end with their first bets."""

FLAT, HELD = 1.2, 1.6
_NIGHT = f"{evening(1)[0]['date']}-1"


def figures(quick: bool) -> Iterator[Figure]:
    """The processor's time of a night opened; the whole form has larger books, and the command that shows it."""
    rounds, pages, sizes = (4, 2, (30,)) if quick else (25, 15, (100, 1_000))
    with TemporaryDirectory() as folder:
        alone, cookie_alone = book_of(Path(folder, "1.db"), 1)
        for size in sizes:
            among, cookie = book_of(Path(folder, f"{size}.db"), size)
            ours, theirs = in_turn(rounds, partial(opened, among), partial(opened, alone))
            yield _figure("a night opened", size, ours, theirs)
            ours, theirs = in_turn(pages, partial(page, among, cookie), partial(page, alone, cookie_alone))
            yield _figure("its first tablet page", size, ours, theirs)
            if not quick:
                ours, theirs = in_turn(5, _shown(among), _shown(alone))
                yield _figure("`casekeeper show`", size, ours, theirs)


def _figure(what: str, size: int, ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    return Figure(
        what=f"{what}, in a book of {size:,} nights",
        beside="in a book of 1",
        unit="s",
        ours=tuple(ours),
        theirs=tuple(theirs),
        at_most=FLAT,
        held=HELD,
    )


def book_of(path: Path, nights: int) -> tuple[Path, str]:
    """A book of so many nights, the first of them with more commands, and the session of a dealer who is signed in."""
    with Book.open(path) as book:
        auth = _authentication(book)
        auth.engage(HERE.who, PIN, HERE)
        service, told = NightService(book), evening(1)
        night = service.execute(told[0], HERE).night
        for document in told[1 : SEATED + TOLD]:
            service.execute(document, HERE, night=night)

        def another(_: int) -> None:
            added = service.execute(told[0], HERE).night
            for each in told[1:SEATED]:
                service.execute(each, HERE, night=added)

        with ThreadPoolExecutor(CLIENTS) as clients:
            list(clients.map(another, range(nights - 1)))
        client = create_app(book, secret_key=KEY, auth=auth).test_client()
        token = client.get("/api/token").get_json()["token"]
        client.post("/api/sign-in", json={"name": HERE.who, "pin": PIN}, headers={"X-CSRFToken": token})
        session = client.get_cookie("casekeeper")
        assert session is not None
        return path, session.value


def opened(path: Path) -> float:
    """The processor's time, in seconds, until a book is open and the service has given its first night."""
    began = process_time()
    with Book.open(path) as book:
        assert NightService(book).night(_NIGHT).seats
        return process_time() - began


def page(path: Path, session: str) -> float:
    """The same until a fresh application has given the night's page; the application itself is made before."""
    began = process_time()
    with Book.open(path) as book:
        opening = process_time() - began
        client = create_app(book, secret_key=KEY, auth=_authentication(book)).test_client()
        client.set_cookie("casekeeper", session)
        began = process_time()
        answer = client.get(f"/nights/{_NIGHT}")
        assert answer.status_code == 200, answer.location
        return opening + process_time() - began


def _shown(path: Path) -> Callable[[], float]:
    return partial(ended, *CASEKEEPER, "show", _NIGHT, "--book", str(path))


def _authentication(book: Book) -> Authentication:
    # A PIN that is looked at costs a tenth of a second otherwise, which is no matter of what is measured.
    return Authentication(book, KEY, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
