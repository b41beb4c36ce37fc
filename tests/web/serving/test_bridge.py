"""Who a request is from: the staff come first while their sessions stand, and touches before what is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.event_loop import run_alone
from tests.support.house import House
from web.app.authorization import Caller
from web.app.links import hand_key, player_key
from web.serving import asgi_app as bridge
from web.serving.asgi_app import Bridge
from web.serving.limits import Limits
from web.serving.protocol import CONNECTION

LIMITS = Limits(body_bytes=10_000)


class Connection:
    """A connection, and whose it was said to be."""

    gone = False

    def __init__(self) -> None:
        self.callers: list[Caller] = []

    def known_as(self, caller: Caller) -> None:
        self.callers.append(caller)


def cookie_of(house: House) -> str:
    """The cookie of one of the staff who has just signed in."""
    held = house.client().http.get_cookie("casekeeper")
    assert held
    return f"casekeeper={held.value}"


async def caller_of(made: Bridge, cookie: str, path: str = "/", method: str = "GET") -> str:
    """Of what kind the caller of a request is for the server."""
    connection = Connection()
    scope: dict[str, Any] = {
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "http_version": "1.1",
        "server": ("127.0.0.1", 8321),
        "client": ("10.0.0.9", 1),
        "headers": [(b"host", b"localhost"), (b"cookie", cookie.encode())],
        "state": {CONNECTION: connection},
    }

    async def sent(_: Any) -> None:
        pass

    await made(scope, sent, sent)
    return connection.callers[-1].kind


def test_a_session_that_has_ended_gives_nothing_of_the_staffs(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made, cookie = Bridge(house.app, LIMITS), cookie_of(house)

    async def asks() -> None:
        assert await caller_of(made, cookie) == "staff"
        assert made.knows(cookie)
        house.auth.end_other_sessions("", house.sender)
        monkeypatch.setattr(bridge, "KNOWN_S", 0.0)
        assert await caller_of(made, cookie) == "stranger"
        assert not made.knows(cookie)

    run_alone(asks())
    made.close()


def test_whoever_has_not_come_for_long_waits_as_strangers_do(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session may have ended meanwhile, and its cookie fetch nothing but what nobody is asked about."""
    made, cookie = Bridge(house.app, LIMITS), cookie_of(house)

    async def asks() -> None:
        assert await caller_of(made, cookie) == "staff"
        monkeypatch.setattr(bridge, "REMEMBERED_S", 0.0)
        assert not made.knows(cookie)

    run_alone(asks())
    made.close()


def test_what_is_told_gives_way_to_touches_and_to_nothing_else_that_the_staff_send(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []

    @contextmanager
    def counting() -> Iterator[None]:
        counted.append("begun")
        yield
        counted.append("over")

    made, cookie = Bridge(house.app, LIMITS), cookie_of(house)

    async def asks() -> None:
        for path in (f"/nights/{house.open_night()}/commands", "/verify", "/staff/unlock"):
            monkeypatch.setattr(made, "_touches", counting())
            await caller_of(made, cookie, path, "POST")

    run_alone(asks())
    made.close()
    assert counted == ["begun", "over"]
    touched = {rule.rule for rule in house.app.url_map.iter_rules() if rule.endpoint == "tablet.touch"}
    assert all(rule.endswith(bridge.TOUCHED) for rule in touched)
    assert touched


@pytest.mark.parametrize(("key_of", "path"), [(player_key, "/player/{}"), (hand_key, "/hand/{}/commands")])
def test_what_comes_to_no_end_is_logged_without_the_key_of_a_link(
    house: House, caplog: pytest.LogCaptureFixture, key_of: Callable[[str, str], str], path: str
) -> None:
    made = Bridge(house.app, LIMITS)
    with house.app.test_request_context():
        key = key_of("2026-11-21-1", "red")
    # As the server stops: what comes now finds no thread.
    made.close()
    with pytest.raises(RuntimeError):
        run_alone(caller_of(made, "", path.format(key)))
    assert caplog.messages[0].startswith(f"GET {path.format('…')} came to no end: RuntimeError")
