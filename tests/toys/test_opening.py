"""A night of a toy is opened on the form, and decided otherwise on the page of what if."""

from __future__ import annotations

import pytest

from tests.support.house import Client, House

OPENING = {"table": "The Lynx", "date": "2026-11-21", "dealer": "M. Earp", "roll": "5,000", "roll_without_bank": "0"}


@pytest.mark.parametrize("toy", ["high_low", "tally"])
def test_a_night_is_opened_on_the_form(house: House, client: Client, toy: str) -> None:
    assert f'value="{toy}"' in client.get("/").get_data(as_text=True)
    fields = {"csrf_token": client.token, **OPENING, "game": toy, f"{toy}.preset": "usual", f"{toy}.check": "5"}
    answer = client.http.post("/nights", data=fields)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    [night] = house.book.nights()
    assert answer.headers["Location"] == f"/nights/{night}"
    assert house.assistant.night(night).check_cents == 500


def test_what_if_a_stake_had_been_another(house: House, client: Client, played: dict[str, str]) -> None:
    night = played["high_low"]
    [backed] = [
        one
        for one in house.book.commands(night)
        if one.document.get("do") == "back_side" and one.document["stake"] == 500
    ]
    chosen = f"command={backed.number}&how=put&ready=1&a.player=red&a.side=low&a.stake=5"
    page = client.get(f"/nights/{night}/what-if?{chosen}")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assert "damaged" not in text
    assert "Ada Lamb" in text
    assert "−$10.00" in text
