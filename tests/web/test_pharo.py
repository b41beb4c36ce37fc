"""Pharo on the tablet, the board and a player's page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from dealer.commands.fields import RANKS
from dealer.games.pharo.state import PHARO
from dealer.night.night import Night
from reports.words.naming import result_of
from tests.support.house import Client, House
from tests.web.evenings import deal_to, pharo_night, worked_night
from tests.web.geometry import covered_keys, cut_off, inked, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablet, Tablets, resize
from tests.web.test_faro_by_touch import COLOURS, NAMES
from web.app.links import board_link, hand_link, player_link
from web.bank_tables import PlayedDeal
from web.games.pharo.board import PharoBoard, board_view
from web.games.pharo.livrets import Staked, livret_of
from web.games.pharo.player import OwnLivret, own_livret
from web.games.pharo.tablet import PharoView, table_view
from web.player_view import player_view


class Pharo:
    """A night of Pharo with four punters, and what its screens make of it."""

    def __init__(self, house: House, night: str = "", **rules: Any) -> None:
        self.house = house
        self.night = night or pharo_night(house, house={"preset": "hoyle", "check": 100, **rules})

    def __call__(self, do: str, **arguments: Any) -> None:
        self.house.do(self.night, do, **arguments)

    def begin(self, bottom: str = "K") -> None:
        self("start_deal")
        self("show_bottom", card=bottom)

    def coup(self, bank: str, punters: str) -> None:
        self("coup", bank=bank, punters=punters)

    def deal_to(self, coups: int) -> None:
        deal_to(self.house, self.night, coups)

    @property
    def state(self) -> Night:
        return self.house.service.night(self.night)

    @property
    def view(self) -> PharoView:
        return table_view(*self.house.service.with_events(self.night))

    @property
    def board(self) -> PharoBoard:
        state, _, events = self.house.service.with_events(self.night)
        return board_view(state, events.effective)

    def lies(self, player: str, place: str) -> Staked | None:
        """What lies on a card of a player's livret."""
        return next(card for card in livret_of(self.state, player).cards if card.place == place).staked

    def stake(self, player: str, place: str) -> Staked:
        lies = self.lies(player, place)
        assert lies is not None
        return lies

    def phone(self, player: str) -> OwnLivret:
        own = own_livret(self.state, player)
        assert own is not None
        return own

    def deals(self, player: str) -> list[PlayedDeal]:
        """A player's deals, the newest first, as their page has them."""
        state, _, events = self.house.service.with_events(self.night)
        course = player_view(state, events.effective, player).timeline
        return [part.round for part in course if isinstance(part.round, PlayedDeal)]


@pytest.fixture
def worked(house: House) -> Pharo:
    """Five coups, with a chain, a pli, a masked card and an opposed one; a win of Ada Lamb's waits."""
    return Pharo(house, worked_night(house))


def figure_laid(house: House, **rules: Any) -> Pharo:
    """A night with red's stake on the red figure, before the first coup."""
    pharo = Pharo(house, **rules)
    pharo.begin()
    pharo("place_bet", bet="a", player="red", kind="figure", ranks=["J", "Q", "K"], stake=500)
    return pharo


def test_tablet_phone_and_board_call_a_drawn_stake_drawn(house: House, client: Client) -> None:
    pharo = figure_laid(house)
    pharo("open_to_players")
    pharo.coup("J", "Q")
    drawn = str(result_of("standoff", PHARO))
    groups = pharo.view.sheet.payments[0].groups
    assert [(line.kind, line.hand.lower()) for group in groups for line in group.lines] == [("drawn", drawn)]
    with house.app.test_request_context():
        links = board_link(pharo.night), hand_link(pharo.night, "red"), player_link(pharo.night, "red")
    assert all(drawn in client.get(page).text for page in (f"/nights/{pharo.night}", *links))
    pharo.coup("2", "3")
    assert not pharo.stake("red", "J-Q-K").drawn


@pytest.mark.parametrize(
    ("late_cards", "turn", "late"), [(8, 21, False), (8, 22, True), (8, 26, False), (0, 25, False)]
)
def test_late_is_announced_where_it_is(house: House, late_cards: int, turn: int, late: bool) -> None:
    pharo = figure_laid(house, late_cards=late_cards)
    pharo("mask_bet", bet="a")
    pharo.deal_to(turn)
    view, phone, stake = pharo.view, pharo.phone("red"), pharo.stake("red", "J-Q-K")
    assert bool(view.late) is late
    assert (view.late in phone.warnings) is late
    assert (view.standing_at.endswith("late"), phone.standing_at) == (late, view.standing_at)
    orders = [order.document["do"] for order in stake.orders]
    assert orders == ([] if turn == 26 else ["unmask_bet"] if late else ["unmask_bet", "take_down_bet"])
    assert stake.moves is (turn < 26 and not late)


