"""Seats, checks, markers, pledges, stake money and disputes: the commands that every night has."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.basics import Command, Refusal, need_integer, need_keys, need_multiple, need_texts, need_word
from tests.oracle.state import Loan, Night, Player

CASH_OR_CHECKS = ("cash", "checks")


def amount_of(night: Night, command: Command) -> int:
    """The command's amount, a positive whole number of smallest checks."""
    amount = need_integer(command["amount"], "amount")
    need_multiple(amount, night.check)
    return amount


def player_and_amount(night: Night, command: Command) -> tuple[Player, int]:
    """The player of a command that has nothing else but an amount, and that amount."""
    player = night.seated(command.get("player"))
    night.need_open()
    need_keys(command, ("player", "amount"))
    return player, amount_of(night, command)


def take_checks(player: Player, amount: int) -> None:
    if player.checks < amount:
        raise Refusal("not_enough_checks", f"{player.name} has only {player.checks}")
    player.checks -= amount


def seat_player(night: Night, command: Command) -> None:
    """Somebody sits down, or comes back to their seat."""
    night.need_sitting(command.get("after") or None)
    night.need_open()
    key = command.get("player")
    old = night.players.get(key) if isinstance(key, str) else None
    if old is not None and old.seated:
        raise Refusal("already_done", f"{key} is seated")
    need_keys(command, ("player", "name"), ("after",))
    need_texts(command, "player", "name")
    after = need_place(command) if "after" in command else None
    if old is None:
        night.players[command["player"]] = Player(command["name"])
        night.clockwise.append(command["player"])
    elif old.name != command["name"]:
        raise Refusal("already_done", f"{key} is the seat of {old.name}")
    else:
        old.seated, old.sits_out = True, False
    if after is not None:
        night.put_after(command["player"], after)


def need_place(command: Command) -> str:
    """The seat after which somebody is to sit; nothing for the first place."""
    if not isinstance(command["after"], str):
        raise Refusal("bad_input", "after is a seat key")
    return str(command["after"])


def move_seat(night: Night, command: Command) -> None:
    """Somebody changes their seat between two deals or hands."""
    night.need_sitting(command.get("player"))
    night.need_sitting(command.get("after") or None)
    night.need_no_game()
    need_keys(command, ("player", "after"))
    need_texts(command, "player")
    if need_place(command) == command["player"]:
        raise Refusal("bad_input", "nobody sits after themselves")
    night.put_after(command["player"], command["after"])


def sit_out(night: Night, command: Command) -> None:
    """`sit_out` and `sit_in`: whether the next hands take somebody in."""
    player = night.seated(command.get("player"))
    night.need_open()
    need_keys(command, ("player",))
    player.sits_out = command["do"] == "sit_out"


def buy_checks(night: Night, command: Command) -> None:
    player, amount = player_and_amount(night, command)
    player.checks += amount
    player.bought += amount


def issue_marker(night: Night, command: Command) -> None:
    """Checks on credit, as far as the house gives a player any."""
    player, amount = player_and_amount(night, command)
    night.need_second("second_marker", amount)
    owe(night, player, amount)
    player.checks += amount


def owe(night: Night, player: Player, amount: int) -> None:
    """Note a marker. Refuse one above the limit of the table or of the player's card."""
    most = night.marker_limit
    if most is not None and amount > most - player.markers_open:
        raise Refusal("over_limit", f"{player.name} may owe {most}")
    night.need_credit(player, amount)
    player.markers_issued += amount
    player.markers_open += amount


def pay_debt(player: Player, amount: int, means: str) -> None:
    """A player pays the bank what they owe it, with cash or with checks."""
    if means == "checks":
        take_checks(player, amount)
    else:
        player.cash_on_debts += amount


def redeem_marker(night: Night, command: Command) -> None:
    player = night.seated(command.get("player"))
    night.need_open()
    need_keys(command, ("player", "amount", "with"))
    need_word(command, "with", CASH_OR_CHECKS)
    if need_integer(command["amount"], "amount") > player.markers_open:
        raise Refusal("bad_input", "more than is owed")
    amount = amount_of(night, command)
    pay_debt(player, amount, command["with"])
    player.markers_open -= amount
    player.markers_due = max(0, player.markers_due - amount)


