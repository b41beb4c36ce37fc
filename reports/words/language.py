"""The language and currency of papers: English and dollars unless :func:`written_in` sets others.

Texts come from the gettext catalogs in ``reports/catalogs``, number and date formats from Babel. A text that a catalog
lacks stays English.
"""

from __future__ import annotations

import gettext as standard
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache, lru_cache
from io import BytesIO
from itertools import chain
from string import ascii_letters
from typing import Any

from babel.core import Locale, get_global
from babel.dates import format_date, format_skeleton, format_time
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import (
    format_currency,
    format_decimal,
    format_percent,
    get_currency_name,
    get_currency_precision,
    get_currency_symbol,
    get_decimal_symbol,
    get_group_symbol,
    is_currency,
)
from markupsafe import Markup, escape

from events.frozen import Frozen
from events.records import BookError
from reports.render_options import CATALOGS, HouseStyle

ENGLISH = "en"


class Language(Frozen):
    """A language: its own name, the locale of its numbers, and Babel's patterns of a day and a time."""

    title: str
    locale: str
    day: str
    hour: str


LANGUAGES = {
    ENGLISH: Language(title="English", locale="en_US", day="EEEE d MMMM y", hour="h:mm a"),
    "de": Language(title="Deutsch", locale="de_DE", day="EEEE, d. MMMM y", hour="HH:mm"),
    "fr": Language(title="français", locale="fr_FR", day="EEEE d MMMM y", hour="HH:mm"),
    "es": Language(title="español", locale="es_ES", day="EEEE, d 'de' MMMM 'de' y", hour="HH:mm"),
}
"""The languages by code."""

_SIGNS_WITHOUT_A_GLYPH = frozenset({"ILS", "THB"})
"""Currencies whose sign the bundled fonts lack; they are written by their code."""

AMOUNTS_AT_HAND = 4_096
"""Size of the cache of formatted amounts: pages repeat the same amounts, and Babel is slow."""

_PLAIN = HouseStyle()
_style: ContextVar[HouseStyle] = ContextVar("style", default=_PLAIN)


@contextmanager
def written_in(style: HouseStyle) -> Iterator[None]:
    """Write in a house's language and currency within the block; :class:`ValueError` if there is no such language."""
    before = _style.get()
    try:
        write_in(style)
        yield
    finally:
        _style.set(before)


def write_in(style: HouseStyle) -> None:
    """Write so from here on, until the block of :func:`written_in` around it ends; raises as that does."""
    assert_known(style)
    _style.set(style)


def assert_known(style: HouseStyle) -> None:
    """Raise :class:`ValueError` for a language without a catalog, or a currency that there is not."""
    if style.language not in LANGUAGES:
        raise ValueError(f"No papers are written in {style.language[:20]!r}; there are {', '.join(LANGUAGES)}.")
    if not _is_money(style.currency):
        code = repr(style.currency[:20])
        raise ValueError(gettext("%(code)s is not the code of a currency, such as USD or EUR.", code=code))


def currency_code(code: str) -> str:
    """A currency code as it was typed, stripped and in capitals."""
    return code.strip().upper()


def style() -> HouseStyle:
    """The style in force."""
    return _style.get()


def language() -> Language:
    """The language in force."""
    return LANGUAGES[_style.get().language]


def is_plain() -> bool:
    """Whether amounts are written as on the screens: English and dollars."""
    return (_style.get().language, _style.get().currency) == (_PLAIN.language, _PLAIN.currency)


def gettext(message: str, **named: object) -> str:
    """Translate a text into the language in force and fill in its ``%(name)s``."""
    return _filled(_catalog(_style.get().language).gettext(message), named)


def ngettext(singular: str, plural: str, num: int, **named: object) -> str:
    """Translate a text with a number, ``%(num)s``, which is grouped as the language does."""
    text = _catalog(_style.get().language).ngettext(singular, plural, num)
    return _filled(text, {"num": number(num), **named})


def pgettext(context: str, message: str, **named: object) -> str:
    """Translate a text that has several meanings; ``context`` tells the translator which is meant."""
    return _filled(_catalog(_style.get().language).pgettext(context, message), named)


