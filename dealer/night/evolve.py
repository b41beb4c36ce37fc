"""``evolve`` and folding: the night after its facts, with the frames that can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any, TypeAlias

from msgspec.structs import replace

from dealer.game.game import Game
from dealer.game.table import placed
from dealer.night.night import FOLLOWED, Dispute, Frame, Loan, Night, Pledge, Seat, opening
from dealer.night.result import assert_sound
from events.facts import night
from events.facts import night as money
from events.facts.fact import Fact, Move
from events.facts.play import BankBroke
from events.games import game_of, game_whose
from events.records import Recorded
from ledger.ledger import Ledger, LedgerBroken, OpenLedger


def _seated(now: Night, fact: night.PlayerSeated) -> Night:
    seating = placed(now.seating, fact.player, fact.after)
    return replace(now, seats={**now.seats, fact.player: Seat(fact.name)}, seating=seating)


def _moved(now: Night, fact: night.PlayerMoved) -> Night:
    return replace(now, seating=placed(now.seating, fact.player, fact.after))


def _sat(now: Night, fact: night.PlayerSatOut | night.PlayerSatIn) -> Night:
    seat = replace(now.seats[fact.player], sits_out=isinstance(fact, night.PlayerSatOut))
    return replace(now, seats={**now.seats, fact.player: seat})


def left(now: Night, fact: night.PlayerLeft) -> Night:
    """The night after a player left: their seat is free and keeps their name."""
    return replace(now, seats={**now.seats, fact.player: replace(now.seats[fact.player], taken=False)})


def _marker(now: Night, fact: money.MarkerIssued) -> Night:
    assert now.top is not None
    # A forged fact may name a player without a seat; the check that decides commands again reports it.
    issue = (now.top.command, fact.player, fact.amount_cents, now.names.get(fact.player, ""))
    return replace(now, markers=fact.marker, slips=now.slips.issued(fact.marker, issue))


def _pledged(now: Night, fact: money.PledgeTaken) -> Night:
    return replace(now, pledges=(*now.pledges, Pledge(fact.player, fact.item, fact.amount_cents)))


def _handed_back(now: Night, fact: money.PledgeReturned) -> Night:
    gone = Pledge(fact.player, fact.item, fact.amount_cents)
    at = now.pledges.index(gone)
    return replace(now, pledges=now.pledges[:at] + now.pledges[at + 1 :])


def _lent(now: Night, fact: money.StakeLent) -> Night:
    loan = Loan(fact.lender, fact.borrower, Fraction(fact.profit_share), fact.amount_cents)
    return replace(now, loans=(*now.loans, loan))


def _disputed(now: Night, fact: night.DisputeRaised) -> Night:
    raised = Dispute(
        player=fact.player,
        about=fact.about,
        claim=fact.claim,
        dealing=now.dealing,
        table=now.tables[now.dealing],
    )
    return replace(now, disputes={**now.disputes, fact.dispute: raised})


def _ruled(now: Night, fact: night.DisputeRuled) -> Night:
    ruled = replace(now.disputes[fact.dispute], ruling=fact.ruling)
    return replace(now, disputes={**now.disputes, fact.dispute: ruled})


CHANGES: dict[type[Fact], Callable[[Night, Any], Night]] = {
    night.PlayerSeated: _seated,
    night.PlayerMoved: _moved,
    night.PlayerSatOut: _sat,
    night.PlayerSatIn: _sat,
    money.MarkerIssued: _marker,
    money.PledgeTaken: _pledged,
    money.PledgeReturned: _handed_back,
    money.StakeLent: _lent,
    night.DisputeRaised: _disputed,
    night.DisputeRuled: _ruled,
}
"""The function for each type of fact that changes the night."""


CHECKPOINT = 32
"""Every so many frames have a snapshot of the night before them. Any other night is folded from there."""

AT_HAND = 2 * CHECKPOINT
"""At least so many of the newest frames have a snapshot."""

FAR = 4 * CHECKPOINT
"""Beyond so many frames, only every so-many-th frame has a snapshot."""

GAMES_KNOWN = 64
"""For how many sets of games the followers of facts are cached."""

_ShownTo: TypeAlias = tuple[tuple[str, Callable[[Any, Fact], Any]], ...]


class LookingBack:
    """Loads the nights before frames, newest first. Reuses the folded states from one step to the next."""

    def __init__(self) -> None:
        self._folded: dict[int, Night] = {}

    def before(self, frame: Frame) -> Night:
        """The night before a frame's command."""
        return frame.kept or self._folded.get(id(frame)) or self._fold_to(frame)

    def _fold_to(self, frame: Frame) -> Night:
        above, below = [frame], frame.below
        assert below is not None
        # Another thread may drop a frame's snapshot meanwhile, so read it only once.
        while (now := below.kept) is None:
            above.append(below)
            below = below.below
            assert below is not None
        self._folded = {}
        for frame in reversed(above):
            now = replace(below.again or _after(now, below), top=below, slips=frame.slips)
            self._folded[id(frame)], below = now, frame
        return now


