"""People: the list, a person's page and its forms, refusals at the API and in words on the page, the statement."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from dealer.house.state import Card
from tests.support.house import EARP, STAFF_NAME, Client, House
from tests.web.axe import found
from tests.web.tablet_in_browser import Tablets
from web.house.people import curve_of, person_lines, person_of

SECOND = "J. Masterson"


def do(house: House, word: str, **arguments: Any) -> None:
    house.service.execute_for_house({"do": word, **arguments}, EARP)


def card(house: House, key: str = "ada") -> Card:
    return house.service.house().card(key)


def closed_night(house: House, day: str, **cents: int) -> str:
    """A closed night in which cards tip what they got on credit, so that they owe it."""
    night = house.open_night(date=day)
    for seat, (key, amount) in enumerate(cents.items()):
        player = ("red", "blue")[seat]
        house.do(night, "seat_player", player=player, card=key)
        house.do(night, "issue_marker", player=player, amount=amount)
        house.do(night, "tip", player=player, amount=amount)
    house.do(night, "close_night")
    return night


@pytest.fixture
def people(house: House) -> House:
    """Ada owes $70 of two nights and has $40 deposited; Kate is barred; Ada has a second card."""
    do(house, "register_player", card="ada", name="Ada Lamb", known_as="Ada", color="red", credit_limit=50_000)
    do(house, "register_player", card="kate", name="Kate Elder")
    do(house, "register_player", card="ada-2", name="ada  lamb")
    closed_night(house, "2026-11-14", ada=3_000, kate=100)
    closed_night(house, "2026-11-21", ada=4_000)
    do(house, "deposit", card="ada", amount=4_000)
    do(house, "bar_player", card="kate", reason="marked the queen")
    return house


def send(client: Client, key: str, word: str, **fields: str) -> TestResponse:
    return client.http.post(f"/people/{key}", data={"csrf_token": client.token, "do": word, **fields})


def test_everybody_is_listed_and_found_without_a_script(people: House, client: Client) -> None:
    people.do(people.open_night(table="Back Room"), "seat_player", player="red", card="ada")
    shown = {line.key: line for line in person_lines(people.service.house())}
    assert list(shown) == ["ada", "ada-2", "kate"]
    ada = shown["ada"]
    assert (ada.name, ada.last, ada.here, ada.debt_cents) == ("Ada", "2026-11-21", ("Back Room",), 7_000)
    page = client.get("/people").text
    for words in ("owes $70", "deposit $40", "sits at Back Room", "barred: marked the queen", "One person?"):
        assert words in page
    found = client.get("/people?find=elder+KATE").text
    assert 'href="/people/kate"' in found
    assert 'data-searched="ada' not in found
    assert "1 of 3 shown." in found
    assert "Nobody matches" in client.get("/people?find=zz").text


def test_a_new_person_gets_a_card_with_a_key_of_their_name(house: House, client: Client) -> None:
    fields = {"name": "Zoë O’Hara", "known_as": "", "color": "", "language": "fr", "credit_limit": "125.50", "note": ""}
    form = {"csrf_token": client.token, "command_id": "form-0001", **fields}
    for where in ("/people/zoe-o-hara?saved=register_player", "/people?find=Zo%C3%AB+O%E2%80%99Hara"):
        answer = client.http.post("/people", data=form)
        assert (answer.status_code, answer.headers["Location"]) == (303, where)
    assert len(people_of(house)) == 1
    zoe = card(house, "zoe-o-hara")
    assert (zoe.name, zoe.known_as, zoe.language, zoe.credit_limit_cents) == ("Zoë O’Hara", "", "fr", 12_550)
    assert "The card is made." in client.get("/people/zoe-o-hara?saved=register_player").text
    refused = client.http.post("/people", data={**form, "command_id": "form-0002", "credit_limit": "much"})
    assert refused.status_code == 400
    assert "“much” is not an amount" in refused.text
    assert 'value="Zoë O’Hara"' in refused.text


def people_of(house: House) -> list[Card]:
    return list(house.service.house().open_cards)


def test_a_persons_page_shows_the_account(people: House, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    today = date(2026, 11, 29)
    monkeypatch.setattr("web.house.people._today", lambda: today)
    night = people.open_night(table="Back Room", date="2026-11-28")
    people.do(night, "seat_player", player="red", card="ada")
    people.do(night, "issue_marker", player="red", amount=2_000)
    people.do(night, "draw_deposit", player="red", amount=1_000)
    view = person_of(people.service.house(), "ada", today)
    assert [(marker.days, marker.amount_cents) for marker in view.carried] == [(15, 3_000), (8, 4_000)]
    assert [(seat.table, seat.markers_cents, seat.drawn_cents) for seat in view.seats] == [("Back Room", 2_000, 1_000)]
    assert [(played.net_cents, played.running_cents) for played in view.nights] == [(-4_000, -7_000), (-3_000, -3_000)]
    assert (view.games, view.left_cents) == ((("Faro", 2),), 41_000)
    assert view.curve == curve_of(view.nights[::-1])
    assert view.curve is not None
    assert [y for _, y in view.curve.points] == [10.0, 70.0, 150.0]
    assert view.curve.words == "Results over 2 nights: −$70 now, $0 at best, −$70 at worst."
    page = client.get("/people/ada").text
    for words in (
        "$500 <small>their own, $410 left",
        "15 days",
        "Results over 2 nights",
        "Faro (2)",
        f"/nights/{night}",
    ):
        assert words in page


FORMS: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "deposit": ({"amount": "12.50"}, {"deposit_cents": 5_250}),
    "withdraw": ({"amount": "$40"}, {"deposit_cents": 0}),
    "redeem_carried": ({"amount": "35"}, {"carried_cents": 3_500}),
    "write_off": ({"amount": "70", "reason": "agreed"}, {"carried_cents": 0}),
    "bar_player": ({"reason": "too loud"}, {"barred": "too loud"}),
    "join_cards": ({"other": "kate"}, {"nights": 2, "barred": "marked the queen", "carried_cents": 7_100}),
    "change_player": (
        {
            "name": "Ada Lamb",
            "was.name": "Ada",
            "note": "n",
            "was.note": "",
            "known_as": "",
            "was.known_as": "Ada",
            "credit_limit": "",
            "was.credit_limit": "500",
        },
        {"name": "Ada Lamb", "note": "n", "known_as": "", "color": "blue", "credit_limit_cents": None},
    ),
}
"""The forms of Ada's page: what is typed, and how her card is after it."""


