"""Vendored scripts are what their list says they are: nobody has changed them, and none is missing from it."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import web

VENDOR = Path(web.__file__).parent / "static" / "vendor"


def test_every_vendored_script_has_the_hash_in_the_list() -> None:
    listed = dict(
        re.findall(r"^\| `([^`]+)` .* `([0-9a-f]{64})` \|$", (VENDOR / "README.md").read_text(), re.MULTILINE)
    )
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.js")}
    assert found == listed
