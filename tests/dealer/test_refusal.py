"""A refusal is a code, a template and typed parameters; phrases make its sentence for whoever reads it."""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.commands import refusal as phrases
from dealer.commands.refusal import (
    Amount,
    Argument,
    Cards,
    Listed,
    Player,
    Reader,
    Refusal,
    number_of,
    phrase,
    refusal_of,
)
from dealer.game import table as preconditions
from dealer.games.faro.layout import KINDS, PLACES, call_named, called, name_of, named
from dealer.house.roles import CAGE, FLOOR, Signers, check_signers
from dealer.verification.streams import verify
from events import schema
from events.book.book import Book
from events.games.faro import Place
from reports.render_options import HouseStyle
from reports.words.game_words import refusal_text
from reports.words.language import written_in
from tests.support.disputed import Disputed

ROOT = Path(__file__).parents[2]
SHORT = Refusal(
    "not_enough_checks",
    "%(player)s owes %(chips)s (%(due)s) and has %(held)s. Sell them checks or give a marker first.",
    player=Player("red"),
    chips=number_of(1200, "%(num)s chip", "%(num)s chips"),
    due=Amount(30_000),
    held=Amount(25),
)
EVERY_TYPE: dict[str, Argument] = {
    "text": "a \u202e word",
    "number": 7,
    "amount": Amount(-325),
    "player": Player("grün"),
    "cards": Cards(("Qs", "10h")),
    "chips": number_of(1, "%(num)s chip", "%(num)s chips"),
    "listed": Listed(("x", Amount(5), Listed(()))),
    "phrase": phrase("it is %(player)s's turn", player=Player("red")),
}


def test_the_sentence_is_made_for_the_reader() -> None:
    assert SHORT.why == "red owes 1,200 chips ($300) and has 25¢. Sell them checks or give a marker first."
    assert SHORT.among({"red": "Ada Lamb"}).startswith("Ada Lamb owes")
    with written_in(HouseStyle(language="de", currency="EUR")):
        text = refusal_text(SHORT, {})
    assert text.replace("\xa0", " ") == (
        "red schuldet 1.200 Chips (300 €) und hat 0,25 €. Zuerst Jetons verkaufen oder einen Schuldschein ausstellen."
    )


def test_a_recorded_refusal_reads_back_as_it_was() -> None:
    template = " ".join(f"%({name})s" for name in EVERY_TYPE)
    refusal = Refusal("bad_input", template, **EVERY_TYPE)
    again = refusal_of("bad_input", refusal.recorded)
    assert refusal.recorded.isprintable()
    assert (again.why, again.values, again.recorded) == (refusal.why, refusal.values, refusal.recorded)
    assert not refusal.differs_from(again)


def test_roles_are_said_in_the_language_of_the_reader() -> None:
    with pytest.raises(Refusal) as refused:
        check_signers({"Doc": (FLOOR, CAGE)}.get, Signers(who="Doc"), lambda name: False)
    with written_in(HouseStyle(language="de", currency="EUR")):
        text = refusal_text(refused.value, {})
    assert not re.search(rf"\b({FLOOR}|{CAGE})\b", text)
    older = Refusal("not_permitted", "%(name)s (%(roles)s) may not do that.", name="Doc", roles="floor, cage")
    assert not refused.value.differs_from(older)


def test_an_older_book_has_a_sentence_alone() -> None:
    old = refusal_of("not_enough_checks", "red has 100% of nothing, not %(amount)s.")
    assert old.why == "red has 100% of nothing, not %(amount)s."
    assert not SHORT.differs_from(old)
    assert SHORT.differs_from(refusal_of("bad_input", "red owes 1,200 chips."))


