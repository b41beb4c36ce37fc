"""Roles: who may give a command or ask for a page, cell by cell; and giving, changing and taking them on the pages."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest
from werkzeug.test import TestResponse

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.commands.refusal import Refusal
from dealer.house import roles
from dealer.house.decide import HOUSE_WORDS
from dealer.house.roles import CAGE, DEALER, DUTIES, FLOOR, OWNER, ROLES, duty_of, duty_of_route
from tests.support.house import OPENING, PIN, STAFF_NAME, Client, House
from web.app.authorization import STAFF, audience_of
from web.house.roles import NO, NOT_DEALT, OWN_NIGHTS, YES, cell, duty_line
from web.nights import pages

TABLE = """
seat_player         owner floor dealer
amend               owner floor dealer
raise_dispute       owner floor dealer
rule_dispute        owner floor dealer
open_night          owner floor dealer
close_night         owner floor dealer
relieve_dealer      owner floor dealer
count_drawer        owner floor dealer
raise_roll          owner floor cage
fill                owner floor cage
credit              owner floor cage
drop                owner floor cage
void_slip           owner floor cage
register_player     owner floor dealer cage
change_player       owner floor dealer cage
bar_player          owner floor
readmit_player      owner floor
revoke_links        owner floor dealer
deposit             owner cage
withdraw            owner cage
redeem_carried      owner cage
write_off           owner
house_rules         owner
engage              owner
dismiss             owner
issue_token         owner
revoke_token        owner
"""
"""The contract's table: the roles that may give each command."""

GIVES = {word: frozenset(given) for line in TABLE.split("\n") if line for word, *given in [line.split()]}


@pytest.fixture
def staffed(house: House) -> House:
    """A house with an owner, and somebody of each other role named after it."""
    return with_roles(house)


def with_roles(house: House) -> House:
    give(house, STAFF_NAME, OWNER)
    for role in ROLES[1:]:
        house.auth.engage(role, PIN, house.sender)
        give(house, role, role)
    return house


def give(house: House, name: str, *given: str) -> None:
    house.service.execute_for_house({"do": "engage", "name": name, "roles": list(given)}, house.sender)


def signed_in(house: House, role: str) -> Client:
    client = Client(house.app.test_client())
    assert client.sign_in(STAFF_NAME if role == OWNER else role, PIN).status_code == 200
    return client


def code_of(answer: TestResponse) -> str:
    return (answer.get_json(silent=True) or {}).get("code", "")


@pytest.mark.parametrize("word", GIVES)
@pytest.mark.parametrize("role", ROLES)
def test_every_cell_of_the_table(word: str, role: str) -> None:
    may = roles.may_give([role], {"do": word})
    assert may == (role in GIVES[word])
    assert cell(duty_of({"do": word}), role) == (
        NO if not may else NOT_DEALT if word == "rule_dispute" and role != OWNER else YES
    )


def test_a_limit_and_old_markers_at_a_table_belong_to_other_rows() -> None:
    assert not roles.may_give([CAGE], {"do": "change_player", "credit_limit": None})
    assert roles.may_give([FLOOR], {"do": "register_player", "credit_limit": 5})
    assert roles.may_give([DEALER], {"do": "redeem_carried", "player": "red"})
    assert not roles.may_give([CAGE], {"do": "redeem_carried", "player": "red"})


def test_every_command_has_a_row() -> None:
    """Those of games are in the first."""
    listed = {word for duty in DUTIES for word in duty.words}
    assert {*HOUSE_COMMANDS, *HOUSE_WORDS} == listed


def test_every_route_of_the_staff_has_a_row_and_every_row_its_routes(house: House) -> None:
    of_staff = {
        rule.endpoint
        for rule in house.app.url_map.iter_rules()
        if audience_of(house.app.view_functions[rule.endpoint]) is STAFF
    }
    listed = [route for duty in DUTIES for route in duty.routes]
    assert of_staff == set(listed)
    assert len(listed) == len(set(listed))


ADA = {"card": "ada"}
COMMANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "amend": ("night", {"command": "none", "instead": None, "drop": []}),
    "rule_dispute": ("night", {"dispute": "d1", "ruling": "stands", "reason": "seen"}),
    "close_night": ("night", {}),
    "fill": ("night", {"amount": 100}),
    "register_player": ("house", {"card": "bob", "name": "Bob Hart"}),
    "bar_player": ("house", {**ADA, "reason": "cheats"}),
    "deposit": ("house", {**ADA, "amount": 100}),
    "house_rules": ("house", {"dealers_cut": 1}),
}
"""A command of each row, for the night or for the house."""