def night_before(frame: Frame) -> Night:
    """The night before a frame's command. For several frames in a row use :class:`LookingBack`."""
    return LookingBack().before(frame)


def _after(before: Night, frame: Frame) -> Night:
    """The night after a frame's command."""
    folding = Folding(before, keeps=False)
    for fact in frame.facts:
        folding.follow(frame.command, fact)
    return folding.night


def evolve(before: Night, command: str, fact: Fact) -> Night:
    """The night after a fact of a command.

    Raises :class:`LedgerBroken` if the fact leaves the ledger unsound. :func:`dealer.night.result.assert_sound` checks
    what must hold after all facts of a command.
    """
    folding = Folding(before)
    folding.follow(command, fact)
    return folding.night


def evolve_all(before: Night, command: str, facts: tuple[Fact, ...]) -> Night:
    """The night after all facts of a command, checked by ``assert_sound``."""
    folding = Folding(before)
    for fact in facts:
        folding.follow(command, fact)
    after = folding.night
    assert_sound(after)
    return after


def nights_after(facts: Iterable[Recorded], before: Night | None = None) -> Iterator[Night]:
    """The night after each of its facts, from the opening or from an earlier state.

    Raises :class:`LookupError` if there is no earlier state and the first fact opens no night.
    """
    return (folding.night for folding in foldings_after(facts, before))


def foldings_after(facts: Iterable[Recorded], before: Night | None = None) -> Iterator[Folding]:
    """Like :func:`nights_after`, but yields the same mutable :class:`Folding` each time."""
    facts = iter(facts)
    if before is None:
        folding = Folding(_opened(facts))
        yield folding
    else:
        folding = Folding(before)
    for fact in facts:
        folding.follow(fact.command, fact.fact)
        yield folding


def fold(facts: Sequence[Recorded], before: Night | None = None) -> Night:
    """Fold facts into a night, from the opening or from an earlier state, and check it with ``assert_sound``.

    Raises :class:`LookupError` if there is neither a fact nor an earlier state.
    """
    rest = iter(facts)
    folding = Folding(_opened(rest) if before is None else before, keeps=False)
    for row in islice(rest, max(len(facts) - AT_HAND, 0)):
        folding.follow(row.command, row.fact)
    folding.keeps = True
    for row in rest:
        folding.follow(row.command, row.fact)
    after = folding.night
    assert_sound(after)
    return after


