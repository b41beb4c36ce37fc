"""Night scripts: what a line may be, and a play that stops or goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealer.commands.refusal import Refusal
from dealer.games import GAMES
from dealer.night.command_parsing import words
from dealer.night_service import NightService
from dealer.script import ScriptStopped, play, read_script
from dealer.streams import Sender
from events.book.book import Book

OPENING = '{"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 0, "dealer": "D"}'
SENDER = Sender(who="script", device="test")
NIGHTS = Path(__file__).parent.parent / "nights"
DOCUMENTED = Path(__file__).parent.parent.parent / "docs" / "night-script.md"


def test_blank_lines_and_remarks_are_passed_over_and_counted() -> None:
    lines = list(read_script(f"# a night\n\n{OPENING}\n   \n  # more\n{{}}\n"))
    assert [line.number for line in lines] == [3, 6]


@pytest.mark.parametrize(
    "line",
    [
        '{"do": "seat_player", "player": "re',
        "not json",
        '{"do": NaN}',
        "[" * 50_000,
        '{"do": "tip"}' + " " * 5 + "x" * 100_001,
        '"a word"',
        "[1, 2]",
        "7",
        "null",
    ],
    ids=lambda line: line[:20],
)
def test_a_line_that_is_no_command_stops_the_play_with_its_number(line: str) -> None:
    with Book.open() as book, pytest.raises(ScriptStopped) as stopped:
        play(NightService(book), read_script(f"{OPENING}\n{line}\n"), SENDER)
    assert stopped.value.line.number == 2
    assert stopped.value.refusal.code == "bad_input"
    assert "\n" not in str(stopped.value)


def test_keep_going_lists_what_was_refused_and_records_nothing_of_it() -> None:
    script = f'{OPENING}\n{{"do": "tip", "player": "red", "amount": 25}}\ncut off\n{{"do": "start_deal"}}'
    with Book.open() as book:
        (night,), result = play(NightService(book), read_script(script), SENDER, keep_going=True)
        assert [(refusal["line"], refusal["do"], refusal["code"]) for refusal in result["refused"]] == [
            (2, "tip", "unknown_player"),
            (3, None, "bad_input"),
        ]
        assert result["events"] == len(book.events(night)) == 2


def test_a_line_with_a_key_twice_is_refused_and_says_which() -> None:
    with Book.open() as book, pytest.raises(ScriptStopped) as stopped:
        play(NightService(book), read_script(f'{OPENING}\n{{"do": "start_deal", "do": "close_night"}}'), SENDER)
    assert (stopped.value.line.number, stopped.value.refusal.code) == (2, "bad_input")
    assert "The key 'do' is given twice. Give it once." in str(stopped.value)


def test_commands_before_the_opening_find_no_night() -> None:
    with Book.open() as book, pytest.raises(Refusal) as refused:
        play(NightService(book), read_script('{"do": "start_deal"}'), SENDER, keep_going=True)
    assert refused.value.code == "no_such_night"


def test_a_script_played_twice_into_one_book_makes_two_nights_with_one_result(tmp_path: Path) -> None:
    text = (NIGHTS / "faro-one-deal.jsonl").read_text()
    with Book.open(tmp_path / "book.db") as book:
        first, left = play(NightService(book), read_script(text), SENDER, keep_going=True)
        second, other = play(NightService(book), read_script(text), SENDER, keep_going=True)
    assert (*first, *second) == ("2026-11-21-1", "2026-11-21-2")
    assert {**left, "night": "", "head": ""} == {**other, "night": "", "head": ""}


@pytest.mark.parametrize(
    "arguments",
    ['"amount": 1' + "0" * 40, '"amount": 1e400', '"amount": "\\ud800"', '"about": 1' + "0" * 40, '"name": "\\u0000"'],
)
@pytest.mark.parametrize("do", ["buy_checks", "raise_dispute", "seat_player"])
def test_what_no_book_can_keep_is_one_refusal_and_the_play_goes_on(do: str, arguments: str) -> None:
    seats = '{"do": "seat_player", "player": "red", "name": "Red"}'
    line = f'{{"do": "{do}", "player": "red", "dispute": "d", "claim": "x", {arguments}}}'
    with Book.open() as book:
        _, result = play(
            NightService(book), read_script(f"{OPENING}\n{seats}\n{line}\n{seats}"), SENDER, keep_going=True
        )
    assert [refusal["line"] for refusal in result["refused"]] == [3, 4]
    assert result["refused"][0]["code"] in ("bad_input", "already_done")


def test_a_second_opening_in_a_script_is_refused_and_the_first_night_goes_on() -> None:
    with Book.open() as book:
        nights, result = play(NightService(book), read_script(f"{OPENING}\n{OPENING}"), SENDER, keep_going=True)
        assert book.nights() == nights
    assert [(refusal["line"], refusal["code"]) for refusal in result["refused"]] == [(2, "wrong_phase")]


@pytest.mark.parametrize("word", ["\ud800", "x\ny", "\u001b[31m"])
def test_what_a_refusal_quotes_is_on_one_line_and_can_be_printed(word: str) -> None:
    lines = [json.dumps({"do": word}), json.dumps({"do": "tip", "player": word, "amount": 25})]
    with Book.open() as book:
        _, result = play(NightService(book), read_script("\n".join([OPENING, *lines])), SENDER, keep_going=True)
    assert len(result["refused"]) == 2
    assert json.dumps(result, ensure_ascii=False).encode().decode().isprintable()


def test_the_document_names_every_command_every_preset_and_every_house_rule() -> None:
    text = DOCUMENTED.read_text()
    presets = {preset: game for game in GAMES.values() for preset in game.presets}
    rules = {rule for preset, game in presets.items() for rule in game.read_house(preset)} - {"preset"}
    assert [word for word in sorted({*words(), *presets, *rules, *GAMES}) if f"`{word}`" not in text] == []


AMENDED = """
{"do": "open_night", "id": "o", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 50000, "dealer": "D"}
{"do": "seat_player", "player": "red", "name": "Ada"}
{"do": "buy_checks", "player": "red", "amount": 10000}
{"do": "start_deal", "id": "deal"}
{"do": "expose_soda", "card": "Ks"}
{"do": "place_bet", "id": "bet", "bet": "b", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}
{"do": "press_bet", "id": "press", "bet": "b", "add": 500}
{"do": "turn", "loser": "Qs", "winner": "4d"}
{"do": "amend", "command": "9", "instead": {"do": "turn", "id": "9", "loser": "5s", "winner": "Qd"}, "drop": []}
{"do": "amend", "id": "strike", "command": "bet", "instead": null, "drop": []}
{"do": "amend", "command": "strike", "instead": null, "drop": []}
{"do": "amend", "command": "o", "instead": null, "drop": []}
{"do": "amend", "command": "deal", "instead": null, "drop": []}
{"do": "tip", "id": 7, "player": "red", "amount": 25}
{"do": "amend", "command": "bet", "instead": null, "drop": ["press"]}
"""


def test_a_line_is_named_by_its_id_or_its_number_and_put_right() -> None:
    """Twice in one book: a script's ids are its own. What it is told of its lines, it is told by its own names."""
    with Book.open() as book:
        for _ in range(2):
            _, result = play(NightService(book), read_script(AMENDED), SENDER, keep_going=True)
            assert [(refusal["line"], refusal["code"]) for refusal in result["refused"]] == [
                (11, "not_allowed_here"),
                (12, "unknown_command"),
                (13, "wrong_phase"),
                (14, "not_allowed_here"),
                (15, "bad_input"),
            ]
            assert result["refused"][0]["why"].endswith(" than those named: press.")
            assert result["refused"][1]["why"] == "This night has no command strike, or it was taken back."
            assert result["players"]["red"]["net"] == 0
            assert result["bets"] == []
    with Book.open() as book:
        won = AMENDED.strip().splitlines()[:9]
        _, result = play(NightService(book), read_script("\n" + "\n".join(won)), SENDER)
        assert [(bet["bet"], bet["result"], bet["paid"]) for bet in result["bets"]] == [("b", "won", 1_000)]
