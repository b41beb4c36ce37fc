"""``casekeeper odds``: the contract's JSON, its refusals in their order, and the table for a person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.boxes import IN_ANY_LANGUAGE, LETTERS, written_in_boxes
from tests.web.command_line.called import assert_one_sentence, casekeeper
from web.text import WIDTH

NIGHT = "2026-11-21-1"
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "roll": 500_000, "dealer": "D"}
SOUTH = {"game": ["faro", "pharo"], "house": {"faro": {"copper": False}, "pharo": {"figures": False}}}
Q = {"kind": "single", "ranks": ["Q"]}


def book_of(path: Path, *commands: dict[str, Any], **opening: Any) -> Path:
    """A book of a night with these commands."""
    script, where = path / "night.jsonl", path / "night.db"
    script.write_text("\n".join(map(json.dumps, ({**OPENING, "game": "faro", **opening}, *commands))))
    assert casekeeper("play", script, "--book", where).exit_code == 0
    return where


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deal with its soda, a turn, and the loser of the next: events 3 to 6."""
    return book_of(
        tmp_path_factory.mktemp("odds"),
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "Ks"},
        {"do": "turn", "loser": "Qs", "winner": "5h"},
        {"do": "draw_loser", "card": "5s"},
        house={"running_limit": 20_000},
    )


def asked(where: Path, *arguments: object) -> dict[str, Any]:
    ran = casekeeper("odds", NIGHT, "--book", where, "--json", *arguments)
    assert ran.exit_code == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def test_the_odds_are_those_of_an_event_and_without_one_of_the_last(where: Path) -> None:
    soda, now = asked(where, "--at", 3), asked(where)
    assert (soda["game"], soda["turn"], soda["unseen"], soda["left"]["K"]) == ("faro", 1, 51, 3)
    assert list(soda) == ["game", "turn", "unseen", "left", "bets", "calls"]
    assert soda["bets"][0] == {
        "kind": "single",
        "ranks": ["A"],
        "coppered": False,
        "turn": {"win": "94/1275", "lose": "94/1275", "split": "2/425", "standoff": "0"},
        "edge": {"turn": "1/425", "decided": "3/194", "settled": "101/4998"},
        "variance": "161069/1083750",
    }
    # A turn whose loser is drawn has not begun.
    assert asked(where, "--at", 5) == now
    assert asked(where, "--at", 4) == soda
    assert (now["turn"], now["unseen"], now["left"]["5"]) == (2, 49, 3)


def test_bets_come_after_the_board_as_they_were_given(where: Path) -> None:
    bets = [
        {"kind": "string", "ranks": ["K", "2"], "coppered": True},
        {"kind": "heeled", "win": ["Q"], "lose": ["9", "3"], "paroli": True},
        {"kind": "pot", "coppered": False, "ranks": None},
    ]
    options = [text for bet in bets for text in ("--bet", json.dumps(bet))]
    rows = asked(where, "--stake", 75, *options)["bets"][-3:]
    places = [{name: row[name] for name in row if name not in ("turn", "edge", "variance")} for row in rows]
    assert places == [
        {"kind": "string", "ranks": ["2", "K"], "coppered": True},
        {"kind": "heeled", "win": ["Q"], "lose": ["3", "9"], "coppered": False, "paroli": True},
        {"kind": "pot", "ranks": ["6", "7", "8"], "coppered": False},
    ]
    assert [row["edge"]["settled"] is None for row in rows] == [False, True, False]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--at", "0"), "bad_input"),
        (("--at", "7"), "bad_input"),
        (("--at", "x"), "bad_input"),
        (("--at", "7", "--stake", "1"), "bad_input"),
        (("--at", "2"), "wrong_phase"),
        (("--at", "2", "--stake", "1", "--bet", "x"), "wrong_phase"),
        (("--stake", "30"), "not_a_multiple"),
        (("--stake", "0"), "not_a_multiple"),
        (("--stake", "-25"), "not_a_multiple"),
        (("--stake", "a lot"), "not_a_multiple"),
        (("--stake", "1", "--bet", "x"), "not_a_multiple"),
        (("--bet", "x"), "bad_input"),
        (("--bet", '{"kind": "single", "kind": "split"}'), "bad_input"),
        (("--bet", "[]"), "bad_input"),
        (("--bet", "[" * 100_000), "bad_input"),
        (("--bet", "{}"), "bad_input"),
        (("--bet", json.dumps({**Q, "stake": 25})), "bad_input"),
        (("--bet", json.dumps({**Q, "form": "bills"})), "bad_input"),
        (("--bet", json.dumps({**Q, "game": "faro"})), "bad_input"),
        (("--bet", json.dumps({**Q, "coppered": 1})), "bad_input"),
        (("--bet", json.dumps({"kind": "single"})), "bad_input"),
        (("--bet", json.dumps({"kind": "split", "ranks": ["A", "Q"]})), "bad_placement"),
        (("--bet", json.dumps({"kind": "string", "ranks": ["A"]})), "bad_placement"),
        (("--bet", json.dumps({"kind": "split", "ranks": ["A", "Q"]}), "--bet", "x"), "bad_placement"),
    ],
)
def test_the_first_reason_is_given_where_there_are_no_odds(where: Path, arguments: tuple[str, ...], code: str) -> None:
    assert_one_sentence(casekeeper("odds", NIGHT, "--book", where, "--json", *arguments), code)


