"""Take and pay: every row of a full table in sight, by player, until it is settled; rulings among them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dealer.games.faro.state import faro_of
from tests.support.house import House
from tests.web.geometry import lies_in, measure
from tests.web.tablet_in_browser import LAID_OUT, SIZES, SMALLEST, Tablets, resize
from web.games.faro.tablet import TableView, table_view

NAMES = {
    "red": "Ada Lamb",
    "blue": "Wm. Hart",
    "white": "Jeremiah Oakes",
    "black": "C. Moss",
    "yellow": "Ruth Bell",
    "green": "T. Vane",
    "brown": "Thaddeus Blenkinsop",
    "purple": "Eve Quist",
}

PLACES = (
    ("single", "Q"),
    ("split", "2-3"),
    ("single", "2"),
    ("figure", "J-Q-K"),
    ("string", "2-9-J"),
    ("diagonal", "4-J"),
)

ON_THE_TABLE = """() => {
    const list = document.querySelector("#part-sheet .scroll").getBoundingClientRect();
    const rows = [...document.querySelectorAll(".lines li")].map((row) => row.getBoundingClientRect());
    return {
        rows: rows.length,
        seen: rows.filter((row) => row.top >= list.top - 1 && row.bottom <= list.bottom + 1).length,
        least: Math.min(...rows.map((row) => row.height)),
        cut: [...document.querySelectorAll(".payments *, .undoing p")]
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .filter((one) => getComputedStyle(one).display !== "inline" && !one.closest(".visually-hidden"))
            .map((one) => one.textContent),
    };
}"""

LAST_SEEN = """() => {
    const end = document.querySelector("#part-sheet .scroll").getBoundingClientRect().bottom + 1;
    return [...document.querySelectorAll(".lines li")].findLastIndex(
        (row) => row.getBoundingClientRect().bottom <= end,
    );
}"""
COLUMNS = """() => {
    const lefts = [...document.querySelectorAll(".spindles li")].map((one) => one.getBoundingClientRect().left);
    return new Set(lefts).size;
}"""
HEIGHTS = """() =>
    ["part-keeper", "part-sheet"].map((id) => document.getElementById(id).getBoundingClientRect().height)"""


def view(house: House, night: str) -> TableView:
    now, head = house.service.at(night)
    return table_view(now, head, house.book.events(night, until=head.version))


def full_table(house: House, bets: int) -> str:
    """Eight players with so many bets, of which all but the diagonals act when the 2 loses and the Q wins."""
    night = house.open_night(house={"preset": "american", "check_colours": "value"})
    house.seat(night, **NAMES)
    house.deal(night)
    seats = list(NAMES)
    for number in range(bets):
        kind, ranks = PLACES[(number + number // 8) % 5]
        house.do(
            night,
            "place_bet",
            bet=f"b{number}",
            player=seats[number % 8],
            kind=kind,
            ranks=ranks.split("-"),
            stake=500 + 25 * (number % 7),
        )
    house.do(night, "draw_loser", card="2h")
    return night


def test_twelve_rows_are_seen_at_once_and_more_are_a_touch_away(tablets: Tablets, house: House) -> None:
    twelve, many = full_table(house, 12), full_table(house, 24)
    for night in (twelve, many):
        house.do(night, "draw_winner", card="Qs")
    tablet = tablets.new()
    more = tablet.page.locator(".rows-more")

    tablet.go(f"/nights/{twelve}")
    tablet.page.evaluate("document.fonts.ready")
    for size in SIZES:
        resize(tablet.page, size)
        found = tablet.page.evaluate(ON_THE_TABLE)
        assert (found["rows"], found["seen"]) == (12, 12), size
        assert found["least"] >= 39.5, size
        assert found["cut"] == [], size
        expect(more).to_be_hidden()

    tablet.go(f"/nights/{many}")
    tablet.page.evaluate("document.fonts.ready")
    for size in SIZES:
        tablet.page.evaluate('() => document.querySelector("#part-sheet .scroll").scrollTo(0, 0)')
        resize(tablet.page, size)
        found = tablet.page.evaluate(ON_THE_TABLE)
        assert found["rows"] == 24
        seen = found["seen"]
        while seen < 24:
            expect(more).to_have_text(f"{24 - seen} more ▾")
            more.tap()
            last = tablet.page.evaluate(LAST_SEEN)
            assert last + 1 > seen, size
            seen = last + 1
        expect(more).to_be_hidden()


def test_the_case_keeper_and_the_keys_stay_in_place_while_paying(tablets: Tablets, house: House) -> None:
    night = full_table(house, 9)
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    page = tablet.page
    sheet = page.locator("#part-sheet")

    def keys() -> list[tuple[float, float]]:
        return [tablet.middle("#take-back"), tablet.middle("#step")]

    def heights() -> tuple[float, float]:
        found: list[float] = page.evaluate(HEIGHTS)
        return found[0], found[1]

    at_first, (keeper_open, sheet_open) = keys(), heights()
    assert page.evaluate(COLUMNS) == 2
    expect(page.locator(".worst-turn li")).to_have_count(14)
    expect(page.locator(".undoing p")).to_have_count(3)
    tablet.rank("Q")
    expect(sheet).to_have_class("part sheet paying many")
    keeper_paying, sheet_paying = heights()
    assert sheet_paying > 2 * keeper_paying
    assert page.evaluate(COLUMNS) == 2
    assert keys() == at_first
    tablet.touch("#step")
    expect(sheet).not_to_have_class("part sheet paying many")
    assert heights() == (keeper_open, sheet_open)
    assert keys() == at_first
    expect(page.locator("#step")).to_have_text("Take and pay")
    tablet.touch("#step")
    expect(page.locator(".lines li >> nth=0")).to_be_visible()
    assert keys() == at_first
    tablet.follow("player:red", "amount:500", "spot:single-7")
    expect(page.locator("#take-back-what")).to_contain_text("Ada Lamb lays $5 on the 7.")
    expect(page.locator(".worst-turn")).to_be_visible()
    assert keys() == at_first


def test_what_is_paid_stands_by_player_takings_first_until_bets_are_laid_again(house: House) -> None:
    night = full_table(house, 9)
    house.do(night, "draw_winner", card="Qs")
    sheet = view(house, night).sheet
    (payments,) = sheet.payments
    assert sheet.paying
    for group in payments.groups:
        kinds = [line.kind for line in group.lines]
        assert kinds == sorted(kinds, key=["leave", "take", "pay"].index)
        assert bool(group.net) == (sum(kind != "leave" for kind in kinds) > 1)
    house.do(night, "buy_checks", player="red", amount=500)
    assert view(house, night).sheet.paying
    house.do(night, "place_bet", bet="again", player="red", kind="single", ranks=["7"], stake=500)
    assert not view(house, night).sheet.paying
    house.do(night, "void")
    assert view(house, night).sheet.paying


def test_a_ruling_after_bets_were_laid_does_not_bring_the_turn_back(house: House) -> None:
    night = full_table(house, 9)
    house.do(night, "draw_winner", card="Qs")
    house.do(night, "place_bet", bet="again", player="red", kind="single", ranks=["7"], stake=500)
    house.do(night, "raise_dispute", dispute="d", player="red", about=1, claim="I was paid short")
    correction = {"from": "bank", "to": "red", "amount": 500}
    house.do(night, "rule_dispute", dispute="d", ruling="corrected", reason="So it lay", corrections=[correction])
    assert [(payment.heading, payment.passed) for payment in view(house, night).sheet.payments] == [
        ("", True),
        ("Ruling on turn 1 of deal 1", False),
    ]


@pytest.mark.parametrize("stake", [8_575, 1_234_550, 123_456_775])
def test_what_each_rank_may_cost_stands_within_its_column(tablets: Tablets, house: House, stake: int) -> None:
    """From −85.75 to −1,234,567.75; what the sheet has no room for is counted by rank, and can be gone on to."""
    limits = {"limit": 200_000_000, "case_limit": 200_000_000, "running_limit": 200_000_000}
    night = house.open_night(house={"preset": "american", **limits}, roll=9_000_000_000)
    house.do(night, "seat_player", player="red", name="Ada Lamb")
    house.do(night, "buy_checks", player="red", amount=1_000_000_000)
    house.deal(night)
    for rank in ("A", "6", "7"):
        house.do(night, "place_bet", bet=rank, player="red", kind="single", ranks=[rank], stake=stake)
    tablet = tablets.new()
    page = tablet.page
    tablet.go(f"/nights/{night}")
    page.evaluate("document.fonts.ready")
    for size in (*SIZES, (1180, 820), (768, 1024), (820, 1180)):
        resize(page, size)
        columns = measure(page, ".worst-turn li")
        figures = measure(page, ".worst-turn span:not(.visually-hidden)")
        assert len(columns) == 14
        assert len(figures) == 28
        for figure in figures:
            assert any(lies_in(figure, column) for column in columns), (size, figure["what"])
    resize(page, SMALLEST)
    more = page.locator("#pane-turn .rows-more")
    for _ in range(4):
        if more.is_hidden():
            break
        tablet.touch("#pane-turn .rows-more")
        page.evaluate(LAID_OUT)
    expect(more).to_be_hidden()


def test_the_key_that_claims_a_sleeper_names_who_claims(tablets: Tablets, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["9"], stake=500)
    house.do(night, "bar_bet", bet="a")
    for _ in range(2):
        house.do(night, "turn", loser="9", winner="9")
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.spot("single-9")
    claim = tablet.page.locator('[data-touch="claim"]')
    expect(claim).to_have_text("Choose who claims the sleeper")
    tablet.player("blue")
    expect(claim).to_have_text("Wm. Hart claims the sleeper")
    claim.tap()
    expect(tablet.page.locator("#take-back-what")).to_contain_text("Wm. Hart claims Ada Lamb’s sleeper of $5.")


def test_last_bets_are_laid_again_by_one_touch_and_come_down_by_one(tablets: Tablets, house: House) -> None:
    """Of two bets that lost the checks reach for one: that is laid, and the other is named with the reason."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    for key, kind, ranks in (("a", "single", "2"), ("b", "split", "2-3")):
        house.do(night, "place_bet", bet=key, player="red", kind=kind, ranks=ranks.split("-"), stake=8_000)
    house.do(night, "turn", loser="2", winner="K")
    house.do(night, "buy_checks", player="red", amount=5_500)
    tablet = tablets.at(night)
    tablet.take_the_clock()
    tablet.go(f"/nights/{night}")
    again, down = tablet.page.locator("#same-again"), tablet.page.locator("#all-down")
    tablet.player("blue")
    expect(again).to_be_disabled()
    tablet.player("red")
    expect(again).to_have_text("Same again $160")
    expect(down).to_be_disabled()
    start = house.result(night)["events"]
    tablet.double_tap("#same-again")
    expect(tablet.alert).to_contain_text(
        "Ada Lamb lays 1 bet again, $80 in all; $80 on splitting the 2-3 was left out: not enough checks."
    )
    assert house.result(night)["events"] == start + 2
    expect(again).to_be_disabled()
    expect(down).to_have_text("All down $80")
    tablet.double_tap("#all-down")
    expect(tablet.page.locator("#take-back-what")).to_contain_text("Ada Lamb takes $80 down.")
    assert house.result(night)["events"] == start + 3


def test_whoever_leaves_takes_down_what_lies_in_the_same_touch(tablets: Tablets, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["2"], stake=500)
    tablet = tablets.at(night)
    tablet.follow("#menu", "account:red", '[data-for="red"] [data-opens="leave"]')
    leaves = tablet.page.locator("#act-red-leave_table")
    expect(leaves).to_have_text("Take down $5 and leave")
    expect(tablet.page.locator('[data-for="red"] .will')).to_contain_text("takes $5 from the table")
    leaves.tap()
    expect(tablet.page.locator("#seat-red")).to_have_count(0)
    assert faro_of(house.service.night(night)).bets == {}
