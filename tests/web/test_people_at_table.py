"""The people of the house at a table: who is listed, what they owe, what they are called, and what is refused."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from dealer.night.house import on_screen
from dealer.night.similar_names import skeleton
from dealer.rules_version import THE_HOUSE
from events.common.night import ChecksBought
from reports.sheets.markers import marker_slips_view, print_marker_slips
from tests.support.house import Client, House
from tests.support.pure import OPENING, PureNight
from tests.web.evenings import house_of_regulars, regulars_night
from tests.web.geometry import small_keys
from tests.web.tablet_in_browser import SMALLEST, Held, Tablet, Tablets
from web.app.links import board_link, player_link
from web.tablet.people import PeopleView, day_before, people_of


def for_house(house: House, do: str, **arguments: Any) -> None:
    house.service.execute_for_house({"do": do, **arguments}, house.sender)


def people_at(house: House, night: str) -> PeopleView:
    return people_of(house.service.night(night), house.service.house())


def text_of(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


def test_who_was_here_last_is_listed_first_with_what_tells_people_apart(house: House) -> None:
    for_house(house, "register_player", card="zoe", name="Zoe")
    house_of_regulars(house)
    for_house(house, "register_player", card="ada-2", name="Ada  lamb")
    for_house(house, "register_player", card="ada-3", name="Al", known_as="ada lamb")
    for_house(house, "register_player", card="old", name="Old")
    for_house(house, "join_cards", card="zoe", other="old")
    night = house.open_night()
    house.do(night, "seat_player", player="red", card="kate")
    people = people_at(house, night)
    assert [(person.card, person.last, person.barred, person.namesakes) for person in people.cards.persons] == [
        ("ada", "here last Nov 14", "", "one of 3 with this name"),
        ("ike", "here last Nov 14", "marked cards", ""),
        ("kate", "here last Nov 14", "", ""),
        ("hart", "here last Nov 14", "", ""),
        ("ada-2", "", "", "one of 3 with this name"),
        ("ada-3", "", "", "one of 3 with this name"),
        ("zoe", "", "", ""),
    ]
    assert (people.seated, people.cards.used, people.buy_in_cents) == ('["kate"]', '["old"]', 10_000)


def test_days_are_called_as_one_says_them() -> None:
    days = {"2026-11-27": "Friday", "2026-11-22": "Sunday", "2026-11-21": "Nov 21", "2026-11-28": "Nov 28"}
    assert {day: day_before(day, "2026-11-28") for day in days} == days
    assert day_before("2025-12-31", "2026-01-20") == "Dec 31, 2025"


def test_a_night_of_an_earlier_program_knows_no_cards(house: House) -> None:
    house_of_regulars(house)
    pure = PureNight(rules=THE_HOUSE - 1)
    pure.do({**OPENING, "dealer": "D"})
    assert not people_of(pure.now, house.service.house()).has_cards


def test_an_account_says_what_is_owed_at_all_tables_and_what_can_be_paid_here(house: House) -> None:
    night = regulars_night(house)
    other = house.open_night(table="Tiger Nº 2", house={"preset": "american", "check": 3_000}, roll=600_000)
    house.do(other, "seat_player", player="blue", card="hart")
    house.do(other, "issue_marker", player="blue", amount=6_000)
    hart, kate = people_at(house, night).credit
    assert (hart.owes, hart.limit) == ("owes $50 from earlier nights and $60 at other tables", "in all $110 of $200")
    assert (kate.owes, kate.limit) == ("owes $50 from earlier nights", "")
    assert (hart.carried, hart.carried_cents, hart.in_checks_cents) == ("$50 of Nov 14", 5_000, 5_000)
    assert (hart.deposit_cents, hart.drawn_cents) == (50_000, 10_000)
    (there,) = people_at(house, other).credit
    assert (there.owes, there.limit) == ("owes $50 from earlier nights", "in all $110 of $200")
    assert (there.payable_cents, there.in_checks_cents, there.drawn_cents) == (3_000, 3_000, 9_000)
    house.do(night, "redeem_carried", player="red", amount=5_000, **{"with": "checks"})
    paid = people_at(house, night).credit[0]
    assert (paid.carried_cents, paid.owes, paid.limit) == (0, "owes $60 at other tables", "in all $60 of $200")
    house.do(other, "leave_table", player="blue")
    assert people_at(house, night).credit[0].limit == "limit $200"


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "barred": (
        {"do": "seat_player", "player": "white", "card": "ike"},
        "player_barred",
        "Ike Clanton is barred: marked cards. The floor can readmit them.",
    ),
    "seated already": (
        {"do": "seat_player", "player": "white", "card": "hart"},
        "already_done",
        "Wm. Hart has the seat red at this table.",
    ),
    "no such card": (
        {"do": "seat_player", "player": "white", "card": "none"},
        "unknown_card",
        "The house has no card none.",
    ),
    "a key that is used": (
        {"do": "register_player", "card": "ada", "name": "Ada"},
        "already_done",
        "The key ada is Ada Lamb's card.",
    ),
    "over the limit": (
        {"do": "issue_marker", "player": "red", "amount": 15_100},
        "over_limit",
        "Wm. Hart would owe $201 at all tables; the limit is $200.",
    ),
    "more than is carried": (
        {"do": "redeem_carried", "player": "red", "amount": 5_100, "with": "cash"},
        "bad_input",
        "Wm. Hart owes $50 on markers of earlier nights, not $51.",
    ),
    "more than is held": (
        {"do": "redeem_carried", "player": "blue", "amount": 5_000, "with": "checks"},
        "not_enough_checks",
        "Kate Elder has $0 in checks, not $50.",
    ),
    "more than is deposited": (
        {"do": "draw_deposit", "player": "red", "amount": 50_100},
        "not_enough_checks",
        "Wm. Hart has $500 deposited, not $501.",
    ),
    "no deposit": (
        {"do": "draw_deposit", "player": "white", "amount": 100},
        "not_enough_checks",
        "Li has no deposit with the house.",
    ),
}


def test_what_is_refused_at_the_table_is_said_with_names(house: House, client: Client) -> None:
    night = regulars_night(house)
    house.do(night, "seat_player", player="white", name="Li")
    house.do(night, "cash_in", player="blue", amount=10_000)
    for name, (document, code, why) in REFUSED.items():
        seat = {"player": "black"} if document["do"] == "seat_player" else {}
        sent = {**document, **seat}
        answer = client.post(f"/nights/{night}/commands", sent, Accept="application/json").get_json()
        assert (answer["code"], answer["why"]) == (code, why), name


def test_a_card_made_at_the_table_is_made_once_and_leaves_the_night_where_it_was(house: House, client: Client) -> None:
    night = house.open_night()
    sent = {"do": "register_player", "card": "kate", "name": "Kate"}
    named = {"Idempotency_Key": "register-1", "If_Match": '"1"'}
    for _ in range(2):
        answer = client.post(f"/nights/{night}/commands", sent, **named)
        assert (answer.status_code, answer.headers["Command-Version"], answer.headers["ETag"]) == (200, "1", '"1"')
        assert 'data-person="kate"' in answer.get_data(as_text=True)
    assert len(house.book.commands("house")) == 2, "the night is listed, and the card is made"


def test_another_tablet_s_card_for_the_same_person_is_known_as_the_same(house: House, client: Client) -> None:
    """It was refused with all that waited behind it; sent again, the checks were sold a second time."""
    night = house.open_night()
    for_house(house, "register_player", card="kate", name="Kate")
    path, named = f"/nights/{night}/commands", {"Idempotency_Key": "register-1", "If_Match": '"1"'}
    for _ in range(2):
        answer = client.post(path, {"do": "register_player", "card": "kate", "name": "Kate"}, **named)
        assert (answer.status_code, answer.headers.get("Entered-Before")) == (200, "yes")
        assert answer.headers["Command-Version"] == "1"
    other = client.post(
        path, {"do": "register_player", "card": "kate", "name": "Kate Elder"}, Accept="application/json"
    )
    assert (other.status_code, other.get_json()["code"]) == (422, "already_done")


def test_another_tablet_s_seat_for_a_card_is_known_as_the_same(house: House, client: Client) -> None:
    """The book keeps more of such a command than was sent."""
    house_of_regulars(house)
    night = house.open_night()
    seat = {"do": "seat_player", "player": "red", "card": "ada"}
    house.do(night, **seat)
    answer = client.post(f"/nights/{night}/commands", seat, If_Match='"1"')
    assert answer.headers["Entered-Before"] == "yes"


def test_screens_show_what_people_like_to_be_called_and_papers_print_their_names(house: House, client: Client) -> None:
    night = regulars_night(house)
    house.do(night, "start_deal")
    with house.app.test_request_context():
        screens = [f"/nights/{night}", player_link(night, "red"), board_link(night)]
    shown = [client.get(screen).get_data(as_text=True) for screen in screens]
    assert all("Billy" in html for html in shown[:2])
    assert 'data-name="Billy"' in shown[0]
    for_house(house, "change_player", card="hart", known_as="Slim")
    for screen in screens[:2]:
        assert "Slim" in client.get(screen).get_data(as_text=True)
        assert "Billy" not in client.get(screen).get_data(as_text=True)
    state = house.service.night(night)
    assert (state.names["red"], on_screen(state, house.service.house()).names["red"]) == ("Wm. Hart", "Slim")
    for_house(house, "change_player", card="kate", name="Katherine Elder")
    assert on_screen(state, house.service.house()).names == {"red": "Slim", "blue": "Katherine Elder"}
    paper = client.get(f"/nights/{night}/papers/table.pdf").get_data()
    assert "Wm. Hart" in text_of(paper)
    assert "Slim" not in text_of(paper)


def test_a_phone_shows_old_markers_and_the_deposit(house: House, client: Client) -> None:
    night = regulars_night(house)
    with house.app.test_request_context():
        phone = player_link(night, "red")
    html = client.get(phone).get_data(as_text=True)
    assert '<dd id="carried">$50.00</dd>' in html
    assert '<dd id="deposit">$500.00</dd>' in html
    house.do(night, "redeem_carried", player="red", amount=5_000, **{"with": "cash"})
    assert 'id="carried"' not in client.get(phone).get_data(as_text=True)


def test_a_marker_slip_says_what_is_owed_in_all_with_it(house: House) -> None:
    """Old markers, other tables and earlier markers here are in it; what comes later is not. Without a card none is."""
    night = regulars_night(house)
    other = house.open_night(table="Tiger Nº 2")
    house.do(other, "seat_player", player="red", card="hart")
    house.do(other, "issue_marker", player="red", amount=3_000)
    house.do(night, "seat_player", player="white", name="Li")
    for player in ("red", "red", "white"):
        house.do(night, "issue_marker", player=player, amount=2_000)
    first = marker_slips_view(house.service.night(night), house.book.events(night), 1)
    house.do(other, "redeem_marker", player="red", amount=3_000, **{"with": "cash"})
    state, events = house.service.night(night), house.book.events(night)
    slips = [marker_slips_view(state, events, number) for number in (1, 2, 3)]
    assert [slip.marker.owed_in_all_cents for slip in slips] == [10_000, 12_000, None]
    assert first.marker == slips[0].marker
    texts = [text_of(print_marker_slips(slip)) for slip in slips]
    assert "With this marker I owe the house $100.00 in all" in texts[0]
    assert "With this marker" not in texts[2]


def test_who_left_comes_back_on_their_card_also_if_it_was_joined_and_not_if_they_were_barred(
    house: House, client: Client
) -> None:
    night = regulars_night(house)
    for player in ("red", "blue"):
        house.do(night, "leave_table", player=player)
    for_house(house, "join_cards", card="ada", other="kate")
    for_house(house, "bar_player", card="hart", reason="loud")
    keys = re.findall(r'data-touch="back" data-player="(\w+)" data-card="(\w+)"', client.get(f"/nights/{night}").text)
    assert keys == [("red", "hart"), ("blue", "ada")]
    red, blue = (
        client.post(f"/nights/{night}/commands", {"do": "seat_player", "player": player, "card": card})
        for player, card in keys
    )
    assert (red.status_code, blue.status_code) == (422, 200)
    assert "loud" in red.text
    assert [*house.service.night(night).seated] == ["blue"]


def test_the_same_again_leaves_out_who_was_barred_and_says_so_once(house: House, client: Client) -> None:
    house_of_regulars(house)
    before = house.service.nights()[0]
    opened = client.http.post("/nights", data={"again": before, "csrf_token": client.token})
    cards = house.service.night(house.service.nights()[-1]).cards
    assert [*cards.values()] == ["hart", "kate", "ada"]
    said, later = (client.get(opened.location).text for _ in range(2))
    assert "<p>Ike Clanton is barred and was not seated: marked cards.</p>" in said
    assert "Ike Clanton is barred" not in later


@pytest.mark.browser
def test_people_are_found_by_two_letters_and_who_is_barred_or_seated_cannot_be_touched(
    tablets: Tablets, house: House
) -> None:
    tablet = tablets.at(regulars_night(house), SMALLEST)
    tablet.touch("#seat-add")
    listed = tablet.page.locator("[data-person]:visible")
    names = [row.get_attribute("data-name") for row in listed.all()]
    assert names == ["Ada Lamb", "Ike Clanton"], "who sits here is not offered"
    expect(tablet.page.locator("#person-ike button")).to_be_disabled()
    expect(tablet.page.locator("#person-ike")).to_contain_text("Barred: marked cards")
    tablet.page.locator("#seat-name").fill("LÁ")
    expect(listed).to_have_count(1)
    tablet.touch('[data-value="ada"]')
    expect(tablet.page.locator('.colours [data-value="green"]')).to_have_attribute("aria-pressed", "true")
    tablet.touch("#seat-them")
    expect(tablet.page.locator("#seat-green")).to_have_attribute("data-name", "Ada Lamb")
    assert small_keys(tablet.page, "#part-drawer") == []


@pytest.mark.browser
def test_a_known_name_is_asked_about_before_another_card_is_made(tablets: Tablets, house: House) -> None:
    house_of_regulars(house)
    night = house.open_night()
    tablet = tablets.at(night)
    says = tablet.page.locator("#drawer-says")
    for typed, question in (
        ("Аda Iamb", "Is this Ada Lamb, here last Nov 14?"),
        ("billy", "Is this Wm. Hart, here last Nov 14?"),
        ("ada lam", "Is this Ada Lamb, here last Nov 14?"),
        ("Adda Lamb", "Is this Ada Lamb, here last Nov 14?"),
        ("Ada Lanb", "Is this Ada Lamb, here last Nov 14?"),
        ("Ike CIanton", "Ike Clanton is barred: marked cards. Is this somebody else?"),
    ):
        tablet.follow("#seat-add", f"fill:#seat-name:{typed}", "#seat-and-sell")
        expect(says.locator("p")).to_have_text(question)
        tablet.page.keyboard.press("Escape")
    assert house.service.night(night).seats == {}
    tablet.follow("#seat-add", "fill:#seat-name:ada lamb", "#seat-and-sell", "#drawer-says .button >> nth=0")
    expect(tablet.page.locator("#seat-green .checks")).to_have_text("$100.00")
    tablet.follow("fill:#seat-name:ada lamb", "#seat-them")
    expect(says.locator("p")).to_have_text("Ada Lamb has a seat here. Is this somebody else?")
    tablet.touch("#drawer-says .button")
    expect(tablet.page.locator("#seat-red")).to_have_attribute("data-name", "ada lamb")
    assert house.service.night(night).cards == {"green": "ada", "red": "ada-lamb"}


LOOKS = ("Ada Lamb", "rеd", "ΑΒΓ 01", "Vv  Modern", "ﬁve|!", "Ĳssel")


@pytest.mark.browser
def test_the_page_and_the_server_agree_on_what_looks_alike(tablets: Tablets, house: House) -> None:
    """A card of each name is asked about when that name is typed in capitals that look the same."""
    for number, name in enumerate(LOOKS):
        for_house(house, "register_player", card=f"look-{number}", name=name)
    tablet = tablets.at(house.open_night())
    tablet.touch("#seat-add")
    for name in LOOKS:
        tablet.follow(f"fill:#seat-name:{name}", "#seat-them")
        assert skeleton(name)
        expect(tablet.page.locator("#drawer-says p")).to_have_text(f"Is this {name}?", use_inner_text=False)


@pytest.mark.browser
def test_who_sits_down_owing_is_told_of_and_pays_at_the_table(tablets: Tablets, house: House) -> None:
    house_of_regulars(house)
    night = house.open_night()
    tablet = tablets.at(night, SMALLEST)
    tablet.follow("#seat-add", '[data-choice="card"][data-value="hart"]', "#seat-and-sell")
    expect(tablet.page.locator("#owing")).to_have_text("Billy owes $50 of Nov 14 on old markers.Redeem…")
    tablet.touch("#redeem-owing")
    expect(tablet.page.locator("#owes-red")).to_have_text("owes $50 from earlier nights, in all $50 of $200")
    assert small_keys(tablet.page, "#part-drawer") == []
    tablet.sum(2_000)
    tablet.touch("#act-red-redeem_carried-checks")
    expect(tablet.page.locator("#carried-red")).to_have_text("$30 of Nov 14")
    tablet.touch("#act-red-redeem_carried-cash")
    expect(tablet.page.locator("#carried-red")).to_have_count(0)
    tablet.touch("#act-red-draw_deposit")
    expect(tablet.page.locator("#standing-red")).to_contain_text("$180 in checks")
    tablet.sum(30_000)
    tablet.touch("#act-red-issue_marker")
    expect(tablet.page.locator("#drawer-says")).to_contain_text("Wm. Hart would owe $300 at all tables")


def test_the_same_again_seats_two_cards_that_were_joined_once(house: House, client: Client) -> None:
    house_of_regulars(house)
    for_house(house, "join_cards", card="hart", other="kate")
    opened = client.http.post("/nights", data={"again": house.service.nights()[0], "csrf_token": client.token})
    assert opened.status_code == 303
    assert house.service.night(house.service.nights()[-1]).cards == {"red": "hart", "white": "ada"}


OPENINGS: dict[str, dict[str, Any]] = {
    "faro": {},
    "pharo": {"game": "pharo", "house": {"preset": "hoyle", "check": 100}},
    "fan_tan": {"game": "fan_tan", "house": {}, "roll": 0},
    "five_hundred": {"game": "five_hundred", "house": {}, "roll": 0},
}
"""Openings of games of which each has its own template of seats, or shares that of hands."""


@pytest.mark.parametrize("game", OPENINGS)
def test_a_seat_shows_old_markers_and_that_its_player_is_barred(house: House, client: Client, game: str) -> None:
    house_of_regulars(house)
    night = house.open_night(**OPENINGS[game])
    for player, card in (("red", "hart"), ("blue", "kate"), ("white", "ada")):
        house.do(night, "seat_player", player=player, card=card)
    house.do(night, "issue_marker", player="blue", amount=5_000)
    for card in ("hart", "ada"):
        for_house(house, "bar_player", card=card, reason="loud")
    html = client.get(f"/nights/{night}").text
    seats = re.findall(r'class="seat".*?<span class="owes[^>]*>(.*?)</span>\s*</button>', html, re.DOTALL)
    shown = [" ".join(re.sub("<[^>]+>|&nbsp;", "", seat).split()) for seat in seats]
    word = "markers" if game in ("faro", "pharo") else "owes"
    assert shown == [f"barred {word} $50 old", f"{word} $50 + $50 old", "barred"]
    assert [f'id="barred-{player}"' in html for player in ("red", "blue", "white")] == [True, False, True]


@pytest.mark.browser
def test_who_leaves_owing_can_pay_first(tablets: Tablets, house: House) -> None:
    tablet = tablets.at(regulars_night(house), SMALLEST)
    tablet.follow("#seat-red", "#seat-red", '#account-red [data-opens="leave"]')
    leaving = tablet.page.locator("#leaving-red")
    expect(leaving).to_contain_text("Billy still owes $50 from earlier nights.")
    assert small_keys(tablet.page, "#part-drawer") == []
    tablet.touch("#leaving-act-red-redeem_carried-checks")
    expect(leaving.locator(".will")).to_have_text("Billy is paid $50 in cash.")
    tablet.touch("#act-red-leave_table")
    expect(tablet.page.locator("#seat-red")).to_have_count(0)


@pytest.mark.browser
def test_people_are_seated_while_the_line_is_cut_and_nothing_is_doubled(tablets: Tablets, house: House) -> None:
    house_of_regulars(house)
    night = house.open_night()
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    line.cut()
    expect(tablet.page.locator("#strip")).to_contain_text("Offline.")
    tablet.follow("#seat-add", '[data-choice="card"][data-value="ada"]', "#seat-and-sell")
    tablet.follow("fill:#seat-name:Doc Reed", "#seat-and-sell")
    expect(tablet.page.locator("#waiting li")).to_have_text(
        [
            "Ada Lamb: seat player",
            "Ada Lamb: buy checks $100",
            "Doc Reed: new card",
            "Doc Reed: seat player",
            "Doc Reed: buy checks $100",
        ]
    )
    expect(tablet.page.locator("#person-ada")).to_be_hidden()
    line.mend()
    expect(tablet.saved).to_have_text("saved")
    state = house.service.night(night)
    assert state.cards == {"green": "ada", "red": "doc-reed"}
    bought = [row.event.player for row in house.book.events(night) if isinstance(row.event, ChecksBought)]
    assert bought == ["green", "red"]


@pytest.mark.browser
def test_a_seat_that_is_refused_is_in_the_form_again(tablet: Tablet, house: House, night: str) -> None:
    """Another tablet gave the colour away: the card stays, its owner is chosen, and the next colour is theirs."""
    held = Held(tablet)
    tablet.follow("#seat-add", "fill:#seat-name:Doc Reed", "#seat-and-sell")
    house.do(night, "seat_player", player="white", name="Li")
    held.let_go()
    tablet.touch("#do-held")
    expect(tablet.page.locator("#drawer-says")).to_contain_text("That seat is Li's for the whole night.")
    expect(tablet.page.locator('[data-value="doc-reed"]')).to_have_attribute("aria-pressed", "true")
    tablet.touch("#leave-held")
    tablet.touch("#seat-them")
    expect(tablet.page.locator("#seat-black")).to_have_attribute("data-name", "Doc Reed")
    assert house.service.night(night).cards == {"black": "doc-reed"}


@pytest.mark.browser
def test_an_open_table_learns_what_the_cage_does_for_who_sits_there(tablets: Tablets, house: House) -> None:
    """It showed the old figures until the table itself moved on. What is in hand there stays."""
    night, other = regulars_night(house), house.open_night()
    house.do(other, "seat_player", player="red", card="ada")
    tablet, cage = tablets.at(night), tablets.new()
    drawn: list[str] = []
    tablet.page.on("request", lambda request: drawn.append(request.url) if request.url.endswith("/table") else None)
    tablet.follow("#menu", "account:red", "sum:12300")
    deposit = tablet.page.locator("#act-red-draw_deposit small")
    expect(deposit).to_have_text("of $500")
    # None of this is about who sits here.
    for_house(house, "deposit", card="ada", amount=500)
    house.do(other, "issue_marker", player="red", amount=500)
    house.do(other, "fill", amount=10_000)
    cage.go("/people/hart")
    cage.page.locator("summary", has_text="Deposit").click()
    form = cage.page.locator("details[open] form")
    form.locator("[name=amount]").fill("70")
    form.get_by_role("button").click()
    expect(deposit).to_have_text("of $570")
    assert len(drawn) == 1
    for_house(house, "redeem_carried", card="hart", amount=2_000)
    expect(tablet.page.locator("#carried-red")).to_have_text("$30 of Nov 14")
    for_house(house, "change_player", card="hart", known_as="Bill", credit_limit=30_000)
    expect(tablet.page.locator("#seat-red")).to_have_attribute("data-name", "Bill")
    expect(tablet.page.locator("#owes-red")).to_have_text("owes $30 from earlier nights, in all $30 of $300")
    expect(tablet.page.locator("#act-red-buy_checks .sum")).to_have_text("$123")
    # The answer to its own touch has what the house entered of it.
    seen = len(drawn)
    tablet.touch("#act-red-issue_marker")
    expect(tablet.page.locator("#owes-red")).to_have_text("owes $30 from earlier nights, in all $153 of $300")
    tablet.follow('.tab[data-opens="seats"]', "fill:#seat-name:Ad")
    for_house(house, "bar_player", card="ada", reason="marked cards")
    tablet.sees('#person-ada[data-barred="marked cards"]')
    expect(tablet.page.locator("#seat-name")).to_have_value("Ad")
    assert len(drawn) == seen + 1


def test_a_receipt_calls_who_sits_down_as_every_other_line_does(house: House, client: Client, night: str) -> None:
    for_house(house, "register_player", card="john", name="John Smith", known_as="Doc")
    house.do(night, "seat_player", player="green", card="john")
    page = client.get(f"/nights/{night}").text
    assert ("Seated · Doc" in page, "Doc takes a seat" in page) == (True, True)
    assert not re.search("Seated · John|John Smith takes", page)
