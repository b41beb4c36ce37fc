"""Deciding a Fan-Tan hand from the deal to the last card (rulebook 3)."""

from __future__ import annotations

from dealer.commands.phrases import Cards, Player
from dealer.commands.refusal import Refusal
from dealer.game.cards import PACK, rank_of
from dealer.game.chips import check_chips, into_pot
from dealer.game.hands import check_everybody
from dealer.game.seating import from_left_of
from dealer.games.fan_tan import commands
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.layout import Layout, has_suit, in_order, suit_of
from dealer.games.fan_tan.state import PLAYERS, FanTanTable, Hand
from dealer.games.fan_tan.wrong_passes import wrong_passes
from events.facts.fact import Fact, Move
from events.games import fan_tan as facts
from ledger.ledger import Ledger


def start(table: FanTanTable, ledger: Ledger, asked: commands.StartHand) -> tuple[Fact, ...]:
    """Deal a hand to everybody who sits in, and take the antes; a player short of chips is ``not_enough_checks``."""
    check_everybody("Fan-Tan", table, asked.dealer, *PLAYERS)
    if table.house.deal_moves and table.dealer and asked.dealer != table.next_dealer:
        raise Refusal("not_allowed_here", "It is %(player)s's deal.", player=Player(table.next_dealer))
    players = from_left_of(asked.dealer, table.seats, table.sitting_in)
    whole, longer = divmod(len(PACK), len(players))
    dealt = tuple(whole + (place < longer) for place in range(len(players)))
    number = table.hand_number + 1
    started = facts.HandStarted(hand=number, dealer=asked.dealer, players=players, dealt=dealt)
    antes = {
        player: _ante(table.house, count > whole, bool(longer)) for player, count in zip(players, dealt, strict=True)
    }
    paid = (
        facts.AntePaid(hand=number, player=player, chips=chips, moves=paid_in(table, ledger, player, chips))
        for player, chips in antes.items()
        if chips
    )
    return (started, *paid)


def _ante(house: FanTanHouse, is_long: bool, uneven: bool) -> int:
    """A player's ante in chips: more for the longer hands of an uneven deal, or for the shorter."""
    pays_more = uneven and is_long == (house.extra_from == "long")
    return house.ante_extra if pays_more else house.ante


def paid_in(table: FanTanTable, ledger: Ledger, player: str, chips: int) -> tuple[Move, ...]:
    """The move of a player's chips into the pot; ``not_enough_checks``, naming them and the sum, where too few."""
    check_chips(ledger, player, chips, table.house.chip)
    return into_pot(player, chips, table.house.chip)


def lay(table: FanTanTable, ledger: Ledger, asked: commands.Lay) -> tuple[Fact, ...]:
    """Lay a card, or several openers or cards of a suit at once."""
    hand, house = table.hand_on, table.house
    cards = _cards_asked(asked)
    if len(cards) > 1 and not (house.several_openers or house.several_cards):
        raise Refusal("not_allowed_here", "In this house one card is laid in a turn.")
    _check_turn(hand, asked.player, cards)
    for card in cards:
        if hand.layout.holds(card):
            raise Refusal("odd_card", "The %(card)s lies already.", card=Cards((card,)))
    laid = _fitting(hand, house, asked.player, cards)
    return (facts.CardsLaid(hand=hand.number, turn=len(hand.turns) + 1, player=asked.player, cards=laid),)


def _cards_asked(asked: commands.Lay) -> tuple[str, ...]:
    if (asked.card is None) == (asked.cards is None):
        raise Refusal("bad_input", "A lay names one card, or a list of cards.")
    cards = (asked.card,) if asked.card else asked.cards or ()
    if not cards or len(set(cards)) < len(cards):
        raise Refusal("bad_input", "The cards of a lay are one or more, each named once.")
    check_suits(cards)
    return in_order(cards)


def check_suits(cards: tuple[str, ...]) -> None:
    """Refuse (``suit_needed``) a card whose suit was not noted: here every card counts."""
    for card in cards:
        if not has_suit(card):
            raise Refusal("suit_needed", "Which %(card)s is it? Fan-Tan is played by suits.", card=Cards((card,)))


