"""Compares two versions of a night: settlements, play, and everybody's money to the cent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from dealer.commands.refusal import Phrase
from dealer.game.game import Game
from dealer.night.night import Dispute, Loan, Night, Pledge, Seat
from events.common.event import Event
from events.common.night import Correction, NightOpened
from events.common.play import StakeSettled, TurnPlayed
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import BANK, POT, gained_cents
from ledger.statement import BankLine, PlayerLine, bank_line, player_line

T = TypeVar("T")
K = TypeVar("K")


class Both(Frozen, Generic[T], kw_only=False):
    """The same thing in both courses: in the ``book`` and in the ``other``."""

    book: T
    other: T

    @property
    def differ(self) -> bool:
        """Whether both are different."""
        return self.book != self.other

    def each(self, made: Callable[[T], K]) -> Both[K]:
        """Apply a function to both."""
        return Both(made(self.book), made(self.other))


class Settled(Frozen):
    """A settlement of a bet: its row in the result, the owner's gain, and the claimant of a sleeper.

    Amounts are cents; ``gained_cents`` is negative if the owner lost.
    """

    player: str
    result: str
    stake_cents: int
    paid_cents: int
    taken_cents: int
    gained_cents: int
    claimant: str | None = None


class BetDifference(Frozen):
    """The differing settlements of a bet in a turn; ``where`` is the table's name for its place."""

    bet: str
    player: str
    game: str
    deal: int
    turn: int
    where: Both[str]
    settled: Both[tuple[Settled, ...]]

    @property
    def cents(self) -> int:
        """How much better off its owner is in the other course."""
        return _gained(self.settled.other) - _gained(self.settled.book)


class PlayerStanding(Frozen):
    """A player's account in both courses, and their seat, or ``None`` if they had none. ``name`` is the book's."""

    player: str
    name: str
    line: Both[PlayerLine]
    seat: Both[Seat | None]

    @property
    def seated(self) -> Both[bool]:
        """Whether they have a seat."""
        return self.seat.each(lambda seat: seat is not None and seat.taken)

    @property
    def cents(self) -> int:
        """How much higher their net is in the other course."""
        return self.line.other.net_cents - self.line.book.net_cents

    @property
    def differs(self) -> bool:
        """Whether anything about them differs."""
        return self.line.differ or self.seat.differ


class Differences(Frozen):
    """The differences between two courses of a night; only ``players`` also has what is equal.

    ``things`` are what each game compares, by game name, group and key; ``disputes`` are by key. ``pot_cents`` is the
    pot, ``dealing`` the current or last game.
    """

    players: tuple[PlayerStanding, ...]
    bank: Both[BankLine]
    pot_cents: Both[int]
    bets: tuple[BetDifference, ...]
    things: dict[str, dict[str, dict[Any, Both[Any]]]]
    dealing: Both[str]
    disputes: dict[str, Both[Dispute | None]]
    opened: Both[NightOpened]
    loans: Both[tuple[Loan, ...]]
    pledges: Both[tuple[Pledge, ...]]
    markers: Both[int]
    closed: Both[bool]

    @property
    def bank_cents(self) -> int:
        """How much higher the bank's result is in the other course, without tips."""
        return self.bank.other.result_cents - self.bank.book.result_cents

    @property
    def tokes_cents(self) -> int:
        """How much higher the dealer's tips are in the other course."""
        return self.bank.other.tokes_cents - self.bank.book.tokes_cents

    @property
    def in_pot_cents(self) -> int:
        """How much higher the unclaimed pot is in the other course."""
        return self.pot_cents.other - self.pot_cents.book

    def of(self, game: str, group: str) -> dict[Any, Both[Any]]:
        """The differences in a group of a game's things, by key."""
        return self.things.get(game, {}).get(group, {})

    @property
    def none(self) -> bool:
        """Whether there are no differences."""
        listed = (self.bets, self.disputes, *(group for groups in self.things.values() for group in groups.values()))
        accounts = (self.bank, self.pot_cents, self.loans, self.pledges, self.markers)
        pairs = (*accounts, self.dealing, self.opened, self.closed)
        return not any((*listed, *(pair.differ for pair in pairs), *(player.differs for player in self.players)))


def differences_of(book: Night, events: Sequence[Recorded], other: Night, others: Sequence[Recorded]) -> Differences:
    """The differences between the night in the book and another course of it, each a state with all of its events.

    Asserts that the differences of players, bank, dealer and pot add up to 0.
    """
    stood = Both([row.event for row in effective(events)], [row.event for row in effective(others)])
    nights = Both(book, other)
    differences = Differences(
        players=_players(nights),
        bank=nights.each(lambda night: bank_line(night.ledger)),
        pot_cents=nights.each(lambda night: night.ledger.balance(POT)),
        bets=_bets(nights, stood),
        things={game.name: _things(game, nights, stood) for game in dict.fromkeys((*book.games, *other.games))},
        dealing=nights.each(lambda night: night.dealing),
        disputes=_differing(nights.each(lambda night: night.disputes)),
        opened=nights.each(lambda night: night.opened),
        loans=nights.each(lambda night: night.loans),
        pledges=nights.each(lambda night: night.pledges),
        markers=nights.each(lambda night: night.markers),
        closed=nights.each(lambda night: night.closed),
    )
    moved = (
        sum(player.cents for player in differences.players)
        + differences.bank_cents
        + differences.tokes_cents
        + differences.in_pot_cents
    )
    if moved:
        raise AssertionError(f"the differences add up to {moved} cents and not to nothing")
    return differences


