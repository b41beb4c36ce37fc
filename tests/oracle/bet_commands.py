"""Everything that a player does with a bet between the turns."""

from __future__ import annotations

from typing import Any

from tests.oracle.layout import KINDS, PLACE_KEYS, RANKS, WORDS_ALLOWED, is_rank_list, is_such_a_place
from tests.oracle.money_commands import take_checks
from tests.oracle.refusal import (
    Command,
    Refusal,
    need_flags,
    need_integer,
    need_keys,
    need_multiple,
    need_texts,
    need_word,
)
from tests.oracle.state import Bet, Night


def read_kind(command: Command) -> str:
    """The kind of bet that a command names."""
    kind = command.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refusal("bad_input", f"{kind} is no kind of bet")
    return kind


def read_arguments(command: Command, kind: str) -> dict[str, Any]:
    """The arguments that say where a bet of this kind lies, well formed."""
    arguments = {key: command[key] for key in PLACE_KEYS[kind]}
    for key, value in arguments.items():
        words = WORDS_ALLOWED.get((kind, key))
        if words is not None:
            need_word(arguments, key, words)
        elif not is_rank_list(value):
            raise Refusal("bad_input", f"{key} must be a list of ranks")
    return arguments


def need_place(kind: str, arguments: dict[str, Any]) -> None:
    """Refuse ranks that are no such place on the layout."""
    if not is_such_a_place(kind, arguments):
        raise Refusal("bad_placement", f"that is no {kind}")


def need_kind_taken(night: Night, kind: str) -> None:
    """Refuse a kind of bet that the house does not take."""
    if kind not in night.house.kinds:
        raise Refusal("not_allowed_here", f"the house takes no {kind}")


def need_alive(night: Night, kind: str, arguments: dict[str, Any]) -> None:
    """Refuse a bet that no card left in the box can touch."""
    if night.is_dead(kind, arguments):
        raise Refusal("dead_card", f"dead: {', '.join(sorted(night.covered(kind, arguments)))}")


def need_limits(night: Night, kind: str, arguments: dict[str, Any], stake: int) -> None:
    """Refuse a whole stake that the house thinks too small or too big for the place."""
    house = night.house
    if stake < house.minimum:
        raise Refusal("under_minimum", f"the minimum is {house.minimum}")
    limit = house.limit
    if kind == "single" and night.deal is not None and night.deal.seen(arguments["ranks"][0]) == 3:
        limit = house.case_limit
    if stake > limit:
        raise Refusal("over_limit", f"the limit is {limit}")


def need_new_key(night: Night, command: Command) -> None:
    """Refuse a bet's key that was used before in the night."""
    if isinstance(command.get("bet"), str) and command["bet"] in night.used_keys:
        raise Refusal("already_done", "that key is used")


def need_sound_bank(night: Night) -> None:
    """Refuse bets while the bank is broken."""
    if night.broken:
        raise Refusal("bank_broken", "the bank is broken")


def place_bet(night: Night, command: Command) -> None:
    """A player lays checks on the layout."""
    player = night.seated(command.get("player"))
    night.need_betting()
    need_sound_bank(night)
    need_new_key(night, command)
    kind = read_kind(command)
    need_keys(
        command,
        ("bet", "player", "kind", "stake", *PLACE_KEYS[kind]),
        ("coppered", "paroli", "form"),
    )
    need_texts(command, "bet")
    need_flags(command, "coppered", "paroli")
    need_word(command, "form", ("checks", "bills"))
    arguments = read_arguments(command, kind)
    stake = need_integer(command["stake"], "stake")
    need_place(kind, arguments)
    need_multiple(stake, night.house.check)
    need_kind_taken(night, kind)
    coppered, paroli = command.get("coppered", False), command.get("paroli", False)
    if coppered and not night.house.copper:
        raise Refusal("not_allowed_here", "the house knows no copper")
    if paroli and night.house.running_limit is None:
        raise Refusal("not_allowed_here", "the house plays no paroli")
    need_alive(night, kind, arguments)
    need_limits(night, kind, arguments, stake)
    take_checks(player, stake)
    bet = Bet(command["bet"], command["player"], kind, arguments, stake, coppered, paroli)
    bet.bills = command.get("form") == "bills"
    night.bets[bet.key] = bet
    night.used_keys.add(bet.key)


def call_turn(night: Night, command: Command) -> None:
    """A player calls the order of the last three cards."""
    player = night.seated(command.get("player"))
    night.need_open()
    if night.house.turns == 26:
        raise Refusal("not_allowed_here", "no call without a box")
    night.need_betting()
    assert night.deal is not None
    if night.deal.turn != 24:
        night.wrong_phase("a call is for the last three cards")
    need_sound_bank(night)
    need_new_key(night, command)
    need_keys(command, ("bet", "player", "order", "stake"))
    need_texts(command, "bet")
    order = command["order"]
    if not is_rank_list(order) or len(order) != 3:
        raise Refusal("bad_input", "the order is three ranks")
    stake = need_integer(command["stake"], "stake")
    left = night.deal.ranks_left()
    if any(order.count(rank) != left[rank] for rank in RANKS):
        raise Refusal("bad_placement", "those are not the cards left")
    need_multiple(stake, night.house.check)
    if len(left) == 1:
        raise Refusal("not_allowed_here", "three of one rank cannot be called")
    need_limits(night, "call", {}, stake)
    take_checks(player, stake)
    night.bets[command["bet"]] = Bet(command["bet"], command["player"], "call", {"order": order}, stake)
    night.used_keys.add(command["bet"])


