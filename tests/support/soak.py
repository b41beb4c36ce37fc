"""Cases that prove again, on more of the same, what others prove: they wait for ``tools/test -m soak``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def soaked(cases: Iterable[Any], *, at_once: Collection[Any]) -> list[Any]:
    """The cases of a test, of which those that are not to be seen to at once are left to the soak."""
    return [one if one in at_once else pytest.param(one, marks=pytest.mark.soak) for one in cases]
