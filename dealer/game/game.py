"""What the program needs from a game: a record in which everything but the name has a default.

The defaults make a game whose table opens, seats players, moves money and closes. Its play comes with ``commands``,
``decide`` and ``evolve``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from dealer.commands.commands import Command, type_of, word_of
from dealer.commands.refusal import Phrase, Refusal
from dealer.game.actions import Actions, Decider, Legal, legal_at
from dealer.game.cards import PACK
from dealer.game.demonstration import Demonstration
from dealer.game.expectation import Expect
from dealer.game.forecast import Position
from dealer.game.house import PLAIN, House, Presets, added_settings, read_recorded, read_rules
from dealer.game.odds import Odds
from dealer.game.school import Lesson
from dealer.game.statistics import Fairness
from dealer.game.table import GameTable, SeatedTable, with_play, with_seats
from dealer.rules_version import CURRENT
from events.common.event import Event
from events.common.night import Setting
from events.frozen import Frozen
from events.games import game_of
from ledger.ledger import Ledger


class RoundRow(Frozen):
    """The row of a finished round in a night's result, in the contract's words.

    ``at`` is the index of the event that ended it among the effective events.
    """

    at: int
    row: dict[str, Any]


class EndedRound(Frozen):
    """A finished round in comparisons of two courses of a night: its row, and the event that ended it."""

    row: dict[str, Any]
    event: Event


def ended_rounds(rows: Iterable[RoundRow], events: Sequence[Event]) -> dict[int, EndedRound]:
    """The finished rounds of a game by number."""
    return {ended.row["hand"]: EndedRound(row=ended.row, event=events[ended.at]) for ended in rows}


Things = Mapping[str, Mapping[Any, Any]]
"""What is compared between two courses of a night: things by key, in named groups such as :data:`TABLE`."""

TABLE = "table"
"""The group of the table itself, under the key ""."""


Deciders = dict[type[Command], Decider]
"""The commands of a game, each with its decider."""


def by_type(deciders: Deciders) -> Decider:
    """A game's ``decide`` that dispatches by command type."""
    return lambda table, ledger, command: deciders[type(command)](table, ledger, command)


def _refuse(table: Any, ledger: Ledger, command: Command) -> tuple[Event, ...]:
    raise Refusal("not_allowed_here", "'%(word)s' is not played here.", word=word_of(command))


def _stakes_must_not_lie(table: Any, ledger: Ledger) -> tuple[Event, ...]:
    if getattr(table, "open_bets", ()):
        raise Refusal("wrong_phase", "There are stakes on the layout. Settle them first.")
    return ()


def _not_now(table: Any, word: str) -> Refusal:
    return Refusal("wrong_phase", "Not now: '%(word)s' is not possible.", word=word)


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


