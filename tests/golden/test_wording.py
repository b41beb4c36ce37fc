"""What is said and printed of every game, in every language: equal to the golden files, of every command and event."""

from __future__ import annotations

import pytest

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.commands.refusal import Refusal
from dealer.games import GAMES as RULES
from dealer.night.command_parsing import command_type, words
from events.common.event import event_types
from events.effective_events import effective
from reports.words.language import LANGUAGES
from reports.words.sentences import last_sentence_of, would_be_taken_back
from reports.words.spoken import command_words, event_words
from tests.golden.wording import GAMES, GOLDEN, scripts, wording
from tests.support.pure import AskedNight
from tests.support.stored import KINDS
from tests.toys.registers import NAMES as TOYS

DRAWER = {"count_drawer", "fill", "credit", "drop", "void_slip"}
"""What taking back skips."""
BY_PLAYERS = {"open_to_players", "close_to_players", "hold_players", "bind_hand", "move_hand"}
"""What players do by themselves is said in tests/dealer/night/test_acting_alone.py."""
OF_BOXES = {"commit_box", "add_words", "close_words", "reveal_box", "deal_cards", "turn_up"}
"""Commands of the dealing box, which has a key: what they say is in tests/reports/test_box_words.py."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_worded_as_its_golden_file_has_it(game: str, language: str) -> None:
    golden = (GOLDEN / f"{game}.{language}.txt").read_text(encoding="utf-8")
    assert wording(game, language).splitlines() == golden.splitlines(), "python -m tests.golden.wording writes it anew"


def test_the_scripts_have_every_command_of_the_house_and_of_every_game() -> None:
    in_scripts = {command["do"] for game in GAMES for night in scripts(game).values() for command in night}
    of_games = {word for rules in RULES.values() for word in rules.words}
    assert {*HOUSE_COMMANDS, *of_games} - BY_PLAYERS - OF_BOXES - in_scripts == set()


def test_every_command_and_every_kind_of_event_has_words_of_its_own() -> None:
    commands = [kind for kind in map(command_type, words()) if kind]
    assert [kind for kind in commands if kind not in command_words(kind)[1].commands] == []
    events = [kind for name, kind in event_types().items() if name in KINDS]
    assert [kind for kind in events if kind not in event_words(kind)[1].events] == []


@pytest.mark.parametrize("game", [game for game in GAMES if game not in TOYS])
def test_what_a_command_did_is_said_again_when_it_is_taken_back_and_done_anew(game: str) -> None:
    """Once for each word: the same sentence says what taking back would undo, and what it undid."""
    words_taken_back = {"open_night", "void", "close_night", "amend", *DRAWER}
    for commands in scripts(game).values():
        night = AskedNight()
        for number, command in enumerate(commands, start=1):
            try:
                night.do(command, number)
            except Refusal:
                continue
            said = last_sentence_of(night.now, night.recorded)
            assert said.endswith((".", "”.")), said
            if command["do"] in words_taken_back:
                continue
            words_taken_back.add(command["do"])
            assert would_be_taken_back(night.now, effective(night.recorded))
            night.do({"do": "void"})
            assert last_sentence_of(night.now, night.recorded).startswith("Taken back: ")
            night.do({key: value for key, value in command.items() if key != "id"})
            # Only the number of a marker is not given a second time.
            assert command["do"] == "issue_marker" or last_sentence_of(night.now, night.recorded) == said
        history = night.history
        assert all(last_sentence_of(history.at(at), history.until(at)) for at in range(1, history.version + 1))
