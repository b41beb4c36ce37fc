"""The page that simulates what the house may expect: with a script and without, refused, shared and on paper."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from dealer.house.roles import AUDITOR, CAGE, DEALER, FLOOR, OWNER
from tests.support.house import Client, House
from tests.web.axe import found
from tests.web.tablet_in_browser import Tablets
from tests.web.test_roles import code_of, signed_in, with_roles
from web.house.expectation import Query, Simulations, _query, simulations

FEW = {"house": "american", "limit": "50", "roll": "", "nights": "100", "deals": "1"}


def sent(client: Client, accept: str = "text/html", **fields: str):  # type: ignore[no-untyped-def]
    return client.http.post(
        "/house/expect", data={**FEW, **fields, "csrf_token": client.token}, headers={"Accept": accept}
    )


def test_the_form_waits_for_the_end_where_there_is_no_script(client: Client) -> None:
    assert 'class="verdict' not in client.get("/house/expect").text
    answer = sent(client)
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert "100 nights of 1 deal were simulated, from the seed 1." in page
    assert "The limit is $50. The players begin with $2.50 on each place" in page
    assert page.count("<svg") >= 3
    assert not re.search(r"\sstyle=", page)
    paper = re.search(r'href="(/house/expect/paper.pdf[^"]+)"', page)
    assert paper
    printed = client.get(paper[1].replace("&amp;", "&"))
    assert (printed.mimetype, printed.data[:5]) == ("application/pdf", b"%PDF-")


def test_a_number_can_be_typed_as_the_page_prints_it(client: Client) -> None:
    answer = sent(client, nights="1,000", deals="1")
    assert (answer.status_code, "nights=1000&" in answer.headers["Location"]) == (303, True)


def test_a_page_that_asks_for_a_stream_is_told_while_it_goes_on(client: Client) -> None:
    answer = sent(client, "text/event-stream")
    assert answer.mimetype == "text/event-stream"
    parts = answer.text.strip().split("\n\n")
    assert all(line.startswith("data: ") for part in parts for line in part.split("\n"))
    assert all("under-way" in part for part in parts[:-1])
    assert "100 nights of 1 deal were" in parts[-1]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"limit": "many"}, "Limit: “many” is not an amount in US dollars."),
        ({"limit": "0.10"}, "The house’s limit is less than its smallest check."),
        ({"nights": "some"}, "Nights: “some” is not a whole number."),
        ({"nights": "1,00"}, "Nights: “1,00” is not a whole number."),
        ({"nights": "99"}, "Simulate at least 100 nights of a deal."),
        ({"nights": "100000", "deals": "11"}, "That is too many deals: 1000000 is the most."),
        ({"house": "another"}, "another"),
    ],
)
def test_what_cannot_be_simulated_is_said_on_the_form(client: Client, fields: dict[str, str], why: str) -> None:
    answer = sent(client, **fields)
    assert answer.status_code == 200
    text = re.sub("&#39;|’", "’", answer.text)
    assert why in text
    assert 'role="alert"' in answer.text
    assert sent(client, "text/event-stream", **fields).mimetype != "text/event-stream"


def test_a_paper_of_nothing_simulated_leads_to_the_form(client: Client) -> None:
    answer = client.get("/house/expect/paper.pdf?nights=777&deals=1")
    assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (303, "/house/expect")


def test_a_simulation_runs_once_and_other_servers_know_it(house: House, client: Client) -> None:
    sent(client)
    with house.app.test_request_context():
        here, query = simulations(), _query(FEW)
        shared = here._shared
    ended = here.last(query)
    assert ended
    assert here.begin(query).progress is ended
    shared.put("expectations", query.key, _encoded(ended.expectation), 60.0)
    elsewhere = Simulations(house.app.logger, here._turn, shared)
    known = elsewhere.last(query)
    assert known
    assert known.expectation == ended.expectation
    other = Query(game=query.game, settings={**query.settings, "limit": 6_000}, plan=query.plan)
    assert elsewhere.last(other) is None


def _encoded(value: object) -> bytes:
    import msgspec

    return msgspec.json.encode(value)


def test_those_who_read_the_office_simulate(house: House) -> None:
    with_roles(house)
    for role in (OWNER, FLOOR, CAGE, AUDITOR):
        assert signed_in(house, role).get("/house/expect").status_code == 200
    refused = signed_in(house, DEALER).get("/house/expect", headers={"Accept": "application/json"})
    assert (refused.status_code, code_of(refused)) == (403, "not_permitted")


def test_a_touch_simulates_and_nothing_is_found_on_the_page(tablets: Tablets) -> None:
    tablet = tablets.new()
    tablet.go("/house/expect")
    assert found(tablet.page) == []
    tablet.page.fill("[name=nights]", "100")
    tablet.page.fill("[name=deals]", "1")
    tablet.page.click("form[data-follows] button")
    verdict = tablet.page.locator(".verdict.expected")
    expect(verdict).to_be_focused(timeout=60_000)
    expect(verdict.locator("svg.plot")).to_have_count(3)
    assert found(tablet.page) == []
    tablet.page.reload()
    expect(verdict).to_be_visible()


def test_who_leaves_and_comes_back_follows_the_simulation_to_its_end(house: House, tablets: Tablets) -> None:
    with house.app.test_request_context():
        here, query = simulations(), _query(FEW)
    tablet = tablets.new()
    with here._turn:
        here.begin(query)
        tablet.go("/house/expect?" + urlencode(FEW))
        expect(tablet.page.locator(".under-way")).to_contain_text("This one is next.")
    expect(tablet.page.locator(".verdict.expected")).to_be_focused(timeout=60_000)
