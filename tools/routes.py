"""Write ``docs/routes.md``: every route, who may call it and which view answers; a test holds it equal."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getdoc
from pathlib import Path

from flask import Flask

from events.book.book import Book
from web.app.authorization import audience_of
from web.application import create_app

FILE = Path(__file__).parents[1] / "docs" / "routes.md"

_HEAD = (
    "<!-- Made by tools/routes from the application: change it there. -->\n# Routes\n\n`?at=N` shows the night as "
    "of event N. Only staff may use it, also on pages opened by a link.\n\n| Route | Methods | Who | What it "
    "gives | View |\n|---|---|---|---|---|\n"
)


def page(app: Flask) -> str:
    """The page about the routes of an application."""
    return _HEAD + "".join(f"| {' | '.join(row)} |\n" for row in _rows(app))


def _rows(app: Flask) -> Iterator[tuple[str, ...]]:
    static = app.static_url_path or ""
    for rule in sorted(app.url_map.iter_rules(), key=lambda one: (one.rule, sorted(one.methods or ()))):
        view = app.view_functions[rule.endpoint]
        gives = "A file of the pages." if rule.endpoint == "static" else (getdoc(view) or "").partition("\n\n")[0]
        yield (
            # The address of static files has a hash in it.
            f"`{rule.rule.replace(static, '/static/…')}`",
            ", ".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})),
            audience_of(view).who,
            gives.replace("\n", " ").replace("``", "`"),
            f"`{view.__module__}.{view.__name__}`" if rule.endpoint != "static" else "",
        )


if __name__ == "__main__":
    with Book.open() as book:
        FILE.write_text(page(create_app(book)), encoding="utf-8")
