"""The table of routes says what the application has."""

from __future__ import annotations

from tests.support.house import House
from tools.routes import FILE, page


def test_the_table_of_routes_is_as_the_application_has_them(house: House) -> None:
    assert FILE.read_text(encoding="utf-8") == page(house.app), "run tools/routes"
