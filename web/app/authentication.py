"""Authentication: PIN sign-in, its limits, the first account, and who is signed in on which device."""

from __future__ import annotations

import hmac
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Condition
from time import monotonic

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dealer.clock_watch import ClockWatch
from dealer.commands.refusal import Refusal, number_of
from dealer.staff import (
    FORGOTTEN_AFTER,
    SESSION_LASTS,
    Member,
    Register,
    Session,
    check_may_try,
    duration,
    member_called,
    wait_after,
)
from dealer.staff_keeper import StaffKeeper
from dealer.streams import Sender, now_utc
from events.book.book import Book
from events.book.shared_values import SharedValue, SharedValues
from events.cache import Cache
from events.frozen import Frozen
from web.app.addresses import address_of, counted_as
from web.app.secret_key import derived

FREE_TRIES = 10
"""So many wrong tries from one address make nobody wait: several of the staff may share it."""

MOST_ADDRESSES = 4096
"""So many addresses are remembered; where more come, the one that has been quiet for longest is forgotten."""


class HeldUp(Frozen, kw_only=False):
    """An address that has to wait: how many wrong tries came from it, and how long it waits still."""

    address: str
    wrong: int
    wait: timedelta


class AddressLimits:
    """Counts wrong tries by address, together with the other servers of the book. Thread-safe.

    They are forgotten when a name is unlocked: ``unlocks`` is how often any name was.
    """

    def __init__(self, shared: SharedValues) -> None:
        self._shared = shared

    def check(self, address: str, unlocks: int = 0) -> None:
        """Refuse (``sign_in_locked``) while an address has to wait."""
        tries = self._shared.get(_kind(unlocks), counted_as(address))
        wait = _wait_after(tries) if tries else timedelta(0)
        if tries and wait:
            came = number_of(tries.count, "%(num)s wrong try", "%(num)s wrong tries")
            raise Refusal(
                "sign_in_locked",
                "%(came)s from the address of this device. A device where that dealer has not signed in "
                "before must wait %(wait)s.",
                came=came,
                wait=duration(wait),
            )

    def note_wrong(self, address: str, unlocks: int = 0) -> None:
        """Count a wrong try."""
        for_s = FORGOTTEN_AFTER.total_seconds()
        self._shared.count(_kind(unlocks), counted_as(address), for_s, most=MOST_ADDRESSES, extend=True)

    def held_up(self, unlocks: int = 0) -> list[HeldUp]:
        """The addresses that have to wait now, those with most tries first."""
        tried = self._shared.all(_kind(unlocks))
        waits = [HeldUp(address, tries.count, _wait_after(tries)) for address, tries in tried.items()]
        return sorted((wait for wait in waits if wait.wait), key=lambda held_up: -held_up.wrong)


def _kind(unlocks: int) -> str:
    return f"wrong PINs since unlock {unlocks}"


def _wait_after(tries: SharedValue) -> timedelta:
    return max(timedelta(0), wait_after(tries.count, FREE_TRIES) - timedelta(seconds=tries.age_s))


IN_LINE = 6
"""So many may wait to have a PIN hashed in either line; who comes after them is asked to come again."""

FROM_ONE_ADDRESS = 2
"""So many of the strangers in line may come from one address."""

_PIN = re.compile(r"[0-9]{4,12}")


def default_hasher() -> PasswordHasher:
    """Argon2id at about a tenth of a second, on one core."""
    return PasswordHasher(time_cost=2, memory_cost=64 * 1024, parallelism=1)


class Pins:
    """Hashes PINs and compares them. ``pepper`` is a key that no copy of the book brings along.

    There are two lines: one for the staff's own devices, and one for strangers, who come after all of those.
    """

    def __init__(self, pepper: bytes, hasher: PasswordHasher) -> None:
        self._pepper = pepper
        self._hasher = hasher
        self._changed = Condition()
        self._busy = False
        self._staff = 0
        self._strangers: Counter[str] = Counter()

    def hash(self, pin: str) -> str:
        """The hash of a new PIN; :class:`Refusal` (``bad_input``) where it is none, ``sign_in_busy`` in a crowd."""
        if not _PIN.fullmatch(pin):
            raise Refusal("bad_input", "A PIN must be 4 to 12 digits.")
        with self._in_line(None):
            return self._hasher.hash(self._peppered(pin))

    def fit(self, pin_hash: str, pin: str, stranger: str | None = None) -> bool:
        """Whether a PIN is the one of a hash; ``stranger`` is the address of one, ``None`` for a device of the staff's.

        Raises :class:`Refusal` (``sign_in_busy``) in a crowd.
        """
        with self._in_line(stranger):
            try:
                return self._hasher.verify(pin_hash, self._peppered(pin))
            except (VerificationError, InvalidHashError):
                return False

    def waiting(self) -> tuple[int, int]:
        """How many are in line: the staff's own devices, and strangers."""
        with self._changed:
            return self._staff, self._strangers.total()

    def _peppered(self, pin: str) -> bytes:
        return hmac.digest(self._pepper, pin.encode(), "sha256")

    @contextmanager
    def _in_line(self, stranger: str | None) -> Iterator[None]:
        """Come in line, and have the turn: one at a time, the staff's before any stranger's."""
        with self._changed:
            self._come(stranger)
            self._changed.wait_for(lambda: not self._busy and (stranger is None or not self._staff))
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._leave(stranger)
                self._changed.notify_all()

    def _come(self, stranger: str | None) -> None:
        if stranger is None:
            is_room = self._staff < IN_LINE
        else:
            is_room = self._strangers.total() < IN_LINE and self._strangers[stranger] < FROM_ONE_ADDRESS
        if not is_room:
            raise Refusal("sign_in_busy", "Too many people are signing in. Try again in a moment.")
        self._staff += stranger is None
        self._strangers.update([] if stranger is None else [stranger])

    def _leave(self, stranger: str | None) -> None:
        self._staff -= stranger is None
        self._strangers -= Counter([] if stranger is None else [stranger])