def no_hands(begun: Any) -> tuple[Sequence[str], int]:
    """The hands of a game whose rounds begin without any."""
    return (), 0


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game. All functions are pure, and a ``table`` is the game's own immutable state.

    ``title`` is the game's name for people, ``round_called`` the noun for its rounds.

    House: ``house`` is the frozen dataclass of its settings, derived from :class:`dealer.game.house.House` or with the
    same ``check``, ``marker`` and ``marker_limit``; ``presets`` are its named houses, the default first, and
    ``presets_before`` all of them as they were before a version of the rules; ``check_house`` refuses settings that
    contradict each other. ``table`` makes the first table of a night from its
    ``house``, which every later table keeps.

    Play: ``actions`` are the game's commands, each with when it is possible, what it takes and what it changes; from
    them come ``commands``, ``check_time`` and ``decide``, which a game without actions gives itself. ``check_named``
    refuses bets and players that do not exist, ``check_time`` commands at the wrong time: ``not_now`` gives the refusal
    of a command by its word where it is not possible in the phase. ``decide`` gives a command's
    events, and ``evolve`` the table after an event, unchanged if the event does not concern it: it sees the game's own
    events, those of the house, and a broken bank at any table. A :class:`dealer.game.table.GameTable` handles the base
    events, and most defaults rely on it. ``starts`` is the word that begins a round; during a round ``is_on`` is true
    and no other game may begin. ``prepares`` is the word for what must begin before the rounds, if anything. ``rounds``
    is the number of rounds. ``against_bank`` says that the bank plays, and pays from the checks it has in sight.

    ``own`` names the player a command may come from, such as the owner of a bet; nobody if only the dealer may send it.

    Dealing box: ``pack`` is the pack that a round is dealt from, before it is shuffled, and ``hands`` are the
    players who are dealt hands at the beginning and the number of cards of each, both by the event that begins it.

    Leaving and closing: players with stakes cannot leave, and ``check_leave`` refuses others who must stay. ``lift``
    gives the events that take down a player's bets, ``closing`` those that clear the table (by default it refuses while
    there are stakes), ``give_back`` those that return stakes when the bank broke at another table.

    Stakes: ``stakes`` on the layout by player, and ``pot``, in cents; the ledger must agree after every command.
    ``bets`` are the keys of the bets on the table, then of those of the last round. ``has_bet`` says whether a bet can
    be disputed, ``has_turn`` whether a turn can, under a version of the rules. ``round_rows`` gives the rows of the
    rounds that effective events finished, ``scores`` those of the matches that they scored.

    Looking back: ``compared`` gives what to compare between two courses of a night besides money and settlements, from
    a table and the effective events. ``follow_places`` tracks the name of each stake's place, by key, event by event.
    ``laws`` can be cited by a ruling. ``fairness`` says how the cards are tested. ``expect`` simulates what a house may
    expect.

    ``odds`` gives the odds now of the round that is on, also of some bets given as commands, for stakes of so many
    cents or that divide at will; ``None`` if the game has none. It raises :class:`Refusal` where there are none now.

    ``demonstration`` plays a night to show the program; ``other_demonstrations`` are nights in other houses, by the
    name that selects them.

    ``lessons`` are those of the school, in the order of learning.
    """

    name: str
    title: str = ""
    round_called: str = "round"
    against_bank: bool = False
    house: type[Any] = House
    presets: Presets = field(default_factory=PLAIN.copy)
    presets_before: Mapping[int, Presets] = field(default_factory=dict)
    check_house: Callable[[Any], object] = _nothing
    table: Callable[..., Any] = GameTable
    actions: Actions = field(default_factory=dict)
    commands: tuple[type[Command], ...] = ()
    starts: str = ""
    prepares: str = ""
    check_named: Callable[[Any, Command], object] = _nothing
    check_time: Callable[[Any, Command], object] = _nothing
    not_now: Callable[[Any, str], Refusal] = _not_now
    decide: Decider = _refuse
    evolve: Callable[[Any, Event], Any] = lambda table, event: table
    own: Callable[[Any, Command], str | None] | None = None
    pack: Callable[[Any], Sequence[str]] = lambda begun: PACK
    hands: Callable[[Any], tuple[Sequence[str], int]] = no_hands
    closing: Callable[[Any, Ledger], tuple[Event, ...]] = _stakes_must_not_lie
    give_back: Callable[[Any, Ledger], tuple[Event, ...]] = _nothing
    check_leave: Callable[[Any, str], object] = _nothing
    lift: Callable[[Any, Ledger, str], tuple[Event, ...]] = _nothing
    is_on: Callable[[Any], bool] = lambda table: bool(getattr(table, "is_on", False))
    rounds: Callable[[Any], int] = lambda table: int(getattr(table, "round", 0))
    stakes: Callable[[Any], Mapping[str, int]] = lambda table: getattr(table, "staked_cents", {})
    pot: Callable[[Any], int] = lambda table: getattr(table, "pot_cents", 0)
    bets: Callable[[Any], Iterable[str]] = lambda table: tuple(getattr(table, "open_bets", ()))
    has_bet: Callable[[Any, str], bool] = lambda table, key: key in getattr(table, "keys", ())
    has_turn: Callable[[Any, int, int], bool] = lambda table, turn, rules: 1 <= turn <= getattr(table, "turn", 0)
    round_rows: Callable[[Sequence[Event]], Iterable[RoundRow]] = _nothing
    scores: Callable[[Sequence[Event]], Iterable[dict[str, Any]]] = _nothing
    compared: Callable[[Any, Sequence[Event]], Things] = lambda table, events: {TABLE: {"": table}}
    follow_places: Callable[[dict[str, Phrase], Event], object] = _nothing
    laws: tuple[str, ...] = ()
    fairness: Fairness = field(default_factory=Fairness)
    odds: Callable[[Any, Iterable[Any], int | None], Odds] | None = None
    expect: Expect | None = None
    demonstration: Demonstration | None = None
    other_demonstrations: Mapping[str, Demonstration] = field(default_factory=dict)
    lessons: tuple[Lesson, ...] = ()

    def __post_init__(self) -> None:
        """Derive the title from the name if none is given, and the commands from the actions if there are any."""
        made: dict[str, Any] = {} if self.title else {"title": self.name.replace("_", " ").title()}
        if self.actions:
            decide = by_type({command: action.decides for command, action in self.actions.items()})
            made |= {"commands": tuple(self.actions), "check_time": self._check_phase, "decide": decide}
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @cached_property
    def words(self) -> dict[str, type[Command]]:
        """The game's commands by their words."""
        return {command.do: command for command in self.commands}

    @cached_property
    def settings_added(self) -> frozenset[str]:
        """The settings that older nights were opened without."""
        return frozenset(added_settings(self.house))

    def read_house(self, document: object, rules: int = CURRENT) -> dict[str, Setting]:
        """The house of an ``open_night``, given as a preset's name or an object, as its opening event records it.

        Presets are those of a version of the ``rules``.

        Raises :class:`Refusal` (``bad_input``) for an unknown preset, an unknown setting or an invalid value.
        """
        presets = next((self.presets_before[at] for at in sorted(self.presets_before) if rules < at), self.presets)
        house = read_rules(document, self.house, presets, self.title)
        self.check_house(house)
        return asdict(house)

    def start(self, settings: dict[str, Setting]) -> Any:
        """The first table of a night, under the house in its opening event."""
        return self.table(house=read_recorded(settings, self.house))

    def after(self, table: Any, event: Event) -> Any:
        """The table after an event of its own or of the house, or a broken bank at another table."""
        if isinstance(table, SeatedTable):
            if game_of(event) != self.name:
                table = with_seats(table, event)
            elif isinstance(table, GameTable):
                table = with_play(table, event)
        return self.evolve(table, event)

    def legal(self, table: Any) -> tuple[Legal, ...]:
        """The commands that are possible now; none for a game without ``actions``."""
        return tuple(legal_at(self.position(table), self.actions)) if self.actions else ()

    def position(self, table: Any) -> Position:
        """What the tablet's keys depend on."""
        position: Position = table.position
        return position

    def refused_now(self, table: Any, command: Command) -> Refusal:
        """The refusal (``wrong_phase``) of a command that is not possible in the table's phase."""
        return self.not_now(table, word_of(command))

    def _check_phase(self, table: Any, command: Command) -> None:
        action = self.actions[type_of(command)]
        if table.phase not in action.phases:
            raise self.refused_now(table, command)
        action.check(table, command)
