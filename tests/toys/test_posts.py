"""What pages send of a night is taken of a night of a toy: touches, corrections, rulings, verifications."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.support.house import Client, House
from tests.toys.test_toys import TOYS

TESTED = {
    "api.command": "test_api",
    "api.proposal": "test_api",
    "correcting.put_right": "test_posts",
    "disputes.rule": "test_posts",
    "papers.print_papers": "test_routes",
    "tablet.touch": "test_posts",
    "verify_page.verify": "test_posts",
}
"""Every route that is sent something of a night, and the module of this folder that sends it of a toy's."""

TOUCHES = {"high_low": {"do": "turn_card", "card": "Ks"}, "tally": {"do": "end_tally"}}
"""A command that ends the round which is on."""


def test_every_route_that_takes_something_of_a_night_is_tested(house: House) -> None:
    rules = house.app.url_map.iter_rules()
    taking = {one.endpoint for one in rules if "POST" in (one.methods or ()) and "night" in one.arguments}
    assert taking == TESTED.keys()


def sent(client: Client, address: str, **fields: Any) -> TestResponse:
    """The answer to a page's form."""
    return client.http.post(address, data={"csrf_token": client.token, **fields})


def nets(house: House, night: str) -> dict[str, int]:
    return {player: one["net"] for player, one in house.result(night)["players"].items()}


@pytest.mark.parametrize("toy", TOYS)
def test_a_touch_is_answered_with_the_table_after_it(client: Client, played: dict[str, str], toy: str) -> None:
    address = f"/nights/{played[toy]}/commands"
    answer = client.post(address, TOUCHES[toy])
    assert answer.status_code == 200
    text = answer.get_data(as_text=True)
    assert f'data-game="{toy}"' in text
    assert f'data-version="{answer.headers["Command-Version"]}"' in text
    refused = client.post(address, TOUCHES[toy], Accept="application/json")
    assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong_phase")
    taken_back = client.post(address, {"do": "void"})
    assert "Taken back: " in taken_back.get_data(as_text=True)


def test_a_stake_is_put_right_by_the_yes_of_its_page(client: Client, house: House, played: dict[str, str]) -> None:
    night = played["high_low"]
    address = f"/nights/{night}/correct?bet=3-red&a.side=low"
    page = client.get(address).get_data(as_text=True)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
    for _ in range(2):
        answer = client.http.post(address, data=fields)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/nights/{night}")
    house.do(night, "turn_card", card="2s")
    assert nets(house, night) == {"red": -600, "blue": 1_000}


def test_a_dispute_is_ruled_by_the_form_of_its_page(client: Client, house: House, played: dict[str, str]) -> None:
    night = played["high_low"]
    before = nets(house, night)
    ruling = {"dispute": "d", "ruling": "corrected", "law": "7", "reason": "So.", "command_id": "the-ruling"}
    address = f"/nights/{night}/disputes"
    corrections = {"from": ["bank"], "to": ["red"], "amount": ["12"]}
    unknown = {**ruling, "dispute": "e", "command_id": "another-ruling"}
    assert sent(client, address, **unknown, **corrections).status_code == 400
    answer = sent(client, address, **ruling, **corrections)
    assert answer.headers.get("Location") == f"{address}#d", answer.get_data(as_text=True)
    assert nets(house, night) == {"red": before["red"] + 1_200, "blue": before["blue"]}


@pytest.mark.parametrize("toy", TOYS)
def test_a_night_is_verified_by_the_button_of_its_page(client: Client, played: dict[str, str], toy: str) -> None:
    address = f"/nights/{played[toy]}/verify"
    assert sent(client, address).headers["Location"] == address
    assert '<div class="verdict sound"' in client.get(address).get_data(as_text=True)
