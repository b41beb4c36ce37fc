"""Facts of the staff, in a stream of their own: members, sign-ins, and names of devices."""

from __future__ import annotations

from events.facts.fact import Added, Fact, fact

STAFF = "staff"
"""The stream of these facts; no night has this id, since nights' ids begin with a date."""


@fact
class StaffEngaged(Fact):
    """Somebody became a member of the staff; only a hash of their PIN is stored.

    ``session`` is the hash of the id of the session that begins with it, "" for none.
    """

    name: str
    pin_hash: str
    session: Added[str] = ""


@fact
class PinChanged(Fact):
    """A member has another PIN from now on; ``session`` is as in :class:`StaffEngaged`."""

    name: str
    pin_hash: str
    session: Added[str] = ""


@fact
class StaffDismissed(Fact):
    """A member was dismissed."""

    name: str


@fact
class SignedIn(Fact):
    """A member signed in with their PIN; the device is in the fact's row.

    ``session`` is the hash of the id of the session that begins with it: "" in older books, and if somebody who is
    signed in only entered their PIN again.
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
    """Somebody gave a wrong PIN under this name, from an IP address ("" if unknown, and in older books)."""

    name: str
    address: Added[str] = ""


@fact
class SignInUnlocked(Fact):
    """A name locked by wrong PINs was unlocked."""

    name: str


@fact
class DeviceNamed(Fact):
    """A member named a device; ``device`` is its id in the rows of what was done on it."""

    device: str
    name: str
