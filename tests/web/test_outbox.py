"""The line is cut in the middle of a turn: what is touched waits, is shown, and arrives once and in order."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.support.house import STAFF_NAME, House
from tests.web.cable import Cable
from tests.web.geometry import out_of_reach
from tests.web.tablet_in_browser import SIZES, Held, Tablet, Tablets, resize

pytestmark = pytest.mark.browser
WAITS_ON_SHEET = """() => {
    const [waits, sheet] = ["#waits", "#part-sheet"].map((one) => document.querySelector(one).getBoundingClientRect());
    return waits.left >= sheet.left && waits.right <= sheet.right
        && waits.top >= sheet.top && waits.bottom <= sheet.bottom;
}"""


@pytest.fixture
def line(tablets: Tablets) -> Cable:
    return tablets.cable()


@pytest.fixture
def tablet(tablets: Tablets, line: Cable, night: str) -> Tablet:
    return tablets.at(night, line=line)


def events(house: House, night: str) -> list[str]:
    """What the book holds since the soda."""
    names = [type(event.event).__name__ for event in house.book.events(night)]
    return names[names.index("SodaExposed") + 1 :]


def waiting(page: Page) -> list[str]:
    return page.locator("#waiting li").all_text_contents()


def lay_and_deal(tablet: Tablet) -> None:
    """Two touches on the queen, one on the pot, a whole turn, and one on the king after it."""
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    tablet.spot("single-Q")
    tablet.player("blue")
    tablet.spot("pot")
    tablet.rank("J")
    tablet.rank("3")
    tablet.spot("single-K")


WORDS = [
    "Ada Lamb $5 on the Q",
    "Ada Lamb’s bet on the Q pressed by $5",
    "Wm. Hart $5 on the pot",
    "loser J",
    "winner 3",
    "Wm. Hart $5 on the K",
]
EVENTS = ["BetPlaced", "BetPressed", "BetPlaced", "LoserDrawn", "WinnerDrawn", "BetPlaced"]


NO_BASE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
SILENT_BASE = "IDBFactory.prototype.open = () => new EventTarget();"
"""As in WebKit at times: who opens the base never gets an answer."""


@pytest.mark.parametrize(
    "script", ["", NO_BASE, SILENT_BASE], ids=["with storage", "from memory", "without an answer of the storage"]
)
def test_what_is_touched_on_a_cut_line_is_sent_when_it_is_mended(
    tablet: Tablet, line: Cable, house: House, night: str, script: str
) -> None:
    """Without storage it works from memory and says so."""
    if script:
        tablet.begin_pages_with(script)
        tablet.page.reload()
        tablet.follows()
    line.cut()
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("Offline. You can go on: actions are kept here.")
    lay_and_deal(tablet)
    expect(strip).to_contain_text("Offline. 6 actions will be sent when the connection is back.")
    if script:
        expect(strip).to_contain_text("Actions are lost if this page is closed.")
    expect(tablet.saved).to_have_text("not saved")
    assert waiting(tablet.page) == WORDS
    assert tablet.page.locator(".ghost").all_text_contents() == ["5", "10", "5"]
    assert events(house, night) == []
    line.mend()
    expect(strip).to_contain_text("All saved.")
    expect(tablet.saved).to_have_text("saved")
    expect(tablet.page.locator(".ghost")).to_have_count(0)
    assert events(house, night) == EVENTS
    expect(strip).to_be_hidden()


IN_BASE = """() => new Promise((told) => {
    const request = indexedDB.open("casekeeper");
    request.onsuccess = () => {
        const count = request.result.transaction("touches").objectStore("touches").count();
        count.onsuccess = () => { request.result.close(); told(count.result); };
    };
})"""
"""How many touches the browser's base has."""
FAILING_BASE = """
window.fails = false;
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...stores) {
    if (window.fails) throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    return begin.apply(this, stores);
};
"""
"""A base that can be made to fail, as WebKit's does when a tablet wakes from sleep."""


