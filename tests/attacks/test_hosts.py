"""A ``Host`` that is not the house's gets no page, and over TLS a browser stays with TLS."""

from __future__ import annotations

import re

import pytest

from events.book.book import Book
from tests.support.house import OPENING, SECRET_KEY, House
from tests.support.small_nights import workers_here
from web.app.addresses import hosts_of
from web.application import create_app

KNOWN_AS = hosts_of("0.0.0.0", names=("cage.lan",))
PATHS = ("/", "/sign-in", "/rules", "/nothing", "/api/token", "/p/forged", "/service-worker.js")


@pytest.mark.parametrize("path", PATHS)
def test_another_sites_name_gets_nothing_and_is_not_carried_on(book: Book, path: str) -> None:
    client = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS).test_client()
    for host in ("evil.example", "evil.example:8321", "cage.lan.evil.example", "localhost@evil.example"):
        answer = client.get(path, headers={"Host": host, "Accept": "application/json"})
        assert answer.status_code == 421
        assert answer.get_json()["code"] == "unknown_host"
        assert "--name" in answer.get_json()["why"]
        page = client.get(path, headers={"Host": host})
        assert page.status_code == 421
        assert "evil" not in page.get_data(as_text=True) + str(page.headers)
        assert "Set-Cookie" not in page.headers


def test_the_page_that_says_so_has_its_style_and_leads_nowhere_that_says_it_again(book: Book) -> None:
    client = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS).test_client()
    other = {"Host": "evil.example"}
    page = client.get("/", headers=other).get_data(as_text=True)
    drawn_with = re.findall(r'"(/(?:static|fonts)/[^"]+)"', page)
    assert len(drawn_with) > 3
    for path in drawn_with:
        with client.get(path, headers=other) as answer:
            assert answer.status_code == 200, path
            assert "Set-Cookie" not in answer.headers
    assert "To the nights" not in page


def test_a_command_under_another_name_is_not_carried_out(book: Book) -> None:
    app = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS)
    answer = app.test_client().post("/api/nights", json=OPENING, headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert book.positions() == (0, 0)


def test_the_houses_own_names_are_served(book: Book) -> None:
    client = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS).test_client()
    for host in ("localhost:8321", "127.0.0.1", "[::1]:8321", "cage.lan:8321"):
        assert client.get("/rules", headers={"Host": host}).status_code == 200, host
    at_the_lan = {"SERVER_NAME": "192.168.1.5"}
    assert client.get("/rules", headers={"Host": "192.168.1.5"}, environ_overrides=at_the_lan).status_code == 200


def test_over_tls_a_browser_stays_with_tls_and_without_it_is_told_nothing(book: Book, house: House) -> None:
    over_tls = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), tls=True).test_client()
    said = over_tls.get("/rules", base_url="https://cage.lan").headers["Strict-Transport-Security"]
    age, _, more = said.partition(";")
    assert int(age.removeprefix("max-age=")) >= 180 * 24 * 60 * 60
    assert more == ""
    assert "Strict-Transport-Security" not in house.app.test_client().get("/rules").headers


@pytest.fixture
def house() -> House:
    return House()