def _check_turn(hand: Hand, player: str, cards: tuple[str, ...]) -> None:
    layout = hand.layout
    if layout.first and layout.is_empty and cards:
        if cards != (layout.first,):
            raise Refusal("not_your_turn", "Whoever holds the %(card)s lays it first.", card=Cards((layout.first,)))
        if player not in hand.players:
            raise Refusal("not_your_turn", "%(player)s is not in this hand.", player=Player(player))
    elif player != hand.on_turn:
        raise Refusal("not_your_turn", "It is %(player)s's turn.", player=Player(hand.on_turn))


def _fitting(hand: Hand, house: FanTanHouse, player: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in the order in which they go down; refused (``cannot_play``) where they cannot."""
    layout = hand.layout
    if len(cards) > hand.left(player):
        raise Refusal(
            "cannot_play",
            "%(player)s holds %(held)s cards and cannot lay %(laid)s.",
            player=Player(player),
            held=hand.left(player),
            laid=len(cards),
        )
    _check_together(layout, house, cards)
    laid = layout.laying(cards)
    if len(laid) < len(cards):
        raise Refusal(
            "cannot_play",
            "The %(card)s cannot be laid now; what can: %(playable)s.",
            card=Cards(tuple(card for card in cards if card not in laid)[:1]),
            playable=Cards(tuple(layout.playable())),
        )
    return laid


def _check_together(layout: Layout, house: FanTanHouse, cards: tuple[str, ...]) -> None:
    """Refuse (``cannot_play``) several cards that do not go down in one turn in this house."""
    if len(cards) == 1:
        return
    openers = all(map(layout.opens, cards)) and len({rank_of(card) for card in cards}) == 1
    of_one_suit = len({suit_of(card) for card in cards}) == 1
    if (house.several_openers and openers) or (house.several_cards and of_one_suit):
        return
    if not house.several_cards:
        raise Refusal("cannot_play", "Only openers of one rank go down together.")
    if not house.several_openers:
        raise Refusal("cannot_play", "Only cards of one suit go down together.")
    raise Refusal("cannot_play", "Only openers of one rank, or cards of one suit, go down together.")


def pass_turn(table: FanTanTable, ledger: Ledger, asked: commands.Pass) -> tuple[Fact, ...]:
    """Pass, and pay for it where the house has it so."""
    hand = table.hand_on
    _check_turn(hand, asked.player, ())
    chips = table.house.pass_pays
    moves = paid_in(table, ledger, asked.player, chips)
    return (
        facts.TurnPassed(hand=hand.number, turn=len(hand.turns) + 1, player=asked.player, chips=chips, moves=moves),
    )


def show(table: FanTanTable, ledger: Ledger, asked: commands.ShowHand) -> tuple[Fact, ...]:
    """Show what a player still holds: as many as they were dealt less what they laid, and none that is elsewhere."""
    hand = table.hand_on
    if asked.player not in hand.players:
        raise Refusal("bad_input", "%(player)s is not in this hand.", player=Player(asked.player))
    if len(set(asked.cards)) < len(asked.cards):
        raise Refusal("bad_input", "A card is named twice.")
    check_suits(asked.cards)
    if len(asked.cards) != hand.left(asked.player):
        raise Refusal(
            "bad_input",
            "%(player)s holds %(held)s cards, not %(shown)s.",
            player=Player(asked.player),
            held=hand.left(asked.player),
            shown=len(asked.cards),
        )
    elsewhere = {card for player, cards in hand.shown.items() if player != asked.player for card in cards}
    for card in asked.cards:
        if hand.layout.holds(card) or card in elsewhere:
            raise Refusal("odd_card", "The %(card)s lies already or was shown by another.", card=Cards((card,)))
    return (facts.HandShown(hand=hand.number, player=asked.player, cards=in_order(asked.cards)),)


def end(table: FanTanTable, ledger: Ledger, asked: commands.EndHand) -> tuple[Fact, ...]:
    """End a hand, with every wrong pass that is proved."""
    hand = table.hand_on
    return (*wrong_passes(hand, table.house), facts.HandEnded(hand=hand.number, winner=hand.winner))
