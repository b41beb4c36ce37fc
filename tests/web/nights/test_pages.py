"""The list of nights, the form that opens one, a night's page, a closed night and its papers."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from events.records import BookError
from tests.support.house import Client, House

FORM = {
    "table": "Tiger Nº 1",
    "date": "2026-11-21",
    "dealer": "M. Earp",
    "game": "faro",
    "roll": "$5,000.00",
    "faro.preset": "american",
    "faro.limit": "",
    "faro.running_limit": "",
}


def _send(client: Client, **differs: str) -> TestResponse:
    return client.http.post("/nights", data={**FORM, "csrf_token": client.token, **differs})


def test_an_empty_book_says_so(client: Client) -> None:
    assert "The book is empty" in client.get("/").get_data(as_text=True)


def test_the_list_names_every_night_the_last_one_first(client: Client, house: House) -> None:
    first, second = house.open_night(table="Old Lion"), house.open_night(table="Tiger Nº 2")
    house.seat(second, red="Ada Lamb")
    text = client.get("/").get_data(as_text=True)
    assert text.index("Tiger Nº 2") < text.index("Old Lion")
    assert f'href="/nights/{first}"' in text
    assert "Ada Lamb" in text


def test_the_form_opens_a_night_and_goes_to_its_table(client: Client, house: House) -> None:
    answer = _send(client, **{"faro.preset": "home_night", "faro.limit": "250", "faro.running_limit": "500"})
    assert answer.status_code == 303
    night = house.assistant.nights()[0]
    assert answer.headers["Location"] == f"/nights/{night}"
    opened = house.assistant.night(night).opened
    assert opened.roll_cents == 500_000
    assert (opened.house["preset"], opened.house["limit"], opened.house["running_limit"]) == (
        "home_night",
        25_000,
        50_000,
    )


def test_a_form_sent_twice_opens_one_night(client: Client, house: House) -> None:
    ident = re.search(r'name="command_id" value="(\w+)"', client.get("/").get_data(as_text=True))
    assert ident
    assert [_send(client, command_id=ident[1]).headers["Location"] for _ in range(2)] == ["/nights/2026-11-21-1"] * 2
    assert len(house.assistant.nights()) == 1


@pytest.mark.parametrize(
    "differs",
    [
        {"roll": "lots"},
        {"roll": "-5"},
        {"roll": "0.001"},
        {"roll": "NaN"},
        {"faro.limit": "1e99"},
        {"date": "today"},
        {"dealer": ""},
    ],
)
def test_a_form_that_is_refused_keeps_what_was_typed(client: Client, house: House, differs: dict[str, str]) -> None:
    answer = _send(client, table="The Lynx", **differs)
    text = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert 'role="alert"' in text
    assert 'value="The Lynx"' in text
    assert house.assistant.nights() == []


def test_an_unknown_night_is_one_sentence_on_a_page(client: Client) -> None:
    answer = client.get("/nights/nowhere")
    assert answer.status_code == 404
    assert "The book has no night nowhere." in answer.get_data(as_text=True)


def test_what_goes_wrong_inside_shows_no_traceback(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = house.open_night()

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("secret plans")

    monkeypatch.setattr("web.nights.pages.render_table", fails)
    for accept in ("text/html", "application/json"):
        answer = client.get(f"/nights/{night}", headers={"Accept": accept})
        assert answer.status_code == 500
        assert "secret plans" not in answer.get_data(as_text=True)
        assert "Traceback" not in answer.get_data(as_text=True)


def test_a_book_out_of_reach_is_said_as_busy(house: House, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_reach(*_: object) -> None:
        raise BookError("book_unreachable", "The book cannot be read just now.")

    monkeypatch.setattr(house.book, "nights", out_of_reach)
    answer = client.get("/api/nights")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "book_unreachable")


def test_a_closed_night_shows_everybodys_settlement_and_prints_it(client: Client, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=5_000)
    house.do(night, "turn", loser="Q", winner="2")
    house.do(night, "close_night")
    text = client.get(f"/nights/{night}").get_data(as_text=True)
    assert "−$50" in text
    assert "the night is closed" in text
    links = re.findall(r'href="(/nights/[^"]+\.pdf)"', text)
    assert f"/nights/{night}/papers/settlement-1-red.pdf" in links
    assert [link.rpartition("/")[2] for link in links[2:]] == ["table.pdf", "rules.pdf", "deal-1.pdf"]
    assert f'href="/nights/{night}/papers"' in text
    paper = client.get(f"/nights/{night}/papers/settlement-2-blue.pdf")
    assert (paper.mimetype, paper.data[:5]) == ("application/pdf", b"%PDF-")
    assert client.get(f"/nights/{night}/papers/settlement-9-red.pdf").status_code == 404


def test_a_touch_on_a_closed_night_is_refused(client: Client, house: House) -> None:
    night = house.open_night()
    house.do(night, "close_night")
    answer = client.post(f"/nights/{night}/commands", {"do": "start_deal"}, Accept="application/json")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "wrong_phase")


def test_a_touch_is_answered_with_the_table_after_it(client: Client, house: House) -> None:
    night = house.open_night()
    answer = client.post(f"/nights/{night}/commands", {"do": "start_deal"}, Accept="application/json, text/html;q=0.5")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert 'data-version="2"' in answer.get_data(as_text=True)
    assert 'data-phase="before_soda"' in answer.get_data(as_text=True)
    assert client.get(f"/nights/{night}/table").get_data(as_text=True) == answer.get_data(as_text=True)
