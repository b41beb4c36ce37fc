"""What the styles may ask of a page that is touched all evening."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import web

STYLES = sorted(Path(web.__file__).parent.glob("**/*.css"))


@pytest.mark.parametrize("style", STYLES, ids=lambda style: "/".join(style.parts[-3:]))
def test_nothing_is_asked_of_the_whole_page_that_every_touch_changes(style: Path) -> None:
    """A body that has something hidden or shown is looked over, and all that its rule is about, whenever anything is.

    What lies over the table says so on the body (``onBody``).
    """
    asked = re.findall(
        r"(?:body|\.table)[^\s{},(]*:(?:not\(:)?has\([^\s{},]*\[hidden\]", style.read_text(encoding="utf-8")
    )
    assert asked == []