EXTENSION = "casekeeper authentication"

UNRECORDED = "sessions of a damaged register"
"""The kind of shared values that names who signed in while nothing could be recorded, by their sessions' hashes."""

SHARED_VALUES = "casekeeper shared values"
"""What the key of shared values is derived for."""

_SESSION_ID_BYTES = 24

_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that look like others."""


SEEN_FOR_S = 86_400.0
SEEN_EVERY_S = 60.0
"""How old the time may be at which another server saw something last."""

MOST_SEEN = 4_096


class LastSeen:
    """When sessions or tokens were last seen, by their hashes, by any server of the book. Thread-safe."""

    def __init__(self, shared: SharedValues, kind: str) -> None:
        self._shared, self._kind = shared, kind
        self._seen: Cache[str, tuple[str, float]] = Cache(MOST_SEEN)

    def note(self, whose: str, at: str) -> None:
        """Note that something was seen just now, at a time (ISO 8601 in UTC)."""
        _, shared_s = self._seen.get(whose) or ("", -SEEN_EVERY_S)
        if monotonic() - shared_s >= SEEN_EVERY_S and self._shared.reach_others:
            shared_s = monotonic()
            self._shared.put(self._kind, whose, at.encode(), SEEN_FOR_S)
        self._seen.put(whose, (at, shared_s))

    def times(self) -> dict[str, str]:
        """When each was seen last."""
        times = {whose: found.value.decode() for whose, found in self._shared.all(self._kind).items()}
        for whose, (at, _) in self._seen.items():
            times[whose] = max(at, times.get(whose, at))
        return times


class StandingSession(Frozen):
    """A session that stands: whose it is and on which device, when it ends by itself, and when it was last seen.

    That is not in the book: ``None`` where nobody has come with it since the server was started.
    """

    session: Session
    ends_at: datetime
    seen_at: str | None


class Authentication:
    """The ``keeper`` of the staff with their PINs; the first of them is engaged with ``first_code`` only."""

    def __init__(
        self,
        book: Book,
        secret_key: bytes,
        *,
        hasher: PasswordHasher | None = None,
        clock: Callable[[], str] = now_utc,
        first_code: str | None = None,
        address_limits: AddressLimits | None = None,
        passed: Callable[[], float] | None = None,
    ) -> None:
        """``passed`` gives the seconds that have passed, against which the clock is watched; without it, it is not."""
        self.keeper = StaffKeeper(book, clock)
        self._watch = ClockWatch(self.keeper, passed) if passed else None
        if self._watch:
            self._watch.begin()
        self._pins = Pins(derived(secret_key, "casekeeper pins"), hasher or default_hasher())
        self.shared = SharedValues(book, derived(secret_key, SHARED_VALUES))
        """What the servers of the book share."""
        self._addresses = address_limits or AddressLimits(self.shared)
        self._first_code = first_code
        self._seen = LastSeen(self.shared, "sessions seen")

    @property
    def register(self) -> Register:
        """The staff as they stand, with a jump of the clock if there was one."""
        if self._watch:
            self._watch.look()
        return self.keeper.register()

    def sign_in(self, name: str, pin: str, sender: Sender, address: str = "") -> str:
        """Let somebody in, who comes from an IP address: the id of the session that begins.

        Raises :class:`Refusal`: ``unknown_staff``, ``wrong_pin``, ``sign_in_locked`` where too many wrong ones came,
        and ``sign_in_busy`` in a crowd.
        """
        session_id = _new_session_id()
        self._show_pin(name, pin, sender, address, hash_of_session(session_id))
        return session_id

    def confirm(self, name: str, pin: str, sender: Sender, address: str = "") -> None:
        """Have somebody who is signed in show their PIN again; raises :class:`Refusal` as :meth:`sign_in` does."""
        self._show_pin(name, pin, sender, address, "")

    def _show_pin(self, name: str, pin: str, sender: Sender, address: str, session_hash: str) -> None:
        register, at = self.register, self.keeper.clock()
        member = register.find(name)
        trusted = member is not None and member.trusts(sender.device, at)
        # A name that was unlocked, perhaps at the terminal, is waited for from whatever address.
        unlocks = register.unlocks
        if not trusted:
            self._addresses.check(address, unlocks)
        if member is None:
            self._addresses.note_wrong(address, unlocks)
            member = member_called(register, name)
        # Before the PIN is looked at, which costs a tenth of a second; the writer sees to it again.
        check_may_try(member, sender.device, at)
        fits = self._pins.fit(member.pin_hash, pin, None if trusted else counted_as(address))
        checked, from_where = member.pin_hash if fits else None, str(address_of(address) or "")
        if self.keeper.damage and session_hash:
            signed_in = fits
            if fits:
                self.shared.put(UNRECORDED, session_hash, member.name.encode(), SESSION_LASTS.total_seconds())
        else:
            signed_in = self.keeper.sign_in(member.name, checked, sender, address=from_where, session_hash=session_hash)
        if signed_in:
            return
        if not trusted:
            self._addresses.note_wrong(address, unlocks)
        wait = self._wait(name, sender.device)
        if wait:
            raise Refusal(
                "wrong_pin",
                "That is not the PIN of %(name)s. The next try is in %(wait)s.",
                name=member.name,
                wait=duration(wait),
            )
        raise Refusal("wrong_pin", "That is not the PIN of %(name)s.", name=member.name)

    def _wait(self, name: str, device: str) -> timedelta:
        at, member = self.keeper.clock(), self.register.find(name)
        return member.wrong_on(device, at).wait_at(at) if member else timedelta(0)

    def holder(self, session_id: str, register: Register | None = None) -> Member | None:
        """Who is signed in by a session; nobody, where it has ended. ``register`` is one that was read just now."""
        session_hash, register = hash_of_session(session_id), register or self.register
        member = self.keeper.holder(session_hash, register) or self._holder_unrecorded(session_hash, register)
        if member:
            self._seen.note(session_hash, self.keeper.clock())
        return member

    def sessions(self) -> list[StandingSession]:
        """The sessions that stand, the newest first."""
        standing = self.keeper.sessions()
        seen_at = self._seen.times()
        return [
            StandingSession(
                session=session, ends_at=self.keeper.session_ends_at(session), seen_at=seen_at.get(session.hash)
            )
            for session in reversed(standing)
        ]

    def is_unrecorded(self, session_hash: str) -> bool:
        """Whether a session began while the register was damaged. It is in no register, and is to read only."""
        return self.keeper.damage is not None and self.shared.get(UNRECORDED, session_hash) is not None

    def _holder_unrecorded(self, session_hash: str, register: Register) -> Member | None:
        held = self.shared.get(UNRECORDED, session_hash) if self.keeper.damage else None
        return register.find(held.value.decode()) if held else None

    def sign_out(self, session_id: str, sender: Sender) -> None:
        """End a session by its id: a copy of its cookie is worth nothing any more."""
        session_hash = hash_of_session(session_id)
        self.shared.drop(UNRECORDED, session_hash)
        if self.keeper.holder(session_hash) and not self.keeper.damage:
            self.keeper.end_session(session_hash, sender)

    def engage(self, name: str, pin: str, sender: Sender, command_id: str | None = None) -> None:
        """Make somebody one of the staff."""
        self.keeper.engage(name, self._pins.hash(pin), sender, command_id)

    def engage_first(self, name: str, pin: str, sender: Sender, code: str) -> str:
        """Make somebody the first of the staff who has the code that the server printed: the id of their session."""
        self.check_first_code(code)
        session_id = _new_session_id()
        self.keeper.engage(name, self._pins.hash(pin), sender, first=True, session_hash=hash_of_session(session_id))
        return session_id

    def change_pin(self, name: str, pin: str, sender: Sender, command_id: str | None = None) -> str:
        """Give one of the staff another PIN: the id of the session that begins; their others end."""
        session_id = _new_session_id()
        self.keeper.change_pin(name, self._pins.hash(pin), sender, command_id, session_hash=hash_of_session(session_id))
        return session_id

    def held_up_addresses(self) -> list[HeldUp]:
        """The addresses whose strange devices have to wait."""
        return self._addresses.held_up(self.register.unlocks)

    @property
    def clock(self) -> Callable[[], str]:
        """What gives the present, ISO 8601 in UTC."""
        return self.keeper.clock

    def check_first_code(self, code: str) -> None:
        """Check the code of the first start; :class:`Refusal` (``wrong_pin``) where it is another."""
        given = code.strip().upper().encode()
        if self._first_code is None or not hmac.compare_digest(given, self._first_code.encode()):
            raise Refusal("wrong_pin", "That is not the code that the server printed at start.")


def new_first_code() -> str:
    """A code for the first start, easy to read from a terminal and to type on a tablet."""
    letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def hash_of_session(session_id: str) -> str:
    """The hash by which the book knows a session; it cannot be turned into a cookie."""
    return sha256(session_id.encode()).hexdigest()


def _new_session_id() -> str:
    return secrets.token_urlsafe(_SESSION_ID_BYTES)


def authentication() -> Authentication:
    """The authentication of this application."""
    # The command line authenticates without an application, and starts in half the time without Flask.
    from flask import current_app

    found: Authentication = current_app.extensions[EXTENSION]
    return found
