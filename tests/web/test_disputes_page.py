"""The page of disputes: what is open and what was ruled, and the form that rules with corrections."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import pytest
from werkzeug.test import TestResponse

from tests.support.disputed import Disputed
from tests.web.conftest import Client, House


@pytest.fixture
def played() -> Iterator[tuple[House, Disputed, Client]]:
    house = House()
    yield house, Disputed(house.book).play_bet(), house.client()
    house.book.close()


def send(client: Client, night: str, **typed: object) -> TestResponse:
    fields = {"dispute": "d1", "command_id": "a-command-of-the-test", "csrf_token": client.token, **typed}
    return client.http.post(f"/nights/{night}/disputes", data=fields)


def text(answer: TestResponse) -> str:
    return " ".join(unescape(answer.get_data(as_text=True)).split())


def test_an_open_dispute_is_shown_with_its_claim_and_the_ways_to_look_again(
    played: tuple[House, Disputed, Client],
) -> None:
    _, one, client = played
    page = text(client.get(f"/nights/{one.night}/disputes"))
    assert "Ada Lamb: “It was coppered”" in page
    assert "deal 1, turn 4 · the Q" in page
    assert "by M. Earp on tablet-1, fact 26" in page
    placed = next(each.number for each in one.book.commands(one.night) if each.document.get("bet") == "other") - 1
    for way in ("bets/q", "what-if?command=" + str(placed)):
        assert f'href="/nights/{one.night}/{way}"' in page
    assert f'href="/nights/{one.night}?at=26"' in page
    assert "1: bets are taken or paid as they lie" in page
    assert "1 open dispute" in text(client.get("/"))


def test_a_ruling_moves_what_the_form_says_and_is_printed_in_the_settlement(
    played: tuple[House, Disputed, Client],
) -> None:
    house, one, client = played
    before = house.result(one.night)["players"]
    corrections = {"from": ["bank", "red", ""], "to": ["red", "blue", ""], "amount": ["10", "2.50", ""]}
    answer = send(client, one.night, ruling="corrected", law="4", reason="The copper was moved", **corrections)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/nights/{one.night}/disputes#d1")
    after = house.result(one.night)["players"]
    assert {key: after[key]["checks"] - before[key]["checks"] for key in after} == {"red": 750, "blue": 250, "white": 0}
    page = text(client.get(f"/nights/{one.night}/disputes"))
    assert "Law 4, who alters another’s bet answers for its loss: The copper was moved" in page
    assert "$10 goes from the bank to Ada Lamb. $2.50 goes from Ada Lamb to Wm. Hart." in page
    assert 'name="ruling"' not in page
    assert "open dispute" not in text(client.get("/"))


REFUSED = [
    ({"amount": "9999"}, 422, "checks"),
    ({"amount": "ten"}, 400, "is no amount in dollars and cents"),
    ({"to": "blue"}, 400, "goes from one side to another"),
    ({"ruling": "stands"}, 400, "What stands is not corrected"),
    ({"reason": ""}, 400, "reason"),
    ({"law": "11"}, 400, "law"),
]


def test_what_is_refused_is_said_beside_the_form_which_keeps_what_was_typed(
    played: tuple[House, Disputed, Client],
) -> None:
    house, one, client = played
    facts = house.result(one.night)["events"]
    command_id = "the-first-command-of-all"
    for differs, status, why in REFUSED:
        typed = {"ruling": "corrected", "law": "1", "reason": "As it lay", "from": "blue", "to": "red", "amount": "5"}
        answer = send(client, one.night, **{**typed, **differs}, command_id=command_id)
        assert answer.status_code == status, (differs, text(answer))
        page = text(answer)
        said = page.partition('<p class="refused" role="alert">')[2].partition("</p>")[0]
        assert why in said, (differs, said)
        assert f'value="{differs.get("amount", "5")}"' in page
        # The next try is a command of its own: a refused one is in the book under its id.
        command_id = page.partition('name="command_id" value="')[2].partition('"')[0]
        assert '<option value="blue" selected>Wm. Hart</option>' in page
    assert house.result(one.night)["events"] == facts
    assert client.http.post(f"/nights/{one.night}/disputes", data={"dispute": "d1"}).status_code == 400


def test_what_if_fills_the_form_in_and_another_row_is_given_for_the_asking(
    played: tuple[House, Disputed, Client],
) -> None:
    _, one, client = played
    asked = (
        "dispute=d1&reason=As+it+would+have+been&correction=bank:red:1000&correction=red:blue:250&correction=nonsense"
    )
    page = text(client.get(f"/nights/{one.night}/disputes?{asked}"))
    assert 'value="10.00"' in page
    assert 'value="2.50"' in page
    assert 'value="As it would have been"' in page
    assert 'value="corrected" required checked' in page
    assert page.count('class="correction"') == 3
    full = {"from": ["bank"] * 3, "to": ["red"] * 3, "amount": ["1", "2", "3"], "more": "yes"}
    assert text(send(client, one.night, **full)).count('class="correction"') == 4
