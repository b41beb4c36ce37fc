"""What the house asks of a game: one record, in which everything but the name has a default.

The defaults alone make a game whose table opens, seats players, moves money and closes; what it plays comes with its
``commands``, ``decide`` and ``evolve``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from dealer.commands.commands import Command, word_of
from dealer.commands.refusal import Phrase, Refusal, counted
from dealer.game.demonstration import Demonstration
from dealer.game.house import PLAIN, House, Presets, added_settings, read_recorded, read_rules
from dealer.game.table import GameTable, SeatedTable, with_play, with_seats
from dealer.statistics import Fairness
from events.facts.fact import Fact
from events.facts.night import Setting
from events.frozen import Frozen
from events.games import game_of
from ledger.ledger import Ledger


class RoundRow(Frozen):
    """The row of one round that is over in a night's result, as the contract words it.

    ``at`` is the place of the fact that ended it among the facts that stand.
    """

    at: int
    row: dict[str, Any]


Things = Mapping[str, Mapping[Any, Any]]
"""What is compared of two courses of a game: things by their key, in named groups, one of them :data:`TABLE`."""

TABLE = "table"
"""The group of the table itself, under the key ""."""


Decider = Callable[[Any, Ledger, Any], tuple[Fact, ...]]
"""Gives the facts that a command makes at a table; raises :class:`Refusal` where it may not."""

Deciders = dict[type[Command], Decider]
"""A game's commands, each with what decides it."""


def by_type(deciders: Deciders) -> Decider:
    """The decider of a game that has one for each of its commands."""
    return lambda table, ledger, command: deciders[type(command)](table, ledger, command)


def _refuse(table: Any, ledger: Ledger, command: Command) -> tuple[Fact, ...]:
    raise Refusal("not_allowed_here", "'%(word)s' is not played here.", word=word_of(command))


