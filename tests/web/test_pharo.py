"""Pharo on the tablet, the board and a player's page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from dealer.commands.fields import RANKS
from dealer.games.pharo.state import PHARO
from reports.words.naming import result_of
from tests.support.house import Client, House
from tests.web.evenings import deal_to, pharo_night, worked_night
from tests.web.geometry import covered_keys, cut_off, inked, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablet, Tablets, resize
from tests.web.test_faro_by_touch import COLOURS, NAMES
from web.app.links import board_link, hand_link, player_link
from web.games.pharo.board import PharoBoard, board_view
from web.games.pharo.crowding import Crowd
from web.games.pharo.livrets import LivretCard, chain_of, livret_of
from web.games.pharo.own_hand import OwnLivret, own_livret
from web.games.pharo.player import DealOfTheirs, part_of
from web.games.pharo.tablet.table import PharoView, table_view
from web.player.view import PlayerView, player_view


def view_of(house: House, night: str) -> PharoView:
    return table_view(*house.assistant.with_facts(night))


def card(house: House, night: str, player: str, place: str) -> LivretCard:
    livret = livret_of(house.assistant.night(night), player)
    return next(one for one in livret.cards if one.place == place)


@pytest.mark.parametrize(
    ("folds", "called"),
    [
        (("paroli",), "paroli"),
        (("paroli", "paroli"), "sept et le va"),
        (("paroli",) * 3, "quinze et le va"),
        (("paroli",) * 4, "trente et le va"),
        (("paroli",) * 5, "soixante et le va"),
        (("paroli",) * 6, "6 parolis"),
        (("paix",), "paix"),
        (("paroli", "paix"), "paroli with paix"),
        (("paix", "paix"), "2 paix"),
    ],
)
def test_a_chain_goes_by_its_name(folds: tuple[str, ...], called: str) -> None:
    assert chain_of(folds) == called


def test_a_livret_shows_each_card_as_it_lies(house: House) -> None:
    night = worked_night(house)
    figure, three = card(house, night, "red", "J-Q-K").staked, card(house, night, "red", "3").staked
    assert figure is not None
    assert three is not None
    assert (figure.says, figure.awaits, figure.folds) == ("$2, paroli with paix, $12 won", True, ("paroli", "paix"))
    assert (three.says, three.masked, three.orders[0].words) == ("$10, masked", True, "Show")
    king, seven = card(house, night, "blue", "K").staked, card(house, night, "white", "7").staked
    assert king is not None
    assert seven is not None
    assert (king.says, king.pli) == ("$2, pli for $2", True)
    assert (seven.says, seven.opposed) == ("$5, opposed", True)
    assert card(house, night, "black", "9").staked is None


def test_a_win_offers_what_the_rules_take_and_nothing_else(house: House) -> None:
    night = worked_night(house)
    figure = card(house, night, "red", "J-Q-K").staked
    assert figure is not None
    assert [one.words for one in figure.decides] == ["Sept et le va with paix for $26", "Paix for $24", "Take $12"]
    house.do(night, "take_win", bet="a")
    taken = card(house, night, "red", "J-Q-K").staked
    assert taken is not None
    assert taken.decides == ()
    # A pli lies on the king, and is made once.
    king = card(house, night, "blue", "K").staked
    assert king is not None
    assert [one.document["do"] for one in king.orders] == ["mask_bet", "take_down_bet"]


def test_the_sheet_says_what_a_coup_takes_and_pays(house: House) -> None:
    night = worked_night(house)
    house.do(night, "coup", bank="6", punters="7")
    sheet = view_of(house, night).sheet
    groups = sheet.payments[0].groups
    lines = [(group.player, line.hand, line.where, line.amount) for group in groups for line in group.lines]
    assert (sheet.title, sheet.cards) == ("Coup 6", "bank 6 punters 7")
    # What waited is paid first; an opposed stake loses by the punters' card.
    assert lines == [("red", "Pay", "the red figure", "$12"), ("white", "Take", "the 7", "$5")]


def test_the_key_of_the_bottom_card_sleeps_until_it_is_the_last(house: House) -> None:
    night = pharo_night(house)
    house.do(night, "start_deal")
    assert {one.rank: one.left for one in view_of(house, night).ranks}["K"] == 4
    house.do(night, "show_bottom", card="K")
    assert {one.rank: one.left for one in view_of(house, night).ranks}["K"] == 3
    pack = [*(rank for rank in RANKS if rank != "K" for _ in range(4)), "K", "K", "K"]
    for at in range(0, 50, 2):
        house.do(night, "coup", bank=pack[at], punters=pack[at + 1])
    view = view_of(house, night)
    assert {one.rank: one.left for one in view.ranks if one.left} == {"K": 2}
    assert view.last_coup == "The K comes last, and is the punters’. A stake laid now can only lose."
    house.do(night, "coup", bank="K", punters="K")
    assert [one.words for one in view_of(house, night).steps] == ["End the deal"]


def test_a_moment_lasts_from_coup_to_coup(house: House) -> None:
    night = worked_night(house)
    moment = view_of(house, night).moment
    house.do(night, "take_win", bet="a")
    assert view_of(house, night).moment == moment
    house.do(night, "coup", bank="6", punters="8")
    assert view_of(house, night).moment != moment


def test_who_has_left_has_no_livret(house: House) -> None:
    night = worked_night(house)
    house.do(night, "leave_table", player="black")
    assert [one.player for one in view_of(house, night).livrets] == ["red", "blue", "white"]
    assert own_livret(house.assistant.night(night), "black") is None


def test_a_house_without_figures_shows_none(house: House) -> None:
    night = pharo_night(house, house={"preset": "salon", "figures": False, "oppose": False, "check": 500})
    view = view_of(house, night)
    assert view.livrets[0].figures == ()
    assert not view.opposes
    assert [cents for cents, _ in view.amounts] == [500, 1_000, 2_500, 10_000]


def phone_of(house: House, night: str, player: str) -> OwnLivret:
    own = own_livret(house.assistant.night(night), player)
    assert own is not None
    return own


def figure_laid(house: House, **rules: object) -> str:
    """A night with red's stake on the red figure, before the first coup."""
    night = pharo_night(house, house={"preset": "hoyle", "check": 100, **rules})
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="K")
    house.do(night, "place_bet", bet="a", player="red", kind="figure", ranks=["J", "Q", "K"], stake=500)
    return night


