"""Every page of a night of a toy is shown, now and as of each of its events, and takes what is sent to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from dealer.night.evolve import History
from dealer.night.result import result_of
from dealer.night_service import NightService
from ledger.export import FORMATS
from reports.sheets.papers import list_papers, name_of
from tests.support.house import Client, House
from tests.toys.conftest import macao_night
from tests.web.tablet_in_browser import Tablets
from web.app.links import board_link, player_link
from web.command_line.output import lines_of, lines_of_night, shown_night
from web.text import WIDTH

TOYS = ("high_low", "tally", "macao")
NO_PAGE_BY_ITSELF = {"board.listen", "player.listen", "tablet.follow", "tablet.preview", "correcting.page"}
"""Streams, and what is asked for with a command: what it would come to, and what is to be put right."""
LOOKS_BACK = ("pages.night", "tablet.table", "register.page", "disputes.page", "papers.page", "dossiers.page")
"""Pages that are shown as of an event too, by their endpoint."""
PRINTED = (".pdf", ".zip")
"""How an address ends for which something is printed."""
BETS = {"high_low": ("1-red", "2-blue", "3-red"), "tally": (), "macao": ()}


def values_of(house: House, toy: str, night: str) -> dict[str, list[object]]:
    """What the arguments of a route may be in a night, by the argument's name."""
    now = house.service.night(night)
    of_each_kind = {one.kind: name_of(now, one) for one in list_papers(now, house.book.events(night))}
    return {
        "bet": [*BETS[toy]],
        "to": [*FORMATS],
        "name": [*of_each_kind.values()],
        "number": [1],
        "kind": ["macao-hand" if toy == "macao" else "round"],
    }


def addresses(house: House, toy: str, night: str) -> Iterator[tuple[str, str]]:
    """Every address of a night that answers with a page or a document, and the endpoint it leads to."""
    values = values_of(house, toy, night)
    bound = house.app.url_map.bind("localhost")
    for rule in house.app.url_map.iter_rules():
        if "night" in rule.arguments and "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGE_BY_ITSELF:
            names = sorted(rule.arguments - {"night"})
            for chosen in product(*(values[name] for name in names)):
                arguments = {"night": night, **dict(zip(names, chosen, strict=True))}
                yield rule.endpoint, bound.build(rule.endpoint, arguments)


def pages(house: House, toy: str, night: str) -> list[str]:
    """The addresses of a night for which nothing is printed."""
    found = [at for _, at in addresses(house, toy, night) if not at.endswith(PRINTED) and "/printings/" not in at]
    assert len(found) > 15
    return found


def is_shown(client: Client, address: str) -> str:
    """What is wrong with the answer of an address; nothing where it is a page or a document."""
    answer = client.get(address, follow_redirects=True)
    words = answer.get_data(as_text=True) if (answer.mimetype or "").startswith("text/") else ""
    if answer.status_code != 200:
        return f"{address}: {answer.status}"
    return f"{address}: damaged" if "damaged" in words or "not sound" in words.lower() else ""


@pytest.mark.parametrize("toy", TOYS)
def test_every_page_is_shown(house: House, client: Client, played: dict[str, str], toy: str) -> None:
    assert "\n".join(is_shown(client, address) for address in pages(house, toy, played[toy])).strip() == ""


@pytest.mark.parametrize("toy", TOYS)
def test_every_page_that_looks_back_is_shown_as_of_each_event(
    house: House, client: Client, played: dict[str, str], toy: str
) -> None:
    """Also the board and the players' pages, which are shown as they stand too. At each event every fourth page."""
    night = played[toy]
    with house.app.test_request_context():
        links = [board_link(night), *(player_link(night, player) for player in ("red", "blue"))]
    pages = [address for endpoint, address in addresses(house, toy, night) if endpoint in LOOKS_BACK]
    pages += [link.replace("http://localhost", "") for link in links]
    versions = range(1, house.result(night)["events"] + 1)
    past = [f"{page}{'&' if '?' in page else '?'}at={at}" for at in versions for page in pages[at % 4 :: 4]]
    assert "\n".join(filter(None, (is_shown(client, address) for address in (*pages, *past)))) == ""


@pytest.mark.parametrize("toy", TOYS)
def test_a_closed_night_is_shown(house: House, client: Client, played: dict[str, str], toy: str) -> None:
    night = played[toy]
    if toy != "tally":
        house.do(night, "rule_dispute", dispute="d", ruling="stands", reason="So.")
    house.do(night, "close_night")
    assert "\n".join(is_shown(client, address) for address in pages(house, toy, night)).strip() == ""


def shown(client: Client, address: str) -> str:
    """A page, which is there."""
    answer = client.get(address)
    assert (answer.status_code, address) == (200, address)
    return str(answer.get_data(as_text=True))