def book_error_text(error: BookError) -> str:
    """The sentence of a :class:`BookError` in the current language; what the system says in it is quoted."""
    return gettext(error.text, **error.named)


def message_of(text: str, messages: Collection[str]) -> str | None:
    """Which of the messages a text translates: what a person chose on a screen may be in any language.

    The language in force and English are tried first, because the others may have to be loaded.
    """
    languages = dict.fromkeys((_style.get().language, ENGLISH, *LANGUAGES))
    return next((known for code in languages for known in messages if _catalog(code).gettext(known) == text), None)


def for_html() -> dict[str, Callable[..., Markup]]:
    """The translations as a template calls them: texts may contain markup, and the values filled in are escaped."""
    return {"_": _escaping(gettext), "ngettext": _escaping(ngettext), "pgettext": _escaping(pgettext)}


def _escaping(translate: Callable[..., str]) -> Callable[..., Markup]:
    def translated(*given: Any, **named: Any) -> Markup:
        return Markup(translate(*given, **{name: escape(value) for name, value in named.items()}))

    return translated


def number(amount: int | Decimal) -> str:
    """A number with the grouping and decimal sign of the language."""
    return _set(format_decimal(amount, locale=language().locale))


def decimals(amount: float, digits: int) -> str:
    """A number with exactly so many decimals."""
    return _set(format_decimal(amount, "#,##0." + "0" * digits, locale=language().locale))


def decimal_sign() -> str:
    """The sign before the decimals in the language."""
    return get_decimal_symbol(language().locale)


def thousands_sign() -> str:
    """The sign between thousands in the language."""
    return _set(get_group_symbol(language().locale))


def percentage(share: Decimal) -> str:
    """A share (1 is the whole) in percent, with all of its decimals."""
    return _set(format_percent(share, locale=language().locale, decimal_quantization=False))


def thousandths_of_a_percent(share: Decimal) -> str:
    """A share in percent with three decimals, trailing zeros included."""
    locale = Locale.parse(language().locale)
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "#,##0.000")
    return _set(format_percent(share, pattern, locale=locale))


def currency_digits() -> int:
    """How many decimals the currency in force has: 2 for most, 0 for the yen, 3 for dinars."""
    return digits_of(style().currency)


def digits_of(currency: str) -> int:
    """How many decimals a currency has. Amounts are stored in its smallest unit, which the code calls cents."""
    return get_currency_precision(currency)


def currency_name(number: int = 2) -> str:
    """The name of the currency in force, as it follows a number: US dollars."""
    return get_currency_name(style().currency, count=number, locale=language().locale)


def currency_sign() -> str:
    """The sign of the currency in force, as amounts have it, or its code if it has none."""
    return currency_amount(0, whole=True).strip("0\N{NO-BREAK SPACE} ")


def currency_signs() -> frozenset[str]:
    """The signs that people type for the currency in force: its code, and its signs in all languages."""
    currency = style().currency
    signs = {get_currency_symbol(currency, language.locale) for language in LANGUAGES.values()}
    # Mexican pesos are MX$ in English, and $ in Mexico.
    return frozenset({currency, *signs, *filter(None, (sign.strip(ascii_letters) for sign in signs))})


def currency_amount(cents: int, *, whole: bool = False) -> str:
    """An amount in the currency in force, with its decimals; ``whole`` drops them where they are zero."""
    return _currency_amount(cents, whole, style().currency, language().locale)


def currency_figures(cents: int, *, grouped: bool = True) -> str:
    """The figures of an amount in the currency in force, without its sign, and without decimals that are zero."""
    return _currency_figures(cents, grouped, style().currency, language().locale)


def _decimals(cents: int, whole: bool, currency: str) -> int:
    digits = digits_of(currency)
    return 0 if whole and cents % 10**digits == 0 else digits


def _places(decimals: int) -> str:
    return f"0.{'0' * decimals}" if decimals else "0"