@pytest.mark.parametrize("word", COMMANDS)
@pytest.mark.parametrize("role", ROLES)
def test_a_command_of_each_row_over_http(staffed: House, word: str, role: str) -> None:
    night = staffed.open_night()
    staffed.service.execute_for_house({"do": "register_player", "name": "Ada Lamb", **ADA}, staffed.sender)
    where, arguments = COMMANDS[word]
    path = f"/api/nights/{night}/commands" if where == "night" else "/api/house/commands"
    answer = signed_in(staffed, role).post(path, {"do": word, **arguments})
    assert (code_of(answer) == "not_permitted") == (role not in GIVES[word])
    assert answer.status_code == 403 or role in GIVES[word]


CORRECTED = {
    "do": "rule_dispute",
    "dispute": "d1",
    "ruling": "corrected",
    "reason": "Seen by all",
    "corrections": [
        {"from": "red", "to": "bank", "amount": 25_000},
        {"from": "bank", "to": "blue", "amount": 1_000},
    ],
}
TO_CONFIRM: dict[str, tuple[dict[str, Any], list[str], list[str]]] = {
    "a marker": (
        {"do": "issue_marker", "player": "red", "amount": 50_000},
        [DEALER, STAFF_NAME],
        ["Ada Lamb", "$500"],
    ),
    "a raise": ({"do": "raise_roll", "amount": 60_000}, [CAGE, STAFF_NAME], ["$600"]),
    "a ruling, not by who dealt the turn": (
        CORRECTED,
        [STAFF_NAME],
        ["$250 from Ada Lamb to the bank", "$10 from", "Wm. Hart"],
    ),
}
"""What a second person confirms, who may where the floor gives it, and what the sentence has."""


@pytest.mark.parametrize("what", TO_CONFIRM)
def test_the_tablet_hears_what_a_second_person_confirms_and_who_may(staffed: House, what: str) -> None:
    command, names, says = TO_CONFIRM[what]
    settings = {"second_marker": 0, "second_raise": 0, "second_ruling": 0}
    staffed.service.execute_for_house({"do": "house_rules", **settings}, staffed.sender)
    night = staffed.open_night(dealer=DEALER)
    staffed.seat(night, red="Ada Lamb", blue="Wm. Hart")
    staffed.deal(night)
    staffed.do(night, "turn", loser="2", winner="9")
    staffed.do(night, "raise_dispute", dispute="d1", player="red", about=1, claim="mine")
    answer = signed_in(staffed, FLOOR).post(f"/nights/{night}/commands", command).get_json()
    assert (answer["code"], answer["confirms"]["names"]) == ("second_needed", names)
    assert all(part in answer["confirms"]["what"] for part in says)


def test_what_is_confirmed_is_said_again_after_somebody_confirmed_who_may_not(staffed: House) -> None:
    staffed.service.execute_for_house({"do": "house_rules", "second_raise": 0}, staffed.sender)
    night, owner, command = staffed.open_night(), signed_in(staffed, OWNER), {"do": "raise_roll", "amount": 60_000}
    seconds: tuple[dict[str, Any], ...] = ({}, {"second": DEALER, "second_pin": PIN})
    answers = [owner.post(f"/nights/{night}/commands", {**command, **second}).get_json() for second in seconds]
    assert answers[0]["code"] == "second_needed"
    assert answers[1] == answers[0]


def test_where_nobody_may_confirm_the_refusal_says_so(staffed: House) -> None:
    settings = {"second_count": True, "second_raise": 0}
    staffed.service.execute_for_house({"do": "house_rules", **settings}, staffed.sender)
    night, owner = staffed.open_night(), signed_in(staffed, OWNER)
    for role in (FLOOR, DEALER, CAGE):
        staffed.service.execute_for_house({"do": "dismiss", "name": role}, staffed.sender)
    answer = owner.post(f"/nights/{night}/commands", {"do": "raise_roll", "amount": 100}).get_json()
    assert (answer["code"], answer["confirms"]["names"]) == ("second_needed", [])
    assert "owner, floor or cage" in answer["why"]
    counted = send(owner, f"/nights/{night}/cash-drawer/count", at="opening", step="count", total="5,000")
    assert "owner, floor or dealer" in counted.text
    assert not re.search('name="(second_pin|total)"', counted.text)


