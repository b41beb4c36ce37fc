"""The games a table can deal, each behind the same few functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dealer.commands import Command
from dealer.faro import admission, decide, evolve
from dealer.faro.dealing import returned
from dealer.faro.house import house_of, read_house
from dealer.faro.state import FaroTable
from dealer.refusal import Refusal
from events.fact import Fact
from events.night import Setting
from ledger.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """What the night asks of a game; ``state`` is the game's own and nobody else looks into it.

    ``read_house`` turns an ``open_night``'s house into recorded settings; ``start`` turns those into a state.
    ``check_bet`` and ``check_time`` refuse in the contract's order; ``closing`` gives the facts that clear the
    table; ``stakes`` is what lies on it for a player, in cents.
    """

    name: str
    words: frozenset[str]
    read_house: Callable[[object], dict[str, Setting]]
    start: Callable[[dict[str, Setting]], Any]
    check_bet: Callable[[Any, Command], None]
    check_time: Callable[[Any, Command], None]
    decide: Callable[[Any, Ledger, Command], tuple[Fact, ...]]
    evolve: Callable[[Any, Fact], Any]
    closing: Callable[[Any, Ledger], tuple[Fact, ...]]
    stakes: Callable[[Any, str], int]
    has_had: Callable[[Any, str], bool]


FARO = Game(
    name="faro",
    words=decide.WORDS,
    read_house=lambda document: read_house(document).recorded(),
    start=lambda settings: FaroTable(house=house_of(settings)),
    check_bet=admission.check_bet,
    check_time=admission.check_time,
    decide=decide.decide,
    evolve=evolve.evolve,
    closing=lambda table, ledger: returned(table, ledger, "night_closed"),
    stakes=FaroTable.stakes_of,
    has_had=FaroTable.used,
)

GAMES = {FARO.name: FARO}


def game_called(name: str) -> Game:
    """A game by its name in the contract; :class:`Refusal` (``bad_input``) where it is not dealt here."""
    if name not in GAMES:
        raise Refusal("bad_input", f"No game called {name[:40]!r} is dealt here; there is {', '.join(GAMES)}.")
    return GAMES[name]
