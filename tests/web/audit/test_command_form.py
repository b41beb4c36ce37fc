"""A command on a form: untouched it makes the same document, and what is typed is read as the contract has it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.commands.refusal import Refusal
from dealer.games.fan_tan.game import GAME as FAN_TAN
from dealer.games.faro.game import GAME as FARO
from tests.oracle.random_fan_tan import random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.pure import AskedNight, asked
from web.app.schema_fields import FieldRefused
from web.audit.command_form import ARGUMENT, CommandForm, document_of

PLACE = {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 550}


@pytest.fixture(scope="module")
def night() -> AskedNight:
    return asked(random_night(4, most_lines=60))


def sent(form: CommandForm, **typed: str) -> dict[str, str]:
    """What a browser sends of a form: everything that stands in it, but ticks that are off."""
    found = {one.name: one.typed or ("on" if one.ticked else "") for one in form.arguments}
    return {ARGUMENT + name: text for name, text in {**found, **typed}.items() if text}


def read(night: AskedNight, document: dict[str, Any], **typed: str) -> dict[str, Any]:
    form = CommandForm.of(night.now, document)
    return CommandForm.read(night.now, document, sent(form, **typed)).document()


def test_a_form_that_nobody_touched_makes_the_same_document() -> None:
    words_seen = set()
    for lines in (random_night(9, most_lines=300), random_night_of_both(5, most_lines=300)):
        night = asked(lines)
        for one in night.commands:
            form = CommandForm.of(night.now, one.document)
            assert CommandForm.read(night.now, one.document, sent(form)).asked() == one.document
            words_seen.add(one.document["do"])
    assert len(words_seen) > 25


def test_every_command_has_a_form_with_what_it_must_be_told_in_sight(night: AskedNight) -> None:
    for do in (*HOUSE_COMMANDS, *FARO.words, *FAN_TAN.words):
        form = CommandForm.of(night.now, {"do": do})
        assert form.document() == {"do": do}
        assert all(one.label for one in form.arguments)
    assert [one.name for one in CommandForm.of(night.now, PLACE).arguments][:4] == [
        "coppered",
        "paroli",
        "stake",
        "player",
    ]
    folded = {one.name for one in CommandForm.of(night.now, PLACE).arguments if one.folded}
    assert folded == {"win", "lose", "row", "parity", "card", "form"}


def test_what_is_typed_is_read_as_the_contract_has_it(night: AskedNight) -> None:
    assert read(night, PLACE, coppered="on", stake="$1,000.25") == {**PLACE, "coppered": True, "stake": 100_025}
    assert read(night, PLACE, kind="split", ranks="q, j") == {**PLACE, "kind": "split", "ranks": ["Q", "J"]}
    assert read(night, PLACE, kind="heeled", ranks="", win="A-2", lose="K") == {
        "do": "place_bet",
        "bet": "a",
        "player": "red",
        "kind": "heeled",
        "win": ["A", "2"],
        "lose": ["K"],
        "stake": 550,
    }
    assert read(night, {**PLACE, "coppered": True}, coppered="")["coppered"] is False
    assert read(night, {"do": "place_bet"}, win="high")["win"] == "high"
    assert read(night, {"do": "turn", "loser": "Q", "winner": "K"}, loser="q♠", winner="10H") == {
        "do": "turn",
        "loser": "Qs",
        "winner": "10h",
    }
    assert read(night, {"do": "raise_dispute"}, about="7")["about"] == 7
    assert read(night, {"do": "raise_dispute"}, about="b7")["about"] == "b7"
    assert read(night, {"do": "lend_stake"}, profit_share="0.25")["profit_share"] == 0.25
    assert read(night, {"do": "bar_bet", "bet": "a"}, turns="2") == {"do": "bar_bet", "bet": "a", "turns": 2}


def test_what_does_not_read_names_its_field(night: AskedNight) -> None:
    for document, name, text in (
        (PLACE, "stake", "lots"),
        ({"do": "bar_bet", "bet": "a"}, "turns", "two"),
        ({"do": "lend_stake"}, "profit_share", "half"),
    ):
        with pytest.raises(FieldRefused) as refused:
            read(night, document, **{name: text})
        assert refused.value.field == name
    for document, typed, why in (
        ({**PLACE, "kind": ""}, {"kind": ""}, "Kind: choose one."),
        (PLACE, {"stake": ""}, "Stake: this is to be filled in."),
        (PLACE, {"ranks": "Q, Z"}, "Ranks: a rank is one of A 2 3 4 5 6 7 8 9 10 J Q K."),
        (
            {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 5},
            {"profit_share": "2"},
            "Share of profit ",
        ),
    ):
        form = CommandForm.of(night.now, document)
        with pytest.raises(FieldRefused, match=f"^{re.escape(why)}"):
            CommandForm.read(night.now, document, sent(form, **typed)).asked()
    for text in ("{", "[]", "7", '{"do": NaN}', '{"do": "\\ud800"}', "[" * 10_000):
        with pytest.raises(FieldRefused):
            document_of(text)
    with pytest.raises(Refusal):
        CommandForm.of(night.now, {"do": "dance"})
