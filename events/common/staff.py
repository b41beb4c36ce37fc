"""Events of the staff, in a stream of their own: members, sign-ins, and names of devices."""

from __future__ import annotations

from events.common.event import Added, Event, event

STAFF = "staff"
"""The stream of these events; no night has this id, since nights' ids begin with a date."""


@event
class StaffEngaged(Event):
    """Somebody became a member of the staff; only a hash of their PIN is stored.

    ``session`` is the hash of the id of the session that begins with it, "" for none.
    """

    name: str
    pin_hash: str
    session: Added[str] = ""


@event
class PinChanged(Event):
    """A member has another PIN from now on; ``session`` is as in :class:`StaffEngaged`."""

    name: str
    pin_hash: str
    session: Added[str] = ""


@event
class StaffDismissed(Event):
    """A member was dismissed."""

    name: str


@event
class SignedIn(Event):
    """A member signed in with their PIN; the device is in the event's row.

    ``session`` is the hash of the id of the session that begins with it: "" in older books, and if somebody who is
    signed in only entered their PIN again.
    """

    name: str
    session: Added[str] = ""


@event
class SignedOut(Event):
    """A session was ended early, by the person named in the event's row; ``session`` is the hash of its id."""

    name: str
    session: str


@event
class SignInRefused(Event):
    """Somebody gave a wrong PIN under this name, from an IP address ("" if unknown, and in older books)."""

    name: str
    address: Added[str] = ""


@event
class SignInUnlocked(Event):
    """A name locked by wrong PINs was unlocked."""

    name: str


@event
class DeviceNamed(Event):
    """A member named a device; ``device`` is its id in the rows of what was done on it."""

    device: str
    name: str
