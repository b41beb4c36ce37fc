"""The log: what broke in one line, and nothing secret; what led to it in the lines after, each marked as such.

Nothing that somebody sent can begin a line of its own: whatever cannot be printed is escaped.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from flask import request
from werkzeug.exceptions import HTTPException

from dealer.commands.refusal import printable
from web.app.links import without_key

LOGGERS = ("web", "events", "dealer", "reports")
LONGEST_SAID = 300
"""The longest that an error's own words, or a path, are in the log, in characters."""

REPEATED_EVERY_S = 60.0
"""How often what lasts is said again."""

_PROGRAM = Path(__file__).parents[2]
_PACKAGES = tuple(_PROGRAM / name for name in ("dealer", "events", "ledger", "reports", "web"))
_CONTINUED = "    | "
_HIDDEN = "…"
_SECRET_FIELDS = ("pin", "old_pin", "new_pin", "second_pin", "code", "csrf_token", "key")
_SECRET_PARTS = ("key",)
"""The parts of an address that grant access."""


class LinesOfAFailure(logging.Formatter):
    """A line with the time and what happened; the traceback in lines after it that cannot be taken for others."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        lines = [f"{at} casekeeper: {printable(record.getMessage())}"]
        if record.exc_info and record.exc_info[1]:
            text = "".join(traceback.format_exception(record.exc_info[1]))
            lines += [_CONTINUED + printable(without_secrets(line)) for line in text.splitlines()]
        return "\n".join(lines)


class Repeats:
    """What is said over and over while it lasts: each sentence at once, and then once a minute. For many threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._last = ""
        self._again_s = 0.0

    def is_due(self, sentence: str) -> bool:
        """Whether a sentence is to be said now: it is another one than the last, or that was said a minute ago."""
        with self._lock:
            now_s = self._clock()
            if sentence == self._last and now_s < self._again_s:
                return False
            self._last, self._again_s = sentence, now_s + REPEATED_EVERY_S
            return True


def to_standard_error() -> None:
    """Have all that the program logs go to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LinesOfAFailure())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False


def what_broke(error: BaseException) -> str:
    """An error's kind, its words, and the place in the program where it was raised, for one line."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if any(map(Path(frame.filename).is_relative_to, _PACKAGES))]
    text = without_secrets(printable(str(error)))[:LONGEST_SAID]
    words = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if not frames:
        return words
    last = (ours or frames)[-1]
    file = Path(last.filename)
    place = file.relative_to(_PROGRAM) if ours else file.name
    return f"{words} at {place}:{last.lineno} in {last.name}"


def what_was_asked() -> str:
    """The method and the path of the request, without its query and without what in it opens something."""
    return printable(f"{request.method} {without_key(request.path)}")[:LONGEST_SAID]


def without_secrets(text: str) -> str:
    """A text without the PINs, keys, codes, tokens and cookies of the request that is on."""
    for secret in sorted(_secrets(), key=len, reverse=True):
        text = text.replace(secret, _HIDDEN)
    return text


def _secrets() -> set[str]:
    """What the request that is on carries and nobody else is to read; nothing where none is."""
    if not request:
        return set()
    try:
        body: Any = request.get_json(silent=True)
        fields = [*request.args.items(), *request.form.items(), *(body.items() if isinstance(body, dict) else ())]
    except (HTTPException, RecursionError):
        fields = []
    values = [value for name, value in fields if name in _SECRET_FIELDS]
    values += [(request.view_args or {}).get(name) for name in _SECRET_PARTS]
    values += [*request.cookies.values(), request.headers.get("X-CSRFToken"), request.headers.get("Cookie")]
    return {value for value in values if isinstance(value, str) and len(value) > 3}
