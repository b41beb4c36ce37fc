"""The tablet's page in a browser: refusals, lost answers, keypads, claims, seats and the default tablet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

import web.games
from dealer.game.hands import StartHand
from dealer.games import five_in_one, spoil_five
from dealer.night.disputes import laws
from events.common.night import DisputeRuled
from events.games.faro import LoserDrawn, WinnerDrawn
from tests.support.house import Client, House
from tests.web.evenings import busy
from tests.web.geometry import covered_keys, cut_off, out_of_reach, small_keys
from tests.web.tablet_in_browser import SIZES, SMALLEST, Held, Tablet, Tablets, resize
from web.app.links import player_link
from web.default_screens import inputs_of
from web.tablet.seats import sits_out_text

DRAWN = (LoserDrawn, WinnerDrawn)


def test_a_refusal_is_shown_and_nothing_is_lost(tablet: Tablet, house: House, night: str) -> None:
    tablet.follow("player:red", "amount:10000", "spot:single-Q", "spot:single-K", "spot:single-J")
    expect(tablet.alert.locator("p")).to_have_text("Ada Lamb has $0 in checks, not $100.")
    assert tablet.alert.get_attribute("role") == "alert"
    expect(tablet.saved).to_have_text("saved")
    expect(tablet.page.locator("#seat-red .checks")).to_have_text("$0.00")
    expect(tablet.page.locator("#seat-red")).to_have_attribute("aria-pressed", "true")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    tablet.follow("player:blue", "spot:single-J")
    expect(tablet.page.locator(".stack")).to_have_count(3)
    expect(tablet.alert).to_be_hidden()
    assert [row.refused for row in house.book.commands(night) if row.refused] == ["not_enough_checks"]
    assert [text for text in tablet.said if "422" not in text] == []


def test_a_lost_answer_is_asked_for_again_and_done_once(tablet: Tablet, house: House, night: str) -> None:
    tablet.follow("player:red", "amount:500")
    tries = []

    def lose_the_answer(route: Route) -> None:
        tries.append(route.request.headers["idempotency-key"])
        if len(tries) == 1:
            route.fetch()
        route.abort()

    tablet.page.route("**/commands", lose_the_answer)
    tablet.spot("single-Q")
    expect(tablet.saved).to_have_text("not saved")
    expect(tablet.page.locator("#strip")).to_contain_text("Offline. 1 action will be sent")
    commands = len(house.book.commands(night))
    with tablet.page.expect_response("**/commands") as again:
        tablet.page.unroute("**/commands")
    assert again.value.request.headers["idempotency-key"] == tries[0]
    expect(tablet.saved).to_have_text("saved")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert len(set(tries)) == 1
    assert len(house.book.commands(night)) == commands
    assert house.result(night)["players"]["red"]["staked"] == 500


def test_a_sleeper_is_claimed_from_the_drawer(tablet: Tablet, house: House, night: str) -> None:
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "place_bet", bet="x", player="blue", kind="single", ranks=["9"], stake=500)
    house.do(night, "bar_bet", bet="x")
    house.do(night, "turn", loser="9", winner="9")
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.touch("#menu")
    tablet.touch("#tab-night")
    tablet.touch('[data-touch="sleepers"]')
    tablet.touch('.pane.orders:not([hidden]) [data-touch="claim"]')
    expect(tablet.page.locator(".stack")).to_have_count(0)
    assert house.result(night)["players"]["red"]["checks"] == 20_500


CUT_OFF = """() => [...document.querySelectorAll(".top p, .top h1, .seat span, .key span, .ask strong, .pane h2")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map((one) => one.textContent)"""
SMALL_IN_PANE = """(pane) => [...pane.querySelectorAll("button")]
.filter((key) => key.checkVisibility()).filter((key) => {
    const box = key.getBoundingClientRect(), around = pane.getBoundingClientRect();
    return box.width < 43.5 || box.height < 43.5 || box.bottom > around.bottom || box.right > around.right;
}).map((key) => [key.textContent, key.getBoundingClientRect().width, key.getBoundingClientRect().height])"""


def test_every_target_and_pane_fits_its_place_and_nothing_scrolls_at_any_size(tablets: Tablets, house: House) -> None:
    tablet = tablets.at(busy(house))
    tablet.page.evaluate("document.fonts.ready")
    for size in SIZES:
        resize(tablet.page, size)
        assert out_of_reach(tablet.page) == [], size
        assert tablet.page.evaluate(CUT_OFF) == [], size
    assert tablet.said == []
    openings: dict[str, Callable[[], object]] = {
        "keypad": lambda: tablet.touch("#key-other"),
        "pick": lambda: tablet.touch("#key-pick"),
        "on-single-Q": lambda: (tablet.touch("#key-orders"), tablet.spot("single-Q")),
        "bet-q0": lambda: tablet.touch('#pane-on-single-Q [data-pane="bet-q0"]'),
    }
    for pane, open_it in openings.items():
        open_it()
        shown = tablet.page.locator(f'.pane[data-pane="{pane}"]')
        expect(shown).to_be_visible()
        for size in SIZES:
            resize(tablet.page, size)
            assert shown.evaluate(SMALL_IN_PANE) == [], (pane, size)


def test_the_page_says_nothing_to_anybody_else(tablets: Tablets, house: House) -> None:
    query: list[str] = []
    tablet = tablets.new()
    tablet.page.on("request", lambda request: query.append(request.url))
    tablet.go(f"/nights/{busy(house)}")
    tablet.follows()
    assert len(query) > 20
    assert all(url.startswith(tablets.address) for url in query)


def test_a_rank_touched_early_still_waits_for_its_suit(tablet: Tablet, house: House, night: str) -> None:
    """A quick dealer: the answer to the loser comes only when the winner's rank has been touched."""
    version = house.result(night)["events"]
    held = Held(tablet)
    tablet.follow("#key-suits", "rank:A", '[data-suit="s"]')
    tablet.page.wait_for_function("() => document.querySelector('#saved').classList.contains('sending')")
    tablet.rank("2")
    suits = tablet.page.locator("#part-ranks .suit-row")
    expect(suits).to_be_visible()
    held.let_go()
    expect(tablet.saved).to_have_text("saved")
    expect(suits).to_be_visible()
    tablet.touch('[data-suit="h"]')
    tablet.sees(f'#part-state[data-version="{version + 2}"]')
    turn = [event.event.card for event in house.book.events(night, after=version) if isinstance(event.event, DRAWN)]
    assert turn == ["As", "2h"]


def test_a_seat_touched_again_opens_the_account(tablet: Tablet, house: House, night: str) -> None:
    drawer = tablet.page.locator("#part-drawer")
    tablet.follow("#seat-red", "#seat-red")
    expect(drawer).to_be_visible()
    tablet.follow("#drawer-done", "amount:500", "#seat-red")
    expect(tablet.page.locator("#whisper")).to_have_text("Ada Lamb is betting: touch a card. Money is under ☰.")
    expect(drawer).to_be_hidden()
    tablet.spot("single-Q")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    tablet.touch("#menu")
    expect(tablet.page.locator("#act-red-buy_checks")).to_be_visible()


def test_no_card_is_dealt_while_ranks_are_picked(tablet: Tablet, house: House, night: str) -> None:
    version = house.result(night)["events"]
    rank = tablet.page.locator("#rank-K")
    tablet.touch("#key-pick")
    expect(rank).to_have_attribute("aria-disabled", "true")
    tablet.rank("K")
    expect(tablet.page.locator("#whisper")).to_have_text("Finish picking ranks first.")
    tablet.touch("#key-pick")
    expect(rank).to_have_attribute("aria-disabled", "false")
    tablet.rank("K")
    tablet.settle_down(version + 1)
    assert [row.document.get("card") for row in house.book.commands(night)][-1] == "K"


KEYPAD_SIZES = ((1280, 800), (1024, 768), (768, 1024), (800, 1280))
ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "back"]
STYLE = "(key) => ['color', 'backgroundColor', 'fontSize'].map((name) => getComputedStyle(key)[name])"
TYPED = (
    (".", "$0."),
    ("5", "$0.5"),
    ("back", "$0."),
    ("back", "$0"),
    ("back", "$0"),
    ("0", "$0"),
    ("7", "$7"),
    ("1", "$71"),
    ("2", "$712"),
    ("3", "$7,123"),
    ("4", "$71,234"),
    ("5", "$712,345"),
    ("6", "$7,123,456"),
    ("7", "$71,234,567"),
    ("8", "$712,345,678"),
    ("9", "$712,345,678"),
    (".", "$712,345,678."),
    (".", "$712,345,678."),
    ("0", "$712,345,678.0"),
    ("5", "$712,345,678.05"),
    ("1", "$712,345,678.05"),
)
"""Keys, and what is shown after each: nine digits of dollars at most, two of cents."""


