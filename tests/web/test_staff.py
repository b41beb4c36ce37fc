"""The staff: their page, signing in, and doing so by touch."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.test import TestResponse

from dealer.streams import Sender
from events.common.house import STAFF
from tests.support.house import PIN, STAFF_NAME, Client, House
from tests.web.axe import found
from tests.web.served import served
from tests.web.tablet_in_browser import SIZES, Tablet, Tablets, resize


def send(client: Client, path: str, **fields: str) -> TestResponse:
    return client.http.post(f"/staff{path}", data={"csrf_token": client.token, **fields})


def names(house: House) -> list[str]:
    return [member.name for member in house.auth.register.members.values()]


def engage(client: Client, name: str, pin: str = "1882", **fields: str) -> TestResponse:
    return send(client, "/engage", name=name, pin=pin, pin_again=pin, **fields)


def test_somebody_is_engaged_and_can_sign_in(house: House, client: Client, stranger: Client) -> None:
    answer = engage(client, " Doc Holliday ")
    assert answer.status_code == 303
    assert 'class="saved"' in client.get(answer.headers["Location"]).text
    assert 'class="saved"' not in client.get("/staff").text
    assert names(house) == [STAFF_NAME, "Doc Holliday"]
    assert "Doc Holliday" in client.get("/staff").text
    assert stranger.sign_in("doc holliday", "1882").get_json()["name"] == "Doc Holliday"


@pytest.mark.parametrize("choice", ["lang=de", "text=large"])
def test_the_way_on_and_the_code_outlast_a_choice_of_language_or_letters(stranger: Client, choice: str) -> None:
    page = stranger.get("/sign-in?code=ABCD-2345&next=/staff").text
    assert f'href="?code=ABCD-2345&amp;next=%2Fstaff&amp;{choice}"' in page


def test_a_form_sent_twice_engages_once_and_says_nothing_of_it(house: House, client: Client) -> None:
    for _ in range(2):
        assert engage(client, "Doc Holliday", command_id="form-0001").status_code == 303
    assert names(house) == [STAFF_NAME, "Doc Holliday"]


@pytest.mark.parametrize(
    ("name", "other", "alike"), [("Doc Hart", "Doc Härt", True), ("Doc Hart", "Kate Elder", False)]
)
def test_two_names_that_look_alike_are_pointed_out(client: Client, name: str, other: str, alike: bool) -> None:
    engage(client, name)
    engage(client, other)
    assert (f"{name} and {other} look alike." in client.get("/staff").text) is alike


def test_what_is_refused_is_said_beside_the_list(house: House, client: Client) -> None:
    for answer, why in (
        (engage(client, "m. earp"), "already on the staff"),
        (engage(client, "Doc", pin="12"), "4 to 12 digits"),
        (engage(client, ""), "a name must be 1 to 60 printable characters"),
        (send(client, "/dismiss", name=STAFF_NAME), "the last of the staff"),
        (send(client, "/dismiss", name="Nobody"), "Nobody on the staff is called Nobody"),
    ):
        assert 400 <= answer.status_code < 500
        assert why in answer.text
    assert names(house) == [STAFF_NAME]


def test_who_dismisses_themselves_is_out(house: House, client: Client) -> None:
    engage(client, "Doc Holliday")
    assert send(client, "/dismiss", name=STAFF_NAME).status_code == 303
    assert client.get("/staff").status_code == 303
    assert names(house) == ["Doc Holliday"]


def test_a_locked_name_is_shown_and_unlocked(client: Client, stranger: Client) -> None:
    engage(client, "Doc Holliday")
    for _ in range(5):
        stranger.sign_in("Doc Holliday", "0000")
    assert stranger.sign_in("Doc Holliday", "1882").get_json()["code"] == "sign_in_locked"
    assert "locked after wrong PINs" in client.get("/staff").text
    assert send(client, "/unlock", name="Doc Holliday").status_code == 303
    assert stranger.sign_in("Doc Holliday", "1882").status_code == 200


def test_ones_own_pin_is_changed_by_who_knows_the_old_one(house: House, client: Client) -> None:
    other_device = house.client()
    wrong = send(client, "/pin", old_pin="0000", pin="2222", pin_again="2222")
    assert wrong.status_code == 401
    assert send(client, "/pin", old_pin=PIN, pin="2222", pin_again="2222").status_code == 303
    assert client.get("/api/nights").status_code == 200
    assert other_device.get("/api/nights").status_code == 401
    assert other_device.sign_in(STAFF_NAME, PIN).status_code == 401
    assert other_device.sign_in(STAFF_NAME, "2222").status_code == 200


def test_a_page_whose_form_was_sent_changes_no_other_pin(house: House, client: Client) -> None:
    """It said that the PIN was changed, and signed its owner out by a session that never began."""
    once = {"command_id": "0123456789abcdef"}
    assert send(client, "/pin", old_pin=PIN, pin="2222", pin_again="2222", **once).status_code == 303
    # A session that begins has a token of its own.
    client.token = client.get("/api/token").get_json()["token"]
    again = send(client, "/pin", old_pin="2222", pin="3333", pin_again="3333", **once)
    assert again.status_code == 409
    assert "A different command was already sent with this id" in again.text
    assert client.get("/api/nights").status_code == 200
    assert Client(house.app.test_client()).sign_in(STAFF_NAME, "2222").status_code == 200


def test_a_device_is_named_and_goes_by_its_name_wherever_it_is_shown(house: House, client: Client) -> None:
    night = house.open_night()
    body = {"do": "seat_player", "player": "red", "name": "Ada Lamb"}
    assert client.post(f"/api/nights/{night}/commands", body).status_code == 200
    device = house.book.commands(night)[-1].device
    assert device in client.get(f"/nights/{night}/audit").text
    assert f"{device} (this one)" in client.get("/staff").text
    assert send(client, "/device", device=device, name="Dealer’s tablet").status_code == 303
    assert "Dealer’s tablet (this one)" in client.get("/staff").text
    register = client.get(f"/nights/{night}/audit?words=dealer’s").text
    assert "Dealer’s tablet" in register
    assert device not in register
    wrong = send(client, "/device", device="tablet-none", name="Bar")
    assert wrong.status_code == 404
    assert "Nobody has signed in on device tablet-none." in wrong.text


def test_guessed_pins_are_marked_on_the_tablet(house: House, client: Client, stranger: Client, night: str) -> None:
    table = f"/nights/{night}/table"
    assert "PINs are being guessed" not in client.get(table).text
    for _ in range(5):
        stranger.sign_in(STAFF_NAME, "0000")
    text = client.get(table).text
    assert 'aria-label="Cage, seats and deal; PINs are being guessed, see Night"' in text
    assert "PINs are being guessed: 5 wrong PINs for M. Earp since" in text


def test_the_sessions_are_listed_with_their_devices_names(house: House, client: Client) -> None:
    with client.http.session_transaction() as session:
        device = session["device"]
    send(client, "/device", device=device, name="Dealer’s tablet")
    house.client()
    page = client.get("/staff").text
    listed = page.partition('id="sessions"')[2].partition('id="devices"')[0]
    assert "M. Earp (this one)<small>Dealer’s tablet · since" in listed
    assert (listed.count("M. Earp</span>"), listed.count("Sign it out")) == (0, 1)
    assert "Sign out all others" in listed


SENDER = Sender(who="test", device="test")
CODE = "ABCD-EFGH"
FROM_AFAR = {"REMOTE_ADDR": "192.168.7.20"}


def sign_in(client: Client, path: str, environ: dict[str, str] | None = None, **fields: str) -> TestResponse:
    """A form with the token that its page brought."""
    page = client.get("/sign-in").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    fields["csrf_token"] = token[1] if token else client.token
    return client.http.post(path, data=fields, environ_overrides=environ or {})


def is_signed_in(client: Client) -> bool:
    return client.get("/api/nights").status_code == 200


def test_a_right_pin_leads_to_where_one_wanted_to_go(stranger: Client) -> None:
    answer = sign_in(stranger, "/sign-in", name=" m. EARP ", pin=PIN, next="/nights/x?deal=2")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/nights/x?deal=2")
    assert is_signed_in(stranger)
    assert stranger.get("/sign-in?next=/nights/x").headers["Location"] == "/nights/x"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "",
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "nights",
        "/\t/evil.example",
        "/../wiki",
        "/nights/%2e%2E/wiki",
        "/./wiki",
        "//[",
    ],
)
def test_the_way_on_leads_nowhere_else(stranger: Client, elsewhere: str) -> None:
    assert 'name="next" value="/"' in stranger.get("/sign-in", query_string={"next": elsewhere}).text
    answer = sign_in(stranger, "/sign-in", name=STAFF_NAME, pin=PIN, next=elsewhere)
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize(
    ("name", "pin", "status", "why"),
    [
        (STAFF_NAME, "0000", 401, "not the PIN of M. Earp"),
        (STAFF_NAME, "", 401, "not the PIN of M. Earp"),
        ("Nobody", PIN, 401, "Nobody on the staff is called Nobody"),
        (" ", PIN, 401, "Enter the name of someone on the staff"),
    ],
)
def test_what_is_refused_is_said_on_the_page(stranger: Client, name: str, pin: str, status: int, why: str) -> None:
    answer = sign_in(stranger, "/sign-in", name=name, pin=pin)
    assert answer.status_code == status
    assert why in answer.text
    assert not is_signed_in(stranger)


def test_a_sign_in_begins_another_session_and_only_the_devices_name_is_kept(house: House, stranger: Client) -> None:
    """Whoever planted a session on a tablet beforehand holds nothing of the one that begins."""
    stranger.sign_in(STAFF_NAME, "0000")
    with stranger.http.session_transaction() as session:
        session["planted"] = "by a stranger"
        device = session["device"]
    before = stranger.token
    assert stranger.sign_in(STAFF_NAME, PIN).get_json()["device"] == device
    with stranger.http.session_transaction() as session:
        assert set(session) == {"_permanent", "device", "session", "csrf_token"}
    assert stranger.token != before
    answer = stranger.http.post("/api/nights", json={}, headers={"X-CSRFToken": before})
    assert answer.get_json()["code"] == "bad_token"


def test_signing_out_by_form_and_over_the_api(house: House) -> None:
    for path in ("/sign-out", "/api/sign-out"):
        client = house.client()
        assert is_signed_in(client)
        assert client.post(path, {}).status_code in (204, 303)
        assert not is_signed_in(client)


@pytest.mark.parametrize("document", [[], {}, {"name": STAFF_NAME}, {"name": STAFF_NAME, "pin": 1871}, "x"])
def test_the_api_wants_a_name_and_a_pin(stranger: Client, document: object) -> None:
    answer = stranger.post("/api/sign-in", document)
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")


def test_no_pin_gets_into_the_book(house: House, client: Client) -> None:
    client.post("/api/sign-in", {"name": STAFF_NAME, "pin": "48151623"})
    house.auth.engage("Doc Holliday", "48151623", SENDER)
    rows = [row for table in house.book.rows(STAFF) for row in table]
    assert rows
    assert not any(pin in str(value) for row in rows for value in row for pin in ("48151623", f'"{PIN}"'))


@pytest.fixture
def empty() -> Iterator[House]:
    """A house at its first start, whose server printed a code."""
    made = House(staff=False, first_code=CODE)
    yield made
    made.book.close()


def first(client: Client, environ: dict[str, str] | None = None, **differs: str) -> TestResponse:
    fields = {"name": STAFF_NAME, "pin": PIN, "pin_again": PIN, "code": CODE, **differs}
    return sign_in(client, "/sign-in/first", environ, **fields)


def test_the_printed_address_brings_the_code_that_engages_the_first_of_the_staff(empty: House) -> None:
    client = Client(empty.app.test_client())
    assert 'name="code" value=""' in client.get("/sign-in").text
    assert f'name="code" value="{CODE}"' in client.get(f"/sign-in?code={CODE}").text
    assert first(client).status_code == 303
    assert is_signed_in(client)
    assert [event.kind for event in empty.book.events(STAFF)] == ["StaffEngaged"]


@pytest.mark.parametrize("environ", [{}, {"REMOTE_ADDR": "::1"}, FROM_AFAR])
@pytest.mark.parametrize(("code", "taken"), [("", False), ("ABCD-EFGX", False), (" abcd-efgh ", True)])
def test_everybody_needs_the_code_to_be_the_first(
    empty: House, environ: dict[str, str], code: str, taken: bool
) -> None:
    """Behind a proxy on the server's own machine a stranger looked like somebody who sits there."""
    client = Client(empty.app.test_client())
    assert first(client, environ, code=code).status_code == (303 if taken else 401)
    assert is_signed_in(client) == bool(empty.auth.register.members) == taken


