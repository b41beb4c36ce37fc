"""``evolve`` and folding: the night after its events, with the frames that can be taken back, and its history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any, TypeAlias

from msgspec.structs import replace

from dealer.game.game import Game
from dealer.game.table import placed
from dealer.night import boxes
from dealer.night.night import (
    FOLLOWED,
    NO_PHONE,
    Dispute,
    Frame,
    Loan,
    Night,
    NightSlip,
    Phone,
    Pledge,
    Seat,
    opening,
)
from dealer.night.result import assert_sound
from events.common import night
from events.common.event import Event, Move
from events.common.play import BankBroke
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.games import game_of, game_whose
from events.records import Head, Recorded
from ledger.ledger import Ledger, LedgerBroken, OpenLedger


def _seated(now: Night, event: night.PlayerSeated) -> Night:
    seating = placed(now.seating, event.player, event.after)
    seat = Seat(event.name, card=event.card, name_given=event.name_given)
    return replace(now, seats={**now.seats, event.player: seat}, seating=seating)


def _renamed(now: Night, event: night.PlayerRenamed) -> Night:
    return replace(now, seats={**now.seats, event.player: replace(now.seats[event.player], name=event.name)})


def _moved(now: Night, event: night.PlayerMoved) -> Night:
    return replace(now, seating=placed(now.seating, event.player, event.after))


def _sat(now: Night, event: night.PlayerSatOut | night.PlayerSatIn) -> Night:
    seat = replace(now.seats[event.player], sits_out=isinstance(event, night.PlayerSatOut))
    return replace(now, seats={**now.seats, event.player: seat})


def left(now: Night, event: night.PlayerLeft) -> Night:
    """The night after a player left: their seat is free and keeps their name."""
    return replace(now, seats={**now.seats, event.player: replace(now.seats[event.player], taken=False)})


def _marker(now: Night, event: night.MarkerIssued) -> Night:
    assert now.top is not None
    # A forged event may name a player without a seat; the check that decides commands again reports it.
    issue = (now.top.command, event.player, event.amount_cents, now.names.get(event.player, ""))
    return replace(now, markers=event.marker, marker_slips=now.marker_slips.issued(event.marker, issue))


def _slip(now: Night, event: night.SlipWritten) -> Night:
    return replace(now, slips=(*now.slips, NightSlip(event.slip, event.number, event.amount_cents)))


def _slip_voided(now: Night, event: night.SlipVoided) -> Night:
    slips = tuple(
        replace(slip, voided=True) if (slip.kind, slip.number) == (event.slip, event.number) else slip
        for slip in now.slips
    )
    return replace(now, slips=slips)


def _carried_paid(now: Night, event: night.CarriedPaid) -> Night:
    return replace(now, carried_paid=(*now.carried_paid, *((event.player, part) for part in event.parts)))


def _pledged(now: Night, event: night.PledgeTaken) -> Night:
    return replace(now, pledges=(*now.pledges, Pledge(event.player, event.item, event.amount_cents)))


def _handed_back(now: Night, event: night.PledgeReturned) -> Night:
    gone = Pledge(event.player, event.item, event.amount_cents)
    at = now.pledges.index(gone)
    return replace(now, pledges=now.pledges[:at] + now.pledges[at + 1 :])


def _lent(now: Night, event: night.StakeLent) -> Night:
    loan = Loan(event.lender, event.borrower, Fraction(event.profit_share), event.amount_cents, event.lender_name)
    return replace(now, loans=(*now.loans, loan))


def _disputed(now: Night, event: night.DisputeRaised) -> Night:
    raised = Dispute(
        player=event.player,
        about=event.about,
        claim=event.claim,
        dealing=now.dealing,
        table=now.tables[now.dealing],
    )
    return replace(now, disputes={**now.disputes, event.dispute: raised})


def _ruled(now: Night, event: night.DisputeRuled) -> Night:
    ruled = replace(now.disputes[event.dispute], ruling=event.ruling)
    return replace(now, disputes={**now.disputes, event.dispute: ruled})


def _bound(now: Night, event: night.HandBound) -> Night:
    phone = replace(now.phones.get(event.player, NO_PHONE), link=event.link, device=event.device)
    return replace(now, phones=now.phones.insert(event.player, phone))


def _moved_to_another(now: Night, event: night.HandMoved) -> Night:
    moves = now.phones.get(event.player, NO_PHONE).moves + 1
    return replace(now, phones=now.phones.insert(event.player, Phone(moves=moves)))


CHANGES: dict[type[Event], Callable[[Night, Any], Night]] = {
    night.PlayerSeated: _seated,
    night.PlayerMoved: _moved,
    night.PlayerSatOut: _sat,
    night.PlayerSatIn: _sat,
    night.PlayerRenamed: _renamed,
    night.DealerRelieved: lambda now, event: replace(now, dealer=event.dealer),
    night.DrawerCounted: lambda now, event: replace(now, counts=(*now.counts, event)),
    night.SlipWritten: _slip,
    night.SlipVoided: _slip_voided,
    night.CarriedPaid: _carried_paid,
    night.MarkerIssued: _marker,
    night.PledgeTaken: _pledged,
    night.PledgeReturned: _handed_back,
    night.StakeLent: _lent,
    night.DisputeRaised: _disputed,
    night.DisputeRuled: _ruled,
    night.HandBound: _bound,
    night.HandMoved: _moved_to_another,
    **boxes.CHANGES,
}
"""The function for each type of event that changes the night."""


CHECKPOINT = 32
"""Every so many frames have a snapshot of the night before them. Any other night is folded from there."""

AT_HAND = 2 * CHECKPOINT
"""At least so many of the newest frames have a snapshot."""

FAR = 4 * CHECKPOINT
"""Beyond this many frames, only one frame in this many keeps its snapshot."""

GAMES_KNOWN = 64
"""For how many sets of games the followers of events are cached."""

_ShownTo: TypeAlias = tuple[tuple[str, Callable[[Any, Event], Any]], ...]


class SnapshotLoader:
    """Loads the nights before frames, newest first. Reuses the folded states from one step to the next."""

    def __init__(self) -> None:
        self._folded: dict[int, Night] = {}

    def before(self, frame: Frame) -> Night:
        """The night before a frame's command."""
        return frame.snapshot or self._folded.get(id(frame)) or self._fold_to(frame)

    def _fold_to(self, frame: Frame) -> Night:
        above, previous = [frame], frame.previous
        assert previous is not None
        # Another thread may drop a frame's snapshot meanwhile, so read it only once.
        while (now := previous.snapshot) is None:
            above.append(previous)
            previous = previous.previous
            assert previous is not None
        self._folded = {}
        for frame in reversed(above):
            now = replace(previous.replayed or _after(now, previous), top=previous, marker_slips=frame.marker_slips)
            self._folded[id(frame)], previous = now, frame
        return now


