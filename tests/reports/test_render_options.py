"""The table's clock by a name that can be written down and read again."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from reports import render_options
from reports.render_options import machine_zone, zone_called


@pytest.mark.parametrize("named", ["America/Denver", ":America/Denver"])
def test_the_zone_that_the_environment_names_is_the_machines(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", named)
    assert machine_zone() == "America/Denver"
    assert zone_called(machine_zone()) == ZoneInfo("America/Denver")


def test_without_one_it_is_where_the_machines_link_leads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TZ", raising=False)
    link = tmp_path / "localtime"
    link.symlink_to("/somewhere/share/zoneinfo/Europe/Vienna")
    monkeypatch.setattr(render_options, "_LINK", link)
    assert machine_zone() == "Europe/Vienna"


def test_a_machine_whose_zone_has_no_name_gives_its_offset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TZ", "")
    monkeypatch.setattr(render_options, "_LINK", tmp_path / "localtime")
    here = datetime.now().astimezone()
    assert zone_called(machine_zone()).utcoffset(None) == here.utcoffset()


def test_an_offset_is_a_clock_and_what_is_none_is_refused() -> None:
    assert zone_called("-07:00") == timezone(timedelta(hours=-7))
    for name in ("Mars/Olympus", "../etc/passwd", "+nine"):
        with pytest.raises(ValueError, match="knows no clock called"):
            zone_called(name)