def need_no_call(bet: Bet) -> None:
    """Refuse what cannot be done with a call."""
    if bet.kind == "call":
        raise Refusal("not_allowed_here", "a call may only be taken down")


def press_bet(night: Night, command: Command) -> None:
    """Add to a bet."""
    bet = night.lying(command.get("bet"))
    night.need_betting()
    need_sound_bank(night)
    need_keys(command, ("bet", "add"))
    add = need_integer(command["add"], "add")
    need_multiple(add, night.house.check)
    need_no_call(bet)
    need_alive(night, bet.kind, bet.arguments)
    need_limits(night, bet.kind, bet.arguments, bet.stake + add)
    take_checks(night.players[bet.player], add)
    bet.stake += add


def move_bet(night: Night, command: Command) -> None:
    """Move a bet to another place; everything else about it stays."""
    bet = night.lying(command.get("bet"))
    night.need_betting()
    need_sound_bank(night)
    kind = read_kind(command)
    need_keys(command, ("bet", "kind", *PLACE_KEYS[kind]))
    arguments = read_arguments(command, kind)
    need_place(kind, arguments)
    need_no_call(bet)
    need_unlocked(night, bet)
    need_kind_taken(night, kind)
    need_alive(night, kind, arguments)
    need_limits(night, kind, arguments, bet.stake)
    bet.kind, bet.arguments = kind, arguments


def need_unlocked(night: Night, bet: Bet) -> None:
    """Refuse to let go of a bet that has had no action, where the house locks it."""
    if night.house.locked_until_action and not bet.acted:
        raise Refusal("not_allowed_here", "a bet lies until it has had action")


def take_down_bet(night: Night, command: Command) -> None:
    """Take a bet off the layout."""
    bet = night.lying(command.get("bet"))
    night.need_lifting()
    need_keys(command, ("bet",))
    if not is_loose(night, bet):
        raise Refusal("not_allowed_here", "that bet stays where it lies")
    lift(night, bet)


def take_down_all(night: Night, command: Command) -> None:
    """Take off the layout whatever of a player's may come off it."""
    night.seated(command.get("player"))
    night.need_lifting()
    need_keys(command, ("player",))
    loose = [bet for bet in night.bets.values() if bet.player == command["player"] and is_loose(night, bet)]
    if not loose:
        raise Refusal("not_allowed_here", "nothing of theirs can be lifted")
    for bet in loose:
        lift(night, bet)


def is_loose(night: Night, bet: Bet) -> bool:
    """Whether a bet may come down, at a time when bets may: no locked one, and no call once only the hock is left."""
    assert night.deal is not None
    if bet.kind == "call" and night.deal.turn == 25:
        return False
    return bet.acted or not night.house.locked_until_action


def lift(night: Night, bet: Bet) -> None:
    """A bet comes off the layout."""
    night.players[bet.player].checks += bet.stake
    del night.bets[bet.key]


def ordered_bet(night: Night, command: Command, *optional: str) -> Bet:
    """The bet that an order is for, with every check but the order's own."""
    bet = night.lying(command.get("bet"))
    night.need_betting()
    need_keys(command, ("bet",), optional)
    return bet


def copper_bet(night: Night, command: Command) -> None:
    """Lay a copper on a bet."""
    bet = ordered_bet(night, command)
    need_no_call(bet)
    if not night.house.copper:
        raise Refusal("not_allowed_here", "the house knows no copper")
    bet.coppered = True


def uncopper_bet(night: Night, command: Command) -> None:
    """Take the copper off a bet."""
    bet = ordered_bet(night, command)
    need_no_call(bet)
    bet.coppered = False


def paroli_bet(night: Night, command: Command) -> None:
    """From now on the winnings of a bet stay on it."""
    bet = ordered_bet(night, command)
    need_no_call(bet)
    if night.house.running_limit is None:
        raise Refusal("not_allowed_here", "the house plays no paroli")
    bet.paroli = True


def stand_pat(night: Night, command: Command) -> None:
    """From now on only the stake of a bet stays on it."""
    bet = ordered_bet(night, command)
    need_no_call(bet)
    bet.paroli = False


def bar_bet(night: Night, command: Command) -> None:
    """A bet neither wins nor loses, until it goes or for so many turns."""
    bet = ordered_bet(night, command, "turns")
    if "turns" in command and (type(command["turns"]) is not int or command["turns"] < 1):
        raise Refusal("bad_input", "turns is a number of turns")
    need_no_call(bet)
    bet.barred, bet.barred_turns = True, command.get("turns")


def release_bet(night: Night, command: Command) -> None:
    """A barred bet goes again."""
    bet = ordered_bet(night, command)
    need_no_call(bet)
    bet.barred, bet.barred_turns = False, None


def half_goes(night: Night, command: Command) -> None:
    """Half of a stake is live."""
    bet = ordered_bet(night, command)
    need_no_call(bet)
    bet.halved = True


def whole_goes(night: Night, command: Command) -> None:
    """The whole stake is live again."""
    bet = ordered_bet(night, command)
    need_no_call(bet)
    bet.halved = False


def claim_sleeper(night: Night, command: Command) -> None:
    """Somebody claims a bet that can no longer act."""
    player = night.seated(command.get("player"))
    bet = night.lying(command.get("bet"))
    night.need_betting()
    need_keys(command, ("bet", "player"))
    need_no_call(bet)
    if night.house.sleepers != "first_claim" or not night.is_dead(bet.kind, bet.arguments):
        raise Refusal("not_allowed_here", "there is no sleeper to claim")
    night.add_row(bet, "claimed", bet.stake)
    player.checks += bet.stake
    del night.bets[bet.key]
