"""The page of the cash drawer: blind counts, two people, slips, refusals in words, and the roll that is proposed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from dealer.house.state import HouseState
from dealer.night.drawer import CLOSING, OPENING, RELIEF, is_counted_blind
from events.common.house import HouseSettings
from events.common.night import DrawerCounted, SlipVoided, SlipWritten
from tests.support.house import PIN, STAFF_NAME, Client, House
from tests.web.evenings import COUNTING
from tests.web.tablet_in_browser import Tablets
from tests.web.test_touches import counted
from web.house.cash_drawer import cash_drawer_view, likely_moment, values
from web.nights.closed_night import closed_night
from web.tablet.settling import Closing, closing_of

HART, HART_PIN = "Wm. Hart", "1872"
MOSS, MOSS_PIN = "C. Moss", "1873"


def staffed(house: House, **settings: Any) -> None:
    """Give roles to three people: an owner, a dealer and a cashier."""
    for name, pin in ((HART, HART_PIN), (MOSS, MOSS_PIN)):
        house.auth.engage(name, pin, house.sender)
    for name, role in ((STAFF_NAME, "owner"), (HART, "dealer"), (MOSS, "cage")):
        house.service.execute_for_house({"do": "engage", "name": name, "roles": [role]}, house.sender)
    if settings:
        house.service.execute_for_house({"do": "house_rules", **settings}, house.sender)


def post(client: Client, night: str, form: str, **fields: Any) -> TestResponse:
    path = f"/nights/{night}/cash-drawer/{form}"
    return client.http.post(path, data={"csrf_token": client.token, "command_id": "a-page-of-the-test", **fields})


def as_(house: House, name: str, pin: str) -> Client:
    client = Client(house.app.test_client())
    client.sign_in(name, pin)
    return client


def count(client: Client, night: str, **fields: Any) -> TestResponse:
    return post(client, night, "count", **{"at": "opening", "step": "count", **fields})


def refused(answer: TestResponse) -> str:
    """What the page says beside the form."""
    found = re.search(r'class="refused"[^>]*>([^<]+)<', answer.text)
    return found[1] if found else ""


def events_of(house: House, night: str, *kinds: type) -> list[Any]:
    return [recorded.event for recorded in house.book.events(night) if isinstance(recorded.event, kinds)]


def test_a_count_is_blind_and_adds_up_what_was_typed(client: Client, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    page = client.get(f"/nights/{night}/cash-drawer").text
    assert "5,200" not in page
    assert all(f'name="piece_{cents}"' in page for cents in values())
    answer = count(client, night, piece_10000="50", piece_2000="9", piece_1000="1", piece_25="40")
    assert answer.status_code == 303
    (event,) = events_of(house, night, DrawerCounted)
    assert (event.at, event.cash_cents, event.expected_cents) == ("opening", 520_000, 520_000)
    assert "$5,200 counted, as it must be" in client.get(answer.location).text


@pytest.mark.parametrize(
    ("typed", "says"),
    {
        "nothing": ({}, "Type how many of each"),
        "both": ({"piece_100": "2", "total": "2"}, "not both"),
        "no number": ({"piece_100": "two"}, "$1: “two” is not a whole number."),
        "no amount": ({"total": "a lot"}, "Total: “a lot” is not an amount"),
        "no moment": ({"at": "noon", "total": "5,000"}, "at"),
    }.values(),
)
def test_a_count_that_does_not_read_is_refused_in_words(
    client: Client, house: House, typed: dict[str, str], says: str
) -> None:
    answer = count(client, night := house.open_night(), **typed)
    assert answer.status_code == 400
    assert says in refused(answer)
    for name, value in typed.items():
        assert name == "at" or f'name="{name}"' not in answer.text or f'value="{value}"' in answer.text
    assert events_of(house, night, DrawerCounted) == []


def test_a_difference_is_shown_after_the_count_and_recorded_with_its_reason(client: Client, house: House) -> None:
    night = house.open_night()
    page = count(client, night, total="4,990").text
    assert "You counted $4,990" in page
    assert "The drawer is <b>short by $10</b>" in page
    bare = count(client, night, step="reason", cash="499000")
    assert "or give a reason" in refused(bare)
    again = count(client, night, step="reason", cash="499000", usual_reason="Wrong change given")
    assert again.status_code == 303
    (event,) = events_of(house, night, DrawerCounted)
    assert (event.cash_cents, event.reason) == (499_000, "Wrong change given")


def first_seal(answer: TestResponse) -> str:
    found = re.search(r'name="first" value="([0-9a-f]+)"', answer.text)
    assert found
    return found[1]


def test_two_people_count_blind(house: House) -> None:
    """Neither sees the other's sum, nor do they hear it when their counts differ."""
    staffed(house, second_count=True)
    night, client = house.open_night(), house.client()
    second = count(client, night, total="5,000")
    assert "Second count" in second.text
    assert "5,000" not in second.text
    seal = first_seal(second)
    hart = {"step": "second", "first": seal, "second": HART, "second_pin": HART_PIN}
    differ = count(client, night, **hart, total="4,000")
    assert refused(differ) == "The two counts differ. Both of you count again."
    assert "5,000" not in differ.text
    assert "4,000" not in differ.text
    for wrong, says in (
        ({"second": ""}, "Choose who counts second"),
        ({"second_pin": ""}, "Choose who counts second"),
        ({"second_pin": "9999"}, "PIN"),
        ({"second": STAFF_NAME, "second_pin": PIN}, "A second member"),
        ({"second": MOSS, "second_pin": MOSS_PIN}, "A second member"),
    ):
        answer = count(client, night, **{**hart, **wrong}, total="5,000")
        assert says in refused(answer), wrong
        assert 'value="5,000"' in answer.text
        assert not any(pin in answer.text for pin in (PIN, HART_PIN, MOSS_PIN))
    assert events_of(house, night, DrawerCounted) == []
    recorded = count(client, night, **hart, total="5,000")
    assert recorded.status_code == 303
    assert f"{STAFF_NAME} and {HART}" in client.get(recorded.location).text


