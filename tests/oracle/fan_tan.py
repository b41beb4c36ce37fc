"""Fan-Tan: the commands of a hand."""

from __future__ import annotations

from typing import Any, NoReturn

from tests.oracle.basics import RANKS, Command, House, Refusal, is_card, need_keys, need_texts, rank_of, suit_of
from tests.oracle.fan_tan_hand import Hand, Turn, cost_of, fits, openers, prove_wrong_passes
from tests.oracle.money import give_back_the_hand, take_checks
from tests.oracle.state import Handler, Night, Player


def house_of(night: Night) -> House:
    """The Fan-Tan rules of the night."""
    assert night.fan_tan_house is not None
    return night.fan_tan_house


def start_hand(night: Night, command: Command) -> None:
    """The cards are dealt, the antes are paid."""
    night.need_sitting(command.get("dealer"))
    night.need_no_game()
    need_keys(command, ("dealer",))
    need_texts(command, "dealer")
    seats = night.playing_from_the_left_of(command["dealer"])
    if command["dealer"] not in seats:
        raise Refusal("bad_input", "the dealer sits out")
    if not 3 <= len(seats) <= 8:
        raise Refusal("not_allowed_here", "three to eight play")
    dealt = {player: 52 // len(seats) for player in seats}
    for player in seats[: 52 % len(seats)]:
        dealt[player] += 1
    last = night.last_dealer if house_of(night).deal_moves else None
    if last is not None and command["dealer"] != next_dealer(night, last):
        raise Refusal("not_allowed_here", "somebody else deals")
    antes = {player: ante_of(house_of(night), dealt, player) for player in seats}
    need_chips(night, antes)
    for player, chips in antes.items():
        pay_into_the_pot(night, player, chips)
    night.hand_number += 1
    night.last_dealer, night.deals_again = command["dealer"], False
    night.hand = Hand(night.hand_number, command["dealer"], seats, dealt, antes)
    night.turns_of_the_hand = 0


def next_dealer(night: Night, last: str) -> str:
    """Who deals where the deal moves: on the last dealer's left, but after a foul hand the last dealer again."""
    again = night.deals_again and night.players[last].seated and not night.players[last].sits_out
    return last if again else (*night.playing_from_the_left_of(last), last)[0]


def ante_of(house: House, dealt: dict[str, int], player: str) -> int:
    """What a player pays before the cards are looked at."""
    fewest, most = min(dealt.values()), max(dealt.values())
    if fewest == most:
        return house.ante
    extra = most if house.extra_from == "long" else fewest
    return house.ante_extra if dealt[player] == extra else house.ante


def need_chips(night: Night, sums: dict[str, int]) -> None:
    """Refuse payments of chips that somebody cannot make: the first who cannot is named."""
    for player, chips in sums.items():
        if night.players[player].checks < chips * house_of(night).chip:
            raise Refusal("not_enough_checks", f"{player} has not {chips} chips")


def pay_into_the_pot(night: Night, player: str, chips: int) -> None:
    """A player puts chips into the pot."""
    take_checks(night.players[player], chips * house_of(night).chip)
    night.pot += chips


def need_playing(night: Night) -> Hand:
    """The hand, where cards may be laid now."""
    night.need_open()
    if night.hand is None or night.hand.ended or night.hand.out is not None:
        night.wrong_phase("no card can be laid now")
    return night.hand


def not_your_turn(player: str) -> NoReturn:
    """Refuse who is not on turn."""
    raise Refusal("not_your_turn", f"it is not {player}'s turn")


def read_cards(cards: Any) -> list[str]:
    """A list of different cards, each with its suit."""
    if not isinstance(cards, list) or not all(is_card(card) for card in cards):
        raise Refusal("bad_input", "those are no cards")
    if len(set(cards)) != len(cards):
        raise Refusal("bad_input", "a card is named twice")
    if any(suit_of(card) is None for card in cards):
        raise Refusal("suit_needed", "a card needs its suit")
    return list(cards)


def lay(night: Night, command: Command) -> None:
    """A card is laid, or several at once."""
    night.need_sitting(command.get("player"))
    hand, house = need_playing(night), house_of(night)
    night.seated(command.get("player"))
    need_keys(command, ("player",), ("card", "cards"))
    if ("card" in command) == ("cards" in command):
        raise Refusal("bad_input", "either card or cards")
    cards = read_cards(command["cards"] if "cards" in command else [command["card"]])
    if not cards:
        raise Refusal("bad_input", "no cards")
    if len(cards) > 1 and not house.several_openers and not house.several_cards:
        raise Refusal("not_allowed_here", "one card a turn")
    player = command["player"]
    need_turn_to_lay(hand, house, player, cards)
    if any(card in hand.lying for card in cards):
        raise Refusal("odd_card", "that card lies")
    if len(cards) > hand.cards_left(player):
        raise Refusal("cannot_play", "they have not so many cards")
    of_one_rank = len({rank_of(card) for card in cards}) == 1
    if len(cards) > 1 and house.several_cards and len({suit_of(card) for card in cards}) == 1:
        cards = run_laid(cards, hand.lying, house)
    elif len(cards) > 1 and not (house.several_openers and of_one_rank):
        raise Refusal("cannot_play", "these do not go down together")
    elif len(cards) > 1 and rank_of(cards[0]) not in openers(hand.lying, house):
        raise Refusal("cannot_play", "only openers of one rank go down together")
    elif not all(fits(card, hand.lying, house) for card in cards):
        raise Refusal("cannot_play", "that card does not fit")
    if not hand.lying:
        hand.shown = {}  # the hand was dead, and is alive again: nobody's showing is their last
    hand.turns.append(Turn(player, cards))
    night.turns_of_the_hand += 1


def run_laid(cards: list[str], lying: list[str], house: House) -> list[str]:
    """Cards of one suit, from the middle of it outward: with what lies they must leave no gap from the opener."""
    suit = suit_of(cards[0])
    before = [RANKS.index(rank_of(card)) for card in lying if suit_of(card) == suit]
    places = sorted(RANKS.index(rank_of(card)) for card in cards)
    everything = sorted(before + places)
    if everything != list(range(everything[0], everything[-1] + 1)):
        raise Refusal("cannot_play", "there is a gap")
    middle = before
    if not before:
        opening = [place for place in places if RANKS[place] in openers(lying, house)]
        if not opening:
            raise Refusal("cannot_play", "nothing opens that suit")
        middle = opening[:1]
    outward = sorted(places, key=lambda place: (place not in middle, min(abs(place - one) for one in middle)))
    return [f"{RANKS[place]}{suit}" for place in outward]


def need_turn_to_lay(hand: Hand, house: House, player: str, cards: list[str]) -> None:
    """Refuse a card from somebody who is not on turn; the first card may have a turn of its own."""
    if not hand.lying and house.first != "dealer_left":
        if player not in hand.players or cards != [house.first]:
            not_your_turn(player)
    elif hand.on_turn != player:
        not_your_turn(player)


def pass_turn(night: Night, command: Command) -> None:
    """A player lays nothing."""
    night.need_sitting(command.get("player"))
    hand = need_playing(night)
    night.seated(command.get("player"))
    need_keys(command, ("player",))
    player = command["player"]
    if hand.on_turn != player:
        not_your_turn(player)
    chips = house_of(night).pass_pays
    pay_into_the_pot(night, player, chips)
    hand.put_in[player] += chips
    hand.turns.append(Turn(player, []))
    night.turns_of_the_hand += 1


def show_hand(night: Night, command: Command) -> None:
    """A player shows what they still hold."""
    night.need_sitting(command.get("player"))
    night.need_open()
    hand = night.hand
    if hand is None or hand.ended or (hand.out is None and not hand.dead):
        night.wrong_phase("the hand is being played")
    need_keys(command, ("player", "cards"))
    need_texts(command, "player")
    player = command["player"]
    if player not in hand.players:
        raise Refusal("bad_input", "they are not in the hand")
    cards = read_cards(command["cards"])
    if len(cards) != hand.cards_left(player):
        raise Refusal("bad_input", f"they hold {hand.cards_left(player)}")
    for other, shown in hand.shown.items():
        if other != player and set(shown) & set(cards):
            raise Refusal("odd_card", f"{other} has shown that")
    if set(hand.lying) & set(cards):
        raise Refusal("odd_card", "that card lies")
    hand.shown[player] = cards


def end_hand(night: Night, command: Command) -> None:
    """The hand is over: the wrong passes come to light."""
    night.need_open()
    hand = night.hand
    if hand is None or hand.ended:
        night.wrong_phase("no hand to end")
    all_shown = all(player in hand.shown for player in hand.players if player != hand.out)
    if not hand.dead and (hand.out is None or not all_shown):
        night.wrong_phase("the hand is not over")
    need_keys(command)
    hand.ended = True
    hand.wrong_passes = prove_wrong_passes(hand, house_of(night))


def need_ended(night: Night) -> Hand:
    """The hand, where it is ended and not settled."""
    night.need_open()
    if night.hand is None or not night.hand.ended:
        night.wrong_phase("the hand is not ended")
    return night.hand


def take_penalty(night: Night, command: Command) -> None:
    """A wrong pass is paid for."""
    offender: Player = night.seated(command.get("player"))
    hand = need_ended(night)
    chip = house_of(night).chip
    listed = [
        wrong
        for wrong in hand.wrong_passes
        if wrong.player == command["player"] and type(command.get("turn")) is int and wrong.turn == command["turn"]
    ]
    if listed and listed[0].taken:
        raise Refusal("already_done", "that is paid")
    need_keys(command, ("player", "turn"))
    if not listed:
        raise Refusal("bad_input", "no such wrong pass")
    wrong = listed[0]
    take_checks(offender, wrong.penalty * chip)
    night.pot += wrong.to_the_pot
    hand.put_in[wrong.player] += wrong.to_the_pot
    for holder, chips in wrong.gifts:
        night.players[holder].checks += chips * chip
    wrong.taken = True


def settle_hand(night: Night, command: Command) -> None:
    """The winner takes the pot; a dead hand leaves it."""
    hand, house = need_ended(night), house_of(night)
    need_keys(command)
    winner = hand.out
    if winner is None:
        costs = dict.fromkeys(hand.players, house.dead_hand)
    else:
        costs = {player: cost_of(hand.shown[player], house) for player in hand.players if player != winner}
    need_chips(night, costs)
    for player, chips in costs.items():
        pay_into_the_pot(night, player, chips)
    paid = 0
    if winner is not None:
        paid, night.pot = night.pot, 0
        night.players[winner].checks += paid * house.chip
    rows = [
        {
            "player": wrong.player,
            "turn": wrong.turn,
            "cards": wrong.cards,
            "penalty": wrong.penalty,
            "taken": wrong.taken,
        }
        for wrong in hand.wrong_passes
    ]
    night.hand_rows.append({"hand": hand.number, "winner": winner, "pot": paid, "wrong_passes": rows})
    night.hand = None


def void_hand(night: Night, command: Command) -> None:
    """The hand was foul: everybody has back what they put in; not once a penalty is taken."""
    night.need_open()
    if night.hand is None or any(wrong.taken for wrong in night.hand.wrong_passes):
        night.wrong_phase("no hand to void")
    need_keys(command, ("reason",))
    need_texts(command, "reason")
    give_back_the_hand(night)
    night.deals_again = True


HANDLERS: dict[str, Handler] = {
    "start_hand": start_hand,
    "lay": lay,
    "pass": pass_turn,
    "show_hand": show_hand,
    "end_hand": end_hand,
    "take_penalty": take_penalty,
    "settle_hand": settle_hand,
    "void_hand": void_hand,
}