def test_every_keypad_has_the_same_keys_and_does_the_same(tablets: Tablets, house: House, night: str) -> None:
    tablet = tablets.new()
    page = tablet.page
    tablet.go(f"/nights/{night}")
    keypads = {'[data-tab="money"]': "#menu", '.pane[data-pane="keypad"]': "#key-other"}
    styles = []
    for within, opener in keypads.items():
        tablet.touch(opener)
        keys = page.locator(f"{within} .keypad button")
        assert [key.get_attribute("data-digit") for key in keys.all()] == ORDER
        columns = "(it) => getComputedStyle(it).gridTemplateColumns.split(' ').length"
        assert page.locator(f"{within} .keypad").evaluate(columns) == 3
        styles.append(keys.first.evaluate(STYLE))
        for key, shown in TYPED:
            page.touchscreen.tap(*tablet.middle(f'{within} [data-digit="{key}"]'))
            expect(page.locator(f"{within} .typed-sum")).to_have_text(shown)
        for size in KEYPAD_SIZES:
            resize(page, size)
            assert small_keys(page, f"{within} .keypad") == [], (within, size)
            assert covered_keys(page, f"{within} .keypad") == [], (within, size)
            assert cut_off(page, f"{within} :is(.keypad, .typed-sum, .typed)") == [], (within, size)
        resize(page, KEYPAD_SIZES[0])
        page.keyboard.press("Escape")
    assert styles[0] == styles[1]