def test_a_base_that_failed_keeps_what_waits_again(tablet: Tablet, line: Cable, house: House, night: str) -> None:
    """What waited when it failed, what was touched meanwhile, and what was answered meanwhile."""
    tablet.begin_pages_with(FAILING_BASE)
    tablet.page.reload()
    tablet.follows()
    lost, strip = "Actions are lost if this page is closed.", tablet.page.locator("#strip .sentence")
    line.cut()
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    tablet.page.wait_for_function(f"async () => await ({IN_BASE})() === 1")
    tablet.page.evaluate("window.fails = true")
    expect(strip).to_contain_text(f"Offline. 1 action will be sent when the connection is back. {lost}")
    line.mend()
    expect(strip).to_have_text(lost)
    line.cut()
    tablet.spot("single-J")
    expect(strip).to_contain_text(f"Offline. 1 action will be sent when the connection is back. {lost}")
    tablet.page.evaluate("window.fails = false")
    expect(strip).not_to_contain_text(lost)
    tablet.page.wait_for_function(f"async () => await ({IN_BASE})() === 1")
    tablet.page.close()
    line.mend()
    tablet.page = tablet.context.new_page()
    tablet.go(f"/nights/{night}")
    tablet.sees('#part-state[data-version="9"]')
    assert events(house, night) == ["BetPlaced", "BetPlaced"]


@pytest.mark.parametrize("goes", ["closed", "crashed"])
def test_what_waits_survives_the_page(tablet: Tablet, line: Cable, house: House, night: str, goes: str) -> None:
    """The page goes with an outbox, and is opened again when the line is back."""
    line.cut()
    lay_and_deal(tablet)
    expect(tablet.page.locator("#waiting li")).to_have_count(6)
    if goes == "closed":
        tablet.page.close()
    else:
        with tablet.page.expect_event("crash"), suppress(Error):
            tablet.page.goto("chrome://crash")
    line.mend()
    tablet.page = tablet.context.new_page()
    tablet.go(f"/nights/{night}")
    tablet.sees(f'#part-state[data-version="{7 + len(EVENTS)}"]')
    expect(tablet.saved).to_have_text("saved")
    assert events(house, night) == EVENTS
    tablet.page.reload()
    tablet.follows()
    assert events(house, night) == EVENTS


def test_what_waits_when_the_night_closes_is_told(tablet: Tablet, line: Cable, house: House, night: str) -> None:
    """The page went over to the settlement without a word: checks had changed hands, and the book had nothing."""
    line.cut()
    lay_and_deal(tablet)
    expect(tablet.page.locator("#waiting li")).to_have_count(6)
    house.do(night, "close_night")
    line.mend()
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text(f"Not done: {'; '.join(WORDS[:3])}; and 3 more.")
    assert waiting(tablet.page) == WORDS
    expect(tablet.page.locator("#do-held")).to_be_hidden()
    tablet.touch("#leave-held")
    expect(tablet.page.locator("[data-screen=closed]")).to_be_visible()
    expect(tablet.page.locator(".left-over")).to_be_hidden()
    assert not {"BetPlaced", "LoserDrawn"} & {*events(house, night)}


def refused_as_another_closes(tablet: Tablet, house: House, night: str) -> None:
    """A bet is refused, and said to be; meanwhile the night is closed on another tablet."""
    tablet.follow("player:red", "amount:10000")
    for rank in ("Q", "K", "J"):
        tablet.spot(f"single-{rank}")
    expect(tablet.alert).to_contain_text("Ada Lamb has $0 in checks")
    house.do(night, "close_night")
    tablet.sees('#part-state[data-closed="yes"]')


def test_no_page_is_left_while_the_line_is_cut(tablet: Tablet, line: Cable, house: House, night: str) -> None:
    """Whoever put away what had been said meanwhile had the browser's own page, which finds no server."""
    refused_as_another_closes(tablet, house, night)
    line.cut()
    expect(tablet.page.locator("#strip")).to_contain_text("Offline")
    tablet.touch('#alert [data-touch="alert-away"]')
    line.mend()
    expect(tablet.page.locator("[data-screen=closed]")).to_be_visible()


