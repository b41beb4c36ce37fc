"""How ``casekeeper`` begins. All that it needs is loaded after this: that takes a second of a slow machine."""

from __future__ import annotations

import signal
import sys

from web.start import STOP_SIGNALS, leave, loading


def main() -> None:
    """Carry out a command. A server is stopped in order from here on, whatever it is at."""
    if sys.argv[1:2] == ["serve"]:
        for number in STOP_SIGNALS:
            signal.signal(number, leave)
    with loading():
        from web.command_line.commands import commands
    commands()


if __name__ == "__main__":
    main()
