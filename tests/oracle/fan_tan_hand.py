"""One hand of Fan-Tan: who has laid what, what fits, and which passes are proved wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.basics import RANKS, SUITS, House, rank_of, suit_of


@dataclass
class Turn:
    """A lay, or a pass (no cards)."""

    player: str
    cards: list[str]


@dataclass
class WrongPass:
    """A pass that later cards prove wrong, and what it costs: chips to the pot, and gifts."""

    player: str
    turn: int
    cards: list[str]
    to_the_pot: int
    gifts: list[tuple[str, int]]
    taken: bool = False

    @property
    def penalty(self) -> int:
        """The chips of the whole penalty."""
        return self.to_the_pot + sum(chips for _, chips in self.gifts)


@dataclass
class Hand:
    """The players in playing order, the cards that each was dealt, and every turn so far."""

    number: int
    dealer: str
    players: list[str]
    dealt: dict[str, int]
    put_in: dict[str, int]
    turns: list[Turn] = field(default_factory=list)
    shown: dict[str, list[str]] = field(default_factory=dict)
    ended: bool = False
    wrong_passes: list[WrongPass] = field(default_factory=list)

    @property
    def lying(self) -> list[str]:
        """Every card that lies, in the order in which they were laid."""
        return [card for turn in self.turns for card in turn.cards]

    @property
    def on_turn(self) -> str:
        """Whose turn it is."""
        if not self.turns:
            return self.players[0]
        place = self.players.index(self.turns[-1].player)
        return (self.players + self.players)[place + 1]

    @property
    def dead(self) -> bool:
        """Whether everybody has had a turn and nobody has laid a card."""
        return not self.lying and {turn.player for turn in self.turns} == set(self.players)

    @property
    def out(self) -> str | None:
        """Who has laid their last card, if anybody has."""
        for player in self.players:
            if self.cards_left(player) == 0:
                return player
        return None

    def cards_left(self, player: str) -> int:
        """How many cards a player still holds."""
        laid = [card for turn in self.turns if turn.player == player for card in turn.cards]
        return self.dealt[player] - len(laid)

    def known_to_hold(self, player: str, turn_number: int) -> list[str]:
        """The cards that a player is known to have held at a turn: laid later, or shown."""
        later = [card for turn in self.turns[turn_number:] if turn.player == player for card in turn.cards]
        return later + self.shown.get(player, [])


def openers(lying: list[str], house: House) -> list[str]:
    """The ranks that may open a suit now."""
    if house.opener == "7":
        return ["7"]
    return [rank_of(lying[0])] if lying else ["5", "9"]


def card_below(card: str) -> str | None:
    """The card one rank lower of the suit."""
    place = RANKS.index(rank_of(card))
    return None if place == 0 else f"{RANKS[place - 1]}{suit_of(card)}"


def card_above(card: str) -> str | None:
    """The card one rank higher of the suit."""
    place = RANKS.index(rank_of(card))
    return None if place == 12 else f"{RANKS[place + 1]}{suit_of(card)}"


def fits(card: str, lying: list[str], house: House) -> bool:
    """Whether a card can be laid on what lies."""
    if card in lying:
        return False
    if not lying and house.first != "dealer_left":
        return card == house.first
    opening = openers(lying, house)
    if rank_of(card) in opening:
        return True
    if not lying:
        return False
    above_the_opener = RANKS.index(rank_of(card)) > RANKS.index(opening[0])
    return (card_below(card) if above_the_opener else card_above(card)) in lying


def in_order(cards: list[str]) -> list[str]:
    """Cards by suit (spades, hearts, diamonds, clubs), each from the ace to the king."""
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    return [card for card in pack if card in cards]


def prove_wrong_passes(hand: Hand, house: House) -> list[WrongPass]:
    """Every pass of the hand at which its player is known to have held a card that fitted."""
    found = []
    passes = dict.fromkeys(hand.players, 0)
    lying: list[str] = []
    for number, turn in enumerate(hand.turns, start=1):
        lying = lying + turn.cards
        if turn.cards:
            continue
        passes[turn.player] += 1
        free = house.voluntary_pass and (house.free_passes is None or passes[turn.player] <= house.free_passes)
        kept = [card for card in hand.known_to_hold(turn.player, number) if fits(card, lying, house)]
        if kept and not free:
            gifts = [gift for card in in_order(kept) for gift in gifts_for(hand, house, number, card, lying)]
            found.append(WrongPass(turn.player, number, in_order(kept), house.wrong_pass, gifts))
    return found


def gifts_for(hand: Hand, house: House, turn_number: int, kept: str, lying: list[str]) -> list[tuple[str, int]]:
    """What the offender of a turn owes the holders of the cards beside a kept card, if it is an opener."""
    if rank_of(kept) not in openers(lying, house):
        return []
    below = above = house.wrong_pass_opener
    if house.opener_chips == "shared":
        above = house.wrong_pass_opener // 2
        below = house.wrong_pass_opener - above
    offender = hand.turns[turn_number - 1].player
    gifts = []
    for card, chips in ((card_below(kept), below), (card_above(kept), above)):
        for player in hand.players:
            if player != offender and card in hand.known_to_hold(player, turn_number):
                gifts.append((player, chips))
    return gifts


def cost_of(cards: list[str], house: House) -> int:
    """The chips that a loser pays for the cards they have left."""
    if house.counted == "cards":
        return house.card_pays * len(cards)
    return house.card_pays * sum(min(RANKS.index(rank_of(card)) + 1, 10) for card in cards)
