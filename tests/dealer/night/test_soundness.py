"""A night whose ledger and tables differ is found: by a cent of one player, at one of several games, or the pot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from dealer.night.night import Night
from dealer.night.result import assert_sound
from ledger.ledger import LedgerBroken
from tests.support.pure import PureNight

CHIPS = 500


def night_with_stakes() -> Night:
    """Bets of two players at Faro, and a table of another game."""
    night = PureNight()
    night("open_night", table="T", date="2026-11-21", game=["faro", "big_three"], roll=500_000, dealer="D")
    for player in ("red", "blue", "white"):
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=20_000)
    night("start_deal")
    night("expose_soda", card="4h")
    night("place_bet", bet="a", player="red", kind="single", ranks=["5"], stake=CHIPS)
    night("place_bet", bet="b", player="blue", kind="single", ranks=["6"], stake=CHIPS)
    night("place_bet", bet="c", player="red", kind="single", ranks=["7"], stake=CHIPS)
    return night.now


def with_table(night: Night, game: str, **changes: Any) -> Night:
    return replace(night, tables={**night.tables, game: replace(night.tables[game], **changes)})


def with_stake(night: Night, bet: str, cents: int) -> Night:
    bets = night.tables["faro"].bets
    return with_table(night, "faro", bets={**bets, bet: replace(bets[bet], stake_cents=cents)})


def without(night: Night, bet: str) -> Night:
    bets = night.tables["faro"].bets
    return with_table(night, "faro", bets={key: one for key, one in bets.items() if key != bet})


def with_balance(night: Night, account: str, cents: int) -> Night:
    ledger, family = night.ledger, account.partition(":")[0]
    in_family = ledger.families.get(family, 0) + cents - ledger.balances.get(account, 0)
    balances, families = {**ledger.balances, account: cents}, {**ledger.families, family: in_family}
    return replace(night, ledger=replace(ledger, balances=balances, families=families))


SPOILS: dict[str, tuple[Callable[[Night], Night], str]] = {
    "a cent more on a bet": (
        lambda night: with_stake(night, "c", CHIPS + 1),
        "red's bets add up to 1001 cents and the ledger has 1000 on the layout",
    ),
    "a bet that is gone": (
        lambda night: without(night, "b"),
        "blue's bets add up to 0 cents and the ledger has 500 on the layout",
    ),
    "a cent on another's side": (
        lambda night: with_stake(with_stake(night, "a", CHIPS - 1), "b", CHIPS + 1),
        "red's bets add up to 999 cents",
    ),
    "a stake that is in the books alone": (
        lambda night: with_balance(night, "layout:white", -CHIPS),
        "white's bets add up to 0 cents and the ledger has 500 on the layout",
    ),
    "a cent less that is in the books": (
        lambda night: with_balance(night, "layout:red", -2 * CHIPS + 1),
        "red's bets add up to 1000 cents and the ledger has 999 on the layout",
    ),
    "a stake at the other game": (
        lambda night: with_table(night, "big_three", staked_cents={"white": 1}),
        "white's bets add up to 1 cents and the ledger has 0 on the layout",
    ),
    "a pot": (
        lambda night: with_table(night, "big_three", pot_cents=1),
        "1 cents lie in the pot and the ledger has 0 there",
    ),
}


def test_a_night_as_it_was_played_is_sound() -> None:
    assert_sound(night_with_stakes())


@pytest.mark.parametrize("spoilt", SPOILS)
def test_what_differs_is_found(spoilt: str) -> None:
    spoil, told = SPOILS[spoilt]
    with pytest.raises(LedgerBroken, match=told):
        assert_sound(spoil(night_with_stakes()))
