"""Every page of a night that a route leads to is shown of a night of each toy, now and as of each of its facts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from ledger.export.formats import FORMATS
from reports.sheets.papers import list_papers, name_of
from tests.support.house import Client, House
from web.app.links import board_link, player_link

TOYS = ("high_low", "tally")
NO_PAGE_BY_ITSELF = {"board.listen", "player.listen", "tablet.follow", "tablet.coming", "correcting.page"}
"""Streams, and what is asked for with a command: what it would come to, and what is to be put right."""
LOOKS_BACK = ("pages.night", "tablet.table", "register.page", "disputes.page", "papers.page", "dossiers.page")
"""Pages that are shown as of a fact too, by their endpoint."""
SINGLE_PAPERS = ("pages.paper", "dossiers.paper")
"""Papers that are printed by themselves."""
PRINTED = (".pdf", ".zip")
"""How an address ends for which something is printed."""
BETS = {"high_low": ("1-red", "2-blue", "3-red"), "tally": ()}


def values_of(house: House, toy: str, night: str) -> dict[str, list[object]]:
    """What the arguments of a route may be in a night, by the argument's name."""
    now = house.assistant.night(night)
    of_each_kind = {one.kind: name_of(now, one) for one in list_papers(now, house.book.facts(night))}
    return {
        "bet": [*BETS[toy]],
        "to": [*FORMATS],
        "name": [*of_each_kind.values()],
        "number": [1],
        "kind": ["round"],
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


def print_the_set(client: Client, night: str) -> None:
    answer = client.http.post(f"/nights/{night}/printings", data={"csrf_token": client.token, "print": "set"})
    assert answer.headers["Location"] == f"/nights/{night}/printings/1"


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
def test_every_page_that_looks_back_is_shown_as_of_each_fact(
    house: House, client: Client, played: dict[str, str], toy: str
) -> None:
    versions = range(1, house.result(played[toy])["events"] + 1)
    pages = [address for endpoint, address in addresses(house, toy, played[toy]) if endpoint in LOOKS_BACK]
    assert "\n".join(filter(None, (is_shown(client, f"{page}?at={at}") for page in pages for at in versions))) == ""


@pytest.mark.parametrize("toy", TOYS)
def test_the_board_and_the_players_pages_are_shown_now_and_as_of_each_fact(
    house: House, client: Client, played: dict[str, str], toy: str
) -> None:
    night = played[toy]
    with house.app.test_request_context():
        links = [board_link(night), *(player_link(night, player) for player in ("red", "blue"))]
    versions = range(1, house.result(night)["events"] + 1)
    shown = [link.replace("http://localhost", "") for link in links]
    shown += [f"{link}{'&' if '?' in link else '?'}at={at}" for link in shown for at in versions]
    assert "\n".join(filter(None, (is_shown(client, address) for address in shown))) == ""


@pytest.mark.parametrize("toy", TOYS)
def test_a_closed_night_is_shown(house: House, client: Client, played: dict[str, str], toy: str) -> None:
    night = played[toy]
    if toy == "high_low":
        house.do(night, "rule_dispute", dispute="d", ruling="stands", reason="So.")
    house.do(night, "close_night")
    assert "\n".join(is_shown(client, address) for address in pages(house, toy, night)).strip() == ""


def test_the_papers_of_a_closed_night_are_had(house: House, client: Client, played: dict[str, str]) -> None:
    night = played["high_low"]
    house.do(night, "rule_dispute", dispute="d", ruling="stands", reason="So.")
    house.do(night, "close_night")
    print_the_set(client, night)
    printed = [at for _, at in addresses(house, "high_low", night) if "/printings/" in at]
    assert len(printed) > 8
    printed += [f"/nights/{night}/papers/rules.pdf", f"/nights/{night}/bets/2-red.pdf"]
    assert "\n".join(is_shown(client, address) for address in printed).strip() == ""
