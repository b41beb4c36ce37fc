"""What a game's commands need and do: when they are possible, what their arguments can be, how they change the table.

From this come the commands that are legal now, the tablet's keys and widgets, demonstrations and random tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

from msgspec import field, to_builtins
from msgspec.structs import replace

from dealer.commands.commands import Command
from dealer.game.cards import PACK
from dealer.game.forecast import Expression, Forecast, Position, items, value_of
from events.common import play as events_play
from events.common.event import Event
from events.frozen import Frozen
from ledger.ledger import Ledger

Decider = Callable[[Any, Ledger, Any], tuple[Event, ...]]
"""Returns the events of a command at a table; raises :class:`Refusal` if it is not allowed."""

GOES_ON, ONE_MORE = 0.4, 0.2
"""How often a demonstration plays on for all tricks, and has one winner more than there must be."""

NEAR = (-2, -1, 0, 0, 0, 1, 1, 2)
"""How many more tricks than needed a bidding side takes in a demonstration."""

RAISES = 0.7
"""A demonstration's next bid is the lowest half of the time; the larger this is, the more often."""

UNITS = (1, 2, 3, 4, 4, 8, 10, 20, 20, 40)
"""How many units a demonstration stakes."""

ArgumentT = TypeVar("ArgumentT", bound="Argument")


class Argument(Frozen, tag=True):
    """What an argument of a command can be; its type says how it is entered.

    ``depends`` names the fields that are expressions: they have their values :meth:`at` a position.
    """

    depends: ClassVar[tuple[str, ...]] = ()

    def at(self: ArgumentT, position: Position, arguments: Mapping[str, Any]) -> ArgumentT:
        """The argument at a position, where these other arguments are entered, with the values of its expressions."""
        return replace(self, **{name: value_of(getattr(self, name), position, arguments) for name in self.depends})

    @property
    def data(self) -> dict[str, Any]:
        """It as JSON-ready data, without what only a demonstration uses."""
        return {name: value for name, value in to_builtins(self).items() if name != "often"}

    @property
    def is_missing(self) -> bool:
        """Whether there is nothing that could be entered; of an argument :meth:`at` a position."""
        return False

    def drawn(self, random: Random) -> Any:
        """A value as a demonstration enters it, ``None`` to leave it out; the argument must be one :meth:`at`."""
        raise NotImplementedError


class Seat(Argument):
    """One player ``among`` some."""

    depends = ("among",)

    among: Expression
    often: float = 1
    """How often a demonstration names the first of them; else any."""

    @property
    def is_missing(self) -> bool:
        """Whether there is no such player."""
        return not self.among

    def drawn(self, random: Random) -> Any:
        """The first of them, or any."""
        return self.among[0] if self.often == 1 or random.random() < self.often else random.choice(self.among)


class Seats(Argument):
    """At least ``fewest`` and at most ``most`` players ``among`` some; ``most`` is 0 for any number.

    ``usual`` are those who are meant if nobody is named.
    """

    depends = ("among", "most", "usual")

    among: Expression
    fewest: int = 1
    most: Expression = 0
    usual: Expression = items()

    @property
    def is_missing(self) -> bool:
        """Whether there are too few players."""
        return len(self.among) < self.fewest

    def drawn(self, random: Random) -> Any:
        """The usual players, else as few as there must be, or one more."""
        number = self.fewest + (random.random() < ONE_MORE and self.fewest != self.most)
        return self.usual or random.sample(self.among, min(number, len(self.among)))


class Sides(Argument):
    """The sides of a match between players ``among`` some, in one of its ``shapes``: how many sides of how many.

    They alternate round the table.
    """

    depends = ("among",)

    among: Expression
    shapes: Sequence[tuple[int, int]]

    @property
    def fitting(self) -> list[tuple[int, int]]:
        """The shapes for which there are enough players."""
        return [(sides, size) for sides, size in self.shapes if sides * size <= len(self.among)]

    @property
    def is_missing(self) -> bool:
        """Whether there are too few players."""
        return not self.fitting

    def drawn(self, random: Random) -> Any:
        """The first players, in any shape."""
        sides, size = random.choice(self.fitting)
        return [self.among[: sides * size][side::sides] for side in range(sides)]


