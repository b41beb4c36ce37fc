"""Two courses of one night set against each other: bets, hands, tabs, what lies, and everybody's money to the cent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from rpds import HashTrieMap, HashTrieSet, List

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.rows import HandRow, hand_rows_of
from dealer.games.fan_tan.state import Hand, fan_tan_of
from dealer.games.faro.case_keeper import DealTabs, tabs_of
from dealer.games.faro.game import FARO
from dealer.games.faro.state import Bet, Call, faro_of
from dealer.games.faro.take_and_pay import follow_places
from dealer.night import Dispute, Loan, Night, Pledge, Seat
from dealer.phrases import Phrase
from dealer.rows import SettlementRow, row_of
from events.fact import Fact
from events.games.faro import SleeperClaimed, WinnerDrawn
from events.night import Correction, NightOpened
from events.records import Recorded
from events.standing import standing
from ledger.accounts import BANK, POT, checks, layout
from ledger.statement import BankLine, PlayerLine, bank_line, player_line

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One settlement of a bet, what it gave the bet's owner (cents; below zero: took), and who claimed a sleeper."""

    row: SettlementRow
    gained_cents: int
    claimant: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BetDifference:
    """The settlements of a bet in one turn, where they differ; ``where`` is the table's name for its place."""

    bet: str
    player: str
    deal: int
    turn: int
    where: Both[str]
    settled: Both[tuple[Settled, ...]]

    @property
    def cents(self) -> int:
        """By how much its owner is better off in the other course."""
        return _gained(self.settled.other) - _gained(self.settled.book)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStanding:
    """A player's account in both courses, and his seat, ``None`` where he never had one. ``name`` is the book's."""

    player: str
    name: str
    line: Both[PlayerLine]
    seat: Both[Seat | None]

    @property
    def seated(self) -> Both[bool]:
        """Whether he sits at the table."""
        return self.seat.each(lambda seat: seat is not None and seat.taken)

    @property
    def cents(self) -> int:
        """By how much his net is higher in the other course."""
        return self.line.other.net_cents - self.line.book.net_cents

    @property
    def differs(self) -> bool:
        """Whether anything about him differs."""
        return self.line.differ or self.seat.differ


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """What differs between two courses of a night. ``players`` has everybody who sat in either; the rest differs.

    ``hands`` are by number, ``hand_on`` is the hand that is on, ``lying`` the bets and calls on the layout by key,
    ``tabs`` the deals for which the case-keeper differs, ``disputes`` by key. ``pot_cents`` is what lies in the pot.
    ``play`` is how far the games are: the one dealt last, and each one's table without what lies on it. It leaves out
    what only says what can be named: which keys bets have had, how many were laid, and how many turns a hand had.
    """

    players: tuple[PlayerStanding, ...]
    bank: Both[BankLine]
    pot_cents: Both[int]
    bets: tuple[BetDifference, ...]
    hands: dict[int, Both[HandRow | None]]
    hand_on: Both[Hand | None] | None
    lying: dict[str, Both[Bet | Call | None]]
    tabs: dict[int, Both[DealTabs | None]]
    disputes: dict[str, Both[Dispute | None]]
    play: Both[tuple[str, dict[str, object]]]
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

    @property
    def none(self) -> bool:
        """Whether nothing differs."""
        listed = (self.bets, self.hands, self.hand_on, self.lying, self.tabs, self.disputes)
        accounts = (self.bank, self.pot_cents, self.loans, self.pledges, self.markers)
        pairs = (*accounts, self.play, self.opened, self.closed)
        return not any((*listed, *(one.differ for one in pairs), *(one.differs for one in self.players)))


def differences_of(book: Night, facts: Sequence[Recorded], other: Night, others: Sequence[Recorded]) -> Differences:
    """What differs between the night as the book has it and another course of it, each a state with all its facts.

    Asserts that what players, bank, dealer and pot have more or less adds up to nothing.
    """
    stood = Both([one.fact for one in standing(facts)], [one.fact for one in standing(others)])
    nights = Both(book, other)
    found = Differences(
        players=_players(nights),
        bank=nights.each(lambda night: bank_line(night.ledger)),
        pot_cents=nights.each(lambda night: night.ledger.balance(POT)),
        bets=_bets(stood),
        hands=_differing(stood.each(lambda kept: {row.hand: row for row in hand_rows_of(kept)})),
        hand_on=_hand_on(nights),
        lying=_differing(nights.each(_lying)),
        tabs=_differing(stood.each(lambda kept: {tabs.deal: tabs for tabs in tabs_of(kept)})),
        disputes=_differing(nights.each(lambda night: night.disputes)),
        play=nights.each(_play),
        opened=nights.each(lambda night: night.opened),
        loans=nights.each(lambda night: night.loans),
        pledges=nights.each(lambda night: night.pledges),
        markers=nights.each(lambda night: night.markers),
        closed=nights.each(lambda night: night.closed),
    )
    moved = sum(one.cents for one in found.players) + found.bank_cents + found.tokes_cents + found.in_pot_cents
    if moved:
        raise AssertionError(f"the differences add up to {moved} cents and not to nothing")
    return found


