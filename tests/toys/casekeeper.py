"""``casekeeper`` with the toys among its games, in this process and in every one that it starts to print.

A process that is started imports the main module of the one that starts it, and with that knows them too.
"""

from __future__ import annotations

from tests.toys.registers import enter
from web.command_line.main import main

enter()

if __name__ == "__main__":
    main()