class Cards(Argument):
    """``fewest`` to ``most`` cards of a ``pack``, in order; ``shown`` are cards of it that are elsewhere, by player.

    A card may be a bare rank. ``most`` is 0 for any number.
    """

    depends = ("fewest", "most", "shown")

    pack: Sequence[str] = PACK
    fewest: Expression = 1
    most: Expression = 0
    shown: Expression = field(default_factory=dict)

    def drawn(self, random: Random) -> Any:
        """Cards that are left: as many as there may be, or as there must be and sometimes one more."""
        gone = {card for cards in self.shown.values() for card in cards}
        return random.sample(
            [card for card in self.pack if card not in gone], self.most or self.fewest + random.randrange(2)
        )


class Tricks(Argument):
    """The number of tricks of each player ``among`` some, by player, of ``total``.

    The ``limited`` players can have ``limit`` at most. If a player has ``stops_at`` tricks (0 for no such number), the
    hand is over, unless the argument ``goes_on`` says that they played on.
    """

    depends = ("among", "limited")

    among: Expression
    total: int
    limited: Expression = items()
    limit: int = 0
    stops_at: int = 0
    goes_on: str = ""

    def drawn(self, random: Random) -> Any:
        """Tricks until the hand is over."""
        tricks: Counter[str] = Counter()
        goes_on = bool(self.goes_on) and random.random() < GOES_ON
        while tricks.total() < self.total and (
            goes_on or not self.stops_at or max(tricks.values(), default=0) != self.stops_at
        ):
            able = [player for player in self.among if player not in self.limited or tricks[player] < self.limit]
            tricks[random.choice(able)] += 1
        return dict(tricks)


class TricksOfSides(Argument):
    """The number of tricks of each player ``among`` some, by player; partners count together.

    There are ``total`` in all. The players of the ``bidding`` side, if there is one, have bid ``needed``.
    """

    depends = ("among", "bidding", "needed")

    among: Expression
    total: int
    bidding: Expression = items()
    needed: Expression = 0

    def drawn(self, random: Random) -> Any:
        """Tricks of which the bidding side has about as many as it needs."""
        others = [player for player in self.among if player not in self.bidding]
        taken = min(max(self.needed + random.choice(NEAR), 0), self.total) if self.bidding else 0
        return dict(Counter((*random.choices(self.bidding, k=taken), *random.choices(others, k=self.total - taken))))


class Chips(Argument):
    """What each player ``among`` some wins or loses, in chips by player; the sum is 0."""

    depends = ("among",)

    among: Expression

    def drawn(self, random: Random) -> Any:
        """A few chips from one player to another, or none."""
        chips = random.randrange(4)
        winner, loser = random.sample(self.among, 2)
        return {winner: chips, loser: -chips} if chips else {}


class Points(Argument):
    """A number of points from 0 to ``most``."""

    most: int

    def drawn(self, random: Random) -> Any:
        """About half of them."""
        return max(0, min(self.most, round(random.gauss(self.most * 0.55, self.most / 9))))


class Award(Argument):
    """One of ``values`` for one player ``among`` some, by player; it may be left out."""

    depends = ("among", "values")

    among: Expression
    values: Expression
    often: float = 0.1
    """How often a demonstration makes it."""

    def drawn(self, random: Random) -> Any:
        """Any value for any player, or nothing."""
        is_left_out = not self.among or random.random() >= self.often
        return None if is_left_out else {random.choice(self.among): random.choice(self.values)}


class Choice(Argument):
    """One of some ``values``, if there are any; it may be left out if there are none, or if it is ``optional``."""

    depends = ("values",)

    values: Expression
    optional: bool = False
    often: float = 1
    """How often a demonstration makes the choice."""

    @property
    def is_missing(self) -> bool:
        """Whether there is nothing to choose."""
        return not self.values and not self.optional

    def drawn(self, random: Random) -> Any:
        """Any of them, or nothing."""
        is_left_out = not self.values or (self.often < 1 and random.random() >= self.often)
        return None if is_left_out else random.choice(self.values)