def test_who_dealt_a_turn_is_refused_by_that_and_not_offered_the_ruling(staffed: House) -> None:
    night = staffed.open_night(dealer=DEALER)
    staffed.seat(night, red="Ada Lamb")
    staffed.deal(night)
    staffed.do(night, "turn", loser="2", winner="9")
    staffed.do(night, "raise_dispute", dispute="d1", player="red", about=1, claim="mine")
    before = Refusal("not_permitted", "%(name)s (%(held)s) may not do that.", name=DEALER, held="dealer")
    with pytest.raises(Refusal) as refused:
        staffed.service.execute(
            {"do": "rule_dispute", "dispute": "d1", "ruling": "stands", "reason": "seen", "who": DEALER},
            staffed.sender,
            night=night,
        )
    assert "held" not in refused.value.values
    assert refused.value.matches_recorded("not_permitted", before.recorded)
    offered = {role: signed_in(staffed, role).get(f"/nights/{night}/disputes").text for role in ROLES}
    assert [role for role in ROLES if 'name="ruling"' in offered[role]] == [OWNER, FLOOR]
    assert refused.value.why in offered[DEALER]
    staffed.do(night, "relieve_dealer", dealer=FLOOR)
    assert 'name="ruling"' not in signed_in(staffed, DEALER).get(f"/nights/{night}/disputes").text


def test_who_may_not_play_at_a_table_reads_there_who_deals(staffed: House) -> None:
    night = staffed.open_night()
    notices = {role: signed_in(staffed, role).get(f"/nights/{night}").text for role in (OWNER, FLOOR, CAGE, "auditor")}
    assert [role for role in notices if f"{STAFF_NAME} deals here. {role} ({role})" in notices[role]] == [
        CAGE,
        "auditor",
    ]


def test_the_list_of_nights_offers_what_one_may_do(staffed: House) -> None:
    assert "Open the first night." in signed_in(staffed, DEALER).get("/").text
    assert "Open the first night." not in signed_in(staffed, CAGE).get("/").text
    staffed.open_night()
    for role in ROLES:
        page = signed_in(staffed, role).get("/").text
        assert ('name="game"' in page, role) == (role not in (CAGE, "auditor"), role)
        assert "The book is empty" not in page
    assert send(signed_in(staffed, CAGE), "/nights", game="faro").status_code in (400, 403)


PAGES = {
    "/": (OWNER, FLOOR, DEALER, CAGE, "auditor"),
    "/nights/{}": (OWNER, FLOOR, CAGE, "auditor"),
    "/nights/{}/table": (OWNER, FLOOR, CAGE, "auditor"),
    "/nights/{}/odds": (OWNER, FLOOR, CAGE, "auditor"),
    "/api/nights/{}": (OWNER, FLOOR, CAGE, "auditor"),
    "/api/house": (OWNER, FLOOR, CAGE, "auditor"),
    "/house": (OWNER, FLOOR, CAGE, "auditor"),
    "/square": (OWNER, FLOOR, CAGE, "auditor"),
    "/staff": (OWNER, FLOOR, DEALER, CAGE, "auditor"),
    "/staff/roles": (OWNER, FLOOR, DEALER, CAGE, "auditor"),
}


@pytest.mark.parametrize("path", PAGES)
def test_pages_by_role(staffed: House, path: str) -> None:
    night = staffed.open_night()
    for role in ROLES:
        answer = signed_in(staffed, role).get(path.format(night))
        assert (answer.status_code, role) == (200 if role in PAGES[path] else 403, role)
        assert answer.status_code == 200 or re.search("may not see that|deals here, not dealer", answer.text)


@pytest.mark.parametrize("path", ["/engage", "/dismiss", "/roles", "/roles/first", "/lock"])
def test_only_an_owner_changes_the_staff(staffed: House, path: str) -> None:
    before = staffed.book.positions()
    for role in ROLES[1:]:
        client = signed_in(staffed, role)
        before = staffed.book.positions()
        answer = client.http.post(f"/staff{path}", data={"csrf_token": client.token, "name": "cage"})
        assert answer.status_code == 403
        assert staffed.book.positions() == before