def test_a_notice_is_put_away_by_the_keyboard_too(tablet: Tablet, house: House, night: str) -> None:
    refused_as_another_closes(tablet, house, night)
    tablet.page.keyboard.press("Escape")
    expect(tablet.page.locator("[data-screen=closed]")).to_be_visible()


def test_the_closed_page_tells_what_waits_here(tablet: Tablet, line: Cable, house: House, night: str) -> None:
    line.cut()
    lay_and_deal(tablet)
    expect(tablet.page.locator("#waiting li")).to_have_count(6)
    tablet.page.close()
    house.do(night, "close_night")
    line.mend()
    tablet.page = tablet.context.new_page()
    tablet.go(f"/nights/{night}")
    left = tablet.page.locator(".left-over")
    expect(left).to_be_visible()
    expect(left).to_contain_text("Touched here, perhaps not saved")
    assert left.locator("li").all_text_contents() == WORDS
    left.get_by_role("button").click()
    expect(left).to_be_hidden()
    tablet.page.reload()
    expect(tablet.page.locator("[data-screen=closed]")).to_be_visible()
    expect(left).to_be_hidden()


BASE_AT_WORK = """() => new Promise((begun) => {
    const request = indexedDB.open("casekeeper");
    request.onsuccess = () => {
        const store = request.result.transaction("touches", "readwrite").objectStore("touches");
        const goOn = () => { if (!window.rests) store.count().onsuccess = goOn; };
        store.count().onsuccess = () => { begun(); goOn(); };
    };
})"""
"""Keeps the browser's base from whoever else would write to it, until it rests."""


def close_by_touch(tablet: Tablet) -> None:
    tablet.follow("#menu", "#tab-night", '[data-opens="close"]', "#close-night")


def test_a_page_whose_touch_closed_the_night_lets_go_of_it_first(tablet: Tablet, house: House, night: str) -> None:
    """The page of the closed night said of it that it is not known to be in the book, where the base was slow."""
    house.do(night, "void_deal", reason="A card lay face up")
    tablet.settle_down(len(house.service.events(night)))
    held: list[Route] = []
    tablet.page.route("**/commands", lambda route: held.append(route), times=1)
    close_by_touch(tablet)
    tablet.page.wait_for_function(f"async () => await ({IN_BASE})() === 1")
    tablet.page.evaluate(BASE_AT_WORK)
    held[0].continue_()
    tablet.sees('#part-state[data-closed="yes"]')
    tablet.page.evaluate("window.rests = true")
    expect(tablet.page.locator("[data-screen=closed]")).to_be_visible()
    assert tablet.page.evaluate(IN_BASE) == 0


def test_the_touch_that_closed_the_night_is_not_told_as_waiting(tablet: Tablet, house: House, night: str) -> None:
    """Its answer was lost with the page, and what was touched after it was never sent."""
    house.do(night, "void_deal", reason="A card lay face up")
    tablet.settle_down(len(house.service.events(night)))
    held: list[Route] = []
    tablet.page.route("**/commands", lambda route: held.append(route), times=1)
    close_by_touch(tablet)
    tablet.touch('#part-sheet [data-command*="start_deal"]:visible')
    tablet.page.wait_for_function(f"async () => await ({IN_BASE})() === 2")
    held[0].fetch()
    tablet.page.reload()
    left = tablet.page.locator(".left-over")
    expect(left).to_be_visible()
    assert left.locator("li").all_text_contents() == ["start the deal"]