def take_pledge(night: Night, command: Command) -> None:
    """Checks against goods."""
    player = night.seated(command.get("player"))
    night.need_open()
    if any(item == command.get("item") for item, _ in player.pledges):
        raise Refusal("already_done", "that is pledged already")
    need_keys(command, ("player", "amount", "item"))
    need_texts(command, "item")
    amount = amount_of(night, command)
    player.checks += amount
    player.pledges.append((command["item"], amount))


def return_pledge(night: Night, command: Command) -> None:
    """A player pays their goods back."""
    player = night.seated(command.get("player"))
    night.need_open()
    need_keys(command, ("player", "item", "with"))
    need_texts(command, "item")
    need_word(command, "with", CASH_OR_CHECKS)
    for pledge in player.pledges:
        if pledge[0] == command["item"]:
            pay_debt(player, pledge[1], command["with"])
            player.pledges.remove(pledge)
            return
    raise Refusal("bad_input", "that was not pledged")


def lend_stake(night: Night, command: Command) -> None:
    """One player lends another checks, or a bystander's cash buys them."""
    by_name = "lender_name" in command and "lender" not in command
    lender = None if by_name else night.seated(command.get("lender"))
    borrower = night.seated(command.get("borrower"))
    night.need_open()
    need_keys(command, ("lender_name" if by_name else "lender", "borrower", "amount"), ("profit_share",))
    share = command.get("profit_share", 0)
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise Refusal("bad_input", "profit_share lies between 0 and 1")
    if lender is borrower:
        raise Refusal("bad_input", "nobody lends to their own seat")
    amount = amount_of(night, command)
    if lender is None:
        borrower.bought += amount
    else:
        take_checks(lender, amount)
    borrower.checks += amount
    by, to = ("", folded(command)) if lender is None else (command["lender"], "")
    night.loans.append(Loan(by, command["borrower"], amount, Fraction(str(share)), to))


def folded(command: Command) -> str:
    """A bystander's name as names are compared."""
    return " ".join(str(command.get("lender_name", "")).casefold().split())


def repay_stake(night: Night, command: Command) -> None:
    """A borrower pays checks back to their lender, the oldest loan first."""
    by_name = "lender_name" in command and "lender" not in command
    if not by_name:
        night.seated(command.get("lender"))
    borrower = night.seated(command.get("borrower"))
    night.need_open()
    need_keys(command, ("lender_name" if by_name else "lender", "borrower", "amount"))
    parties = (command.get("lender", ""), folded(command), command["borrower"])
    loans = [loan for loan in night.loans if (loan.lender, loan.bystander, loan.borrower) == parties]
    if need_integer(command["amount"], "amount") > sum(loan.owed for loan in loans):
        raise Refusal("bad_input", "more than is owed")
    amount = amount_of(night, command)
    if borrower.checks < amount:
        raise Refusal("not_enough_checks", "they have not that much")
    for loan in loans:
        amount -= repay(night, loan, amount)


def repay(night: Night, loan: Loan, at_most: int) -> int:
    """Pay on one loan as much as is owed, asked for and there; say how much."""
    borrower = night.players[loan.borrower]
    amount = min(loan.owed, at_most, borrower.checks)
    borrower.checks -= amount
    hand_over(night, loan, amount)
    loan.owed -= amount
    return amount


def hand_over(night: Night, loan: Loan, amount: int) -> None:
    """A lender gets checks of their borrower; a bystander gets cash for them."""
    if loan.bystander:
        night.players[loan.borrower].cashed += amount
    else:
        night.players[loan.lender].checks += amount


def cash_in(night: Night, command: Command) -> None:
    """Checks back to the bank for cash."""
    player, amount = player_and_amount(night, command)
    take_checks(player, amount)
    player.cashed += amount


def tip(night: Night, command: Command) -> None:
    """Checks to the dealer's toke box."""
    player, amount = player_and_amount(night, command)
    take_checks(player, amount)
    night.tokes += amount


