"""The rules of the tablet's outbox (``web/static/js/outbox.js`` and ``transport.js``), restated for one page.

A test holds them against the script itself. Left out: other pages and members of staff, second persons, tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

WITHOUT_ANSWER = (429, 502, 503, 504)
MOST_FAILURES = 3
MOST_TRIES = 20
WHO_MAY_NOT = ("not_permitted", "unknown_staff")
UNSEEN = 0

Command = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What the server answers: the status, the code of a refusal, the version made, and the table as it stands."""

    status: int
    code: str = ""
    version: int = 0
    table: Table | None = None


@dataclass(frozen=True)
class Table:
    """What a page knows of the table that it shows. The moment is the number of the event that began it."""

    version: int
    moment: int


@dataclass
class Touch:
    """A command that waits for its answer; ``at`` gives its place among the others."""

    id: str
    at: float
    command: Command
    seen: int | None
    moment: int | None
    behind: str | None
    tries: int = 0
    held: bool = False
    was_held: bool = False
    waited: bool = False
    unclear: bool = False
    rebased: bool = False
    touched_at: int | None = None
    sent_as: str | None = None

    @property
    def request(self) -> tuple[str, int]:
        """The id and the version that it is sent with."""
        return self.sent_as or self.id, UNSEEN if self.seen is None else self.seen


@dataclass
class Rules:
    """What the games say of a command: whether it ends the moment, is play, or is the same while the moment lasts."""

    moves_on: Callable[[Command], bool]
    is_of_play: Callable[[Command], bool]
    survives: Callable[[Command], bool]


@dataclass
class Outbox:
    """The touches of one page. ``ask`` sends one and gives its answer, ``None`` if there is none.

    ``fetch`` gives the table of the server, ``None`` if there is no answer; ``pause`` waits before the next try.
    """

    rules: Rules
    shown: Table
    ask: Callable[[Touch], Answer | None]
    fetch: Callable[[], Table | None]
    pause: Callable[[], None]
    dropped: Callable[[Touch], None]
    entries: list[Touch] = field(default_factory=list)
    held: list[Touch] = field(default_factory=list)
    busy: bool = False

    @property
    def first(self) -> Touch | None:
        return self.entries[0] if self.entries else None

    def reload(self) -> None:
        """Begin as a new page of the same tab does, with what the last one left."""
        for touch in [*self.entries, *self.held]:
            touch.waited = True
        self.entries.sort(key=lambda touch: touch.at)
        self.busy = False

    def touch(self, ident: str, at: float, command: Command) -> Touch:
        """Take in a touch."""
        before = self.entries[-1] if self.entries else None
        follows = before is not None and self.rules.moves_on(before.command)
        touch = Touch(
            id=ident,
            at=max(at, before.at + 1) if before else at,
            command=command,
            seen=None if before else self.shown.version,
            moment=None if follows else before.moment if before else self.shown.moment,
            behind=before.id if before and follows else before.behind if before else None,
        )
        self.entries.append(touch)
        return touch

    def work(self) -> None:
        """Send what waits, in order, until nothing does or the dealer must decide."""
        if self.busy:
            return
        self.busy = True
        while self.first and self._deliver(self.first):
            pass
        self.busy = False

    def do_now(self, touches: list[Touch], at: float) -> None:
        """Put held touches back, on top of the table as it is shown."""
        if any(self.rules.moves_on(touch.command) for touch in self.entries):
            return
        at = max(at, self.entries[-1].at + 1) if self.entries else at
        for place, touch in enumerate(touches):
            passed = self.rules.is_of_play(touch.command) and not touch.behind and touch.moment != self.shown.moment
            if not passed:
                touch.seen = None if place or self.first else self.shown.version
            if self.first:
                touch.at = at + place
            touch.unclear, touch.waited, touch.held = False, True, False
        self.held = [touch for touch in self.held if touch not in touches]
        self.entries += touches

    def drop(self) -> None:
        """Cancel everything that is held."""
        for touch in self.held:
            self.dropped(touch)
        self.held.clear()

    def _deliver(self, touch: Touch) -> bool:
        """Send one until it is answered; ``False`` if sending must stop."""
        failures = 0
        while self.first is touch:
            answer = self.ask(touch)
            if answer is None or answer.status in WITHOUT_ANSWER:
                self.pause()
            elif answer.status == 200:
                self._answered(touch, answer)
            elif answer.status == 412:
                settled = self._outrun(touch)
                if settled is not None:
                    return settled
                self.pause()
            elif answer.status == 403 and not self._refresh():
                self.pause()
            elif answer.status >= 500:
                failures += 1
                if failures == MOST_FAILURES:
                    touch.unclear = True
                    self._hold()
                    self._refresh()
                    return False
                self.pause()
            else:
                self._refused(touch, answer)
                return False
        return True

    def _answered(self, touch: Touch, answer: Answer) -> None:
        self.shown = answer.table or self.shown
        if len(self.entries) > 1 and self.entries[1].seen is None:
            following = self.entries[1]
            lost = touch.rebased and not self.rules.survives(following.command)
            following.seen = touch.touched_at if lost else answer.version
        for later in [*self.entries, *self.held]:
            if later.behind == touch.id:
                later.behind = None
                later.moment = self.shown.moment if self.shown.moment <= answer.version else None
        self.entries.remove(touch)

    def _refused(self, touch: Touch, answer: Answer) -> None:
        if touch.waited and answer.code in WHO_MAY_NOT:
            touch.sent_as = f"{touch.sent_as or touch.id}'"
        else:
            self.entries.remove(touch)
        self._hold()
        self._refresh()

    def _outrun(self, touch: Touch) -> bool | None:
        if not self._refresh():
            return None
        touch_again = touch.moment is not None and touch.moment == self.shown.moment
        if touch_again and self.rules.survives(touch.command):
            touch.tries += 1
            if touch.tries < MOST_TRIES:
                touch.touched_at = touch.seen if touch.touched_at is None else touch.touched_at
                touch.seen = self.shown.version
                touch.rebased = True
                return True
        self._hold()
        return False

    def _hold(self) -> None:
        for touch in self.entries:
            touch.held = touch.was_held = True
        self.held = sorted([*self.held, *self.entries], key=lambda touch: touch.at)
        self.entries = []

    def _refresh(self) -> bool:
        table = self.fetch()
        self.shown = table or self.shown
        return table is not None
