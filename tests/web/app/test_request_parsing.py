"""What is sent as JSON: what no book gives back as it was is refused at the door, and recorded nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.verification.streams import verify
from events import records
from events.records import MOST_LEVELS
from tests.support.house import Client, House
from tests.web.games.pharo.evening import worked_night
from web.app.links import hand_link

LONG = -(10**4299)
"""A number that is written, and not read again."""

BET = {"do": "place_bet", "player": "red", "kind": "single", "ranks": ["9"], "stake": 100}


def nested(levels: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(levels - 1):
        inner = [inner]
    return inner


@pytest.fixture
def night(house: House) -> str:
    """A night of Pharo that is open to players."""
    night = worked_night(house)
    house.do(night, "open_to_players")
    return night


@pytest.fixture
def link(house: House, night: str) -> str:
    with house.app.test_request_context():
        return hand_link(night, "red")


@pytest.mark.parametrize("value", [LONG, nested(MOST_LEVELS), nested(900)], ids=("long", "deep", "very deep"))
def test_what_no_book_gives_back_is_refused_from_a_phone(
    house: House, stranger: Client, client: Client, night: str, link: str, value: Any
) -> None:
    """Pharo passes over ``win``, an argument that only other games' bets have: it was recorded, and the night gone."""
    before = house.book.head(night), len(house.book.commands(night))
    for window in (stranger, client):
        path = f"{link}/commands" if window is stranger else f"/api/nights/{night}/commands"
        answer = window.post(path, {**BET, "bet": "z", "win": value}, Accept="application/json")
        # A phone's act is shorter than such a number.
        is_long = window is stranger and value == LONG
        expected = (413, "too_large") if is_long else (400, "bad_input")
        assert (answer.status_code, answer.get_json()["code"]) == expected
    assert (house.book.head(night), len(house.book.commands(night))) == before


def test_a_number_that_has_no_end_is_refused(house: House, client: Client, night: str) -> None:
    """``1e400`` reads as one: it was kept as ``null``, and the night not sound."""
    commands = len(house.book.commands(night))
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    for number in ("1e400", "-1e400", "NaN", "Infinity"):
        body = f'{{"do": "amend", "command": "x", "drop": [], "instead": {{"do": "paroli", "bet": {number}}}}}'
        answer = client.http.post(
            f"/api/nights/{night}/commands", data=body, headers={**headers, "X-CSRFToken": client.token}
        )
        assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")
    assert len(house.book.commands(night)) == commands


def test_a_book_that_took_such_a_number_before_is_read_and_sound(
    house: House, stranger: Client, client: Client, night: str, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.book.commands(night)[-1]
    with monkeypatch.context() as earlier:
        earlier.setattr(records, "is_keepable", lambda _: True)
        house.do(night, "place_bet", bet="z", win=LONG, **{name: one for name, one in BET.items() if name != "do"})
    assert house.book.commands(night)[-1].document["win"] == LONG
    assert verify(house.book, night).sound
    assert house.assistant.propose(night, first.id, None)
    for path in (f"/nights/{night}/audit", f"/nights/{night}?at=3", f"/nights/{night}/bets/z"):
        assert client.get(path).status_code == 200
