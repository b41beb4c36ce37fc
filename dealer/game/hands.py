"""Hands of cards: the order at the table, the deal, the players, and the antes (rules 7 to 11)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import Command, word_of
from dealer.commands.refusal import Listed, Player, Refusal
from dealer.game.game import TABLE, Deciders, Game, Things, by_type, ended_rounds
from dealer.game.house import check_chips, divided, into_pot, out_of_pot
from dealer.game.table import GameTable, SeatedTable, at_or_left_of, from_left_of
from events.common.event import ByType, Event
from events.common.play import AntePut, AnteReturned, HandBegun, HandBrokenOff, PotShared
from ledger.ledger import Ledger

T = TypeVar("T", bound="HandTable")

HANDS = "hands"
"""The group of a game's finished hands, by number, in comparisons of two courses of a night."""


class HandTable(GameTable):
    """A table for hands of cards, for chips or for points.

    ``dealer`` dealt the current or last hand, "" before the first; ``players`` are in it, from the dealer's left.
    ``put_in`` are each player's chips in the pot for this hand; ``deals_again`` says that it was broken off.
    """

    dealer: str = ""
    players: tuple[str, ...] = ()
    put_in: Mapping[str, int] = field(default_factory=dict)
    deals_again: bool = False

    @property
    def chip_cents(self) -> int:
        """The value of a chip in cents."""
        return int(self.house.check)

    @property
    def pot_chips(self) -> int:
        """The chips in the pot."""
        return self.pot_cents // self.chip_cents

    @property
    def sharing(self) -> tuple[str, ...]:
        """The players who share a leftover pot, from the last dealer's left: those seated, else all who were."""
        return from_left_of(self.dealer, self.seats, self.seated or self.seats)

    @property
    def next_number(self) -> int:
        """The number of the next hand."""
        return self.round + 1

    def dealer_due(self, players: Collection[str]) -> str:
        """The next dealer among the players: at the last dealer's left, or the same again; "" if anybody may deal.

        Seats that are not among the players are passed over.
        """
        if not self.dealer:
            return ""
        if self.deals_again:
            return at_or_left_of(self.dealer, self.seats, players)
        return next(iter(from_left_of(self.dealer, self.seats, players)), "")


def with_hand(table: T, event: Event) -> T:
    """The table after an event of its game: the dealer, the players and their antes."""
    for follow in _HANDS[type(event)]:
        table = follow(table, event)
    return table


_HANDS: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        HandBegun: lambda table, event: replace(
            table, dealer=event.dealer, players=event.players, put_in={}, deals_again=False
        ),
        AntePut: lambda table, event: replace(table, put_in={**table.put_in, event.player: event.chips}),
        HandBrokenOff: lambda table, event: replace(table, deals_again=True),
        AnteReturned: lambda table, event: replace(table, put_in={**table.put_in, event.player: 0}),
    }
)


def check_hand_is_on(table: HandTable, command: Command, starts: str) -> None:
    """Refuse (``wrong_phase``) to begin a hand (word ``starts``) while one is on, and everything else while none is."""
    if table.is_on == (word_of(command) == starts):
        if table.is_on:
            raise Refusal("wrong_phase", "Not now: hand %(hand)s is being played.", hand=table.round)
        raise Refusal("wrong_phase", "Not now: no hand is being played.")


def check_everybody(title: str, table: SeatedTable, dealer: str, fewest: int, most: int) -> None:
    """Refuse a hand for everybody seated who does not sit out.

    The code is ``bad_input`` if the ``dealer`` sits out, and ``not_allowed_here`` for too few or too many players.
    """
    players = table.sitting_in
    if dealer not in players:
        raise Refusal("bad_input", "%(player)s sits out and cannot deal.", player=Player(dealer))
    out = tuple(player for player in table.seated if player not in players)
    check_number(title, len(players), fewest, most, out)


def check_number(title: str, number: int, fewest: int, most: int, sitting_out: Sequence[str] = ()) -> None:
    """Refuse (``not_allowed_here``) a number of players that the game ``title`` does not allow.

    The refusal names the players who sit out.
    """
    if fewest <= number <= most:
        return
    if not sitting_out:
        raise Refusal(
            "not_allowed_here",
            "%(game)s needs %(fewest)s to %(most)s players; %(seated)s are seated.",
            game=title,
            fewest=fewest,
            most=most,
            seated=number,
        )
    raise Refusal(
        "not_allowed_here",
        "%(game)s needs %(fewest)s to %(most)s players. Playing: %(seated)s; sitting out: %(players)s.",
        game=title,
        fewest=fewest,
        most=most,
        seated=number,
        players=Listed(tuple(map(Player, sitting_out))),
    )


def check_deals(due: str, dealer: str) -> None:
    """Refuse (``not_your_turn``) a dealer other than ``due``; if ``due`` is "", anybody may deal."""
    if due and dealer != due:
        raise Refusal("not_your_turn", "It is %(player)s's turn to deal.", player=Player(due))


def check_leave(table: HandTable, player: str) -> None:
    """Refuse (``wrong_phase``) the leaving of a player or dealer of the hand that is on."""
    if table.is_on and player in (*table.players, table.dealer):
        raise Refusal(
            "wrong_phase",
            "%(player)s is in hand %(hand)s and can leave when it is settled.",
            player=Player(player),
            hand=table.round,
        )


def antes(table: HandTable, ledger: Ledger, begun: HandBegun, chips: int, kind: type[AntePut]) -> tuple[Event, ...]:
    """The antes of a new hand: all or nothing; ``not_enough_checks`` if somebody cannot pay."""
    if not chips:
        return ()
    for player in begun.players:
        check_chips(ledger, player, chips, table.chip_cents)
    return tuple(
        kind(hand=begun.hand, player=player, chips=chips, moves=into_pot(player, chips, table.chip_cents))
        for player in begun.players
    )


def given_back(table: HandTable, kind: type[AnteReturned]) -> tuple[Event, ...]:
    """Return each player's chips of a hand that is broken off."""
    return tuple(
        kind(hand=table.round, player=player, chips=chips, moves=out_of_pot(player, chips, table.chip_cents))
        for player, chips in table.put_in.items()
        if chips
    )


def left_over(table: HandTable, returned: type[AnteReturned], shared: type[PotShared]) -> tuple[Event, ...]:
    """What the close does with a pot: a hand that is on returns its antes, and the rest is divided."""
    back = given_back(table, returned) if table.is_on else ()
    rest = table.pot_chips - (sum(table.put_in.values()) if back else 0)
    parts = divided(rest, table.sharing)
    return (
        *back,
        *(
            shared(player=player, chips=chips, moves=out_of_pot(player, chips, table.chip_cents))
            for player, chips in parts.items()
        ),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class HandGame(Game):
    """A game of hands for chips from its ``deciders``; courses are compared by the table and the finished hands."""

    deciders: Deciders
    round_called: str = "hand"
    starts: str = "start_hand"
    check_leave: Callable[[Any, str], object] = lambda table, player: check_leave(table, player)

    def __post_init__(self) -> None:
        """Set the fields that follow from the deciders and the rows of hands."""
        super().__post_init__()
        for name, made in (
            ("commands", tuple(self.deciders)),
            ("decide", by_type(self.deciders)),
            ("compared", self._compared),
        ):
            object.__setattr__(self, name, made)

    def _compared(self, table: HandTable, events: Sequence[Event]) -> Things:
        return {
            HANDS: ended_rounds(self.round_rows(events), events),
            TABLE: {"": table},
        }
