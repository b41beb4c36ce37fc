"""The same facts make the same bytes: in another process, with another order of sets and words."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from tests.reports.conftest import Prints

ROOT = Path(__file__).parent.parent.parent
NIGHT = "both"
PROGRAM = f"""
from hashlib import sha256
from pathlib import Path
from sys import argv
from tests.reports.conftest import Prints
prints = Prints(Path(argv[1]))
for name in prints.kinds({NIGHT!r}):
    print(name, sha256(prints({NIGHT!r}, name)).hexdigest())
"""


def test_every_kind_of_sheet_has_the_same_bytes_in_another_process(prints: Prints, tmp_path: Path) -> None:
    here = {name: sha256(prints(NIGHT, name)).hexdigest() for name in prints.kinds(NIGHT)}
    # From nothing, and in a folder of its own, so that nothing that was printed here is found there.
    there = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    )
    assert dict(line.split() for line in there.stdout.splitlines()) == here
    assert len(here) >= 8