def test_a_reload_in_the_middle_of_a_touch_loses_and_doubles_nothing(tablet: Tablet, house: House, night: str) -> None:
    held: list[Route] = []

    def carry_out_and_hold(route: Route) -> None:
        route.fetch()
        held.append(route)

    tablet.page.route("**/commands", carry_out_and_hold, times=1)
    tablet.follow("player:red", "amount:500", "spot:single-Q", "spot:single-Q")
    expect(tablet.saved).to_have_text("saving")
    tablet.page.reload()
    expect(tablet.page.locator("#seat-red .checks")).to_have_text("$190.00")
    expect(tablet.saved).to_have_text("saved")
    assert events(house, night) == ["BetPlaced", "BetPressed"]


def test_waiting_touches_are_taken_back_from_the_end(tablet: Tablet, line: Cable, house: House, night: str) -> None:
    line.cut()
    lay_and_deal(tablet)
    for left in (5, 4, 3):
        expect(tablet.page.locator("#waiting li")).to_have_count(left + 1)
        tablet.touch("#drop-last")
    expect(tablet.page.locator("#waiting li")).to_have_count(3)
    line.mend()
    expect(tablet.page.locator("#strip")).to_contain_text("All saved.")
    assert events(house, night) == EVENTS[:3]


def test_a_line_that_goes_dumb_is_noticed_without_a_touch(tablet: Tablet, line: Cable) -> None:
    """Nothing hangs up: only the stream's beats stop."""
    tablet.take_the_clock()
    tablet.page.reload()
    tablet.follows()
    line.go_dead()
    tablet.page.clock.fast_forward(11_000)
    expect(tablet.page.locator("#strip")).to_contain_text("Offline")
    line.mend()
    expect(tablet.page.locator("#strip")).to_be_hidden()
    tablet.follows()


def test_touches_after_a_refused_one_are_not_sent(tablet: Tablet, line: Cable, house: House, night: str) -> None:
    line.cut()
    tablet.follow("player:red", "amount:10000")
    for rank in ("Q", "K", "J", "10"):
        tablet.spot(f"single-{rank}")
    tablet.rank("9")
    line.mend()
    expect(tablet.alert.locator("p")).to_have_text(
        "Ada Lamb $100 on the J: Ada Lamb has $0 in checks, not $100. 2 later touches were not sent."
    )
    strip = tablet.page.locator("#strip")
    expect(strip.locator(".sentence")).to_have_text("Your touch (Ada Lamb $100 on the 10) was not carried out.")
    assert waiting(tablet.page) == ["loser 9"]
    assert events(house, night) == ["BetPlaced", "BetPlaced"]
    tablet.follow('#alert [data-touch="alert-away"]', "#leave-held")
    expect(strip).to_be_hidden()
    tablet.page.reload()
    tablet.follows()
    expect(strip).to_be_hidden()
    assert events(house, night) == ["BetPlaced", "BetPlaced"]


@pytest.fixture
def relief(house: House) -> tuple[str, str]:
    """Another of the staff, and their PIN."""
    house.auth.engage("Doc Holliday", "1882", house.sender)
    return "Doc Holliday", "1882"


@pytest.mark.parametrize("goes", ["on", "with its page"])
def test_what_one_touched_goes_out_under_no_other_name_unless_that_one_does_it(
    tablet: Tablet, house: House, night: str, relief: tuple[str, str], goes: str
) -> None:
    """The next dealer signs in on the tablet while touches of the last one wait: in its tab, or in a new one."""
    tablet.context.clear_cookies()
    lay_and_deal(tablet)
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("You are signed out. 6 actions")
    if goes == "with its page":
        tablet.page.close()
        tablet.page = tablet.context.new_page()
        strip = tablet.page.locator("#strip")
    tablet.sign_in_again(*relief)
    tablet.go(f"/nights/{night}")
    expect(strip).to_contain_text(f"Touched by {STAFF_NAME} and not known to be saved: {WORDS[0]}.")
    assert waiting(tablet.page) == WORDS[1:]
    tablet.follows()
    assert events(house, night) == []
    tablet.touch("#do-held")
    tablet.settle_down(8)
    expect(strip).to_contain_text("not known to be saved: Ada Lamb’s bet on the Q pressed by $5.")
    assert (events(house, night), house.book.commands(night)[-1].who) == (EVENTS[:1], relief[0])
    tablet.touch("#leave-held")
    expect(strip).to_be_hidden()
    assert events(house, night) == EVENTS[:1]


