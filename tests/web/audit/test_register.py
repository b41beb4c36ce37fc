"""The register of a night: every command with what it says and the facts it made, filtered, and a page at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from dealer.commands.refusal import Refusal, refusal_of
from tests.support.house import Client, House
from tests.web.evening_of_both import short_night

LINE = re.compile(r'<tr id="command-(\d+)".*?</tr>', re.DOTALL)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def night(house: House) -> str:
    return short_night(house)


@pytest.fixture(scope="module")
def client(house: House) -> Client:
    return house.client()


def lines(client: Client, address: str) -> dict[int, str]:
    """The lines of a page by their command's number, as text without marks."""
    page = client.get(address)
    assert page.status_code == 200
    found = LINE.finditer(page.get_data(as_text=True))
    return {int(one[1]): " ".join(re.sub(r"<[^>]+>", " ", one[0]).split()) for one in found}


def test_every_command_is_there_in_order_with_its_facts(house: House, client: Client, night: str) -> None:
    found = lines(client, f"/nights/{night}/audit")
    commands = house.book.commands(night)
    assert list(found) == [one.number for one in commands] == list(range(1, 38))
    facts = house.book.facts(night)
    for one in commands:
        line = found[one.number]
        made = facts[one.version_before : one.version_after]
        assert one.who in line
        assert one.device in line
        for fact in made:
            assert fact.hash[:10] in line
            assert fact.kind not in line
        assert not one.refused or refusal_of(one.refused, one.why).why in line
    assert "Wm. Hart lays $10 on splitting the A-K." in found[9]
    assert "9 $10.00" in found[9]
    assert "Wm. Hart’s bet on splitting the A-K loses $10." in found[11]
    assert "deal 1, turn 1 · " in found[11]
    assert not any(
        re.search(r"[a-z]_[a-z]", line) for number, line in found.items() if commands[number - 1].refused is None
    )
    assert "4 facts, 11–14 · $15.00" in found[11]
    assert "Turn 1: loser Q♦, winner A♠; 2 bets settled." in found[11]


def test_what_was_refused_and_what_was_taken_back_stand_out(client: Client, night: str) -> None:
    page = client.get(f"/nights/{night}/audit").get_data(as_text=True)
    found = lines(client, f"/nights/{night}/audit")
    assert page.count('class="refused-row"') == 2
    assert "Ada Lamb lays $5 on the 2. Refused: The loser is drawn" in found[14]
    assert "bets_closed" in found[14]
    assert page.count('class="taken-back"') == 1
    assert '<span class="taken-back">The winner is 7♦; 1 bet settled.</span>' in page
    assert "taken back by Nº 17" in found[16]
    assert "takes back Nº 16" in found[17]


def test_each_line_leads_to_the_night_as_of_its_last_fact(client: Client, night: str) -> None:
    page = client.get(f"/nights/{night}/audit").get_data(as_text=True)
    ways = [int(at) for at in re.findall(rf'href="/nights/{night}\?at=(\d+)"', page)]
    # A refused one leads to where the night stood.
    assert ways[10:16] == [14, 15, 16, 16, 16, 18]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("outcome=refused", {14, 15}),
        ("outcome=taken_back", {16}),
        ("kind=turn", {11}),
        ("player=white", {23, 24, 25, 27, 28, 29, 31, 34, 35, 37}),
        ("words=hart+MARKER", {5, 36}),
        ("words=bets_closed", {14}),
        ("words=drawn", {14}),
        ("player=red&kind=place_bet&outcome=stands", {8, 12}),
        ("kind=nothing", set()),
    ],
)
def test_the_form_finds_by_words_player_kind_and_outcome(
    client: Client, night: str, asked: str, found: set[int]
) -> None:
    assert set(lines(client, f"/nights/{night}/audit?{asked}")) == found
    if not found:
        assert "No command of the night is like that." in client.get(f"/nights/{night}/audit?{asked}").text


@pytest.mark.parametrize(
    "asked", ["page=0", "page=2", "page=x", "command=-1", "page=99999999999", "page=%D9%A3", "command=%D9%A3"]
)
def test_a_page_that_is_not_there_is_refused(client: Client, night: str, asked: str) -> None:
    assert client.get(f"/nights/{night}/audit?{asked}").status_code == 400


def test_a_night_that_is_not_there_has_no_register(client: Client) -> None:
    assert client.get("/nights/2026-11-21-9/audit").status_code == 404


def test_a_long_night_has_200_commands_a_page_and_any_command_its_page(house: House, client: Client) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    for _ in range(205):
        with suppress(Refusal):
            house.do(night, "buy_checks", player="red", amount=-1)
    address = f"/nights/{night}/audit"
    assert list(lines(client, address)) == list(range(1, 201))
    assert list(lines(client, f"{address}?page=2")) == list(range(201, 209))
    page = client.get(f"{address}?command=203").get_data(as_text=True)
    assert 'id="command-203" class="refused-row sought"' in page
    assert 'id="command-200"' not in page
    # What is asked for stays asked for on the next page.
    assert f'href="{address}?page=2&amp;outcome=refused"' in client.get(f"{address}?outcome=refused").text


def test_the_room_is_reached_from_the_list_the_drawer_and_a_closed_night(house: House, client: Client) -> None:
    night = house.open_night()
    address = f'href="/nights/{night}/audit"'
    assert address in client.get("/").text
    assert address in client.get(f"/nights/{night}").text
    house.do(night, "close_night")
    assert address in client.get(f"/nights/{night}").text