@pytest.mark.parametrize("word", FORMS)
def test_a_form_is_one_command_even_if_it_is_sent_twice(people: House, client: Client, word: str) -> None:
    fields, after = FORMS[word]
    if word == "change_player":
        # Somebody else changed the note meanwhile; fields that were not touched stay.
        do(people, "change_player", card="ada", color="blue")
    version = people.service.house().version
    for _ in range(2):
        answer = send(client, "ada", word, command_id=f"form-0001-{word}", **fields)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/people/ada?saved={word}")
    assert people.service.house().version == version + 1
    assert {name: getattr(card(people), name) for name in after} == after
    assert 'class="saved"' in client.get(f"/people/ada?saved={word}").text


def test_two_cards_are_joined_after_both_are_shown(people: House, client: Client) -> None:
    assert "/people/ada?join=ada-2" in client.get("/people").text
    shown = client.get("/people/ada?join=ada-2").text
    assert "The card ada-2 is closed, and all it has moves to ada." in shown
    assert send(client, "ada", "join_cards", other="ada-2").status_code == 303
    assert "One person?" not in client.get("/people").text
    assert client.get("/people/ada-2").headers["Location"] == "/people/ada"


def test_cards_with_names_a_letter_or_an_accent_apart_may_be_of_one_person(people: House, client: Client) -> None:
    names = {
        "jon": "Jon Smith",
        "john": "John Smith",
        "bela": "Bela Lugos",
        "bela-2": "Béla Lugos",
        "thom": "Ben Thomson",
    }
    for key, name in {
        **names,
        "thomp": "Ben Thompson",
        "bo": "Bo",
        "jo": "Jo",
        "g1": "Guest 1",
        "g2": "Guest 2",
    }.items():
        do(people, "register_player", card=key, name=name)
    pairs = re.findall(r"/people/([\w-]+)\?join=([\w-]+)", client.get("/people").text)
    assert pairs == [("ada", "ada-2"), ("bela", "bela-2"), ("john", "jon"), ("thom", "thomp")]
    for key, other in pairs:
        assert re.findall(r"\?join=([\w-]+)", client.get(f"/people/{other}").text) == [key]