def night_before(frame: Frame) -> Night:
    """The night before a frame's command. For several frames in a row use :class:`SnapshotLoader`."""
    return SnapshotLoader().before(frame)


def _after(before: Night, frame: Frame) -> Night:
    folder = Folder(before, keeps=False)
    for event in frame.events:
        folder.follow(frame.command, event)
    return folder.night


def evolve(before: Night, command: str, event: Event) -> Night:
    """The night after an event of a command.

    Raises :class:`LedgerBroken` if the event leaves the ledger unsound. :func:`dealer.night.result.assert_sound` checks
    what must hold after all events of a command.
    """
    folder = Folder(before)
    folder.follow(command, event)
    return folder.night


def evolve_all(before: Night, command: str, events: tuple[Event, ...]) -> Night:
    """The night after all events of a command, checked by ``assert_sound``."""
    folder = Folder(before)
    for event in events:
        folder.follow(command, event)
    after = folder.night
    assert_sound(after)
    return after


def nights_after(events: Iterable[Recorded], before: Night | None = None) -> Iterator[Night]:
    """The night after each of its events, from the opening or from an earlier state.

    Raises :class:`LookupError` if there is no earlier state and the first event opens no night.
    """
    return (folder.night for folder in foldings_after(events, before))


def foldings_after(events: Iterable[Recorded], before: Night | None = None) -> Iterator[Folder]:
    """Like :func:`nights_after`, but yields the same mutable :class:`Folder` each time."""
    events = iter(events)
    if before is None:
        folder = Folder(_opened(events))
        yield folder
    else:
        folder = Folder(before)
    for event in events:
        folder.follow(event.command, event.event)
        yield folder


