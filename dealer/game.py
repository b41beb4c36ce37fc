"""What the night asks of a game: a record of functions, the same few for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dealer.commands import Command
from events.fact import Fact
from events.night import Setting
from ledger.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """The row of one round that is over in a night's result, as the contract words it.

    ``at`` is the place of the fact that ended it among the facts that stand.
    """

    at: int
    row: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game. Its ``state`` is the game's own; of it the night knows only its ``house``: check, marker and limit.

    ``read_house`` turns an ``open_night``'s house into recorded settings; ``start`` turns those into a state.
    ``settings_added`` names those that nights of older books were opened without.
    ``check_named`` refuses what names a bet or a player that is not there, ``check_time`` what comes at the wrong
    time, ``check_leave`` a player who must stay. ``lift`` gives the facts that take down what of a player's may come
    down now. ``closing`` gives the facts that clear the table; ``stakes`` is what
    lies on it for a player and ``pot`` what lies in its pot, in cents. ``starts`` is the word that begins a deal or a
    hand, during which ``is_on`` holds and no other game is begun; ``dealt`` says in words how many there were, and
    nothing for none. ``against_bank`` says that the bank plays, and pays out of what it has in sight. ``has_turn`` says
    whether a turn of a number can be disputed, under a version of the rules. ``round_rows`` gives the rows of the
    rounds that these facts, those that stand, brought to an end.
    """

    name: str
    title: str
    against_bank: bool
    presets: tuple[str, ...]
    starts: str
    words: frozenset[str]
    settings_added: frozenset[str]
    read_house: Callable[[object], dict[str, Setting]]
    start: Callable[[dict[str, Setting]], Any]
    check_named: Callable[[Any, Command], None]
    check_time: Callable[[Any, Command], None]
    decide: Callable[[Any, Ledger, Command], tuple[Fact, ...]]
    evolve: Callable[[Any, Fact], Any]
    closing: Callable[[Any, Ledger], tuple[Fact, ...]]
    check_leave: Callable[[Any, str], None]
    lift: Callable[[Any, Ledger, str], tuple[Fact, ...]] = lambda table, ledger, player: ()
    is_on: Callable[[Any], bool]
    dealt: Callable[[Any], str]
    stakes: Callable[[Any, str], int]
    pot: Callable[[Any], int]
    has_bet: Callable[[Any, str], bool]
    has_turn: Callable[[Any, int, int], bool]
    round_rows: Callable[[Sequence[Fact]], Iterable[RoundRow]] = lambda facts: ()
