"""Hands of cards: left of whom, whose deal, who plays, and what is put in (rulebook G, G0)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import Command, word_of
from dealer.commands.refusal import Listed, Player, Refusal
from dealer.game.game import TABLE, Deciders, Game, Things, by_type
from dealer.game.house import check_chips, divided, into_pot, out_of_pot
from dealer.game.table import GameTable, SeatedTable, at_or_left_of, from_left_of
from events.facts.fact import ByType, Fact
from events.facts.play import AntePut, AnteReturned, HandBegun, HandBrokenOff, PotShared
from ledger.ledger import Ledger

T = TypeVar("T", bound="HandTable")

HANDS = "hands"
"""The group of a game's hands that are over, by number, among what two courses of a night are compared by."""


class HandTable(GameTable):
    """A table at which hands are dealt, for chips or for points.

    ``dealer`` dealt the hand that is on or was last, "" before the first; ``players`` are in it, from their left.
    ``put_in`` are the chips of each that lie in the pot for this hand; ``deals_again`` says that it was broken off.
    """

    dealer: str = ""
    players: tuple[str, ...] = ()
    put_in: Mapping[str, int] = field(default_factory=dict)
    deals_again: bool = False

    @property
    def chip_cents(self) -> int:
        """What a chip is worth, in cents."""
        return int(self.house.check)

    @property
    def pot_chips(self) -> int:
        """What lies in the pot, in chips."""
        return self.pot_cents // self.chip_cents

    @property
    def sharing(self) -> tuple[str, ...]:
        """Who divides a pot that is left over, from the last dealer's left: who sits, else everybody who sat."""
        return from_left_of(self.dealer, self.seats, self.seated or self.seats)

    @property
    def next_number(self) -> int:
        """The number that the next hand is called by."""
        return self.round + 1

    def dealer_due(self, players: Collection[str]) -> str:
        """Whose deal it is among those who play: on the last dealer's left, or again theirs; "" where anybody's.

        Who is not among them is passed over.
        """
        if not self.dealer:
            return ""
        if self.deals_again:
            return at_or_left_of(self.dealer, self.seats, players)
        return next(iter(from_left_of(self.dealer, self.seats, players)), "")


def with_hand(table: T, fact: Fact) -> T:
    """The table after a fact of its game: who dealt, who plays and what they put in."""
    for follow in _HANDS[type(fact)]:
        table = follow(table, fact)
    return table


_HANDS: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        HandBegun: lambda table, fact: replace(
            table, dealer=fact.dealer, players=fact.players, put_in={}, deals_again=False
        ),
        AntePut: lambda table, fact: replace(table, put_in={**table.put_in, fact.player: fact.chips}),
        HandBrokenOff: lambda table, fact: replace(table, deals_again=True),
        AnteReturned: lambda table, fact: replace(table, put_in={**table.put_in, fact.player: 0}),
    }
)


def check_hand_is_on(table: HandTable, command: Command, starts: str) -> None:
    """Refuse (``wrong_phase``) to begin a hand, with the word ``starts``, while one is on; all else while none is."""
    if table.is_on == (word_of(command) == starts):
        if table.is_on:
            raise Refusal("wrong_phase", "Not now: hand %(hand)s is on.", hand=table.round)
        raise Refusal("wrong_phase", "Not now: no hand is on.")


def check_everybody(title: str, table: SeatedTable, dealer: str, fewest: int, most: int) -> None:
    """Refuse a hand for everybody seated who does not sit out.

    ``bad_input`` where the ``dealer`` sits out, ``not_allowed_here`` where too few or too many would play.
    """
    players = table.sitting_in
    if dealer not in players:
        raise Refusal("bad_input", "%(player)s sits out and cannot deal.", player=Player(dealer))
    out = tuple(player for player in table.seated if player not in players)
    check_number(title, len(players), fewest, most, out)


def check_number(title: str, number: int, fewest: int, most: int, sitting_out: Sequence[str] = ()) -> None:
    """Refuse (``not_allowed_here``) a number of players that a game is not for; ``title`` is what it is called.

    The refusal names the players ``sitting_out``.
    """
    if fewest <= number <= most:
        return
    if not sitting_out:
        raise Refusal(
            "not_allowed_here",
            "%(game)s is played by %(fewest)s to %(most)s; %(seated)s are seated.",
            game=title,
            fewest=fewest,
            most=most,
            seated=number,
        )
    raise Refusal(
        "not_allowed_here",
        "%(game)s is played by %(fewest)s to %(most)s. Playing: %(seated)s; sitting out: %(players)s.",
        game=title,
        fewest=fewest,
        most=most,
        seated=number,
        players=Listed(tuple(map(Player, sitting_out))),
    )


def check_deals(due: str, dealer: str) -> None:
    """Refuse (``not_your_turn``) a dealer who is not the one ``due``; where nobody is, anybody may deal."""
    if due and dealer != due:
        raise Refusal("not_your_turn", "It is %(player)s's deal.", player=Player(due))


def check_leave(table: HandTable, player: str) -> None:
    """Refuse (``wrong_phase``) to let somebody go who plays or deals the hand that is on."""
    if table.is_on and player in (*table.players, table.dealer):
        raise Refusal(
            "wrong_phase",
            "%(player)s is in hand %(hand)s; they leave when it is settled.",
            player=Player(player),
            hand=table.round,
        )


def antes(table: HandTable, ledger: Ledger, begun: HandBegun, chips: int, kind: type[AntePut]) -> tuple[Fact, ...]:
    """What everybody in a hand that begins puts in: all or nothing, ``not_enough_checks`` where somebody cannot."""
    if not chips:
        return ()
    for player in begun.players:
        check_chips(ledger, player, chips, table.chip_cents)
    return tuple(
        kind(hand=begun.hand, player=player, chips=chips, moves=into_pot(player, chips, table.chip_cents))
        for player in begun.players
    )


def given_back(table: HandTable, kind: type[AnteReturned]) -> tuple[Fact, ...]:
    """What each player put into the hand that is broken off, given back."""
    return tuple(
        kind(hand=table.round, player=player, chips=chips, moves=out_of_pot(player, chips, table.chip_cents))
        for player, chips in table.put_in.items()
        if chips
    )


def left_over(table: HandTable, returned: type[AnteReturned], shared: type[PotShared]) -> tuple[Fact, ...]:
    """What the close does with a pot: a hand that is on gives back what was put in, the rest is divided."""
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
    """A game of hands for chips by its ``deciders``; two courses are compared by hands that are over, and the table."""

    deciders: Deciders
    round_called: str = "hand"
    starts: str = "start_hand"
    check_leave: Callable[[Any, str], object] = lambda table, player: check_leave(table, player)

    def __post_init__(self) -> None:
        """What follows from the deciders and the rows of hands."""
        super().__post_init__()
        for name, made in (
            ("commands", tuple(self.deciders)),
            ("decide", by_type(self.deciders)),
            ("compared", self._compared),
        ):
            object.__setattr__(self, name, made)

    def _compared(self, table: HandTable, facts: Sequence[Fact]) -> Things:
        return {
            HANDS: {round_row.row["hand"]: round_row.row for round_row in self.round_rows(facts)},
            TABLE: {"": table},
        }