def test_an_unknown_night_comes_first(where: Path) -> None:
    assert_one_sentence(casekeeper("odds", "x", "--book", where, "--at", "99"), "no_such_night")


def test_a_house_refuses_the_bets_that_it_does_not_take(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"do": "start_deal"}, house="stuss")
    stuss = asked(where)
    assert (stuss["game"], stuss["turn"], stuss["unseen"], len(stuss["bets"])) == ("faro", 1, 52, 13)
    for bet in ({**Q, "coppered": True}, {**Q, "paroli": True}, {"kind": "high_card"}):
        ran = casekeeper("odds", NIGHT, "--book", where, "--bet", json.dumps(bet))
        assert_one_sentence(ran, "not_allowed_here")


def test_of_several_games_it_is_the_one_whose_deal_is_on(tmp_path: Path) -> None:
    where = book_of(
        tmp_path,
        {"do": "start_deal", "game": "pharo"},
        {"do": "show_bottom", "card": "As"},
        {"do": "coup", "bank": "2", "punters": "3"},
        {"do": "void_deal", "reason": "foul"},
        {"do": "start_deal", "game": "faro"},
        {"do": "expose_soda", "card": "K"},
        {"do": "close_night"},
        **SOUTH,
    )
    pharo = asked(where, "--at", 4, "--bet", json.dumps({**Q, "opposed": True}))
    assert (pharo["game"], pharo["turn"], pharo["unseen"], pharo["left"]["A"]) == ("pharo", 2, 49, 3)
    assert len(pharo["bets"]) == 27
    assert pharo["bets"][-1] == pharo["bets"][2 * 11 + 1]
    figure = {"kind": "figure", "ranks": ["A", "2", "3"]}
    for bet, code in ((figure, "not_allowed_here"), ({**figure, "ranks": ["A"]}, "bad_placement")):
        ran = casekeeper("odds", NIGHT, "--book", where, "--at", 4, "--bet", json.dumps(bet))
        assert_one_sentence(ran, code)
    assert asked(where, "--at", 7)["game"] == "faro"
    assert asked(where, "--at", 7)["bets"][-1]["coppered"] is False
    for event in (1, 2, 5, 6, 8):
        assert_one_sentence(casekeeper("odds", NIGHT, "--book", where, "--at", event), "wrong_phase")


def test_a_person_gets_a_table_in_their_language_that_fits_the_terminal(where: Path) -> None:
    bet = json.dumps({"kind": "string", "ranks": ["Q", "A"], "coppered": True})
    lines = casekeeper("odds", NIGHT, "--book", where, "--at", 3, "--bet", bet).stdout.splitlines()
    assert max(map(len, lines)) <= WIDTH
    (single,) = [line for line in lines if line.startswith("the A ")]
    assert single.split() == ["the", "A", "7.37", "7.37", "0.47", "0.00", "0.235", "1.546", "2.021"]
    assert lines[-1].startswith("strung A-Q, coppered ")
    assert sum("coppered" in line for line in lines) == 1
    with written_in_boxes():
        printed = casekeeper("odds", NIGHT, "--book", where, "--at", 3).stdout
    for word in sorted(IN_ANY_LANGUAGE, key=len, reverse=True):
        printed = printed.replace(word, "")
    assert LETTERS.findall(printed) == []
