"""The theme's cookie: every page comes in its light, and the form without a script switches it."""

from __future__ import annotations

import pytest

from tests.support.house import Client


def test_a_page_comes_dark_and_bright_where_the_browser_asked_for_it(client: Client) -> None:
    assert '<html lang="en" data-theme="dark">' in client.get("/").text
    client.http.set_cookie("theme", "bright")
    assert '<html lang="en" data-theme="bright">' in client.get("/").text
    client.http.set_cookie("theme", '"><script>')
    assert '<html lang="en" data-theme="dark">' in client.get("/").text


def switch(client: Client, referrer: str) -> str | None:
    """Switch by the form that stands on a page; gives where it leads."""
    answer = client.http.post("/theme", data={"csrf_token": client.token}, headers={"Referer": referrer})
    assert answer.status_code == 303
    return answer.location


def test_the_form_switches_there_and_back_and_stays_on_the_page(client: Client) -> None:
    assert switch(client, "http://localhost/nights/x?deal=2") == "/nights/x?deal=2"
    assert 'data-theme="bright"' in client.get("/").text
    assert switch(client, "http://localhost/") == "/"
    assert 'data-theme="dark"' in client.get("/").text


@pytest.mark.parametrize(
    "referrer", ["http://elsewhere.example/a", "http://localhost//elsewhere.example", "http://[", ""]
)
def test_it_leads_nowhere_else(client: Client, referrer: str) -> None:
    assert switch(client, referrer) == "/"


def test_a_switch_without_the_pages_token_is_refused(client: Client) -> None:
    assert client.http.post("/theme").status_code == 400