@pytest.mark.parametrize("hockley", [True, False])
def test_phone_and_tablet_warn_before_a_stake_in_the_last_coup(house: House, hockley: bool) -> None:
    pharo = figure_laid(house, late_cards=0, hockley=hockley)
    pharo.deal_to(24)
    assert pharo.phone("red").warnings == ()
    pharo.deal_to(25)
    assert pharo.phone("red").warnings == (pharo.view.last_coup,)


def test_nothing_asks_for_bets_but_between_coups(house: House, client: Client) -> None:
    """The phone has checks to lay, and the tablet the key that ends the betting, from the bottom card to coup 26."""
    pharo = Pharo(house)
    with house.app.test_request_context():
        phone = hand_link(pharo.night, "red")
    for do, arguments, takes_bets in (
        ("open_to_players", {}, False),
        ("start_deal", {}, False),
        ("show_bottom", {"card": "K"}, True),
        ("deal_to", {}, False),
        ("end_deal", {}, False),
    ):
        if do == "deal_to":
            pharo.deal_to(26)
        else:
            pharo(do, **arguments)
        page, table = (client.get(where).text for where in (phone, f"/nights/{pharo.night}"))
        assert ('aria-label="What you lay" hidden' not in page) == ('id="key-hold"' in table) == takes_bets, do


@pytest.mark.parametrize(("carry", "offered"), [("none", ["take_win"]), ("chain", ["paroli", "paix", "take_win"])])
def test_after_the_last_coup_only_carried_folds_are_offered(house: House, carry: str, offered: list[str]) -> None:
    pharo = figure_laid(house, hockley=False, carry=carry)
    pharo("mask_bet", bet="a")
    pharo.deal_to(25)
    pharo("unmask_bet", bet="a")
    pharo.deal_to(26)
    assert [choice.document["do"] for choice in pharo.stake("red", "J-Q-K").decides] == offered


def test_every_row_of_the_result_is_on_the_page_of_its_punter(worked: Pharo) -> None:
    worked.coup("7", "7")
    result = worked.house.result(worked.night)
    names = {"won": "won", "split": "doublet", "lost": "lost", "paid": "paid"}
    for player, bets in (("red", {"a", "d"}), ("blue", {"b"}), ("white", {"c"})):
        (deal,) = worked.deals(player)
        assert [(row.turn, row.result, row.gained_cents, row.suspense_cents) for row in reversed(deal.settled)] == [
            (row["turn"], names[row["result"]], row["paid"] - row["taken"], row["gain"])
            for row in result["bets"]
            if row["bet"] in bets
        ]
        assert deal.settled[0].running_cents == deal.net_cents == result["players"][player]["net"]
    assert worked.deals("black") == [], "who had no stake has no deal"


def test_a_carried_bet_goes_by_its_card_in_the_next_deal(house: House) -> None:
    pharo = Pharo(house, carry="chain")
    pharo.begin()
    pack = [rank for rank in RANKS if rank not in ("Q", "K") for _ in range(4)] + [*"QQQKKQKK"]
    for at in range(0, 52, 2):
        if at == 48:
            pharo("place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
        pharo.coup(pack[at], pack[at + 1])
        if at == 48:
            pharo("paroli", bet="a")
    pharo("end_deal")
    pharo.begin()
    pharo.coup("2", "Q")
    newest, first = pharo.deals("red")
    assert [(row.where, row.result, row.suspense_cents) for row in newest.settled] == [("the Q", "won", 1_500)]
    assert {row.where for row in first.settled} == {"the Q"}


SIZES = ((1280, 800), (1024, 768), (800, 1280), (768, 1024))
LEAST_LETTERS_PX = 8
"""Of a six-digit amount with cents; what is usual is written larger."""
OUT_OF_SIGHT = """() => {
    const list = document.querySelector(".livrets"), room = list.getBoundingClientRect();
    const outside = [...list.querySelectorAll(".name, .mini, .rest")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < room.top - 1 || box.bottom > room.bottom + 1 || box.right > room.right + 1;
    });
    return outside.map((one) => one.textContent);
}"""
USUAL_CENTS, LARGE_CENTS = (9_975, 8_750, 2_500), (12_345_675, 98_765_425, 250_025)


def crowded(house: House, stakes_cents: tuple[int, ...], ranks: tuple[str, ...] = ("5", "8", "J", "Q", "K")) -> str:
    """Eight punters with a stake on each of the ranks, every other opposed, and one with two more and two figures."""
    night = house.open_night(game="pharo", house={"limit": 99_000_000}, roll=900_000_000)
    for player, name in zip(COLOURS, NAMES, strict=True):
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=900_000_000)
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="4h")
    laid: list[tuple[str, tuple[str, ...]]] = [(player, (rank,)) for player in COLOURS for rank in ranks]
    laid += [("red", on) for on in (("A",), ("2",), ("A", "2", "3"), ("J", "Q", "K"))]
    for at, (player, on) in enumerate(laid):
        house.do(
            night,
            "place_bet",
            bet=f"b{at}",
            player=player,
            kind="single" if len(on) == 1 else "figure",
            ranks=list(on),
            stake=stakes_cents[COLOURS.index(player) % 3],
            opposed=on[0] in ("8", "10", "K", "A"),
        )
    return night