def test_two_people_confirm_a_difference_and_its_reason(house: House) -> None:
    staffed(house, second_count=True)
    night, client = house.open_night(), house.client()
    hart = {"second": HART, "second_pin": HART_PIN}
    seal = first_seal(count(client, night, total="4,000"))
    differs = count(client, night, step="second", first=seal, total="4,000", **hart)
    assert "short by $1,000" in differs.text
    assert HART_PIN not in differs.text
    with_reason = {"step": "reason", "cash": "400000", "reason": "Paid out & not entered", "second": HART}
    assert "PIN" in refused(count(client, night, **with_reason))
    assert count(client, night, **with_reason, second_pin=HART_PIN).status_code == 303
    (event,) = events_of(house, night, DrawerCounted)
    assert event.reason == "Paid out & not entered"


def test_slips_are_numbered_printed_and_made_void(client: Client, house: House) -> None:
    night = house.open_night()
    for kind, fields in (("fill", {"usual": "20000"}), ("fill", {"amount": "75"}), ("drop", {"usual": "5000"})):
        answer = post(client, night, "slips", do=kind, **fields)
        assert answer.status_code == 303
    assert "Drop Nº 1: $50." in client.get(answer.location).text
    assert post(client, night, "slips", do="fill", amount="75").status_code == 303, "sent twice"
    slips = [(event.slip, event.number, event.amount_cents) for event in events_of(house, night, SlipWritten)]
    assert slips == [("fill", 1, 20_000), ("fill", 2, 7_500), ("drop", 1, 5_000)]
    assert refused(post(client, night, "void", kind="fill", number="2")) == "Choose or type why the slip is void."
    assert post(client, night, "void", kind="fill", number="2", usual_reason="Wrong amount").status_code == 303
    assert [event.number for event in events_of(house, night, SlipVoided)] == [2]
    page = client.get(f"/nights/{night}/cash-drawer").text
    assert "void: Wrong amount" in page
    assert f"/nights/{night}/papers/fill-2.pdf" in page
    assert client.get(f"/nights/{night}/papers/fill-2.pdf").data.startswith(b"%PDF")


