"""A clock that is set back signs nobody out, and takes no device for a new one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner

from tests.support.house import Client, House
from web.application import DEVICE_REMEMBERED


@pytest.fixture
def client() -> Client:
    return House().client()


def set_clock(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    """Set the clock that cookies are signed and read by."""
    told = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: told(signer) + int(by.total_seconds()))


@pytest.mark.parametrize("back", [timedelta(seconds=5), timedelta(hours=2), timedelta(days=5_000)])
def test_a_clock_that_is_set_back_signs_nobody_out(
    client: Client, monkeypatch: pytest.MonkeyPatch, back: timedelta
) -> None:
    """As by the network, a while after the machine was switched on: every tablet was signed out, and a stranger."""
    set_clock(monkeypatch, -back)
    assert client.get("/api/nights").status_code == 200
    with client.http.session_transaction() as session:
        assert session["device"].startswith("tablet-")
    assert client.post("/api/nights", {"date": "no date"}).get_json()["code"] == "bad_input"


def test_a_cookie_has_its_time_all_the_same(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, DEVICE_REMEMBERED + timedelta(days=1))
    assert client.get("/api/nights").status_code == 401


def test_a_cookie_that_was_changed_is_none(client: Client) -> None:
    cookie = client.http.get_cookie("casekeeper")
    assert cookie
    client.http.set_cookie("casekeeper", cookie.value[:-2] + ("AA" if cookie.value[-2:] != "AA" else "BB"))
    assert client.get("/api/nights").status_code == 401
