"""Tokens against forged requests, and the headers of every answer."""

from __future__ import annotations

import re

import pytest

from tests.support.house import OPENING, PIN, STAFF_NAME, Client, House
from web.app.security import CONTENT_SECURITY_POLICY, HEADERS


@pytest.mark.parametrize("path", ["/api/nights", "/api/nights/x/commands", "/nights/x/commands", "/nights"])
def test_a_request_without_a_token_is_refused(house: House, client: Client, path: str) -> None:
    answer = client.http.post(path, json=OPENING, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_token")
    assert house.assistant.nights() == []


def test_a_token_of_another_session_is_refused(house: House, client: Client) -> None:
    other = house.client()
    answer = other.http.post("/api/nights", json=OPENING, headers={"X-CSRFToken": client.token})
    assert answer.get_json()["code"] == "bad_token"


def test_over_tls_a_token_is_taken_with_the_referrer_that_our_policy_lets_through(house: House) -> None:
    browser = house.app.test_client()
    base = "https://cage.lan"
    headers = {"Referer": f"{base}/nights/x"}
    headers["X-CSRFToken"] = browser.get("/api/token", base_url=base).get_json()["token"]
    who = {"name": STAFF_NAME, "pin": PIN}
    signed_in = browser.post("/api/sign-in", json=who, base_url=base, headers=headers)
    headers["X-CSRFToken"] = signed_in.get_json()["token"]
    assert browser.post("/api/nights", json=OPENING, base_url=base, headers=headers).status_code == 201
    assert HEADERS["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/nights/nowhere", "/api/nights", "{static}/css/base.css", "/nothing"])
def test_every_answer_carries_the_headers(house: House, client: Client, path: str) -> None:
    answer = client.get(path.format(static=house.app.static_url_path))
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_the_policy_lets_no_inline_script_or_style_run_and_nobody_frame_us() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY


def test_pages_hold_no_inline_script_or_style_and_name_no_other_host(client: Client, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada <b>Lamb</b>")
    for path in ("/", f"/nights/{night}"):
        text = client.get(path).get_data(as_text=True)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", text)
        assert "://" not in text
        assert "<b>Lamb" not in text


def test_the_state_of_a_night_is_never_kept_on_the_way(client: Client, house: House) -> None:
    night = house.open_night()
    assert client.get(f"/nights/{night}").headers["Cache-Control"] == "no-store"
    assert client.get(f"/api/nights/{night}").headers["Cache-Control"] == "no-store"
    font = client.get("/fonts/im-fell-dw-pica-sc-latin-400-normal.woff2")
    assert font.status_code == 200
    assert "max-age" in font.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["../paths.py", "..%2fpaths.py", "nothing.woff2"])
def test_only_fonts_are_served_from_the_folder_of_fonts(client: Client, name: str) -> None:
    assert client.get(f"/fonts/{name}").status_code == 404


def test_the_session_is_out_of_reach_of_scripts_and_of_other_sites(house: House) -> None:
    cookie = house.app.test_client().get("/api/token").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
