"""Commands that are wrong on purpose, of every refusal code, also wrong in several ways at once."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.layout import RANKS, is_such_a_place, suit_of
from tests.oracle.random_bets import random_arguments, random_bet, random_order, seated_players
from tests.oracle.refusal import Command
from tests.oracle.state import Night

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
    """The same command for another place."""
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
    """An order that is wrong, or for a bet that is not there."""
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
        {
            "do": "lend_stake",
            "lender": player,
            "borrower": player,
            "amount": check,
            "profit_share": 0,
        },
        {
            "do": "lend_stake",
            "lender": "nobody",
            "borrower": player,
            "amount": check,
            "profit_share": 2,
        },
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
    """A bet on a rank that is gone, where there is one."""
    assert night.deal is not None
    gone = [rank for rank in RANKS if night.deal.seen(rank) == 4]
    bet = random_bet(random, night, key)
    if gone:
        return other_place(bet, {"kind": "single", "ranks": [random.choice(gone)]})
    arguments = random_arguments(random, "string")
    assert is_such_a_place("string", arguments)
    return other_place(bet, {"kind": "string", **arguments})