def test_who_comes_back_has_what_they_touched_sent_under_their_name(tablet: Tablet, house: House, night: str) -> None:
    tablet.context.clear_cookies()
    lay_and_deal(tablet)
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("You are signed out. 6 actions will be sent after you sign in.")
    expect(tablet.page.get_by_role("link", name="Sign in")).to_have_attribute("href", f"/sign-in?next=/nights/{night}")
    assert events(house, night) == []
    tablet.sign_in_again()
    tablet.go(f"/nights/{night}")
    tablet.settle_down(7 + len(EVENTS))
    expect(strip).to_be_hidden()
    assert events(house, night) == EVENTS
    assert {command.who for command in house.book.commands(night)[-len(EVENTS) :]} == {STAFF_NAME}


def test_no_page_sends_in_anothers_session(tablet: Tablet, house: House, night: str, relief: tuple[str, str]) -> None:
    """They signed in in another tab, whose session this page has too."""
    tablet.sign_in_again(*relief)
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("You are signed out. 1 action will be sent after you sign in.")
    assert events(house, night) == []
    tablet.touch("#strip .sign-in")
    expect(strip).to_contain_text(f"Touched by {STAFF_NAME} and not known to be saved: {WORDS[0]}.")
    assert events(house, night) == []


def test_a_token_that_is_not_to_be_had_at_once_costs_no_touch(tablet: Tablet, house: House, night: str) -> None:
    """The session is a new one, and the line is cut as its token is asked for: the old one had the touch refused."""
    tablet.sign_in_again()
    tablet.page.route("**/api/token", lambda route: route.abort(), times=1)
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    tablet.settle_down(8)
    assert events(house, night) == ["BetPlaced"]


def test_what_failed_at_the_server_is_done_no_second_time(tablet: Tablet, house: House, night: str) -> None:
    """The command was carried out each time, and drawing the table failed."""

    def carry_out_and_fail(route: Route) -> None:
        route.fetch()
        route.fulfill(status=500, json={"code": "internal", "why": "Something went wrong here."})

    tablet.page.route("**/commands", carry_out_and_fail)
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text(f"Your touch ({WORDS[0]}) may already be saved. Sending it again is safe.")
    expect(tablet.alert).to_contain_text("Something went wrong here.")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    tablet.page.unroute("**/commands")
    tablet.follow('#alert [data-touch="alert-away"]', "#do-held")
    expect(strip).to_be_hidden()
    tablet.settle_down(8)
    assert events(house, night) == ["BetPlaced"]


BASE_THAT_STOPS = """
Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
    set(told) { if (!window.stops) this.addEventListener("complete", (event) => told.call(this, event)); },
});
"""


def test_a_touch_goes_to_the_book_while_it_is_being_kept(tablet: Tablet, house: House, night: str) -> None:
    """The browser's base never says that it has a touch: touches are saved all the same, and in their order."""
    tablet.begin_pages_with(BASE_THAT_STOPS)
    tablet.page.reload()
    # The first touch waits until the base is open.
    tablet.follow("player:blue", "amount:500", "spot:single-A")
    tablet.sees('#part-state[data-version="8"]')
    tablet.page.evaluate("window.stops = true")
    lay_and_deal(tablet)
    tablet.sees(f'#part-state[data-version="{8 + len(EVENTS)}"]')
    expect(tablet.saved).to_have_text("saved")
    assert events(house, night) == ["BetPlaced", *EVENTS]


