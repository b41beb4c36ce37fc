"""A double tap is one act, and leaving a page in the middle of a touch loses and doubles nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.fixtures import soaked
from tests.support.house import Client, House
from tests.web.evenings import NAMES, before_the_last_turn, chip_night, lay_till_somebody_is_out, pot_night, show_all
from tests.web.served import served
from tests.web.tablet_in_browser import Tablet, Tablets

pytestmark = pytest.mark.browser
FINGERS = (Path(__file__).parent / "fingers.js").read_text(encoding="utf-8")
GAPS_MS = (50, 450)
"""The shortest and the longest: the page compares the time once, so what holds for both holds between."""
Table = dict[str, Any]


class Tables:
    """Tables as the server gives them, by the states they are in: what a touch is answered with."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.by_state: dict[str, Table] = {}

    def keep(self, state: str, night: str) -> None:
        html = self._client.get(f"/nights/{night}/table").text
        found = re.search(r'data-version="(\d+)"', html)
        assert found
        # No newer one is asked for: which table is shown, the test says.
        self.by_state[state] = {"html": html.replace(found[0], 'data-version="1000000"'), "version": "1000000"}

    def after(self, state: str, *others: str) -> list[Table]:
        """The table of a state, the others that come between two touches of it, and a refusal."""
        first = self.by_state[state]
        return [first, *(self.by_state[other] for other in others), {"shown": first}]


def faro_night(house: House, **differs: Any) -> str:
    """Two players with a marker, a pledge, a loan, a bet each, and a dispute that waits."""
    night = house.open_night(house={"preset": "american", "running_limit": 50_000}, **differs)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "issue_marker", player="red", amount=10_000)
    house.do(night, "take_pledge", player="red", item="watch", amount=5_000)
    house.do(night, "lend_stake", lender="blue", borrower="red", amount=2_000, profit_share=0)
    return night


def faro_tables(house: House, tables: Tables) -> str:
    """A Faro night's tables from before the deal to its end; gives the night."""
    night = faro_night(house)
    tables.keep("before a deal", night)
    house.do(night, "start_deal")
    tables.keep("soda", night)
    house.do(night, "expose_soda", card="5")
    for bet, player, rank in (("q", "red", "Q"), ("k", "blue", "K")):
        house.do(night, "place_bet", bet=bet, player=player, kind="single", ranks=[rank], stake=500)
    tables.keep("betting", night)
    house.do(night, "place_bet", bet="c", player="blue", kind="colors", win="red", stake=500)
    tables.keep("suits", night)
    house.do(night, "take_down_bet", bet="c")
    house.do(night, "turn", loser="Q", winner="2")
    house.do(night, "raise_dispute", dispute="d1", player="red", about="q", claim="It was coppered")
    tables.keep("after a turn", night)
    house.do(night, "draw_loser", card="9")
    tables.keep("loser drawn", night)
    last = before_the_last_turn(house)
    tables.keep("last turn", last)
    house.do(last, "turn", loser="2", winner="A")
    tables.keep("before the hock", last)
    house.do(last, "expose_hock", card="3")
    tables.keep("dealt out", last)
    return night