def fold(events: Sequence[Recorded], before: Night | None = None) -> Night:
    """Fold events into a night, from the opening or from an earlier state, and check it with ``assert_sound``.

    Raises :class:`LookupError` if there is neither an event nor an earlier state.
    """
    rest = iter(events)
    folder = Folder(_opened(rest) if before is None else before, keeps=False)
    for row in islice(rest, max(len(events) - AT_HAND, 0)):
        folder.follow(row.command, row.event)
    folder.keeps = True
    for row in rest:
        folder.follow(row.command, row.event)
    after = folder.night
    assert_sound(after)
    return after


class Folder:
    """Folds events into a ``night`` without copying the changing parts for each event.

    With ``keeps`` every frame gets a snapshot, else every :data:`CHECKPOINT`-th; see :data:`FAR`.
    """

    __slots__ = (
        "_command",
        "_dealing",
        "_dealt_for",
        "_following",
        "_ledger",
        "_made",
        "_now",
        "_own_acts",
        "_place",
        "_previous",
        "_snapshot",
        "_tables",
        "_top",
        "keeps",
    )

    def __init__(self, before: Night, keeps: bool = True) -> None:
        self.keeps = keeps
        self._following = _following(before.games)
        self._go_on_from(before)
        self._dealt_for = self._command if any(map(game_of, self._made)) else None

    def _go_on_from(self, now: Night) -> None:
        self._now, self._tables, self._dealing, self._own_acts = now, now.tables, now.dealing, now.own_acts
        self._ledger: OpenLedger | None = None
        self._top = top = now.top
        self._command = top.command if top else None
        self._made = list(top.events) if top else []

    @property
    def night(self) -> Night:
        """The current night, as an immutable value."""
        top = self._frame()
        if top is not self._now.top:
            self._top = top
            self._now = replace(
                self._now,
                tables=self._tables,
                dealing=self._dealing,
                ledger=self.ledger,
                own_acts=self._own_acts,
                top=top,
            )
            self._ledger = None
        return self._now

    @property
    def ledger(self) -> Ledger:
        """The current ledger; later events may still be posted to it."""
        return self._ledger.closed() if self._ledger else self._now.ledger

    @property
    def seats(self) -> dict[str, Seat]:
        """The current seats."""
        return self._now.seats

    def follow(self, command: str, event: Event) -> None:
        """Fold another event of a command."""
        if command == self._command and self._top and self._top.replayed:
            self._go_on_from(_given_again(self.night, event))
            return
        of_game, shown_to, follows, takes_back, change = self._following[type(event)]
        if takes_back:
            self._go_on_from(takes_back(self.night, command, event))
            return
        if of_game is None:
            of_game, shown_to = game_of(event), self._following.shown_to(event)
        if command != self._command:
            self._begin(command)
        # Later events of the command may be of other games: a broken bank returns stakes at every table.
        if of_game and self._dealt_for != command:
            self._dealing, self._dealt_for = of_game, command
        self._made.append(event)
        for name, after in shown_to:
            tables = self._tables
            table = tables[name]
            now = after(table, event)
            if now is not table:
                if tables is self._now.tables:
                    self._tables = tables = tables.copy()
                tables[name] = now
        if event.moves:
            if self._ledger is None:
                self._ledger = self._now.ledger.opened()
            self._ledger.post(event.moves)
        for follow in follows:
            self._own_acts = follow(self._own_acts, event)
        if change:
            self._go_on_from(change(self.night, event))

    def _begin(self, command: str) -> None:
        previous = self._frame()
        place = (previous.place + 1) % FAR if previous else 0
        is_checkpoint = place % CHECKPOINT == 0
        snapshot = self.night if self.keeps or is_checkpoint else None
        if self.keeps and is_checkpoint:
            _drop_snapshots(previous, AT_HAND, CHECKPOINT)
        if place == 0:
            _drop_snapshots(previous, FAR, FAR)
        self._command, self._previous, self._place, self._snapshot = (
            command,
            snapshot.top if snapshot else previous,
            place,
            snapshot,
        )
        self._top, self._made = None, []

    def _frame(self) -> Frame | None:
        """The frame of the current command with its events so far."""
        top = self._top
        if top is not None:
            return top if len(top.events) == len(self._made) else replace(top, events=tuple(self._made))
        if self._command is None:
            return None
        return Frame(
            command=self._command,
            previous=self._previous,
            marker_slips=self._now.marker_slips,
            place=self._place,
            events=tuple(self._made),
            snapshot=self._snapshot,
        )