REFUSED: dict[str, tuple[str, dict[str, str], int, str]] = {
    "not_a_multiple": ("slips", {"do": "fill", "amount": "0.10"}, 422, "25¢"),
    "nothing": ("slips", {"do": "fill", "amount": "0"}, 422, "25¢"),
    "no amount": ("slips", {"do": "fill"}, 400, "Choose an amount, or type one."),
    "no kind": ("slips", {"do": "loan", "usual": "5000"}, 400, "Choose fill, credit or drop."),
    "not_enough_checks": ("slips", {"do": "credit", "amount": "9,000"}, 422, "The drawer holds $5,000, not $9,000."),
    "bad_input": ("void", {"kind": "fill", "number": "7", "reason": "Wrong"}, 400, "This night has no such slip."),
    "no number": ("void", {"kind": "fill", "number": "x", "reason": "Wrong"}, 400, "number"),
    "already_done": ("void", {"kind": "fill", "number": "1", "reason": "Again"}, 422, "That slip is void already."),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_slip_is_refused_in_words(client: Client, house: House, code: str) -> None:
    form, fields, status, says = REFUSED[code]
    night = house.open_night()
    house.do(night, "fill", amount=5_000)
    house.do(night, "void_slip", kind="fill", number=1, reason="Not signed")
    answer = post(client, night, form, **fields)
    assert (answer.status_code, says in refused(answer)) == (status, True), refused(answer)
    if fields.get("amount"):
        assert f'value="{fields["amount"]}"' in answer.text


def test_who_may_not_do_it_has_no_key_for_it_and_is_refused(house: House) -> None:
    staffed(house)
    night = house.open_night(dealer=HART)
    dealer, cashier = as_(house, HART, HART_PIN), as_(house, MOSS, MOSS_PIN)
    pages = {client: client.get(f"/nights/{night}/cash-drawer").text for client in (dealer, cashier)}
    assert ['id="record-count"' in page for page in pages.values()] == [True, False]
    assert ['id="do-fill"' in page for page in pages.values()] == [False, True]
    assert post(dealer, night, "slips", do="fill", usual="5000").status_code == 403
    assert count(cashier, night, total="5,000").status_code == 403
    assert events_of(house, night, SlipWritten, DrawerCounted) == []


def closing(house: House, night: str) -> Closing:
    state, _, events = house.service.with_events(night)
    return closing_of(state, events.effective)


def test_a_house_that_counts_blind_does_not_say_what_the_drawer_holds(house: House) -> None:
    staffed(house, count_required=True)
    night, client = house.open_night(), house.client()
    answer = post(client, night, "slips", do="credit", amount="9,000")
    assert "5,000" not in refused(answer)
    table = client.get(f"/nights/{night}").text
    assert "in the drawer $" not in table
    assert 'id="count-first"' in table
    assert closing(house, night).count_first
    house.do(night, "count_drawer", at="closing", cash=500_000)
    assert closing(house, night).refused == ""
    assert not is_counted_blind(house.service.night(night))
    assert 'id="count-first"' not in client.get(f"/nights/{night}").text


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"do": "drop", "amount": 900_000}, "not_enough_checks"),
        ({"do": "count_drawer", "at": "closing", "cash": 1}, "bad_input"),
    ],
)
def test_no_refusal_says_what_a_drawer_counted_blind_must_hold(
    house: House, arguments: dict[str, Any], code: str
) -> None:
    staffed(house, second_count=True)
    night, client = house.open_night(roll=512_500), house.client()
    answer = client.post(f"/api/nights/{night}/commands", arguments).get_json()
    assert (answer["code"], "5,125" in answer["why"]) == (code, False)
    [refused] = [row for row in house.book.commands(night) if row.refused]
    assert "512500" not in str(refused.why)


def test_the_moment_of_a_count_is_the_likely_one(house: House) -> None:
    night = house.open_night()

    def likely() -> str:
        state, _, events = house.service.with_events(night)
        return likely_moment(state, events)

    assert likely() == OPENING
    house.do(night, "count_drawer", at="opening", cash=500_000)
    assert likely() == CLOSING
    house.do(night, "relieve_dealer", dealer=HART)
    assert likely() == RELIEF
    house.do(night, "count_drawer", at="relief", cash=500_000)
    assert likely() == CLOSING