MONEY = ["#menu", '.tab[data-opens="money"]', '.who-key[data-player="red"]']
IN_HAND = ['.hand [data-cents="500"]', "#seat-blue", "#seat-red"]
NIGHT = ["#menu", "#tab-night"]
WANT_A_SUM = ":is([data-act=buy_checks], [data-act=redeem_marker], [data-act=tip])"
HUNDRED = '.usual [data-cents="10000"]'
DISPUTES = ["#menu", '.tab[data-opens="disputes"]']
ALL, SHEET, DRAWER = "body", "#part-sheet, .alert", "#part-drawer, .alert"
State = tuple[tuple[str, ...], list[str], str]
"""The tables that come, the first first; the touches that open what is open; the part of the page that is touched."""
FARO: dict[str, State] = {
    "before a deal": (("before a deal", "soda"), [], ALL),
    "soda": (("soda", "betting"), [], "#part-ranks, #part-sheet"),
    "betting, checks in hand": (("betting", "after a turn"), IN_HAND, ALL),
    "orders of a bet": (("betting", "after a turn"), ["#key-orders", "#spot-single-K"], SHEET),
    "the keypad": (("betting", "loser drawn"), ["#key-other"], SHEET),
    "ranks picked": (("betting", "after a turn"), [*IN_HAND, "#key-pick", '.pick-key[data-rank="Q"]'], SHEET),
    "a rank waits for its suit": (("suits", "loser drawn"), ["#rank-7"], "#part-ranks"),
    "a claim": (("after a turn", "betting"), [".lines .dispute-key"], "#part-claims"),
    "loser drawn": (("loser drawn", "after a turn"), [], "#part-ranks, #part-sheet"),
    "calling the last turn": (("last turn", "before the hock"), ['.hand [data-cents="500"]', "#step"], SHEET),
    "before the hock": (("before the hock", "dealt out"), [], "#part-ranks, #part-sheet"),
    "dealt out": (("dealt out", "before a deal"), [], SHEET),
    "money": (("after a turn", "before a deal", "dealt out"), MONEY, "#part-drawer [data-touch]:not(.acts *), .alert"),
    "an account": (("after a turn", "before a deal"), MONEY, ".acts"),
    "a sum typed": (("after a turn", "dealt out"), [*MONEY, HUNDRED], WANT_A_SUM),
    "a pledge": (
        ("after a turn", "before a deal"),
        [*MONEY, HUNDRED, '[data-opens="pledge"]', '[data-value="watch"]'],
        ".acts",
    ),
    "a loan": (
        ("after a turn", "before a deal"),
        [*MONEY, HUNDRED, '[data-opens="lend"]', '.acts [data-value="blue"]'],
        ".acts",
    ),
    "leaving": (("before a deal", "betting"), [*MONEY, '[data-opens="leave"]'], ".acts"),
    "the bank": (("after a turn", "before a deal"), [*MONEY, '[data-account="bank"]', HUNDRED], ".acts"),
    "seats": (("after a turn", "before a deal"), ["#seat-add"], ".seating, header"),
    "disputes": (
        ("after a turn", "betting"),
        [*DISPUTES, '.disputes .who-key[data-player="red"]', ".acts .lines .chip", '[data-choice="claim"]'],
        ".acts",
    ),
    "a ruling": (
        ("after a turn", "betting"),
        [*DISPUTES, '[data-touch="rule"]', '[data-value="stands"]', '[data-choice="reason"]'],
        ".keys",
    ),
    "the night": (("after a turn", "dealt out"), NIGHT, ".evening, header"),
    "voiding": (("after a turn", "before a deal"), [*NIGHT, '[data-opens="void"]', '[data-choice="foul"]'], ".evening"),
    "closing": (("before a deal", "betting"), [*NIGHT, "#close-first"], ".evening"),
}

AT_ONCE = {
    "betting, checks in hand",
    "a claim",
    "loser drawn",
    "money",
    "seats",
    "before a hand",
    "settling",
}
"""Some of each kind; which key it is means nothing to the guard that counts touches."""
ONLY_CHOOSING = {"the keypad", "seats", "the night"}
"""States in which no first touch does something for good."""


class Twice:
    """A page whose keys are all touched twice."""

    def __init__(self, browser: Browser, address: str, night: str, tables: Tables) -> None:
        self.tablet = Tablet(browser, address)
        self.tables = tables
        self.tablet.go(f"/nights/{night}")
        self.tablet.follows()
        self.tablet.page.evaluate(f"() => {{ {FINGERS} }}")

    def touch(self, state: State) -> dict[str, Any]:
        """Touch all keys of a state twice; of many that are alike, such as places and digits, some."""
        tables, steps, within = state
        query = {"tables": self.tables.after(*tables), "steps": steps, "gaps": GAPS_MS, "within": within}
        done: dict[str, Any] = self.tablet.page.evaluate("(asked) => touchTwice(asked)", query)
        return done