class Folding:
    """Folds facts into a ``night`` without copying the changing parts for each fact.

    With ``keeps`` every frame gets a snapshot, else every :data:`CHECKPOINT`-th; see :data:`FAR`.
    """

    __slots__ = (
        "_below",
        "_command",
        "_dealing",
        "_following",
        "_kept",
        "_ledger",
        "_made",
        "_now",
        "_own_acts",
        "_place",
        "_tables",
        "_top",
        "keeps",
    )

    def __init__(self, before: Night, keeps: bool = True) -> None:
        self.keeps = keeps
        self._following = _following(before.games)
        self._go_on_from(before)

    def _go_on_from(self, now: Night) -> None:
        self._now, self._tables, self._dealing, self._own_acts = now, now.tables, now.dealing, now.own_acts
        self._ledger: OpenLedger | None = None
        self._top = top = now.top
        self._command = top.command if top else None
        self._made = list(top.facts) if top else []

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
        """The current ledger; later facts may still be posted to it."""
        return self._ledger.closed() if self._ledger else self._now.ledger

    @property
    def seats(self) -> dict[str, Seat]:
        """The current seats."""
        return self._now.seats

    def follow(self, command: str, fact: Fact) -> None:
        """Fold another fact of a command."""
        if command == self._command and self._top and self._top.again:
            self._go_on_from(_given_again(self.night, fact))
            return
        of_game, shown_to, follows, takes_back, change = self._following[type(fact)]
        if takes_back:
            self._go_on_from(takes_back(self.night, command, fact))
            return
        if of_game is None:
            of_game, shown_to = game_of(fact), self._following.shown_to(fact)
        if command != self._command:
            self._begin(command)
            # Later facts of the command may be of other games: a broken bank returns stakes at every table.
            if of_game:
                self._dealing = of_game
        self._made.append(fact)
        for name, after in shown_to:
            tables = self._tables
            table = tables[name]
            now = after(table, fact)
            if now is not table:
                if tables is self._now.tables:
                    self._tables = tables = tables.copy()
                tables[name] = now
        if fact.moves:
            if self._ledger is None:
                self._ledger = self._now.ledger.opened()
            self._ledger.post(fact.moves)
        for follow in follows:
            self._own_acts = follow(self._own_acts, fact)
        if change:
            self._go_on_from(change(self.night, fact))

    def _begin(self, command: str) -> None:
        """Put a frame for the command on top."""
        below = self._frame()
        place = (below.place + 1) % FAR if below else 0
        is_checkpoint = place % CHECKPOINT == 0
        kept = self.night if self.keeps or is_checkpoint else None
        if self.keeps and is_checkpoint:
            _drop_snapshots(below, AT_HAND, CHECKPOINT)
        if place == 0:
            _drop_snapshots(below, FAR, FAR)
        self._command, self._below, self._place, self._kept = command, kept.top if kept else below, place, kept
        self._top, self._made = None, []

    def _frame(self) -> Frame | None:
        """The frame of the current command with its facts so far."""
        top = self._top
        if top is not None:
            return top if len(top.facts) == len(self._made) else replace(top, facts=tuple(self._made))
        if self._command is None:
            return None
        return Frame(
            command=self._command,
            below=self._below,
            slips=self._now.slips,
            place=self._place,
            facts=tuple(self._made),
            kept=self._kept,
        )


class _Following(dict[type[Fact], tuple[Any, ...]]):
    """What to update after a fact in a night of certain games, computed once per fact type.

    These are the game of the fact (``None`` if the fact names it), the tables that see it, the players' own commands,
    and the function that takes commands back or changes the night.
    """

    def __init__(self, games: tuple[Game, ...]) -> None:
        super().__init__()
        self._games = games

    def __missing__(self, kind: type[Fact]) -> tuple[Any, ...]:
        of_game = game_whose(kind)
        shown_to = () if of_game is None else self._shown_to(kind, of_game)
        found = self[kind] = (of_game, shown_to, FOLLOWED[kind], _TAKES_BACK.get(kind), _CHANGES.get(kind))
        return found

    def shown_to(self, fact: Fact) -> _ShownTo:
        """The games whose tables see a fact, each with the function that gives the table after it."""
        return self._shown_to(type(fact), game_of(fact))

    def _shown_to(self, kind: type[Fact], of_game: str) -> _ShownTo:
        is_for_all = not of_game or issubclass(kind, BankBroke)
        return tuple((game.name, game.after) for game in self._games if is_for_all or game.name == of_game)