class _Following(dict[type[Event], tuple[Any, ...]]):
    """What to update after an event in a night of certain games, computed once per event type.

    These are the game of the event (``None`` if the event names it), the tables that see it, the players' own commands,
    and the function that takes commands back or changes the night.
    """

    def __init__(self, games: tuple[Game, ...]) -> None:
        super().__init__()
        self._games = games

    def __missing__(self, kind: type[Event]) -> tuple[Any, ...]:
        of_game = game_whose(kind)
        shown_to = () if of_game is None else self._shown_to(kind, of_game)
        found = self[kind] = (of_game, shown_to, FOLLOWED[kind], _TAKES_BACK.get(kind), _CHANGES.get(kind))
        return found

    def shown_to(self, event: Event) -> _ShownTo:
        """The games whose tables see an event, each with the function that gives the table after it."""
        return self._shown_to(type(event), game_of(event))

    def _shown_to(self, kind: type[Event], of_game: str) -> _ShownTo:
        is_for_all = not of_game or issubclass(kind, BankBroke)
        return tuple((game.name, game.after) for game in self._games if is_for_all or game.name == of_game)


@lru_cache(maxsize=GAMES_KNOWN)
def _following(games: tuple[Game, ...]) -> _Following:
    return _Following(games)


def _drop_snapshots(top: Frame | None, many: int, every: int) -> None:
    """Drop the snapshots ``many`` frames down, as far as the next frame that keeps its own (each ``every``-th)."""
    for _ in range(many):
        top = top.previous if top else None
    while top and top.place % every:
        top.snapshot, top = None, top.previous


def _opened(events: Iterator[Recorded]) -> Night:
    """The night that the first of some events opens."""
    first = next(events, None)
    if first is None:
        raise LookupError("no events")
    if not isinstance(first.event, night.NightOpened):
        raise LookupError(f"the first event of {first.stream} does not open a night")
    return opening(first.stream, first.event, first.command)


def _taken_back(before: Night, command: str, event: night.CommandVoided) -> Night:
    top = before.last_voidable
    if top is None or top.command != event.command:
        raise AssertionError(f"{event.command} is not the last command that stands")
    return _as_before(before, top, event.moves)


def _amended(before: Night, command: str, event: night.CommandAmended) -> Night:
    """The night as it was before the corrected command; the replay goes on from there."""
    undone = list(takewhile(lambda frame: frame.command in event.undone, before.frames))
    if event.undone[-1:] != (event.command,) or tuple(frame.command for frame in undone) != event.undone:
        raise AssertionError(f"{', '.join(event.undone)} are not the commands given since {event.command}")
    replayed = _as_before(before, undone[-1], event.moves, stays=False)
    previous = before.top
    place = (previous.place + 1) % FAR if previous else 0
    top = Frame(
        command=command,
        previous=previous,
        marker_slips=before.marker_slips,
        place=place,
        events=(event,),
        snapshot=before,
        replayed=replayed,
    )
    return replace(replayed, top=top)


