"""Random dealings in money: markers, pledges, loans, tips, leaving, disputes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.oracle.random_bets import seated_players
from tests.oracle.refusal import Command
from tests.oracle.state import Night

MoneyMaker = Callable[[Random, Night], Command | None]
ITEMS = ("watch", "ring", "saddle", "mine", "pistol")


def some_checks(random: Random, night: Night, at_most: int) -> int:
    """An amount up to what is there; at least one smallest check."""
    check = night.check
    return check * random.randint(1, max(1, min(at_most // check, 100)))


def buy(random: Random, night: Night) -> Command | None:
    """Checks for cash or on a marker."""
    player = random.choice(seated_players(night))
    amount = night.check * random.choice([20, 40, 73, 100])
    return {"do": random.choice(["buy_checks", "issue_marker"]), "player": player, "amount": amount}


def redeem(random: Random, night: Night) -> Command | None:
    """Something is paid on an open marker."""
    owing = [key for key in seated_players(night) if night.players[key].markers_open]
    if not owing:
        return None
    player = random.choice(owing)
    amount = some_checks(random, night, night.players[player].markers_open)
    return {
        "do": "redeem_marker",
        "player": player,
        "amount": amount,
        "with": random.choice(["cash", "checks"]),
    }


def pledge(random: Random, night: Night) -> Command | None:
    """Goods are pledged, or come back."""
    player = random.choice(seated_players(night))
    held = [item for item, _ in night.players[player].pledges]
    if held and random.random() < 0.7:
        means = random.choice(["cash", "checks"])
        return {"do": "return_pledge", "player": player, "item": random.choice(held), "with": means}
    item = random.choice([item for item in ITEMS if item not in held] or ["hat"])
    if item in held:
        return None
    return {"do": "take_pledge", "player": player, "amount": night.check * 50, "item": item}


def lend(random: Random, night: Night) -> Command | None:
    """One player lends another, or is repaid."""
    seated = seated_players(night)
    owed = [loan for loan in night.loans if loan.owed and {loan.lender, loan.borrower} <= set(seated)]
    if owed and random.random() < 0.5:
        loan = random.choice(owed)
        amount = some_checks(random, night, loan.owed)
        return {
            "do": "repay_stake",
            "lender": loan.lender,
            "borrower": loan.borrower,
            "amount": amount,
        }
    if len(seated) < 2:
        return None
    lender, borrower = random.sample(seated, 2)
    amount = some_checks(random, night, night.players[lender].checks)
    share = random.choice([0, 0.1, 0.25, 0.29, 0.5, 1])
    return {
        "do": "lend_stake",
        "lender": lender,
        "borrower": borrower,
        "amount": amount,
        "profit_share": share,
    }


def cash_in_or_tip(random: Random, night: Night) -> Command | None:
    """Checks go to the rack or to the toke box."""
    player = random.choice(seated_players(night))
    amount = some_checks(random, night, min(night.players[player].checks, night.check * 5))
    return {"do": random.choice(["cash_in", "tip"]), "player": player, "amount": amount}


def raise_roll(random: Random, night: Night) -> Command | None:
    """More money behind the bank."""
    command: Command = {
        "do": "raise_roll",
        "amount": night.check * random.choice([4, 40, 100, 400]),
    }
    return command | ({"backer": "M. Angel"} if random.random() < 0.3 else {})


def leave_or_come_back(random: Random, night: Night) -> Command | None:
    """Somebody goes, or one who went sits down again."""
    gone = [key for key, player in night.players.items() if not player.seated]
    if gone and random.random() < 0.7:
        key = random.choice(gone)
        return {"do": "seat_player", "player": key, "name": night.players[key].name}
    seated = seated_players(night)
    idle = [key for key in seated if not night.staked(key)]
    if len(seated) < 2 or not idle:
        return None
    return {"do": "leave_table", "player": random.choice(idle)}


def dispute(random: Random, night: Night) -> Command | None:
    """A dispute is raised, or ruled."""
    still_open = [key for key, is_open in night.open_disputes.items() if is_open]
    if still_open:
        return ruling(random, night, random.choice(still_open))
    abouts: list[str | int] = [*sorted(night.used_keys), *range(1, night.turn_number + 1)]
    abouts += range(1, night.turns_of_the_hand + 1)
    if not abouts:
        return None
    about = random.choice(abouts)
    player = random.choice(seated_players(night))
    key = f"d{len(night.open_disputes) + 1}"
    return {
        "do": "raise_dispute",
        "dispute": key,
        "player": player,
        "about": about,
        "claim": "that was mine",
    }


def ruling(random: Random, night: Night, key: str) -> Command:
    """A ruling that lets things stand, or corrects them."""
    command: Command = {"do": "rule_dispute", "dispute": key, "reason": "as they lay"}
    if random.random() < 0.7:
        command["law"] = random.randint(1, 10)
    if random.random() < 0.4:
        return command | {"ruling": "stands"}
    corrections = []
    for _ in range(random.randint(1, 2)):
        giver, taker = random.sample([*seated_players(night), "bank"], 2)
        corrections.append({"from": giver, "to": taker, "amount": night.check * random.choice([1, 2, 5, 10])})
    return command | {"ruling": "corrected", "corrections": corrections}


BETWEEN_TURNS: tuple[MoneyMaker, ...] = (
    buy,
    redeem,
    pledge,
    lend,
    cash_in_or_tip,
    dispute,
    raise_roll,
    buy,
)
BETWEEN_DEALS: tuple[MoneyMaker, ...] = (
    *BETWEEN_TURNS,
    redeem,
    leave_or_come_back,
    cash_in_or_tip,
    lend,
)


def random_money(random: Random, night: Night) -> Command | None:
    """One dealing in money that fits the moment, if there is one."""
    makers = BETWEEN_DEALS if night.deal is None else (*BETWEEN_TURNS, leave_or_come_back)
    if not seated_players(night):
        return None
    return random.choice(makers)(random, night)
