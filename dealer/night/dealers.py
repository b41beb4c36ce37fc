"""Who dealt what and when: shifts, rounds and tips by dealer, their cut of the bank's result, the dealer of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from msgspec.structs import replace

from dealer.commands import commands
from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from dealer.projections import Projection
from events.common.event import Event
from events.common.house import DealerLine
from events.common.night import DealerRelieved, DealersCutPaid, DisputeRaised, NightClosed, NightOpened, TokeGiven
from events.common.play import InRound, InTurn, RoundBegun, RoundDealt, StakeSettled
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import DEALERS_CUT, dealers_cut, move
from ledger.ledger import Ledger
from ledger.statement import bank_line


def relieve_dealer(night: Night, command: commands.RelieveDealer) -> tuple[Event, ...]:
    """Somebody else deals from now on."""
    if command.dealer == night.dealer:
        raise Refusal("already_done", "%(dealer)s is dealing already.", dealer=night.dealer)
    return (DealerRelieved(dealer=command.dealer),)


def events_in_effect(night: Night) -> list[Event]:
    """The events of all commands in effect of an open night, in order; without its opening."""
    return [event for frame in reversed(list(night.frames)) for event in frame.events]


def dealers_of(events: Iterable[Recorded]) -> frozenset[str]:
    """Whose night it is, from all of its events: who opened it, and whoever dealt, for a moment or taken back too."""
    found = set[str]()
    for recorded in events:
        match recorded.event:
            case NightOpened():
                found |= {recorded.who, recorded.event.dealer}
            case DealerRelieved():
                found.add(recorded.event.dealer)
    return frozenset(found)


class Tally(Frozen, kw_only=False):
    """Who deals, and each dealer's line by name, in order of first appearance."""

    dealing: str
    lines: dict[str, DealerLine]

    @classmethod
    def of(cls, first: str) -> Tally:
        """The tally of a night that somebody deals first."""
        return cls(first, {first: DealerLine(first, 0, 0, 0)})

    def after(self, event: Event) -> Tally:
        """The tally after an effective event."""
        match event:
            case NightOpened():
                return self.of(event.dealer)
            case DealerRelieved():
                return Tally(event.dealer, {**self.lines, event.dealer: self._line(event.dealer)})
            case TokeGiven():
                line = self._line(self.dealing)
                return self._with(replace(line, tokes_cents=line.tokes_cents + event.amount_cents))
            case DealersCutPaid():
                return self._with(replace(self._line(event.dealer), cut_cents=event.amount_cents))
            case RoundDealt():
                line = self._line(self.dealing)
                return self._with(replace(line, rounds=line.rounds + 1))
        return self

    def _line(self, dealer: str) -> DealerLine:
        return self.lines.get(dealer) or DealerLine(dealer, 0, 0, 0)

    def _with(self, line: DealerLine) -> Tally:
        return Tally(self.dealing, {**self.lines, line.name: line})


TALLY: Projection[Tally] = Projection(Tally("", {}), lambda tally, recorded: tally.after(recorded.event))
"""The dealers of a night and their lines, from its effective events."""


def names_of_dealers(events: Iterable[Recorded]) -> str:
    """Who dealt, in order of first appearance, from the effective events of a night: ``M. Earp, then Doc``."""
    return ", then ".join(TALLY.of(events).lines)


def dealer_lines(first: str, events: Iterable[Event]) -> tuple[DealerLine, ...]:
    """The dealers in order of first appearance, from the dealer at the opening and the effective events of a night."""
    return tuple(reduce(Tally.after, events, Tally.of(first)).lines.values())