def test_a_card_is_joined_with_any_other_that_is_chosen(people: House, client: Client) -> None:
    page = client.get("/people/ada").text
    assert re.findall(r'<option value="([\w-]+)">[^<]+· card', page) == ["ada-2", "kate"]
    assert 'name="join"' not in client.get("/people/ada?join=kate").text
    assert 'value="kate"' in client.get("/people/ada?join=kate").text


def test_a_pair_that_is_of_two_people_is_not_asked_about_again(people: House, client: Client) -> None:
    """But each of them about a third card."""
    answer = send(client, "ada", "distinguish_cards", command_id="form-0001", other="ada-2")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/people?saved=distinguish_cards")
    for address in ("/people", "/people/ada", "/people/ada-2"):
        assert "One person?" not in client.get(address).text
    do(people, "register_player", card="lamb", name="Ada Lamb.")
    assert re.findall(r"/people/([\w-]+)\?join=([\w-]+)", client.get("/people").text) == [("ada", "lamb")]
    assert re.findall(r"\?join=([\w-]+)", client.get("/people/lamb").text) == ["ada", "ada-2"]
    # What is known of a card is known of the card that takes it over.
    do(people, "join_cards", card="lamb", other="ada")
    assert "One person?" not in client.get("/people").text


def test_a_card_made_by_mistake_is_removed(people: House, client: Client) -> None:
    """A new name at a seat makes a card; taking the seat back leaves it."""
    do(people, "register_player", card="hnery", name="Hnery")
    night = people.open_night()
    people.do(night, "seat_player", player="red", card="hnery")
    assert "Remove Hnery" not in client.get("/people/hnery").text
    refused = send(client, "hnery", "remove_card", command_id="form-0001")
    assert refused.status_code == 422
    assert "Only an unused card can be removed." in refused.text
    people.do(night, "void")
    assert "Remove Hnery" in client.get("/people/hnery").text
    for _ in range(2):
        answer = send(client, "hnery", "remove_card", command_id="form-0002")
        assert (answer.status_code, answer.headers["Location"]) == (303, "/people?saved=remove_card")
    shown = client.get("/people?saved=remove_card").text
    assert ("The card is removed." in shown, "Hnery" in shown) == (True, False)
    assert client.get("/people/hnery").status_code == 404
    assert "hnery" not in client.get("/api/house").text
    # The table's past still shows the seat, and another new card gets another key.
    assert "Hnery" in client.get(f"/nights/{night}/table?at=2").text
    assert "&#34;hnery&#34;" in client.get(f"/nights/{night}/table").text


def roles(house: House, *others: tuple[str, str, str]) -> None:
    """The staff gets roles, and others are engaged with a PIN."""
    do(house, "engage", name=STAFF_NAME, roles=["owner"])
    for name, pin, role in others:
        house.auth.engage(name, pin, house.sender)
        do(house, "engage", name=name, roles=[role])


def test_a_write_off_is_confirmed_on_the_same_form(people: House, client: Client) -> None:
    roles(people, (SECOND, "4321", "owner"), ("C. Moss", "1111", "dealer"))
    do(people, "house_rules", second_write_off=True)
    assert f"<option>{SECOND}</option>" in client.get("/people/ada").text
    typed = {"amount": "70", "reason": "agreed"}
    for more, words in (
        ({}, "A second member of the staff who may do this has to confirm it."),
        ({"second": SECOND, "second_pin": "0000"}, "PIN"),
        (
            {"second": "C. Moss", "second_pin": "1111"},
            "A second member of the staff who may do this has to confirm it.",
        ),
        ({"second": "Nobody", "second_pin": "1"}, "Nobody"),
    ):
        refused = send(client, "ada", "write_off", **typed, **more)
        assert 400 <= refused.status_code < 500
        said = re.search(r'<small class="why" id="why" role="alert">(.*?)</small>', refused.text)
        assert said
        assert words in said[1]
        assert 'value="agreed"' in refused.text
        assert "0000" not in refused.text
    assert send(client, "ada", "write_off", **typed, second=SECOND, second_pin="4321").status_code == 303
    assert card(people).carried_cents == 0
    row = people.book.commands("house")[-1]
    assert (row.document["who"], row.document["second"]) == (STAFF_NAME, SECOND)
    assert "4321" not in str(row.document)


