"""The deal: soda, turns, hock, and what they do to the bets."""

from __future__ import annotations

from tests.oracle.layout import is_card, rank_of, suit_of
from tests.oracle.refusal import Command, Refusal, need_keys, need_texts
from tests.oracle.state import Bet, Deal, Night
from tests.oracle.table_settler import Settlement, settle, settle_hockelty

Due = tuple[Bet, int, int]  # a bet, what it is owed, and its live stake


def need_card(command: Command, key: str) -> str:
    """The card that a command names."""
    card = command[key]
    if not is_card(card):
        raise Refusal("bad_input", f"{card} is no card")
    return str(card)


def start_deal(night: Night, command: Command) -> None:
    """A fresh pack."""
    night.need_open()
    if night.game_on is not None:
        night.wrong_phase("a game is on")
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
    before = list(deal.exposed)
    deal.expose(loser, winner)
    if needs_suits(night) and (suit_of(loser) is None or suit_of(winner) is None):
        deal.exposed = before
        raise Refusal("suit_needed", "a colors bet lies")
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
    before = list(deal.exposed)
    deal.expose(card)
    if needs_suits(night) and suit_of(card) is None:
        deal.exposed = before
        raise Refusal("suit_needed", "a colors bet lies")
    return card


def need_turn(night: Night) -> Deal:
    """The deal, where a turn can be dealt now."""
    night.need_open()
    deal = night.deal
    if deal is None or not deal.betting or (night.house.turns == 25 and not deal.exposed):
        night.wrong_phase("no turn now")
    return deal


def needs_suits(night: Night) -> bool:
    """Whether any colors bet lies."""
    return any(bet.kind == "colors" for bet in night.bets.values())


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


def void_deal(night: Night, command: Command) -> None:
    """The deal was foul: unresolved bets go back."""
    night.need_open()
    if night.deal is None:
        night.wrong_phase("no deal is on")
    need_keys(command, ("reason",))
    need_texts(command, "reason")
    night.give_back_all()
    night.deal = None


def end_deal(night: Night, command: Command) -> None:
    """The deal is over."""
    night.need_open()
    if night.deal is None or not night.deal.finished:
        night.wrong_phase("the deal is not over")
    need_keys(command)
    night.deal = None