def test_tablet_phone_and_board_call_a_drawn_stake_drawn(house: House, client: Client) -> None:
    night = figure_laid(house)
    house.do(night, "open_to_players")
    house.do(night, "coup", bank="J", punters="Q")
    drawn = str(result_of("standoff", PHARO))
    groups = view_of(house, night).sheet.payments[0].groups
    lines = [(line.kind, line.hand.lower()) for group in groups for line in group.lines]
    assert lines == [("drawn", drawn)]
    with house.app.test_request_context():
        pages = [f"/nights/{night}", board_link(night), hand_link(night, "red"), player_link(night, "red")]
    assert all(drawn in client.get(page).get_data(as_text=True) for page in pages)
    house.do(night, "coup", bank="2", punters="3")
    staked = card(house, night, "red", "J-Q-K").staked
    assert staked is not None
    assert not staked.drawn


@pytest.mark.parametrize(
    ("late_cards", "turn", "late"), [(8, 21, False), (8, 22, True), (8, 26, False), (0, 25, False)]
)
def test_late_is_announced_where_it_is(house: House, client: Client, late_cards: int, turn: int, late: bool) -> None:
    night = figure_laid(house, late_cards=late_cards)
    house.do(night, "mask_bet", bet="a")
    deal_to(house, night, turn)
    view, phone = view_of(house, night), phone_of(house, night, "red")
    assert bool(view.late) is late
    assert (view.late in phone.warnings) is late
    standing = view.standing_at.endswith("late")
    assert (standing, phone.standing_at) == (late, view.standing_at)
    staked = card(house, night, "red", "J-Q-K").staked
    assert staked is not None
    orders = [order.document["do"] for order in staked.orders]
    assert orders == ([] if turn == 26 else ["unmask_bet"] if late else ["unmask_bet", "take_down_bet"])
    assert staked.moves is (turn < 26 and not late)


