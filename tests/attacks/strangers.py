"""Strangers at the auth: devices on which nobody has signed in, each with a session of its own, from any address."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.support.house import Client, House
from web.app.authentication import AddressLimits

EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


class Clock:
    """A clock that the test sets, for the book's times and for the seconds that only go forward."""

    def __init__(self) -> None:
        self.passed = timedelta(0)

    def house(self) -> House:
        """A house that goes by it."""
        made = House(address_limits=AddressLimits(clock=lambda: self.passed.total_seconds()))
        self.tell(made)
        return made

    def tell(self, house: House) -> None:
        house.now = (EVENING + self.passed).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def wait(self, house: House, length: timedelta) -> None:
        self.passed += length
        self.tell(house)


def guess(house: House, name: str, address: str, pin: str = "0000", client: Client | None = None) -> str:
    """Try a PIN: from a fresh device, or a given client's; what came of it, as the code of the refusal or "in"."""
    at_the_door = client or Client(house.app.test_client())
    answer = at_the_door.http.post(
        "/api/sign-in",
        json={"name": name, "pin": pin},
        headers={"X-CSRFToken": at_the_door.token},
        environ_overrides={"REMOTE_ADDR": address},
    )
    if answer.status_code == 200:
        at_the_door.token = answer.get_json()["token"]
    return "in" if answer.status_code == 200 else str(answer.get_json()["code"])
