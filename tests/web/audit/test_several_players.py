"""Several players in one field of a command's form: untouched they stay as they were, typed they read as written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.tables import match_night
from web.app.schema_fields import FieldRefused
from web.audit import several_players
from web.audit.command_form import ARGUMENT, CommandForm

DOCUMENTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("five_hundred", {"do": "score_hand", "tricks": {"red": 9, "blue": 1}}, "tricks", "red 9, blue 1"),
    ("five_hundred", {"do": "name_partner", "partners": ["red", "blue"]}, "partners", "red, blue"),
    ("forty_five", {"do": "start_match", "sides": [["red", "M. E."], ["blue"]]}, "sides", "red, M. E. / blue"),
    ("five_in_one", {"do": "part_result", "part": "bango", "chips": {"red": -3, "blue": 3}}, "chips", "red -3, blue 3"),
    ("frog", {"do": "start_hand", "dealer": "red"}, "players", ""),
]  # fmt: skip


def form_of(game: str, document: dict[str, Any], **typed: str) -> CommandForm:
    night = match_night(game, "red blue white").now
    form = CommandForm.of(night, document)
    sent = {ARGUMENT + one.name: one.typed for one in form.arguments}
    return CommandForm.read(night, document, {**sent, **{ARGUMENT + name: text for name, text in typed.items()}})


@pytest.mark.parametrize(("game", "document", "name", "text"), DOCUMENTS)
def test_they_are_written_for_a_person_and_untouched_they_stay_as_they_were(
    game: str, document: dict[str, Any], name: str, text: str
) -> None:
    form = form_of(game, document)
    [argument] = [one for one in form.arguments if one.name == name]
    assert (argument.typed, argument.choices) == (text, ())
    assert form.asked() == document


@pytest.mark.parametrize(("game", "document", "name", "text"), DOCUMENTS)
def test_what_is_typed_is_read_as_it_was_written(game: str, document: dict[str, Any], name: str, text: str) -> None:
    other = {key: value for key, value in document.items() if key != name}
    assert form_of(game, other, **{name: text}).document() == document


def test_what_names_no_number_is_refused_with_the_field() -> None:
    form = form_of("five_hundred", DOCUMENTS[0][1], tricks="red nine")
    with pytest.raises(FieldRefused) as refused:
        form.document()
    assert (refused.value.field, refused.value.why) == ("tricks", "Tricks: “red nine” is no player with a number.")


def test_what_a_document_has_in_place_of_players_is_written_too() -> None:
    values: tuple[object, ...] = (7, "red", ["red", 3], {})
    assert [*map(several_players.written, values)] == ["7", "red", "red, 3", ""]