@pytest.mark.parametrize(("stakes_cents", "least_px"), [(USUAL_CENTS, 12), (LARGE_CENTS, LEAST_LETTERS_PX)])
def test_stakes_and_wins_stand_whole_on_their_cards_and_no_card_lies_on_a_strip(
    tablets: Tablets, house: House, stakes_cents: tuple[int, ...], least_px: float
) -> None:
    night = crowded(house, stakes_cents, ("5", "8", "10", "Q", "K"))
    tablet = tablets.at(night)
    tablet.player("red")
    for size in SIZES:
        resize(tablet.page, size)
        _can_be_read(tablet, least_px, size)
    house.do(night, "coup", bank="6", punters="Q")
    tablet.settle_down(house.result(night)["events"])
    for size in SIZES:
        resize(tablet.page, size)
        assert len(measure(tablet.page, ".livret-card .gain")) == 2
        _can_be_read(tablet, least_px, size)
    house.do(night, "coup", bank="5", punters="8")
    tablet.settle_down(house.result(night)["events"])
    for size in SIZES:
        resize(tablet.page, size)
        assert len(measure(tablet.page, ".livret-card .drawn")) == 2
        _can_be_read(tablet, least_px, size)


def _can_be_read(tablet: Tablet, least_px: float, at: object) -> None:
    page = tablet.page
    cards, strips = measure(page, ".livret-card"), measure(page, ".strip-key")
    amounts, opposed = measure(page, ".livret-card :is(.stake, .gain, .drawn)"), measure(page, ".livret-card .hexagon")
    ranks = [inked(entry, 0.5) for entry in measure(page, ".livret-card .rank")]
    assert (len(cards), len(strips), len(opposed)) == (17, 8, 5), at
    assert len(amounts) >= 9, at
    assert min(part["letters"] for part in amounts) >= least_px, at
    assert overlaps(cards, strips) == overlaps(cards) == [], at
    assert overlaps(amounts) == overlaps(amounts, ranks) == overlaps(opposed, amounts + ranks) == [], at
    assert all(any(lies_in(amount, card) for card in cards) for amount in amounts), at
    assert covered_keys(page, ".livret") == cut_off(page, ".livret") == cut_off(page, ".strip-key") == [], at


@pytest.mark.parametrize(
    ("ranks", "stakes_cents", "size"),
    [
        (("5", "8", "K"), USUAL_CENTS, "more"),
        (("5", "8", "J", "K"), USUAL_CENTS, "most"),
        (("3", "5", "8", "9", "J", "Q", "K"), LARGE_CENTS, "most"),
    ],
)
def test_the_board_shows_every_stake_whole_and_counts_those_it_has_no_room_for(
    tablets: Tablets, house: House, ranks: tuple[str, ...], stakes_cents: tuple[int, ...], size: str
) -> None:
    night = crowded(house, stakes_cents, ranks)
    tablet = tablets.new((1920, 1080))
    page = tablet.page
    tablet.go(f"/board/{night}")
    page.evaluate("document.fonts.ready")
    assert page.locator(".livrets").get_attribute("class") == f"livrets {size}"
    counted = sum(int(words.strip("+ more")) for words in page.locator(".livrets .rest").all_text_contents())
    assert page.locator(".livrets .mini").count() + counted == 8 * len(ranks) + 4
    assert bool(counted) == (stakes_cents == LARGE_CENTS)
    _has_room(page)
    house.do(night, "coup", bank="5", punters="8")
    page.locator("#coup-1").wait_for()
    assert page.locator(".livrets .mini em").count()
    _has_room(page)


def _has_room(page: Page) -> None:
    for measures in ((1920, 1080), (1280, 720), (1280, 800), (1080, 1920)):
        resize(page, measures)
        assert page.evaluate(OUT_OF_SIGHT) == [], measures
        assert overlaps(measure(page, ".livrets :is(.name, .mini, .rest)")) == [], measures
        assert cut_off(page, "#cloth") == [], measures
