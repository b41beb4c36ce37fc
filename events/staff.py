"""Facts of the staff: who was engaged and dismissed, who signed in, and what a device is called.

They stand in a stream of their own.
"""

from __future__ import annotations

from events.fact import Fact, fact

STAFF = "staff"
"""The stream of these facts in the book; no night is called so, for a night's id begins with its date."""


@fact
class StaffEngaged(Fact):
    """Somebody became one of the staff; of his PIN only a hash is kept."""

    name: str
    pin_hash: str


@fact
class PinChanged(Fact):
    """One of the staff has another PIN from here on."""

    name: str
    pin_hash: str


@fact
class StaffDismissed(Fact):
    """One of the staff is so no longer."""

    name: str


@fact
class SignedIn(Fact):
    """One of the staff signed in with his PIN; the device stands on the fact's row."""

    name: str


@fact
class SignInRefused(Fact):
    """Somebody gave a wrong PIN under this name."""

    name: str


@fact
class SignInUnlocked(Fact):
    """A name that wrong PINs had locked was given free again."""

    name: str


@fact
class DeviceNamed(Fact):
    """Staff gave a device a name; ``device`` is the id that stands on the rows of what was done on it."""

    device: str
    name: str
