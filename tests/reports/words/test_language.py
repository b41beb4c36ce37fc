"""The forms of numbers and days in each language, and which languages and currencies there are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from babel.numbers import list_currencies
from fontTools.ttLib import TTFont

from events.facts.papers import LANGUAGE_CODES
from reports.paths import FONTS
from reports.render_options import HouseStyle
from reports.words import language
from reports.words.language import LANGUAGES, assert_known, currency_code, written_in

NIGHT = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)


def test_amounts_days_and_hours_are_written_as_the_language_writes_them() -> None:
    written = {}
    for code in LANGUAGES:
        with written_in(HouseStyle(language=code, currency="EUR")):
            amounts = (language.currency_amount(-105_025), language.currency_amount(500, whole=True))
            written[code] = (*amounts, language.day(NIGHT), language.time_of_day(NIGHT))
    assert {
        code: tuple(text.replace("\N{NO-BREAK SPACE}", "~") for text in all_) for code, all_ in written.items()
    } == {
        "en": ("−€1,050.25", "€5", "Saturday 21 November 2026", "8:05 pm"),
        "de": ("−1.050,25~€", "5~€", "Samstag, 21. November 2026", "20:05"),
        "fr": ("−1~050,25~€", "5~€", "samedi 21 novembre 2026", "20:05"),
        "es": ("−1.050,25~€", "5~€", "sábado, 21 de noviembre de 2026", "20:05"),
    }


def test_every_language_of_a_style_has_its_forms_and_there_are_no_others() -> None:
    assert tuple(LANGUAGES) == LANGUAGE_CODES


def is_taken(currency: str) -> bool:
    try:
        assert_known(HouseStyle(currency=currency))
    except ValueError:
        return False
    return True


def test_codes_in_x_are_currencies_only_where_a_country_pays_with_them() -> None:
    in_x = {code for code in list_currencies() if code.startswith("X")}
    assert {"XXX", "XTS", "XAU", "XDR", "XEU", "XOF"} < in_x
    assert set(filter(is_taken, in_x)) == {"XCD", "XCG"}
    assert all(map(is_taken, ("USD", "EUR", "CHF", "MXN", "DEM")))


def test_a_currency_is_taken_as_it_is_typed() -> None:
    assert [currency_code(typed) for typed in ("eur", " Usd ", "CHF")] == ["EUR", "USD", "CHF"]


def test_every_currency_of_two_decimals_can_be_set_in_the_bundled_fonts() -> None:
    glyphs = {sign for path in FONTS.glob("alegreya-sans-*-700-*.woff2") for sign in TTFont(path).getBestCmap()}
    for currency in filter(is_taken, list_currencies()):
        for code in LANGUAGES:
            with written_in(HouseStyle(language=code, currency=currency)):
                lacking = {sign for sign in language.currency_amount(-105_025) if ord(sign) not in glyphs}
            assert not lacking, (code, currency, lacking)


@pytest.mark.parametrize(
    ("style", "why"),
    [
        (HouseStyle(language="la"), "there are en, de, fr, es"),
        (HouseStyle(currency="JPY"), "'JPY' is no currency of two decimals"),
        (HouseStyle(currency="usd"), "'usd' is no currency of two decimals"),
        (HouseStyle(currency="XXX"), "'XXX' is no currency of two decimals"),
    ],
)
def test_another_language_or_currency_is_told_in_a_sentence_and_nothing_is_written(style: HouseStyle, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        assert_known(style)
    with pytest.raises(ValueError, match=why), written_in(style):
        pass
    assert language.is_plain()
