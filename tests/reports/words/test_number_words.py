"""Numbers in words: where each of the four languages has a rule of its own."""

from __future__ import annotations

import pytest

from reports.words.language import LANGUAGES
from reports.words.number_words import MOST, in_words

IN_WORDS = {
    "en": {
        0: "zero",
        13: "thirteen",
        40: "forty",
        99: "ninety-nine",
        100: "one hundred",
        2_306: "two thousand three hundred six",
        1_000_001: "one million one",
        10_000_000_000: "ten billion",
    },
    "de": {
        0: "null",
        1: "eins",
        16: "sechzehn",
        21: "einundzwanzig",
        30: "dreißig",
        101: "einhunderteins",
        1_000: "eintausend",
        21_001: "einundzwanzigtausendeins",
        101_517: "einhunderteintausendfünfhundertsiebzehn",
        1_000_000: "eine Million",
        2_000_077: "zwei Millionen siebenundsiebzig",
        1_000_000_000: "eine Milliarde",
    },
    "fr": {
        0: "zéro",
        21: "vingt et un",
        70: "soixante-dix",
        71: "soixante et onze",
        80: "quatre-vingts",
        81: "quatre-vingt-un",
        91: "quatre-vingt-onze",
        200: "deux cents",
        203: "deux cent trois",
        1_000: "mille",
        80_000: "quatre-vingt mille",
        200_000: "deux cent mille",
        80_000_000: "quatre-vingts millions",
        1_000_000_000: "un milliard",
    },
    "es": {
        0: "cero",
        16: "dieciséis",
        22: "veintidós",
        31: "treinta y uno",
        100: "cien",
        101: "ciento uno",
        500: "quinientos",
        1_000: "mil",
        21_021: "veintiún mil veintiuno",
        31_000: "treinta y un mil",
        1_000_000: "un millón",
        21_000_000: "veintiún millones",
        1_001_000_000: "mil un millones",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_spelt_as_the_language_has_them(language: str) -> None:
    assert {number: in_words(number, language) for number in IN_WORDS[language]} == IN_WORDS[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_numbers_are_spelt_alike(language: str) -> None:
    numbers = {*range(2_200), *range(0, 2_000_000, 977), *range(0, MOST + 1, 314_159_265)}
    assert len({in_words(number, language) for number in numbers}) == len(numbers)


@pytest.mark.parametrize("number", [-1, MOST + 1])
def test_what_is_not_spelt_out_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="not spelt out"):
        in_words(number, "en")
