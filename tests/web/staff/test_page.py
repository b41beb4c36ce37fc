"""The page of the staff: engaging, dismissing, unlocking, one's own PIN."""

from __future__ import annotations

from werkzeug.test import TestResponse

from tests.support.house import PIN, STAFF_NAME, Client, House


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
    assert "Doc Holliday" in client.get("/staff").get_data(as_text=True)
    assert stranger.sign_in("doc holliday", "1882").get_json()["name"] == "Doc Holliday"


def test_a_form_sent_twice_engages_once_and_says_nothing_of_it(house: House, client: Client) -> None:
    for _ in range(2):
        assert engage(client, "Doc Holliday", command_id="form-0001").status_code == 303
    assert names(house) == [STAFF_NAME, "Doc Holliday"]


def test_what_is_refused_is_said_beside_the_list(house: House, client: Client) -> None:
    for answer, why in (
        (engage(client, "m. earp"), "one of the staff already"),
        (engage(client, "Doc", pin="12"), "4 to 12 digits"),
        (engage(client, ""), "a name is 1 to 60 characters"),
        (send(client, "/dismiss", name=STAFF_NAME), "the last of the staff"),
        (send(client, "/dismiss", name="Nobody"), "Nobody called Nobody"),
    ):
        assert 400 <= answer.status_code < 500
        assert why in answer.get_data(as_text=True)
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
    assert "held up by wrong PINs" in client.get("/staff").get_data(as_text=True)
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
    assert "Another command was sent under this id before" in again.get_data(as_text=True)
    assert client.get("/api/nights").status_code == 200
    assert Client(house.app.test_client()).sign_in(STAFF_NAME, "2222").status_code == 200


def test_a_device_is_named_and_goes_by_its_name_wherever_it_is_shown(house: House, client: Client) -> None:
    night = house.open_night()
    body = {"do": "seat_player", "player": "red", "name": "Ada Lamb"}
    assert client.post(f"/api/nights/{night}/commands", body).status_code == 200
    device = house.book.commands(night)[-1].device
    assert device in client.get(f"/nights/{night}/audit").get_data(as_text=True)
    assert f"{device} (this one)" in client.get("/staff").get_data(as_text=True)
    assert send(client, "/device", device=device, name="Dealer’s tablet").status_code == 303
    assert "Dealer’s tablet (this one)" in client.get("/staff").get_data(as_text=True)
    register = client.get(f"/nights/{night}/audit?words=dealer’s").get_data(as_text=True)
    assert "Dealer’s tablet" in register
    assert device not in register
    wrong = send(client, "/device", device="tablet-none", name="Bar")
    assert wrong.status_code == 404
    assert "Nobody has signed in on a device tablet-none." in wrong.get_data(as_text=True)


def test_that_pins_are_guessed_is_told_on_the_tablet_by_a_mark_and_a_line(
    house: House, client: Client, stranger: Client, night: str
) -> None:
    table = f"/nights/{night}/table"
    assert "PINs are being guessed" not in client.get(table).get_data(as_text=True)
    for _ in range(5):
        stranger.sign_in(STAFF_NAME, "0000")
    text = client.get(table).get_data(as_text=True)
    assert 'aria-label="Cage, seats and deal; PINs are being guessed, see Night"' in text
    assert "PINs are being guessed: 5 wrong PINs for M. Earp since" in text


def test_the_sessions_are_listed_with_their_devices_names(house: House, client: Client) -> None:
    with client.http.session_transaction() as session:
        device = session["device"]
    send(client, "/device", device=device, name="Dealer’s tablet")
    house.client()
    page = client.get("/staff").get_data(as_text=True)
    listed = page.partition('id="sessions"')[2].partition('id="devices"')[0]
    assert "M. Earp (this one)<small>Dealer’s tablet · since" in listed
    assert (listed.count("M. Earp</span>"), listed.count("End it")) == (0, 1)
    assert "End all others" in listed