def cuts(night: Night, closing: Iterable[Event], ledger: Ledger) -> Iterator[Event]:
    """The events that pay the dealers' cut at the close, after the other events of the ``closing``.

    The pool is a percentage of the bank's positive result, rounded down to a cent. It is divided by rounds, each share
    rounded down; the cents left over go to the dealers with rounds in order of first appearance, a cent each.
    """
    pool = max(0, bank_line(ledger).result_cents) * night.settings.dealers_cut // 100
    if not pool:
        return
    lines = dealer_lines(night.opened.dealer, [*events_in_effect(night), *closing])
    dealt = [line for line in lines if line.rounds]
    rounds = sum(line.rounds for line in dealt)
    shares = [pool * line.rounds // rounds for line in dealt]
    left = pool - sum(shares)
    for place, line in enumerate(dealt):
        amount = shares[place] + (place < left)
        if amount:
            moves = (move(DEALERS_CUT, dealers_cut(line.name), amount),)
            yield DealersCutPaid(dealer=line.name, rounds=line.rounds, amount_cents=amount, moves=moves)


Turn = tuple[str, int, int]
"""A turn: its game, the round's number and its own."""


class Shift(Frozen, gc=False):
    """A time during which somebody dealt without a break, ISO 8601 in UTC; ``until`` is "" while they deal."""

    dealer: str
    since: str
    until: str


_CHANGES: Projection[tuple[Recorded, ...]] = Projection(
    (),
    lambda changes, recorded: (
        (*changes, recorded) if isinstance(recorded.event, NightOpened | DealerRelieved | NightClosed) else changes
    ),
)
"""The effective events at which shifts begin or end."""


def shifts_of(events: Sequence[Recorded]) -> tuple[Shift, ...]:
    """The shifts of a night in order, from all of its events."""
    changes = _CHANGES.of(effective(events))
    relieved_at: dict[str, str] = {}
    # A correction records later reliefs again, with its own time.
    for recorded in events if len(changes) > 1 else ():
        if isinstance(recorded.event, DealerRelieved):
            relieved_at.setdefault(recorded.command, recorded.at)
    times = [relieved_at.get(recorded.command, recorded.at) for recorded in changes]
    return tuple(
        Shift(dealer=recorded.event.dealer, since=since, until=until)
        for recorded, since, until in zip(changes, times, [*times[1:], ""], strict=True)
        if isinstance(recorded.event, NightOpened | DealerRelieved)
    )


def dealers_of_turns(events: Iterable[Event]) -> dict[Turn, str]:
    """Who dealt each turn, in order, from the effective events of a night; turn 0 is a round without turns so far."""
    dealing, dealt = "", dict[Turn, str]()
    for event in events:
        match event:
            case NightOpened() | DealerRelieved():
                dealing = event.dealer
            case InRound() as played if isinstance(event, InTurn | RoundDealt):
                dealt.pop((game_of(event), played.round_number, 0), None)
                dealt[game_of(event), played.round_number, played.turn_number] = dealing
            case RoundBegun():
                dealt[game_of(event), event.round_number, 0] = dealing
    return dealt


def dealers_of_round(dealt: Mapping[Turn, str], game: str, number: int) -> tuple[str, ...]:
    """Who dealt a round, in order, from :func:`dealers_of_turns`."""
    return tuple(dict.fromkeys(dealer for turn, dealer in dealt.items() if turn[:2] == (game, number)))


def dealers_disputed(night: Night, dispute: str) -> frozenset[str]:
    """Who dealt what an open dispute is about.

    For a bet these are the dealers of every turn in which it had a row, or whoever dealt when the dispute was raised;
    for a turn its dealer.
    """
    rows = ((event, "") for event in (night.opened, *events_in_effect(night)))
    return frozenset(dealer for dealer, _ in dealings_disputed(rows, dispute))


Dealing = tuple[str, str]
"""Who dealt, and who of the staff gave the command, "" where nobody asks."""


def dealings_disputed(rows: Iterable[tuple[Event, str]], dispute: str) -> frozenset[Dealing]:
    """The same from the effective events of a night, each with who gave its command."""
    dealing, begun = "", ("", 0)
    dealt: dict[Turn, Dealing] = {}
    settled: dict[str, list[tuple[Turn, Dealing]]] = {}
    for event, giver in rows:
        match event:
            case NightOpened() | DealerRelieved():
                dealing = event.dealer
            case DisputeRaised() if event.dispute == dispute and event.of_turn:
                return frozenset({dealt.get((*begun, int(event.about)), (dealing, giver))})
            case DisputeRaised() if event.dispute == dispute:
                about = settled.get(event.about, [])
                return frozenset(dealt.get(turn, its) for turn, its in about) or frozenset({(dealing, giver)})
            case StakeSettled():
                turn = (game_of(event), event.round_number, event.turn_number)
                settled.setdefault(event.bet, []).append((turn, (dealing, giver)))
            case RoundBegun():
                begun = (game_of(event), event.round_number)
            case InTurn():
                dealt[game_of(event), event.round_number, event.turn_number] = dealing, giver
    return frozenset()
