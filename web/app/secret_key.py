"""The secret key of the house: its file, and the keys derived from it."""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from events.book.working_folders import alone_in
from events.book.write_ahead_log import bring_to_disk
from reports.words.language import gettext as _
from web.start import SetupError

KEY_BYTES = 32

BOX_KEY = "casekeeper dealing boxes"
"""The purpose of the key that the secrets of dealing boxes are made from."""


DEFAULT_NAME = "casekeeper.key"


class SecretKeyError(SetupError):
    """The key of the house cannot be read or made."""


def key_file_of(book: str) -> Path:
    """Where a book's key is kept if nobody says otherwise: beside its file; for a database, in the working folder.

    A file that is opened by a link has its key where the link leads, unless there is one beside the link.
    """
    if "://" in book:
        return Path(DEFAULT_NAME)
    beside = Path(f"{book}.key")
    return Path(f"{os.path.realpath(book)}.key") if Path(book).is_symlink() and not beside.exists() else beside


def read_key(path: Path) -> bytes:
    """The key in a file; :class:`SecretKeyError` (``no_such_key``, ``key_unreadable``, ``not_a_key``)."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        raise SecretKeyError("no_such_key", _("There is no house key at %(path)s.", path=path)) from None
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
        with alone_in(path.parent):
            if path.exists():
                return read_key(path)
            _write_key(path, key)
    except OSError as error:
        raise _out_of_reach(path, error) from None
    return key


def _write_key(path: Path, key: bytes) -> None:
    """Write a key to a file that appears whole: a power failure could leave an empty file otherwise."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        with suppress(OSError):
            bring_to_disk(path.parent)
    finally:
        new.unlink(missing_ok=True)


def derived(key: bytes, purpose: str) -> bytes:
    """A key for a single purpose; it does not reveal the key of the house."""
    return hmac.digest(key, purpose.encode(), "sha256")


def _not_a_key(path: Path) -> SecretKeyError:
    why = _(
        "%(path)s does not contain a house key, which is %(digits)s hexadecimal digits.",
        path=path,
        digits=2 * KEY_BYTES,
    )
    return SecretKeyError("not_a_key", why)


def _out_of_reach(path: Path, error: OSError) -> SecretKeyError:
    why = _("The house key at %(path)s cannot be read: %(why)s.", path=path, why=error.strerror or str(error))
    return SecretKeyError("key_unreadable", why)
