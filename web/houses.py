"""How the houses of each game are offered on a form: presets in plain words, and every setting in a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from marshmallow import Schema

from dealer.game import Game
from dealer.games.fan_tan import game as fan_tan
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.faro import game as faro
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import KINDS
from dealer.night import Night
from events.night import Setting
from events.schema import schema_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Houses:
    """The houses of one game.

    ``presets`` says each in words; ``shown`` are the settings that most openings touch, ``groups`` the others, which
    are folded away; ``smallest`` is the one that has to go together with other games', ``lists`` what may stand in
    each setting that is a list; ``has_bank`` says whether the game is played against a bank, which has a roll.
    """

    game: Game
    title: str
    presets: Mapping[str, str]
    shown: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    smallest: str
    schema: Schema
    lists: Mapping[str, tuple[str, ...]]
    has_bank: bool

    @property
    def settings(self) -> tuple[str, ...]:
        """Every setting on the form."""
        return (*self.shown, *(name for names in self.groups.values() for name in names))

    def usual(self, preset: str) -> dict[str, Setting]:
        """The settings of a preset."""
        return _usual(self.game.read_house, preset)


@cache
def _usual(read_house: Callable[[str], dict[str, Setting]], preset: str) -> dict[str, Setting]:
    """The settings of a preset, read once: a form asks for each of them."""
    return read_house(preset)


FARO = Houses(
    game=faro.GAME,
    title="Faro",
    presets={
        "american": "American: the rules of the house today",
        "home_night": "Home night: $5 checks, markers of $500",
        "early_bank": "Early bank: hockelty, no coppers",
        "late_bank": "Late bank: every kind of bet",
    },
    shown=("limit", "running_limit"),
    groups={
        "Limits": ("check", "minimum", "case_limit", "paroli_times"),
        "Splits and combinations": ("both_ways", "combination_pays", "high_card_equal", "king_is_odd"),
        "The last turn": ("turns", "call_pays", "cat_pays", "call_quote", "last_turn_counts"),
        "Sleepers and the hock": ("sleepers", "after_hock", "lift_before_hock"),
        "Old banks": ("hockelty", "locked_until_action", "copper"),
        "Kinds of bet": ("kinds",),
        "Markers": ("marker", "marker_limit", "check_colours"),
    },
    smallest="check",
    schema=schema_for(FaroHouse),
    lists={"kinds": KINDS},
    has_bank=True,
)
FAN_TAN = Houses(
    game=fan_tan.GAME,
    title="Fan-Tan (Sevens, Parliament)",
    presets={
        "encyclopedia": "Encyclopedia: every pass pays a chip",
        "antes": "With antes: passes are free, wrong ones cost",
        "five_or_nine": "Five or Nine: a five or a nine opens",
    },
    shown=("chip", "ante", "ante_extra"),
    groups={
        "The pot": ("pass_pays", "card_pays", "dead_hand"),
        "The layout": ("opener", "several_openers"),
        "Wrong passes": ("wrong_pass", "wrong_pass_opener"),
        "Rules that some tables add": (
            "voluntary_pass",
            "free_passes",
            "first",
            "opener_chips",
            "counted",
            "extra_from",
        ),
        "Markers": ("marker", "marker_limit"),
    },
    smallest="chip",
    schema=schema_for(FanTanHouse),
    lists={},
    has_bank=False,
)
HOUSES: dict[str, Houses] = {one.game.name: one for one in (FARO, FAN_TAN)}
"""The houses of every game, by its name."""


def games_in_words(night: Night) -> str:
    """The games of a night by their whole titles."""
    return " and ".join(HOUSES[game.name].title for game in night.games)


def has_bank(night: Night) -> bool:
    """Whether a night has a game that is played against a bank."""
    return any(HOUSES[game.name].has_bank for game in night.games)
