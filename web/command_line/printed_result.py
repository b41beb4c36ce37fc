"""A night's result as the command line prints it: a line a player, the bank, the rounds, matches, what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import click

from dealer.commands.phrases import counted, dollars
from dealer.games import game_called
from reports.words.formatting import MINUS, listed
from reports.words.game_words import words_of
from web.game_screens import screens_of

_AMOUNTS = ("bought", "markers_issued", "markers_open", "pledges_open", "cashed", "net")
_HEADINGS = ("bought", "markers", "open", "pledged", "cashed", "net")


def lines_of(result: dict[str, Any]) -> Iterator[str]:
    """The lines of a result in the contract's words."""
    yield f"\nNight {result['night']}: {result['events']} facts, head {result['head'][:16]}…\n"
    yield f"{'player':<12}{'name':<22}" + "".join(f"{heading:>12}" for heading in _HEADINGS)
    for player, line in result["players"].items():
        amounts = "".join(f"{dollars(line[name]):>12}" for name in _AMOUNTS)
        yield f"{player[:11]:<12}{line['name'][:21]:<22}{amounts}"
    yield "\nbank " + ", ".join(f"{name.replace('_', ' ')} {dollars(cents)}" for name, cents in result["bank"].items())
    if result["hands"]:
        yield ""
    for row in _in_matches(result["hands"]):
        yield from _round(row, result["game"])
    for row in result.get("scores", ()):
        yield from _score(row)
    for one in result["refused"]:
        yield f"refused: line {one['line']}: {one['do']}: {one['why']} [{one['code']}]"


def _in_matches(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of rounds, those of a match numbered in it."""
    numbers: Counter[tuple[str, int]] = Counter()
    for row in rows:
        if "match" in row:
            numbers[row["game"], row["match"]] += 1
            row = {**row, "hand": numbers[row["game"], row["match"]]}
        yield row


def _round(row: dict[str, Any], games: str | list[str]) -> Iterable[str]:
    """The lines of a round's row, by the game that it names, else by the one whose rounds are called like its field."""
    names = [games] if isinstance(games, str) else games
    game = row.get("game") or next((name for name in names if words_of(name).round.kind in row), names[0])
    return screens_of(game).terminal.row_lines(row)


def _score(row: dict[str, Any]) -> Iterator[str]:
    """The lines of a match's row: each side with its points, and how the match stands."""
    won = "" if row["winner"] is None else f", won by {listed(row['sides'][row['winner']])}"
    hands = counted(row["hands"], "hand")
    yield f"{game_called(row['game']).title}, match {row['match']}: {hands}, {row['state']}{won}"
    for side, points in zip(row["sides"], row["points"], strict=True):
        yield f"  {listed(side)} {str(points).replace('-', MINUS)}"


def print_result(result: dict[str, Any]) -> None:
    """Print a result."""
    for line in lines_of(result):
        click.echo(line)