SUMS = (
    (("q5000", "3", "7", ".", "5"), "$37.5"),
    (("q5000", "q5000", "q10000"), "$200"),
    (("q10000", "back", "3"), "$3"),
    (("3", "7", ".", "q5000"), "$87"),
    (("0", ".", "5", "q2000"), "$20.50"),
    (("0", ".", "5", "q2000", "5"), "$5"),
)
"""Quick sums in cents, and keys; what is shown after the last of them."""


def test_quick_sums_add_up_and_a_digit_after_one_begins_anew(tablets: Tablets, night: str) -> None:
    """In the drawer, a touch every 240 ms."""
    tablet = tablets.new()
    tablet.take_the_clock()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    drawer = '[data-tab="money"]'
    for keys, shown in SUMS:
        touched = [f'.usual [data-cents="{key[1:]}"]' if key[0] == "q" else f'[data-digit="{key}"]' for key in keys]
        tablet.quickly("#menu", *(f"{drawer} {key}" for key in touched))
        expect(tablet.page.locator(f"{drawer} .typed-sum")).to_have_text(shown)
        tablet.page.keyboard.press("Escape")


@pytest.mark.parametrize(("keys", "shown"), [(("1", "2"), "$12"), (("back",), "$0"), (("q2000",), "$20")])
def test_a_standing_amount_gives_way_to_keys(tablets: Tablets, house: House, keys: tuple[str, ...], shown: str) -> None:
    """Who lacks checks for a bet is sold them from its refusal, in the drawer, where its stake is entered."""
    night = house.open_night()
    house.do(night, "seat_player", player="red", name="Ada Lamb")
    house.deal(night)
    tablet = tablets.at(night)
    tablet.follow("player:red", "#key-other")
    for digit in ("0", ".", "5"):
        tablet.touch(f'.pane [data-digit="{digit}"]:visible')
    tablet.follow('[data-touch="take-amount"]', "spot:single-J", '.alert [data-touch="over-to"]')
    expect(tablet.page.locator('[data-tab="money"] .typed-sum')).to_have_text("$0.50")
    for key in keys:
        what = f'.usual [data-cents="{key[1:]}"]' if key[0] == "q" else f'[data-digit="{key}"]'
        tablet.touch(f'[data-tab="money"] {what}')
    expect(tablet.page.locator('[data-tab="money"] .typed-sum')).to_have_text(shown)


def test_disputes_are_raised_by_touch_and_seen_at_once(tablet: Tablet, house: House, night: str) -> None:
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    page, claims = tablet.page, tablet.page.locator("#part-claims")
    flag = page.locator("#open-disputes")
    expect(page.locator(".lines li")).to_have_count(1)
    expect(flag).to_have_count(0)

    tablet.touch(".last-turns .dispute-key")
    expect(claims).to_be_visible()
    tablet.touch('[data-claim="The card was misread"]')
    expect(tablet.alert).to_contain_text("Now touch the player who says so.")
    tablet.touch('#part-claims [data-player="blue"]')
    expect(claims).to_be_hidden()
    expect(flag).to_have_accessible_name("1 open dispute")

    page.locator(".lines .dispute-key").press("Enter")
    expect(claims).to_contain_text("Ada Lamb, the Q")
    page.keyboard.press("Escape")
    expect(claims).to_be_hidden()
    expect(page.locator(".lines .dispute-key")).to_be_focused()

    tablet.follow(".lines .dispute-key", '[data-touch="other-claim"]')
    page.get_by_label("In their words").fill("The dealer bumped it")
    tablet.touch("#act-raise_dispute")
    expect(flag).to_have_accessible_name("2 open disputes")
    tablet.follow("#drawer-done", "#open-disputes")
    expect(page.locator('[data-tab="disputes"] .held')).to_have_count(2)
    raised = house.service.night(night).disputes
    assert [(entry.player, entry.about, entry.claim) for entry in raised.values()] == [
        ("blue", "1", "The card was misread"),
        ("red", "q", "The dealer bumped it"),
    ]


