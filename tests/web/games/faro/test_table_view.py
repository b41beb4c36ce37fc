"""The tablet's view of a night: what it says at each point of a deal."""

from __future__ import annotations

from typing import Any

from dealer.games.faro.state import faro_of
from reports.sheets.disputes import disputes_of
from tests.support.house import House
from web.games.faro.stacks import stacks_of
from web.games.faro.tablet import TableView, table_view


def view(house: House, night: str) -> TableView:
    state, head = house.assistant.at(night)
    return table_view(state, head, house.book.facts(night))


def dealt(house: House, **house_rules: Any) -> str:
    night = house.open_night(house={"preset": "american", **house_rules})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


def bet(house: House, night: str, key: str, player: str, stake: int, **place: Any) -> None:
    house.do(night, "place_bet", bet=key, player=player, stake=stake, **place)


def deal_down_to_the_last_turn(house: House, night: str) -> None:
    """Deal 24 turns; A, 2 and 3 are left."""
    pack = [rank for rank in ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] for _ in range(4)] + [
        "A",
        "2",
        "3",
    ] * 3
    pack.remove("5")
    assert len(pack) == 48
    for at in range(0, 48, 2):
        house.do(night, "turn", loser=pack[at], winner=pack[at + 1])


def test_it_asks_for_one_card_after_the_other(house: House) -> None:
    night = house.open_night()
    assert view(house, night).ask[0] == "Cards"
    assert [one.words for one in view(house, night).steps] == ["Start the deal"]
    house.do(night, "start_deal")
    assert view(house, night).ask[0] == "Soda"
    house.do(night, "expose_soda", card="5")
    assert view(house, night).ask == ("Loser", "then winner")
    house.do(night, "draw_loser", card="Qh")
    assert view(house, night).ask == ("Winner", "loser Q♥")
    assert not view(house, night).open_for_bets
    house.do(night, "draw_winner", card="2")
    assert view(house, night).standing_at == "Deal 1 · before turn 2 of 25 · 49 cards in the box"


def test_the_list_takes_first_and_pays_then(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    bet(house, night, "b", "blue", 500, kind="single", ranks=["2"])
    house.do(night, "turn", loser="2", winner="Q")
    sheet = view(house, night).sheet
    (payments,) = sheet.payments
    assert [
        (group.player_name, line.hand, line.where, line.amount, line.note)
        for group in payments.groups
        for line in group.lines
    ] == [
        ("Wm. Hart", "Take", "the 2", "$5", ""),
        ("Ada Lamb", "Pay", "the Q", "$5", ""),
    ]
    assert sheet.cards == "loser 2 · winner Q"


def test_the_words_are_the_same_whether_a_turn_comes_in_one_or_two(house: House) -> None:
    said = []
    for whole in (True, False):
        night = dealt(house)
        if whole:
            house.do(night, "turn", loser="J", winner="K")
        else:
            house.do(night, "draw_loser", card="J")
            house.do(night, "draw_winner", card="K")
        said.append(view(house, night).sheet.words)
    assert said[0] == said[1] == ("hangman's turn", "wash")


def test_a_taken_back_winner_opens_the_question_again(house: House) -> None:
    night = dealt(house)
    house.do(night, "draw_loser", card="J")
    house.do(night, "draw_winner", card="K")
    assert view(house, night).take_back == "The winner is K."
    house.do(night, "void")
    assert view(house, night).ask[0] == "Winner"
    assert view(house, night).last_sentence == "Taken back: the K as winner."
    assert view(house, night).take_back == "The loser is J; bets are closed."


def test_case_and_dead_cards_are_marked(house: House) -> None:
    night = dealt(house)
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="9", winner="4")
    assert view(house, night).spindles[8].case
    bet(house, night, "a", "red", 500, kind="single", ranks=["9"])
    house.do(night, "draw_loser", card="4")
    house.do(night, "draw_winner", card="9")
    shown = view(house, night)
    assert shown.spindles[8].dead
    assert shown.ranks[8].left == 0
    assert shown.has_sleepers
    assert [stack.badge for stack in shown.stacks] == ["sleeper"]


