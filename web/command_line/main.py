"""How ``casekeeper`` begins. All that it needs is loaded after this: that takes a second of a slow machine."""

from __future__ import annotations

import gc
import signal
import sys

from web.serving.supervisor import STOP_SIGNALS, leave

LOADED_OBJECTS = 50_000
"""How many objects are made before the garbage collector looks through the young ones.

What is loaded stays, and looking through it again and again took a sixth of the start.
"""


def main() -> None:
    """Carry out a command. A server is stopped in order from here on, whatever it is at."""
    gc.set_threshold(LOADED_OBJECTS, 20, 100)
    if sys.argv[1:2] == ["serve"]:
        for number in STOP_SIGNALS:
            signal.signal(number, leave)
    from web.command_line.commands import commands

    commands()


if __name__ == "__main__":
    main()
