"""What ``casekeeper serve`` prints at its start: where the book is open, and how a tablet gets in."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.pdf.square_codes import code_in_terminal
from tests.support.casekeeper_serve import forked_casekeeper_serve
from web.app.hosts import Entrance


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_it_prints_the_networks_address_as_a_code_or_offers_to_listen_there(tmp_path: Path, host: str) -> None:
    with forked_casekeeper_serve(tmp_path / "night.db", "--host", host) as (started, port):
        printed = ""
        for line in started.stdout:
            printed += line
            if f"//localhost:{port}/" in line:
                break
    entrance = Entrance(scheme="http", host=host, port=port)
    assert entrance.address in printed
    for address in entrance.network_addresses():
        assert address in printed
    assert (code_in_terminal(entrance.address) in printed) == (host == "0.0.0.0")
    assert ("--host 0.0.0.0" in printed) == (host == "127.0.0.1")