def corrections_to(found: Differences) -> tuple[Correction, ...]:
    """The moves that turn every player's net of the book into that of the other course.

    They are between players as far as possible, in seat order; the rest is with the bank, which thus covers differences
    in tips and pot.
    """
    due = {player.player: player.cents for player in found.players}
    due[BANK] = -sum(due.values())
    owing = {side: -cents for side, cents in due.items() if cents < 0}
    moves: list[Correction] = []
    for target, cents in due.items():
        left = max(cents, 0)
        while left:
            source, owed = next(iter(owing.items()))
            amount = min(left, owed)
            moves.append(Correction(source=source, target=target, amount_cents=amount))
            left -= amount
            owing[source] = owed - amount
            if not owing[source]:
                del owing[source]
    return tuple(moves)


def _differing(both: Both[Mapping[K, T]]) -> dict[K, Both[T | None]]:
    """The differing things by key, in the book's order, then those of the other course only."""
    keys = dict.fromkeys((*both.book, *both.other))
    pairs: dict[K, Both[T | None]] = {key: Both(both.book.get(key), both.other.get(key)) for key in keys}
    return {key: pair for key, pair in pairs.items() if pair.differ}


def _players(nights: Both[Night]) -> tuple[PlayerStanding, ...]:
    seats = {**nights.other.seats, **nights.book.seats}
    return tuple(
        PlayerStanding(
            player=player,
            name=seats[player].name,
            line=Both(player_line(nights.book.ledger, player), player_line(nights.other.ledger, player)),
            seat=Both(nights.book.seats.get(player), nights.other.seats.get(player)),
        )
        for player in dict.fromkeys((*nights.book.seats, *nights.other.seats))
    )


def _things(game: Game, nights: Both[Night], stood: Both[list[Event]]) -> dict[str, dict[Any, Both[Any]]]:
    """The differing things of a game, by group and key."""
    book, other = (
        game.compared(night.tables[game.name], events) if game.name in night.tables else {}
        for night, events in ((nights.book, stood.book), (nights.other, stood.other))
    )
    return {group: _differing(Both(book.get(group, {}), other.get(group, {}))) for group in {**book, **other}}


def _bets(nights: Both[Night], stood: Both[list[Event]]) -> tuple[BetDifference, ...]:
    courses = Both(_course(nights.book.games, stood.book), _course(nights.other.games, stood.other))
    settled: Both[Mapping[_Place, tuple[Settled, ...]]] = courses.each(lambda course: course.settled)
    found = [
        BetDifference(
            bet=place.bet,
            player=(both.other or both.book or ())[0].player,
            game=place.game,
            deal=place.round,
            turn=place.turn,
            where=Both(courses.book.where(place), courses.other.where(place)),
            settled=Both(both.book or (), both.other or ()),
        )
        for place, both in _differing(settled).items()
    ]
    return tuple(sorted(found, key=lambda difference: (difference.deal, difference.turn)))


class _Place(NamedTuple):
    """A place in the course of a night where a bet was settled."""

    bet: str
    game: str
    round: int
    turn: int


@dataclass(slots=True)
class _Course:
    """The settlements of a course by place. There can be two: in its last turn a bet is paid and then swept.

    ``lay`` has the place of each settled bet, ``places_by_turn`` the places after each turn, ``last`` their last
    places.
    """

    settled: dict[_Place, tuple[Settled, ...]] = field(default_factory=dict)
    lay: dict[_Place, Phrase] = field(default_factory=dict)
    places_by_turn: dict[tuple[str, int, int], dict[str, Phrase]] = field(default_factory=dict)
    last: dict[str, Phrase] = field(default_factory=dict)

    def where(self, place: _Place) -> str:
        """The place of a bet in a turn, settled or not; ``None`` if unknown."""
        places_by_turn = self.places_by_turn.get(place[1:], self.last)
        return str(self.lay.get(place) or places_by_turn.get(place.bet) or "")


def _course(games: Iterable[Game], events: Iterable[Event]) -> _Course:
    course = _Course()
    for event in events:
        for game in games:
            game.follow_places(course.last, event)
        if isinstance(event, TurnPlayed):
            course.places_by_turn[game_of(event), event.round_number, event.turn_number] = dict(course.last)
        if isinstance(event, StakeSettled):
            place = _Place(event.bet, game_of(event), event.round_number, event.turn_number)
            settled = Settled(
                player=event.player,
                result=event.result,
                stake_cents=event.stake_cents,
                paid_cents=event.bank_paid_cents,
                taken_cents=event.bank_took_cents,
                gained_cents=gained_cents(event.moves, event.player),
                claimant=event.claimed_by,
            )
            course.settled[place] = (*course.settled.get(place, ()), settled)
            if event.bet in course.last:
                course.lay[place] = course.last[event.bet]
    return course


def _gained(settled: Iterable[Settled]) -> int:
    return sum(bet.gained_cents for bet in settled)