def test_a_ruling_begins_with_what_the_claim_comes_to(tablet: Tablet, house: House, night: str) -> None:
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    page = tablet.page
    expect(page.locator(".lines li")).to_have_count(1)
    tablet.touch(".lines .dispute-key")
    tablet.touch('[data-claim="It was coppered"]')
    tablet.touch("#open-disputes")
    tablet.touch('[data-touch="rule"][data-dispute="d1"]:visible')
    tablet.touch('[data-choice="ruling"][data-value="corrected"]')
    expect(page.locator('[data-choice="from"][data-value="bank"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-choice="to"][data-value="red"]')).to_have_attribute("aria-pressed", "true")
    # To touch a side that is proposed is to agree.
    tablet.touch('[data-choice="from"][data-value="bank"]')
    expect(page.locator('[data-choice="from"][data-value="bank"]')).to_have_attribute("aria-pressed", "true")
    # The reason that is wanted lies below the laws, out of sight until it is asked for.
    reason = page.locator('[data-choice="reason"]:visible >> nth=0')
    expect(reason).not_to_be_in_viewport()
    tablet.touch("#act-rule_dispute")
    expect(reason).to_be_in_viewport(ratio=1)
    page.touchscreen.tap(*tablet.middle('#ruling-form [data-choice="reason"]'))
    law = page.locator('[data-ruling="d1"] [data-choice="law"][data-value="7"]')
    expect(law).to_contain_text(laws()[6])
    law.tap()
    tablet.touch("#act-rule_dispute")
    expect(page.locator("#open-disputes")).to_have_count(0)
    ruled = house.book.events(night)[-1].event
    assert isinstance(ruled, DisputeRuled)
    assert (
        ruled.law,
        [(correction.source, correction.target, correction.amount_cents) for correction in ruled.corrections],
    ) == (
        7,
        [("bank", "red", 1_000)],
    )


NAMES = {"red": "Wyatt", "blue": "Doc", "white": "Kate", "green": "Bat"}
DEALT_TO_EVERYBODY = ("fan_tan", "farmer", "spoil_five", "five_in_one", "frog")


def open_night(house: House, *games: str) -> str:
    night = house.open_night(game=list(games), house="usual", roll=0)
    house.seat(night, **NAMES)
    return night


def seat_order(house: House, night: str) -> str:
    return " ".join(house.service.night(night).seated)


def test_a_newcomer_is_placed_a_seat_moves_and_a_player_sits_out_by_touch(tablets: Tablets, house: House) -> None:
    night = open_night(house, "farmer")
    tablet = tablets.at(night, SMALLEST)
    tablet.touch("#seat-add")
    tablet.page.locator("#seat-name").tap()
    tablet.page.keyboard.type("Ringo")
    tablet.follow('[data-choice="after"][data-value=\'{"after": "red"}\']', "#seat-them")
    expect(tablet.page.locator("#seat-black")).to_have_count(1)
    assert seat_order(house, night) == "red black blue white green"
    tablet.follow('[data-choice="move"][data-value="green"]', '[data-act="move_seat"][data-after="red"]')
    expect(tablet.page.locator("#part-players .seat[data-player]").nth(1)).to_have_id("seat-green")
    tablet.follow('[data-choice="move"][data-value="blue"]', '[data-act="move_seat"][data-after=""]')
    expect(tablet.page.locator("#part-players .seat[data-player]").first).to_have_id("seat-blue")
    assert seat_order(house, night) == "blue red green black white"
    tablet.touch('[data-act="sit_out"][data-player="black"]')
    expect(tablet.page.locator('[data-act="sit_in"][data-player="black"]')).to_be_visible()
    tablet.touch("#drawer-done")
    words = sits_out_text(house.service.night(night), "black")
    expect(tablet.page.locator("#seat-black .owes")).to_have_text(words)
    house.do(night, "start_hand", dealer="blue")
    assert house.service.night(night).tables["farmer"].players == ("red", "green", "white", "blue")
    assert tablet.said == []


