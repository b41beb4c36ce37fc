"""The board of a Pharo table: the coup, what is out, the livrets as they lie, and nobody's money."""

from __future__ import annotations

from tests.support.house import Client, House
from tests.web.games.pharo.evening import pharo_night, worked_night
from web.app.links import board_link
from web.games.pharo.board import Crowd, PharoBoard, board_view


def view_of(house: House, night: str) -> PharoBoard:
    state, _, facts = house.assistant.with_facts(night)
    return board_view(state, facts.effective)


def test_the_keeper_marks_how_each_card_of_a_rank_came(house: House) -> None:
    rows = {row.rank: row for row in view_of(house, worked_night(house)).keeper}
    assert (rows["Q"].marks, rows["Q"].left, rows["Q"].said) == (("I", "I", "I"), 1, "Q: won, won, won, 1 to come")
    assert (rows["K"].marks, rows["2"].marks) == (("O", "I"), ("O",))
    assert rows["A"].said == "A: none out, 4 to come"


def test_the_last_coup_comes_first_and_a_doublet_is_called(house: House) -> None:
    view = view_of(house, worked_night(house))
    assert [(one.number, one.bank, one.punters) for one in view.coups] == [
        (5, "5", "Q"),
        (4, "4", "Q"),
        (3, "K", "K"),
        (2, "3", "Q"),
        (1, "2", "J"),
    ]
    assert [one.number for one in view.coups if one.is_doublet] == [3]


def test_livrets_lie_there_as_they_lie_on_the_table(house: House) -> None:
    view = view_of(house, worked_night(house))
    lying = {(one.player, card.place): card.staked for one in view.livrets for card in one.cards if card.staked}
    assert set(lying) == {("red", "J-Q-K"), ("red", "3"), ("blue", "K"), ("white", "7")}
    figure = lying["red", "J-Q-K"]
    assert figure is not None
    assert (figure.chain, figure.decides, figure.orders) == ("paroli with paix", (), ())


def test_livrets_are_large_while_all_that_lies_has_room(house: House) -> None:
    assert view_of(house, worked_night(house)).crowd == Crowd(size="", shown=(2, 1, 1, 0))


def test_before_a_deal_and_after_the_night(house: House, client: Client) -> None:
    night = pharo_night(house)
    assert (view_of(house, night).phase, view_of(house, night).bottom) == ("No deal is on", "")
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="Kd")
    assert view_of(house, night).bottom == "K♦"
    house.do(night, "close_night")
    view = view_of(house, night)
    assert (view.phase, view.livrets) == ("The night is over", ())


def test_between_two_deals_no_coup_is_shown(house: House, client: Client) -> None:
    night = worked_night(house)
    house.do(night, "void_deal", reason="foul_pack")
    view = view_of(house, night)
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