def closed(house: House, night: str) -> None:
    """Close a night; its dispute, if it has one, is ruled."""
    for dispute in house.service.night(night).open_disputes:
        house.do(night, "rule_dispute", dispute=dispute, ruling="stands", reason="As it was called.")
    house.do(night, "close_night")


def test_every_command_can_be_struck_or_followed_by_another(
    house: House, client: Client, played: dict[str, str], toy: str
) -> None:
    night = played[toy]
    words = sorted(house.service.night(night).games[0].words)
    for command in house.book.commands(night):
        page = f"/nights/{night}/what-if?command={command.number}"
        shown(client, page)
        if command.number > 1:
            assert 'class="headline"' in shown(client, f"{page}&how=strike")
        for word in words[command.number % 2 :: 2]:
            shown(client, f"{page}&how=insert&do={word}")


def test_the_terminal_shows_it_as_of_every_event(house: House, played: dict[str, str], toy: str) -> None:
    closed(house, played[toy])
    history: History = NightService(house.book).history(played[toy])
    for version in range(1, history.version + 1):
        data = shown_night(history, version)
        assert json.loads(json.dumps(data)) == data
        lines = list(lines_of_night(data))
        assert all(len(line) <= WIDTH for text in lines for line in text.split("\n"))
    last = "\n".join(lines_of_night(shown_night(history, history.version))).lower()
    assert ("hand 3" if toy == "macao" else "round 3") in last
    night = history.at(history.version)
    assert list(lines_of(result_of(night, history.events), night, history.events))


@pytest.fixture(params=TOYS)
def toy(request: pytest.FixtureRequest) -> str:
    """Each toy by its name."""
    return str(request.param)


TAKING = {
    "api.command",
    "api.proposal",
    "correcting.put_right",
    "disputes.rule",
    "papers.print_papers",
    "tablet.touch",
    "verify_page.verify",
}
"""Every route that is sent something of a night; test_toys sends what the API takes, and the tests below the rest."""
OF_THE_HOUSE = {
    *("cash_drawer.count", "cash_drawer.void_slip", "cash_drawer.write_slip"),
    *("links.move", "links.revoke", "tablet.deal", "tablet.relief"),
}
"""Those that concern no game."""
TOUCHES = {
    "high_low": {"do": "turn_card", "card": "Ks"},
    "tally": {"do": "end_tally"},
    "macao": {"do": "void_hand", "reason": "foul"},
}
"""A command that ends the round which is on."""


def test_every_route_that_takes_something_of_a_night_is_tested(house: House) -> None:
    rules = house.app.url_map.iter_rules()
    posted = {rule.endpoint for rule in rules if "POST" in (rule.methods or ()) and "night" in rule.arguments}
    assert posted == TAKING | OF_THE_HOUSE


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


OPENING = {"table": "The Lynx", "date": "2026-11-21", "dealer": "M. Earp", "roll": "5,000", "roll_without_bank": "0"}


@pytest.mark.parametrize("toy", ["high_low", "tally"])
def test_a_night_is_opened_on_the_form(house: House, client: Client, toy: str) -> None:
    assert f'value="{toy}"' in client.get("/").get_data(as_text=True)
    fields = {"csrf_token": client.token, **OPENING, "game": toy, f"{toy}.preset": "usual", f"{toy}.check": "5"}
    answer = client.http.post("/nights", data=fields)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    [night] = house.book.nights()
    assert answer.headers["Location"] == f"/nights/{night}"
    assert house.service.night(night).check_cents == 500


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (768, 1024)])
def test_cards_of_a_suit_are_entered_by_touch(size: tuple[int, int], house: House, tablets: Tablets) -> None:
    """A card that is entered or was shown cannot be entered again; the others of its rank can."""
    night = macao_night(house)
    tablet = tablets.at(night, size)
    cards = tablet.page.locator(".pack-card")
    boxes = [cards.nth(place).bounding_box() for place in range(52)]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert tablet.page.locator(".pack-card[aria-disabled=true]").evaluate_all("keys => keys.map(({ id }) => id)") == [
        "rank-2s",
        "rank-3s",
    ]
    tablet.touch("#rank-9h")
    expect(tablet.page.locator("#rank-9h")).to_have_attribute("aria-disabled", "true")
    tablet.touch("#rank-9d")
    expect(tablet.page.locator("#picked .card.red")).to_have_text(["9♥", "9♦"])
    tablet.touch("#picked .card:first-child")
    tablet.touch("#rank-Ks")
    tablet.touch(".send:visible")
    expect(tablet.saved).to_have_text("saved")
    assert house.book.commands(night)[-1].document["cards"] == ["9d", "Ks"]