@pytest.mark.parametrize("hockley", [True, False])
def test_phone_and_tablet_warn_before_a_stake_in_the_last_coup(house: House, hockley: bool) -> None:
    night = figure_laid(house, late_cards=0, hockley=hockley)
    deal_to(house, night, 24)
    assert phone_of(house, night, "red").warnings == ()
    deal_to(house, night, 25)
    assert phone_of(house, night, "red").warnings == (view_of(house, night).last_coup,)


def test_nothing_asks_for_bets_but_between_coups(house: House, client: Client) -> None:
    night = pharo_night(house)
    house.do(night, "open_to_players")
    with house.app.test_request_context():
        phone = hand_link(night, "red")

    def takes_bets() -> tuple[bool, bool]:
        """Whether the phone has checks to lay, and the tablet the key that ends the betting."""
        page, table = (client.get(where).get_data(as_text=True) for where in (phone, f"/nights/{night}"))
        return 'aria-label="What you lay" hidden' not in page, 'id="key-hold"' in table

    assert takes_bets() == (False, False)
    house.do(night, "start_deal")
    assert takes_bets() == (False, False)
    house.do(night, "show_bottom", card="K")
    assert takes_bets() == (True, True)
    deal_to(house, night, 26)
    assert takes_bets() == (False, False)
    house.do(night, "end_deal")
    assert takes_bets() == (False, False)


@pytest.mark.parametrize(("carry", "offered"), [("none", ["take_win"]), ("chain", ["paroli", "paix", "take_win"])])
def test_after_the_last_coup_a_fold_is_offered_only_where_it_is_carried(
    house: House, carry: str, offered: list[str]
) -> None:
    night = figure_laid(house, hockley=False, carry=carry)
    house.do(night, "mask_bet", bet="a")
    deal_to(house, night, 25)
    house.do(night, "unmask_bet", bet="a")
    deal_to(house, night, 26)
    staked = card(house, night, "red", "J-Q-K").staked
    assert staked is not None
    assert [one.document["do"] for one in staked.decides] == offered


def board_of(house: House, night: str) -> PharoBoard:
    state, _, facts = house.assistant.with_facts(night)
    return board_view(state, facts.effective)


def test_the_keeper_marks_how_each_card_of_a_rank_came(house: House) -> None:
    rows = {row.rank: row for row in board_of(house, worked_night(house)).keeper}
    assert (rows["Q"].marks, rows["Q"].left, rows["Q"].said) == (("I", "I", "I"), 1, "Q: won, won, won, 1 to come")
    assert (rows["K"].marks, rows["2"].marks) == (("O", "I"), ("O",))
    assert rows["A"].said == "A: none out, 4 to come"


def test_the_last_coup_comes_first_and_a_doublet_is_called(house: House) -> None:
    view = board_of(house, worked_night(house))
    assert [(one.number, one.bank, one.punters) for one in view.coups] == [
        (5, "5", "Q"),
        (4, "4", "Q"),
        (3, "K", "K"),
        (2, "3", "Q"),
        (1, "2", "J"),
    ]
    assert [one.number for one in view.coups if one.is_doublet] == [3]


def test_livrets_lie_there_as_they_lie_on_the_table(house: House) -> None:
    view = board_of(house, worked_night(house))
    lying = {(one.player, card.place): card.staked for one in view.livrets for card in one.cards if card.staked}
    assert set(lying) == {("red", "J-Q-K"), ("red", "3"), ("blue", "K"), ("white", "7")}
    figure = lying["red", "J-Q-K"]
    assert figure is not None
    assert (figure.chain, figure.decides, figure.orders) == ("paroli with paix", (), ())


def test_livrets_are_large_while_all_that_lies_has_room(house: House) -> None:
    assert board_of(house, worked_night(house)).crowd == Crowd(size="", shown=(2, 1, 1, 0))


def test_before_a_deal_and_after_the_night(house: House, client: Client) -> None:
    night = pharo_night(house)
    assert (board_of(house, night).phase, board_of(house, night).bottom) == ("No deal is on", "")
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="Kd")
    assert board_of(house, night).bottom == "K♦"
    house.do(night, "close_night")
    view = board_of(house, night)
    assert (view.phase, view.livrets) == ("The night is over", ())


def test_between_two_deals_no_coup_is_shown(house: House, client: Client) -> None:
    night = worked_night(house)
    house.do(night, "void_deal", reason="foul_pack")
    view = board_of(house, night)
    assert (view.phase, view.coups) == ("No deal is on", ())
    with house.app.test_request_context():
        assert client.get(board_link(night)).status_code == 200


