"""What the tablet shows of a Pharo table: livrets as they lie, what may be done, what a coup took and paid."""

from __future__ import annotations

import pytest

from dealer.commands.fields import RANKS
from tests.support.house import House
from tests.web.games.pharo.evening import pharo_night, worked_night
from web.games.pharo.livrets import LivretCard, chain_of, livret_of
from web.games.pharo.own_hand import own_livret
from web.games.pharo.tablet.table import PharoView, table_view


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