@pytest.fixture(scope="module")
def faro(browser: Browser) -> Iterator[Twice]:
    """A Faro table: what is touched there comes to no server, so one does for all states."""
    with at_all_states(browser, faro_tables) as twice:
        yield twice


@pytest.fixture(scope="module")
def fan_tan(browser: Browser) -> Iterator[Twice]:
    with at_all_states(browser, fan_tan_tables) as twice:
        yield twice


@contextmanager
def at_all_states(browser: Browser, deal: Callable[[House, Tables], str]) -> Iterator[Twice]:
    house = House()
    tables = Tables(house.client())
    night = deal(house, tables)
    with served(house) as address:
        yield Twice(browser, address, night, tables)
    house.book.close()


@pytest.mark.parametrize("state", soaked(FARO, at_once=AT_ONCE))
def test_a_double_tap_at_a_faro_table_is_one_act(faro: Twice, state: str) -> None:
    touch_all(faro, state, FARO[state])


def touch_all(twice: Twice, state: str, what: State) -> None:
    """Touch the keys of a state twice: no second touch acts, while some of the first ones do."""
    done = twice.touch(what)
    assert done["wrong"] == []
    assert done["names"]
    assert bool(done["acts"]) == (state not in ONLY_CHOOSING)


def fan_tan_tables(house: House, tables: Tables) -> str:
    """A Fan-Tan night's tables through a hand in which a pass was wrong; gives the night."""
    night = pot_night(house)
    tables.keep("before a hand", night)
    house.do(night, "start_hand", dealer="red")
    tables.keep("in a hand", night)
    house.do(night, "lay", player="blue", card="7d")
    house.do(night, "pass", player="green")
    tables.keep("a turn later", night)
    lay_till_somebody_is_out(house, night)
    tables.keep("showing", night)
    show_all(house, night)
    tables.keep("all shown", night)
    house.do(night, "end_hand")
    tables.keep("settling", night)
    house.do(night, "settle_hand")
    tables.keep("paid", night)
    return night


FAN_TAN: dict[str, State] = {
    "before a hand": (("before a hand", "in a hand"), [], ALL),
    "in a hand": (("in a hand", "a turn later"), [], "#part-turn, #part-layout"),
    "several openers": (
        ("in a hand", "a turn later"),
        ["#several", "#place-7d", "#place-7s"],
        "#part-turn, #part-layout",
    ),
    "a turn later": (("a turn later", "showing"), [], "#part-turn, #part-layout, #part-sheet"),
    "a claim": (("a turn later", "showing"), [".course .dispute-key"], "#part-claims"),
    "all shown": (("all shown", "settling"), [], SHEET),
    "settling": (("settling", "paid"), [], SHEET),
    "paid": (("paid", "in a hand"), [], SHEET),
}
"""States of a Fan-Tan table, as those of Faro."""


@pytest.mark.parametrize("state", soaked(FAN_TAN, at_once=AT_ONCE))
def test_a_double_tap_at_a_fan_tan_table_is_one_act(fan_tan: Twice, state: str) -> None:
    touch_all(fan_tan, state, FAN_TAN[state])


def both_games_after_a_hand(house: House) -> str:
    """A night of Faro and Fan-Tan whose first hand of Fan-Tan has ended and is not settled yet."""
    night = pot_night(house, game=["faro", "fan_tan"], house={"faro": "american", "fan_tan": "antes"}, roll=500_000)
    house.do(night, "start_hand", dealer="red")
    for player in ("blue", "green", "white", "red"):
        house.do(night, "pass", player=player)
    house.do(night, "end_hand")
    return night


BEHIND = "() => JSON.parse(sessionStorage.touched).at - performance.timeOrigin - performance.now()"
"""How far the page's clock is behind the time of the last touch, in ms."""


