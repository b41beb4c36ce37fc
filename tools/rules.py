"""Write the pages of ``docs/rules``; a test holds them equal to what this makes."""

from __future__ import annotations

from pathlib import Path

import reports.games  # noqa: F401 - registers the rulebooks of all games
from reports.rulebooks import pages

FOLDER = Path(__file__).parents[1] / "docs" / "rules"

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
