"""A night of Pharo and Faro: one bank, which breaks at every table, and one set of keys (rulebook 1.9, G1)."""

from __future__ import annotations

from dealer.games.faro.state import faro_of
from dealer.games.pharo.state import pharo_of
from tests.support.pure import PureNight
from tests.support.tables import livret_rows_of


def night_of_both() -> PureNight:
    """A night whose bank has $2, with a soixante of red's carried out of a deal of Pharo, and Faro's soda shown."""
    night = PureNight()
    night("open_night", table="T", date="2026-11-22", game=["pharo", "faro"], roll=200, dealer="D")
    for player in ("red", "blue"):
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=20_000)
    night("start_deal")
    night("show_bottom", card="As")
    night("place_bet", bet="p", player="red", kind="figure", ranks=["J", "Q", "K"], stake=100)
    for bank, punters in zip(["2s", "2h", "2d", "2c", "3s"], ["Ks", "Kh", "Kd", "Kc", "Qs"], strict=True):
        night("coup", bank=bank, punters=punters)
        night("paroli", bet="p")
    night("mask_bet", bet="p")
    left = [rank + suit for rank in ["A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"] for suit in "hdcs"]
    left = [card for card in left if card not in ("As", "3s", "Qs")] + ["As"]
    while left:
        night("coup", bank=left.pop(0), punters=left.pop(0))
    night("end_deal")
    night("start_deal", game="faro")
    night("expose_soda", card="7s")
    return night


def test_a_carried_soixante_does_not_hinder_another_game() -> None:
    night = night_of_both()
    assert faro_of(night.now).deal_is_on
    assert night.refusal("start_deal", game="pharo") == "wrong_phase"


def test_a_key_is_used_once_a_night_whatever_the_game() -> None:
    night = night_of_both()
    bet = {"bet": "p", "player": "blue", "kind": "single", "ranks": ["5"], "stake": "much"}
    assert night.refusal("place_bet", **bet) == "already_done"


def test_where_the_bank_breaks_at_faro_carried_stakes_go_back_too_and_no_game_takes_bets() -> None:
    night = night_of_both()
    night("place_bet", bet="f", player="blue", kind="single", ranks=["9"], stake=1_000)
    facts = night("turn", loser="8s", winner="9s")
    assert livret_rows_of(tuple(fact for fact in facts if hasattr(fact, "gain_cents"))) == [
        ("p", "returned", 100, 0, 0, 0)
    ]
    returned = night.result()["bets"][-1]
    assert (returned["bet"], returned["deal"], returned["turn"], returned["gain"]) == ("p", 1, 26, 0)
    assert (faro_of(night.now).broken, pharo_of(night.now).broken, pharo_of(night.now).bets) == (True, True, {})
    night("raise_roll", amount=1_000)
    assert (faro_of(night.now).broken, pharo_of(night.now).broken) == (False, False)