def test_a_touch_without_an_answer_is_sent_again_though_the_base_answers_no_more(
    tablet: Tablet, house: House, night: str
) -> None:
    """As after a tablet's sleep: it was neither sent again nor said to be lost with the page."""
    tablet.begin_pages_with(BASE_THAT_STOPS)
    tablet.page.reload()
    tablet.follows()
    tablet.page.evaluate("window.stops = true")
    tablet.page.route("**/commands", lambda route: route.abort())
    tablet.follow("player:blue", "amount:500", "spot:single-A")
    expect(tablet.page.locator("#strip")).to_contain_text("Actions are lost if this page is closed.")
    tablet.page.unroute("**/commands")
    tablet.settle_down(8)
    assert events(house, night) == ["BetPlaced"]


ENTER = """(place) => {
    const asked = [];
    const real = window.fetch;
    window.fetch = (address, ...more) => {
        asked.push(address);
        return real(address, ...more);
    };
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    document.getElementById(`spot-${place}`).dispatchEvent(enter);
    window.fetch = real;
    return asked;
}"""
"""Touches a place, and says what was asked of the server by the time the touch was done with."""


def test_a_touch_is_sent_in_the_moment_in_which_it_is_made(tablet: Tablet, night: str) -> None:
    tablet.follow("player:red", "amount:500")
    # The first touch waits until the base is open.
    tablet.spot("single-Q")
    tablet.sees('#part-state[data-version="8"]')
    assert tablet.page.evaluate(ENTER, "single-A") == [f"/nights/{night}/commands"]
    tablet.settle_down(9)


def test_what_is_not_answered_at_once_is_drawn_where_it_will_lie(tablet: Tablet) -> None:
    held: list[Route] = []
    tablet.page.route("**/commands", lambda route: held.append(route), times=1)
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    outlines = tablet.page.locator(".ghost")
    expect(outlines).to_have_text(["5"])
    expect(tablet.saved).to_have_text("saving")
    expect(tablet.page.locator("#strip")).to_be_hidden()
    held[0].continue_()
    tablet.settle_down(8)
    expect(outlines).to_have_count(0)


def test_two_pages_do_not_send_each_others_touches(tablet: Tablet, line: Cable, house: House, night: str) -> None:
    line.cut()
    lay_and_deal(tablet)
    expect(tablet.page.locator("#waiting li")).to_have_count(6)
    first = tablet.page
    line.mend()
    tablet.page = tablet.context.new_page()
    tablet.go(f"/nights/{night}")
    tablet.sees(f'#part-state[data-version="{7 + len(EVENTS)}"]')
    expect(first.locator("#part-state")).to_have_attribute("data-version", str(7 + len(EVENTS)))
    assert events(house, night) == EVENTS
    assert len(house.book.commands(night)) == 7 + len(EVENTS)


NO_FAREWELL = "addEventListener('pagehide', (event) => event.stopImmediatePropagation());"
LEFT_BEHIND = """
(night) => {
  const command = { do: "draw_loser", card: "K" };
  const seen = { seen: null, moment: null };
  const touch = { id: "left-behind-1", at: 1, by: "M. Earp", command, said: "", spot: null, ...seen, tries: 0 };
  const lying = { page: "one before", gone: true, durable: true, touches: [touch] };
  sessionStorage.setItem(`touches ${night}`, JSON.stringify(lying));
}
"""
"""As if a page had gone with a touch whose forerunner's answer nobody heard."""


@pytest.mark.parametrize("lacking", [NO_BASE, NO_FAREWELL], ids=["a base", "a farewell"])
def test_a_page_leaves_what_waits_to_the_next_one(tablet: Tablet, house: House, night: str, lacking: str) -> None:
    tablet.begin_pages_with(lacking)
    tablet.page.reload()
    tablet.context.route("**/commands", lambda route: route.abort())
    lay_and_deal(tablet)
    expect(tablet.page.locator("#waiting li")).to_have_count(6)
    tablet.page.reload()
    expect(tablet.page.locator("#waiting li")).to_have_count(6)
    assert waiting(tablet.page) == WORDS
    tablet.context.unroute("**/commands")
    tablet.settle_down(7 + len(EVENTS))
    expect(tablet.page.locator("#waiting li")).to_have_count(0)
    assert events(house, night) == EVENTS