class Bid(Argument):
    """One of ``bids``, lowest first, that is higher than the bid ``over`` (``None`` for any).

    Bids that are numbers are at least ``least`` (0 for any).
    """

    depends = ("bids", "over", "least")

    bids: Expression
    over: Expression = None
    least: Expression = 0

    @property
    def higher(self) -> Sequence[events_play.Bid]:
        """The bids that can be made."""
        bids: Sequence[events_play.Bid] = self.bids
        higher = bids if self.over is None else bids[bids.index(self.over) + 1 :]
        return higher if not self.least else [bid for bid in higher if int(bid) >= self.least]

    @property
    def is_missing(self) -> bool:
        """Whether the highest bid was made."""
        return not self.higher

    def drawn(self, random: Random) -> Any:
        """One of those, more often a low one."""
        return self.higher[min(int(random.expovariate(RAISES)), len(self.higher) - 1)]


class Amount(Argument):
    """An amount in cents, from ``least`` to ``most``, a multiple of ``unit``."""

    depends = ("unit", "least", "most")

    unit: Expression
    least: Expression
    most: Expression

    def drawn(self, random: Random) -> Any:
        """A few units."""
        return min(max(self.unit * random.choice(UNITS), self.least), self.most)


class NewKey(Argument):
    """A key that the table has not had; ``number`` is how many it has had."""

    depends = ("number",)

    number: Expression

    def drawn(self, random: Random) -> Any:
        """The next number."""
        return f"b{self.number + 1}"


class Words(Argument):
    """A text; ``suggested`` are usual ones."""

    suggested: Sequence[str] = ()

    def drawn(self, random: Random) -> Any:
        """A usual text."""
        return random.choice(self.suggested)


class Action(Frozen, kw_only=False):
    """One command of a game: who ``decides`` it, and in which ``phases`` it is possible if its ``needs`` are met.

    ``takes`` says what its arguments can be, and ``then`` how it changes the position. ``check`` refuses what can be
    refused before its arguments are read completely. ``often`` is how often it is played in a demonstration, compared
    with the other commands that are possible. ``draws`` says which arguments are cards that come from a dealing box:
    the places from the next card on, or -1 for the last card of the pack, which is shown and stays.
    """

    decides: Decider
    phases: Sequence[str]
    takes: Mapping[str, Argument] = field(default_factory=dict)
    then: Forecast = field(default_factory=dict)
    needs: Expression = True
    check: Callable[[Any, Command], object] = lambda table, command: None
    often: float = 1
    draws: Mapping[str, int | Sequence[int]] = field(default_factory=dict)


Actions = Mapping[type[Command], Action]
"""The commands of a game."""


class Legal(Frozen):
    """A command that is possible at a ``position``."""

    command: type[Command]
    action: Action
    position: Position

    def takes(self, arguments: Mapping[str, Any]) -> dict[str, Argument]:
        """What its arguments can be, where some of them are entered."""
        return {name: argument.at(self.position, arguments) for name, argument in self.action.takes.items()}

    def drawn(self, random: Random) -> dict[str, Any]:
        """The document of such a command as a demonstration enters it; the rules may refuse it."""
        arguments: dict[str, Any] = {}
        for name, argument in self.action.takes.items():
            value = argument.at(self.position, arguments).drawn(random)
            if value is not None:
                arguments[name] = value
        return {"do": self.command.do, **arguments}


def legal_at(position: Position, actions: Actions) -> Iterator[Legal]:
    """The commands that are possible at a position: in its phase, and with something to enter for each argument."""
    for command, action in actions.items():
        if position["phase"] not in action.phases or not value_of(action.needs, position, {}):
            continue
        legal = Legal(command=command, action=action, position=position)
        if not any(taken.is_missing for taken in legal.takes({}).values()):
            yield legal
