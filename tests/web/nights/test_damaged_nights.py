"""A damaged fact takes its own night's pages away and nothing else, and they say where to verify it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy

import pytest

from events.book.book import Book
from tests.support.forger import Forger, exchange
from tests.support.house import Client, House
from web.app.links import board_link, player_link

SOUND, DAMAGED = "2026-11-21-1", "2026-11-21-2"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a night of one table, and a closed one in which a bet was paid."""
    path = tmp_path_factory.mktemp("damaged") / "book.db"
    with Book.open(path) as book:
        house = House(book)
        house.open_night()
        night = house.open_night(table="The Lynx")
        house.seat(night, red="Ada Lamb")
        house.deal(night)
        house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
        house.do(night, "turn", loser="2", winner="Q")
        house.do(night, "close_night")
    return path


@pytest.fixture
def forged(played: Path, tmp_path: Path) -> Iterator[Callable[[str], House]]:
    """The house on that book after somebody changed it."""
    path = tmp_path / "book.db"
    path.write_bytes(played.read_bytes())
    houses = []

    def change(statement: str) -> House:
        forger = Forger(path)
        forger(statement)
        forger.raw.commit()
        forger.raw.close()
        houses.append(House(Book.open(path), staff=False))
        return houses[-1]

    yield change
    for house in houses:
        house.book.close()


EMPTIED = f"UPDATE facts SET body = '{{}}' WHERE kind = 'PlayerSeated' AND night = '{DAMAGED}'"
OVERDRAWN = (
    f"UPDATE facts SET body = replace(body, '20000', '-20000') WHERE kind = 'ChecksBought' AND night = '{DAMAGED}'"
)
OTHER_PAY = "UPDATE facts SET body = replace(body, '\"paid_cents\":500', '\"paid_cents\":700') WHERE kind = 'BetPaid'"


@pytest.mark.parametrize("change", [EMPTIED, OVERDRAWN])
def test_the_list_of_nights_shows_it_as_what_it_is_and_the_others_as_ever(
    forged: Callable[[str], House], change: str
) -> None:
    client = forged(change).client()
    answer = client.get("/")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert f'href="/nights/{SOUND}"' in page
    assert f'href="/nights/{DAMAGED}"' not in page
    assert f'href="/nights/{DAMAGED}/verify"' in page
    assert "cannot be read" in page
    assert "The program has a fault" not in page
    assert client.get(f"/nights/{SOUND}").status_code == 200


def test_the_list_of_nights_blames_the_program_for_its_own_faults(
    house: House, client: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall_over(*_: object) -> None:
        raise KeyError("red")

    monkeypatch.setattr("web.nights.night_list.games_in_words", fall_over)
    page = client.get("/").get_data(as_text=True)
    assert "cannot be read" in page
    assert "The program has a fault, which says nothing against the night: " in page
    assert "make no night any more" not in page


@pytest.mark.parametrize("change", [EMPTIED, OTHER_PAY])
def test_its_own_pages_say_that_it_is_damaged_and_where_to_verify_it(
    forged: Callable[[str], House], change: str
) -> None:
    house = forged(change)
    client = house.client()
    for page in ("", "/papers/table.pdf", "/audit", "/bets"):
        answer = client.get(f"/nights/{DAMAGED}{page}")
        if change == OTHER_PAY and answer.status_code == 200:
            # Its facts still read; what does not reckon with that one shows it as it is.
            assert page in ("/audit", "/bets")
            continue
        text = answer.get_data(as_text=True)
        assert answer.status_code == 503, (page, answer.status_code)
        assert f'href="/nights/{DAMAGED}/verify"' in text
        assert 'href="/"' in text
    answer = client.get(f"/nights/{DAMAGED}", headers={"Accept": "application/json"})
    assert answer.get_json()["code"] == "book_damaged"
    assert "fact " in answer.get_json()["why"].lower()
    assert client.get(f"/nights/{DAMAGED}/verify").status_code == 200
    with house.app.test_request_context():
        board = board_link(DAMAGED)
    told = house.app.test_client().get(board)
    assert "/verify" not in told.get_data(as_text=True)


def test_a_player_s_page_says_so_too(forged: Callable[[str], House]) -> None:
    house = forged(EMPTIED)
    with house.app.test_request_context():
        player = player_link(DAMAGED, "red")
    answer = house.app.test_client().get(player, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["code"]) == (503, "book_damaged")


@pytest.mark.parametrize("error", [StopIteration(), RuntimeError("generator raised StopIteration")], ids=type)
def test_a_page_that_finds_nothing_where_there_must_be_something_blames_the_night(
    forged: Callable[[str], House], error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall_over(*_: object) -> None:
        raise error

    monkeypatch.setattr("web.audit.disputes._views", fall_over)
    answer = forged(OTHER_PAY).client().get(f"/nights/{DAMAGED}/disputes", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["code"]) == (503, "book_damaged")


def asked_for_board(path: Path, night: str) -> tuple[int, str]:
    """What a night's board is answered with, its status and code."""
    with Book.open(path) as book:
        app = House(book, staff=False).app
        with app.test_request_context():
            board = board_link(night)
        answer = app.test_client().get(board, headers={"Accept": "application/json"})
    return answer.status_code, answer.get_json()["code"]


def test_a_page_that_falls_over_a_bent_index_blames_the_book(played: Path, tmp_path: Path) -> None:
    """Its night is sound by the tables; by the index a bet is laid before its checks are bought."""
    bent = Path(copy(played, tmp_path))
    exchange(bent, DAMAGED, 3, 6)
    assert asked_for_board(bent, DAMAGED) == (503, "book_damaged")


def test_a_page_that_falls_over_a_sound_night_is_a_fault_of_the_program(
    house: House, client: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall_over(*_: object) -> None:
        raise KeyError("red")

    monkeypatch.setattr("web.nights.pages.render_table", fall_over)
    for _ in range(2):
        answer = client.get(f"/nights/{night}", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.get_json()["code"]) == (500, "internal")
        # Whoever tries again at once has the night not verified anew.
        monkeypatch.setattr("web.nights.verifications.Verifications.begin", fall_over)


def test_a_fault_of_the_program_is_told_as_one_also_where_another_night_is_read_by_a_bent_index(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong with the book keeps no night from being read but the one that its index has otherwise."""

    def fall_over(*_: object) -> None:
        raise KeyError("red")

    bent = Path(copy(played, tmp_path))
    exchange(bent, DAMAGED, 3, 6)
    monkeypatch.setattr("web.board.routes._told", fall_over)
    assert asked_for_board(bent, SOUND) == (500, "internal")
