"""Second persons and the lock, by touch: on the tablet, on forms, and after some minutes without a touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.support.disputed import Disputed
from tests.support.house import PIN, STAFF_NAME, Client, House
from tests.web.axe import found
from tests.web.tablet_in_browser import Held, Tablet, Tablets
from tests.web.test_roles import give, send, signed_in, with_roles

MARKERS = {"do": "house_rules", "second_marker": 10_000, "second_ruling": 0}


def touch_pin(tablet: Tablet, dialog: str, pin: str) -> None:
    for digit in pin:
        tablet.touch(f'{dialog} [data-digit="{digit}"]')


def confirm(tablet: Tablet, name: str, pin: str) -> None:
    tablet.touch(f'#second [data-name="{name}"]')
    touch_pin(tablet, "#second", pin)
    tablet.touch("#second-confirm")


def rows_with(house: House, text: str) -> int:
    """In how many stored commands of all streams a text stands."""
    streams = (*house.service.nights(), "house", "staff")
    return sum(text in str(row.document) for stream in streams for row in house.book.commands(stream))


@pytest.fixture
def strict(house: House) -> House:
    """A house with roles, where markers from $100 and rulings need a second person."""
    with_roles(house)
    house.service.execute_for_house(MARKERS, house.sender)
    house.auth.engage("Doc Holliday", "735190", house.sender)
    give(house, "Doc Holliday", "floor")
    return house


def give_marker(tablet: Tablet) -> None:
    tablet.touch("#menu")
    tablet.touch("#who-money-red")
    tablet.touch("#act-red-issue_marker")


def test_a_second_person_confirms_a_marker_on_the_tablet(strict: House, tablets: Tablets) -> None:
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    # What is looked at is taken out of the page, where a table that comes then would not find it.
    with tablet.page.expect_response("**/table"):
        give_marker(tablet)
    expect(tablet.page.locator("#second")).to_be_visible()
    assert found(tablet.page, "#second") == []
    expect(tablet.page.locator("#second-what")).to_contain_text("Ada Lamb")
    expect(tablet.page.locator("#second-what")).to_contain_text("$500")
    assert tablet.page.locator("#second-names button").all_inner_texts() == ["dealer", "Doc Holliday", "floor"]
    tablet.touch('#second [data-name="Doc Holliday"]')
    touch_pin(tablet, "#second", "735199")
    tablet.touch("#second-confirm")
    expect(tablet.page.locator("#second-why")).to_contain_text("PIN")
    kept = tablet.page.evaluate("() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    touch_pin(tablet, "#second", "735190")
    tablet.touch("#second-confirm")
    expect(tablet.page.locator("#second")).to_be_hidden()
    expect(tablet.page.locator("#receipts .newest")).to_contain_text("Marker")
    [issued] = [row for row in strict.book.commands(night) if row.document["do"] == "issue_marker" and not row.refused]
    assert (issued.document["who"], issued.document["second"]) == (STAFF_NAME, "Doc Holliday")
    assert "73519" not in kept
    assert rows_with(strict, "73519") == 0


def test_nobody_confirms_and_the_refusal_is_said(strict: House, tablets: Tablets) -> None:
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    give_marker(tablet)
    tablet.touch("#second [data-touch=second-away]")
    expect(tablet.page.locator("#drawer-says")).to_contain_text("second member of the staff")


def test_a_second_person_needs_the_connection(strict: House, tablets: Tablets) -> None:
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    give_marker(tablet)
    tablet.touch('#second [data-name="Doc Holliday"]')
    touch_pin(tablet, "#second", "735190")
    tablet.context.set_offline(True)
    tablet.touch("#second-confirm")
    expect(tablet.page.locator("#second-why")).to_contain_text("needs the connection")
    tablet.context.set_offline(False)
    touch_pin(tablet, "#second", "735190")
    tablet.touch("#second-confirm")
    expect(tablet.page.locator("#second")).to_be_hidden()
    assert [row.document["do"] for row in strict.book.commands(night) if not row.refused].count("issue_marker") == 1


def test_a_marker_touched_offline_says_that_it_needs_a_second_person_and_is_given_once(
    strict: House, tablets: Tablets
) -> None:
    """Even if the page is loaded again while it asks, or if the answer to the second person is lost."""
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    dialog = tablet.page.locator("#second")
    tablet.page.route("**/commands", lambda route: route.abort())
    give_marker(tablet)
    expect(tablet.page.locator("#waiting li")).to_contain_text("second person")
    tablet.page.unroute("**/commands")
    expect(dialog).to_be_visible()
    tablet.page.reload()
    tablet.touch("#do-held")
    expect(dialog).to_be_visible()

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    tablet.page.route("**/commands", lose_the_answer, times=1)
    confirm(tablet, "Doc Holliday", "735190")
    expect(tablet.page.locator("#second-why")).to_be_visible()
    tablet.touch("#second [data-touch=second-away]")
    tablet.touch("#do-held")
    confirm(tablet, "floor", PIN)
    expect(tablet.page.locator("#second-why")).to_be_visible()
    confirm(tablet, "Doc Holliday", "735190")
    expect(dialog).to_be_hidden()
    expect(tablet.page.locator("#strip")).to_be_hidden()
    assert [row.document["do"] for row in strict.book.commands(night) if not row.refused].count("issue_marker") == 1


def accepted(house: House, night: str) -> list[tuple[str, str, int]]:
    """What was done at the counter by commands that the book accepted: by whom, what, and for how much."""
    documents = [row.document for row in house.book.commands(night) if not row.refused]
    return [
        (document["who"], document["do"], document["amount"])
        for document in documents
        if document["do"] in ("issue_marker", "buy_checks") and "who" in document
    ]


@pytest.mark.parametrize("confirmed", [True, False], ids=["confirmed", "cancelled"])
def test_what_waits_behind_a_marker_goes_with_it_once_confirmed(
    strict: House, tablets: Tablets, confirmed: bool
) -> None:
    """It was held as not carried out, though nothing was refused."""
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    tablet.page.route("**/commands", lambda route: route.abort())
    give_marker(tablet)
    tablet.follow("sum:3100", "#act-red-buy_checks", "sum:3200", "#act-red-buy_checks")
    expect(tablet.page.locator("#waiting li")).to_have_count(3)
    tablet.page.unroute("**/commands")
    expect(tablet.page.locator("#second")).to_be_visible()
    strip = tablet.page.locator("#strip")
    if confirmed:
        confirm(tablet, "Doc Holliday", "735190")
        expect(tablet.saved).to_have_text("saved")
        expect(tablet.page.locator("#receipts .newest")).to_contain_text("$32")
        expect(strip).to_be_hidden()
        done = [("issue_marker", 50_000), ("buy_checks", 3_100), ("buy_checks", 3_200)]
        assert accepted(strict, night) == [(STAFF_NAME, do, cents) for do, cents in done]
    else:
        tablet.touch("#second [data-touch=second-away]")
        expect(tablet.page.locator("#drawer-says")).to_contain_text("Ada Lamb: issue marker $500: ")
        expect(tablet.page.locator("#drawer-says")).to_contain_text("2 later touches were not sent.")
        expect(strip).to_contain_text("Ada Lamb: buy checks $31")
        assert accepted(strict, night) == []


def test_a_second_person_confirms_a_ruling_on_its_page(strict: House) -> None:
    disputed = Disputed(strict.book).play_bet()
    client = signed_in(strict, "owner")
    path = f"/nights/{disputed.night}/disputes"
    fields = {"dispute": _open_dispute(strict, disputed.night), "ruling": "stands", "reason": "Seen by all"}
    answer = send(client, path, **fields)
    assert 'name="second_pin"' in answer.text
    offered = re.findall(
        r"<option>([^<]+)</option>", answer.text.partition('name="second"')[2].partition("</select>")[0]
    )
    assert offered == ["dealer", "Doc Holliday", "floor"]
    wrong = send(client, path, **fields, second="Doc Holliday", second_pin="735199")
    assert (wrong.status_code, 'name="second_pin"' in wrong.text) == (401, True)
    assert "735199" not in wrong.text
    assert send(client, path, **fields, second="Doc Holliday", second_pin="735190").status_code == 303
    assert rows_with(strict, "73519") == 0


def _open_dispute(house: House, night: str) -> str:
    [dispute] = house.service.night(night).open_disputes
    return dispute if isinstance(dispute, str) else str(dispute)


def test_a_screen_locks_and_keeps_its_page(strict: House, tablets: Tablets) -> None:
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    tablet.page.evaluate("() => { document.body.dataset.same = 'page'; }")
    tablet.touch("#lock-now")
    expect(tablet.page.locator("#lock")).to_be_visible()
    expect(tablet.page.locator("#table")).to_be_hidden()
    assert found(tablet.page, "#lock") == []
    tablet.page.keyboard.press("Escape")
    expect(tablet.page.locator("#lock")).to_be_visible()
    assert strict.auth.sessions() == []
    touch_pin(tablet, "#lock", "9999")
    tablet.page.get_by_role("button", name="Unlock").tap()
    expect(tablet.page.locator("#lock-why")).to_contain_text("PIN")
    touch_pin(tablet, "#lock", PIN)
    tablet.page.get_by_role("button", name="Unlock").tap()
    expect(tablet.page.locator("#lock")).to_be_hidden()
    assert tablet.page.locator("body").get_attribute("data-same") == "page"
    tablet.touch("#menu")
    tablet.touch("#who-money-red")
    tablet.touch("#act-red-buy_checks")
    tablet.touch('#how-much-money [data-touch="sum"] >> nth=0')
    tablet.touch("#act-red-buy_checks")
    expect(tablet.page.locator("#receipts .newest")).to_contain_text("Checks")


def test_a_screen_that_locks_under_help_is_unlocked_by_touch(strict: House, tablets: Tablets) -> None:
    tablet = tablets.at(strict.open_night())
    tablet.page.keyboard.press("?")
    expect(tablet.page.locator("#part-help")).to_be_visible()
    tablet.page.evaluate("() => document.dispatchEvent(new Event('lock-now'))")
    expect(tablet.page.locator("#lock")).to_be_visible()
    touch_pin(tablet, "#lock", PIN)
    tablet.page.get_by_role("button", name="Unlock").tap()
    expect(tablet.page.locator("#lock")).to_be_hidden()


def test_no_card_is_typed_under_the_lock(strict: House, tablets: Tablets) -> None:
    night = strict.open_night()
    strict.do(night, "start_deal")
    tablet = tablets.at(night)
    tablet.touch("#lock-now")
    expect(tablet.page.locator("#lock")).to_be_visible()
    tablet.page.evaluate("() => document.activeElement.blur()")
    tablet.page.keyboard.press("k")
    touch_pin(tablet, "#lock", PIN)
    # A browser lets go of a hidden key only when it draws next: until then, typed keys go there.
    tablet.page.evaluate(
        """() => document.addEventListener("unlocked", () => {
             document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "q", bubbles: true }));
           })"""
    )
    tablet.page.get_by_role("button", name="Unlock").tap()
    expect(tablet.page.locator("#rank-Q")).to_have_attribute("data-left", "3")
    expect(tablet.page.locator("#rank-K")).to_have_attribute("data-left", "4")


def test_somebody_else_unlocks_and_is_signed_in(strict: House, tablets: Tablets) -> None:
    tablet = tablets.new()
    tablet.go("/")
    tablet.page.get_by_role("button", name="Lock now").tap()
    expect(tablet.page.locator("main")).to_be_hidden()
    tablet.page.locator('#lock [data-name="Doc Holliday"]').tap()
    touch_pin(tablet, "#lock", "735190")
    tablet.page.get_by_role("button", name="Unlock").tap()
    expect(tablet.page.locator(".staff-strip")).to_contain_text("Doc Holliday")


def test_what_waits_is_sent_after_the_lock(strict: House, tablets: Tablets) -> None:
    """Touched while the line was cut, locked as it came back."""
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = tablets.at(night)
    tablet.page.route("**/commands*", lambda route: route.abort())
    tablet.touch("#step")
    expect(tablet.page.locator("#waiting li")).to_have_count(1)
    tablet.touch("#lock-now")
    expect(tablet.page.locator("#lock")).to_be_visible()
    tablet.page.unroute("**/commands*")
    tablet.page.wait_for_timeout(2_000)
    assert "start_deal" not in [row.document["do"] for row in strict.book.commands(night)]
    touch_pin(tablet, "#lock", PIN)
    tablet.page.get_by_role("button", name="Unlock").tap()
    expect(tablet.page.locator("#saved .word")).to_have_text("saved")
    assert [row.document["do"] for row in strict.book.commands(night)].count("start_deal") == 1


def test_a_screen_locks_by_itself_and_a_board_does_not(strict: House, tablets: Tablets) -> None:
    strict.auth.keeper.lock_after(2, strict.sender)
    night = strict.open_night()
    tablet = tablets.new()
    tablet.take_the_clock()
    tablet.go("/")
    tablet.page.clock.run_for(60_000)
    tablet.page.keyboard.press("Shift")
    tablet.page.clock.run_for(110_000)
    expect(tablet.page.locator("#lock")).to_be_hidden()
    tablet.page.clock.run_for(20_000)
    expect(tablet.page.locator("#lock")).to_be_visible()
    board = signed_in(strict, "owner").http.get(f"/board/{night}", follow_redirects=True).text
    assert 'id="lock"' not in board


def test_a_house_without_roles_has_no_lock_until_it_chooses(house: House, client: Client) -> None:
    assert 'id="lock"' not in client.get("/").text
    assert send(client, "/staff/lock", minutes="5").status_code == 303
    assert 'data-minutes="5"' in client.get("/").text
    for minutes in ("481", "soon", ""):
        assert send(client, "/staff/lock", minutes=minutes).status_code == 400
    send(client, "/staff/lock", minutes="0")
    assert 'id="lock"' not in client.get("/").text


def looking_on(house: House, tablets: Tablets, night: str) -> Tablet:
    """A tablet at the night of somebody else, of a member of the floor who deals too."""
    give(house, "floor", "floor", "dealer")
    tablet = tablets.new(signed_in=False)
    tablet.sign_in_again("floor", PIN)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    return tablet


def test_who_may_not_see_the_table_any_more_is_told_who_deals_and_loses_no_touch(
    strict: House, tablets: Tablets
) -> None:
    """The page said that it was offline."""
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb", blue="Wm. Hart")
    strict.deal(night)
    tablet = looking_on(strict, tablets, night)
    give(strict, "floor", "dealer")
    strip = tablet.page.locator("#strip")
    sentence = f"{STAFF_NAME} deals here, not floor."
    expect(strip.locator(".sentence")).to_have_text(sentence)
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    expect(strip).to_contain_text(f"{sentence} 1 action will be sent when you deal.")
    tablet.sees('#saved[class="saved unsaved"]')
    assert [row.who for row in strict.book.events(night)[-1:]] == ["test"]
    tablet.touch("#strip .to-deal")
    tablet.page.get_by_role("button", name="Deal this table").click()
    expect(tablet.page.locator(".stack")).to_have_count(1)
    expect(tablet.saved).to_have_text("saved")
    expect(strip).to_be_hidden()
    assert [(row.kind, row.who) for row in strict.book.events(night)[-2:]] == [
        ("DealerRelieved", "floor"),
        ("BetPlaced", "floor"),
    ]


def test_a_touch_on_its_way_as_its_dealer_loses_their_role_is_kept(strict: House, tablets: Tablets) -> None:
    """It was refused, and was gone."""
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    strict.deal(night)
    tablet = looking_on(strict, tablets, night)
    held = Held(tablet)
    tablet.follow("player:red", "amount:500", "spot:single-Q", "spot:single-K")
    strict.service.execute_for_house({"do": "dismiss", "name": "floor"}, strict.sender)
    held.let_go()
    strip = tablet.page.locator("#strip")
    expect(strip.locator(".sentence")).to_have_text(
        "floor has no role in this house. Ask an owner for one. Kept here, not sent: 2 actions."
    )
    expect(strip.get_by_role("link", name="To the nights")).to_be_visible()
    expect(tablet.page.locator("#waiting li")).to_have_count(2)
    assert tablet.alert.text_content() == ""
    give(strict, "floor", "floor", "dealer")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    expect(strip).to_be_hidden()


@pytest.fixture
def sold_offline(strict: House, tablets: Tablets) -> tuple[Tablet, str]:
    """A tablet that lost the line as the floor sold checks for $31 and $32, who is only an auditor when it is back."""
    night = strict.open_night()
    strict.seat(night, red="Ada Lamb")
    tablet = looking_on(strict, tablets, night)
    tablet.page.route("**/commands", lambda route: route.abort())
    tablet.follow("#menu", "#who-money-red", "sum:3100", "#act-red-buy_checks", "sum:3200", "#act-red-buy_checks")
    expect(tablet.page.locator("#waiting li")).to_have_count(2)
    give(strict, "floor", "auditor")
    return tablet, night


def test_what_waited_stays_until_somebody_may_send_it(strict: House, sold_offline: tuple[Tablet, str]) -> None:
    """The first one was gone, and no sentence named it."""
    tablet, night = sold_offline
    strip, says = tablet.page.locator("#strip"), tablet.page.locator("#drawer-says")
    tablet.page.unroute("**/commands")
    expect(says).to_contain_text("Ada Lamb: buy checks $31: floor (auditor) may not do that. One later touch")
    expect(strip).to_contain_text("Ada Lamb: buy checks $31")
    expect(tablet.page.locator("#waiting li")).to_have_text(["Ada Lamb: buy checks $32"])
    expect(tablet.page.locator('[data-tab="money"] .typed-sum')).to_have_text("$0")
    with tablet.page.expect_response("**/commands"):
        tablet.touch("#do-held")
    expect(strip).to_contain_text("Ada Lamb: buy checks $31")
    give(strict, "floor", "floor")
    tablet.page.reload()
    expect(strip).to_contain_text("Ada Lamb: buy checks $31")
    tablet.touch("#do-held")
    expect(strip).to_contain_text("Ada Lamb: buy checks $32")
    tablet.touch("#do-held")
    expect(strip).to_be_hidden()
    expect(tablet.saved).to_have_text("saved")
    assert accepted(strict, night) == [("floor", "buy_checks", 3_100), ("floor", "buy_checks", 3_200)]


def test_a_page_that_turns_somebody_away_says_what_waits(strict: House, sold_offline: tuple[Tablet, str]) -> None:
    tablet, night = sold_offline
    tablet.context.clear_cookies()
    tablet.sign_in_again("dealer", PIN)
    tablet.page.unroute("**/commands")
    tablet.go(f"/nights/{night}")
    line = tablet.page.locator("#waits-here")
    expect(line).to_contain_text("Ada Lamb: buy checks $31; Ada Lamb: buy checks $32")
    tablet.go("/office")
    expect(tablet.page.locator(".number")).to_have_text("403")
    expect(line).to_have_count(0)
    # They still go out by themselves when their dealer is back.
    give(strict, "floor", "floor")
    tablet.sign_in_again("floor", PIN)
    tablet.go(f"/nights/{night}")
    expect(tablet.saved).to_have_text("saved")
    assert [cents for _, _, cents in accepted(strict, night)] == [3_100, 3_200]
