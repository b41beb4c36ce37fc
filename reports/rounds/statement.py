"""A player's account line by line, and the course of their checks through the night."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Any, Generic, TypeAlias, TypeVar

from rpds import HashTrieMap, List

from dealer.commands.refusal import marked
from dealer.night.night import Night
from dealer.projections import Projection
from events.common import night
from events.common.event import Event, Move
from events.common.play import RoundBegun, StepEnded
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import BANK, gained_cents, gains
from ledger.statement import PlayerLine, player_line
from reports.words.language import gettext as _

F = TypeVar("F")


def added(kind: type[F], parts: Iterable[F]) -> F:
    """The sum of records whose fields are all numbers; a record of zeros for no parts."""
    total: Any = kind()
    for part in parts:
        for field in fields(total):
            setattr(total, field.name, getattr(total, field.name) + getattr(part, field.name))
    summed: F = total
    return summed


class FiguresByRound(Generic[F]):
    """The figures of each player in each round, from the events and from the moves of money.

    ``kind`` is a record whose fields are all numbers; ``moved_cents`` is what a player's checks gained in a round.
    """

    def __init__(self, kind: type[F]) -> None:
        self.kind = kind
        self.rows: dict[tuple[int, str], F] = {}
        self.moved_cents: Counter[tuple[int, str]] = Counter()

    def at(self, number: int, player: str) -> F:
        """The figures of a player in a round, for adding to."""
        return self.rows.setdefault((number, player), self.kind())

    def of(self, number: int, player: str) -> F:
        """The figures of a player in a round."""
        return self.rows.get((number, player), self.kind())

    def of_round(self, number: int) -> F:
        """The sum of all players' figures in a round."""
        return added(self.kind, (figures for (of, _), figures in self.rows.items() if of == number))

    def follow(self, number: int, moves: Iterable[Move], *families: str) -> None:
        """Add the moves of a round on the players' accounts of these families."""
        for account, cents in gains(moves):
            family, _, player = account.partition(":")
            if family in families:
                self.moved_cents[number, player] += cents

    def assert_agree(self, round_kind: str, net_cents: Callable[[F], int]) -> None:
        """Assert that events and moves agree for every player in every round."""
        for number, player in self.rows.keys() | self.moved_cents.keys():
            stated_cents = net_cents(self.of(number, player))
            assert_equal(f"{player}'s play in {round_kind} {number}", stated_cents, self.moved_cents[number, player])


class DoesNotAddUp(AssertionError):
    """Two computations of a figure disagree; the paper is not printed."""


def assert_equal(what: str, one_cents: int, other_cents: int) -> None:
    """Assert that two computations of a figure agree, in cents."""
    if one_cents != other_cents:
        raise DoesNotAddUp(f"{what}: {one_cents} cents by one way and {other_cents} by the other")


class Point(Frozen):
    """The state after a turn, or after a payment at the cage between turns.

    ``at`` counts the steps since the start: turns, hocks, and pots that were paid or left.
    """

    at: int
    checks_cents: int
    put_in_cents: int


class Stretch(Frozen):
    """One round in the course, with its beginning and end; ``match`` is the number of its match, 0 for none."""

    game: str
    number: int
    start: int
    end: int
    match: int = 0