def raise_roll(night: Night, command: Command) -> None:
    """More money behind the bank; a broken bank plays again."""
    night.need_open()
    need_keys(command, ("amount",), ("backer",))
    need_texts(command, "backer")
    amount = amount_of(night, command)
    night.need_second("second_raise", amount)
    night.roll += amount
    night.broken = False


def redeem_with_checks(player: Player) -> int:
    """A player's checks redeem their markers as far as they go; say how much."""
    amount = min(player.checks, player.markers_open)
    player.checks -= amount
    player.markers_open -= amount
    player.markers_due = max(0, player.markers_due - amount)
    return amount


def settle_debts(night: Night, key: str) -> int:
    """A player's checks redeem their markers, then repay their loans; say how much moved."""
    moved = redeem_with_checks(night.players[key])
    for loan in night.loans:
        if loan.borrower == key:
            moved += repay(night, loan, loan.owed)
    return moved


def cash_the_rest(player: Player) -> None:
    """All the checks that a player has left are sold back."""
    player.cashed += player.checks
    player.checks = 0


def leave_table(night: Night, command: Command) -> None:
    """A player settles up and goes."""
    player = night.seated(command.get("player"))
    night.need_open()
    if night.hand is not None and command["player"] in night.hand.players:
        night.wrong_phase("they are in a hand")
    if night.staked(command["player"]) or any(table.keeps(command["player"]) for table in night.tables.values()):
        night.wrong_phase("their stake lies, or they are in a hand")
    need_keys(command, ("player",))
    settle_debts(night, command["player"])
    cash_the_rest(player)
    player.seated = False


def net_of(night: Night, key: str) -> int:
    """What a player takes away less what they brought."""
    player = night.players[key]
    has = player.checks + night.staked(key) + player.cashed + player.carried_in_checks
    owes = player.markers_open + sum(amount for _, amount in player.pledges)
    return has - player.bought - player.cash_on_debts - owes


def share_profits(night: Night) -> None:
    """Each lender gets their part of what their borrower won over the night."""
    profits = {key: net_of(night, key) for key in night.players}
    for loan in night.loans:
        borrower = night.players[loan.borrower]
        profit = profits[loan.borrower] - sum(other.owed for other in night.loans if other.borrower == loan.borrower)
        if profit > 0:
            checks = int(profit * loan.profit_share) // night.check
            share = min(checks * night.check, borrower.checks)
            borrower.checks -= share
            hand_over(night, loan, share)


def give_back_the_hand(night: Night) -> None:
    """Everybody in a hand that is not settled gets back what they put into it."""
    if night.hand is not None and night.fan_tan_house is not None:
        for key, chips in night.hand.put_in.items():
            night.pot -= chips
            night.players[key].checks += chips * night.fan_tan_house.chip
        night.hand = None


def divide_the_pot(night: Night) -> None:
    """What dead hands of Fan-Tan left goes to those seated."""
    if night.fan_tan_house is not None and night.last_dealer is not None:
        divide(night, night.pot, night.fan_tan_house.chip, night.last_dealer)
        night.pot = 0


def divide(night: Night, chips: int, chip: int, dealer: str) -> None:
    """Chips of a pot go to those seated (if all have gone, to all), the odd ones from the dealer's left."""
    keys = night.clockwise
    place = keys.index(dealer) + 1
    seats = night.seats_from_the_left_of(dealer) or keys[place:] + keys[:place]
    while chips >= len(seats):
        for key in seats:
            night.players[key].checks += chip
        chips -= len(seats)
    for key in seats[:chips]:
        night.players[key].checks += chip


def clear_the_table(night: Night, game: str) -> None:
    """What lies at a game goes back, and its pot is divided."""
    if game == "faro":
        night.give_back_all()
    elif game == "fan_tan":
        give_back_the_hand(night)
        divide_the_pot(night)
    else:
        night.tables[game].close(night)


def close_night(night: Night, command: Command) -> None:
    """Stakes go back, debts are settled, the rest is cashed in."""
    night.need_open()
    if any(night.open_disputes.values()):
        night.wrong_phase("a dispute is open")
    if any(table.awaits_settling for table in night.tables.values()):
        night.wrong_phase("a match was won and is not settled")
    need_keys(command)
    for game in night.games:
        clear_the_table(night, game)
    while sum(settle_debts(night, key) for key in night.players):
        pass
    share_profits(night)
    while sum(settle_debts(night, key) for key in night.players):
        pass
    for player in night.players.values():
        cash_the_rest(player)
    night.closed = True


