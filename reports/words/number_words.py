"""Spells whole numbers in English, German, French and Spanish, for promises to pay.

Babel does not spell numbers, and num2words depends on a package without a release since 2014.
"""

from __future__ import annotations

from collections.abc import Callable

MOST = 999_999_999_999
"""The highest number that can be spelled."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_EN_ONES = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_EN_TENS = _words(". . twenty thirty forty fifty sixty seventy eighty ninety")
_DE_ONES = _words(
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
_DE_TENS = _words(". . zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
_FR_ONES = _words(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf"
)
_FR_TENS = _words(". . vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt")
_ES_ONES = _words(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
_ES_TENS = _words(". . . treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_ES_HUNDREDS = _words(
    ". ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)


def in_words(number: int, language: str) -> str:
    """A whole number in words; :class:`ValueError` for a negative number or above :data:`MOST`.

    >>> in_words(525, "en"), in_words(1021, "de"), in_words(280, "fr"), in_words(21000, "es")
    ('five hundred twenty-five', 'eintausendeinundzwanzig', 'deux cent quatre-vingts', 'veintiún mil')
    """
    if not 0 <= number <= MOST:
        raise ValueError(f"{number} is not spelt out.")
    return _SPELT[language](number)


def _english(number: int) -> str:
    parts = []
    for size, name in ((1_000_000_000, " billion"), (1_000_000, " million"), (1_000, " thousand"), (1, "")):
        group = number // size % 1_000
        if group:
            hundreds, rest = divmod(group, 100)
            words = [f"{_EN_ONES[hundreds]} hundred"] if hundreds else []
            words += [_english_below_100(rest)] if rest else []
            parts.append(" ".join(words) + name)
    return " ".join(parts) or _EN_ONES[0]


def _english_below_100(number: int) -> str:
    tens, ones = divmod(number, 10)
    if tens < 2:
        return _EN_ONES[number]
    return _EN_TENS[tens] + (f"-{_EN_ONES[ones]}" if ones else "")


def _german(number: int) -> str:
    words = []
    for size, single, name in (
        (1_000_000_000, "eine Milliarde", "Milliarden"),
        (1_000_000, "eine Million", "Millionen"),
    ):
        group = number // size % 1_000
        if group:
            words.append(single if group == 1 else f"{_german_below_million(group, last=True)} {name}")
    rest = number % 1_000_000
    if rest or not words:
        words.append(_german_below_million(rest, last=True))
    return " ".join(words)


def _german_below_million(number: int, *, last: bool = False) -> str:
    """``last``: the word ends here, so that a final 1 is "eins"."""
    thousands, rest = divmod(number, 1_000)
    head = f"{_german_below_1000(thousands)}tausend" if thousands else ""
    tail = _german_below_1000(rest) if rest or not thousands else ""
    return head + tail + ("s" if last and rest % 100 == 1 else "")


def _german_below_1000(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    head = f"{_DE_ONES[hundreds]}hundert" if hundreds else ""
    tens, ones = divmod(rest, 10)
    if not rest and hundreds:
        return head
    if rest < 20:
        return head + _DE_ONES[rest]
    return head + (f"{_DE_ONES[ones]}und" if ones else "") + _DE_TENS[tens]


def _french(number: int) -> str:
    words = []
    for size, name in ((1_000_000_000, "milliard"), (1_000_000, "million")):
        group = number // size % 1_000
        if group:
            words.append(f"{_french_below_1000(group)} {name}{'s' if group > 1 else ''}")
    thousands, rest = divmod(number % 1_000_000, 1_000)
    if thousands:
        # "mille" has no plural and no "un" before it.
        words.append("mille" if thousands == 1 else f"{_french_below_1000(thousands, plural=False)} mille")
    if rest or not words:
        words.append(_french_below_1000(rest))
    return " ".join(words)


def _french_below_1000(number: int, *, plural: bool = True) -> str:
    """``plural``: round hundreds and eighty take an s, except before "mille"."""
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return _french_below_100(rest, plural=plural)
    head = "cent" if hundreds == 1 else f"{_FR_ONES[hundreds]} cent"
    if rest:
        return f"{head} {_french_below_100(rest, plural=plural)}"
    return head + ("s" if plural and hundreds > 1 else "")


def _french_below_100(number: int, *, plural: bool) -> str:
    if number < 20:
        return _FR_ONES[number]
    tens, ones = divmod(number, 10)
    # Seventy and ninety continue sixty and eighty.
    ones += 10 if tens in (7, 9) else 0
    if not ones:
        return _FR_TENS[tens] + ("s" if plural and tens == 8 else "")
    joint = " et " if ones in (1, 11) and tens < 8 else "-"
    return f"{_FR_TENS[tens]}{joint}{_FR_ONES[ones]}"


def _spanish(number: int) -> str:
    millions, rest = divmod(number, 1_000_000)
    words = []
    if millions:
        words.append("un millón" if millions == 1 else f"{_shortened(_spanish_below_million(millions))} millones")
    if rest or not millions:
        words.append(_spanish_below_million(rest))
    return " ".join(words)


def _spanish_below_million(number: int) -> str:
    thousands, rest = divmod(number, 1_000)
    words = []
    if thousands:
        words.append("mil" if thousands == 1 else f"{_shortened(_spanish_below_1000(thousands))} mil")
    if rest or not words:
        words.append(_spanish_below_1000(rest))
    return " ".join(words)


def _spanish_below_1000(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    words = []
    if hundreds:
        words.append("cien" if number == 100 else _ES_HUNDREDS[hundreds])
    if rest or not hundreds:
        tens, ones = divmod(rest, 10)
        words.append(_ES_ONES[rest] if rest < 30 else _ES_TENS[tens] + (f" y {_ES_ONES[ones]}" if ones else ""))
    return " ".join(words)


def _shortened(words: str) -> str:
    """The form before "mil" and "millones": a final "uno" loses its o."""
    if words.endswith("veintiuno"):
        return words.removesuffix("uno") + "ún"
    return words.removesuffix("o") if words.endswith("uno") else words


_SPELT: dict[str, Callable[[int], str]] = {"en": _english, "de": _german, "fr": _french, "es": _spanish}
