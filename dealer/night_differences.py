"""Differences between two versions of one night: settlements, play, and everybody's money to the cent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from dealer.commands.refusal import Phrase
from dealer.game.game import Game
from dealer.night.night import Dispute, Loan, Night, Pledge, Seat
from events.effective_facts import effective
from events.facts.fact import Fact
from events.facts.night import Correction, NightOpened
from events.facts.play import StakeSettled, TurnPlayed
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import BANK, POT, gained_cents
from ledger.statement import BankLine, PlayerLine, bank_line, player_line

T = TypeVar("T")
K = TypeVar("K")


class Both(Frozen, Generic[T], kw_only=False):
    """The same thing in both courses: as the ``book`` has it, and in the ``other``."""

    book: T
    other: T

    @property
    def differ(self) -> bool:
        """Whether it is not the same."""
        return self.book != self.other

    def each(self, made: Callable[[T], K]) -> Both[K]:
        """What is made of it in each course."""
        return Both(made(self.book), made(self.other))


class Settled(Frozen):
    """One settlement of a bet as a row of the result, what it gave the bet's owner, and who claimed a sleeper.

    Amounts are cents; ``gained_cents`` is below zero where the owner lost.
    """

    player: str
    result: str
    stake_cents: int
    paid_cents: int
    taken_cents: int
    gained_cents: int
    claimant: str | None = None


class BetDifference(Frozen):
    """The settlements of a bet in one turn, where they differ; ``where`` is the table's name for its place."""

    bet: str
    player: str
    game: str
    deal: int
    turn: int
    where: Both[str]
    settled: Both[tuple[Settled, ...]]

    @property
    def cents(self) -> int:
        """By how much its owner is better off in the other course."""
        return _gained(self.settled.other) - _gained(self.settled.book)


class PlayerStanding(Frozen):
    """A player's account in both courses, and their seat, or ``None`` if they had none. ``name`` is the book's."""

    player: str
    name: str
    line: Both[PlayerLine]
    seat: Both[Seat | None]

    @property
    def seated(self) -> Both[bool]:
        """Whether they sit at the table."""
        return self.seat.each(lambda seat: seat is not None and seat.taken)

    @property
    def cents(self) -> int:
        """By how much their net is higher in the other course."""
        return self.line.other.net_cents - self.line.book.net_cents

    @property
    def differs(self) -> bool:
        """Whether anything about them differs."""
        return self.line.differ or self.seat.differ


class Differences(Frozen):
    """What differs between two courses of a night. ``players`` has everybody who sat in either; the rest differs.

    ``things`` are those that each game says it is compared by, by its name, their group and their key; ``disputes`` are
    by key. ``pot_cents`` is what lies in the pot, ``dealing`` the game that is on or was last.
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
        """By how much the bank's result is higher in the other course, tokes aside."""
        return self.bank.other.result_cents - self.bank.book.result_cents

    @property
    def tokes_cents(self) -> int:
        """By how much the dealer's tokes are higher in the other course."""
        return self.bank.other.tokes_cents - self.bank.book.tokes_cents

    @property
    def in_pot_cents(self) -> int:
        """By how much the pot that nobody has won is higher in the other course."""
        return self.pot_cents.other - self.pot_cents.book

    def of(self, game: str, group: str) -> dict[Any, Both[Any]]:
        """What differs of one group of a game's things, by key."""
        return self.things.get(game, {}).get(group, {})

    @property
    def none(self) -> bool:
        """Whether nothing differs."""
        listed = (self.bets, self.disputes, *(group for groups in self.things.values() for group in groups.values()))
        accounts = (self.bank, self.pot_cents, self.loans, self.pledges, self.markers)
        pairs = (*accounts, self.dealing, self.opened, self.closed)
        return not any((*listed, *(pair.differ for pair in pairs), *(player.differs for player in self.players)))


def differences_of(book: Night, facts: Sequence[Recorded], other: Night, others: Sequence[Recorded]) -> Differences:
    """What differs between the night as the book has it and another course of it, each a state with all its facts.

    Asserts that what players, bank, dealer and pot have more or less adds up to nothing.
    """
    stood = Both([row.fact for row in effective(facts)], [row.fact for row in effective(others)])
    nights = Both(book, other)
    found = Differences(
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
    moved = sum(player.cents for player in found.players) + found.bank_cents + found.tokes_cents + found.in_pot_cents
    if moved:
        raise AssertionError(f"the differences add up to {moved} cents and not to nothing")
    return found


def corrections_to(found: Differences) -> tuple[Correction, ...]:
    """The moves that bring every player's net from the book's to the other course's.

    Between players as far as they go, in the order of the seats; what is left is with the bank, which so answers for
    what differs in tokes and pot.
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
    """What differs of things by key, in the book's order, then what only the other course has."""
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


def _things(game: Game, nights: Both[Night], stood: Both[list[Fact]]) -> dict[str, dict[Any, Both[Any]]]:
    """What differs of a game's things, by their group and their key."""
    book, other = (
        game.compared(night.tables[game.name], facts) if game.name in night.tables else {}
        for night, facts in ((nights.book, stood.book), (nights.other, stood.other))
    )
    return {group: _differing(Both(book.get(group, {}), other.get(group, {}))) for group in {**book, **other}}


def _bets(nights: Both[Night], stood: Both[list[Fact]]) -> tuple[BetDifference, ...]:
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
    """A place in the course of a night at which a bet was settled."""

    bet: str
    game: str
    round: int
    turn: int


@dataclass(slots=True)
class _Course:
    """The settlements of a course by their place, which can be two: in its last turn a bet is paid and swept.

    ``lay`` is where each bet lay that was settled, ``lying`` where all lay when a turn was over, ``last`` where they
    lay last.
    """

    settled: dict[_Place, tuple[Settled, ...]] = field(default_factory=dict)
    lay: dict[_Place, Phrase] = field(default_factory=dict)
    lying: dict[tuple[str, int, int], dict[str, Phrase]] = field(default_factory=dict)
    last: dict[str, Phrase] = field(default_factory=dict)

    def where(self, place: _Place) -> str:
        """Where a bet lay in a turn, settled in it or not; nothing where that is not known."""
        lying = self.lying.get(place[1:], self.last)
        return str(self.lay.get(place) or lying.get(place.bet) or "")


def _course(games: Iterable[Game], facts: Iterable[Fact]) -> _Course:
    course = _Course()
    for fact in facts:
        for game in games:
            game.follow_places(course.last, fact)
        if isinstance(fact, TurnPlayed):
            course.lying[game_of(fact), fact.round_number, fact.turn_number] = dict(course.last)
        if isinstance(fact, StakeSettled):
            place = _Place(fact.bet, game_of(fact), fact.round_number, fact.turn_number)
            settled = Settled(
                player=fact.player,
                result=fact.result,
                stake_cents=fact.stake_cents,
                paid_cents=fact.bank_paid_cents,
                taken_cents=fact.bank_took_cents,
                gained_cents=gained_cents(fact.moves, fact.player),
                claimant=fact.claimed_by,
            )
            course.settled[place] = (*course.settled.get(place, ()), settled)
            if fact.bet in course.last:
                course.lay[place] = course.last[fact.bet]
    return course


def _gained(settled: Iterable[Settled]) -> int:
    return sum(bet.gained_cents for bet in settled)
