"""What the documentation names of the program is there: modules and what is in them, files, and where links lead."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(page for folder in ("docs", "bench", "tests") for page in (ROOT / folder).rglob("*.md"))]
FLOORS = "web|reports|dealer|ledger|events"
QUOTED = re.compile(r"`([^`\n]+)`")
NAME = re.compile(rf"(?<![\w./])(?:{FLOORS})(?:\.\w+)+(?![\w/<(])")
FILE = re.compile(rf"(?<![\w./])(?:{FLOORS}|docs|tests|tools|bench)/[\w./-]+(?![\w<*])")
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ANCHOR = re.compile(r'<a id="([^"]+)">')


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = name.split(".")
    for at in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:at]))
        except ModuleNotFoundError:
            continue
        return _has(found, parts[at:])
    return False


def _has(found: object, names: list[str]) -> bool:
    for name in names:
        if name in getattr(found, "__annotations__", {}):
            return True
        if not hasattr(found, name):
            return False
        found = getattr(found, name)
    return True


def leads_somewhere(page: Path, aim: str, place: str) -> bool:
    """Whether a link's page is there, and has the place that the link names: an anchor, or a heading in lower case."""
    there = page.parent / aim if aim else page
    if not there.exists() or not place:
        return there.exists()
    text = there.read_text(encoding="utf-8")
    headings = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text)}
    return place in headings | set(ANCHOR.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    quoted = " ".join(QUOTED.findall(text))
    gone = [name for name in NAME.findall(quoted) if not is_there(name)]
    gone += [path for path in FILE.findall(quoted) if not (ROOT / path).exists()]
    gone += [f"{aim}#{place}" for aim, place in LINK.findall(text) if not leads_somewhere(page, aim, place)]
    assert gone == []
