"""PINs: hashed with the key of the house and argon2id, a few at a time, so that signing in never stalls the table."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dealer.refusal import Refusal

IN_LINE = 6
"""So many may wait to have a PIN hashed; who comes after them is asked to come again."""

_PIN = re.compile(r"[0-9]{4,12}")


def default_hasher() -> PasswordHasher:
    """Argon2id at about a tenth of a second, on one core."""
    return PasswordHasher(time_cost=2, memory_cost=64 * 1024, parallelism=1)


class Pins:
    """Hashes PINs and compares them. ``pepper`` is a key that no copy of the book brings along."""

    def __init__(self, pepper: bytes, hasher: PasswordHasher) -> None:
        self._pepper = pepper
        self._hasher = hasher
        self._line = BoundedSemaphore(IN_LINE)
        self._turn = Lock()

    def hash(self, pin: str) -> str:
        """The hash of a new PIN; :class:`Refusal` (``bad_input``) where it is none, ``sign_in_busy`` in a crowd."""
        if not _PIN.fullmatch(pin):
            raise Refusal("bad_input", "A PIN is 4 to 12 digits.")
        with self._one_at_a_time():
            return self._hasher.hash(self._peppered(pin))

    def fit(self, pin_hash: str, pin: str) -> bool:
        """Whether a PIN is the one of a hash; :class:`Refusal` (``sign_in_busy``) in a crowd."""
        with self._one_at_a_time():
            try:
                return self._hasher.verify(pin_hash, self._peppered(pin))
            except (VerificationError, InvalidHashError):
                return False

    def _peppered(self, pin: str) -> bytes:
        return hmac.digest(self._pepper, pin.encode(), "sha256")

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        if not self._line.acquire(blocking=False):
            raise Refusal("sign_in_busy", "Too many are signing in just now; try again in a moment.")
        try:
            with self._turn:
                yield
        finally:
            self._line.release()
