"""Case-keeper, tabs, the words of the table and the take-and-pay list (rulebook 1.10)."""

from __future__ import annotations

from dealer.games.faro.cards import tabs_of
from dealer.games.faro.settlement import PLACES, take_and_pay
from events.effective_facts import effective
from events.facts.play import StakeSettled
from reports.games.faro.words import words_of_hock, words_of_phase, words_of_turn
from tests.support.table import Table


def said(table: Table, loser: str, winner: str) -> list[str]:
    before = table.table
    settled = [one for one in table("turn", loser=loser, winner=winner) if isinstance(one, StakeSettled)]
    tabs = tabs_of(one.fact for one in effective(table.recorded))
    return words_of_turn(before, settled, tabs[-1], table.now.names, tabs[-2] if len(tabs) > 1 else None)


def test_tabs_mark_winner_loser_soda_and_hock() -> None:
    table = Table(soda="Kh")
    table.turn("Ah", "2h")
    table.turn("Ad", "Ks")
    tabs = tabs_of(one.fact for one in table.recorded)[0]
    spindles = {one.rank: one for one in tabs.spindles}
    assert spindles["A"].marks == ("O", "O")
    assert spindles["K"].marks == ("·", "I")
    assert spindles["2"].marks == ("I",)
    assert (spindles["A"].left, spindles["3"].left) == (2, 4)


def test_a_turn_taken_back_leaves_no_tab() -> None:
    table = Table()
    table.turn("Ah", "2h")
    table("void")
    assert tabs_of(one.fact for one in effective(table.recorded))[0].turns == ()


def test_split_hangmans_turn_and_wash() -> None:
    table = Table()
    assert said(table, "Ah", "As") == ["split", "wash"]
    assert said(table, "Jh", "Kh") == ["hangman's turn", "wash"]
    table.bet("5")
    assert said(table, "5h", "6h") == []


def test_case_card_dead_and_a_sleeper_by_its_place() -> None:
    table = Table()
    said(table, "Ah", "2h")
    assert "the A is a case card" in said(table, "As", "Ad")
    bet = table.bet("A", 25)
    table("bar_bet", bet=bet)
    words = said(table, "3h", "Ac")
    assert "the A is dead" in words
    assert "sleeper: the A" in words


def test_a_bet_of_which_nothing_lies_is_no_sleeper_and_the_half_that_lies_is_one() -> None:
    """At stuss a split takes all of it; where half goes, the other half lies when the last card of the rank lost."""
    for table, sleeps in ((Table(soda=None, preset="stuss"), []), (Table(), ["sleeper: the A"])):
        said(table, "As", "Ad")
        table.bet("A", 100)
        assert [word for word in said(table, "Ah", "Ac") if "sleeper" in word] == sleeps
    table = Table()
    said(table, "As", "Ad")
    said(table, "Ah", "2s")
    table("half_goes", bet=table.bet("A", 100))
    assert "sleeper: the A" in said(table, "Ac", "2d")


def test_what_goes_back_after_the_last_turn_from_the_hand_is_no_sleeper_and_what_goes_back_before_is() -> None:
    table = Table(soda=None, preset="stuss")
    table.turn("As", "Ad")
    table("bar_bet", bet=table.bet("A", 100))
    assert "sleeper: the A" in said(table, "Ah", "Ac")
    table.deal_until(25)
    loser, winner = table.table.box.ranks_left()
    table("bar_bet", bet=table.bet(winner, 100))
    assert not [word for word in said(table, loser, winner) if "sleeper" in word]


def test_win_out_lose_out() -> None:
    table = Table()
    for at, suit in enumerate("shd"):
        said(table, "A" + suit, "2" + suit)
        assert at < 3
    words = said(table, "Ac", "2c")
    assert "the A loses out" in words
    assert "the 2 wins out" in words


def test_a_rank_repeats_or_reverses_the_last_deal() -> None:
    table = Table(soda="9s")
    for suit in "shdc":
        table.turn("A" + suit, "2" + suit)
    table("void_deal", reason="short")
    table("void")
    table.deal_until(25)
    hock = table.table.box.ranks_left()[0]
    table("expose_hock", card=hock)
    table("end_deal")
    table("start_deal")
    table("expose_soda", card="9s")
    for suit in "shd":
        table.turn("A" + suit, "2" + suit)
    assert "the A repeats" in said(table, "Ac", "2c")


def test_whipsaw_and_whipsawed() -> None:
    table = Table()
    table.bet("A")
    table.bet("2", coppered=True)
    table.bet("3", player="blue")
    table.bet("3-4", kind="split", player="blue")
    assert "whipsaw for Red" in said(table, "2h", "Ah")
    assert "Blue whipsawed" in said(table, "3h", "9h")


def test_a_player_is_called_by_name_whatever_other_seat_keys_and_names_there_are() -> None:
    """A key may be the beginning of another, or a word of what is said, and a name may be another's key."""
    table = Table()
    seats = {"p1": "Ann", "p10": "Bob", "for": "p1", "whipsaw": "whipsawed"}
    for player, name in seats.items():
        table("seat_player", player=player, name=name)
        table("buy_checks", player=player, amount=1_000)
        table.bet("A", player=player)
        table.bet("2", player=player, coppered=True)
    words = [word for word in said(table, "2h", "Ah") if "whip" in word]
    assert words == [f"whipsaw for {name}" for name in seats.values()]


def test_the_last_turn_is_announced_with_its_chances() -> None:
    table = Table(soda="2s")
    table.deal_until(24)
    assert words_of_phase(table.table) == ["three of the K: nothing to call"]
    table.deal_until(25)
    table("expose_hock", card="K")
    assert words_of_hock(tabs_of(one.fact for one in table.recorded)[0]) == ["the K in hock"]


def test_take_and_pay_lists_takings_first_with_what_stays() -> None:
    table = Table()
    table.bet("A", 100)
    table.bet("2", 100)
    table.bet("A-2", 50, kind="split", player="blue")
    places = PLACES.of(table.recorded)
    lines = take_and_pay(places, table("turn", loser="2h", winner="Ah"))
    assert [(line.act, line.where, line.amount_cents, line.stays_cents) for line in lines] == [
        ("take", "the 2", 100, 0),
        ("leave", "splitting the A-2", 0, 50),
        ("pay", "the A", 100, 100),
    ]


def test_places_are_kept_of_the_deal_begun_last_alone() -> None:
    table = Table()
    table.bet("A", 100)
    table("void_deal", reason="a card was missing")
    assert len(PLACES.of(table.recorded)) == 1
    table("start_deal")
    assert len(PLACES.of(effective(table.recorded))) == 0