def test_without_a_code_nobody_is_the_first() -> None:
    house = House(staff=False)
    for code in ("", CODE):
        assert first(Client(house.app.test_client()), code=code).status_code == 401
    assert not house.auth.register.members
    house.book.close()


def test_a_wrong_code_is_not_hidden_by_pins_that_differ(empty: House) -> None:
    answer = first(Client(empty.app.test_client()), code="ABCD-EFGX", pin_again="1235")
    assert answer.status_code == 401
    for fault in ("That is not the code that the server printed at start.", "The two PINs differ."):
        assert fault in answer.text


def test_the_code_is_worth_nothing_once_there_is_staff(empty: House) -> None:
    assert first(Client(empty.app.test_client())).status_code == 303
    answer = first(Client(empty.app.test_client()), name="J. Ringo")
    assert answer.status_code == 422
    assert "There is already a dealer" in answer.text
    assert list(empty.auth.register.members) == ["m. earp"]


@pytest.mark.parametrize(
    ("pin", "again", "why"),
    [
        ("123", "123", "4 to 12 digits"),
        ("1" * 13, "1" * 13, "4 to 12 digits"),
        ("12a4", "12a4", "4 to 12 digits"),
        ("١٢٣٤", "١٢٣٤", "4 to 12 digits"),
        ("1234", "1235", "The two PINs differ"),
    ],
)
def test_a_pin_is_typed_twice_and_is_digits(empty: House, pin: str, again: str, why: str) -> None:
    answer = first(Client(empty.app.test_client()), pin=pin, pin_again=again)
    assert answer.status_code == 400
    assert why in answer.text
    assert not empty.auth.register.members


