"""The house rules and the commands of a Fan-Tan table (the contract's words)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Card, Cards, Flag, Key, one_of, whole
from dealer.commands.refusal import Refusal
from dealer.game import hands
from dealer.game.house import BEFORE, ChipHouse, MaybeAmount, Presets

Chips = Annotated[int, whole(0, 1_000)]
MaybeTimes = Annotated[int | None, partial(whole(0, 1_000), allow_none=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FanTanHouse(ChipHouse):
    """The rules of one house; payments are in chips.

    ``ante_extra`` is the whole ante of a player with one card more (or less, by ``extra_from``). ``several_cards``
    allows several cards of a suit in a turn, up and down. With ``deal_moves`` the next hand is dealt at the last
    dealer's left. ``first`` is who lays first: the dealer's left, or the holder of a certain seven, with that card.
    ``voluntary_pass`` lets a player pass with a playable card; ``free_passes`` limits that to the first so many passes
    of a hand. With ``opener_chips`` each holder of the card below or above a held opener gets ``wrong_pass_opener``, or
    they share it. ``counted`` is how cards left in hand are counted: ``card_pays`` chips a card, or a pip.
    """

    preset: Annotated[str, one_of("encyclopedia", "antes", "five_or_nine")] = "encyclopedia"
    ante: Chips = 0
    ante_extra: Chips = 0
    pass_pays: Chips = 1
    several_openers: Flag = False
    several_cards: Flag = field(default=False, metadata={BEFORE: False})
    deal_moves: Flag = field(default=False, metadata={BEFORE: False})
    opener: Annotated[str, one_of("7", "5_or_9")] = "7"
    card_pays: Chips = 1
    wrong_pass: Chips = 0
    wrong_pass_opener: Chips = 0
    dead_hand: Chips = 0
    first: Annotated[str, one_of("dealer_left", "7d", "7h")] = "dealer_left"
    extra_from: Annotated[str, one_of("long", "short")] = "long"
    voluntary_pass: Flag = False
    free_passes: MaybeTimes = None
    opener_chips: Annotated[str, one_of("each", "shared")] = "each"
    counted: Annotated[str, one_of("cards", "pips")] = "cards"
    marker_limit: MaybeAmount = field(default=None, metadata={BEFORE: None})

    @property
    def openers(self) -> tuple[str, ...]:
        """The ranks that may open the first suit."""
        return ("5", "9") if self.opener == "5_or_9" else ("7",)

    @property
    def first_card(self) -> str:
        """The card that its holder lays first; "" where the player to the dealer's left begins."""
        return "" if self.first == "dealer_left" else self.first


PRESETS: Presets = {
    "encyclopedia": {},
    "antes": {
        "ante": 1,
        "ante_extra": 2,
        "pass_pays": 0,
        "several_openers": True,
        "wrong_pass": 3,
        "wrong_pass_opener": 5,
        "dead_hand": 1,
    },
    "five_or_nine": {"opener": "5_or_9"},
}


def check_house(house: FanTanHouse) -> None:
    """Refuse (``bad_input``) a first seven in a house where sevens do not open."""
    if house.opener != "7" and house.first != "dealer_left":
        raise Refusal("bad_input", "A seven can be the first card only if sevens open.")


TurnNumber = Annotated[int, whole(1, 1_000_000)]


class StartHand(hands.StartHand):
    """Deal the pack, starting at the dealer's left."""


@command("lay")
class Lay(Command):
    """Lay a card, or several openers or cards of a suit at once if the house allows it."""

    player: Key
    card: Card | None = None
    cards: Cards | None = None


@command("pass")
class Pass(Command):
    """Lay nothing."""

    player: Key


class ShowHand(hands.ShowHand):
    """Show all remaining cards."""


@command("end_hand")
class EndHand(Command):
    """End a hand: a player is out and all others have shown, or it is dead."""


class VoidHand(hands.VoidHand):
    """Break off a foul hand: misdealt, or with a short pack."""


@command("take_penalty")
class TakePenalty(Command):
    """Take the penalty for a proved wrong pass."""

    player: Key
    turn: TurnNumber


class SettleHand(hands.SettleHand):
    """Pay out the pot, or leave it if the hand is dead."""