def test_the_copy_of_a_tab_does_nothing_twice(tablet: Tablet, house: House, night: str) -> None:
    """A copied tab has what the first one's shelf held."""
    tablet.context.route("**/commands", lambda route: route.abort())
    lay_and_deal(tablet)
    expect(tablet.page.locator("#waiting li")).to_have_count(6)
    tablet.context.add_init_script("window.brought = { ...sessionStorage };")
    with tablet.page.expect_popup() as opened:
        tablet.page.evaluate("() => { open(location.href); }")
    copy = opened.value
    brought = copy.evaluate("(night) => JSON.parse(brought[`touches ${night}`]).touches.length", night)
    assert brought == len(WORDS)
    tablet.context.unroute("**/commands")
    for page in (copy, tablet.page):
        expect(page.locator("#part-state")).to_have_attribute("data-version", str(7 + len(EVENTS)))
        expect(page.locator("#strip")).to_be_hidden()
        expect(page.locator("#saved .word")).to_have_text("saved")
    assert events(house, night) == EVENTS
    assert len(house.book.commands(night)) == 7 + len(EVENTS)


@pytest.mark.parametrize("put_aside", [False, True])
def test_a_touch_without_its_forerunner_is_not_done(tablet: Tablet, house: House, night: str, put_aside: bool) -> None:
    """Also on a page that the browser had put aside whole, while another one of the tab went on."""
    if put_aside:
        tablet.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
        tablet.page.evaluate(LEFT_BEHIND, night)
        with tablet.page.expect_navigation():
            tablet.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    else:
        tablet.go("/")
        tablet.page.evaluate(LEFT_BEHIND, night)
        tablet.go(f"/nights/{night}")
    strip = tablet.page.locator("#strip")
    expect(strip).to_contain_text("Not done: loser K.")
    expect(tablet.page.locator("#do-held")).to_be_hidden()
    tablet.touch("#leave-held")
    expect(strip).to_be_hidden()
    assert events(house, night) == []


UNDER_THE_STRIP = """() => {
    const strip = document.getElementById("strip").getBoundingClientRect();
    return [...document.querySelectorAll("#part-top > *, #saved, #table .part:not(#part-top)")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < strip.right && strip.left < box.right && box.top < strip.bottom && strip.top < box.bottom;
        }).map((one) => one.id || one.className);
}"""
"""What the strip lies over and can be seen: what gives way to it stands in the strip itself."""
UPRIGHT = (800, 1280)


def test_without_a_line_nothing_is_covered(tablets: Tablets, line: Cable, house: House, night: str) -> None:
    """At every size, with the drawer open and without, and on a tablet held upright."""
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    house.do(night, "raise_dispute", dispute="d1", player="red", about="q", claim="It was coppered")
    tablet = tablets.new(line=line)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    line.cut()
    page = tablet.page
    strip = page.locator("#strip")
    expect(strip).to_be_visible()
    tablet.follow("player:red", "#menu", "sum:10000", "#act-red-buy_checks")
    expect(strip).to_contain_text("Offline. 1 action will be sent")
    assert waiting(page) == ["Ada Lamb: buy checks $100"]
    expect(page.locator("#waiting li")).to_be_visible()
    expect(page.locator('.drawer-line [data-for="red"]')).to_contain_text("$195 in checks")
    expect(page.locator('.drawer-line [data-for="red"] .after')).to_have_text(" · $295 after waiting actions")
    expect(page.locator('.who-key[data-player="red"]:visible')).to_contain_text("waits")
    expect(page.locator('.who-key[data-player="blue"]:visible')).not_to_contain_text("waits")
    expect(page.locator("#act-red-cash_in")).to_contain_text("$295")
    for size in (*SIZES[1:], SIZES[0]):
        resize(page, size)
        assert out_of_reach(page) == [], size
    tablet.touch("#drawer-done")
    for rank in ("J", "3"):
        tablet.rank(rank)
    expect(page.locator("#part-top .phase")).to_have_text("Bets are open")
    tablet.rank("4")
    expect(page.locator("#part-top .phase")).to_have_text("Bets are closed")
    expect(page.locator("#follows")).to_have_text("Take and pay follows when the connection is back.")
    expect(page.locator("#follows")).to_be_visible()
    expect(page.locator(".between-turns")).to_be_hidden()
    for size in (UPRIGHT, *SIZES):
        resize(page, size)
        page.wait_for_function(WAITS_ON_SHEET)
        assert out_of_reach(page) == [], size
        assert page.evaluate(UNDER_THE_STRIP) == [], size
        for gives_way in (".standing", ".phase") if size == UPRIGHT else (".standing",):
            words = page.locator(f"#part-top {gives_way}").text_content() or "?"
            expect(strip.locator(".stands")).to_contain_text(words.strip())
    line.mend()
    expect(strip).to_contain_text("All saved.")
    expect(page.locator("#waits")).to_be_hidden()
    assert events(house, night)[-3:] == ["LoserDrawn", "WinnerDrawn", "LoserDrawn"]