def test_the_next_match_has_other_partners_once_a_seat_moved(tablets: Tablets, house: House) -> None:
    night = open_night(house, "five_hundred")
    tablet = tablets.at(night, SMALLEST)
    tablet.touch("#begin-match")
    expect(tablet.page.locator("#begin-match")).to_have_count(0)
    house.do(night, "abandon_match", reason="supper")
    expect(tablet.page.locator("#begin-match")).to_be_visible()
    tablet.touch("#menu")
    tablet.touch('.tab[data-opens="seats"]')
    tablet.touch('[data-choice="move"][data-value="blue"]')
    tablet.touch('[data-act="move_seat"][data-after="white"]')
    expect(tablet.page.locator("#part-players .seat[data-player]").nth(1)).to_have_id("seat-white")
    tablet.follow("#drawer-done", "#begin-match")
    expect(tablet.page.locator("#begin-match")).to_have_count(0)
    table = house.service.night(night).tables["five_hundred"]
    assert [set(side) for side in table.matches[0]] == [{"red", "white"}, {"blue", "green"}]
    assert [set(side) for side in table.matches[1]] == [{"red", "blue"}, {"white", "green"}]
    assert tablet.said == []


@pytest.mark.parametrize("game", DEALT_TO_EVERYBODY)
def test_every_screen_shows_who_sits_out(house: House, client: Client, game: str) -> None:
    night = open_night(house, game)
    with house.app.test_request_context():
        phone = player_link(night, "white")
    screens = (f"/nights/{night}", f"/board/{night}", phone)
    before = [client.get(address, follow_redirects=True).text for address in screens]
    house.do(night, "sit_out", player="white")
    words = f">{sits_out_text(house.service.night(night), 'white')}<"
    after = [client.get(address, follow_redirects=True).text for address in screens]
    assert [(words in then, words in now) for then, now in zip(before, after, strict=True)] == [(False, True)] * 3


def test_an_argument_that_names_players_is_entered_by_its_form() -> None:
    kinds = {
        query: {entry.name: entry.kind for entry in inputs_of(query, ())}
        for query in (StartHand, five_in_one.ColdHand, five_in_one.PartResult, spoil_five.ScoreHand)
    }
    assert kinds == {
        StartHand: {"dealer": "player"},
        five_in_one.ColdHand: {"winners": "players"},
        five_in_one.PartResult: {"part": "choice", "chips": "by_player"},
        spoil_five.ScoreHand: {"tricks": "by_player", "went_on": "tick"},
    }


def count(tablet: Tablet, player: str, by: int) -> None:
    for _ in range(abs(by)):
        tablet.touch(
            f'[data-form="part_result"] [data-touch="count"][data-player="{player}"][data-by="{by // abs(by)}"]'
        )


def part(tablet: Tablet, name: str, **chips: int) -> None:
    if tablet.page.locator("#key-part_result").get_attribute("aria-pressed") == "false":
        tablet.touch("#key-part_result")
    tablet.touch(f"""[data-form="part_result"] [data-value='"{name}"']""")
    for player, by in chips.items():
        count(tablet, player, by)
    tablet.touch("#do")
    expect(tablet.saved).to_have_text("saved")


def test_a_round_of_parts_is_told_by_touch(tablets: Tablets, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(web.games.GAMES, "five_in_one", raising=False)
    night = house.open_night(game="five_in_one", house="five_in_one", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", green="T. Vane")
    house.do(night, "start_hand", dealer="green")
    tablet = tablets.at(night)
    page = tablet.page
    expect(page.locator("#key-cold_hand")).to_be_disabled()
    part(tablet, "plus_or_minus", red=3, blue=-2, green=-1)
    expect(page.locator("#key-cold_hand")).to_be_enabled()
    tablet.touch("#key-cold_hand")
    for player in ("red", "blue"):
        tablet.touch(f"""[data-form="cold_hand"] [data-value='"{player}"']""")
    tablet.touch("""[data-form="cold_hand"] [data-value='"blue"']""")
    expect(page.locator("#do")).to_have_text("Enter who won the cold hand: Ada Lamb")
    tablet.touch("#do")
    expect(tablet.saved).to_have_text("saved")
    part(tablet, "bango")
    part(tablet, "put_and_take")
    tablet.touch("#key-consolation")
    for card in ("As", "Ks", "Kh", "Kd", "Kc", "Qs", "Qh", "Qd", "Qc", "10h"):
        tablet.touch(f"""[data-form="consolation"] [data-value='"{card}"']""")
    tablet.touch("#do")
    expect(page.locator(".acts li").first).to_contain_text("Round 1 is over")
    (row,) = house.result(night)["hands"]
    assert (row["winner"], row["hits"], row["net"]) == ("red", 2, {"red": 3, "blue": -5, "green": 2})
