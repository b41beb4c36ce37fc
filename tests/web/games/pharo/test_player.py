"""A punter's page: their livret, and every settlement of theirs as the night's result has it."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from tests.support.house import House
from tests.web.games.pharo.evening import pharo_night, worked_night
from web.games.pharo.player import DealOfTheirs, part_of
from web.player_view import PlayerView, player_view


def view_of(house: House, night: str, player: str) -> PlayerView:
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
        (deal,) = deals_of(view_of(house, night, player))
        shown = [(one.turn, one.result, one.gained_cents, one.gain_cents) for one in reversed(deal.settled)]
        assert shown == [
            (row["turn"], names[row["result"]], row["paid"] - row["taken"], row["gain"])
            for row in result["bets"]
            if row["bet"] in bets
        ]
        assert deal.settled[0].running_cents == deal.net_cents == result["players"][player]["net"]


def test_who_had_no_stake_has_no_deal(house: House) -> None:
    assert deals_of(view_of(house, worked_night(house), "black")) == []


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
    newest, first = deals_of(view_of(house, night, "red"))
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