@pytest.fixture
def busy_night(house: House) -> str:
    house.auth.engage("Doc Holliday", "1882", SENDER)
    return house.open_night()


def choose(tablet: Tablet, name: str) -> None:
    tablet.touch(f'label.name:has([value="{name}"])')


def touch_pin(tablet: Tablet, pin: str) -> None:
    for digit in pin:
        tablet.touch(f'.keypad [data-digit="{digit}"]')


def too_small(page: Page) -> list[str]:
    """What is touched on a page and is smaller than 44 px each way."""
    small: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary, select")]
             .map((one) => [one, one.getBoundingClientRect()])
             .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
             .map(([one, box]) => `${one.outerHTML.slice(0, 60)} ${box.width}x${box.height}`)"""
    )
    return small


def test_a_dealer_signs_in_by_touch_and_is_at_the_table_they_asked_for(tablets: Tablets, busy_night: str) -> None:
    """At every size the key that signs in is in sight once the PIN is entered."""
    tablet = tablets.new(signed_in=False)
    tablet.go(f"/nights/{busy_night}")
    choose(tablet, STAFF_NAME)
    touch_pin(tablet, PIN)
    sign_in = tablet.page.locator(".sign-in [type=submit]")
    for size in SIZES:
        tablet.page.evaluate("scrollTo(0, 0)")
        resize(tablet.page, size)
        expect(sign_in).to_be_in_viewport(ratio=1)
    sign_in.tap()
    expect(tablet.page).to_have_url(f"{tablets.address}/nights/{busy_night}")
    expect(tablet.page.locator("#part-state")).to_be_attached()
    tablet.page.wait_for_load_state()


def test_a_wrong_pin_is_said_and_the_name_stays_chosen(tablets: Tablets, busy_night: str) -> None:
    tablet = tablets.new(signed_in=False)
    tablet.go("/sign-in")
    choose(tablet, "Doc Holliday")
    touch_pin(tablet, "99")
    tablet.touch('.keypad [data-digit="back"]')
    touch_pin(tablet, "99")
    tablet.touch('.keypad [data-digit="clear"]')
    expect(tablet.page.locator("#pin")).to_have_value("")
    touch_pin(tablet, "9999")
    tablet.touch(".sign-in [type=submit]")
    expect(tablet.page.locator(".refused")).to_have_text("That is not the PIN of Doc Holliday.")
    expect(tablet.page.locator('[value="Doc Holliday"]')).to_be_checked()


def test_signing_in_by_keyboard(tablets: Tablets, busy_night: str) -> None:
    tablet = tablets.new(signed_in=False)
    tablet.go("/sign-in")
    keyboard = tablet.page.keyboard
    keyboard.press("Tab")
    keyboard.press("ArrowDown")
    expect(tablet.page.locator(f'[value="{STAFF_NAME}"]')).to_be_checked()
    keyboard.type(PIN + "5")
    keyboard.press("Backspace")
    keyboard.press("Enter")
    expect(tablet.page).to_have_url(f"{tablets.address}/")


def test_without_javascript_it_is_a_plain_form(tablets: Tablets, busy_night: str) -> None:
    tablet = tablets.new(signed_in=False, java_script_enabled=False)
    tablet.go("/sign-in")
    expect(tablet.page.locator(".keypad")).to_be_hidden()
    tablet.page.locator(f'label.name:has([value="{STAFF_NAME}"])').tap()
    tablet.page.locator("#pin").fill(PIN)
    tablet.page.locator(".sign-in [type=submit]").tap()
    expect(tablet.page).to_have_url(f"{tablets.address}/")


def test_the_first_of_the_staff_is_engaged_on_the_page(browser: Browser) -> None:
    house = House(staff=False, first_code=CODE)
    with served(house) as address:
        tablet = Tablet(browser, address, signed_in=False)
        tablet.go(f"/sign-in?code={CODE}")
        for name, value in (("name", STAFF_NAME), ("pin", PIN), ("pin_again", PIN)):
            tablet.page.locator(f"[name={name}]").fill(value)
        assert found(tablet.page) == []
        assert too_small(tablet.page) == []
        tablet.touch("[type=submit]")
        expect(tablet.page).to_have_url(f"{address}/")
        expect(tablet.page.get_by_role("heading", name="Open a night")).to_be_visible()
        tablet.close()
    house.book.close()


def test_the_page_of_the_staff_engages_dismisses_and_signs_out(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go("/staff")
    form = tablet.page.locator('form[action="/staff/engage"]')
    form.locator("[name=name]").fill("Doc Holliday")
    form.locator("[name=pin]").fill("1882")
    form.locator("[name=pin_again]").fill("1882")
    form.locator("[type=submit]").tap()
    tablet.touch('summary[aria-label="Remove Doc Holliday?"]')
    tablet.page.get_by_role("button", name="Yes, remove Doc Holliday").tap()
    expect(tablet.page.locator(".staff-list:not(.devices, .sessions, .tokens) li")).to_have_count(1)
    tablet.page.get_by_role("button", name="Sign out").tap()
    expect(tablet.page).to_have_url(f"{tablets.address}/sign-in")


@pytest.mark.parametrize("path", ["/sign-in", "/staff"])
def test_axe_finds_nothing_and_all_keys_are_large(tablets: Tablets, busy_night: str, path: str) -> None:
    tablet = tablets.new(signed_in=path == "/staff")
    tablet.go(path)
    assert found(tablet.page) == []
    assert too_small(tablet.page) == []


def test_a_token_is_made_and_revoked_on_the_page(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go("/staff")
    form = tablet.page.locator('form[action="/staff/tokens"]')
    form.locator("[name=program]").fill("scoreboard")
    form.locator("[name=role]").select_option("auditor")
    form.locator("[type=submit]").tap()
    expect(tablet.page.locator(".issued code")).to_have_text(re.compile(r"[\w-]{43}"))
    assert [token.role for token in house.service.house().tokens.values()] == ["auditor"]
    assert found(tablet.page) == []
    assert too_small(tablet.page) == []
    tablet.touch('[aria-label="Revoke the token of scoreboard"]')
    expect(tablet.page.get_by_text("No program has a token.")).to_be_visible()
    assert not house.service.house().tokens
