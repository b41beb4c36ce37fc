"""What axe-core finds on a page in both themes."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.tablet_in_browser import DRAWN

AXE = Axe()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours. The themes are one page in other colours: what else is looked at is the same."""
SWITCH = """() => {
    const theme = document.documentElement.dataset.theme === "bright" ? "dark" : "bright";
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="color-scheme"]').content = theme === "bright" ? "light" : "dark";
}"""
"""Has the page as the server gives it in the other theme."""


def found(page: Page, within: str = "html") -> list[tuple[str, str]]:
    """Each violation with the elements where it was found: of any rule, and of those of colours in the other theme.

    Where a page was looked at before, ``within`` names what is new on it.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE.axe_script)
    page.evaluate(DRAWN)
    first = _run(page, within, {"type": "tag", "values": TAGS})
    page.evaluate(SWITCH)
    other = _run(page, within, {"type": "rule", "values": OF_COLOURS})
    page.evaluate(SWITCH)
    return first + other


def _run(page: Page, within: str, rules: dict[str, Any]) -> list[tuple[str, str]]:
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    run = "async ([within, options]) => (await axe.run(within === 'html' ? document : within, options)).violations"
    results = page.evaluate(run, [within, options])
    return [
        (result["id"], f"{node['target']}: {node['failureSummary']}") for result in results for node in result["nodes"]
    ]
