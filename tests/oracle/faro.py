"""Faro: everything a player does with a bet, the deal from the soda to the hock, and what the cards do to the bets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle.basics import (
    KINDS,
    PLACE_KEYS,
    RANKS,
    WORDS_ALLOWED,
    Command,
    House,
    Refusal,
    is_rank_list,
    is_such_a_place,
    need_flags,
    need_integer,
    need_keys,
    need_multiple,
    need_texts,
    need_word,
    rank_of,
    suit_of,
)
from tests.oracle.faro_settling import Settlement, settle, settle_hockelty
from tests.oracle.money import owe, take_checks
from tests.oracle.state import Bet, Deal, Handler, Night, Player, need_card, need_seats


def read_kind(command: Command) -> str:
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


def need_no_marker_due(night: Night, player: Player) -> None:
    """Refuse bets of who owes on a marker of an earlier deal, where the deal settles it."""
    if night.house.settle_markers == "deal" and player.markers_due:
        raise Refusal("marker_due", "a marker of an earlier deal is open")


def markers_fall_due(night: Night) -> None:
    """A deal is over: all that is open now is of an earlier deal."""
    for player in night.players.values():
        player.markers_due = player.markers_open


def place_bet(night: Night, command: Command) -> None:
    """A player lays checks on the layout."""
    player = night.seated(command.get("player"))
    night.need_betting()
    need_sound_bank(night)
    need_no_marker_due(night, player)
    need_new_key(night, command)
    kind = read_kind(command)
    need_keys(
        command,
        ("bet", "player", "kind", "stake", *PLACE_KEYS[kind]),
        ("coppered", "paroli", "form"),
    )
    need_texts(command, "bet")
    need_flags(command, "coppered", "paroli")
    need_word(command, "form", ("checks", "bills", "cash", "marker"))
    arguments = read_arguments(command, kind)
    stake = need_integer(command["stake"], "stake")
    need_place(kind, arguments)
    need_multiple(stake, night.house.check)
    if command.get("form") == "marker":
        night.need_second("second_marker", stake)
    need_kind_taken(night, kind)
    coppered, paroli = command.get("coppered", False), command.get("paroli", False)
    if coppered and not night.house.copper:
        raise Refusal("not_allowed_here", "the house knows no copper")
    if paroli and night.house.running_limit is None:
        raise Refusal("not_allowed_here", "the house plays no paroli")
    need_alive(night, kind, arguments)
    need_limits(night, kind, arguments, stake)
    lay_down(night, player, stake, command.get("form", "checks"))
    bet = Bet(command["bet"], command["player"], kind, arguments, stake, coppered, paroli)
    bet.bills = command.get("form") == "bills"
    night.bets[bet.key] = bet
    night.used_keys.add(bet.key)


def lay_down(night: Night, player: Player, stake: int, form: str) -> None:
    """A stake is laid: in checks, bought with cash as it is laid, or on a marker."""
    if form == "cash":
        player.bought += stake
    elif form == "marker":
        owe(night, player, stake)
    else:
        take_checks(player, stake)


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
    need_no_marker_due(night, player)
    need_new_key(night, command)
    need_keys(command, ("bet", "player", "order", "stake"), ("form",))
    need_texts(command, "bet")
    need_word(command, "form", ("checks", "cash", "marker"))
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
    lay_down(night, player, stake, command.get("form", "checks"))
    night.bets[command["bet"]] = Bet(command["bet"], command["player"], "call", {"order": order}, stake)
    night.used_keys.add(command["bet"])


def need_no_call(bet: Bet) -> None:
    """Refuse what cannot be done with a call."""
    if bet.kind == "call":
        raise Refusal("not_allowed_here", "a call may only be taken down")


def press_bet(night: Night, command: Command) -> None:
    bet = night.lying(command.get("bet"))
    night.need_betting()
    need_sound_bank(night)
    need_no_marker_due(night, night.players[bet.player])
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


def sets(taken: Callable[[House], bool] = lambda house: True, **attributes: Any) -> Handler:
    """An order that does no more than change how a bet lies, where the house takes it."""

    def order(night: Night, command: Command) -> None:
        bet = ordered_bet(night, command)
        need_no_call(bet)
        if not taken(night.house):
            raise Refusal("not_allowed_here", "not in this house")
        for name, value in attributes.items():
            setattr(bet, name, value)

    return order


def bar_bet(night: Night, command: Command) -> None:
    """A bet neither wins nor loses, until it goes or for so many turns."""
    bet = ordered_bet(night, command, "turns")
    if "turns" in command and (type(command["turns"]) is not int or command["turns"] < 1):
        raise Refusal("bad_input", "turns is a number of turns")
    need_no_call(bet)
    bet.barred, bet.barred_turns = True, command.get("turns")


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


Due = tuple[Bet, int, int]  # a bet, what it is owed, and its live stake


def start_deal(night: Night, command: Command) -> None:
    """A fresh pack."""
    night.need_no_game()
    need_keys(command)
    night.deal_number += 1
    night.turn_number = 0
    night.turns_of_the_deal = set()
    night.deal = Deal(betting=night.house.turns == 26 or night.house.hockelty)


def need_box(night: Night) -> None:
    """Refuse soda and hock where the pack is dealt from the hand."""
    night.need_open()
    if night.house.turns == 26:
        raise Refusal("not_allowed_here", "dealt from the hand: no soda, no hock")


def expose_soda(night: Night, command: Command) -> None:
    """The first card of the box."""
    need_box(night)
    deal = night.deal
    if deal is None or deal.exposed:
        night.wrong_phase("no soda now")
    need_keys(command, ("card",))
    card = need_card(command, "card")
    deal.expose(card)
    night.turns_of_the_deal.add(0)
    deal.betting = True
    if night.house.hockelty:
        take_hockelty(night, card)


def turn(night: Night, command: Command) -> None:
    """A loser and a winner together."""
    deal = need_turn(night)
    if deal.drawn_loser is not None:
        night.wrong_phase("the loser is drawn")
    need_keys(command, ("loser", "winner"))
    loser, winner = need_card(command, "loser"), need_card(command, "winner")
    show(night, deal, loser, winner)
    finish_turn(night, deal, loser, winner)


def draw_loser(night: Night, command: Command) -> None:
    """The loser is drawn: no more bets."""
    deal = need_turn(night)
    if deal.drawn_loser is not None:
        night.wrong_phase("the loser is drawn")
    deal.drawn_loser = draw(night, deal, command)
    night.turns_of_the_deal.add(deal.turn + 1)


def draw_winner(night: Night, command: Command) -> None:
    """The winner is drawn: the turn is settled."""
    deal = need_turn(night)
    if deal.drawn_loser is None:
        night.wrong_phase("no loser is drawn")
    winner = draw(night, deal, command)
    loser, deal.drawn_loser = deal.drawn_loser, None
    finish_turn(night, deal, loser, winner)


def draw(night: Night, deal: Deal, command: Command) -> str:
    """Draw one card of a turn."""
    need_keys(command, ("card",))
    card = need_card(command, "card")
    show(night, deal, card)
    return card


def show(night: Night, deal: Deal, *cards: str) -> None:
    """Show the cards of a turn, with their suits where a colors bet lies."""
    before = list(deal.exposed)
    deal.expose(*cards)
    if any(bet.kind == "colors" for bet in night.bets.values()) and None in map(suit_of, cards):
        deal.exposed = before
        raise Refusal("suit_needed", "a colors bet lies")


def need_turn(night: Night) -> Deal:
    """The deal, where a turn can be dealt now."""
    night.need_open()
    deal = night.deal
    if deal is None or not deal.betting or (night.house.turns == 25 and not deal.exposed):
        night.wrong_phase("no turn now")
    return deal


def finish_turn(night: Night, deal: Deal, loser: str, winner: str) -> None:
    """Settle a turn whose two cards are shown."""
    deal.turn += 1
    night.turn_number = deal.turn
    night.turns_of_the_deal.add(deal.turn)
    deal.last_turn = (loser, winner)
    last = deal.turn == night.house.turns
    if not last or night.house.last_turn_counts:
        settle_turn(night, loser, winner)
    count_bars(night)
    if not last:
        clear_sleepers(night)
        return
    deal.betting = False
    if night.house.turns == 26:
        sweep(night)
        deal.finished = True


def settle_turn(night: Night, loser: str, winner: str) -> None:
    """Take every loss and split, then pay."""
    settlements: list[tuple[Bet, Settlement]] = []
    for bet in night.bets.values():
        if bet.kind != "call":
            live = bet.live_stake(night.house.check)
            result = settle(bet.kind, bet.arguments, bet.coppered, loser, winner, live, night.house)
            settlements.append((bet, result))
    pay(night, take(night, settlements))


def take(night: Night, settlements: list[tuple[Bet, Settlement]]) -> list[Due]:
    """Take what is lost; hand back what is to be paid."""
    due: list[Due] = []
    for bet, (result, paid, taken) in settlements:
        if result is None:
            continue
        live = bet.live_stake(night.house.check)
        bet.acted = True
        if result == "won":
            due.append((bet, min(paid, night.house.limit) if bet.bills else paid, live))
            continue
        night.add_row(bet, result, live, taken=taken)
        night.play += taken
        bet.stake -= taken
        if bet.stake == 0:
            del night.bets[bet.key]
    return due


def pay(night: Night, due: list[Due]) -> None:
    """Pay the largest first, as far as the bank goes; if it breaks, every stake goes back."""
    placed = list(night.bets)
    order = sorted(due, key=lambda one: (-one[1], not one[0].coppered, placed.index(one[0].key)))
    short = False
    for bet, amount, live in order:
        paid = 0 if short else min(amount, max(night.in_sight, 0))
        short = short or paid < amount
        night.play -= paid
        night.add_row(bet, "won", live, paid=paid)
        credit(night, bet, paid)
    if short:
        night.break_bank("faro")


def credit(night: Night, bet: Bet, paid: int) -> None:
    """Give a player what their bet won, or leave it on the layout."""
    house, player = night.house, night.players[bet.player]
    if bet.kind == "call":
        player.checks += paid + bet.stake
        del night.bets[bet.key]
        return
    left = 0
    may_stay = house.paroli_times is None or bet.left_on < house.paroli_times
    if bet.paroli and house.running_limit is not None and may_stay:
        left = max(0, min(paid, house.running_limit - bet.stake))
        bet.left_on += 1
    bet.stake += left
    player.checks += paid - left


def count_bars(night: Night) -> None:
    """One turn less for every bar that was for so many turns."""
    for bet in night.bets.values():
        if bet.barred_turns is not None:
            bet.barred_turns -= 1
            if bet.barred_turns == 0:
                bet.barred, bet.barred_turns = False, None


def clear_sleepers(night: Night) -> None:
    """What the house does with bets that are dead after a turn."""
    if night.house.sleepers == "first_claim":
        return
    for bet in list(night.bets.values()):
        if bet.kind == "call" or not night.is_dead(bet.kind, bet.arguments):
            continue
        if night.house.sleepers == "returned":
            night.give_back(bet)
        else:
            night.add_row(bet, "claimed", bet.stake, taken=bet.stake)
            night.sleepers += bet.stake
            del night.bets[bet.key]


def hockelty_of(night: Night, card: str) -> list[tuple[Bet, Settlement]]:
    """What the soda or the hock does to the bets that lie."""
    settlements = []
    for bet in night.bets.values():
        live = bet.live_stake(night.house.check)
        settlements.append((bet, settle_hockelty(bet.kind, bet.arguments, bet.coppered, card, live, night.house)))
    return settlements


def take_hockelty(night: Night, card: str) -> None:
    """The soda takes the open bets on its rank."""
    take(night, hockelty_of(night, card))


def expose_hock(night: Night, command: Command) -> None:
    """The last card: calls are settled, and what still lies is swept."""
    need_box(night)
    deal = night.deal
    if deal is None or deal.turn != 25 or deal.finished:
        night.wrong_phase("no hock now")
    need_keys(command, ("card",))
    card = need_card(command, "card")
    deal.expose(card)
    settlements = [(bet, settle_call(night, bet, card)) for bet in night.bets.values() if bet.kind == "call"]
    if night.house.hockelty:
        settlements += [(bet, result) for bet, result in hockelty_of(night, card) if bet.kind != "call"]
    pay(night, take(night, settlements))
    sweep(night)
    deal.finished = True


def settle_call(night: Night, bet: Bet, hock: str) -> Settlement:
    """Whether a call named the order of the last three cards."""
    house, deal = night.house, night.deal
    assert deal is not None
    assert deal.last_turn is not None
    came = [rank_of(deal.last_turn[0]), rank_of(deal.last_turn[1]), rank_of(hock)]
    if bet.arguments["order"] != came:
        return "lost", 0, bet.stake
    times = house.cat_pays if len(set(came)) == 2 else house.call_pays
    return "won", bet.stake * (times if house.call_quote == "to_one" else times - 1), 0


def sweep(night: Night) -> None:
    """What still lies after the last card goes to the dealer, or back."""
    if night.house.after_hock == "returned":
        night.give_back_all()
    for bet in list(night.bets.values()):
        night.add_row(bet, "after_hock", bet.stake, taken=bet.stake)
        night.after_hock += bet.stake
        del night.bets[bet.key]


def count_pack(night: Night, command: Command) -> None:
    """Cards are counted, but never between loser and winner; nothing changes."""
    need_seats(night, command)
    night.need_open()
    if night.deal is not None and night.deal.drawn_loser is not None:
        night.wrong_phase("the loser is drawn")
    need_keys(command, ("player", "cards"))
    need_number_of_cards(command)


def need_number_of_cards(command: Command) -> None:
    if type(command["cards"]) is not int or not 0 <= command["cards"] <= 1_000_000:
        raise Refusal("bad_input", "that is no number of cards")


def void_deal(night: Night, command: Command) -> None:
    """The deal was foul: unresolved bets go back."""
    night.need_open()
    if night.deal is None:
        night.wrong_phase("no deal has been started")
    need_keys(command, ("reason",))
    need_texts(command, "reason")
    night.give_back_all()
    night.deal = None
    markers_fall_due(night)


def end_deal(night: Night, command: Command) -> None:
    night.need_open()
    if night.deal is None or not night.deal.finished:
        night.wrong_phase("the deal is not over")
    need_keys(command)
    night.deal = None
    markers_fall_due(night)


HANDLERS: dict[str, Handler] = {
    "start_deal": start_deal,
    "expose_soda": expose_soda,
    "turn": turn,
    "draw_loser": draw_loser,
    "draw_winner": draw_winner,
    "expose_hock": expose_hock,
    "count_pack": count_pack,
    "void_deal": void_deal,
    "end_deal": end_deal,
    "place_bet": place_bet,
    "call_turn": call_turn,
    "press_bet": press_bet,
    "move_bet": move_bet,
    "copper_bet": sets(lambda house: house.copper, coppered=True),
    "uncopper_bet": sets(coppered=False),
    "release_bet": sets(barred=False, barred_turns=None),
    "take_down_bet": take_down_bet,
    "take_down_all": take_down_all,
    "paroli_bet": sets(lambda house: house.running_limit is not None, paroli=True),
    "stand_pat": sets(paroli=False),
    "bar_bet": bar_bet,
    "half_goes": sets(halved=True),
    "whole_goes": sets(halved=False),
    "claim_sleeper": claim_sleeper,
}
