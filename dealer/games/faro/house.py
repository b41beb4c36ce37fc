"""The house rules of a Faro table: every setting of the contract, and the five presets (rulebook 1.4-1.9, G2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from dealer.commands.fields import Flag, one_of, some_of, whole
from dealer.commands.refusal import Refusal
from dealer.game.house import BEFORE, Amount, MaybeAmount, Presets, read_recorded
from dealer.games.faro.layout import KINDS
from events.facts.night import Setting

MaybeTimes = Annotated[int | None, partial(whole(0, 1000), allow_none=True)]
Odds = Annotated[int, whole(1, 1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaroHouse:
    """The rules of one house. Amounts are cents; ``None`` means the default that follows from another setting.

    ``marker`` (ours) is the amount offered first when a marker is issued, and ``check_colours`` (ours) whether a
    colour means a player or a value; neither touches a settlement. ``marker_limit`` (ours) is what a player's open
    markers may add up to, ``None`` for any sum.
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
    check_colours: Annotated[str, one_of("player", "value")] = "player"

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
        """How far a paroli may run, in whole smallest checks; 0 where the house has none."""
        return (self.running_limit or 0) // self.check * self.check

    @property
    def takes(self) -> tuple[str, ...]:
        """The kinds of bet this house takes."""
        return KINDS if self.kinds is None else tuple(self.kinds)


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
    "home_night": {"check": 500, "check_colours": "player"},
    "stuss": {
        "split_takes": "all",
        "turns": 26,
        "kinds": ["single"],
        "copper": False,
        "sleepers": "returned",
        "after_hock": "returned",
    },
}


def check_house(house: FaroHouse) -> None:
    """Refuse (``bad_input``) an amount that is less than the smallest check."""
    for name in ("limit", "minimum", "case_limit", "running_limit", "marker_limit"):
        amount = getattr(house, name)
        if amount is not None and amount < house.check:
            raise Refusal("bad_input", "The house's %(setting)s is less than its smallest check.", setting=name)


def house_of(recorded: dict[str, Setting]) -> FaroHouse:
    """The house rules as an opening fact recorded them."""
    return read_recorded(recorded, FaroHouse)
