"""Facts of the staff: who was engaged and dismissed, who signed in, and what a device is called.

They stand in a stream of their own.
"""

from __future__ import annotations

from events.facts.fact import Added, Fact, fact

STAFF = "staff"
"""The stream of these facts in the book; no night is called so, for a night's id begins with its date."""


@fact
class StaffEngaged(Fact):
    """Somebody became one of the staff; of their PIN only a hash is kept.

    ``session`` is the hash of the id of the session that begins with it, "" for none.
    """

    name: str
    pin_hash: str
    session: Added[str] = ""


@fact
class PinChanged(Fact):
    """One of the staff has another PIN from here on; ``session`` is as in :class:`StaffEngaged`."""

    name: str
    pin_hash: str
    session: Added[str] = ""


@fact
class StaffDismissed(Fact):
    """One of the staff is so no longer."""

    name: str


@fact
class SignedIn(Fact):
    """One of the staff signed in with their PIN; the device stands on the fact's row.

    ``session`` is the hash of the id of the session that begins with it: "" in older books, and where somebody who is
    signed in only showed their PIN again.
    """

    name: str
    session: Added[str] = ""


@fact
class SignedOut(Fact):
    """A session was ended early, by the person named in the fact's row; ``session`` is the hash of its id."""

    name: str
    session: str


@fact
class SignInRefused(Fact):
    """Somebody gave a wrong PIN under this name, from an IP address ("" in older books, and where it is not known)."""

    name: str
    address: Added[str] = ""


@fact
class SignInUnlocked(Fact):
    """A name that wrong PINs had locked was given free again."""

    name: str


@fact
class DeviceNamed(Fact):
    """Staff gave a device a name; ``device`` is the id that stands on the rows of what was done on it."""

    device: str
    name: str
