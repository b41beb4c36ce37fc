"""The command line in a process that is forked once all of it is loaded; see :mod:`tests.support.forked_program`."""

from __future__ import annotations

import os
import resource
import sys
from functools import partial
from importlib import import_module
from typing import Any

from web.command_line import main as program
from web.command_line.commands import commands

LOADED_LATE = (
    "click._termui_impl",
    "dealer.fairness",
    "dealer.script",
    "dealer.verification.book",
    "dealer.verification.streams",
    "ledger.journal",
    "ledger.export",
    "reports.printing",
    "reports.render_options",
    "reports.words.language",
    "web.app.certificate",
    "web.command_line.book",
    "web.command_line.copying",
    "web.command_line.nights",
    "web.command_line.output",
    "web.command_line.papers",
    "web.command_line.server",
    "web.command_line.verify",
)
"""What commands load when they come to it: somebody who may read little may not be able to then."""

for _module in LOADED_LATE:
    import_module(_module)


def run(*arguments: str) -> None:
    """The program."""
    sys.argv[1:] = arguments
    program.main()


def serve_beside_others(*arguments: str) -> None:
    """The program, but what it starts does not stand back: busy tests would keep it from printing and copying."""
    application: Any = import_module("web.application")
    application.PdfWorkers = partial(application.PdfWorkers, niceness=0)
    backups: Any = import_module("web.app.backups")
    backups.LEAST_PRIORITY = 0
    run(*arguments)


def as_nobody(*arguments: str) -> None:
    """The command line by somebody who may not write, as no one may on read-only media; root may everywhere else."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    commands(arguments)


def on_a_full_disk(*arguments: str) -> None:
    """The command line where no file can have a byte more."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    commands(arguments)