@lru_cache(maxsize=GAMES_KNOWN)
def _following(games: tuple[Game, ...]) -> _Following:
    return _Following(games)


def _drop_snapshots(top: Frame | None, many: int, every: int) -> None:
    """Drop the snapshots ``many`` frames down, as far as the next frame that keeps its own (each ``every``-th)."""
    for _ in range(many):
        top = top.below if top else None
    while top and top.place % every:
        top.kept, top = None, top.below


def _opened(facts: Iterator[Recorded]) -> Night:
    """The night that the first of some facts opens."""
    first = next(facts, None)
    if first is None:
        raise LookupError("no facts")
    if not isinstance(first.fact, night.NightOpened):
        raise LookupError(f"the first fact of {first.stream} opens no night")
    return opening(first.stream, first.fact, first.command)


def _taken_back(before: Night, command: str, fact: night.CommandVoided) -> Night:
    top = before.top
    if top is None or top.command != fact.command:
        raise AssertionError(f"{fact.command} is not the last command that stands")
    return _as_before(before, top, fact.moves)


def _amended(before: Night, command: str, fact: night.CommandAmended) -> Night:
    """The night as it was before the corrected command; the replay goes on from there."""
    undone = list(takewhile(lambda frame: frame.command in fact.undone, before.course))
    if fact.undone[-1:] != (fact.command,) or tuple(frame.command for frame in undone) != fact.undone:
        raise AssertionError(f"{', '.join(fact.undone)} are not the commands given since {fact.command}")
    again = _as_before(before, undone[-1], fact.moves)
    below = before.top
    place = (below.place + 1) % FAR if below else 0
    top = Frame(command=command, below=below, slips=before.slips, place=place, facts=(fact,), kept=before, again=again)
    return replace(again, top=top)


def _given_again(before: Night, fact: Fact) -> Night:
    """The night after a fact of a correction that belongs to the command being replayed."""
    top = before.top
    assert top is not None
    assert top.again is not None
    if isinstance(fact, night.CommandGivenAgain):
        return replace(before, top=replace(top, giving=fact))
    giving = top.giving
    if giving is None:
        raise AssertionError(f"{top.command} gives no command again and makes a {type(fact).__name__}")
    folding = Folding(top.again, keeps=False)
    folding.follow(giving.command, fact)
    again = folding.night
    if again.top is None:
        return again
    again = replace(again, top=replace(again.top, words_of=giving.words_of or top.command))
    return replace(again, top=replace(top, again=again, facts=(*top.facts, fact)))


def _as_before(now: Night, undone: Frame, moves: tuple[Move, ...]) -> Night:
    """Restore the night before a command by reversing all moves since; numbers of slips given since stay used."""
    before = night_before(undone)
    restored, stood = now.ledger.post(moves).balances, before.ledger.balances
    if any(restored.get(account, 0) != stood.get(account, 0) for account in {**restored, **stood}):
        raise LedgerBroken(f"taking {undone.command} back does not restore the books")
    return replace(before, slips=now.slips.back_to(before.slips, before.markers))


def _by_the_house(now: Night) -> Night:
    """The night after facts of a house command; facts of games among them do not count as play."""
    assert now.top is not None
    return replace(now, dealing=night_before(now.top).dealing)


_CHANGES: dict[type[Fact], Callable[[Night, Any], Night]] = {
    **CHANGES,
    night.PlayerLeft: lambda now, fact: left(_by_the_house(now), fact),
    night.NightClosed: lambda now, fact: replace(_by_the_house(now), closed=True, top=None),
}
_TAKES_BACK: dict[type[Fact], Callable[[Night, str, Any], Night]] = {
    night.CommandVoided: _taken_back,
    night.CommandVoidedForReason: _taken_back,
    night.CommandAmended: _amended,
}
