"""Random hands of Frog, and commands of it that are wrong on purpose."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.frog_table import BIDS, TRUMPS, FrogTable
from tests.oracle.random_bets import seated_players
from tests.oracle.refusal import Command
from tests.oracle.state import Night


def random_frog_start(random: Random, night: Night, table: FrogTable) -> Command:
    """The next hand, most often by whoever is to deal; where more than four sit, of some of them."""
    seated = seated_players(night)
    command: Command = {"do": "start_hand"}
    players = seated
    if (len(seated) > 4 and random.random() < 0.97) or random.random() < 0.1:
        players = random.sample(seated, min(len(seated), random.choice([3, 3, 4, 4])))
        command["players"] = players
    due = table.due_among(night, players)
    dealer = due if due is not None and random.random() < 0.95 else random.choice(players)
    return command | {"dealer": dealer}


def next_of_frog(random: Random, night: Night, table: FrogTable) -> Command:
    """A bid, a pass, or the card points."""
    hand = table.hand
    assert hand is not None
    if random.random() < 0.02:
        return {"do": "void_hand", "reason": "a misdeal"}
    if hand.bidding is None:
        points = random.choice([60, 61, 71, random.randint(0, 120), random.randint(40, 90)])
        trump = random.choice(TRUMPS[str(hand.bid)] if random.random() < 0.8 else "shdc")
        command: Command = {"do": "score_hand", "points": points}
        return command | ({"trump": trump} if random.random() < 0.4 else {})
    if not hand.bidding.calls and random.random() < 0.25:
        return {"do": "contract", "player": random.choice(hand.seats), "bid": random.choice(BIDS)}
    standing = hand.bidding.standing
    higher = BIDS[BIDS.index(standing[1]) + 1 :] if standing else BIDS
    if not higher or random.random() < 0.5:
        return {"do": "pass", "player": hand.bidding.turn}
    return {"do": "bid", "player": hand.bidding.turn, "bid": random.choice(higher)}


def somebody(random: Random, night: Night) -> Any:
    """Most often somebody seated."""
    lot = random.random()
    return "nobody" if lot < 0.08 else random.choice([None, 7, []]) if lot < 0.12 else random.choice([*night.players])


def frog_mischief(random: Random, night: Night, table: Any) -> Command:
    """What cannot be bid, or cannot be scored."""
    seats = [somebody(random, night) for _ in range(random.choice([2, 3, 3, 4]))]
    bid = random.choice([*BIDS, *BIDS, None, 7, "Frog", ""])
    points = random.choice([None, -1, 121, 500, "60", 60.0, True, 60, 120])
    wrong: list[Command] = [
        {"do": "start_hand", "dealer": somebody(random, night), "players": random.choice([seats, seats, None, "red"])},
        {"do": "start_hand", "dealer": random.choice(seated_players(night)), "players": seated_players(night)[:3]},
        {"do": "bid", "player": somebody(random, night), "bid": bid},
        {"do": "bid", "player": table.hand.bidding.turn, "bid": bid}
        if table.hand is not None and table.hand.bidding is not None
        else {"do": "bid"},
        {"do": "pass", "player": somebody(random, night)},
        {"do": "contract", "player": somebody(random, night), "bid": bid},
        {"do": "score_hand", "points": points, "trump": random.choice([None, "s", "h", "x", 7, []])},
        {"do": "score_hand"},
    ]
    return random.choice(wrong)
