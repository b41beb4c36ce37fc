"""The house rules and the commands of a Faro table (the contract's words)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, ClassVar

from dealer.commands.commands import Command, command
from dealer.commands.fields import (
    Anything,
    Card,
    Cents,
    Flag,
    Key,
    MaybeRanks,
    NewKey,
    Ranks,
    Text,
    one_of,
    some_of,
    whole,
)
from dealer.commands.refusal import Refusal
from dealer.game.bank import CountPack as CountAnyPack
from dealer.game.bank import OnLyingBet
from dealer.game.house import BEFORE, Amount, MaybeAmount, Presets, read_recorded
from dealer.games.faro.layout import KINDS
from dealer.rules_version import CALLS_HAVE_A_FORM, PRESETS_ARE_THE_SOURCES
from events.common.night import Setting

MaybeTimes = Annotated[int | None, partial(whole(0, 1000), allow_none=True)]
Odds = Annotated[int, whole(1, 1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaroHouse:
    """The rules of one house. Amounts are cents; ``None`` means a default that follows from another setting.

    ``marker`` (ours) is the amount first offered for a marker, and ``check_colours`` (ours) whether a colour means a
    player, a value, or a player where each check is stamped with its value; neither affects settlements.
    ``marker_limit`` (ours) is the limit of a player's open markers, ``None`` for no limit. ``settle_markers`` says
    whether they are due at the end of the night or of the deal.
    """

    preset: Annotated[str, one_of("american", "early_bank", "late_bank", "home_night", "stuss")] = "american"
    check: Amount = 25
    minimum: MaybeAmount = None
    limit: Amount = 10_000
    case_limit: MaybeAmount = None
    running_limit: MaybeAmount = None
    paroli_times: MaybeTimes = None
    both_ways: Annotated[str, one_of("standoff", "split")] = "standoff"
    split_takes: Annotated[str, one_of("half", "all")] = field(default="half", metadata={BEFORE: "half"})
    high_card_equal: Annotated[str, one_of("split", "standoff")] = "split"
    combination_pays: Annotated[str, one_of("whole", "proportional")] = "whole"
    call_pays: Odds = 4
    cat_pays: Odds = 2
    call_quote: Annotated[str, one_of("to_one", "for_one")] = "to_one"
    last_turn_counts: Flag = True
    after_hock: Annotated[str, one_of("dealer", "returned")] = "dealer"
    sleepers: Annotated[str, one_of("first_claim", "returned", "dealer")] = "first_claim"
    lift_before_hock: Flag = field(default=True, metadata={BEFORE: False})
    hockelty: Flag = False
    turns: Annotated[int, whole(25, 26)] = 25
    locked_until_action: Flag = False
    copper: Flag = True
    king_is_odd: Flag = False
    kinds: Annotated[list[str] | None, some_of(*KINDS)] = None
    marker: Amount = 50_000
    marker_limit: MaybeAmount = field(default=None, metadata={BEFORE: None})
    settle_markers: Annotated[str, one_of("night", "deal")] = field(default="night", metadata={BEFORE: "night"})
    check_colours: Annotated[str, one_of("player", "value", "stamped")] = "player"

    @property
    def minimum_cents(self) -> int:
        """The smallest stake: the setting, or one smallest check."""
        return self.check if self.minimum is None else self.minimum

    @property
    def case_limit_cents(self) -> int:
        """The limit on a single case card: the setting, or half of the limit."""
        return self.limit // 2 if self.case_limit is None else self.case_limit

    @property
    def running_limit_cents(self) -> int:
        """The limit of a paroli, in whole smallest checks; 0 if the house has none."""
        return (self.running_limit or 0) // self.check * self.check

    @property
    def check_values(self) -> tuple[int, ...]:
        """The values of the checks in cents, smallest first, each a multiple of the one before."""
        larger = (cents for cents in USUAL_VALUES if cents > self.check and cents % self.check == 0)
        return (self.check, *(cents for cents in larger if self.check_colours != "stamped" or cents <= MOST_STAMPED))

    @property
    def takes(self) -> tuple[str, ...]:
        """The kinds of bet this house takes."""
        return KINDS if self.kinds is None else tuple(self.kinds)


USUAL_VALUES = (25, 100, 500, 2_500, 10_000, 50_000, 100_000)
MOST_STAMPED = 50_000
"""Usual values of checks in cents, and the largest in a set of stamped ones: of the source's set, $500."""


PRESETS: Presets = {
    "american": {},
    "early_bank": {
        "hockelty": True,
        "copper": False,
        "locked_until_action": True,
        "lift_before_hock": False,
        "kinds": ["single", "split", "figure", "pot", "square"],
    },
    "late_bank": {},
    "home_night": {"check": 500, "check_colours": "stamped"},
    "stuss": {
        "split_takes": "all",
        "turns": 26,
        "kinds": ["single"],
        "copper": False,
        "sleepers": "returned",
        "after_hock": "returned",
    },
}


_HOME_NIGHT_BEFORE = {"check": 500, "check_colours": "player"}
PRESETS_BEFORE = {PRESETS_ARE_THE_SOURCES: {**PRESETS, "home_night": _HOME_NIGHT_BEFORE}}


