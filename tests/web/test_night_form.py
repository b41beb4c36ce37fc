"""The form that opens a night: every rule of the house is on it, and what is typed arrives in the fact."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from dealer.faro.house import PRESETS, read_house
from tests.web.conftest import Client, House
from web.house_form import SETTINGS

FORM = {"table": "The Lynx", "date": "2026-11-21", "dealer": "M. Earp", "roll": "5,000", "house": "american"}

EVERY_SETTING: dict[str, tuple[str, Any]] = {
    "check": ("$1.00", 100),
    "minimum": ("2", 200),
    "limit": ("250", 25_000),
    "case_limit": ("75", 7_500),
    "running_limit": ("1,000", 100_000),
    "paroli_times": ("3", 3),
    "both_ways": ("split", "split"),
    "high_card_equal": ("standoff", "standoff"),
    "combination_pays": ("proportional", "proportional"),
    "call_pays": ("5", 5),
    "cat_pays": ("1", 1),
    "call_quote": ("for_one", "for_one"),
    "last_turn_counts": ("no", False),
    "after_hock": ("returned", "returned"),
    "sleepers": ("dealer", "dealer"),
    "hockelty": ("yes", True),
    "turns": ("26", 26),
    "locked_until_action": ("yes", True),
    "copper": ("no", False),
    "king_is_odd": ("yes", True),
    "marker": ("100", 10_000),
    "marker_limit": ("2,000", 200_000),
    "check_colours": ("value", "value"),
}
"""Each setting as it is typed or chosen, unlike its default, and as it is recorded; kinds are ticked."""


def _send(client: Client, **differs: Any) -> TestResponse:
    return client.http.post("/nights", data={**FORM, "csrf_token": client.token, **differs})


def _opened(house: House) -> dict[str, Any]:
    return dict(house.assistant.night(house.assistant.nights()[-1]).opened.house)


def test_every_setting_of_the_house_is_on_the_form_and_arrives_in_the_fact(client: Client, house: House) -> None:
    assert {*EVERY_SETTING, "kinds"} == set(SETTINGS) == {*read_house("american").recorded()} - {"preset"}
    page = client.get("/").get_data(as_text=True)
    for name in SETTINGS:
        assert re.search(rf'<(input|select)[^>]* name="{name}"', page), name
    typed = {name: text for name, (text, _) in EVERY_SETTING.items()}
    answer = _send(client, **typed, shown="american", kinds=["single", "split", "pot"])
    assert answer.status_code == 303, answer.get_data(as_text=True)
    recorded = {name: value for name, (_, value) in EVERY_SETTING.items()}
    assert _opened(house) == {"preset": "american", **recorded, "kinds": ["single", "split", "pot"]}


@pytest.mark.parametrize("preset", PRESETS)
def test_only_what_differs_from_the_preset_is_sent(client: Client, house: House, preset: str) -> None:
    usual = read_house(preset)
    assert _send(client, house=preset, shown=preset, kinds=list(usual.takes), turns="25").status_code == 303
    night = house.assistant.nights()[0]
    sent = house.book.commands(night)[0].document
    assert sent["house"] == preset
    assert "backers" not in sent
    assert _opened(house) == usual.recorded()


def test_another_house_chosen_without_showing_its_rules_keeps_its_own_kinds(client: Client, house: House) -> None:
    assert _send(client, house="early_bank", shown="american", kinds=list(read_house("american").takes))
    assert _opened(house) == read_house("early_bank").recorded()


def test_the_rules_of_the_chosen_house_can_be_shown_before_anything_is_opened(client: Client, house: House) -> None:
    answer = _send(client, house="home_night", show="rules", shown="american", limit="250", table="Old Lion")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert re.search(r'name="check"[^>]* placeholder="\$5.00"', page)
    assert re.search(r'name="limit" value="250"', page)
    assert 'value="Old Lion"' in page
    assert re.search(r'<details class="wide rules" open>', page)
    assert house.assistant.nights() == []


def test_backers_put_up_the_roll_by_their_shares(client: Client, house: House) -> None:
    answer = _send(client, backer_1="M. Earp", share_1="60 %", backer_2="D. Holliday", share_2="40")
    assert answer.status_code == 303
    night = house.assistant.night(house.assistant.nights()[0])
    assert [(one.name, one.share) for one in night.opened.backers] == [("M. Earp", "0.6"), ("D. Holliday", "0.4")]
    assert night.ledger.balance("roll:M. Earp") == 300_000


@pytest.mark.parametrize(
    ("differs", "field"),
    [
        ({"roll": "lots"}, "roll"),
        ({"roll": "0.10"}, "roll"),
        ({"date": "today"}, "date"),
        ({"dealer": ""}, "dealer"),
        ({"house": "saloon"}, "house"),
        ({"limit": "1e99"}, "limit"),
        ({"case_limit": "0.01"}, "case_limit"),
        ({"turns": "27"}, "turns"),
        ({"call_pays": "many"}, "call_pays"),
        ({"both_ways": "never"}, "both_ways"),
        ({"copper": "perhaps"}, "copper"),
        ({"backer_1": "D. Holliday", "share_1": "140"}, "backers"),
        ({"backer_1": "D. Holliday", "share_1": "50", "backer_2": "D. Holliday", "share_2": "50"}, "backers"),
        ({"share_2": "50"}, "backers"),
    ],
)
def test_a_refusal_marks_its_field_and_keeps_what_was_typed(
    client: Client, house: House, differs: dict[str, str], field: str
) -> None:
    answer = _send(client, marker="75", **differs)
    page = answer.get_data(as_text=True)
    assert answer.status_code in (400, 422)
    assert 'role="alert"' in page
    marked = re.findall(r'<(?:input|select|fieldset)[^>]*aria-invalid="true"[^>]*>', page)
    names = [re.search(r'name="(\w+)"', one) for one in marked]
    assert {name[1] for name in names if name} == (
        {f"{word}_{line}" for word in ("backer", "share") for line in range(1, 7)} if field == "backers" else {field}
    )
    assert re.search(r'name="marker" value="75"', page)
    assert house.assistant.nights() == []


def test_the_dealer_is_the_one_who_signed_in(client: Client) -> None:
    assert re.search(r'name="dealer" value="[^"]+"', client.get("/").get_data(as_text=True))
