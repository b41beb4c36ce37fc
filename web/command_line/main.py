"""How ``casekeeper`` begins. All that it needs is loaded after this: that takes a second of a slow machine."""

from __future__ import annotations

import os
import signal
import sys
from io import TextIOWrapper

from web.start import STOP_SIGNALS, leave, loading


def main() -> None:
    """Carry out a command. A server is stopped in order from here on, whatever it is at."""
    if sys.argv[1:2] == ["serve"]:
        for number in STOP_SIGNALS:
            signal.signal(number, leave)
    elif sys.argv[1:2] in (["backup"], ["copy"], ["restore"]):
        # What is copied in part is removed.
        for number in STOP_SIGNALS:
            signal.signal(number, signal.default_int_handler)
    _make_streams_usable()
    with loading():
        from web.command_line.commands import commands
    commands()


def _make_streams_usable() -> None:
    """Output does not fail at a character that the terminal lacks, and streams that were closed are empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It takes the lowest free descriptor: that of the stream, which a book's file would take otherwise.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 (it stays open)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()
