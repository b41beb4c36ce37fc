"""``casekeeper simulate``: what a house may expect of its nights, simulated."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import json_of
from reports.words.language import gettext as _
from web.command_line.terminal import (
    DEFAULT_BOOK,
    PathOnly,
    book_option,
    opened_to_read,
    print_json,
    print_line,
    troubles,
)
from web.start import loading
from web.text import wrapped

if TYPE_CHECKING:
    from dealer.game.expectation import Expectation
    from dealer.game.game import Game
    from reports.sheets.expectation import ExpectationView, Row


@click.command()
@click.option("--game", help="The game; by default the first that can be simulated.")
@click.option("--house", "house_text", metavar="HOUSE", help="A preset of the game, or house rules as JSON.")
@click.option("--like", metavar="NIGHT", help="The house rules of a night of the book.")
@book_option(DEFAULT_BOOK)
@click.option("--nights", type=click.IntRange(1), default=20_000, show_default=True, help="How many nights.")
@click.option("--deals", type=click.IntRange(1), default=20, show_default=True, help="The deals of each night.")
@click.option("--season", type=click.IntRange(1), default=50, show_default=True, help="Nights played with one roll.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed deals the same packs."
)
@click.option("--risk", type=float, default=0.01, show_default=True, help="The accepted chance of a broken bank.")
@click.option("--limit", type=click.IntRange(1), help="Another limit, in cents.")
@click.option("--stake", type=click.IntRange(1), help="The players’ first stake, in cents; a twentieth of the limit.")
@click.option("--roll", type=click.IntRange(1), help="The bank’s roll, in cents; 25 limits.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON and nothing else.")
@click.option("--paper", type=PathOnly(dir_okay=False), help="Print the paper “What this house may expect” to a PDF.")
def simulate(
    game: str | None,
    house_text: str | None,
    like: str | None,
    where: str,
    limit: int | None,
    as_json: bool,
    paper: Path | None,
    **plan: Any,
) -> None:
    """Simulate nights of six players with old systems of betting, and say what the bank and they may expect."""
    if house_text and like:
        raise click.UsageError(_("Give --house or --like, not both."))
    with loading():
        from dealer.game.expectation import Plan
        from dealer.games import simulated_game
        from reports.words.language import style

    with opened_to_read(where, like) if like else nullcontext() as book, troubles():
        of_game = simulated_game(game or "")
        house = _house_of_night(of_game, book, like) if like else _read_house(of_game, house_text)
        if limit is not None:
            house = replace(house, limit=limit)
            of_game.check_house(house)
        stake, roll = plan.pop("stake"), plan.pop("roll")
        expects = _simulated(of_game, house, Plan(stake_cents=stake, roll_cents=roll, **plan))
        with loading():
            import reports.games  # noqa: F401  (registers the papers of each game)
            from reports.render_options import RenderOptions
            from reports.sheets.expectation import expectation_view, house_called, print_expectation
        called = house_called(of_game.name, house)
        if as_json:
            print_json(_document(of_game, house, expects))
        else:
            for line in _lines(expectation_view(called, expects)):
                print_line(line)
        if paper:
            paper.write_bytes(print_expectation(called, expects, RenderOptions(style=style())))
            if not as_json:
                print_line(_("The paper is %(file)s.", file=paper))


def _read_house(game: Game, text: str | None) -> Any:
    """The house rules that a preset's name or a JSON object gives; the usual house without one."""
    document: object = text or next(iter(game.presets))
    if text and text.lstrip().startswith("{"):
        try:
            document = json_of(text)
        except ValueError:
            raise Refusal("bad_input", "The house rules are not JSON.") from None
    return game.start(game.read_house(document)).house


def _house_of_night(game: Game, book: Any, night: str) -> Any:
    from dealer.night_service import NightService

    table = NightService(book).night(night).tables.get(game.name)
    if table is None:
        raise Refusal("not_allowed_here", "Night %(night)s has no %(game)s.", night=night[:64], game=game.title)
    return table.house


def _simulated(game: Game, house: Any, plan: Any) -> Expectation:
    expect: Callable[..., Expectation] | None = game.expect
    assert expect is not None
    with ExitStack() as stack:

        @cache
        def bar(total: int) -> Any:
            # Begun with the first deals, as what is refused is only a sentence.
            return stack.enter_context(click.progressbar(length=total, label=_("Simulating"), file=sys.stderr))

        return expect(house, plan, lambda done, total: bar(total).update(done - bar(total).pos))


def _lines(view: ExpectationView) -> list[str]:
    heads = (_("Mean"), "±", _("Deviation"), _("Worst"), _("Nights ahead"), _("Bank’s share"))
    rows = [(row.name, *_cells(row)) for row in (view.bank, *view.players)]
    table = [(_("A night"), *heads), *rows]
    needed = [(row.limit, row.night, row.season) for row in view.rolls]
    return [
        view.house,
        *(line for text in view.about for line in wrapped(text)),
        "",
        *_aligned(table),
        "",
        *(line for text in (view.exact, view.ruin) if text for line in wrapped(text)),
        "",
        *wrapped(view.needed),
        *_aligned([(_("Limit"), _("for a night"), view.season), *needed]),
        "",
        *(line for note in view.notes for line in wrapped(note)),
    ]


def _cells(row: Row) -> tuple[str, ...]:
    return (row.mean, row.error, row.sd, row.worst, row.ahead, row.share or "–")


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows with columns as wide as they must be, the first to the left."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join((row[0].ljust(wide[0]), *(cell.rjust(to) for cell, to in zip(row[1:], wide[1:], strict=True))))
        for row in rows
    ]


def _document(game: Game, house: Any, expects: Expectation) -> dict[str, Any]:
    from msgspec import to_builtins

    document: dict[str, Any] = to_builtins(expects)
    return {"game": game.name, "preset": house.preset, **document}
