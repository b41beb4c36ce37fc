"""What the tablet shows of a Pharo table: livrets as they lie, what may be done, what a coup took and paid."""

from __future__ import annotations

import pytest

from dealer.commands.fields import RANKS
from dealer.games.pharo.state import PHARO
from reports.words.naming import result_of
from tests.support.house import Client, House
from tests.web.games.pharo.evening import deal_to, pharo_night, worked_night
from web.app.links import board_link, hand_link, player_link
from web.games.pharo.livrets import LivretCard, chain_of, livret_of
from web.games.pharo.player import OwnLivret, own_livret
from web.games.pharo.tablet import PharoView, table_view


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
