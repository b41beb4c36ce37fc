"""``casekeeper simulate``: figures, JSON, the paper, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealer.night_service import NightService
from events.book.book import Book
from tests.support.house import EARP
from tests.web.command_line.called import assert_one_sentence, casekeeper

FEW = ("simulate", "--nights", "100", "--deals", "1", "--season", "2")


def test_figures_are_printed_for_every_system(tmp_path: Path) -> None:
    paper = tmp_path / "expects.pdf"
    ran = casekeeper(*FEW, "--paper", paper)
    assert ran.exit_code == 0
    lines = ran.stdout.splitlines()
    assert lines[:2] == ["Faro: american", "100 nights of 1 deal were simulated, from the seed 1."]
    rows = ("The bank", "Flat", "Breaking even", "Martingale", "Paroli", "Case cards only", "Coppering favourites")
    assert [line.partition("  ")[0] for line in lines[6:13]] == list(rows)
    assert max(map(len, lines[:-1])) <= 88
    assert lines[-1] == f"The paper is {paper}."
    assert paper.read_bytes().startswith(b"%PDF-")
    assert "Simulating" in ran.stderr


def test_json_is_the_same_for_the_same_seed_and_nothing_else() -> None:
    first, second, other = (casekeeper(*FEW, "--json", "--seed", seed).stdout for seed in (5, 5, 6))
    document = json.loads(first)
    assert first == second != other
    assert (document["game"], document["preset"], document["limit_cents"]) == ("faro", "american", 10_000)
    assert [player["system"] for player in document["players"]][:2] == ["flat", "breaking_even"]


def test_a_house_is_a_preset_or_rules_or_that_of_a_night(tmp_path: Path) -> None:
    def house_of(*arguments: object) -> tuple[str, int]:
        document = json.loads(casekeeper(*FEW, "--json", *arguments).stdout)
        return document["preset"], document["limit_cents"]

    book = tmp_path / "night.db"
    opening = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M"}
    with Book.open(book) as opened:
        night = NightService(opened).execute({**opening, "house": {"preset": "stuss", "limit": 5_000}}, EARP).night
    assert house_of("--house", "stuss") == ("stuss", 10_000)
    assert house_of("--house", '{"preset": "stuss", "limit": 2000}') == ("stuss", 2_000)
    assert house_of("--like", night, "--book", book) == ("stuss", 5_000)
    assert house_of("--house", "stuss", "--limit", 4_000) == ("stuss", 4_000)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--game", "fan_tan"), "not_allowed_here"),
        (("--game", "poker"), "bad_input"),
        (("--house", "{"), "bad_input"),
        (("--house", '{"limit": 2000, "limit": 3000}'), "bad_input"),
        (("--house", "another"), "bad_input"),
        (("--stake", "30"), "not_a_multiple"),
        (("--limit", "10"), "bad_input"),
        (("--risk", "2"), "bad_input"),
        (("--nights", "5"), "bad_input"),
        (("--like", "1882-01-01-1", "--book", "/nowhere/night.db"), "no_such_book"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(arguments: tuple[str, ...], code: str) -> None:
    ran = casekeeper(*FEW, *arguments)
    assert_one_sentence(ran, code)