def test_a_dealer_reads_the_nights_that_they_open_deal_or_dealt(staffed: House) -> None:
    dealer = signed_in(staffed, DEALER)
    opened = dealer.post("/api/nights", OPENING).get_json()["night"]
    theirs, relieved = staffed.open_night(dealer=DEALER), staffed.open_night()
    other = staffed.open_night()
    assert dealer.get(f"/nights/{relieved}").status_code == 403
    for name in (DEALER, STAFF_NAME):
        staffed.do(relieved, "relieve_dealer", dealer=name)
    for night in (opened, theirs, relieved):
        assert dealer.get(f"/nights/{night}").status_code == 200
    assert dealer.get(f"/nights/{other}").status_code == 403
    assert dealer.get("/api/nights").get_json()["nights"] == [opened, theirs, relieved]
    listed = dealer.get("/").text
    assert f"/nights/{theirs}" in listed
    assert f'href="/nights/{other}' not in listed


def test_no_page_of_anothers_night_answers_a_dealers_command(staffed: House) -> None:
    """It would show the table, or its form, with whatever is wrong in the command."""
    other, dealer = staffed.open_night(), signed_in(staffed, DEALER)
    staffed.seat(other, red="Ada Lamb")
    touch = dealer.post(f"/nights/{other}/commands", {"do": "register_player", "card": "x", "name": "Bob Hart"})
    forms = (send(dealer, f"/nights/{other}/{form}") for form in ("cash-drawer/count", "disputes", "correct?command=x"))
    for answer in (touch, *forms):
        assert (answer.status_code, "Ada Lamb" in answer.text) == (403, False)
    assert not staffed.service.house().cards


def test_a_dealer_opens_no_others_night_again(staffed: House) -> None:
    """The people who sat there would be seated, and shown."""
    other, theirs = staffed.open_night(table="Old Lion"), staffed.open_night(dealer=DEALER, table="The Lynx")
    for night in (other, theirs):
        staffed.do(night, "close_night")
    dealer = signed_in(staffed, DEALER)
    assert [send(dealer, "/nights", again=night).status_code for night in (other, theirs)] == [404, 303]


def test_a_dealer_who_is_led_to_anothers_night_is_told_of_it_there_only(staffed: House) -> None:
    theirs, last = staffed.open_night(dealer=DEALER), staffed.open_night(dealer=DEALER, table="The Lynx")
    staffed.do(last, "close_night")
    staffed.open_night(table="The Lynx", date=datetime.now().astimezone().date().isoformat())
    dealer = signed_in(staffed, DEALER)
    led_to = send(dealer, "/nights", again=last).headers["Location"]
    assert "Deal this table" in dealer.get(led_to).text
    assert 'class="alert"' in dealer.get(f"/nights/{theirs}").text