def test_nobodys_checks_are_on_the_page(house: House, client: Client) -> None:
    night = worked_night(house)
    with house.app.test_request_context():
        page = client.get(board_link(night)).get_data(as_text=True)
    assert "Ada Lamb" in page
    for amount in ("$188", "$196", "$5,002"):
        assert amount not in page


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


@pytest.mark.browser
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
    ranks = [inked(one, 0.5) for one in measure(page, ".livret-card .rank")]
    assert (len(cards), len(strips), len(opposed)) == (17, 8, 5), at
    assert len(amounts) >= 9, at
    assert min(one["letters"] for one in amounts) >= least_px, at
    assert overlaps(cards, strips) == overlaps(cards) == [], at
    assert overlaps(amounts) == overlaps(amounts, ranks) == overlaps(opposed, amounts + ranks) == [], at
    assert all(any(lies_in(amount, card) for card in cards) for amount in amounts), at
    assert covered_keys(page, ".livret") == cut_off(page, ".livret") == cut_off(page, ".strip-key") == [], at


@pytest.mark.browser
@pytest.mark.parametrize(
    ("ranks", "stakes_cents", "size"),
    [
        (("5", "8", "K"), USUAL_CENTS, "many"),
        (("5", "8", "J", "K"), USUAL_CENTS, "more"),
        (("3", "5", "8", "9", "J", "Q", "K"), USUAL_CENTS, "most"),
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


def page_of(house: House, night: str, player: str) -> PlayerView:
    state, _, facts = house.assistant.with_facts(night)
    return player_view(state, facts.effective, player)


def deals_of(view: PlayerView) -> list[DealOfTheirs]:
    return [one.round for one in view.course if isinstance(one.round, DealOfTheirs)]


def test_every_row_of_the_result_is_on_the_page_of_its_punter(house: House) -> None:
    night = worked_night(house)
    house.do(night, "coup", bank="7", punters="7")
    result = house.result(night)
    names = {"won": "won", "split": "doublet", "lost": "lost", "paid": "paid"}
    for player, bets in (("red", {"a", "d"}), ("blue", {"b"}), ("white", {"c"})):
        (deal,) = deals_of(page_of(house, night, player))
        shown = [(one.turn, one.result, one.gained_cents, one.gain_cents) for one in reversed(deal.settled)]
        assert shown == [
            (row["turn"], names[row["result"]], row["paid"] - row["taken"], row["gain"])
            for row in result["bets"]
            if row["bet"] in bets
        ]
        assert deal.settled[0].running_cents == deal.net_cents == result["players"][player]["net"]


def test_who_had_no_stake_has_no_deal(house: House) -> None:
    assert deals_of(page_of(house, worked_night(house), "black")) == []


def test_a_carried_bet_goes_by_its_card_in_the_next_deal(house: House) -> None:
    night = pharo_night(house, house={"preset": "hoyle", "check": 100, "carry": "chain"})
    pack = [rank for rank in RANKS if rank not in ("Q", "K") for _ in range(4)] + [*"QQQKKQKK"]
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="K")
    for at in range(0, 52, 2):
        if at == 48:
            house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
        house.do(night, "coup", bank=pack[at], punters=pack[at + 1])
        if at == 48:
            house.do(night, "paroli", bet="a")
    house.do(night, "end_deal")
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="K")
    house.do(night, "coup", bank="2", punters="Q")
    newest, first = deals_of(page_of(house, night, "red"))
    assert [(one.where, one.result, one.gain_cents) for one in newest.settled] == [("the Q", "won", 1_500)]
    assert {one.where for one in first.settled} == {"the Q"}


def test_the_livret_is_shown_while_the_night_is_open_and_they_sit(house: House) -> None:
    night = worked_night(house)
    state, _, facts = house.assistant.with_facts(night)
    lying = part_of(state, "pharo", facts.effective, "red").now
    assert [card.place for card in lying] == ["3", "J-Q-K"]
    house.do(night, "leave_table", player="black")
    state = house.assistant.night(night)
    assert part_of(state, "pharo", facts.effective, "black").now is None
