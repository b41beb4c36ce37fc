"""Random bets and orders, legal as far as the house and the pack allow."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.layout import KINDS, PLACE_KEYS, PLACES, RANKS, WORDS_ALLOWED
from tests.oracle.refusal import Command
from tests.oracle.state import Night

STAKES_IN_CHECKS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 7, 7, 10, 10, 20, 40, 40, 100)
ORDERS = (
    "press_bet",
    "press_bet",
    "take_down_bet",
    "move_bet",
    "move_bet",
    "copper_bet",
    "uncopper_bet",
    "paroli_bet",
    "paroli_bet",
    "stand_pat",
    "release_bet",
    "bar_bet",
    "bar_bet",
    "half_goes",
    "whole_goes",
)


def random_kind(random: Random, night: Night) -> str:
    """A kind of bet that the house takes, single bets most often."""
    kinds = night.house.kinds
    if not kinds:
        return random.choice(KINDS)
    if "single" in kinds and random.random() < 0.3:
        return "single"
    return random.choice(kinds)


def random_arguments(random: Random, kind: str) -> dict[str, Any]:
    """Where a bet of this kind may lie."""
    if kind in PLACES:
        ranks = sorted(random.choice(sorted(PLACES[kind], key=sorted)), key=RANKS.index)
        if random.random() < 0.2:
            random.shuffle(ranks)
        return {"ranks": ranks}
    if kind == "string":
        return {"ranks": random.sample(RANKS, random.choice([2, 2, 3, 3, 4, 5, 8]))}
    if kind == "heeled":
        ranks = random.sample(RANKS, random.randint(2, 5))
        cut = random.randint(1, len(ranks) - 1)
        return {"win": ranks[:cut], "lose": ranks[cut:]}
    return {key: random.choice(WORDS_ALLOWED[kind, key]) for key in PLACE_KEYS[kind]}


def living_place(random: Random, night: Night) -> dict[str, Any]:
    """A kind and a place, most often one that is not dead."""
    for _ in range(6):
        kind = random_kind(random, night)
        arguments = random_arguments(random, kind)
        if not night.is_dead(kind, arguments) or random.random() < 0.05:
            break
    return {"kind": kind, **arguments}


def affordable_stake(random: Random, night: Night, player: str) -> int:
    """A stake that the player can most often cover and the house most often takes."""
    house = night.house
    most = min(night.players[player].checks, house.limit)
    stakes = [checks * house.check for checks in STAKES_IN_CHECKS]
    fitting = [stake for stake in stakes if house.minimum <= stake <= most]
    if random.random() < 0.06:
        return random.choice(
            [
                house.limit,
                house.limit + house.check,
                house.case_limit,
                house.case_limit + house.check,
            ]
        )
    return random.choice(fitting or stakes[:8])


def random_bet(random: Random, night: Night, key: str) -> Command:
    """A bet by somebody at the table."""
    players = seated_players(night)
    player = random.choice([one for one in players if night.players[one].checks] or players)
    stake = affordable_stake(random, night, player)
    bet: Command = {
        "do": "place_bet",
        "bet": key,
        "player": player,
        **living_place(random, night),
        "stake": stake,
    }
    if random.random() < (0.3 if night.house.copper else 0.02):
        bet["coppered"] = True
    elif random.random() < 0.05:
        bet["coppered"] = False
    if random.random() < (0.3 if night.house.running_limit is not None else 0.01):
        bet["paroli"] = True
    if random.random() < 0.1:
        bet["form"] = random.choice(["checks", "bills", "bills"])
    return bet


def random_order(random: Random, night: Night) -> Command:
    """Something done to a bet that lies."""
    key = random.choice(list(night.bets))
    do = random.choice(ORDERS)
    order: Command = {"do": do, "bet": key}
    if do == "press_bet":
        order["add"] = night.house.check * random.choice([1, 1, 2, 5, 5, 10])
    elif do == "move_bet":
        order |= living_place(random, night)
    elif do == "bar_bet" and random.random() < 0.6:
        order["turns"] = random.randint(1, 3)
    return order


def random_lift(random: Random, night: Night) -> Command:
    """One bet, or everything of a player's, is to come down."""
    if night.bets and random.random() < 0.6:
        return {"do": "take_down_bet", "bet": random.choice(list(night.bets))}
    owners = [bet.player for bet in night.bets.values() if night.players[bet.player].seated]
    return {"do": "take_down_all", "player": random.choice(owners or seated_players(night))}


def random_call(random: Random, night: Night, key: str) -> Command:
    """A call of the last three cards; it wins about once in six times."""
    assert night.deal is not None
    order = list(night.deal.ranks_left().elements())
    random.shuffle(order)
    player = random.choice(seated_players(night))
    stake = affordable_stake(random, night, player)
    return {"do": "call_turn", "bet": key, "player": player, "order": order, "stake": stake}


def random_claim(random: Random, night: Night) -> Command | None:
    """A claim of a sleeper, if one lies."""
    dead = [bet.key for bet in night.bets.values() if bet.kind != "call" and night.is_dead(bet.kind, bet.arguments)]
    if not dead:
        return None
    return {
        "do": "claim_sleeper",
        "bet": random.choice(dead),
        "player": random.choice(seated_players(night)),
    }


def seated_players(night: Night) -> list[str]:
    """The keys of those who sit at the table."""
    return [key for key, player in night.players.items() if player.seated]
