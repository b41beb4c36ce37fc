"""The widgets of a table of hands: one for each kind of argument of a command that is entered by touch.

A widget has a macro in ``hands/widgets.html``, its keys and texts in the script ``hands/widgets.js``, and its looks in
``hands/table.css``. What can be entered comes from the game's actions (:mod:`dealer.game.actions`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import ClassVar

from dealer.commands.refusal import marked
from dealer.game.actions import Argument, Bid, Cards, Chips, Points, Seats, Tricks
from dealer.game.cards import PACK, SUITS, by_rank, rank_of
from events.common.play import Bid as BidName
from events.frozen import Frozen
from reports.words.formatting import SUIT_NAMES, SYMBOLS
from reports.words.language import gettext as _


class Widget(Frozen):
    """A widget for an ``argument`` of a command; ``macro`` draws it."""

    macro: ClassVar[str]

    argument: str

    @property
    def data(self) -> tuple[tuple[str, str], ...]:
        """What the script must know of it: data attributes, each with its value."""
        return ()


class CardKey(Frozen):
    """A rank of a pack as a key, or a single card: how many cards it has, and what one counts.

    ``entered`` is what a touch enters, ``suit`` the symbol of a single card.
    """

    entered: str
    rank: str
    cards: int
    points: int
    suit: str = ""


def card_keys(
    pack: Sequence[str] = PACK, points: Mapping[str, int] | None = None, *, by_suit: bool = False
) -> tuple[CardKey, ...]:
    """The ranks of a pack as keys, or its cards ``by_suit``; ``points`` are what a card of each rank counts."""
    if by_suit:
        return tuple(
            CardKey(
                entered=card,
                rank=rank_of(card),
                cards=1,
                points=(points or {}).get(rank_of(card), 0),
                suit=SYMBOLS[card[-1]],
            )
            for card in pack
        )
    suits = {rank: SYMBOLS[card[-1]] for card in pack for rank in (card[:-1],)}
    return tuple(
        CardKey(
            entered=rank,
            rank=rank,
            cards=cards,
            points=(points or {}).get(rank, 0),
            suit=suits[rank] if cards == 1 else "",
        )
        for rank, cards in by_rank(pack).items()
    )


class CardKeys(Widget):
    """Cards in the order of touches, of a pack by ranks or by suits (:func:`card_keys`).

    ``places`` are numbered places to fill, 0 for any number. If the cards count, ``target`` is the number to reach.
    """

    macro = "cards"

    keys: tuple[CardKey, ...]
    places: int = 0
    target: int = 0

    @property
    def data(self) -> tuple[tuple[str, str], ...]:
        """The number of places, and the number to reach."""
        return ("places", str(self.places)), ("target", str(self.target))


class TrickCounter(Widget):
    """Who takes each trick, by the players' plates.

    ``ends`` are the words for a hand that is over: a player has enough tricks, or all of them, or nobody has enough.
    """

    macro = "tricks"

    total: int
    ends: tuple[str, str, str] = (marked("Wins"), marked("Wins all"), marked("Nobody wins"))

    @property
    def data(self) -> tuple[tuple[str, str], ...]:
        """The words for each end."""
        return (("ends", json.dumps([*map(_, self.ends)])),)


class ChipCounter(Widget):
    """What each player wins or loses, by the players' plates: one who is touched gets the rest."""

    macro = "chips"


class PlayerKeys(Widget):
    """Several players, by their plates; ``wins`` says that they win, otherwise they play."""

    macro = "players"

    wins: bool = False

    @property
    def data(self) -> tuple[tuple[str, str], ...]:
        """Whether they win."""
        return (("wins", "yes" if self.wins else ""),)


class BidKey(Frozen):
    """A bid as a key: its name, what it means, and what it pays."""

    bid: BidName
    words: str
    means: str = ""
    pays: str = ""


class BidLadder(Widget):
    """The bids from the lowest; a touch bids for the player whose turn it is, or whose plate was touched."""

    macro = "bids"

    bids: tuple[BidKey, ...]


class PointKeys(Widget):
    """A number of points in tens and units."""

    macro = "points"

    most: int
    each: int = 10

    @property
    def tens(self) -> range:
        """The keys of the tens."""
        return range(0, self.most + 1, self.each)


class ChoiceKeys(Widget):
    """One of some values, each with a sign and a name; ``label`` says what is chosen."""

    macro = "choices"

    label: str
    choices: tuple[tuple[str, str, str], ...]
    is_optional: bool = False

    @property
    def data(self) -> tuple[tuple[str, str], ...]:
        """What is missing while nothing is chosen."""
        return (("missing", "" if self.is_optional else _("%(what)s?", what=self.label)),)


def suit_keys(argument: str, label: str) -> ChoiceKeys:
    """The four suits, of which one may be chosen."""
    suits = tuple((suit, SYMBOLS[suit], _(SUIT_NAMES[suit])) for suit in SUITS)
    return ChoiceKeys(argument=argument, label=label, choices=suits, is_optional=True)


def widget_for(name: str, argument: Argument) -> Widget | None:
    """The usual widget for an argument; ``None`` if it needs none of its own, like a seat."""
    match argument:
        case Cards(pack=pack, fewest=fewest, most=most):
            return CardKeys(argument=name, keys=card_keys(pack), places=most if most == fewest else 0)
        case Tricks(total=total):
            return TrickCounter(argument=name, total=total)
        case Chips():
            return ChipCounter(argument=name)
        case Seats():
            return PlayerKeys(argument=name, wins=True)
        case Bid(bids=bids):
            return BidLadder(argument=name, bids=tuple(BidKey(bid=bid, words=str(bid)) for bid in bids))
        case Points(most=most):
            return PointKeys(argument=name, most=most)
    return None


class Beside(Frozen):
    """A command that is sent from a player's plate beside the main one: its key, the question, and the choices."""

    do: str
    key: str
    asks: str
    argument: str
    choices: tuple[tuple[str, str], ...]


class Face(Frozen):
    """What the tablet has in a phase: the phase in words, and the command ``do`` that is entered.

    Its arguments are entered with ``widgets``; those that are not among them have the usual ones.

    ``called`` and ``sends`` (the words of the key that sends it) may name the player with ``%(name)s``; ``asks`` is
    what the dealer is asked to do. ``reopens`` is another phase, whose face a touch of a player's seat brings back.
    """

    called: str
    do: str = ""
    widgets: tuple[Widget, ...] = ()
    asks: str = ""
    sends: str = ""
    reopens: str = ""
    beside: Beside | None = None
