"""Amounts in currencies with any number of decimals: written alike by pages and scripts, and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

import web
from reports.render_options import HouseStyle
from reports.words.formatting import brief, money
from reports.words.language import LANGUAGES, money_form, written_in
from web.app.schema_fields import FieldRefused, cents_of, typed_amount

SCRIPTS = Path(web.__file__).parent / "static" / "js"
CURRENCIES = ("USD", "EUR", "GBP", "CHF", "JPY", "KWD", "MXN")
AMOUNTS = (0, 5, 25, 100, 1_000, 12_345, 500_000, 5_000_000, 123_456_789)
KEYS = ("5", "1.5", "1.25", "1.250", "1234567", "0.05", "12clear7.", "99back8")
"""What is typed on the keypad: digits and the point, and the words of its other keys."""


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """A page of which the scripts are loaded, and whose document is written by the test."""
    with browser.new_context() as context:
        page = context.new_page()

        def answer(route: Route) -> None:
            route.fulfill(path=SCRIPTS / Path(route.request.url).name, content_type="text/javascript")

        page.route("**/*.js", answer)
        yield page


def written(page: Page, language: str, work: str, argument: object) -> object:
    """What a function of the scripts returns on a page in the style in force."""
    html = f"<html lang={language} data-money='{json.dumps(money_form()).replace(chr(39), '&#39;')}'>"
    page.route("**/page", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto("http://house.test/page")
    return page.evaluate(f"async (argument) => {{ {work} }}", argument)


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_write_amounts_as_pages_do(blank: Page, language: str) -> None:
    work = 'const { money } = await import("/language.js"); return argument.map(money);'
    for currency in CURRENCIES:
        with written_in(HouseStyle(language=language, currency=currency)):
            assert written(blank, language, work, AMOUNTS) == [brief(cents) for cents in AMOUNTS], currency


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_keypad_shows_is_what_it_sends(blank: Page, language: str) -> None:
    """The server, which reads what a form has, would read the same amount."""
    work = """const { Amount } = await import("/words.js");
        return argument.map((keys) => {
            const amount = new Amount();
            for (const key of keys.match(/clear|back|./g)) amount.type(key);
            return [amount.shown, amount.cents];
        });"""
    for currency in CURRENCIES:
        with written_in(HouseStyle(language=language, currency=currency)):
            for shown, cents in written(blank, language, work, KEYS):  # type: ignore[attr-defined]
                assert cents_of(shown, "amount", "Amount") == cents, (currency, shown)


@pytest.mark.parametrize(
    ("language", "currency", "read"),
    [
        ("de", "EUR", {"12,50 €": 1_250, "EUR 5": 500, "1.000": 100_000}),
        ("en", "JPY", {"¥5,000": 5_000, "5.000": 5_000, "JPY 7": 7, "7.": 7}),
        ("en", "KWD", {"5.000": 5_000, "5,000": 5_000_000, "1,234.5": 1_234_500, ".25": 250, "KWD 0.125": 125}),
        ("de", "KWD", {"5,000": 5_000, "5.000": 5_000_000, "1.234,567 KWD": 1_234_567}),
        ("fr", "MXN", {"$5": 500, "5 000,5 $MX": 500_050, "MX$7": 700}),
    ],
)
def test_amounts_are_read_in_the_currency_of_the_house(language: str, currency: str, read: dict[str, int]) -> None:
    with written_in(HouseStyle(language=language, currency=currency)):
        assert {typed: cents_of(typed, "stake", "Stake") for typed in read} == read


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("currency", CURRENCIES)
def test_an_amount_is_read_as_it_is_written(language: str, currency: str) -> None:
    with written_in(HouseStyle(language=language, currency=currency)):
        for cents in AMOUNTS:
            for text in (typed_amount(cents), money(cents)):
                assert cents_of(text, "stake", "Stake") == cents, text


@pytest.mark.parametrize(
    ("language", "currency", "typed", "why"),
    [
        ("en", "USD", "5 €", "Stake: “5 €” is not an amount in US dollars."),
        ("en", "JPY", "5.5", "Stake: “5.5” is not an amount in Japanese yen."),
        ("en", "KWD", "0.1255", "Stake: “0.1255” is not an amount in Kuwaiti dinars."),
        ("fr", "KWD", "5.001", "5001.*5,001"),
    ],
)
def test_another_currency_or_too_many_decimals_or_two_ways_to_read_are_refused(
    language: str, currency: str, typed: str, why: str
) -> None:
    with written_in(HouseStyle(language=language, currency=currency)), pytest.raises(FieldRefused, match=why):
        cents_of(typed, "stake", "Stake")
