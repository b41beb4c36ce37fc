"""An application served on a port of its own, for a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.attacks.servers import served as served_at
from tests.support.house import House
from tests.web.cable import listening
from tests.web.tablet_in_browser import none_left_open


@contextmanager
def served(house: House) -> Iterator[str]:
    """Serve a house, and give its address."""
    with served_at(house.app, listening("houses")) as port, none_left_open():
        yield f"http://127.0.0.1:{port}"