def test_two_who_press_same_again_at_the_same_moment_come_to_one_night(
    staffed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second was refused: the same command under another name."""
    last = staffed.open_night()
    staffed.do(last, "close_night")
    open_tonight, sees = pages._open_tonight, [False, False, True]
    monkeypatch.setattr(pages, "_open_tonight", lambda lines: open_tonight(lines) if sees.pop(0) else {})
    answers = [send(signed_in(staffed, role), "/nights", again=last) for role in (OWNER, FLOOR)]
    (again,) = staffed.service.nights()[1:]
    assert [answer.headers["Location"] for answer in answers] == [f"/nights/{again}"] * 2


def test_a_dealer_sees_which_other_tables_are_open_and_who_deals_there(staffed: House) -> None:
    """To relieve them: the table, its game and its dealer, no players, no figures, and no way to its papers."""
    dealer, button = signed_in(staffed, DEALER), "Deal this table"
    other, closed = staffed.open_night(table="Old Lion"), staffed.open_night(table="The Lynx")
    staffed.do(closed, "close_night")
    staffed.do(other, "relieve_dealer", dealer="Doc Holliday")
    staffed.seat(other, red="Ada Lamb")
    staffed.do(other, "issue_marker", player="red", amount=50_000)
    page = dealer.get("/").text
    (shown,) = re.findall(r'<ul class="to-deal".*?</ul>', page, re.DOTALL)
    assert re.findall(r'(?:href|action)="([^"]+)"', shown) == [f"/nights/{other}/dealer"]
    assert [words in shown for words in ("Old Lion", "Faro", "Doc Holliday deals", button)] == [True] * 4
    assert "$" not in shown
    assert not any(words in page for words in ("Ada Lamb", "The Lynx"))
    for role in (OWNER, FLOOR, CAGE, "auditor"):
        assert button not in signed_in(staffed, role).get("/").text
    for _ in range(2):
        answer = send(dealer, f"/nights/{other}/dealer")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/nights/{other}")
    page = dealer.get("/").text
    assert button not in page
    assert f'href="/nights/{other}"' in page


def test_a_dealer_takes_over_a_table_that_is_not_theirs(staffed: House) -> None:
    night = staffed.open_night()
    dealer, cage = signed_in(staffed, DEALER), signed_in(staffed, CAGE)
    answer = dealer.get(f"/nights/{night}").text
    assert ("Deal this table" in answer, f"{STAFF_NAME} deals here, not {DEALER}." in answer) == (True, True)
    assert "Deal this table" not in cage.get("/staff/roles").text
    assert send(cage, f"/nights/{night}/dealer").status_code == 403
    assert send(dealer, f"/nights/{night}/dealer").status_code == 303
    assert staffed.service.night(night).dealer == DEALER
    assert dealer.get(f"/nights/{night}").status_code == 200
    closed = staffed.open_night()
    staffed.do(closed, "close_night")
    assert "Deal this table" not in dealer.get(f"/nights/{closed}").text


def test_who_has_no_role_may_only_sign_out_and_change_their_pin(staffed: House) -> None:
    staffed.auth.engage("Newcomer", PIN, staffed.sender)
    client = Client(staffed.app.test_client())
    client.sign_in("Newcomer", PIN)
    answer = client.get("/")
    assert (answer.status_code, "Newcomer has no role in this house" in answer.text) == (403, True)
    assert client.post("/api/nights", OPENING).get_json()["code"] == "unknown_staff"
    assert client.get("/staff").status_code == 200
    assert client.post("/api/sign-out", {}).status_code == 204


def test_without_roles_everybody_may_do_everything(house: House, client: Client) -> None:
    assert client.post("/api/house/commands", {"do": "house_rules", "dealers_cut": 10}).status_code == 200
    assert client.get(f"/nights/{house.open_night()}").status_code == 200
    assert "may do nothing" not in client.get("/staff").text


def test_the_page_is_made_from_the_table(staffed: House) -> None:
    page = signed_in(staffed, "auditor").get("/staff/roles").text
    for duty in DUTIES:
        assert duty.title[1:] in page.replace("&#39;", "'")
        assert all(word in page for word in duty.words)
    reading = duty_line(duty_of_route("pages.night"), {"pages.night": "/nights/<night>"})
    assert (reading.cells, reading.addresses) == ((YES, YES, OWN_NIGHTS, YES, YES), ("/nights/<night>",))


def send(client: Client, path: str, **fields: Any) -> TestResponse:
    return client.http.post(path, data={"csrf_token": client.token, **fields})


def staff_of(house: House) -> dict[str, tuple[str, ...]]:
    return dict(house.service.house().staff)


def names(house: House) -> set[str]:
    return {member.name for member in house.auth.register.members.values()}


def test_the_first_roles_are_given_to_everybody_at_once(house: House, client: Client) -> None:
    house.auth.engage("Doc Holliday", PIN, house.sender)
    mine, docs = f"roles of {STAFF_NAME}", "roles of Doc Holliday"
    for wrong, why in (
        ({mine: [DEALER], docs: [OWNER]}, "you must be an owner"),
        ({mine: [OWNER]}, "Choose a role for Doc Holliday."),
    ):
        answer = send(client, "/staff/roles/first", **wrong)
        assert 400 <= answer.status_code < 500
        assert why in answer.text
        assert staff_of(house) == {}
    fields: dict[str, Any] = {mine: [OWNER, DEALER], docs: [DEALER], "command_id": "form-0001"}
    for _ in range(2):
        assert send(client, "/staff/roles/first", **fields).status_code == 303
    assert staff_of(house) == {STAFF_NAME: (OWNER, DEALER), "Doc Holliday": (DEALER,)}
    assert house.service.house().version == 2


def test_somebody_is_engaged_given_other_roles_and_dismissed(staffed: House) -> None:
    client = signed_in(staffed, OWNER)
    new: dict[str, Any] = {"name": "Doc Holliday", "pin": "1882", "pin_again": "1882"}
    for fields, why in (
        ({**new, "roles": []}, "roles"),
        ({**new, "pin_again": "1", "roles": [DEALER]}, "The two PINs differ."),
        ({**new, "name": "floor", "roles": [DEALER]}, "already on the staff"),
    ):
        answer = send(client, "/staff/engage", **fields)
        assert 400 <= answer.status_code < 500
        assert why in answer.text
    assert (names(staffed), staff_of(staffed)["floor"]) == ({STAFF_NAME, *ROLES[1:]}, (FLOOR,))
    for _ in range(2):
        answer = send(client, "/staff/engage", **new, roles=[DEALER], command_id="form-0001")
        assert answer.status_code == 303
    assert staff_of(staffed)["Doc Holliday"] == (DEALER,)
    assert send(client, "/staff/roles", name="doc holliday", roles=[FLOOR, CAGE]).status_code == 303
    assert "engage:" not in send(client, "/staff/roles", name="Doc Holliday").text
    assert "engage:" not in send(client, "/staff/engage", **{**new, "name": "Big Nose"}).text
    assert "engage:" not in send(client, "/staff/engage", **{**new, "name": " "}, roles=[DEALER]).text
    assert staff_of(staffed)["Doc Holliday"] == (FLOOR, CAGE)
    for _ in range(2):
        send(client, "/staff/dismiss", name="Doc Holliday", command_id="form-0002")
    assert "Doc Holliday" not in names(staffed) | set(staff_of(staffed))


def test_the_last_owner_stays(staffed: House) -> None:
    client = signed_in(staffed, OWNER)
    for path, fields in (("/staff/dismiss", {}), ("/staff/roles", {"roles": [FLOOR]})):
        answer = send(client, path, name=STAFF_NAME, **fields)
        assert "is the last owner" in answer.text
    assert STAFF_NAME in names(staffed)
    assert staff_of(staffed)[STAFF_NAME] == (OWNER,)


def test_an_engagement_that_the_house_refuses_at_the_end_leaves_nobody(
    staffed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The roles of who engages changed between the check and the command."""
    client = signed_in(staffed, OWNER)

    def demoted(*_: object, **__: object) -> None:
        raise Refusal("not_permitted", "M. Earp may not do that.")

    monkeypatch.setattr(type(staffed.service), "execute_for_house", demoted)
    answer = send(client, "/staff/engage", name="Doc", pin="1882", pin_again="1882", roles=[DEALER])
    assert answer.status_code == 403
    assert "Doc" not in names(staffed)


def test_a_host_alone_notices_no_roles(client: Client) -> None:
    page = client.get("/staff").text.partition("Tokens for programs")[0]
    assert "Roles" not in page
    assert "owner" not in page


def test_the_first_of_a_new_register_owns_a_house_with_roles() -> None:
    house = House(staff=False, first_code="ABCD-EFGH")
    give(house, "Old owner", OWNER)
    client = Client(house.app.test_client())
    fields = {"name": "New host", "pin": PIN, "pin_again": PIN, "code": "ABCD-EFGH"}
    assert send(client, "/sign-in/first", **fields).status_code == 303
    assert staff_of(house)["New host"] == (OWNER,)
    house.book.close()


SETTINGS = [
    ({"credit_limit": "$1,000", "dealers_cut": "10"}, {"credit_limit": 100_000, "dealers_cut": 10}, ""),
    ({"second_marker": "0", "second_count": "yes", "count_required": "yes"}, {"second_marker": 0}, ""),
    ({"credit_limit": "much"}, {}, "is not an amount"),
    ({"dealers_cut": "101"}, {}, "whole number from 0 to 100"),
]


@pytest.mark.parametrize(("fields", "wanted", "why"), SETTINGS)
def test_an_owner_changes_the_settings(
    staffed: House, fields: dict[str, str], wanted: dict[str, Any], why: str
) -> None:
    client = signed_in(staffed, OWNER)
    answer = send(client, "/house", **fields)
    settings = staffed.service.house().settings
    assert {name: getattr(settings, name) for name in wanted} == wanted
    if why:
        assert (answer.status_code, why in answer.text) == (400, True)
        assert f'value="{next(iter(fields.values()))}"' in answer.text
        return
    assert answer.status_code == 303
    send(client, "/house")
    assert staffed.service.house().settings == type(settings)()


def test_others_only_read_the_settings(staffed: House) -> None:
    client = signed_in(staffed, FLOOR)
    assert ">Save<" not in client.get("/house").text
    assert send(client, "/house", dealers_cut="9").status_code == 403
