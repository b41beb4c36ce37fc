"""The same facts make the same bytes: in another process, with another order of sets and words."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.reports.conftest import Prints
from tests.support.soak import soaked

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """
from hashlib import sha256
from pathlib import Path
from sys import argv
from tests.reports.conftest import Prints
prints = Prints(Path(argv[1]))
for name in argv[2:]:
    print(name, sha256(prints(*name.split("/"))).hexdigest())
"""
PARTS = 4
"""The kinds are printed in so many turns, so that none is long."""


@pytest.mark.parametrize("part", soaked(range(PARTS), at_once=[0, 2]))
def test_every_kind_of_sheet_has_the_same_bytes_in_another_process(prints: Prints, tmp_path: Path, part: int) -> None:
    # The rules of one game fill one sheet, those of both take as long as all the rest.
    names = [f"{'crowded_pot' if kind == 'rules' else 'both'}/{kind}" for kind in prints.kinds("both")][part::PARTS]
    parted = (name.partition("/") for name in names)
    here = {f"{night}/{kind}": sha256(prints(night, kind)).hexdigest() for night, _, kind in parted}
    # From nothing, and in a folder of its own, so that nothing that was printed here is found there.
    there = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    )
    assert dict(line.split() for line in there.stdout.splitlines()) == here
    assert len(here) >= 8 // PARTS