@pytest.mark.parametrize(
    "recorded",
    [
        "{",
        "{}",
        '{"template":"%(player)s sits","parameters":{}}',
        '{"template":"%(player)d sits","parameters":{"player":"red"}}',
        '{"template":"%(number)d sit","parameters":{"number":5}}',
        '{"template":"%(who)s sits","parameters":{"who":{"type":"phrase","text":"%(one)s","named":[["other","red"]]}}}',
        '{"template":"sits","parameters":{"code":"red"}}',
        '{"template":"%(a)s","parameters":{"a":' + '{"type":"list","items":[' * 2_000 + "]}" * 2_000 + "}}",
        '{"template":"sits","parameters":{"player":{"type":"horse"}}}',
        '{"template":"sits","parameters":{},"more":1}',
    ],
)
def test_what_is_no_refusal_does_not_read(recorded: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        refusal_of("bad_input", recorded)


def refusals_raised() -> Iterator[tuple[str, set[str], set[str]]]:
    """Where a refusal is made in the program, the places of its template, and the names of its parameters."""
    for floor in ("dealer", "reports", "web"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and len(node.args) == 2:
                    template = node.args[1]
                    named = {keyword.arg for keyword in node.keywords if keyword.arg}
                    if isinstance(template, ast.Constant):
                        places = set(re.findall(r"%\((\w+)\)s", str(template.value)))
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", places, named
                    assert not isinstance(template, ast.JoinedStr), f"{path}:{node.lineno} fills its template itself"


def test_every_template_has_a_place_for_each_of_its_parameters() -> None:
    result = list(refusals_raised())
    assert len(result) > 150
    assert [where for where, places, named in result if places != named] == []


def reworded(change: dict[str, Argument]) -> type[Refusal]:
    """Refusals of a program that words all of them anew, and has other values in them."""

    class Reworded(Refusal):
        def __init__(self, code: str, template: str, **parameters: Argument) -> None:
            super().__init__(code, f"Sorry! {template}", **{**parameters, **change})

    return Reworded


@pytest.fixture
def night() -> Disputed:
    return Disputed(Book.open()).play_bet()


def test_a_refusal_for_another_amount_is_found(night: Disputed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preconditions, "Refusal", reworded({"amount": Amount(34)}))
    finding = verify(night.book, night.night).finding
    assert finding
    assert finding.difference
    assert finding.difference.paths == ("amount.cents",)
    assert finding.what == (
        "decided again it is refused (Sorry! 34¢ cannot be made up of 25¢ checks. [not_a_multiple]), and "
        "it was refused (33¢ cannot be made up of 25¢ checks. [not_a_multiple])"
    )


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_first_unknown_argument_in_the_alphabet_is_named(seed: str) -> None:
    """In every process: marshmallow takes them from a set, whose order hangs on the process."""
    code = (
        "from dealer.night.command_parsing import read_command\n"
        "asked = {'do': 'tip', 'tint': 1, 'shade': 2, 'hue': 3, 'colour': 4, 'amount': 5, 'player': 'x'}\n"
        "print(read_command(asked).problem)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "colour: unknown field\n"


def test_a_book_that_names_another_unknown_argument_is_sound(night: Disputed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier programs named any one of them, where a command was put right with what does not read."""
    night.do("place_bet", bet="late", player="blue", kind="single", ranks=["3"], stake=500)
    last = night.book.commands(night.night)[-1].id
    instead = {"do": "tip", "player": "red", "amount": 25, "hue": 1, "tint": 2}
    with monkeypatch.context() as earlier:
        earlier.setattr(schema, "min", max, raising=False)
        text = night.refused("amend", command=last, instead=instead, drop=[])
    assert text == "tip: tint: unknown field."
    assert night.book.commands(night.night)[-1].refused == "bad_input"
    assert verify(night.book, night.night).sound
    assert night.refused("amend", command=last, instead=instead, drop=[]) == "tip: hue: unknown field."


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
    text = SPLIT.render(
        Reader(translated=GERMAN.__getitem__, amount=lambda cents: f"{cents / 100:.2f} €".replace(".", ","))
    )
    assert text == "von 5,00 € nimmt die Bank 2,50 €, denn Q kam zweimal"


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
        result = named(place)
        assert str(result) == name_of(place)
        assert not any(rank in result.text for rank in "23456789QKJ"), "a rank is no part of the text"
        texts.add(result.text)
    assert {"splitting the %(ranks)s", "loser odd", "all even", "low to win, high to lose", "black to win"} <= texts
    assert str(call_named(("A", "K", "Q"))) == called("AKQ") == "the turn called A-K-Q"


def test_the_examples_hold() -> None:
    assert doctest.testmod(phrases).failed == 0
