"""Decides a Fan-Tan hand: dealing, laying, passing, proving wrong passes and paying (rulebook 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from dealer.commands.commands import Command
from dealer.commands.refusal import Cards, Phrase, Player, Refusal, marked, phrase
from dealer.game.cards import PACK, number_of, rank_of
from dealer.game.hands import check_everybody, given_back
from dealer.game.house import check_chips, into_pot, out_of_pot, paid_to
from dealer.game.table import from_left_of
from dealer.games.fan_tan import state
from dealer.games.fan_tan.state import (
    PLAYERS,
    FanTanHouse,
    FanTanTable,
    Hand,
    Layout,
    Turn,
    has_suit,
    in_order,
    suit_of,
)
from events.common.event import Event, Move
from events.games import fan_tan as facts
from events.games.fan_tan import ChipsTo, HeldCard, WrongPassProved
from ledger.ledger import Ledger


def start(table: FanTanTable, ledger: Ledger, command: state.StartHand) -> tuple[Event, ...]:
    """Deal a hand to everybody who is sitting in and take the antes; ``not_enough_checks`` if a player is short."""
    check_everybody("Fan-Tan", table, command.dealer, *PLAYERS)
    due = table.dealer_due(table.sitting_in)
    if table.house.deal_moves and due and command.dealer != due:
        raise Refusal("not_allowed_here", "It is %(player)s's turn to deal.", player=Player(due))
    players = from_left_of(command.dealer, table.seats, table.sitting_in)
    whole, longer = divmod(len(PACK), len(players))
    dealt = tuple(whole + (place < longer) for place in range(len(players)))
    number = table.next_number
    antes = {
        player: _ante(table.house, count > whole, bool(longer)) for player, count in zip(players, dealt, strict=True)
    }
    paid = (
        facts.AntePaid(hand=number, player=player, chips=chips, moves=paid_in(table, ledger, player, chips))
        for player, chips in antes.items()
        if chips
    )
    return (facts.HandStarted(hand=number, dealer=command.dealer, players=players, dealt=dealt), *paid)


def _ante(house: FanTanHouse, is_long: bool, uneven: bool) -> int:
    """A player's ante in chips: more for the longer (or the shorter) hands of an uneven deal."""
    pays_more = uneven and is_long == (house.extra_from == "long")
    return house.ante_extra if pays_more else house.ante


def paid_in(table: FanTanTable, ledger: Ledger, player: str, chips: int) -> tuple[Move, ...]:
    """The move of a player's chips into the pot; ``not_enough_checks``, with name and sum, if the player is short."""
    check_chips(ledger, player, chips, table.house.chip)
    return into_pot(player, chips, table.house.chip)


def lay(table: FanTanTable, ledger: Ledger, command: state.Lay) -> tuple[Event, ...]:
    """Lay a card, or several openers or cards of a suit at once."""
    hand, house = table.hand, table.house
    cards = _cards_named(command)
    if len(cards) > 1 and not (house.several_openers or house.several_cards):
        raise Refusal("not_allowed_here", "In this house only one card can be laid in a turn.")
    _check_turn(hand, command.player, cards)
    for card in cards:
        if hand.layout.holds(card):
            raise Refusal("odd_card", "The %(card)s is already laid.", card=Cards((card,)))
    laid = _fitting(hand, house, command.player, cards)
    return (facts.CardsLaid(**table.next_turn, player=command.player, cards=laid),)


def _cards_named(command: state.Lay) -> tuple[str, ...]:
    if (command.card is None) == (command.cards is None):
        raise Refusal("bad_input", "A lay must name a card or a list of cards.")
    cards = (command.card,) if command.card else command.cards or ()
    if not cards or len(set(cards)) < len(cards):
        raise Refusal("bad_input", "Name one or more cards to lay, each once.")
    check_suits(cards)
    return in_order(cards)


def check_suits(cards: tuple[str, ...]) -> None:
    """Refuse (``suit_needed``) a card without a suit: Fan-Tan needs every suit."""
    for card in cards:
        if not has_suit(card):
            raise Refusal("suit_needed", "Which %(card)s is it? Fan-Tan needs the suit.", card=Cards((card,)))


def _check_turn(hand: Hand, player: str, cards: tuple[str, ...]) -> None:
    layout = hand.layout
    if layout.first and layout.is_empty and cards:
        if cards != (layout.first,):
            raise Refusal("not_your_turn", "The holder of the %(card)s must lay it first.", card=Cards((layout.first,)))
        if player not in hand.players:
            raise Refusal("not_your_turn", "%(player)s is not in this hand.", player=Player(player))
    elif player != hand.on_turn:
        raise Refusal("not_your_turn", "It is %(player)s's turn.", player=Player(hand.on_turn))