def test_the_last_turn_can_be_called_and_names_what_the_hock_would_take(house: House) -> None:
    night = dealt(house)
    deal_down_to_the_last_turn(house, night)
    bet(house, night, "a", "red", 500, kind="single", ranks=["A"])
    house.do(night, "call_turn", bet="c", player="blue", order=["A", "2", "3"], stake=100)
    shown = view(house, night)
    assert shown.phase_words == "Last turn: call it"
    assert shown.calls is not None
    assert len(shown.calls.orders) == 6
    assert shown.calls.pays == "4 to one"
    assert shown.calls.lying == ("Wm. Hart A-2-3 $1",)
    assert [one.bets for one in shown.sheet.warnings] == [("Ada Lamb, the A",)]
    assert shown.tray.stacks[0].caption == "A-2-3"
    house.do(night, "turn", loser="2", winner="A")
    assert [one.lifts[0].bets for one in view(house, night).sheet.warnings] == ["the A $5"]
    house.do(night, "expose_hock", card="3")
    sheet = view(house, night).sheet
    assert sheet.title == "Hock"
    assert ("Take", "swept after the hock") in [(line.hand, line.note) for line in sheet.lines]


def test_a_colors_bet_asks_for_suits(house: House) -> None:
    night = dealt(house)
    assert not view(house, night).suits_needed
    bet(house, night, "a", "red", 500, kind="colors", win="red")
    assert view(house, night).suits_needed


def test_orders_are_drawn_and_said(house: House) -> None:
    night = dealt(house, running_limit=50_000)
    bet(house, night, "a", "red", 1_250, kind="single", ranks=["Q"], coppered=True, paroli=True)
    house.do(night, "bar_bet", bet="a", turns=2)
    house.do(night, "half_goes", bet="a")
    stack = view(house, night).stacks[0]
    assert (stack.label, stack.coppered, stack.badge) == ("12.50", True, "barred for 2 · ½ goes · paroli")
    queen = next(one for one in view(house, night).spots if one.spot.id == "single-Q")
    assert queen.title == "the Q: Ada Lamb $12.50 (to lose, paroli, barred for 2, half goes)"


def test_many_stacks_on_one_spot_lie_apart(house: House) -> None:
    night = dealt(house)
    for player in ("red", "blue"):
        for coppered in (True, False):
            bet(house, night, f"{player}-{coppered}", player, 100, kind="single", ranks=["Q"], coppered=coppered)
    places = {(stack.x, stack.y, stack.dx, stack.dy) for stack in view(house, night).stacks}
    assert len(places) == 4


def test_more_than_four_strings_lie_slim(house: House) -> None:
    night = dealt(house)
    for at, rank in enumerate("23468"):
        bet(house, night, f"s{at}", "red", 100, kind="string", ranks=["A", rank, "K"])
    assert [stack.slim for stack in view(house, night).tray.stacks] == [True] * 5


def test_a_key_for_the_next_bet_was_never_used(house: House) -> None:
    night = dealt(house)
    key = view(house, night).next_bet
    assert key == f"b{house.result(night)['events'] + 1}"
    bet(house, night, f"b{house.result(night)['events'] + 2}", "red", 100, kind="pot")
    assert view(house, night).next_bet == f"b{house.result(night)['events'] + 1}.1"


def test_amounts_are_whole_checks_of_the_house(house: House) -> None:
    assert view(house, house.open_night()).amounts == (
        (25, "25¢"),
        (100, "$1"),
        (500, "$5"),
        (2_500, "$25"),
        (10_000, "$100"),
    )
    home = house.open_night(house="home_night")
    assert [cents for cents, _ in view(house, home).amounts] == [500, 2_500, 10_000]
    odd = house.open_night(house={"preset": "american", "check": 30, "limit": 3_000}, roll=300_000)
    assert [cents for cents, _ in view(house, odd).amounts] == [30]


