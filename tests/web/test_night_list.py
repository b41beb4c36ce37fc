"""The list of nights: what each was of, what was dealt, and the money of a bank or of a pot."""

from __future__ import annotations

from tests.web.conftest import House
from web.night_list import night_lines


def test_a_pot_night_says_what_lies_in_the_pot_and_has_no_bank(house: House) -> None:
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    (line,) = night_lines(house.assistant)
    assert (line.game, line.dealt, line.money) == ("Fan-Tan (Sevens, Parliament)", "nothing dealt yet", "")
    house.do(night, "start_hand", dealer="red")
    (line,) = night_lines(house.assistant)
    assert (line.dealt, line.money) == ("1 hand", "pot $1")


def test_a_night_of_both_games_says_what_the_bank_won(house: House) -> None:
    night = house.open_night(game=["faro", "fan_tan"])
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    (line,) = night_lines(house.assistant)
    assert (line.game, line.dealt) == ("Faro and Fan-Tan (Sevens, Parliament)", "1 deal")
    assert line.money == "bank +$5"
