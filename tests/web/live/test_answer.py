"""Streams: the night at once, anew when it moves on, only what was missed after a cut; beats and trouble between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from werkzeug import Response

from events.records import BookError
from tests.support.house import Client, House
from web.app.links import board_link, player_link
from web.live import answer, channels
from web.live import stream_quota as places


def messages(got: Response) -> Iterator[dict[str, str]]:
    """What a stream sends, each message by its fields; the lines of its data joined."""
    for part in got.iter_encoded():
        fields: dict[str, str] = {}
        for line in part.decode().strip("\n").split("\n"):
            name, _, value = line.partition(": ")
            fields[name] = f"{fields[name]}\n{value}" if name in fields else value
        yield fields


def listen(house: House, path: str, **headers: str) -> Iterator[dict[str, str]]:
    """A stream after its opening words; it is read as a browser does, without waiting for its end."""
    got = house.app.test_client().get(path, headers={n.replace("_", "-"): v for n, v in headers.items()})
    assert got.mimetype == "text/event-stream"
    assert got.headers["X-Accel-Buffering"] == "no"
    heard = messages(got)
    assert next(heard) == {"retry": str(channels.RETRY_MS)}
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
    assert (quiet["id"], quiet["event"]) == (str(version), "beat")
    house.do(night, "place_bet", bet="b", player="red", kind="single", ranks=["K"], stake=500)
    assert "the K" in next(heard)["data"]


def test_a_fragment_is_made_once_for_all_who_follow(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(template: str, **_: object) -> str:
        made.append(template)
        return "a board"

    monkeypatch.setattr("web.board.render_template", counted)
    for _ in range(5):
        assert next(listen(house, board))["data"] == "a board"
    assert made == ["faro/board.html"]


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
    room = house.app.extensions[answer.EXTENSION]
    http = house.app.test_client()
    with http.get(board) as heard:
        next(heard.iter_encoded())
        assert len(room.places) == 1
    assert len(room.places) == 0


def test_a_stream_needs_its_key(house: House, stranger: Client, night: str) -> None:
    assert stranger.get(f"/board/{night}/stream").status_code == 404
    assert stranger.get("/player/x/stream").status_code == 404


def test_who_asks_first_leaves_no_trace_in_what_all_are_told(
    house: House, client: Client, night: str, own: str
) -> None:
    """One of the staff on a key that was written otherwise: who comes later is told the same as from their own page."""
    house.do(night, "void_deal", reason="a misdeal")
    house.do(night, "close_night")
    with client.http.get(f"{own}?at=2") as first, client.http.get(own) as second:
        told = [list(zip(range(2), messages(one), strict=False))[1][1]["data"] for one in (first, second)]
    assert told[0] == told[1]
    assert own.removesuffix("/stream") + "/settlement.pdf" in told[0]


def test_asking_for_the_head_of_a_stream_holds_nothing(house: House, board: str) -> None:
    got = house.app.test_client().head(board)
    assert (got.status_code, got.mimetype) == (200, "text/event-stream")
    assert len(house.app.extensions[answer.EXTENSION].places) == 0


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
