"""What was called out at a turn: made once, and never of another turn, player's name or moment."""

from __future__ import annotations

from unittest.mock import patch

from msgspec.structs import replace

from events.effective_facts import NightFacts, effective
from reports.games.faro.words import words_of_turn
from tests.support.house import House
from web.app.links import board_link
from web.games.faro.board import board_view
from web.games.faro.tablet import table_view


def dealt(house: House) -> str:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "place_bet", bet="b", player="red", kind="single", ranks=["2"], stake=500, coppered=True)
    house.do(night, "turn", loser="Q", winner="2")
    return night


def called(house: House, night: str, facts: int | None = None) -> tuple[str, ...]:
    history = house.assistant.history(night)
    at = history.version if facts is None else facts
    (turn,) = board_view(history.at(at), effective(history.until(at))).turns
    return turn.words


def test_tablet_and_board_have_the_words_made_once(house: House) -> None:
    night = dealt(house)
    with patch("web.games.faro.sheet.words_of_turn", wraps=words_of_turn) as made:
        state, head = house.assistant.at(night)
        said = table_view(state, head, house.book.facts(night)).sheet.words
        assert called(house, night) == said
        house.do(night, "place_bet", bet="c", player="red", kind="single", ranks=["5"], stake=500)
        assert called(house, night) == said
    assert made.call_count == 1


def test_a_turn_as_of_a_fact_within_it_has_its_own_words(house: House) -> None:
    night = dealt(house)
    at = next(one.version for one in house.book.facts(night) if one.kind == "WinnerDrawn")
    whole, half = called(house, night), called(house, night, at)
    assert (whole, half) == (("Ada Lamb whipsawed",), ())
    assert (called(house, night), called(house, night, at)) == (whole, half)


def test_a_turn_that_is_taken_back_and_dealt_otherwise_is_called_out_anew(house: House) -> None:
    night = dealt(house)
    assert called(house, night) == ("Ada Lamb whipsawed",)
    house.do(night, "void")
    house.do(night, "turn", loser="J", winner="K")
    assert called(house, night) == ("hangman's turn", "wash")


def test_of_the_turn_that_a_close_cut_off_nothing_is_said_whoever_looked_before(house: House) -> None:
    """A night that is closed has nothing to take back, and so no table before the turn."""
    night = dealt(house)
    state, head = house.assistant.at(night)
    assert table_view(state, head, house.book.facts(night)).sheet.words == ("Ada Lamb whipsawed",)
    house.do(night, "close_night")
    state, head = house.assistant.at(night)
    assert table_view(state, head, house.book.facts(night)).sheet.words == ()


def test_of_facts_that_are_in_no_book_nothing_is_kept(house: House) -> None:
    night = dealt(house)
    facts = [replace(one, hash="") for one in house.book.facts(night)]
    with patch("web.games.faro.sheet.words_of_turn", wraps=words_of_turn) as made:
        for _ in range(2):
            board_view(house.assistant.night(night), effective(NightFacts(facts)))
    assert made.call_count == 2


def test_two_players_whose_names_differ_in_a_capital_are_both_called_out(house: House) -> None:
    """What is said once is said of each."""
    night = house.open_night()
    house.seat(night, red="Ann", blue="ann")
    house.deal(night)
    for player in ("red", "blue"):
        house.do(night, "place_bet", bet=f"{player}-1", player=player, kind="single", ranks=["2"], stake=500)
        house.do(night, "place_bet", bet=f"{player}-2", player=player, kind="single", ranks=["Q"], stake=500)
        house.do(night, "copper_bet", bet=f"{player}-2")
    house.do(night, "turn", loser="2", winner="Q")
    client = house.client()
    with house.app.test_request_context():
        board = board_link(night)
    for path in (f"/nights/{night}", board):
        page = client.get(path).get_data(as_text=True)
        assert "<li>Ann whipsawed</li><li>ann whipsawed</li>" in page, path
