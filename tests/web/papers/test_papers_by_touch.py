"""The set by one button, in a browser: followed by sheets, past a reload and a cut line, until there is a zip."""

from __future__ import annotations

import re
from threading import Event
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House, small_night
from tests.web.tablet_in_browser import Tablet

pytestmark = pytest.mark.browser


def test_the_set_is_followed_sheet_by_sheet_and_downloaded(
    browser: Browser, house: House, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    night, gone_on = small_night(house.book, "Ada Lamb"), {name: Event() for name in ("table", "rules")}

    def printed(_: bytes, name: str) -> bytes:
        """A sheet, as soon as the test has seen the page that waits for it."""
        assert name not in gone_on or gone_on[name].wait(30)
        return name.encode()

    monkeypatch.setattr("reports.printing.workers.print_sheet", printed)
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    tablet.page.get_by_role("link", name="Papers to print").click()
    tablet.page.get_by_role("button", name="Print the set").click()
    expect(tablet.page.locator("#sheets")).to_contain_text("1 of 3, Table sheet")
    gone_on["table"].set()
    expect(tablet.page.locator("#sheets")).to_contain_text("2 of 3, House rules in force")
    expect(tablet.page.get_by_role("link", name="Table sheet")).to_be_visible()
    tablet.page.reload()
    expect(tablet.page.locator("#sheets")).to_contain_text("2 of 3, House rules in force")
    with tablet.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/progress")):
        tablet.context.set_offline(True)
    tablet.context.set_offline(False)
    gone_on["rules"].set()
    expect(tablet.page.get_by_role("status")).to_have_text("All 3 sheets are ready.")
    with tablet.page.expect_download() as download:
        tablet.page.get_by_role("link", name="Download the zip").click()
    with ZipFile(download.value.path()) as archive:
        assert archive.read(f"{night}-settlement-1-red.pdf") == b"settlement-1-red"
    tablet.page.get_by_role("link", name="All papers of the night").click()
    expect(tablet.page.get_by_role("list", name="Printings")).to_have_text(re.compile("3 sheets, English"))
    assert all("ERR_INTERNET_DISCONNECTED" in said or "Failed to fetch" in said for said in tablet.said)
    tablet.close()
