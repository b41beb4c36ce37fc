"""Phrases: the same in English as a sentence would be, and in another language with its order and its amounts."""

from __future__ import annotations

import doctest

from dealer.commands import refusal as phrases
from dealer.commands.refusal import Amount, Reader, phrase
from dealer.games.faro.layout import KINDS, PLACES, call_named, called, name_of, named
from events.games.faro import Place

SPLIT = phrase(
    "%(why)s, the bank takes half, %(taken)s of %(of)s",
    why=phrase("the %(rank)s came twice", rank="Q"),
    taken=Amount(250),
    of=Amount(500),
)
GERMAN = {
    "%(why)s, the bank takes half, %(taken)s of %(of)s": "von %(of)s nimmt die Bank %(taken)s, denn %(why)s",
    "the %(rank)s came twice": "%(rank)s kam zweimal",
}


def test_a_phrase_is_said_in_english_and_in_another_language_with_the_phrases_within_it() -> None:
    assert str(SPLIT) == "the Q came twice, the bank takes half, $2.50 of $5"
    said = SPLIT.said(
        Reader(translated=GERMAN.__getitem__, amount=lambda cents: f"{cents / 100:.2f} €".replace(".", ","))
    )
    assert said == "von 5,00 € nimmt die Bank 2,50 €, denn Q kam zweimal"


def test_a_sign_for_a_hundredth_is_no_placeholder_where_nothing_is_filled_in() -> None:
    assert str(phrase("half of it, 50%")) == "half of it, 50%"


def test_every_place_of_the_layout_has_a_name_that_can_be_translated() -> None:
    drawn = [Place(kind=kind, ranks=tuple(sorted(ranks))) for kind, sets in PLACES.items() for ranks in sets]
    chosen = [
        Place(kind=kind, ranks=("3",), lose=("4",), choice=choice, card=card)
        for kind in KINDS
        if kind not in PLACES
        for choice in ("high", "low", "odd", "even", "red", "black")
        for card in ("winner", "loser")
    ]
    texts = set()
    for place in (*drawn, *chosen):
        found = named(place)
        assert str(found) == name_of(place)
        assert not any(rank in found.text for rank in "23456789QKJ"), "a rank is no part of the text"
        texts.add(found.text)
    assert {"splitting the %(ranks)s", "loser odd", "all even", "low to win, high to lose", "black to win"} <= texts
    assert str(call_named(("A", "K", "Q"))) == called("AKQ") == "the turn called A-K-Q"


def test_the_examples_hold() -> None:
    assert doctest.testmod(phrases).failed == 0
