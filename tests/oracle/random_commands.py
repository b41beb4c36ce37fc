"""Random commands of Faro and in money: legal ones, and wrong ones of every refusal code."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.basics import KINDS, PLACE_KEYS, PLACES, RANKS, WORDS_ALLOWED, Command, is_such_a_place, suit_of
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
        return random.choice([house.limit, house.limit + house.check, house.case_limit, house.case_limit + house.check])
    return random.choice(fitting or stakes[:8])


def random_bet(random: Random, night: Night, key: str) -> Command:
    players = seated_players(night)
    player = random.choice([one for one in players if night.players[one].checks] or players)
    stake = affordable_stake(random, night, player)
    bet: Command = {"do": "place_bet", "bet": key, "player": player, **living_place(random, night), "stake": stake}
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
    dead = [bet.key for bet in night.bets.values() if bet.kind != "call" and night.is_dead(bet.kind, bet.arguments)]
    if not dead:
        return None
    return {"do": "claim_sleeper", "bet": random.choice(dead), "player": random.choice(seated_players(night))}


def seated_players(night: Night) -> list[str]:
    """The keys of those who sit at the table."""
    return [key for key, player in night.players.items() if player.seated]


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
    return {"do": "redeem_marker", "player": player, "amount": amount, "with": random.choice(["cash", "checks"])}


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
        return {"do": "repay_stake", "lender": loan.lender, "borrower": loan.borrower, "amount": amount}
    if len(seated) < 2:
        return None
    lender, borrower = random.sample(seated, 2)
    amount = some_checks(random, night, night.players[lender].checks)
    share = random.choice([0, 0.1, 0.25, 0.29, 0.5, 1])
    return {"do": "lend_stake", "lender": lender, "borrower": borrower, "amount": amount, "profit_share": share}


def cash_in_or_tip(random: Random, night: Night) -> Command | None:
    """Checks go to the rack or to the toke box."""
    player = random.choice(seated_players(night))
    amount = some_checks(random, night, min(night.players[player].checks, night.check * 5))
    return {"do": random.choice(["cash_in", "tip"]), "player": player, "amount": amount}


def raise_roll(random: Random, night: Night) -> Command | None:
    """More money behind the bank."""
    command: Command = {"do": "raise_roll", "amount": night.check * random.choice([4, 40, 100, 400])}
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
    return {"do": "raise_dispute", "dispute": key, "player": player, "about": about, "claim": "that was mine"}


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


BETWEEN_TURNS: tuple[MoneyMaker, ...] = (buy, redeem, pledge, lend, cash_in_or_tip, dispute, raise_roll, buy)
BETWEEN_DEALS: tuple[MoneyMaker, ...] = (*BETWEEN_TURNS, redeem, leave_or_come_back, cash_in_or_tip, lend)


def random_money(random: Random, night: Night) -> Command | None:
    """One dealing in money that fits the moment, if there is one."""
    makers = BETWEEN_DEALS if night.deal is None else (*BETWEEN_TURNS, leave_or_come_back)
    if not seated_players(night):
        return None
    return random.choice(makers)(random, night)


ANY_PHASE = (
    {"do": "start_deal"},
    {"do": "expose_soda", "card": "Qs"},
    {"do": "expose_hock", "card": "7"},
    {"do": "end_deal"},
    {"do": "turn", "loser": "5d", "winner": "9c"},
    {"do": "draw_winner", "card": "3h"},
    {"do": "turn", "loser": "1s", "winner": "9c"},
    {"do": "draw_loser", "card": "Qx"},
    {"do": "expose_soda"},
    {"do": "shuffle_up"},
    {"do": "take_down_all", "player": "nobody"},
)
WRONG_PLACES: tuple[dict[str, Any], ...] = (
    {"kind": "split", "ranks": ["A", "7"]},
    {"kind": "split", "ranks": ["3", "10"]},
    {"kind": "diagonal", "ranks": ["6", "8"]},
    {"kind": "diagonal", "ranks": ["7", "9"]},
    {"kind": "corner", "ranks": ["6", "8"]},
    {"kind": "corner", "ranks": ["2", "K"]},
    {"kind": "figure", "ranks": ["6", "7", "8"]},
    {"kind": "figure", "ranks": ["Q", "K", "A"]},
    {"kind": "pot", "ranks": ["5", "6", "7"]},
    {"kind": "square", "ranks": ["6", "7", "8", "9"]},
    {"kind": "single", "ranks": ["A", "2"]},
    {"kind": "heeled", "win": ["A", "5"], "lose": ["5"]},
)
WRONG_FORMS: tuple[dict[str, Any], ...] = (
    {"kind": "single", "ranks": ["1"]},
    {"kind": "single", "ranks": "Q"},
    {"kind": "single", "ranks": [12]},
    {"kind": "pair", "ranks": ["Q"]},
    {"kind": "call", "ranks": ["Q"]},
    {"kind": "row", "row": "middle"},
    {"kind": "row", "ranks": ["A"]},
    {"kind": "parity", "card": "hock", "parity": "odd"},
    {"kind": "parity", "parity": "odd"},
    {"kind": "colors", "win": "green"},
    {"kind": "side", "win": ["A"]},
    {"kind": "heeled", "win": ["A"]},
    {"kind": "high_card", "win": "high"},
)
PLACE_WORDS = ("kind", "ranks", "win", "lose", "row", "parity", "card")


def other_place(command: Command, place: dict[str, Any]) -> Command:
    return {key: value for key, value in command.items() if key not in PLACE_WORDS} | place


def spoil_bet(random: Random, night: Night, command: Command) -> Command:
    """Make a bet wrong in one way, or in some ways at once."""
    check, limit = night.house.check, night.house.limit
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        fault = random.randrange(10)
        if fault == 0:
            command["player"] = "nobody"
        elif fault == 1:
            command = other_place(command, random.choice(WRONG_PLACES))
        elif fault == 2:
            command = other_place(command, random.choice(WRONG_FORMS))
        elif fault == 3:
            command["stake"] = random.choice([0, -check, check * 10 + 1 if check > 1 else -1, f"{check}", check * 1.0])
        elif fault == 4:
            command["stake"] = limit + check * random.randint(1, 9)
        elif fault == 5 and night.used_keys:
            command["bet"] = random.choice(sorted(night.used_keys))
        elif fault == 6:
            command |= random.choice([{"coppered": 1}, {"paroli": "yes"}, {"form": "gold"}, {"why": "luck"}])
        elif fault == 7:
            command["stake"] = check
        elif fault == 8:
            command["stake"] = night.players[command["player"]].checks + check if command["player"] != "nobody" else 7
        else:
            command |= random.choice([{"coppered": True}, {"paroli": True}])
    return command


def spoiled_order(random: Random, night: Night) -> Command:
    if not night.bets or random.random() < 0.4:
        gone = sorted(night.used_keys - set(night.bets))
        key = random.choice(gone) if gone and random.random() < 0.4 else "b0"
        orders = ["press_bet", "copper_bet", "bar_bet", "half_goes", "take_down_bet", "uncopper_bet", "paroli_bet"]
        do = random.choice(orders)
        return {"do": do, "bet": key, "add": 50} if do == "press_bet" else {"do": do, "bet": key}
    order = random_order(random, night)
    if order["do"] == "press_bet":
        order["add"] = random.choice([0, -25, 7, "25", night.house.limit, night.house.limit * 40])
    elif order["do"] == "move_bet":
        place = random.choice([*WRONG_PLACES, *WRONG_FORMS, {"kind": "single", "ranks": [random.choice(RANKS)]}])
        order = other_place(order, place)
    elif order["do"] == "bar_bet":
        order["turns"] = random.choice([0, -1, "two", 1.5])
    else:
        order["gently"] = True
    return order


def odd_turn(random: Random, night: Night) -> Command | None:
    """A turn with a card that was seen before."""
    deal = night.deal
    suited = [card for card in deal.exposed if suit_of(card)] if deal is not None else []
    if deal is None or not suited:
        return None
    again = random.choice(suited)
    if deal.drawn_loser is not None:
        return {"do": "draw_winner", "card": again}
    lot = random.random()
    if lot < 0.2:
        return {"do": "draw_loser", "card": again}
    if lot < 0.4:
        return {"do": "turn", "loser": "Jd", "winner": "Jd"}
    loser, winner = random.sample([again, random.choice(suited)], 2)
    return {"do": "turn", "loser": loser, "winner": winner}


def wrong_claim(random: Random, night: Night) -> Command:
    """A claim by nobody, of nothing, or of a bet that is alive."""
    key = random.choice(list(night.bets) or ["b0"])
    player = random.choice([*seated_players(night), "nobody"])
    return {"do": "claim_sleeper", "bet": key, "player": player}


def wrong_call(random: Random, night: Night) -> Command | None:
    """A call at the wrong time, or of cards that are not left."""
    player = random.choice(seated_players(night))
    order: list[Any] = random.sample(RANKS, 3)
    if night.house.turns == 26:
        # The contract does not say which of several faults comes first here: keep to one.
        if night.broken:
            return None
    elif random.random() < 0.4:
        order = random.choice([["A", "2"], ["A", "2", 3]])
    stake = random.choice([1, 2, 5]) * night.house.check
    return {"do": "call_turn", "bet": "c0", "player": player, "order": order, "stake": stake}


def wrong_money(random: Random, night: Night) -> Command:
    """A dealing in money that nobody can make."""
    player = random.choice([*seated_players(night), "nobody"])
    check = night.check
    much = 10000 * check
    wrongs: list[Command] = [
        {"do": "cash_in", "player": player, "amount": much * 10},
        {"do": "tip", "player": player, "amount": much * 10},
        {"do": "buy_checks", "player": player, "amount": random.choice([0, -check, "50", 12.5])},
        {"do": "issue_marker", "player": player, "amount": None},
        {"do": "redeem_marker", "player": player, "amount": much * 10, "with": "cash"},
        {"do": "redeem_marker", "player": player, "amount": check, "with": "gold"},
        {"do": "redeem_marker", "player": player, "amount": 0, "with": "cash"},
        {"do": "return_pledge", "player": player, "item": "horse", "with": "cash"},
        {"do": "take_pledge", "player": player, "item": "horse", "amount": -1},
        {"do": "lend_stake", "lender": player, "borrower": player, "amount": check, "profit_share": 0},
        {"do": "lend_stake", "lender": "nobody", "borrower": player, "amount": check, "profit_share": 2},
        {"do": "repay_stake", "lender": "red", "borrower": player, "amount": much * 10},
        {"do": "raise_roll", "amount": 0},
        {"do": "seat_player", "player": random.choice(list(night.players)), "name": "Somebody"},
        {"do": "seat_player", "player": "orange"},
        {"do": "leave_table", "player": "nobody"},
        {"do": "rule_dispute", "dispute": "d0", "ruling": "stands", "reason": "none"},
    ]
    staking = [key for key in seated_players(night) if night.staked(key)]
    if staking:
        wrongs.append({"do": "leave_table", "player": random.choice(staking)})
    return random.choice(wrongs)


def more_than_in_sight(night: Night) -> Command:
    """A ruling that takes a check more from the bank than it can pay with."""
    open_one = next(key for key, is_open in night.open_disputes.items() if is_open)
    correction = {"from": "bank", "to": seated_players(night)[0], "amount": max(night.in_sight, 0) + night.check}
    ruling = {"do": "rule_dispute", "dispute": open_one, "ruling": "corrected", "reason": "much"}
    return {**ruling, "corrections": [correction]}


def random_mischief(random: Random, night: Night, key: str) -> Command | None:
    """One wrong command (now and then it turns out to be right)."""
    choice = random.randrange(14)
    if choice < 4:
        return spoil_bet(random, night, random_bet(random, night, key))
    if choice < 6:
        return spoiled_order(random, night)
    if choice == 6:
        return odd_turn(random, night)
    if choice == 7:
        return wrong_claim(random, night)
    if choice == 8:
        return wrong_call(random, night)
    if choice < 11:
        return wrong_money(random, night)
    if choice == 11 and night.deal is not None:
        return dead_or_any_bet(random, night, key)
    if choice == 12 and any(night.open_disputes.values()):
        # Told apart without a draw, so that the night goes on alike.
        return {"do": "close_night"} if night.turn_number % 2 else more_than_in_sight(night)
    command = dict(random.choice(ANY_PHASE))
    # Only where it is refused: a stray card would mix up the pack that the script deals from.
    return command if stray_is_refused(night, command) else None


def stray_is_refused(night: Night, command: Command) -> bool:
    """Whether a stray command of the deal comes at a time when it must be refused."""
    deal = night.deal
    do = command["do"]
    if do == "start_deal":
        return deal is not None
    if do == "end_deal":
        return deal is None or not deal.finished
    if night.house.turns == 26 and command == {"do": "expose_soda"}:
        return False
    if deal is None or "1s" in command.values() or "Qx" in command.values():
        return True
    if do == "expose_soda":
        return bool(deal.exposed) or night.house.turns == 26 or "card" not in command
    if do == "expose_hock":
        return deal.turn < 25 or deal.finished or night.house.turns == 26
    if do == "turn":
        return not deal.betting or deal.drawn_loser is not None or (night.house.turns == 25 and not deal.exposed)
    return do != "draw_winner" or deal.drawn_loser is None


def dead_or_any_bet(random: Random, night: Night, key: str) -> Command:
    assert night.deal is not None
    gone = [rank for rank in RANKS if night.deal.seen(rank) == 4]
    bet = random_bet(random, night, key)
    if gone:
        return other_place(bet, {"kind": "single", "ranks": [random.choice(gone)]})
    arguments = random_arguments(random, "string")
    assert is_such_a_place("string", arguments)
    return other_place(bet, {"kind": "string", **arguments})