def test_where_no_roles_are_given_everybody_counts_and_nobody_confirms(house: House) -> None:
    night = house.open_night()
    state, _, events = house.service.with_events(night)
    view = cash_drawer_view(state, events, HouseState(), STAFF_NAME, {})
    assert (view.may_count, view.may_write, view.needs_second) == (True, True, False)
    asks = replace(state, opened=replace(state.opened, settings=HouseSettings(second_count=True)))
    assert cash_drawer_view(asks, events, HouseState(), STAFF_NAME, {}).needs_second


def test_the_header_leads_to_the_drawer_where_the_house_uses_it(client: Client, house: House) -> None:
    night = house.open_night()
    page = client.get(f"/nights/{night}").text
    assert 'id="cash-drawer"' not in page
    assert 'id="help-key"' in page
    assert 'id="to-cash_drawer-page"' in page
    staffed(house)
    page = client.get(f"/nights/{night}").text
    assert 'id="cash-drawer"' in page
    assert 'id="help-key"' not in page


def test_the_last_count_is_proposed_as_the_roll_and_told_after_the_opening_count(client: Client, house: House) -> None:
    """What was paid out after the count is not in the drawer any more, nor are cents that make no check.

    Tips are the dealer's: they were proposed as part of the roll.
    """
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.do(night, "tip", player="red", amount=1_000)
    house.do(night, "count_drawer", at="closing", cash=515_010, reason="Wrong change")
    assert 'value="5,000"' in client.get("/").text, "the night is still open"
    house.do(night, "close_night")
    state, _, events = house.service.with_events(night)
    assert re.findall(r"\$[\d,.]*\d", closed_night(state, events, {}).box) == ["$5,010", "$10", "$49.90"]
    page = client.get("/").text
    assert 'value="4,950"' in page
    assert "test counted $5,150.10 at the last close" in page
    assert "roll $4,950, as counted at the close" in page
    client.http.post("/nights", data={"csrf_token": client.token, "again": night})
    following = house.service.nights()[-1]
    assert house.service.night(following).opened.roll_cents == 495_000
    assert "5,150.10" not in client.get(f"/nights/{following}/cash-drawer").text
    answer = count(client, following, total="4,950")
    assert "test counted $5,150.10; $4,950.10 was left" in client.get(answer.location).text


def test_touch_by_touch(tablets: Tablets, house: House) -> None:
    """A count takes two touches and the figures, a fill three."""
    staffed(house)
    night = house.open_night()
    tablet = tablets.new()
    tablet.begin_pages_with(COUNTING)

    def touched(*keys: str) -> int:
        tablet.go(f"/nights/{night}")
        tablet.follows()
        before: int = tablet.page.evaluate("window.touches ?? 0")
        for key in keys:
            tablet.touch(key)
        expect(tablet.page.locator(".saved")).to_be_visible()
        after: int = tablet.page.evaluate("window.touches")
        return after - before

    # The first field is typed into by the keypad without touching it.
    figures = ['.count [data-digit="5"]', '.count [data-digit="0"]']
    assert touched("#cash-drawer", *figures, "#record-count") - len(figures) == counted()["count the drawer"]
    assert touched("#cash-drawer", '.amounts .tile:has([value="20000"])', "#do-fill") == counted()["fill the drawer"]
    assert [type(event) for event in events_of(house, night, DrawerCounted, SlipWritten)] == [
        DrawerCounted,
        SlipWritten,
    ]
    tablet.touch('.slip-keys [data-digit="7"]')
    tablet.touch('.slip-keys [data-digit="5"]')
    tablet.touch("#do-drop")
    expect(tablet.page.locator(".saved")).to_contain_text("Drop Nº 1: $75.")
    tablet.page.locator("summary", has_text="Void").first.tap()
    tablet.touch('details[open] .tile:has([value="Not signed"])')
    tablet.touch("details[open] .danger")
    expect(tablet.page.locator(".voided")).to_have_text("void: Not signed")
    tablet.touch('.piece:has(#piece-10000) [data-step="1"]')
    expect(tablet.page.locator("#count-sum")).to_have_text("$100")
    tablet.touch('.piece:has(#piece-10000) [data-step="-1"]')
    expect(tablet.page.locator("#count-sum")).to_have_text("$0")
    assert tablet.said == []
