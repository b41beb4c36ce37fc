"""What the styles may ask of a page that is touched all evening."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import web

STYLES = sorted(Path(web.__file__).parent.glob("**/*.css"))


@pytest.mark.parametrize("style", STYLES, ids=lambda style: "/".join(style.parts[-3:]))
def test_nothing_is_asked_of_the_whole_page_that_every_touch_changes(style: Path) -> None:
    """A body that is asked what is in it is looked over whenever anything in it is, and all that its rule is about.

    What styles all over the page go by is said on the body (``onBody``). Its own children may be asked for.
    """
    asked = re.findall(r"(?:body|\.tablet?)[^\s{},(]*:(?:not\(:)?has\((?!>)", style.read_text(encoding="utf-8"))
    assert asked == []
