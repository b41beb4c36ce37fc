"""Streams: the night at once, anew when it moves on, only what was missed after a cut; beats and trouble between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from events.records import BookError
from tests.web.conftest import Client, House
from web import live
from web.links import board_link, player_link


def messages(answer: TestResponse) -> Iterator[dict[str, str]]:
    """What a stream sends, each message by its fields; the lines of its data joined."""
    for part in answer.iter_encoded():
        fields: dict[str, str] = {}
        for line in part.decode().strip("\n").split("\n"):
            name, _, value = line.partition(": ")
            fields[name] = f"{fields[name]}\n{value}" if name in fields else value
        yield fields


def listen(house: House, path: str, **headers: str) -> Iterator[dict[str, str]]:
    """A stream after its opening words; it is read as a browser does, without waiting for its end."""
    answer = house.app.test_client().get(path, headers={n.replace("_", "-"): v for n, v in headers.items()})
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["X-Accel-Buffering"] == "no"
    heard = messages(answer)
    assert next(heard) == {"retry": str(live.RETRY_MS)}
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
    assert first["id"] == str(house.assistant.at(night)[1].version)
    assert "Bets are open" in first["data"]
    version = house.do(night, "draw_loser", card="J")
    second = next(heard)
    assert (second["id"], "Bets are closed" in second["data"]) == (str(version), True)


def test_who_has_seen_the_newest_hears_a_beat_and_who_has_not_hears_the_night(
    house: House, night: str, board: str
) -> None:
    version = house.assistant.at(night)[1].version
    assert next(listen(house, board, Last_Event_ID=str(version)))["event"] == "beat"
    assert next(listen(house, board, Last_Event_ID=str(version - 1)))["id"] == str(version)
    assert next(listen(house, board, Last_Event_ID="nonsense"))["id"] == str(version)


def test_it_beats_while_nothing_happens(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT_S", 0.01)
    heard = listen(house, board)
    next(heard)
    assert [next(heard)["event"] for _ in range(3)] == ["beat"] * 3


def test_a_book_out_of_reach_is_said_in_the_stream(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = listen(house, board)
    next(heard)

    def unreachable(*_: object) -> None:
        raise BookError("book_unreachable", "The book cannot be reached.")

    monkeypatch.setattr(house.book, "wait_beyond", unreachable)
    assert next(heard)["event"] == "busy"
    assert list(heard) == []


def test_it_ends_after_a_while(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LONGEST_S", 0.0)
    assert list(listen(house, board)) == []


def test_a_player_is_not_sent_again_what_he_sees_already(house: House, night: str, own: str) -> None:
    heard = listen(house, own)
    assert "Ada Lamb" in next(heard)["data"]
    version = house.do(night, "place_bet", bet="a", player="blue", kind="single", ranks=["Q"], stake=500)
    quiet = next(heard)
    assert (quiet["id"], quiet["event"]) == (str(version), "beat")
    house.do(night, "place_bet", bet="b", player="red", kind="single", ranks=["K"], stake=500)
    assert "the K" in next(heard)["data"]


def test_a_fragment_is_made_once_for_all_who_follow(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(template: str, **_: object) -> str:
        made.append(template)
        return "a board"

    monkeypatch.setattr("web.board.routes.render_template", counted)
    for _ in range(5):
        assert next(listen(house, board))["data"] == "a board"
    assert made == ["board/faro/board.html"]


def test_a_stream_for_which_there_is_no_room_is_asked_to_come_again(
    house: House, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_STREAMS", 1)
    live.register(house.app)
    http = house.app.test_client()
    for _ in range(2):
        with http.get(board) as heard:
            assert heard.status_code == 200
            refused = http.get(board, headers={"Accept": "text/event-stream"}, buffered=True)
            assert refused.status_code == 503
            assert refused.headers["Retry-After"] == str(live.RETRY_S)
            assert refused.get_json()["code"] == "too_many_streams"


def test_a_stream_needs_its_key(house: House, stranger: Client, night: str) -> None:
    assert stranger.get(f"/board/{night}/stream").status_code == 404
    assert stranger.get("/player/x/stream").status_code == 404