def _fitting(hand: Hand, house: FanTanHouse, player: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in the order in which they are laid; refuses (``cannot_play``) cards that do not fit."""
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
            "The %(card)s cannot be laid now. These can: %(playable)s.",
            card=Cards(tuple(card for card in cards if card not in laid)[:1]),
            playable=Cards(tuple(layout.playable())),
        )
    return laid


def _check_together(layout: Layout, house: FanTanHouse, cards: tuple[str, ...]) -> None:
    """Refuse (``cannot_play``) cards that this house does not allow in one turn."""
    if len(cards) == 1:
        return
    openers = all(map(layout.opens, cards)) and len({rank_of(card) for card in cards}) == 1
    of_one_suit = len({suit_of(card) for card in cards}) == 1
    if (house.several_openers and openers) or (house.several_cards and of_one_suit):
        return
    if not house.several_cards:
        raise Refusal("cannot_play", "Only openers of one rank can be laid together.")
    if not house.several_openers:
        raise Refusal("cannot_play", "Only cards of one suit can be laid together.")
    raise Refusal("cannot_play", "Only openers of one rank, or cards of one suit, can be laid together.")


def pass_turn(table: FanTanTable, ledger: Ledger, command: state.Pass) -> tuple[Event, ...]:
    """Pass, and pay for it if the house says so."""
    hand = table.hand
    _check_turn(hand, command.player, ())
    chips = table.house.pass_pays
    moves = paid_in(table, ledger, command.player, chips)
    return (facts.TurnPassed(**table.next_turn, player=command.player, chips=chips, moves=moves),)


def show(table: FanTanTable, ledger: Ledger, command: state.ShowHand) -> tuple[Event, ...]:
    """Show a player's remaining cards: as many as are left, and none that is known to be elsewhere."""
    hand = table.hand
    if command.player not in hand.players:
        raise Refusal("bad_input", "%(player)s is not in this hand.", player=Player(command.player))
    if len(set(command.cards)) < len(command.cards):
        raise Refusal("bad_input", "A card is named twice.")
    check_suits(command.cards)
    if len(command.cards) != hand.left(command.player):
        raise Refusal(
            "bad_input",
            "%(player)s holds %(held)s cards, not %(shown)s.",
            player=Player(command.player),
            held=hand.left(command.player),
            shown=len(command.cards),
        )
    elsewhere = {card for player, cards in hand.shown.items() if player != command.player for card in cards}
    for card in command.cards:
        if hand.layout.holds(card) or card in elsewhere:
            raise Refusal(
                "odd_card", "The %(card)s is already laid, or was shown by another player.", card=Cards((card,))
            )
    return (facts.HandShown(hand=hand.number, player=command.player, cards=in_order(command.cards)),)


def end(table: FanTanTable, ledger: Ledger, command: state.EndHand) -> tuple[Event, ...]:
    """End a hand and prove its wrong passes."""
    hand = table.hand
    return (*wrong_passes(hand, table.house), facts.HandEnded(hand=hand.number, winner=hand.winner))


def not_now(table: FanTanTable) -> Refusal:
    """The refusal (``wrong_phase``) of a command in the wrong phase."""
    return Refusal("wrong_phase", "Not now: %(standing)s.", standing=_standing(table))


def check_over(table: FanTanTable, command: Command) -> None:
    """Refuse (``wrong_phase``) to show hands, and to end the hand, before somebody is out or the hand is dead."""
    if not table.hand.winner and not table.hand.is_dead:
        raise Refusal("wrong_phase", "Not now: nobody is out yet.")


def check_shown(table: FanTanTable, command: Command) -> None:
    """Refuse (``wrong_phase``) the end of a hand before all others have shown their cards."""
    check_over(table, command)
    hand = table.hand
    if hand.to_show and not hand.is_dead:
        raise Refusal(
            "wrong_phase", "Not now: %(player)s has not shown their hand yet.", player=Player(hand.to_show[0])
        )


def check_unpaid(table: FanTanTable, command: Command) -> None:
    """Refuse (``wrong_phase``) to break off a hand of which penalties were taken."""
    if table.hand.taken:
        raise Refusal("wrong_phase", "Not now: penalties of this hand were taken. Take them back first.")


def _standing(table: FanTanTable) -> Phrase:
    hand = table.hand
    if not table.is_on:
        return phrase("no hand has been dealt")
    if hand.ended:
        return phrase("hand %(hand)s is over but not settled", hand=hand.number)
    if hand.winner:
        return phrase("%(player)s is out, and the others show their cards", player=Player(hand.winner))
    return phrase("it is %(player)s's turn in hand %(hand)s", hand=hand.number, player=Player(hand.on_turn))


COURT_PIPS = 10


def take_penalty(table: FanTanTable, ledger: Ledger, command: state.TakePenalty) -> tuple[Event, ...]:
    """Take a proved penalty: to the pot, and to the holders beside a held opener."""
    hand = table.hand
    listed = next(
        (proof for proof in hand.proved if (proof.turn, proof.player) == (command.turn, command.player)), None
    )
    if command.turn in hand.taken and listed:
        raise Refusal("already_done", "The penalty for turn %(turn)s was already taken.", turn=command.turn)
    if listed is None:
        raise Refusal(
            "bad_input",
            "%(player)s has no wrong pass at turn %(turn)s.",
            player=Player(command.player),
            turn=command.turn,
        )
    chips = listed.penalty
    chip = table.house.chip
    check_chips(ledger, command.player, chips, chip)
    gifts = (move for gift in listed.besides for move in paid_to(command.player, gift.player, gift.chips, chip))
    moves = (*into_pot(command.player, listed.chips, chip), *gifts)
    return (facts.PenaltyTaken(hand=hand.number, turn=command.turn, player=command.player, chips=chips, moves=moves),)


def settle(table: FanTanTable, ledger: Ledger, command: state.SettleHand) -> tuple[Event, ...]:
    """Pay for the cards left in hand and give the winner the pot; a dead hand leaves it for the next hand."""
    hand = table.hand
    paid = [_paid(table, ledger, hand, player) for player in hand.players if player != hand.winner]
    pot = table.pot_chips + sum(payment.chips for payment in paid)
    owing = tuple(payment for payment in paid if payment.chips)
    if hand.winner is None:
        return (*owing, facts.PotLeft(hand=hand.number, chips=pot))
    moves = out_of_pot(hand.winner, pot, table.house.chip)
    return (*owing, facts.PotWon(hand=hand.number, player=hand.winner, chips=pot, moves=moves))


def _paid(table: FanTanTable, ledger: Ledger, hand: Hand, player: str) -> facts.HandPaid:
    chips = table.house.dead_hand
    if hand.winner is not None:
        chips = _counted(table, hand.shown[player]) * table.house.card_pays
    moves = paid_in(table, ledger, player, chips)
    return facts.HandPaid(hand=hand.number, player=player, cards=hand.left(player), chips=chips, moves=moves)


def _counted(table: FanTanTable, cards: tuple[str, ...]) -> int:
    """The count of cards left in a hand: one each, or their pips (court cards ten)."""
    if table.house.counted == "cards":
        return len(cards)
    return sum(min(number_of(card), COURT_PIPS) for card in cards)


def void_hand(table: FanTanTable, ledger: Ledger, command: state.VoidHand) -> tuple[Event, ...]:
    """Break off a foul hand: everybody gets their chips back; the earlier pot stays."""
    return (facts.HandVoided(hand=table.round, reason=command.reason), *given_back(table, facts.PotReturned))


def wrong_passes(hand: Hand, house: FanTanHouse) -> tuple[WrongPassProved, ...]:
    """Every pass of a hand that is known to be wrong now, in the order of play.

    If the house allows voluntary passes, only passes beyond those can be wrong.
    """
    proved = []
    left = Counter(turn.player for turn in hand.turns if not turn.cards)
    known = {player: dict.fromkeys(hand.shown.get(player, ()), 0) for player in hand.players}
    for number, turn in reversed([*enumerate(hand.turns, start=1)]):
        if turn.cards:
            known[turn.player].update(dict.fromkeys(turn.cards, number))
            continue
        held = _held(turn, known[turn.player])
        if held and not is_granted(house, left[turn.player]):
            proved.append(_proved(hand, house, number, turn, held, known))
        left[turn.player] -= 1
    return tuple(reversed(proved))


Known = Mapping[str, Mapping[str, int]]
"""The cards that each player is known to have held at a turn, with the turn of laying; 0 if shown."""


def is_granted(house: FanTanHouse, passes: int) -> bool:
    """Whether a player may pass with a playable card, the given number of passes counting this one."""
    return house.voluntary_pass and (house.free_passes is None or passes <= house.free_passes)


def _held(turn: Turn, known: Mapping[str, int]) -> tuple[HeldCard, ...]:
    """The playable cards that the player of a turn is known to have held then."""
    return tuple([HeldCard(card=card, laid_at=known[card]) for card in in_order(filter(turn.before.takes, known))])


def _proved(
    hand: Hand, house: FanTanHouse, number: int, turn: Turn, held: tuple[HeldCard, ...], known: Known
) -> WrongPassProved:
    kept = [left.card for left in held if turn.before.opens(left.card)]
    return WrongPassProved(
        hand=hand.number,
        turn=number,
        player=turn.player,
        held=held,
        chips=house.wrong_pass,
        besides=tuple(gift for card in kept for gift in _besides(house, turn, card, known)),
    )


def _besides(house: FanTanHouse, turn: Turn, opener: str, known: Known) -> Iterator[ChipsTo]:
    """Chips to the holders of the card below a held opener and of the card above it; none to the offender."""
    holders = {card: player for player, cards in known.items() for card in cards}
    for card, chips in zip(Layout.neighbours(opener), gift_parts(house), strict=True):
        holder = holders.get(card, turn.player)
        if chips and holder != turn.player:
            yield ChipsTo(player=holder, card=card, chips=chips)


def gift_parts(house: FanTanHouse) -> tuple[int, int]:
    """The chips that a kept opener costs for the card below it and for the card above it.

    If the holders share, the odd chip is for the card below.
    """
    whole = house.wrong_pass_opener
    return (whole, whole) if house.opener_chips == "each" else (whole - whole // 2, whole // 2)


OLDER_TEMPLATES = (marked("Which %(card)s is it? Fan-Tan is played by suits."),)
"""Sentences that only older books contain, so that the catalogs translate them."""