def _stakes_must_not_lie(table: Any, ledger: Ledger) -> tuple[Fact, ...]:
    if getattr(table, "lying", ()):
        raise Refusal("wrong_phase", "Stakes lie on the layout; they are settled first.")
    return ()


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game; all functions are pure, and a ``table`` is the game's own immutable state.

    ``title`` is what a person calls it, ``round_called`` their noun for a round of it.

    About the house: ``house`` is the frozen dataclass of its settings, made from :class:`dealer.game.house.House` or
    with the same ``check``, ``marker`` and ``marker_limit``; ``presets`` are its named houses, the usual one first;
    ``check_house`` refuses settings that do not go together. ``table`` makes the first table of a night and takes the
    house as ``house``, which every later table keeps.

    About play: ``commands`` are the game's own. ``check_named`` refuses what names a bet or a player that is not
    there, ``check_time`` what comes at the wrong time; ``decide`` gives a command's facts and ``evolve`` the table
    after a fact that is shown to it, the very same one where that does not concern it: its own facts, those of the
    house, and that the bank broke, be it at another table. A :class:`dealer.game.table.GameTable` follows
    the base facts by itself, and most defaults read it. ``starts`` is the word that begins a round, during which
    ``is_on`` holds and no other game is begun; ``prepares`` is that of what has to be begun before rounds are, if
    anything. ``rounds`` is how many there were. ``against_bank`` says that the bank
    plays, and pays out of what it has in sight.

    ``own`` says whose own doing a command is, which they may send by themselves: a bet of theirs, an order about one;
    nobody's where it is the dealer's.

    About leaving and closing: nobody leaves whose stakes lie, and ``check_leave`` refuses to let others go who must
    stay; ``lift`` gives the facts that take down what of a player's may come down now, ``closing`` those that clear
    the table (by default it refuses to, while stakes lie), ``give_back`` those by which what lies goes back where the
    bank broke at another table.

    About what lies there: ``stakes`` on the layout, by the players who have any, and ``pot``, in cents; the ledger must
    agree after every command. ``bets`` are the keys of the bets that lie, then of those that lay in the round begun
    last. ``has_bet`` says whether a bet of a key can be disputed, ``has_turn`` whether a turn of a number can, under a
    version of the rules. ``round_rows`` gives the rows of the rounds that these facts, those that stand, brought to
    an end, ``scores`` those of the matches that they scored.

    About looking back: ``compared`` gives what two courses of a night are compared by besides money and settlements,
    from a table and the facts that stand. ``follow_places`` keeps what the table calls the place of every stake, by
    its key, as of one more fact. ``laws`` are those that a ruling may cite by their numbers. ``fairness`` says how its
    cards are looked at.

    ``demonstration`` says how a night is shown to whoever wants to see the program at work; ``other_demonstrations``
    are those of nights in other houses, by the name under which they are asked for.
    """

    name: str
    title: str = ""
    round_called: str = "round"
    against_bank: bool = False
    house: type[Any] = House
    presets: Presets = field(default_factory=PLAIN.copy)
    check_house: Callable[[Any], object] = _nothing
    table: Callable[..., Any] = GameTable
    commands: tuple[type[Command], ...] = ()
    starts: str = ""
    prepares: str = ""
    check_named: Callable[[Any, Command], object] = _nothing
    check_time: Callable[[Any, Command], object] = _nothing
    decide: Decider = _refuse
    evolve: Callable[[Any, Fact], Any] = lambda table, fact: table
    own: Callable[[Any, Command], str | None] | None = None
    closing: Callable[[Any, Ledger], tuple[Fact, ...]] = _stakes_must_not_lie
    give_back: Callable[[Any, Ledger], tuple[Fact, ...]] = _nothing
    check_leave: Callable[[Any, str], object] = _nothing
    lift: Callable[[Any, Ledger, str], tuple[Fact, ...]] = _nothing
    is_on: Callable[[Any], bool] = lambda table: bool(getattr(table, "is_on", False))
    rounds: Callable[[Any], int] = lambda table: int(getattr(table, "round", 0))
    stakes: Callable[[Any], Mapping[str, int]] = lambda table: getattr(table, "staked_cents", {})
    pot: Callable[[Any], int] = lambda table: getattr(table, "pot_cents", 0)
    bets: Callable[[Any], Iterable[str]] = lambda table: tuple(getattr(table, "lying", ()))
    has_bet: Callable[[Any, str], bool] = lambda table, key: key in getattr(table, "keys", ())
    has_turn: Callable[[Any, int, int], bool] = lambda table, turn, rules: 1 <= turn <= getattr(table, "turn", 0)
    round_rows: Callable[[Sequence[Fact]], Iterable[RoundRow]] = _nothing
    scores: Callable[[Sequence[Fact]], Iterable[dict[str, Any]]] = _nothing
    compared: Callable[[Any, Sequence[Fact]], Things] = lambda table, facts: {TABLE: {"": table}}
    follow_places: Callable[[dict[str, Phrase], Fact], object] = _nothing
    laws: tuple[str, ...] = ()
    fairness: Fairness = field(default_factory=Fairness)
    demonstration: Demonstration | None = None
    other_demonstrations: Mapping[str, Demonstration] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """The title that a game has which names none."""
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("_", " ").title())

    @cached_property
    def words(self) -> dict[str, type[Command]]:
        """The game's commands by their words."""
        return {command.do: command for command in self.commands}

    @cached_property
    def settings_added(self) -> frozenset[str]:
        """The settings that nights of older books were opened without."""
        return frozenset(added_settings(self.house))

    def read_house(self, document: object) -> dict[str, Setting]:
        """The house that an ``open_night`` asks for, a preset's name or an object, as its opening fact records it.

        Raises :class:`Refusal` (``bad_input``) for an unknown preset, an unknown setting or a value that does not fit.
        """
        house = read_rules(document, self.house, self.presets, self.title)
        self.check_house(house)
        return asdict(house)

    def start(self, settings: dict[str, Setting]) -> Any:
        """The first table of a night under a house as an opening fact recorded it."""
        return self.table(house=read_recorded(settings, self.house))

    def after(self, table: Any, fact: Fact) -> Any:
        """The table after a fact of its own or of the house, or one by which the bank broke at another table."""
        if isinstance(table, SeatedTable):
            if game_of(fact) != self.name:
                table = with_seats(table, fact)
            elif isinstance(table, GameTable):
                table = with_play(table, fact)
        return self.evolve(table, fact)

    def dealt(self, table: Any) -> str:
        """How many rounds there were, in words; nothing for none."""
        rounds = self.rounds(table)
        return counted(rounds, self.round_called) if rounds else ""
