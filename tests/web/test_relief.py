"""A relief over the running table: who may take over, whose session it is afterwards, and what the screens say."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from dealer.streams import Sender
from tests.support.house import PIN, STAFF_NAME, Client, House
from tests.web.tablet_in_browser import SIZES, Tablet, Tablets

ANN, ANNS_PIN = "Ann Oakley", "2222"


@pytest.fixture
def house(house: House) -> House:
    house.auth.engage(ANN, ANNS_PIN, house.sender)
    return house


def relieve(client: Client, night: str, dealer: Any, pin: Any, **headers: str) -> tuple[int, str]:
    """Ask for a relief; gives the status, and the code of a refusal or ""."""
    document = {"dealer": dealer, "pin": pin}
    answer = client.post(f"/nights/{night}/relief", document, Accept="application/json", **headers)
    if answer.status_code == 200:
        client.token = answer.headers["Token"]
    return answer.status_code, answer.get_json()["code"] if answer.is_json else ""


def dealt_by(house: House, night: str) -> str:
    return house.service.night(night).dealer


def test_a_member_takes_over_with_their_pin_and_signs_from_then_on(house: House, client: Client, night: str) -> None:
    assert relieve(client, night, ANN.upper(), ANNS_PIN, Idempotency_Key="relief-0001") == (200, "")
    assert dealt_by(house, night) == ANN
    assert client.get("/api/token").get_json()["name"] == ANN
    assert client.post(f"/nights/{night}/commands", {"do": "turn", "loser": "Q", "winner": "2"}).status_code == 200
    assert [event.who for event in house.book.events(night)[-3:]] == [ANN] * 3
    # The answer was lost and the tablet asks again: nothing is done twice.
    version = house.service.at(night)[1].version
    assert relieve(client, night, ANN, ANNS_PIN, Idempotency_Key="relief-0001") == (200, "")
    assert house.service.at(night)[1].version == version
    assert len(house.auth.sessions()) == 1


@pytest.mark.parametrize(
    ("dealer", "pin", "refused"),
    [
        (ANN, "2223", (401, "wrong_pin")),
        ("Nobody", ANNS_PIN, (404, "unknown_staff")),
        (ANN, 2222, (400, "bad_input")),
        (None, ANNS_PIN, (400, "bad_input")),
    ],
)
def test_a_refused_relief_leaves_dealer_and_session(
    house: House, client: Client, night: str, dealer: Any, pin: Any, refused: tuple[int, str]
) -> None:
    status, code = relieve(client, night, dealer, pin)
    assert code == refused[1]
    assert status >= 400
    assert dealt_by(house, night) == STAFF_NAME
    assert client.get("/api/token").get_json()["name"] == STAFF_NAME


def test_who_may_not_deal_is_not_signed_in_either(house: House, client: Client, night: str) -> None:
    for name, roles in ((STAFF_NAME, ["owner"]), (ANN, ["cage"])):
        house.service.execute_for_house({"do": "engage", "name": name, "roles": roles}, house.sender)
    assert relieve(client, night, ANN, ANNS_PIN)[1] == "not_permitted"
    assert client.get("/api/token").get_json()["name"] == STAFF_NAME
    assert len(house.auth.sessions()) == 1


def test_only_those_who_may_deal_are_offered(house: House, client: Client, night: str) -> None:
    house.auth.engage("Till", "3333", house.sender)
    for name, role in ((STAFF_NAME, "owner"), (ANN, "dealer"), ("Till", "cage")):
        house.service.execute_for_house({"do": "engage", "name": name, "roles": [role]}, house.sender)
    page = client.get(f"/nights/{night}").text
    assert re.findall(r'data-dealer="([^"]+)" data-pin="yes"', page) == [ANN, STAFF_NAME]


def test_wrong_pins_delay_the_next_try_as_at_the_door(house: House, client: Client, night: str) -> None:
    codes = [relieve(client, night, ANN, "9999")[1] for _ in range(8)]
    assert codes[0] == "wrong_pin"
    assert codes[-1] == "sign_in_locked"


def test_the_dealer_signs_in_without_a_relief(house: House, client: Client) -> None:
    """The night was opened by somebody else in their name."""
    night = house.open_night(dealer=ANN)
    version = house.service.at(night)[1].version
    assert relieve(client, night, ANN, ANNS_PIN) == (200, "")
    assert house.service.at(night)[1].version == version
    assert client.get("/api/token").get_json()["name"] == ANN


def test_a_house_with_one_member_has_no_key_in_the_head(client: Client, house: House, night: str) -> None:
    assert 'id="dealer"' in client.get(f"/nights/{night}").text
    house.auth.keeper.dismiss(ANN, Sender(who=STAFF_NAME, device="test"))
    shown = client.get(f"/nights/{night}").text
    assert 'id="dealer"' not in shown
    assert 'id="relieve"' in shown


def test_the_close_says_what_each_dealer_gets(house: House, client: Client) -> None:
    house.service.execute_for_house({"do": "house_rules", "dealers_cut": 10}, house.sender)
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    house.do(night, "tip", player="red", amount=100)
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=5_000)
    house.do(night, "turn", loser="Q", winner="2")
    house.do(night, "relieve_dealer", dealer=ANN)
    house.do(night, "turn", loser="7", winner="8")
    shown = client.get(f"/nights/{night}").text
    for number, cells in enumerate(((STAFF_NAME, "1", "$1", "$2.50"), (ANN, "1", "–", "$2.50")), start=1):
        row = shown.partition(f'id="closing-dealer-{number}"')[2].partition("</tr>")[0]
        assert [cell in row for cell in cells] == [True] * 4, row
    house.do(night, "close_night")
    closed = client.get(f"/nights/{night}").text
    assert f"dealers {STAFF_NAME}, then {ANN}" in closed
    assert "What the dealers got" in closed
    assert f"dealt by {ANN}" in client.get(f"/nights/{night}/audit").text
    assert f"{STAFF_NAME} deals" in client.get(f"/nights/{night}/bets/q").text


def type_pin(tablet: Tablet, pin: str) -> None:
    for digit in pin:
        tablet.touch(f'#part-relief [data-digit="{digit}"]')
    tablet.touch("#relieve-pin")


def take_over(tablet: Tablet, name: str, pin: str) -> None:
    tablet.follow("#dealer", f'#part-relief [data-dealer="{name}"]')
    type_pin(tablet, pin)


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES)
def test_a_relief_by_touch(tablets: Tablets, house: House, night: str, size: tuple[int, int]) -> None:
    tablet = tablets.at(night, size)
    take_over(tablet, ANN, "1111")
    expect(tablet.page.locator("#relief-says")).to_have_text("That is not the PIN of Ann Oakley.")
    type_pin(tablet, ANNS_PIN)
    tablet.sees("#part-relief[hidden]")
    expect(tablet.page.locator("#dealer .name")).to_have_text(ANN)
    tablet.follow("player:red", "amount:500", "spot:single-Q", "rank:J", "rank:3")
    tablet.sees('#part-state[data-sentence="The winner is 3."]')
    assert [event.who for event in house.book.events(night)[-3:]] == [ANN] * 3
    # A guest needs no PIN, and whoever is signed in stays so.
    tablet.follow("#dealer", "fill:#relief-guest:J. Guest", "#relieve-guest")
    expect(tablet.page.locator("#dealer .name")).to_have_text("J. Guest")
    assert dealt_by(house, night) == "J. Guest"
    assert house.book.events(night)[-1].who == ANN
    # By the keyboard.
    tablet.touch("#dealer")
    tablet.page.locator(f'#part-relief [data-dealer="{STAFF_NAME}"]').press("Enter")
    tablet.page.keyboard.type(PIN)
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator("#dealer .name")).to_have_text(STAFF_NAME)


@pytest.mark.browser
def test_what_waits_is_sent_before_the_relief_in_the_old_name(tablets: Tablets, house: House, night: str) -> None:
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    tablet.follow("player:red", "amount:500")
    line.cut()
    tablet.follow("spot:single-Q", "rank:J", "rank:3")
    tablet.sees('#saved[class="saved unsaved"]')
    take_over(tablet, ANN, ANNS_PIN)
    expect(tablet.page.locator("#relieve-pin")).to_have_text("Waiting until all is saved…")
    kept = tablet.page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    assert ANNS_PIN not in kept
    line.mend()
    expect(tablet.page.locator("#dealer .name")).to_have_text(ANN)
    events = house.book.events(night)[-4:]
    assert [(event.kind, event.who) for event in events] == [
        ("BetPlaced", STAFF_NAME),
        ("LoserDrawn", STAFF_NAME),
        ("WinnerDrawn", STAFF_NAME),
        ("DealerRelieved", ANN),
    ]


@pytest.mark.browser
def test_without_a_line_a_relief_says_so_and_a_cancelled_one_never_comes(
    tablets: Tablets, house: House, night: str
) -> None:
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    line.cut()
    take_over(tablet, ANN, ANNS_PIN)
    expect(tablet.page.locator("#relief-says")).to_have_text("No connection. A relief needs it: try again.")
    tablet.touch("#relief-away")
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    tablet.sees('#saved[class="saved unsaved"]')
    take_over(tablet, ANN, ANNS_PIN)
    tablet.touch("#relief-away")
    line.mend()
    expect(tablet.saved).to_have_text("saved")
    assert house.book.events(night)[-1].kind == "BetPlaced"
    assert dealt_by(house, night) == STAFF_NAME
