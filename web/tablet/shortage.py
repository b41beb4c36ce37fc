"""Who lacks what for a command that may be touched next, as the tablet's script reads it: the way out of a refusal."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from web.tablet.would_do import Short


def shortage(lacking: Mapping[str, Sequence[Short]]) -> str:
    """As JSON: for each command, by its word and what it is about, who lacks how much; nothing where nobody does."""
    found = {
        command: [
            {"player": one.player, "name": one.name, "cents": one.cents, "offer": one.offer_cents} for one in short
        ]
        for command, short in lacking.items()
        if short
    }
    return json.dumps(found, separators=(",", ":")) if found else ""