def _given_again(before: Night, event: Event) -> Night:
    """The night after an event of a correction that belongs to the command being replayed."""
    top = before.top
    assert top is not None
    assert top.replayed is not None
    if isinstance(event, night.CommandGivenAgain):
        return replace(before, top=replace(top, giving=event))
    giving = top.giving
    if giving is None:
        raise AssertionError(f"{top.command} gives no command again and makes a {type(event).__name__}")
    folder = Folder(top.replayed, keeps=False)
    folder.follow(giving.command, event)
    replayed = folder.night
    if replayed.top is None:
        return replayed
    replayed = replace(replayed, top=replace(replayed.top, words_of=giving.words_of or top.command))
    return replace(replayed, top=replace(top, replayed=replayed, events=(*top.events, event)))


def _as_before(now: Night, undone: Frame, moves: tuple[Move, ...], stays: bool = True) -> Night:
    """Restore the night before a command by reversing its moves; numbers of slips given since stay used.

    What was done with the drawer since then stays, unless ``stays`` is false.
    """
    before = night_before(undone)
    before = replace(before, marker_slips=now.marker_slips.back_to(before.marker_slips, before.markers))
    for frame in reversed(list(takewhile(lambda frame: frame is not undone, _down_from(now.top)))) if stays else ():
        before = _after(before, frame)
    restored, stood = now.ledger.post(moves).balances, before.ledger.balances
    if any(restored.get(account, 0) != stood.get(account, 0) for account in {**restored, **stood}):
        raise LedgerBroken(f"taking {undone.command} back does not restore the books")
    return before


def _down_from(frame: Frame | None) -> Iterator[Frame]:
    while frame:
        yield frame
        frame = frame.previous


def _by_the_house(now: Night) -> Night:
    """The night after events of a house command; events of games among them do not count as play."""
    assert now.top is not None
    return replace(now, dealing=night_before(now.top).dealing)


_CHANGES: dict[type[Event], Callable[[Night, Any], Night]] = {
    **CHANGES,
    night.PlayerLeft: lambda now, event: left(_by_the_house(now), event),
    night.NightClosed: lambda now, event: replace(_by_the_house(now), closed=True, top=None),
}
_TAKES_BACK: dict[type[Event], Callable[[Night, str, Any], Night]] = {
    night.CommandVoided: _taken_back,
    night.CommandVoidedForReason: _taken_back,
    night.CommandAmended: _amended,
}


class History(Frozen, kw_only=False):
    """All events of a night and the night after each of them; the states share unchanged parts.

    Between the events of a command a state may be unsound. Soundness is checked where commands are decided and
    verified, not here.
    """

    events: NightEvents
    states: tuple[Night, ...]

    @classmethod
    def of(cls, events: Sequence[Recorded], known: History | None = None) -> History:
        """The history of a night's events; reuses ``known`` if that is a beginning of them.

        Raises :class:`LookupError` if the first event opens no night.
        """
        events = events if isinstance(events, NightEvents) else NightEvents(events)
        if not events:
            raise LookupError("no events")
        if known is None or events[min(known.version, len(events)) - 1].hash != known.events[-1].hash:
            return cls(events, tuple(nights_after(events)))
        later = nights_after(events[known.version :], known.states[-1])
        return cls(events, (*known.states, *later))

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.events)

    def at(self, version: int) -> Night:
        """The night after its event ``version``; raises :class:`IndexError` if there is no such event."""
        self._check(version)
        return self.states[version - 1]

    def until(self, version: int) -> NightEvents:
        """The events up to and including ``version``; raises :class:`IndexError` if there is no such event."""
        return self.events.until(version)

    def as_of(self, version: int) -> History:
        """The history up to its event ``version``; raises :class:`IndexError` if there is no such event."""
        return History(self.until(version), self.states[:version])

    def head(self, version: int) -> Head:
        """The night's head at ``version``; raises :class:`IndexError` if there is no such event."""
        self._check(version)
        return Head(version=version, hash=self.events[version - 1].hash)

    def _check(self, version: int) -> None:
        if not 1 <= version <= self.version:
            raise IndexError(version)