def test_a_write_off_that_nobody_else_may_confirm_is_not_offered(people: House, client: Client) -> None:
    roles(people, ("C. Moss", "1111", "dealer"))
    do(people, "house_rules", second_write_off=True)
    page = client.get("/people/ada").text
    form = page.partition('value="write_off"')[2].partition("</form>")[0]
    assert ('name="' in form, "role owner" in form) == (False, True)
    settings = client.get("/house").text
    assert settings.count("role owner has to confirm") == 1
    do(people, "engage", name="C. Moss", roles=["owner"])
    assert "has to confirm" not in client.get("/house").text


def test_a_refused_field_is_called_as_the_form_calls_it(people: House, client: Client) -> None:
    for path, fields in (
        ("/people", {"name": " "}),
        ("/people", {"name": "Ada\u0007"}),
        ("/people/ada", {"do": "bar_player", "reason": "x" * 501}),
        ("/people/ada", {"do": "change_player", "name": "Ada", "known_as": "A\u0007"}),
    ):
        answer = client.http.post(path, data={"csrf_token": client.token, **fields})
        (why,) = re.findall(r'id="why" role="alert">(\w+(?: as)?): ', answer.text)
        assert (answer.status_code, why in ("Name", "Reason", "Known as")) == (400, True)


def test_a_page_has_the_forms_that_one_may_use(people: House) -> None:
    roles(people, ("C. Moss", "1111", "dealer"), ("A. Low", "2222", "auditor"), ("B. Till", "3333", "cage"))
    cage = ["deposit", "withdraw", "redeem_carried", "change_player", "distinguish_cards", "register_player"]
    for name, pin, words in (("B. Till", "3333", ["join_cards", *cage]), ("A. Low", "2222", [])):
        client = Client(people.app.test_client())
        client.sign_in(name, pin)
        pages = client.get("/people/ada?join=ada-2").text + client.get("/people").text
        assert re.findall(r'name="do" value="(\w+)"', pages) == words
        assert 'name="credit_limit"' not in pages
        assert ('id="forms-title"' in pages) == bool(words)
        refused = send(client, "ada", "bar_player", reason="loud")
        assert refused.status_code == 403
        assert "may not do that" in refused.text
    dealer = Client(people.app.test_client())
    dealer.sign_in("C. Moss", "1111")
    assert "/people" not in dealer.get("/").text
    assert dealer.get("/people/ada").status_code == 403
    refused = send(dealer, "ada", "deposit", amount="5")
    assert refused.status_code == 403
    assert "$70" not in refused.text


REFUSALS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "an unknown card": ("ghost", {"do": "deposit", "amount": 100}, "unknown_card", "The house has no card ghost."),
    "a joined card": ("gone", {"do": "deposit", "amount": 100}, "unknown_card", "The card gone was joined to ada-2."),
    "joining an unknown card": ("ada", {"do": "join_cards", "other": "x"}, "unknown_card", "The house has no card x."),
    "a bar on a barred player": (
        "kate",
        {"do": "bar_player", "reason": "x"},
        "already_done",
        "Kate Elder is barred already.",
    ),
    "readmitting a player who is not barred": (
        "ada",
        {"do": "readmit_player", "reason": "x"},
        "already_done",
        "Ada Lamb is not barred.",
    ),
    "a bar without a reason": ("ada", {"do": "bar_player", "reason": " "}, "bad_input", "enter a text"),
    "a deposit of nothing": (
        "ada",
        {"do": "deposit", "amount": 0},
        "not_a_multiple",
        "$0 cannot be made up of 1¢ checks.",
    ),
    "more than is deposited": (
        "ada",
        {"do": "withdraw", "amount": 4_001},
        "not_enough_checks",
        "Ada Lamb has $40 deposited, not $40.01.",
    ),
    "more than is carried": (
        "ada",
        {"do": "redeem_carried", "amount": 7_001},
        "bad_input",
        "Ada Lamb owes $70 on markers of earlier nights, not $70.01.",
    ),
    "writing off more than is carried": (
        "ada",
        {"do": "write_off", "amount": 7_001, "reason": "x"},
        "bad_input",
        "Ada Lamb owes $70 on markers of earlier nights, not $70.01.",
    ),
    "a language without papers": ("ada", {"do": "change_player", "language": "it"}, "bad_input", "en, de, fr, es"),
    "joining a card to itself": ("ada", {"do": "join_cards", "other": "ada"}, "bad_input", "two different cards"),
    "joining while both sit at a table": (
        "ada",
        {"do": "join_cards", "other": "ada-2"},
        "wrong_phase",
        "Ada Lamb has two seats in night",
    ),
}
"""By what is refused: the card, the command, its code, and words of its sentence."""


