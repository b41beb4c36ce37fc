"""The odds now on screens: the page for the floor and the auditor, and the strip on the board."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from playwright.sync_api import expect

from dealer.commands.refusal import Refusal
from dealer.game.cards import PACK
from dealer.games.faro.worst_case import dues_by_turn
from dealer.night.odds import odds_of
from reports.words.language import LANGUAGES
from tests.support.house import Client, House
from tests.support.tables import PharoNight, PotTable, Table
from tests.web.evenings import busy, pot_night
from tests.web.geometry import cut_off
from tests.web.tablet_in_browser import Tablets, resize
from tests.web.test_board_from_afar import ESSENTIAL_PX, LEAST_PX, LETTERS, SIZES
from web import bank_odds
from web.app.links import board_link
from web.games.fan_tan import odds as fan_tan_odds
from web.games.faro.warnings import worst_turn_view


def test_the_page_has_every_bet_with_percent_and_exact_fractions() -> None:
    view = bank_odds.view_of(Table().now)
    assert (view.turn, view.unseen, dict(view.left)["K"], dict(view.left)["Q"]) == (1, 51, 3, 4)
    assert view.outcomes == ("win", "lose", "split", "standoff")
    queen = next(line for line in view.bets if line.bet == "the Q")
    assert [(figure.percent, figure.exact) for figure in queen.chances] == [
        ("7.373%", "94/1275"),
        ("7.373%", "94/1275"),
        ("0.471%", "2/425"),
        ("0.000%", ""),
    ]
    assert [figure.exact for figure in queen.edges] == ["1/425", "3/194", "101/4998"]
    assert (queen.deviation, queen.variance) == ("0.386", "161069/1083750")
    assert view.calls == ()


def test_the_page_has_the_calls_before_the_last_turn() -> None:
    table = Table()
    pack = [card for card in PACK if card not in ("Ks", "5h", "Qh", "Kh")]
    while pack:
        table.turn(pack.pop(), pack.pop())
    view = bank_odds.view_of(table.now)
    assert [call.order for call in view.calls][:2] == ["5-Q-K", "5-K-Q"]
    assert {(call.win.exact, call.edge.exact) for call in view.calls} == {("1/6", "1/6")}


def test_a_coup_of_pharo_has_its_own_outcomes() -> None:
    view = bank_odds.view_of(PharoNight().now)
    assert view.outcomes == ("win", "lose", "doublet", "drawn")
    assert "the Q, opposed" not in [line.bet for line in view.bets]
    late = PharoNight()
    late.deal_to(25, leaving="Qs")
    assert "the Q, opposed" in [line.bet for line in bank_odds.view_of(late.now).bets]


def test_bets_on_colours_have_no_figures_after_a_card_without_its_suit() -> None:
    table = Table()
    table.turn("2", "3")
    colours = next(line for line in bank_odds.view_of(table.now).bets if "black" in line.bet)
    assert {figure.percent for figure in (*colours.chances, *colours.edges)} == {"–"}
    assert colours.deviation == "–"


def test_the_tablet_says_beside_the_worst_turn_what_the_next_brings_on_average() -> None:
    """A hundred dollars on the queen: 1/425 of them for the bank, and 0.3855 of them the standard deviation."""
    table = Table()
    table.bet("Q", 10_000)
    turn = worst_turn_view(table.table, dues_by_turn(table.table))
    assert turn
    assert turn.mean == "mean +24¢ ± $38.55"
    table("place_bet", bet="odd", player="blue", kind="parity", card="winner", parity="odd", stake=10_000)
    turn = worst_turn_view(table.table, dues_by_turn(table.table))
    assert turn
    # The bets partly cancel: a queen that wins is an even winner.
    assert turn.mean == "mean +24¢ ± $96.67"


def test_the_strip_has_the_thirteen_ranks() -> None:
    table = Table()
    strip = bank_odds.strip_of(table.now)
    assert [line.rank for line in strip] == "A 2 3 4 5 6 7 8 9 10 J Q K".split()  # noqa: SIM905
    assert {(line.win, line.edge) for line in strip[:-1]} == {("7.4%", "1.5%")}
    assert (strip[-1].win, strip[-1].edge) == ("5.6%", "1%")
    for suits in ("hd", "cs"):
        table.turn(f"2{suits[0]}", f"2{suits[1]}")
    assert bank_odds.strip_of(table.now)[1].is_dead
    assert bank_odds.strip_of(Table(soda=None).now) == ()


def test_fan_tan_has_its_players_with_errors_or_exact_fractions() -> None:
    table = PotTable(3)
    with pytest.raises(Refusal, match="no hand is being played"):
        fan_tan_odds.view_of(table.now)
    assert fan_tan_odds.strip_of(table.now) == ()
    table.deal(seed=4)
    view = fan_tan_odds.view_of(table.now)
    assert view.how == "From 1,000 deals drawn at random and played out, with standard errors."
    assert [(line.name, line.cards, line.on_turn) for line in view.players] == [
        ("Red", 18, True),
        ("Blue", 17, False),
        ("Green", 17, False),
    ]
    assert all(re.fullmatch(r"± 1\.\d%", line.more) for line in view.players)
    assert not any(player.is_exact for player in fan_tan_odds.strip_of(table.now))
    while sum(map(table.hand.left, table.hand.players)) > 9:
        able = table.able(table.hand.on_turn)
        table.lay(able[0]) if able else table.pass_on()
    view = fan_tan_odds.view_of(table.now)
    assert view.how.startswith("Exact: ")
    assert all(line.gain_error == "" for line in view.players)


def test_odds_that_no_deal_fits_say_why() -> None:
    table = PotTable(3)
    table.deal()
    table.lay("7s")
    for _ in table.players:
        table.pass_on()
    view = fan_tan_odds.view_of(table.now)
    assert view.how == "No deal fits the passes: one of them was wrong, or the pack is short."
    assert view.players == ()


def test_the_page_is_in_the_room_and_shows_any_event(house: House, client: Client) -> None:
    night = busy(house)
    assert f'href="/nights/{night}/odds"' in client.get(f"/nights/{night}/audit").text
    assert "Before turn 3: 47 cards unseen" in client.get(f"/nights/{night}/odds").text
    begun = next(
        recorded.version for recorded in house.book.events(night) if type(recorded.event).__name__ == "SodaExposed"
    )
    assert "Before turn 1: 51 cards unseen" in client.get(f"/nights/{night}/odds?at={begun}").text
    assert "There are no odds now: no deal is on." in client.get(f"/nights/{night}/odds?at=1").text
    assert client.get(f"/nights/{night}/odds?at=9999").status_code == 400
    assert f'href="/nights/{night}/odds?at={begun}"' in client.get(f"/nights/{night}?at={begun}").text


def test_the_strip_is_on_a_board_that_shows_the_past(house: House, client: Client) -> None:
    night = busy(house)
    head = house.book.events(night)[-1].version
    with house.app.test_request_context():
        address = f"{board_link(night)}&odds=1&at="
    assert '<aside class="odds-strip of-ranks"' in client.get(f"{address}{head}").text
    assert '<aside class="odds-strip' not in client.get(f"{address}1").text


def test_a_game_without_odds_says_so(house: House, client: Client) -> None:
    night = house.open_night(game="farmer", house={}, roll=0)
    page = client.get(f"/nights/{night}/odds").text
    assert "No odds are worked out for Farmer" in page
    assert "To see earlier odds" not in page
    assert "The board with the odds" not in client.get(f"/nights/{night}/links").text


def test_the_strip_is_an_option_of_the_board_and_made_once_for_all(house: House, stranger: Client) -> None:
    night = busy(house)
    with house.app.test_request_context():
        address = board_link(night)
    assert "odds-strip" not in stranger.get(address).text
    with patch.object(bank_odds, "odds_of", wraps=odds_of) as worked_out:
        pages = [stranger.get(f"{address}&odds=1").text for _ in range(3)]
    assert worked_out.call_count == 1
    assert all('<aside class="odds-strip of-ranks"' in page for page in pages)
    assert re.search(r'hx-sse:connect="[^"]*odds=1', pages[0])
    house.do(night, "void_deal", reason="A card is missing")
    assert '<aside class="odds-strip' not in stranger.get(f"{address}&odds=1").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_strip_can_be_read_from_afar_and_covers_nothing(tablets: Tablets, house: House, language: str) -> None:
    tablet = tablets.new(SIZES[0])
    hand = pot_night(house)
    house.do(hand, "start_hand", dealer=next(iter(house.service.night(hand).seats)))
    for night in (busy(house), hand):
        tablet.go(f"/board/{night}?odds=1&lang={language}")
        for size in SIZES:
            resize(tablet.page, size)
            scale = size[1] / 1080
            expect(tablet.page.locator(".odds-strip")).to_be_in_viewport(ratio=1)
            assert tablet.page.evaluate(LETTERS, [".odds-strip li span", ESSENTIAL_PX * scale]) == []
            assert tablet.page.evaluate(LETTERS, [".odds-strip :is(b, small, p span)", LEAST_PX * scale]) == []
            assert cut_off(tablet.page, ".wall") == []


COVERED = """() => [
    ...document.querySelectorAll(".box-line, .odds-strip, .odds-strip li :is(b, small, span)"),
].filter((part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    const { left, right, top, bottom } = words.getBoundingClientRect();
    const around = (part.closest("li") ?? document.body).getBoundingClientRect();
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inFront = front && (part.contains(front) || part.closest("li")?.contains(front));
    return !inFront || left < around.left - 1 || right > around.right + 1;
}).map((part) => part.textContent)"""
"""What lies at the foot of a board and is covered, or reaches out of its box."""


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_the_strip_the_box_and_the_past_leave_one_another_to_be_seen(
    tablets: Tablets, house: House, size: tuple[int, int]
) -> None:
    night = house.open_night(cards="box")
    for do in ("start_deal", "expose_soda", "turn"):
        house.do(night, do)
    tablet = tablets.new(size)
    for past in ("", f"&at={house.book.events(night)[-1].version}"):
        tablet.go(f"/board/{night}?odds=1{past}")
        expect(tablet.page.locator(".box-line")).to_be_attached()
        tablet.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert tablet.page.evaluate(COVERED) == []


def test_by_touch_from_the_floor_to_the_odds_and_to_a_board_that_follows(tablets: Tablets, house: House) -> None:
    night = busy(house)
    tablet = tablets.new()
    tablet.go("/floor")
    tablet.touch(".floor-table a.button")
    expect(tablet.page.locator("h1")).to_have_text("The odds now")
    expect(tablet.page.locator("tr", has=tablet.page.get_by_text("the Q", exact=True))).to_contain_text("7.956%")
    tablet.go(f"/nights/{night}/links")
    tablet.touch("nav li:nth-child(2) a")
    tablet.touch("main a.button")
    queen = tablet.page.locator(".odds-strip li:nth-child(12) span")
    expect(queen).to_have_text("8%")
    house.do(night, "turn", loser="Q", winner="4")
    expect(queen).to_have_text("6.4%")