OVER_EACH_OTHER = """() => {
    const [strip, alert, whisper] = ["#strip", "#alert.shown", "#whisper:not(:empty)"]
        .map((one) => document.querySelector(one)?.getBoundingClientRect());
    const meet = (one, other) => Boolean(one && other && one.bottom > other.top && other.bottom > one.top
        && one.right > other.left && other.right > one.left);
    return [meet(strip, alert), meet(alert, whisper)];
}"""
"""Whether the hint lies over the strip, and the whisper over the alert."""


def test_no_hint_hides_what_is_not_saved(tablet: Tablet, line: Cable) -> None:
    """It hid the keys that send and cancel, under a header that said "saved"."""
    line.cut()
    page = tablet.page
    expect(page.locator("#strip")).to_be_visible()
    tablet.touch("#key-orders")
    expect(tablet.alert).to_contain_text("Touch a stack")
    for size in (UPRIGHT, *SIZES):
        resize(page, size)
        assert page.evaluate(OVER_EACH_OTHER) == [False, False], size


def test_the_answer_to_an_earlier_touch_puts_no_hint_away(tablet: Tablet) -> None:
    """A quick dealer did not see why the touch after it did nothing."""
    held = Held(tablet)
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    tablet.touch("#key-orders")
    expect(tablet.alert).to_contain_text("Touch a stack")
    held.let_go()
    tablet.sees("#saved:not(.sending, .unsaved)")
    expect(tablet.alert).to_contain_text("Touch a stack")
    tablet.rank("9")
    expect(tablet.alert).to_be_hidden()


def test_no_whisper_hides_a_refusal(tablet: Tablet) -> None:
    page = tablet.page
    tablet.follow("player:red", "amount:10000", "spot:single-Q", "spot:single-K", "spot:single-J")
    expect(tablet.alert).to_be_visible()
    for size in SIZES:
        resize(page, size)
        page.evaluate("document.querySelector('#whisper').textContent = 'Ada Lamb is betting: touch a card.'")
        assert page.evaluate(OVER_EACH_OTHER) == [False, False], size


def test_checks_that_a_waiting_card_can_change_are_left_open(tablet: Tablet, line: Cable) -> None:
    """A card settles a bet that waits before it, so only the book knows what the player then holds."""
    tablet.player("red")
    tablet.amount(500)
    line.cut()
    after = tablet.page.locator('.drawer-line [data-for="red"] .after')
    for touches, note in (
        (("spot:single-Q",), "$195 after waiting actions"),
        (("rank:J", "rank:Q"), "more is waiting"),
    ):
        tablet.follow(*touches, "player:red", "#menu")
        expect(after).to_have_text(f" · {note}")
        tablet.touch("#drawer-done")
