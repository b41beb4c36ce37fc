"""Who is calling: told from path, query and cookie alone, and a stranger where that cannot be."""

from __future__ import annotations

import pytest

from dealer.streams.runtime import Sender
from events.records import BookError
from tests.support.house import STAFF_NAME, Client, House
from web.app.callers import Caller, caller_of
from web.app.links import board_link, player_link

ADDRESS = "192.0.2.7"
STRANGER = Caller("stranger", ADDRESS)


def cookie_of(client: Client) -> str:
    found = client.http.get_cookie("casekeeper")
    assert found
    return f"theme=dark; casekeeper={found.value}"


def links(house: House, night: str) -> tuple[str, str]:
    with house.app.test_request_context():
        return board_link(night), player_link(night, "red")


def test_one_of_the_staff_is_told_by_their_session(house: House, client: Client, night: str) -> None:
    cookie = cookie_of(client)
    board, _ = links(house, night)
    path, _, query = board.partition("?")
    for where, asked in (("/", ""), (f"/nights/{night}/commands", ""), (path, query), ("/no\x00where", "%ff")):
        assert caller_of(house.app, where, asked, cookie, ADDRESS) == Caller("staff", STAFF_NAME)


def test_a_session_that_holds_no_more_is_a_stranger_s(house: House, client: Client) -> None:
    cookie = cookie_of(client)
    house.auth.engage("Doc Holliday", "1882", Sender(who="test", device="test"))
    house.auth.dismiss(STAFF_NAME, Sender(who="test", device="test"))
    assert caller_of(house.app, "/", "", cookie, ADDRESS) == STRANGER


def test_a_link_is_told_by_what_it_names(house: House, night: str) -> None:
    board, own = links(house, night)
    path, _, query = board.partition("?")
    for below in ("", "/stream"):
        assert caller_of(house.app, path + below, query, "", ADDRESS) == Caller("link", f"board {night}")
        assert caller_of(house.app, own + below, "", "", ADDRESS) == Caller("link", f"player {night} red")


def test_a_key_written_otherwise_names_the_same_caller(house: House, night: str) -> None:
    """The last letter of a signature holds two bits that nobody reads: no holder of a link becomes several by them."""
    _, own = links(house, night)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    found = [caller_of(house.app, own[:-1] + letter, "", "", ADDRESS) for letter in letters]
    assert found.count(Caller("link", f"player {night} red")) == 4
    assert found.count(STRANGER) == 60


@pytest.mark.parametrize(
    ("path", "query", "cookie"),
    [
        ("", "", ""),
        ("/", "key=x", "casekeeper=x.y.z"),
        ("/board/", "", ""),
        ("/board/2026-11-21-1", "key=%ff%00", "="),
        ("/player/", "", ";;;"),
        ("/player/" + "A" * 4000, "key=" + "B" * 4000, "casekeeper=" + "C" * 4000),
        ("/player/\x00\xff\u2028", "\x00", "casekeeper=\xff\x00"),
    ],
)
def test_whatever_is_asked_for_somebody_asks(house: House, path: str, query: str, cookie: str) -> None:
    assert caller_of(house.app, path, query, cookie, ADDRESS) == STRANGER


def test_while_the_book_is_out_of_reach_all_are_strangers(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(_: str) -> None:
        raise BookError("book_unreachable", "The book cannot be reached.")

    monkeypatch.setattr(house.book, "head", unreachable)
    assert caller_of(house.app, "/", "", cookie_of(client), ADDRESS) == STRANGER
