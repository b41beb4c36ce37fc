"""A refusal is a code, a template and typed parameters; the sentence is made for whoever reads it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.assistant import Assistant
from dealer.commands.refusal import (
    Amount,
    Argument,
    Cards,
    Listed,
    Player,
    Refusal,
    does_not_read,
    number_of,
    phrase,
    refusal_of,
)
from dealer.verification.streams import verify
from events.book.book import Book
from reports.render_options import HouseStyle
from reports.words.game_words import refusal_said
from reports.words.language import written_in
from tests.support.disputed import DEALER, Disputed

ROOT = Path(__file__).parents[3]
SHORT = Refusal(
    "not_enough_checks",
    "%(player)s owes %(chips)s (%(due)s) and has %(held)s: they buy checks or take a marker first.",
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
    assert SHORT.why == "red owes 1,200 chips ($300) and has 25¢: they buy checks or take a marker first."
    assert SHORT.among({"red": "Ada Lamb"}).startswith("Ada Lamb owes")
    with written_in(HouseStyle(language="de", currency="EUR")):
        said = refusal_said(SHORT, {})
    assert said.replace("\xa0", " ") == (
        "red schuldet 1.200 Chips (300 €) und hat 0,25 €: erst sind Jetons zu kaufen oder ein Schuldschein zu zeichnen."
    )


def test_what_is_kept_of_it_makes_it_again() -> None:
    template = " ".join(f"%({name})s" for name in EVERY_TYPE)
    refusal = Refusal("bad_input", template, **EVERY_TYPE)
    again = refusal_of("bad_input", refusal.recorded)
    assert refusal.recorded.isprintable()
    assert (again.why, again.values, again.recorded) == (refusal.why, refusal.values, refusal.recorded)
    assert not refusal.differs_from(again)


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
                    named = {one.arg for one in node.keywords if one.arg}
                    if isinstance(template, ast.Constant):
                        places = set(re.findall(r"%\((\w+)\)s", str(template.value)))
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", places, named
                    assert not isinstance(template, ast.JoinedStr), f"{path}:{node.lineno} fills its template itself"


def test_every_template_has_a_place_for_each_of_its_parameters() -> None:
    found = list(refusals_raised())
    assert len(found) > 150
    assert [where for where, places, named in found if places != named] == []


def reworded(change: dict[str, Argument]) -> type[Refusal]:
    """Refusals of a program that words all of them anew, and has other values in them."""

    class Reworded(Refusal):
        def __init__(self, code: str, template: str, **parameters: Argument) -> None:
            super().__init__(code, f"Sorry! {template}", **{**parameters, **change})

    return Reworded


@pytest.fixture
def night() -> Disputed:
    return Disputed(Book.open()).play_bet()


def test_a_changed_sentence_leaves_a_book_sound(night: Disputed, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [one.why for one in night.book.commands(night.night) if one.refused]
    assert len(kept) == 5
    for module in (
        "game.preconditions",
        "night.decide",
        "night.closing",
        "games.faro.bets",
        "games.faro.preconditions",
    ):
        monkeypatch.setattr(f"dealer.{module}.Refusal", reworded({}))
    assert night.refused("issue_marker", player="red", amount=33).startswith("Sorry! ")
    assert verify(night.book, night.night).sound
    assert [one.why for one in night.book.commands(night.night) if one.refused][:-1] == kept


def test_a_refusal_for_another_amount_is_found(night: Disputed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealer.game.table.Refusal", reworded({"amount": Amount(34)}))
    finding = verify(night.book, night.night).finding
    assert finding
    assert finding.difference
    assert finding.difference.paths == ("amount.cents",)
    assert finding.what == (
        "decided again it is refused (Sorry! 34¢ is not a whole number of 25¢ checks. [not_a_multiple]), "
        "and it was refused (33¢ is not a whole number of 25¢ checks. [not_a_multiple])"
    )


def test_a_command_sent_again_is_refused_in_the_words_of_today(night: Disputed) -> None:
    assistant, asked = Assistant(night.book), {"do": "cash_in", "player": "blue", "amount": 10_000_000}
    sent: list[Refusal] = []
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            assistant.execute(asked, DEALER, night=night.night, command_id="again")
        sent.append(refused.value)
    assert sent[0].why == sent[1].why
    assert sent[0].among({"blue": "Wm. Hart"}) == sent[1].among({"blue": "Wm. Hart"})
    assert sent[1].among({"blue": "Wm. Hart"}).startswith("Wm. Hart has ")


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_of_several_unknown_arguments_the_first_by_the_alphabet_is_named(seed: str) -> None:
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
        earlier.setattr("events.schema.min", max, raising=False)
        said = night.refused("amend", command=last, instead=instead, drop=[])
    assert said == "tip: tint: unknown field."
    assert night.book.commands(night.night)[-1].refused == "bad_input"
    assert verify(night.book, night.night).sound
    assert night.refused("amend", command=last, instead=instead, drop=[]) == "tip: hue: unknown field."


def test_a_finding_has_which_argument_is_unknown() -> None:
    refusal = does_not_read("tip", phrase("%(key)s: %(problem)s", key="hue", problem=phrase("unknown field")))
    assert refusal.values == {"command": "tip", "problem": {"key": "hue", "problem": {}}}