def test_a_tap_that_leads_to_another_games_page_touches_nothing_there(tablets: Tablets, house: House) -> None:
    """The page of the other game is loaded between the two touches: its keys lie where this one's lay."""
    night = both_games_after_a_hand(house)
    tablet = tablets.new()
    tablet.take_the_clock()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    for key, end, next_page in (("#step", "settle_hand", "fan_tan"), ("#take-back", "void", "fan_tan")):
        if key == "#take-back":
            house.do(night, "start_deal")
            expect(tablet.page.locator("#part-state")).to_have_attribute("data-game", "faro")
            tablet.follows()
        there = tablet.middle(key)
        tablet.page.clock.pause_at(tablet.page.evaluate("() => Date.now() / 1000 + 1"))
        tablet.page.touchscreen.tap(*there)
        expect(tablet.page.locator("#part-state")).to_have_attribute("data-game", next_page)
        expect(tablet.saved).to_have_text("saved")
        # On a page that is loaded while it stands still, this clock is behind by what it was put forward before.
        behind = tablet.page.evaluate(BEHIND)
        tablet.page.clock.run_for(round(behind) + GAPS_MS[-1])
        tablet.page.touchscreen.tap(*there)
        assert tablet.page.evaluate("(night) => JSON.parse(sessionStorage[`touches ${night}`]).touches", night) == []
        assert house.book.commands(night)[-1].document["do"] == end
        tablet.page.clock.resume()
        tablet.page.wait_for_function("() => !document.body.dataset.acted")


LOOKS_AT_ONCE = """
Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
    set(told) {
        this.addEventListener("complete", (event) => {
            const tell = () => told.call(this, event);
            if (window.held && [...this.objectStoreNames].join() === "touches") window.held.push(tell);
            else tell();
        });
    },
});
window.left = new Promise((done) => {
    const request = indexedDB.open("casekeeper");
    request.onsuccess = () => {
        if (!request.result.objectStoreNames.contains("touches")) return done([]);
        const all = request.result.transaction("touches").objectStore("touches").getAll();
        all.onsuccess = () => { request.result.close(); done(all.result); };
    };
});
"""
"""A browser whose base says that it has a touch when it is let, and a page that looks at once what was left there."""


def test_a_page_gives_way_to_another_games_once_what_was_answered_is_let_go_of(tablets: Tablets, house: House) -> None:
    night = both_games_after_a_hand(house)
    house.do(night, "settle_hand")
    house.do(night, "start_deal")
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.begin_pages_with(LOOKS_AT_ONCE)
    tablet.page.reload()
    tablet.follows()
    tablet.page.evaluate("window.held = []")
    with tablet.page.expect_response("**/commands") as answered:
        tablet.touch("#take-back")
    assert answered.value.ok
    # A page that went over at once would be gone by the next answer.
    tablet.page.evaluate("async () => { await (await fetch('/healthz')).text(); }")
    tablet.page.evaluate("() => { window.held?.forEach((tell) => tell()); window.held = null; }")
    expect(tablet.page.locator("#part-state")).to_have_attribute("data-game", "fan_tan")
    assert tablet.page.evaluate("window.left") == []


def test_two_cards_touched_at_once_are_loser_and_winner(tablets: Tablets, house: House, night: str) -> None:
    """The second finger comes down before the first lets go, and the first lets go last: no click would be made."""
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    before = tablet.version
    glass = tablet.context.new_cdp_session(tablet.page)
    fingers = {
        number: {"x": x, "y": y, "id": number}
        for number, (x, y) in enumerate(map(tablet.middle, ("#rank-9", "#rank-K")), start=1)
    }
    for kind, lying in (("touchStart", (1,)), ("touchStart", (1, 2)), ("touchEnd", (1,)), ("touchEnd", ())):
        points = [fingers[entry] for entry in lying]
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    glass.detach()
    tablet.settle_down(before + 2)
    expect(tablet.page.locator("#part-ranks .ask")).to_contain_text("Loser")
    cards = [row.document.get("card") for row in house.book.commands(night)]
    assert cards[-2:] == ["9", "K"]


