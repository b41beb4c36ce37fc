"""PINs: hashed with the key of the house and argon2id, a few at a time, so that signing in never stalls the table."""

from __future__ import annotations

import hmac
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dealer.commands.refusal import Refusal

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
            raise Refusal("bad_input", "A PIN is 4 to 12 digits.")
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
            raise Refusal("sign_in_busy", "Too many are signing in just now; try again in a moment.")
        self._staff += stranger is None
        self._strangers.update([] if stranger is None else [stranger])

    def _leave(self, stranger: str | None) -> None:
        self._staff -= stranger is None
        self._strangers -= Counter([] if stranger is None else [stranger])
