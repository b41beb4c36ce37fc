"""What is sentences of a night from the dealing box."""

from __future__ import annotations

import pytest

from dealer.night.evolve import History
from events.book.reading import document_in
from events.common.box import ByProgram
from reports.render_options import HouseStyle
from reports.words.language import LANGUAGES, written_in
from reports.words.sentences import asked_for, last_acts, last_sentence_of, sentence_of
from tests.support.stored import from_boxes, stored


@pytest.fixture(scope="module")
def history() -> History:
    return History.of(stored(from_boxes()).recorded)


def test_what_the_program_does_with_boxes_hides_nothing_that_was_done(history: History) -> None:
    by_program = [at for at, row in enumerate(history.events, start=1) if isinstance(row.event, ByProgram)]
    assert by_program
    for at in by_program:
        before = history.at(at - 1)
        assert last_sentence_of(history.at(at), history.until(at)) == last_sentence_of(before, history.until(at - 1))
    end = history.version - 1
    sentences = last_acts(history.at(end), history.until(end).effective, 200)
    assert not any("committed" in sentence or "revealed" in sentence for sentence in sentences)
    assert "The soda is " in " ".join(sentences)


def test_a_word_of_everything(history: History) -> None:
    sentences = [sentence_of(history.at(at), row.event) for at, row in enumerate(history.events, start=1)]
    assert "Red puts words into box 1: “Faites vos jeux”." in sentences
    assert "Blue and Red are dealt 5 cards each." in sentences
    assert "Red is dealt a card." in sentences
    assert any(sentence.startswith("Turned up: ") for sentence in sentences)
    assert any(sentence.startswith("The secret of box 1 is revealed: ") for sentence in sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_events_and_commands_of_boxes_are_said_in_every_language(history: History, language: str) -> None:
    with written_in(HouseStyle(language=language)):
        for at, row in enumerate(history.events, start=1):
            assert sentence_of(history.at(at), row.event).endswith((".", "”.", "“.", "».")), row.event
        for command in stored(from_boxes()).commands:
            assert asked_for(history.at(history.version - 1), document_in(command.body))