class Timeline(Frozen):
    """The course of one player's checks: points in order, and the rounds."""

    points: tuple[Point, ...]
    stretches: tuple[Stretch, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether it can be drawn: it has checks and at least one turn."""
        return self.length > 0 and len(self.points) > 1

    @property
    def length(self) -> int:
        """The number of steps."""
        return self.stretches[-1].end if self.stretches else 0


class RoundNumbers:
    """Numbers rounds as they begin: game, match (0 for none), and number in it."""

    def __init__(self) -> None:
        self._begun: Counter[tuple[str, int]] = Counter()

    def of(self, begun: RoundBegun) -> tuple[str, int, int]:
        """The numbers of the next round that begins."""
        game, match = game_of(begun), getattr(begun, "match", 0)
        self._begun[game, match] += 1
        return game, match, self._begun[game, match] if match else begun.round_number


def timeline_of(events: Iterable[Recorded], player: str) -> Timeline:
    """The course of a player's checks from the effective events, until the close or until they leave for good."""
    commands = [
        [recorded.event for recorded in group] for _, group in groupby(events, key=lambda recorded: recorded.command)
    ]
    at = held = put_in = 0
    points: list[Point] = []
    starts: list[tuple[tuple[str, int, int], int]] = []
    rounds = RoundNumbers()
    gone = False
    for command in commands:
        gone = _ends(command, player, gone)
        starts += [(rounds.of(event), at) for event in command if isinstance(event, RoundBegun)]
        if any(isinstance(event, StepEnded) for event in command):
            at += 1
        for event in command:
            if event.moves and (gained := gained_cents(event.moves, player)):
                held += gained
                put_in += gained if _at_the_cage(event) else 0
        if not gone:
            points.append(Point(at=at, checks_cents=held, put_in_cents=put_in))
    ends = [start for _, start in starts[1:]] + [at]
    stretches = tuple(
        Stretch(game=game, match=match, number=number, start=start, end=end)
        for ((game, match, number), start), end in zip(starts, ends, strict=False)
    )
    return Timeline(points=tuple(_without_repeats(_from_first_checks(points))), stretches=stretches)


def _ends(command: Sequence[Event], player: str, gone: bool) -> bool:
    for event in command:
        match event:
            case night.NightClosed():
                return True
            case night.PlayerLeft() if event.player == player:
                return True
            case night.PlayerSeated() if event.player == player:
                return False
    return gone


_AT_THE_CAGE = (
    night.ChecksBought,
    night.DepositDrawn,
    night.CarriedPaid,
    night.MarkerIssued,
    night.MarkerRedeemed,
    night.MarkerCarriedOver,
    night.PledgeTaken,
    night.PledgeReturned,
    night.StakeLent,
    night.StakeRepaid,
    night.ProfitShared,
    night.ChecksCashed,
    night.RollRaised,
)
"""Events by which a player brings or takes checks; a tip is none."""


def _at_the_cage(event: Event) -> bool:
    return isinstance(event, _AT_THE_CAGE)


def _from_first_checks(points: Sequence[Point]) -> Sequence[Point]:
    """The points from the first checks on. All checks bought before the next turn count as one point."""
    first = next((at for at, point in enumerate(points) if point.checks_cents or point.put_in_cents), len(points))
    later = points[first:]
    together = sum(1 for point in later if point.at == later[0].at)
    return later[max(together - 1, 0) :]


def _without_repeats(points: Sequence[Point]) -> list[Point]:
    """The points without those between two others of equal height."""
    distinct: list[Point] = []
    for point in points:
        level = [(earlier.checks_cents, earlier.put_in_cents) for earlier in (*distinct[-2:], point)]
        if len(level) == 3 and len(set(level)) == 1:
            distinct.pop()
        distinct.append(point)
    return distinct


class Line(Frozen):
    """One line: what, the recorded time or "", and the amount in cents."""

    what: str
    cents: int
    at: str | None = None


class PlayerAccount(Frozen):
    """A player's account, and all results other than those of play.

    ``between`` are loans and shares of profits, signed from the view of their checks. ``tokes_cents`` is a negative
    total, because tokes are given all night. Of the cash for their checks, bystanders brought ``lent_by_name_cents``
    and got ``handed_by_name_cents``.
    """

    line: PlayerLine
    between: tuple[Line, ...]
    corrections: tuple[Line, ...]
    owes: tuple[Line, ...]
    is_owed: tuple[Line, ...]
    tokes_cents: int
    lent_by_name_cents: int
    handed_by_name_cents: int

    @property
    def paid_out_cents(self) -> int:
        """What they were paid in cash themselves."""
        return self.line.cashed_cents - self.handed_by_name_cents

    @property
    def beside_play_cents(self) -> int:
        """The total of everything but play."""
        return total(self.between) + self.tokes_cents + total(self.corrections)


class PlayerStatement(PlayerAccount):
    """A player's account, line by line."""

    brought: tuple[Line, ...]
    taken_away: tuple[Line, ...]
    tokes: tuple[Line, ...]

    @property
    def brought_cents(self) -> int:
        """Everything that they brought."""
        return total(self.brought)

    @property
    def taken_away_cents(self) -> int:
        """Everything that they took away or still have."""
        return total(self.taken_away)

    @property
    def paid_in_cents(self) -> int:
        """What they paid in cash themselves."""
        line = self.line
        markers_cents = line.markers_paid_in_cash_cents + line.carried_paid_in_cash_cents
        return line.bought_cents - self.lent_by_name_cents + markers_cents + line.pledges_paid_in_cash_cents


def total(lines: Sequence[Line]) -> int:
    """The sum of lines, in cents."""
    return sum(line.cents for line in lines)


_OF_ONE = (
    night.ChecksBought,
    night.DepositDrawn,
    night.CarriedPaid,
    night.ChecksCashed,
    night.MarkerIssued,
    night.MarkerRedeemed,
    night.PledgeTaken,
    night.PledgeReturned,
    night.TokeGiven,
)
_OF_TWO = (night.StakeLent, night.StakeRepaid, night.ProfitShared)


def _concerned(event: Event) -> tuple[str, ...]:
    """The players whose accounts have a line about an event."""
    if isinstance(event, _OF_TWO):
        return (event.borrower,) if event.lender_name else (event.lender, event.borrower)
    if isinstance(event, night.DisputeRuled):
        return tuple(
            {side for correction in event.corrections for side in (correction.source, correction.target)} - {BANK}
        )
    return (event.player,) if isinstance(event, _OF_ONE) else ()


_Acts: TypeAlias = "HashTrieMap[tuple[str, type[Event]], List[Recorded]]"
"""The events that have a line on an account, by player and type, newest first."""


def _acts_after(acts: _Acts, recorded: Recorded) -> _Acts:
    kind = type(recorded.event)
    for player in _concerned(recorded.event):
        acts = acts.insert((player, kind), acts.get((player, kind), List()).push_front(recorded))
    return acts


def _tokes_after(tokes_cents: HashTrieMap[str, int], recorded: Recorded) -> HashTrieMap[str, int]:
    if not isinstance(recorded.event, night.TokeGiven):
        return tokes_cents
    return tokes_cents.insert(
        recorded.event.player, tokes_cents.get(recorded.event.player, 0) - recorded.event.amount_cents
    )


_ACTS: Projection[_Acts] = Projection(HashTrieMap(), _acts_after)
_TOKES: Projection[HashTrieMap[str, int]] = Projection(HashTrieMap(), _tokes_after)


def acts_of(events: Iterable[Recorded], player: str, *kinds: type[Event]) -> list[Recorded]:
    """The events of these types that have a line on a player's account, in order, from a night's effective events."""
    acts = _ACTS.of(events)
    return sorted(
        (recorded for kind in kinds for recorded in acts.get((player, kind), ())), key=lambda recorded: recorded.version
    )


def account_of(now: Night, events: Iterable[Recorded], player: str) -> PlayerAccount:
    """A player's account from the night and its effective events."""
    parts = _lines(acts_of(events, player, *_OF_TWO, night.DisputeRuled), player, now)
    lent = (recorded.event for recorded in acts_of(events, player, night.StakeLent))
    handed = (recorded.event for recorded in acts_of(events, player, night.StakeRepaid, night.ProfitShared))
    return PlayerAccount(
        line=player_line(now.ledger, player),
        between=parts.get("between", ()),
        corrections=parts.get("corrections", ()),
        owes=_owed(now, borrower=player),
        is_owed=_owed(now, lender=player),
        tokes_cents=_TOKES.of(events).get(player, 0),
        lent_by_name_cents=_by_name_cents(lent),
        handed_by_name_cents=_by_name_cents(handed),
    )


def _by_name_cents(events: Iterable[Any]) -> int:
    """The sum of the loans, or of what is paid of them, whose lender is a bystander."""
    return sum(event.amount_cents for event in events if event.lender_name)


def player_statement_of(now: Night, events: Iterable[Recorded], player: str) -> PlayerStatement:
    """A player's account line by line, from the night and its effective events."""
    account, line = account_of(now, events, player), player_line(now.ledger, player)
    parts = _lines(acts_of(events, player, *_OF_ONE, *_OF_TWO), player, now)
    left = ((_("Checks in hand"), line.checks_cents), (_("Checks on the layout"), line.staked_cents))
    statement = PlayerStatement(
        **{name: getattr(account, name) for name in PlayerAccount.__struct_fields__},
        brought=parts.get("brought", ()),
        taken_away=(*parts.get("taken_away", ()), *(Line(what=what, cents=cents) for what, cents in left if cents)),
        tokes=parts.get("tokes", ()),
    )
    assert_equal(f"{player}'s result", statement.taken_away_cents - statement.brought_cents, line.net_cents)
    return statement


def _lines(acts: Iterable[Recorded], player: str, now: Night) -> dict[str, tuple[Line, ...]]:
    """The lines of these events by the part of the account that they belong to."""
    parts = defaultdict[str, list[Line]](list)
    for recorded in acts:
        for part, text, cents in _entries(recorded.event, player, now):
            parts[part].append(Line(what=text, cents=cents, at=recorded.at))
    return {part: tuple(lines) for part, lines in parts.items()}


def _entries(event: Event, player: str, now: Night) -> Iterator[tuple[str, str, int]]:
    """The lines of an event on a player's account: the part, the text and the amount in cents."""
    match event:
        case night.ChecksBought():
            yield "brought", _("Cash for checks"), event.amount_cents
        case night.MarkerIssued():
            yield "brought", _("Marker Nº %(number)s", number=now.slip_of(event.marker)), event.amount_cents
        case night.PledgeTaken():
            yield "brought", _("Pledge: %(item)s", item=event.item), event.amount_cents
        case night.DepositDrawn():
            yield "brought", _("From the deposit"), event.amount_cents
        case night.CarriedPaid(tender="cash"):
            yield "brought", _("Cash paid on old markers"), event.amount_cents
            yield "taken_away", _("Old markers back for cash"), event.amount_cents
        case night.CarriedPaid():
            yield "taken_away", _("Checks against old markers"), event.amount_cents
        case night.MarkerRedeemed(tender="cash"):
            yield "brought", _("Cash paid on markers"), event.amount_cents
            yield "taken_away", _("Markers back for cash"), event.amount_cents
        case night.MarkerRedeemed():
            yield "taken_away", _("Checks against markers"), event.amount_cents
        case night.PledgeReturned(tender="cash"):
            yield "brought", _("Cash for a pledge: %(item)s", item=event.item), event.amount_cents
            yield "taken_away", _("Pledge back for cash: %(item)s", item=event.item), event.amount_cents
        case night.PledgeReturned():
            yield "taken_away", _("Pledge back for checks: %(item)s", item=event.item), event.amount_cents
        case night.ChecksCashed():
            yield "taken_away", _("Checks sold back for cash"), event.amount_cents
        case night.TokeGiven():
            yield "tokes", _("Tip for the dealer"), -event.amount_cents
        case night.StakeLent(lender_name=name) if name:
            yield "brought", _("Cash from %(name)s for checks", name=name), event.amount_cents
        case night.StakeRepaid(lender_name=name) if name:
            yield "taken_away", _("Cash repaid to %(name)s for checks", name=name), event.amount_cents
        case night.ProfitShared(lender_name=name) if name:
            yield "taken_away", _("Share of profit to %(name)s, in cash", name=name), event.amount_cents
        case night.StakeLent() | night.StakeRepaid() | night.ProfitShared():
            lends = player == event.lender
            other = now.seats[event.borrower if lends else event.lender].name
            gains = lends is not isinstance(event, night.StakeLent)
            text = _BETWEEN[type(event)][0 if lends else 1]
            yield "between", _(text, name=other), event.amount_cents if gains else -event.amount_cents
        case night.DisputeRuled() if gained := correction_for(event, player):
            yield "corrections", _("Ruling on %(dispute)s", dispute=event.dispute), gained


_BETWEEN: dict[type[Event], tuple[str, str]] = {
    night.StakeLent: (marked("Lent to %(name)s"), marked("Loan from %(name)s")),
    night.StakeRepaid: (marked("Repaid by %(name)s"), marked("Repaid to %(name)s")),
    night.ProfitShared: (marked("Share of %(name)s’s profit"), marked("Share of profit to %(name)s")),
}
"""Loans and shares of profits: the texts for the lender and for the borrower."""


def correction_for(ruled: night.DisputeRuled, side: str = BANK) -> int:
    """What a ruling gave a side (or the bank), in cents; negative if it took."""
    gained = sum(correction.amount_cents for correction in ruled.corrections if correction.target == side)
    return gained - sum(correction.amount_cents for correction in ruled.corrections if correction.source == side)


def _owed(now: Night, *, lender: str | None = None, borrower: str | None = None) -> tuple[Line, ...]:
    """What is still owed on stakes that were lent, with one line a pair."""
    lines = []
    for loan in {loan.parties: loan for loan in now.loans}.values():
        cents = now.ledger.balance(loan.owed_account)
        if cents and borrower == loan.borrower:
            lines.append(Line(what=loan.lender_name or now.seats[loan.lender].name, cents=cents))
        if cents and lender == loan.lender and not loan.lender_name:
            lines.append(Line(what=now.seats[loan.borrower].name, cents=cents))
    return tuple(lines)