@pytest.fixture
def refusing(people: House) -> House:
    do(people, "register_player", card="gone", name="Gone")
    do(people, "join_cards", card="ada-2", other="gone")
    night = people.open_night(table="Back Room")
    people.do(night, "seat_player", player="red", card="ada")
    people.do(night, "seat_player", player="blue", card="ada-2")
    return people


@pytest.mark.parametrize("what", REFUSALS)
def test_what_the_house_refuses_is_said_at_the_api_and_on_the_page(refusing: House, client: Client, what: str) -> None:
    key, document, code, words = REFUSALS[what]
    before = refusing.service.house()
    answer = client.post("/api/house/commands", {**document, "card": key})
    assert answer.get_json()["code"] == code
    assert words in answer.get_json()["why"]
    typed = {name: str(value) for name, value in document.items() if name != "do"}
    for name in {"amount", "credit_limit"} & typed.keys():
        typed[name] = f"{int(typed[name]) / 100:.2f}"
    page = send(client, key, document["do"], **typed)
    assert page.status_code == answer.status_code
    assert words in page.text.replace("&#39;", "'")
    if code != "unknown_card" and "amount" in typed:
        assert f'value="{typed["amount"]}"' in page.text
    assert refusing.service.house() == before


def test_a_used_key_and_a_barred_player_are_refused(people: House, client: Client) -> None:
    again = client.post("/api/house/commands", {"do": "register_player", "card": "ada", "name": "Ada"})
    assert (again.status_code, again.get_json()["code"]) == (422, "already_done")
    night = people.open_night()
    seat = client.post(f"/api/nights/{night}/commands", {"do": "seat_player", "player": "red", "card": "kate"})
    assert seat.get_json() == {
        "code": "player_barred",
        "why": "Kate Elder is barred: marked the queen. The floor can readmit them.",
    }
    people.do(night, "seat_player", player="red", card="ada")
    marker = client.post(f"/api/nights/{night}/commands", {"do": "issue_marker", "player": "red", "amount": 43_025})
    assert marker.get_json()["code"] == "over_limit"
    assert marker.get_json()["why"] == "Ada Lamb would owe $500.25 at all tables; the limit is $500."


def test_a_name_cannot_be_emptied(people: House, client: Client) -> None:
    refused = send(client, "ada", "change_player", **{"name": "", "was.name": "Ada Lamb"})
    assert refused.status_code == 400
    assert "Name: this cannot be emptied." in refused.text
    assert send(client, "ada", "engage", name="x").status_code == 400


def test_a_statement_is_a_pdf_in_the_persons_language(people: House, client: Client) -> None:
    do(people, "change_player", card="ada", language="de")
    answer = client.get("/people/ada/statement.pdf?from=2026-11-01&to=2099-12-31")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.data.startswith(b"%PDF")
    assert b"de" in answer.data
    assert client.get("/people/ada/statement.pdf").status_code == 200
    for query in ("from=2026", "from=2026-02-01&to=2026-01-01"):
        assert client.get(f"/people/ada/statement.pdf?{query}").status_code == 400
    assert client.get("/people/ghost/statement.pdf").status_code == 404


def test_a_key_with_a_slash_has_a_page(house: House, client: Client) -> None:
    do(house, "register_player", card="a/b c?", name="Odd Key")
    (address,) = set(re.findall(r'href="(/people/[^"]+)"', client.get("/people").text))
    assert "Odd Key" in client.get(address).text


def test_a_person_is_found_and_their_markers_redeemed_by_touch(people: House, tablets: Tablets) -> None:
    tablet = tablets.new()
    page = tablet.page
    tablet.go("/people")
    assert found(page) == []
    page.locator("#find-people input").tap()
    page.keyboard.type("ad", delay=250)
    expect(page.locator("#find-people [role=status]")).to_have_text("2 of 3 shown.")
    expect(page.locator(".person-line:visible")).to_have_count(2)
    page.locator(".person-line:visible").first.tap()
    page.get_by_text("Redeem carried markers").tap()
    page.wait_for_timeout(250)
    page.get_by_role("button", name="Redeem in cash").tap()
    expect(page.locator(".saved")).to_have_text("Carried markers redeemed.")
    assert card(people).carried_cents == 0
    for details in page.locator("summary").all():
        details.tap()
        page.wait_for_timeout(250)
    assert found(page) == []