SIX = list(NAMES)[:6]


def faro_of_six(house: House) -> str:
    night = house.open_night()
    house.seat(night, **{player: NAMES[player] for player in SIX})
    house.deal(night)
    return night


def pharo_of_six(house: House) -> str:
    night = house.open_night(game="pharo", house={"preset": "hoyle", "check": 100})
    house.seat(night, **{player: NAMES[player] for player in SIX})
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="K")
    return night


def frog_of_three(house: House) -> str:
    night = chip_night(house, "frog", 3)
    house.do(night, "start_hand", dealer="red")
    return night


def hand_of_fan_tan(house: House) -> str:
    night = pot_night(house)
    house.do(night, "start_hand", dealer="red")
    return night


def spoil_five_of_six(house: House) -> str:
    night = chip_night(house, "spoil_five", 6)
    house.do(night, "start_hand", dealer="red")
    return night


def open_bets(house: House) -> str:
    """Two players, so that one has another player's bet between two of their own."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


FIVE, TWENTY_FIVE, JACK = '.hand [data-cents="500"]', '.hand [data-cents="2500"]', "#spot-single-J .target"
Quick = tuple[Callable[[House], str], list[str], list[tuple[str, ...]]]
"""A night, what is touched one after the other, and the commands that this is: their words and arguments."""
IN_A_ROW: dict[str, Quick] = {
    "six bets on one card": (
        faro_of_six,
        [FIVE, *(key for player in SIX for key in (f"#seat-{player}", JACK))],
        [("place_bet", player, "500") for player in SIX],
    ),
    "one player's bets of several amounts, and a copper": (
        open_bets,
        [FIVE, "#seat-red", JACK, TWENTY_FIVE, JACK, "#key-copper", JACK],
        [("place_bet", "red", "500"), ("press_bet", "2500"), ("place_bet", "red", "2500", "True")],
    ),
    "two players by turns": (
        open_bets,
        [FIVE, "#seat-red", JACK, "#seat-blue", JACK, "#seat-red", JACK],
        [("place_bet", "red", "500"), ("place_bet", "blue", "500"), ("press_bet", "500")],
    ),
    "six stakes on one card of the livret": (
        pharo_of_six,
        [FIVE, *(key for player in SIX for key in (f"#seat-{player}", f"#card-{player}-J"))],
        [("place_bet", player, "500") for player in SIX],
    ),
    "six markers": (
        faro_of_six,
        ["#menu", *(key for player in SIX for key in (f"#who-money-{player}", f"#act-{player}-issue_marker"))],
        [("issue_marker", player, "50000") for player in SIX],
    ),
    "passes of three players, each chosen": (
        frog_of_three,
        ["#pass", "#plate-white", "#pass", "#plate-red", "#pass"],
        [("pass", player) for player in ("blue", "white", "red")],
    ),
    "three dead hands": (
        spoil_five_of_six,
        [
            key
            for player in ("blue", "white", "black")
            for key in (f'[data-touch="beside"][data-player="{player}"]', '[data-value="revoke"]')
        ],
        [("kill_hand", player) for player in ("blue", "white", "black")],
    ),
    "a double tap on a card of the layout": (open_bets, [FIVE, "#seat-red", JACK, JACK], [("place_bet", "red", "500")]),
    "a double tap on a copper": (
        open_bets,
        [FIVE, "#seat-red", "#key-copper", "#key-copper", JACK],
        [("place_bet", "red", "500", "True")],
    ),
    "a double tap on an amount of Pharo": (
        pharo_of_six,
        ["#seat-red", FIVE, FIVE, "#card-red-J"],
        [("place_bet", "red", "500")],
    ),
    "a card touched again with a seat between": (
        open_bets,
        ["#rank-9", "#seat-blue", "#rank-9"],
        [("draw_loser", "9")],
    ),
    "picked on the cloth, with checks in hand": (
        open_bets,
        [FIVE, "#seat-red", "#key-pick", *(f"#spot-single-{rank} .target" for rank in "49J"), "#lay-picked"],
        [("place_bet", "red", "500", "4 9 J")],
    ),
    "picked on the cloth and picked no more": (
        open_bets,
        [FIVE, "#seat-red", "#key-pick", *(f"#spot-single-{rank} .target" for rank in "49JQ4949"), "#lay-picked"],
        [("place_bet", "red", "500", "J Q")],
    ),
    "loser, winner and the same loser again": (
        open_bets,
        ["#rank-9", "#rank-K", "#rank-9"],
        [("draw_loser", "9"), ("draw_winner", "K"), ("draw_loser", "9")],
    ),
}
ARGUMENTS = ("player", "stake", "amount", "add", "card", "coppered")


def strung(command: Table) -> list[str]:
    """The ranks of a string, in one word."""
    return [" ".join(command["ranks"])] if command.get("kind") == "string" else []


@pytest.fixture(scope="module")
def quick(browser: Browser) -> Iterator[tuple[Tablet, House]]:
    """A tablet whose clock the tests move, and the house of their nights: such a page is left to no other test."""
    house = House()
    with served(house) as address:
        tablet = Tablet(browser, address)
        tablet.take_the_clock()
        yield tablet, house
        assert tablet.said == []
    house.book.close()


ROWS_AT_ONCE = {
    "one player's bets of several amounts, and a copper",
    "two players by turns",
    "six markers",
    "six stakes on one card of the livret",
    "passes of three players, each chosen",
    "three dead hands",
    "a double tap on a card of the layout",
    "picked on the cloth and picked no more",
    "loser, winner and the same loser again",
}


@pytest.mark.parametrize("touched", soaked(IN_A_ROW, at_once=ROWS_AT_ONCE))
def test_quick_touches_are_done_and_double_taps_are_not(quick: tuple[Tablet, House], touched: str) -> None:
    """Another player, amount or copper chosen between two touches of one place makes two acts of them."""
    opened, keys, expected = IN_A_ROW[touched]
    tablet, house = quick
    night = opened(house)
    before = len(house.book.commands(night))
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.quickly(*keys)
    tablet.sees("#saved:not(.sending, .unsaved)")
    done = [row.document for row in house.book.commands(night)[before:]]
    found = [(entry["do"], *(str(entry[name]) for name in ARGUMENTS if name in entry)) for entry in done]
    assert [(*part, *strung(row)) for part, row in zip(found, done, strict=True)] == expected


def test_an_ignored_double_tap_says_what_it_was(quick: tuple[Tablet, House]) -> None:
    tablet, house = quick
    tablet.go(f"/nights/{open_bets(house)}")
    tablet.follows()
    for touched, names in (
        ((FIVE, "#seat-red", JACK), ("Ada Lamb", "J")),
        (("#rank-9",), ("9",)),
        (("#key-copper",), (tablet.page.locator("#key-copper").inner_text().strip(),)),
    ):
        tablet.quickly(*touched, touched[-1])
        for name in names:
            expect(tablet.page.locator("#whisper")).to_contain_text(name)


@pytest.mark.parametrize("opened", [frog_of_three, hand_of_fan_tan])
def test_an_ignored_pass_says_how_to_pass_next(quick: tuple[Tablet, House], opened: Callable[[House], str]) -> None:
    """The next player may have passed indeed, so the dealer is told to touch the key again."""
    tablet, house = quick
    tablet.go(f"/nights/{opened(house)}")
    tablet.follows()
    tablet.quickly("#pass", "#pass")
    expect(tablet.page.locator("#whisper")).to_contain_text(re.compile("next player.*again"))


TOUCH_AND_GO = """
([spot, leave]) => {
  const target = document.querySelector(`#spot-${spot} .target`);
  const { x, y, width, height } = target.getBoundingClientRect();
  const finger = { bubbles: true, isPrimary: true, pointerId: 9, clientX: x + width / 2, clientY: y + height / 2 };
  target.dispatchEvent(new PointerEvent("pointerdown", finger));
  target.dispatchEvent(new PointerEvent("pointerup", finger));
  if (leave === "back") history.back();
  else location.reload();
}
"""
"""A finger on the layout, and the page left by the same task: nothing that takes its time is done any more."""
TOO_EARLY = """
if (location.pathname.startsWith("/nights/")) {
  const been = Number(sessionStorage.been ?? 0);
  sessionStorage.been = been + 1;
  if (!been) IDBFactory.prototype.open = () => ({});
  if (been === 1) addEventListener("DOMContentLoaded", () => document.querySelector("#rank-2").click());
}
"""
"""The first page of the table waits for its storage for ever; on the second a card is touched before it has opened."""


def made_since(house: House, night: str, start: int) -> list[str]:
    return [type(event.event).__name__ for event in house.book.events(night, after=start)]


def test_back_forward_and_reload_lose_nothing_and_double_nothing(tablet: Tablet, house: House, night: str) -> None:
    start = house.result(night)["events"]
    tablet.go("/")
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    expect(tablet.saved).to_have_text("saved")
    tablet.page.go_back()
    tablet.page.go_forward()
    expect(tablet.page.locator(".stack")).to_have_count(1)
    expect(tablet.page.locator("#seat-red")).to_have_attribute("aria-pressed", "true")
    tablet.page.reload()
    expect(tablet.page.locator("#seat-red")).to_have_attribute("aria-pressed", "true")
    tablet.page.evaluate("() => addEventListener('pointerup', () => { document.body.dataset.felt = ''; })")
    tablet.spot("single-Q")
    tablet.page.wait_for_function("() => 'felt' in document.body.dataset")
    tablet.page.go_back()
    tablet.page.go_forward()
    tablet.rank("2")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    assert made_since(house, night, start) == ["BetPlaced", "BetPressed", "LoserDrawn"]
    assert house.result(night)["players"]["red"]["staked"] == 1_000


@pytest.mark.parametrize(("leave", "early"), [("reload", False), ("back", True)])
def test_a_touch_in_the_moment_in_which_the_page_goes_arrives_once(
    tablet: Tablet, house: House, night: str, leave: str, early: bool
) -> None:
    start = house.result(night)["events"]
    if early:
        tablet.begin_pages_with(TOO_EARLY)
    tablet.go("/")
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "amount:500")
    with tablet.page.expect_navigation():
        tablet.page.evaluate(TOUCH_AND_GO, ["single-Q", leave])
    if leave == "back":
        tablet.page.go_forward()
    if not early:
        # The page may have been drawn before its touch was entered: a card is touched once the bet is seen to lie.
        expect(tablet.page.locator(".stack")).to_have_count(1)
        tablet.rank("2")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    tablet.page.reload()
    tablet.follows()
    expect(tablet.page.locator("#strip")).to_be_hidden()
    assert made_since(house, night, start) == ["BetPlaced", "LoserDrawn"]


def test_a_double_tap_on_any_key_does_its_act_once(tablet: Tablet, house: House) -> None:
    """And a second touch that comes later is a touch: two kings are a turn."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    tablet.take_the_clock()
    tablet.go(f"/nights/{night}")
    start, commands = house.result(night)["events"], len(house.book.commands(night))

    def once(touch: Callable[[str], None], key: str) -> None:
        version = house.result(night)["events"]
        touch(key)
        tablet.settle_down(version + 1)
        tablet.page.wait_for_function("() => !document.body.dataset.touched")

    for key in ("#step", "#rank-5", "#rank-K"):
        once(tablet.double_tap, key)
    once(tablet.rank, "K")
    expect(tablet.page.locator("#part-state")).to_have_attribute("data-phase", "betting")
    once(tablet.double_tap, "#take-back")
    made = ["DealStarted", "SodaExposed", "LoserDrawn", "WinnerDrawn", "CommandVoided"]
    assert made_since(house, night, start) == made
    assert len(house.book.commands(night)) == commands + len(made)