def check_house(house: FaroHouse) -> None:
    """Refuse (``bad_input``) an amount below the smallest check."""
    for name in ("limit", "minimum", "case_limit", "running_limit", "marker_limit"):
        amount = getattr(house, name)
        if amount is not None and amount < house.check:
            raise Refusal("bad_input", "The house's %(setting)s is less than its smallest check.", setting=name)


def house_of(recorded: dict[str, Setting]) -> FaroHouse:
    """The house rules in an opening event."""
    return read_recorded(recorded, FaroHouse)


Kind = Annotated[str, one_of(*KINDS)]
Form = Annotated[str, one_of("checks", "bills", "cash", "marker")]
CallForm = Annotated[str, one_of("checks", "cash", "marker")]
MaybeRow = Annotated[str | None, one_of("high", "low")]
MaybeParity = Annotated[str | None, one_of("odd", "even")]
WhichCard = Annotated[str | None, one_of("winner", "loser")]
MaybeTurns = Annotated[int | None, partial(whole(1, 1_000_000), allow_none=True)]


class PlaceArguments(Command):
    """The place of a bet; the kind determines which arguments are needed."""

    kind: Kind
    ranks: MaybeRanks = None
    win: Anything = None
    lose: MaybeRanks = None
    row: MaybeRow = None
    parity: MaybeParity = None
    card: WhichCard = None


@command("start_deal")
class StartDeal(Command):
    """Put a shuffled pack in the box."""


@command("expose_soda")
class ExposeSoda(Command):
    """Show the top card."""

    card: Card


@command("place_bet")
class PlaceBet(PlaceArguments):
    """Place a stake (cents) on the layout. The kind of bet decides what names its place.

    It is ``ranks`` for ``single``, ``split``, ``diagonal``, ``corner``, ``figure``, ``square`` and ``string``; ``row``
    for ``row``; ``parity`` for ``parity_string``; ``parity`` and ``card`` for ``parity``; ranks in ``win`` and ``lose``
    for ``heeled``; ``high`` or ``low`` in ``win`` for ``side``; ``black`` or ``red`` in ``win`` for ``colors``; nothing
    for ``high_card``, nor for ``pot``, which may have ``ranks``.
    """

    bet: NewKey
    player: Key
    stake: Cents
    coppered: Flag = False
    paroli: Flag = False
    form: Form = "checks"


@command("move_bet")
class MoveBet(PlaceArguments):
    """Move a bet, with its stake and orders, to another place, named as in ``place_bet``."""

    bet: Key


@command("call_turn")
class CallTurn(Command):
    """Call the order of the last three cards."""

    added_since: ClassVar[Mapping[str, int]] = {"form": CALLS_HAVE_A_FORM}

    bet: NewKey
    player: Key
    order: Ranks
    stake: Cents
    form: CallForm = "checks"


@command("press_bet")
class PressBet(OnLyingBet):
    """Add to a bet (cents)."""

    add: Cents


@command("copper_bet")
class CopperBet(OnLyingBet):
    """Put a copper on a bet."""


@command("uncopper_bet")
class UncopperBet(OnLyingBet):
    """Remove the copper."""


@command("paroli_bet")
class ParoliBet(OnLyingBet):
    """Leave stake and winnings on the layout after a win."""


@command("stand_pat")
class StandPat(OnLyingBet):
    """Leave only the stake on the layout after a win, and take the winnings."""


@command("bar_bet")
class BarBet(OnLyingBet):
    """Bar a bet until it goes, or for some turns."""

    turns: MaybeTurns = None


@command("release_bet")
class ReleaseBet(OnLyingBet):
    """Release a barred bet."""


@command("half_goes")
class HalfGoes(OnLyingBet):
    """Let half of a bet go."""


@command("whole_goes")
class WholeGoes(OnLyingBet):
    """Let the whole of a bet go again."""


@command("take_down_bet")
class TakeDownBet(OnLyingBet):
    """Take a bet or a call down."""


@command("take_down_all")
class TakeDownAll(Command):
    """Take down all of a player's bets that may be taken down."""

    player: Key


@command("same_again")
class SameAgain(Command):
    """Place a player's last bets again; their keys are ``bet`` and a number: ``b7.1``, ``b7.2``."""

    player: Key
    bet: NewKey


@command("turn")
class Turn(Command):
    """Deal a whole turn."""

    loser: Card
    winner: Card


@command("draw_loser")
class DrawLoser(Command):
    """Deal the loser; bets are then closed."""

    card: Card


@command("draw_winner")
class DrawWinner(Command):
    """Deal the winner; the turn is settled."""

    card: Card


@command("expose_hock")
class ExposeHock(Command):
    """Show the last card."""

    card: Card


@command("claim_sleeper")
class ClaimSleeper(OnLyingBet):
    """Claim a dead bet."""

    player: Key


class CountPack(CountAnyPack):
    """Count the cards that are left for a player who asks for it, between turns or between deals."""


@command("void_deal")
class VoidDeal(Command):
    """Void a foul deal."""

    reason: Text


@command("end_deal")
class EndDeal(Command):
    """End a deal whose cards are all dealt."""
