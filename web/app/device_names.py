"""What devices are called on the pages: by the names that staff gave them."""

from __future__ import annotations

from flask import g

from web.app.authorization import register


def device_names() -> dict[str, str]:
    """The names of the devices that have one, by their ids, read once a request."""
    if "device_names" not in g:
        g.device_names = register().device_names
    names: dict[str, str] = g.device_names
    return names


def device_called(device: str) -> str:
    """A device by its name, and without one by its id."""
    return device_names().get(device, device)
