"""A command put right in its place: the night is the one with that command, nothing is erased, one void undoes it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from dealer.night.evolve import History
from dealer.night.night import Night
from dealer.verification.streams import verify_rows
from dealer.what_if import Put
from events.common.night import CommandAmended, CommandGivenAgain
from ledger.accounts import checks
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import random_night_with_bidding
from tests.oracle.random_nights import random_night
from tests.oracle.script_player import Interpreter, play
from tests.support.invariants import assert_agrees
from tests.support.pure import PureNight, asked, bet, faro, of, turn
from tests.support.stored import stored

Lines = list[dict[str, Any]]
GAMES: tuple[Callable[..., Lines], ...] = (
    random_night,
    random_fan_tan_night,
    random_night_of_both,
    random_night_with_bidding,
)


def corrected(seed: int, make: Callable[..., Lines], most_lines: int = 160) -> Lines:
    return make(seed, amends=0.06, voids=0.04, most_lines=most_lines)


def at_the_table(*lines: dict[str, Any], **house: Any) -> PureNight:
    """A deal of red and blue, each line with an id: ``1`` for the first of these."""
    night = PureNight().play(command.document for command in faro(**house).commands)
    night.play({"id": str(at), **line} for at, line in enumerate(lines, start=1))
    assert not night.refused
    return night


def held(night: Night) -> dict[str, int]:
    return {player: night.ledger.balance(checks(player)) for player in night.seats}


MISCALLED: tuple[dict[str, Any], ...] = (
    bet("a", "Q"),
    turn("Qs", "4d"),
    bet("b", "4", "blue"),
    turn("9s", "4h"),
    {"do": "tip", "player": "blue", "amount": 100},
)


def test_a_card_called_wrongly_two_turns_ago() -> None:
    night = at_the_table(*MISCALLED)
    before = night.now
    events = night("amend", command="2", instead=turn("5s", "4d"), drop=[])
    assert night.now.ledger == at_the_table(MISCALLED[0], turn("5s", "4d"), *MISCALLED[2:]).now.ledger
    assert held(night.now) == {"red": 19_500, "blue": 19_900}
    amended, *again = (event for event in events if isinstance(event, CommandAmended | CommandGivenAgain))
    assert isinstance(amended, CommandAmended)
    assert (amended.command, amended.undone, amended.dropped) == ("2", ("5", "4", "3", "2"), ())
    assert again == [
        CommandGivenAgain(command="2", words_of=None),
        *(CommandGivenAgain(command=entry, words_of=entry) for entry in ("3", "4", "5")),
    ]
    night("void")
    assert night.now == before


def test_commands_that_no_longer_fit_are_dropped_and_must_be_named() -> None:
    night = at_the_table(bet("a", "Q"), {"do": "press_bet", "bet": "a", "add": 500}, turn("Qs", "4d"), bet("c", "J"))
    amend: dict[str, Any] = {"do": "amend", "command": "1", "instead": None}
    for drop in ([], ["4"], ["2", "4"]):
        assert night.refusal(**amend, drop=drop) == "not_allowed_here"
    night.play([{**amend, "drop": []}])
    assert night.refused[-1]["why"] == ("The correction would undo other commands than those named: 2.")
    night(**amend, drop=["2"])
    assert held(night.now)["red"] == 19_500
    assert night.refusal("amend", command="2", instead=None, drop=[]) == "unknown_command"
    assert night.refusal("amend", command="1", instead=bet("a", "Q"), drop=[]) == "unknown_command"


def test_only_commands_since_the_deal_began_can_be_corrected() -> None:
    night = PureNight().play({"id": str(at), **command.document} for at, command in enumerate(faro().commands, start=1))
    lines = [bet("a", "Q"), {"do": "void"}, bet("b", "Q"), bet("c", "Q", stake=20_000), turn("2s", "3s")]
    night.play({"id": f"x{at}", **line} for at, line in enumerate(lines, start=1))
    instead = bet("b", "J")
    codes = {
        ident: night.refusal("amend", command=ident, instead=instead, drop=[])
        for ident in ("1", "2", "6", "x1", "x2", "x4", "nobody")
    }
    assert codes == {
        "1": "wrong_phase",
        "2": "wrong_phase",
        "6": "wrong_phase",
        "x1": "unknown_command",
        "x2": "unknown_command",
        "x4": "unknown_command",
        "nobody": "unknown_command",
    }
    night("void_deal", reason="foul")
    assert night.refusal("amend", command="x3", instead=instead, drop=[]) == "wrong_phase"


@pytest.mark.parametrize(
    ("instead", "code"),
    [
        (bet("a", "Q", "nobody"), "unknown_player"),
        (bet("a", "Q", stake=20_025), "over_limit"),
        ({"do": "place_bet", "bet": "a", "player": "red"}, "bad_input"),
        ({"do": "nonsense"}, "bad_input"),
        ({}, "bad_input"),
        ({"do": "void"}, "not_allowed_here"),
        ({"do": "amend", "command": "1", "instead": None, "drop": []}, "not_allowed_here"),
        ({"do": "open_night"}, "wrong_phase"),
        ("strike it", "bad_input"),
    ],
)
def test_the_rules_judge_a_correction_at_its_place_in_the_night(instead: object, code: str) -> None:
    night = at_the_table(bet("a", "Q"), turn("2s", "3s"))
    assert night.refusal("amend", command="1", instead=instead, drop=[]) == code


def test_an_unknown_command_comes_before_a_correction_that_does_not_read() -> None:
    night = at_the_table(bet("a", "Q"))
    assert night.refusal("amend", command="nobody") == "unknown_command"
    amends: tuple[dict[str, Any], ...] = (
        {"command": "1"},
        {"command": 1, "instead": None, "drop": []},
        {"instead": None, "drop": []},
    )
    for wrong in amends:
        assert night.refusal("amend", **wrong) == "bad_input"
    assert night.refusal("amend", command="1", instead=None, drop="none") == "bad_input"
    night("close_night")
    assert night.refusal("amend", command="1", instead=None, drop=[]) == "wrong_phase"


@pytest.mark.parametrize("make", GAMES)
def test_corrected_random_nights_agree_with_the_oracle(make: Callable[..., Lines]) -> None:
    """Of these ``tools/soak`` plays as many as one likes."""
    for seed in range(2):
        lines = corrected(seed, make, most_lines=240)
        assert_agrees(PureNight().play(lines).result(), play(lines))


def test_the_night_is_the_one_with_those_commands_to_the_last_detail() -> None:
    """The state after all corrections is that of a night to which only the commands of its course were ever given."""
    several = 0
    for seed in range(4):
        for make in GAMES:
            lines = corrected(seed, make)
            oracle = Interpreter()
            for number, line in enumerate(lines, start=1):
                oracle.carry_out(line, number)
            again = PureNight().play({"id": ident, **command} for ident, command in oracle.course)
            played = PureNight().play(lines)
            assert played.now == again.now
            assert [frame.command for frame in played.now.frames] == [frame.command for frame in again.now.frames]
            assert played.result()["bets"] == again.result()["bets"]
            several += sum(isinstance(record.event, CommandAmended) for record in played.recorded) > 1
    assert several > 5


def test_every_correction_is_taken_back_by_one_void() -> None:
    taken_back = 0
    for seed in range(20, 24):
        for make in GAMES:
            night = PureNight()
            for number, line in enumerate(corrected(seed, make), start=1):
                before = night.night
                created = len(night.refused)
                night.play([line])
                if line["do"] == "amend" and len(night.refused) == created:
                    after = night.now
                    night.do({"do": "void", "id": f"void {number}"})
                    assert night.now == before
                    night.do({**line, "id": f"again {number}"})
                    assert night.now == after
                    taken_back += 1
    assert taken_back > 10


def test_books_of_corrected_nights_are_sound() -> None:
    """Decided again, folded and conserved; and a hand in the events of a correction is found at the very event."""
    looked = 0
    for make in GAMES:
        lines = corrected(6, make, most_lines=130)
        rows = stored(lines)
        assert verify_rows(rows).finding is None
        looked += sum(row.kind == "CommandAmended" for row in rows.events)
    assert looked > 3


def test_history_and_what_if_work_at_every_event_of_a_corrected_night() -> None:
    for make in GAMES:
        night = asked(corrected(7, make, most_lines=140))
        history = History.of(night.recorded)
        assert history.states[-1] == night.now
        numbers = Random(7).sample(range(2, len(night.commands) + 1), 5)
        for number in numbers:
            alternative = of(night, Put(number, dict(night.commands[number - 1].document)))
            assert alternative.differences.none
            assert alternative.otherwise == ()
            assert [record.event for record in alternative.events] == [record.event for record in night.recorded]