def test_a_broken_bank_says_so(house: House) -> None:
    night = house.open_night(roll=500)
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    bet(house, night, "a", "red", 1_000, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="2", winner="Q")
    shown = view(house, night)
    assert shown.broken
    assert shown.phase_words == "The bank is broken"
    assert not shown.open_for_bets


def test_who_has_left_is_not_shown_and_their_colour_not_given_again(house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "leave_table", player="red")
    shown = view(house, night)
    assert [seat.player for seat in shown.seats] == ["blue"]
    assert "red" not in [colour for colour, _ in shown.free_colours]


def test_dealt_from_the_hand_there_is_no_soda_and_no_call(house: House) -> None:
    night = house.open_night(house={"preset": "american", "turns": 26})
    house.do(night, "start_deal")
    assert view(house, night).ask[0] == "Loser"
    assert view(house, night).calls is None


def test_at_stuss_a_split_takes_the_whole_of_a_single_bet(house: House) -> None:
    night = house.open_night(house="stuss")
    house.seat(night, red="Ada Lamb")
    house.do(night, "start_deal")
    assert {one.spot.place.kind for one in view(house, night).spots} == {"single"}
    bet(house, night, "a", "red", 500, kind="single", ranks=["8"])
    house.do(night, "turn", loser="8", winner="8")
    (line,) = view(house, night).sheet.lines
    assert (line.hand, line.where, line.amount, line.note) == ("Take", "the 8", "$5", "split")
    assert not view(house, night).stacks


def test_a_settlement_is_listed_as_it_lay_whatever_became_of_the_bet_since(house: House) -> None:
    """What was paid on the Q was paid on the Q, though the bet was dragged on, coppered, pressed and made a paroli."""
    night = dealt(house, running_limit=20_000)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="9", winner="Q")
    as_it_lay = view(house, night).sheet.lines
    assert [(line.hand, line.where, line.amount, line.note) for line in as_it_lay] == [("Pay", "the Q", "$5", "")]
    for word, more in (
        ("move_bet", {"kind": "split", "ranks": ["6", "8"]}),
        ("copper_bet", {}),
        ("press_bet", {"add": 100}),
        ("paroli_bet", {}),
        ("bar_bet", {}),
        ("take_down_bet", {}),
    ):
        house.do(night, word, bet="a", **more)
        assert view(house, night).sheet.lines == as_it_lay, word


def test_what_may_be_disputed_of_the_past_is_named_by_where_it_lay(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="9", winner="Q")
    house.do(night, "move_bet", bet="a", kind="split", ranks=["6", "8"])
    house.do(night, "raise_dispute", dispute="d", player="red", about="a", claim="I was paid short")
    house.do(night, "move_bet", bet="a", kind="single", ranks=["J"])
    ada = view(house, night).drawer.accounts[0]
    assert ada.disputable[0].words == "the J, $5"
    house.do(night, "take_down_bet", bet="a")
    ada = view(house, night).drawer.accounts[0]
    assert ada.disputable[0].words.startswith("the Q, won in ")
    (dispute,) = disputes_of(house.assistant.night(night), house.assistant.facts(night))
    assert "the 6-8" in dispute.about


def test_all_screens_of_a_table_have_its_stacks_from_one_making_and_a_bet_more_has_another(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    state = house.assistant.night(night)
    stacks = stacks_of(state, faro_of(state))
    assert stacks_of(state, faro_of(state)) is stacks
    bet(house, night, "b", "blue", 500, kind="single", ranks=["Q"])
    later = house.assistant.night(night)
    assert [one.key for one in stacks_of(later, faro_of(later))] == ["a", "b"]
    assert stacks_of(state, faro_of(state)) == stacks
