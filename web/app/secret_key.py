"""The house's secret key, and what hangs on it: session cookies and PIN hashes (argon2id)."""

from __future__ import annotations

import hmac
import os
import re
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from dealer.commands.refusal import Refusal
from web.app.errors import SetupError

KEY_BYTES = 32
DEFAULT_NAME = "casekeeper.key"


class SecretKeyError(SetupError):
    """The key of the house cannot be had."""


def key_file_of(book: str) -> Path:
    """Where a book's key is kept if nobody says otherwise: beside its file; for a database, in the working folder."""
    return Path(DEFAULT_NAME) if "://" in book else Path(f"{book}.key")


def read_key(path: Path) -> bytes:
    """The key in a file; :class:`SecretKeyError` (``no_such_key``, ``key_unreadable``, ``not_a_key``)."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        raise SecretKeyError("no_such_key", f"There is no key of the house at {path}.") from None
    except UnicodeDecodeError:
        raise _not_a_key(path) from None
    except OSError as error:
        raise _out_of_reach(path, error) from None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise _not_a_key(path) from None
    if len(key) != KEY_BYTES:
        raise _not_a_key(path)
    return key


def make_key(path: Path) -> bytes:
    """A new key in a new file that only its owner may read; one that is there already is read and kept."""
    key = secrets.token_bytes(KEY_BYTES)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        return read_key(path)
    except OSError as error:
        raise _out_of_reach(path, error) from None
    return key


def derived(key: bytes, purpose: str) -> bytes:
    """A key for one purpose, from which the key of the house cannot be told."""
    return hmac.digest(key, purpose.encode(), "sha256")


def _not_a_key(path: Path) -> SecretKeyError:
    return SecretKeyError(
        "not_a_key", f"{path} holds no key of the house, which is {2 * KEY_BYTES} hexadecimal digits."
    )


def _out_of_reach(path: Path, error: OSError) -> SecretKeyError:
    return SecretKeyError(
        "key_unreadable", f"The key of the house at {path} is out of reach: {error.strerror or error}."
    )


class SessionCookies(SecureCookieSessionInterface):
    """Flask's own, but that one signed at a time which is still to come is read: it is from before the clock was set.

    Without its cookie a tablet is signed out, and no device on which anybody has been before. How long a session lasts
    the book says.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs and reads a cookie; nothing where the application has no key."""
        serializer = super().get_signing_serializer(app)
        if serializer:
            serializer.signer = _Signer
        return serializer


class _Signer(TimestampSigner):
    def unsign(self, signed_value: str | bytes, *args: Any, **options: Any) -> Any:
        try:
            return super().unsign(signed_value, *args, **options)
        except SignatureExpired as expired:
            signed_at = expired.date_signed
            if signed_at is None or signed_at.timestamp() <= self.get_timestamp():
                raise
            return super().unsign(signed_value, return_timestamp=options.get("return_timestamp", False))


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