def raise_dispute(night: Night, command: Command) -> None:
    """A player disputes a bet or a turn."""
    night.seated(command.get("player"))
    about = command.get("about")
    if isinstance(about, str) and about not in night.used_keys:
        raise Refusal("unknown_bet", f"no bet {about} was made")
    night.need_open()
    if isinstance(command.get("dispute"), str) and command["dispute"] in night.open_disputes:
        raise Refusal("already_done", "that dispute was raised")
    need_keys(command, ("dispute", "player", "about", "claim"))
    need_texts(command, "dispute", "claim")
    if not isinstance(about, str) and not is_a_turn(night, about):
        raise Refusal("bad_input", "about is a bet or a turn")
    night.open_disputes[command["dispute"]] = True


def is_a_turn(night: Night, about: object) -> bool:
    """Whether the deal or hand begun last has had such a turn; the soda is turn 0 of a deal."""
    if type(about) is not int:
        return False
    most = max([night.turns_of_the_hand, *(table.turns for table in night.tables.values())])
    return about in night.turns_of_the_deal or 1 <= about <= most


def rule_dispute(night: Night, command: Command) -> None:
    """The ruling on a dispute, with the corrections that it makes."""
    corrections = command.get("corrections", [])
    if isinstance(corrections, list):
        for correction in corrections:
            if isinstance(correction, dict):
                need_sides(night, correction)
    night.need_open()
    dispute = command.get("dispute")
    known = isinstance(dispute, str) and dispute in night.open_disputes
    if known and not night.open_disputes[str(dispute)]:
        raise Refusal("already_done", "that dispute is ruled")
    need_keys(command, ("dispute", "ruling", "reason"), ("law", "corrections"))
    need_texts(command, "reason")
    need_word(command, "ruling", ("stands", "corrected"))
    if not known:
        raise Refusal("bad_input", "no such dispute")
    if "law" in command and (type(command["law"]) is not int or not 1 <= command["law"] <= 10):
        raise Refusal("bad_input", "there are ten laws")
    need_corrections(night, command["ruling"], corrections)
    night.need_second("second_ruling", sum(correction["amount"] for correction in corrections))
    correct(night, corrections)
    night.open_disputes[str(dispute)] = False


def need_sides(night: Night, correction: dict[str, Any]) -> None:
    """Refuse a correction between sides that are not at the table."""
    for side in ("from", "to"):
        if side in correction and correction[side] != "bank":
            night.seated(correction[side])


def need_corrections(night: Night, ruling: str, corrections: Any) -> None:
    """Refuse corrections that are not well formed."""
    if not isinstance(corrections, list) or (ruling == "stands" and corrections):
        raise Refusal("bad_input", "corrections are a list, and go with a corrected ruling")
    for correction in corrections:
        if not isinstance(correction, dict) or set(correction) != {"from", "to", "amount"}:
            raise Refusal("bad_input", "a correction has from, to and amount")
        need_integer(correction["amount"], "amount")
        if correction["from"] == correction["to"]:
            raise Refusal("bad_input", "a correction must move checks from one side to another")
    for correction in corrections:
        need_multiple(correction["amount"], night.check)


def correct(night: Night, corrections: list[dict[str, Any]]) -> None:
    """Move the money of the corrections one after the other; all of them or none."""
    checks = {key: player.checks for key, player in night.players.items()}
    play = night.play
    for correction in corrections:
        giver, taker, amount = correction["from"], correction["to"], correction["amount"]
        if giver == "bank":
            play -= amount
        elif checks[giver] < amount:
            raise Refusal("not_enough_checks", f"{giver} has only {checks[giver]}")
        else:
            checks[giver] -= amount
        if taker == "bank":
            play += amount
        else:
            checks[taker] += amount
    if night.has_bank and night.play - play > max(night.in_sight, 0):
        raise Refusal("not_enough_checks", f"the bank has only {night.in_sight} in sight")
    night.play = play
    for key, amount in checks.items():
        night.players[key].checks = amount