@lru_cache(AMOUNTS_AT_HAND)
def _currency_amount(cents: int, whole: bool, currency: str, code: str) -> str:
    locale = Locale.parse(code)
    pattern = locale.currency_formats["standard"].pattern.replace("0.00", _places(_decimals(cents, whole, currency)))
    if currency in _SIGNS_WITHOUT_A_GLYPH:
        pattern = pattern.replace("¤", "¤¤")
    if currency in _SIGNS_WITHOUT_A_GLYPH or get_currency_symbol(currency, locale)[-1].isalpha():
        pattern = pattern.replace("¤#", "¤\N{NO-BREAK SPACE}#")
    amount = Decimal(cents).scaleb(-digits_of(currency))
    return _set(format_currency(amount, currency, pattern, locale=locale, currency_digits=False))


@lru_cache(AMOUNTS_AT_HAND)
def _currency_figures(cents: int, grouped: bool, currency: str, code: str) -> str:
    pattern = ("#,##" if grouped else "") + _places(_decimals(cents, True, currency))
    amount = Decimal(cents).scaleb(-digits_of(currency))
    return _set(format_decimal(amount, pattern, locale=code, group_separator=grouped))


def money_form() -> dict[str, object]:
    """How amounts are written: before and after the figures, between thousands, before decimals, and how many."""
    before, _, after = currency_amount(0, whole=True).partition("0")
    return {
        "before": before,
        "after": after,
        "group": thousands_sign(),
        "decimal": decimal_sign(),
        "digits": currency_digits(),
        "plain": is_plain(),
    }


def day(moment: datetime) -> str:
    """A day in words."""
    return _set(format_date(moment, language().day, locale=language().locale))


def month(day: date) -> str:
    """The month of a day, with its year."""
    return format_skeleton("yMMMM", day, locale=language().locale)


def short_day(day: date) -> str:
    """A day with the month as a number or an abbreviation."""
    return _set(format_date(day, "medium", locale=language().locale))


def weekday(day: date) -> str:
    """The name of a day of the week."""
    return format_date(day, "EEEE", locale=language().locale)


def day_of_month(day: date) -> str:
    """A day without its year."""
    return _set(format_skeleton("MMMd", day, locale=language().locale))


def time_of_day(moment: datetime) -> str:
    """The time of day."""
    return _time_of_day(moment.time(), language().hour, language().locale)


@lru_cache(AMOUNTS_AT_HAND)
def _time_of_day(moment: time, pattern: str, code: str) -> str:
    return _set(format_time(moment, pattern, locale=code)).lower()


def catalog_text(code: str) -> bytes:
    """A language's catalog as stored in its file."""
    return (CATALOGS / f"{code}.po").read_bytes()


def texts_of(code: str, ending: str) -> dict[str, str | list[str]]:
    """The translations of the texts in files with this ending, by the English; of a plural text, all of its forms."""
    messages = [message for message in _messages(code) if message.id]
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            message.string if isinstance(message.string, str) else list(message.string or ())
        )
        for message in messages
        if any(path.endswith(ending) for path, _ in message.locations)
    }


@cache
def _messages(code: str) -> Catalog:
    return read_po(BytesIO(catalog_text(code)), locale=code)


@cache
def _catalog(code: str) -> standard.NullTranslations:
    if code == ENGLISH:
        return standard.NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, _messages(code))
    compiled.seek(0)
    return standard.GNUTranslations(compiled)


def _is_money(code: str) -> bool:
    """Whether a country uses it. Codes in X are metals, tests or units of account unless a country uses them."""
    return is_currency(code) and (code[0] != "X" or code in _tenders())


@cache
def _tenders() -> frozenset[str]:
    """Every currency that is or was a country's legal tender."""
    used = chain.from_iterable(get_global("territory_currencies").values())
    return frozenset(code for code, _, _, is_tender in used if is_tender)


def _filled(text: str, named: dict[str, object]) -> str:
    return text % named if named else text


def _set(text: str) -> str:
    """Adapt a text to the bundled fonts: they lack the narrow no-break space, and a minus is not a hyphen."""
    return text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}").replace("-", "\N{MINUS SIGN}")
