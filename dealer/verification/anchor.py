"""An anchor: the head of the house, signed, to be kept where nobody who can change the book can change it.

``casekeeper anchor 1 <stream> <version> <hash> <at> <key> <signature>``: the number of events of the house, the hash of
the last, the time in UTC, and in hexadecimal digits the public Ed25519 key and the signature of everything before it.
Capitals and line breaks do not matter.
"""

from __future__ import annotations

import re
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from dealer.commands.refusal import number_of, phrase
from dealer.verification.inspection import Finding, hash_of
from events.book.book import Book
from events.book.external_head import now
from events.common.house import HOUSE
from events.frozen import Frozen
from events.records import BookError

_ANCHOR = re.compile(
    rf"casekeeper anchor 1 {HOUSE} (?P<version>[1-9][0-9]{{0,17}}) (?P<hash>[0-9a-f]{{64}}) (?P<at>[0-9:tz\-]{{20}}) "
    r"(?P<key>[0-9a-f]{64}) (?P<signature>[0-9a-f]{128})"
)


class Anchor(Frozen):
    """The head of the house at a time: its number of events and the hash of the last; with key and signature in hex."""

    version: int
    hash: str
    at: str
    key: str
    signature: str = ""

    @property
    def signed(self) -> str:
        """The text that is signed."""
        return f"casekeeper anchor 1 {HOUSE} {self.version} {self.hash} {self.at} {self.key}"

    @property
    def text(self) -> str:
        """The anchor as a line."""
        return f"{self.signed} {self.signature}"


def public_key_of(secret: bytes) -> str:
    """The public half of a secret of 32 bytes, in hexadecimal digits."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def make_anchor(book: Book, secret: bytes) -> Anchor:
    """An anchor of a book's house; raises :class:`BookError` (``no_house``) if it has no events."""
    head = book.head(HOUSE)
    if head is None:
        raise BookError("no_house", "The house has no events yet. Open a night first.")
    anchor = Anchor(version=head.version, hash=head.hash, at=now(), key=public_key_of(secret))
    signature = Ed25519PrivateKey.from_private_bytes(secret).sign(anchor.signed.encode())
    return Anchor(version=head.version, hash=head.hash, at=anchor.at, key=anchor.key, signature=signature.hex())


def read_anchor(path: Path) -> Anchor:
    """The anchor in a file; raises :class:`BookError` (``no_such_anchor``, ``not_an_anchor``)."""
    try:
        text = path.read_text(encoding="ascii")
    except OSError as error:
        raise BookError(
            "no_such_anchor",
            "The anchor at %(path)s cannot be read: %(error)s.",
            path=path,
            error=error.strerror or error,
        ) from None
    except UnicodeDecodeError:
        text = ""
    match = _ANCHOR.fullmatch(" ".join(text.lower().split()))
    if match is None:
        raise BookError("not_an_anchor", "%(path)s is not an anchor of a house.", path=path)
    found = match.groupdict()
    return Anchor(**found | {"version": int(found["version"]), "at": found["at"].upper()})


def anchor_finding(book: Book, anchor: Anchor, name: str, key: str = "") -> Finding | None:
    """What is wrong with a book or with its anchor, called ``name``; ``key`` is the house's public key, if known."""
    events, _ = book.rows_by_table(HOUSE)
    what = None
    if not _is_signed(anchor):
        what = phrase("the signature of %(name)s is wrong: it was changed, or it is not the house's", name=name)
    elif key and anchor.key != key:
        what = phrase(
            "%(name)s is signed with the key %(key)s…, and the house's key is %(own)s…",
            name=name,
            key=anchor.key[:8],
            own=key[:8],
        )
    elif len(events) < anchor.version:
        what = phrase(
            "the end of the house is missing: %(name)s of %(at)s has seen %(seen)s, and the book has %(events)s",
            name=name,
            at=anchor.at,
            seen=number_of(anchor.version, "%(num)s event", "%(num)s events"),
            events=number_of(len(events), "%(num)s event", "%(num)s events"),
        )
    elif hash_of(events[anchor.version - 1]) != anchor.hash:
        what = phrase(
            "event %(number)s of the house is not the one that %(name)s of %(at)s has seen; the book was rewritten, or "
            "it is another",
            number=anchor.version,
            name=name,
            at=anchor.at,
        )
    return Finding(check="anchor", problem=what) if what else None


def _is_signed(anchor: Anchor) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(anchor.key))
        key.verify(bytes.fromhex(anchor.signature), anchor.signed.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