def corrections_to(found: Differences) -> tuple[Correction, ...]:
    """The moves that bring every player's net from the book's to the other course's.

    Between players as far as they go, in the order of the seats; what is left is with the bank, which so answers for
    what differs in tokes and pot.
    """
    due = {one.player: one.cents for one in found.players}
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


def _differing(both: Both[dict[K, T]]) -> dict[K, Both[T | None]]:
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


def _bets(stood: Both[list[Fact]]) -> tuple[BetDifference, ...]:
    courses = stood.each(_course)
    differing = _differing(courses.each(lambda course: course.settled))
    found = [
        BetDifference(
            bet=bet,
            player=(both.other or both.book or ())[0].row.player,
            deal=deal,
            turn=turn,
            where=Both(courses.book.where(bet, deal, turn), courses.other.where(bet, deal, turn)),
            settled=Both(both.book or (), both.other or ()),
        )
        for (bet, deal, turn), both in differing.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.deal, one.turn)))


@dataclass(slots=True)
class _Course:
    """The settlements of a course by bet, deal and turn, which can be two: in its last turn a bet is paid and swept.

    ``lay`` is where each bet lay that was settled, ``lying`` where all lay when the winner of a turn came out, ``last``
    where they lay last.
    """

    settled: dict[tuple[str, int, int], tuple[Settled, ...]] = field(default_factory=dict)
    lay: dict[tuple[str, int, int], Phrase] = field(default_factory=dict)
    lying: dict[tuple[int, int], dict[str, Phrase]] = field(default_factory=dict)
    last: dict[str, Phrase] = field(default_factory=dict)

    def where(self, bet: str, deal: int, turn: int) -> str:
        """Where a bet lay in a turn, settled in it or not; nothing where there is no such bet."""
        lying = self.lying.get((deal, turn), self.last)
        return str(self.lay.get((bet, deal, turn)) or lying.get(bet) or "")


def _course(facts: Iterable[Fact]) -> _Course:
    course = _Course()
    for fact in facts:
        follow_places(course.last, fact)
        if isinstance(fact, WinnerDrawn):
            course.lying[fact.deal, fact.turn] = dict(course.last)
        row = row_of(fact)
        if row:
            key = (row.bet, row.deal, row.turn)
            claimant = fact.claimant if isinstance(fact, SleeperClaimed) else None
            settled = Settled(row=row, gained_cents=_given(fact, row.player), claimant=claimant)
            course.settled[key] = (*course.settled.get(key, ()), settled)
            course.lay[key] = course.last[row.bet]
    return course


def _given(fact: Fact, player: str) -> int:
    """What a fact's moves gave a player, in hand and on the layout, in cents."""
    his = (checks(player), layout(player))
    return sum(one.amount_cents * ((one.credit in his) - (one.debit in his)) for one in fact.moves)


def _gained(settled: Iterable[Settled]) -> int:
    return sum(one.gained_cents for one in settled)


def _hand_on(nights: Both[Night]) -> Both[Hand | None] | None:
    hands = nights.each(lambda night: fan_tan_of(night).hand if FAN_TAN in night.tables else None)
    return hands if hands.differ else None


def _play(night: Night) -> tuple[str, dict[str, object]]:
    """The game dealt last, and the games' tables without what is compared by itself, or only says what can be named."""
    tables: dict[str, object] = {}
    if FARO in night.tables:
        by_themselves = replace(faro_of(night), bets={}, calls={}, placed=0, gone=HashTrieMap(), turns_before=List())
        tables[FARO] = replace(by_themselves, keys_before=HashTrieSet(), last_turn=-1, last_bets={})
    if FAN_TAN in night.tables:
        tables[FAN_TAN] = replace(fan_tan_of(night), hand=None, last_turns=0)
    return night.dealing, tables


def _lying(night: Night) -> dict[str, Bet | Call]:
    """The bets and calls that lie, without their number in the order of placing: another bet's absence moves that."""
    if FARO not in night.tables:
        return {}
    table = faro_of(night)
    lying: tuple[Bet | Call, ...] = (*table.bets.values(), *table.calls.values())
    return {one.key: replace(one, placed=0) for one in lying}
