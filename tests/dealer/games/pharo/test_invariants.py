"""What holds after every command of any night of Pharo (rulebook G0, G1), on nights played at random."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.game.cards import PACK
from dealer.games.pharo.livret import FIGURES
from dealer.games.pharo.state import Phase, pharo_of
from events.facts.play import StakeSettled
from ledger.accounts import PLAY
from tests.support.pure import PureNight
from tests.support.tables import PharoNight

ORDERS = ("paroli", "paroli", "paroli", "paix", "take_win", "pli", "mask_bet", "unmask_bet", "take_down_bet")
HOUSES = st.fixed_dictionaries(
    {},
    optional={
        "drawn": st.sampled_from(["punter", "bet"]),
        "carry": st.sampled_from(["soixante", "chain", "none"]),
        "highest": st.integers(1, 7),
        "hockley": st.booleans(),
        "late_cards": st.integers(0, 12),
    },
)


def random_commands(random: Random, table: PharoNight) -> list[dict[str, Any]]:
    """Commands that go on from a table: bets, orders, and a coup or what its phase asks for."""
    now = table.table
    commands: list[dict[str, Any]] = []
    if now.phase is Phase.IDLE:
        return [{"do": "raise_roll", "amount": 1_000}, {"do": "start_deal"}]
    if now.phase is Phase.BOTTOM:
        return [{"do": "show_bottom", "card": random.choice(PACK)}]
    for _ in range(random.randrange(3)):
        ranks = random.choice([*FIGURES, *((rank,) for rank in ["A", "5", "9", "J", "Q", "K"])])
        bet: dict[str, Any] = {
            "bet": f"r{len(table.recorded)}-{len(commands)}",
            "player": random.choice(["red", "blue"]),
        }
        kind = "figure" if len(ranks) > 1 else "single"
        stake = 25 * random.randrange(1, 12)
        commands.append({"do": "place_bet", **bet, "kind": kind, "ranks": list(ranks), "stake": stake})
        commands[-1]["opposed"] = random.random() < 0.2
    for key, bet_now in now.bets.items():
        if bet_now.awaits or random.random() < 0.15:
            commands.append({"do": random.choice(ORDERS), "bet": key})
    if now.phase is Phase.DEALT:
        commands.append({"do": "end_deal"})
    elif random.random() < 0.02:
        commands.append({"do": "miscount", "cards": 51})
    else:
        left = [card for card in PACK if card not in (*now.pack.dealt, now.pack.bottom)]
        random.shuffle(left)
        left.append(now.pack.bottom)
        commands.append({"do": "coup", "bank": left[0], "punters": left[1]})
    return commands


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), house=HOUSES, roll=st.sampled_from([0, 2_000, 500_000]))
def test_nothing_is_lost_and_the_same_script_gives_the_same_result(seed: int, house: dict[str, Any], roll: int) -> None:
    random, table = Random(seed), PharoNight(roll=roll, bottom=None, players=2, **house)
    script: list[dict[str, Any]] = []
    for _ in range(70):
        for command in random_commands(random, table):
            script.append(command)
            try:
                table.do(command, len(script))
            except Refusal:
                continue
            _check(table)
    table("close_night")
    result = table.result()
    assert sum(player["net"] for player in result["players"].values()) + result["bank"]["play"] == 0
    again = PharoNight(roll=roll, bottom=None, players=2, **house)
    again.play(script)
    again("close_night")
    assert {**again.result(), "refused": [], "head": ""} == {**result, "refused": [], "head": ""}


def _check(table: PureNight) -> None:
    """The table's invariants; that the ledger agrees with the layout is asserted by every command."""
    now = pharo_of(table.now)
    places = [(bet.player, bet.kind, bet.ranks) for bet in now.bets.values()]
    assert len(set(places)) == len(places)
    assert list(now.bets.values()) == sorted(now.bets.values(), key=lambda bet: bet.placed)
    for bet in now.bets.values():
        assert bet.stake_cents > 0
        assert bet.stake_cents % now.house.check == bet.gain_cents % now.house.check == 0
        assert len(bet.folds) <= now.house.highest
        assert bool(bet.gain_cents) == (bool(bet.folds) or bet.awaits)
        assert not (bet.pli and (bet.folds or bet.awaits or not bet.lost_cents))
    rows = [one.fact for one in table.recorded if isinstance(one.fact, StakeSettled)]
    assert now.house.check == 25
    won = sum(row.bank_took_cents - row.bank_paid_cents for row in rows)
    assert won == table.now.ledger.balance(PLAY)
