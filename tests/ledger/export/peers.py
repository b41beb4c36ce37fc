"""The peers: hledger, ledger and beancount as they are installed. Where one is missing the tests fail and say so."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from beancount import loader
from beancount.core.data import Transaction

from ledger.export import Commodity

DOLLARS = Commodity(code="USD")
PEDANTIC = "".join(f'plugin "beancount.plugins.{name}"\n' for name in ("pedantic", "check_commodity", "check_closing"))


def run(program: str, journal: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program run over a journal on its standard input, without the settings of whoever runs the tests."""
    result = shutil.which(program)
    if result is None:
        pytest.fail(
            f"{program} is not installed (on Debian: apt-get install hledger ledger); nothing else can stand in."
        )
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}
    command = [result, "-f", "-", *arguments]
    return subprocess.run(command, input=journal, capture_output=True, text=True, env=environment, check=False)


def hledger(journal: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("hledger", journal, *arguments)


def ledger(journal: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """ledger over a journal, as strict as it can be; what is not declared is an error."""
    return run("ledger", journal, "--args-only", "--strict", "--pedantic", *arguments)


def check_hledger(journal: str) -> str:
    """What hledger has against a journal; nothing where it takes it."""
    return _complaint(hledger(journal, "check", "--strict", "ordereddates", "payees"))


def check_ledger(journal: str) -> str:
    """What ledger has against a journal; nothing where it takes it."""
    return _complaint(ledger(journal, "balance"))


def check_beancount(text: str) -> str:
    """What beancount has against a text; nothing where it takes it."""
    _, errors, _ = loader.load_string(text)
    return "\n".join(error.message for error in errors)


def hledger_balances(journal: str, commodity: Commodity = DOLLARS) -> dict[str, int]:
    """Every account's balance in cents, as hledger reckons it."""
    ran = hledger(journal, "balance", "--strict", "--flat", "--empty", "--no-total", "-O", "csv")
    assert ran.returncode == 0, ran.stderr
    heading, *rows = csv.reader(io.StringIO(ran.stdout))
    assert heading == ["account", "balance"]
    return {account: _cents(shown, commodity) for account, shown in rows}


def ledger_balances(journal: str, commodity: Commodity = DOLLARS) -> dict[str, int]:
    """Every account's balance in cents, as ledger reckons it."""
    ran = ledger(journal, "balance", "--flat", "--empty", "--no-total", "--format", "%(account)\t%(total)\n")
    assert ran.returncode == 0, ran.stderr
    return {
        account: _cents(shown, commodity) for account, shown in (line.split("\t") for line in ran.stdout.splitlines())
    }


def transactions(text: str) -> list[Any]:
    """The transactions of a text, as beancount reads it with everything that its plugins can check."""
    entries, errors, _ = loader.load_string(PEDANTIC + text)
    assert not errors, errors[:3]
    return [entry for entry in entries if isinstance(entry, Transaction)]


def beancount_balances(text: str, commodity: Commodity = DOLLARS) -> dict[str, int]:
    """Every account's balance in cents, added up from the postings that beancount read."""
    cents: Counter[str] = Counter()
    for entry in transactions(text):
        for posting in entry.postings:
            exact = posting.units.number.scaleb(commodity.digits)
            assert exact == int(exact)
            cents[posting.account] += int(exact)
    return dict(cents)


def _cents(shown: str, commodity: Commodity) -> int:
    exact = Decimal(shown.removeprefix(f"{commodity.code} ").strip()).scaleb(commodity.digits)
    assert exact == int(exact)
    return int(exact)


def _complaint(ran: subprocess.CompletedProcess[str]) -> str:
    """Its words where it ended with an error; both programs say so by their exit status."""
    if ran.returncode == 0:
        return ""
    return ran.stderr or f"exit status {ran.returncode}"
