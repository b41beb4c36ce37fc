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
ONCE = """(within) => {
    const elements = [...document.querySelectorAll("[id]")];
    const twice = elements.filter((one, at) => elements.findIndex((other) => other.id === one.id) < at);
    const drawn = "d|[xyr]|[cr][xy]|[xy][12]|transform|points|width|height";
    const passedOver = new RegExp(`^(${drawn}|id|href|title|name|value|for|datetime)$`);
    const named = /^(aria-(label|labelledby|describedby|controls)|data-(command|bet|version|cents|ranks))$/;
    const signs = new Map();
    const sign = (element) => {
        const attributes = [...element.attributes]
            .filter(({ name }) => !passedOver.test(name))
            .map(({ name, value }) => (named.test(name) ? name : `${name}=${value}`));
        const parts = [...element.children].map(sign);
        const own = [element.tagName, Boolean(element.textContent.trim()), ...attributes, "[", ...parts, "]"].join(" ");
        signs.set(element, own);
        return own;
    };
    sign(document.body);
    const others = document.querySelectorAll(`#table > .part:not(:is(${within}), :has(${within}))`);
    const leftOut = new Set(within === "html" ? [] : others);
    for (const parent of signs.keys()) {
        for (const alike of Map.groupBy(parent.children, (child) => signs.get(child)).values())
            for (const element of alike.slice(2)) if (!element.matches(within)) leftOut.add(element);
    }
    for (const element of leftOut) element.style.setProperty("display", "none", "important");
    window.leftOut = leftOut;
    return twice.map(({ id }) => [id, "is the id of two elements"]);
}"""
"""Hides all but two of any elements in a row that differ in words and places only, and of a table all that is not
looked at. They stay on the page: its scripts go on, and an answer that was on its way finds its places."""
WHOLE = """() => {
    for (const element of window.leftOut) {
        element.style.removeProperty("display");
        if (!element.style.length) element.removeAttribute("style");
    }
}"""


def found(page: Page, within: str = "html") -> list[tuple[str, str]]:
    """Each violation with the elements where it was found: of any rule, and of those of colours in the other theme.

    Where a page was looked at before, ``within`` names what is new on it.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE.axe_script)
    page.evaluate(DRAWN)
    twice = [(element, fault) for element, fault in page.evaluate(ONCE, within)]
    first = run(page, within, {"type": "tag", "values": TAGS})
    page.evaluate(SWITCH)
    other = run(page, within, {"type": "rule", "values": OF_COLOURS})
    page.evaluate(SWITCH)
    page.evaluate(WHOLE)
    return twice + first + other


def run(page: Page, within: str, rules: dict[str, Any]) -> list[tuple[str, str]]:
    """Each violation of some rules, as a page stands."""
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    script = "async ([within, options]) => (await axe.run(within === 'html' ? document : within, options)).violations"
    results = page.evaluate(script, [within, options])
    return [
        (result["id"], f"{node['target']}: {node['failureSummary']}") for result in results for node in result["nodes"]
    ]
