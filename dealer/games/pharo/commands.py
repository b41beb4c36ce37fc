"""The house rules and the commands of a Pharo table (the contract's words)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Card, Cents, Flag, Key, NewKey, Ranks, Text, one_of, whole
from dealer.commands.refusal import Phrase, Refusal, marked, phrase
from dealer.game.bank import CountPack as CountAnyPack
from dealer.game.bank import OnLyingBet
from dealer.game.house import Amount, MaybeAmount, Presets

SINGLE, FIGURE = "single", "figure"


FIGURES = {
    ("A", "2", "3"): marked("the little figure"),
    ("4", "5", "6"): marked("the yellow figure"),
    ("7", "8", "9", "10"): marked("the black figure"),
    ("J", "Q", "K"): marked("the red figure"),
}
"""The four figures by their ranks, with the table's names for them."""


def ranks_of(kind: str, ranks: tuple[str, ...]) -> tuple[str, ...]:
    """The ranks of a card of the livret, in the livret's order; :class:`Refusal` (``bad_placement``) for none."""
    if kind == SINGLE:
        if len(ranks) != 1:
            raise Refusal("bad_placement", "A single stake must be on one rank.")
        return ranks
    for figure in FIGURES:
        if sorted(figure) == sorted(ranks):
            return figure
    raise Refusal(
        "bad_placement",
        "No figure covers %(ranks)s. The figures are A-2-3, 4-5-6, 7-8-9-10 and J-Q-K.",
        ranks="-".join(ranks),
    )


def named(ranks: tuple[str, ...]) -> Phrase:
    """The table's name for a card of the livret."""
    return phrase("the %(ranks)s", ranks=ranks[0]) if len(ranks) == 1 else Phrase(FIGURES[ranks])


@dataclass(frozen=True, slots=True, kw_only=True)
class PharoHouse:
    """The rules of one house. Amounts are cents; a ``minimum`` of ``None`` is a smallest check.

    With ``late_cards`` or fewer cards left it is late: nothing is taken down, and cards are changed only right after an
    event. ``drawn`` says whether two cards under a punter's stakes draw all the bets they touch, or each bet
    separately. ``highest`` is the most folds of a card. ``marker`` and ``marker_limit`` (ours) do not affect
    settlements.
    """

    preset: Annotated[str, one_of("hoyle", "salon")] = "hoyle"
    check: Amount = 25
    minimum: MaybeAmount = None
    limit: Amount = 10_000
    figures: Flag = True
    oppose: Flag = True
    hockley: Flag = True
    late_cards: Annotated[int, whole(0, 1000)] = 8
    drawn: Annotated[str, one_of("punter", "bet")] = "punter"
    highest: Annotated[int, whole(1, 1000)] = 5
    carry: Annotated[str, one_of("soixante", "chain", "none")] = "soixante"
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None

    @property
    def minimum_cents(self) -> int:
        """The smallest stake: the setting, or one smallest check."""
        return self.check if self.minimum is None else self.minimum

    @property
    def folds_carried(self) -> int | None:
        """The fewest folds of a bet that is carried into the next deal; ``None`` if none is."""
        return {"soixante": SOIXANTE, "chain": 1, "none": None}[self.carry]


SOIXANTE = 5
"""The folds of a soixante et le va."""

PRESETS: Presets = {"hoyle": {}, "salon": {"late_cards": 0, "carry": "none"}}


Kind = Annotated[str, one_of(SINGLE, FIGURE)]
Count = Annotated[int, whole(0, 1_000_000)]


@command("start_deal")
class StartDeal(Command):
    """Take the pack for a deal."""


@command("show_bottom")
class ShowBottom(Command):
    """Show the bottom card to all."""

    card: Card


@command("place_bet")
class PlaceBet(Command):
    """Place a stake (cents) on a card of the punter's livret."""

    bet: NewKey
    player: Key
    kind: Kind
    ranks: Ranks
    stake: Cents
    opposed: Flag = False


@command("press_bet")
class PressBet(OnLyingBet):
    """Add to a plain stake (cents)."""

    add: Cents


@command("move_bet")
class MoveBet(OnLyingBet):
    """Change the card: a bet goes to another with all its folds."""

    kind: Kind
    ranks: Ranks


@command("take_down_bet")
class TakeDownBet(OnLyingBet):
    """Take a stake down and be paid its winnings."""


@command("coup")
class Coup(Command):
    """Turn the two cards of a coup: the bank's and the punters'."""

    bank: Card
    punters: Card


@command("paix")
class Paix(OnLyingBet):
    """Stake only the gain."""


@command("paroli")
class Paroli(OnLyingBet):
    """Stake both stake and gain."""


@command("take_win")
class TakeWin(OnLyingBet):
    """Be paid the gain."""


@command("pli")
class Pli(OnLyingBet):
    """Stake what doublets left of a stake, to win back what they took."""


@command("mask_bet")
class MaskBet(OnLyingBet):
    """Turn a card face down."""


@command("unmask_bet")
class UnmaskBet(OnLyingBet):
    """Show a masked card."""


class CountPack(CountAnyPack):
    """Count the whole pack for a player who asks for it, between deals."""


@command("miscount")
class Miscount(Command):
    """Declare that a count found other than 52 cards."""

    cards: Count


@command("void_deal")
class VoidDeal(Command):
    """Void a foul deal."""

    reason: Text


@command("end_deal")
class EndDeal(Command):
    """End a deal whose cards are all dealt."""
