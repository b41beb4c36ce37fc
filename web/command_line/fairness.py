"""``casekeeper square``: whether the cards of some nights fell as from a square pack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from web.command_line.terminal import DEFAULT_BOOK, book_option, opened_to_read, print_json, print_line


@click.command()
@click.argument("nights", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All nights of the book together.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON and nothing else.")
@book_option(DEFAULT_BOOK)
def square(nights: tuple[str, ...], every: bool, as_json: bool, where: str) -> None:
    """Look at the cards of NIGHTS, of several together, and say what a square pack would seldom do."""
    from dealer.commands.refusal import Refusal
    from dealer.fairness.nights import inspect, read_cards
    from dealer.fairness.words import as_document

    with opened_to_read(where, *nights) as book:
        if bool(nights) == every:
            raise Refusal("bad_input", "Name the nights to look at, or say --all for every night of the book.")
        wanted = book.nights() if every else list(dict.fromkeys(nights))
        found = as_document(inspect([read_cards(book, night) for night in wanted]))
    if as_json:
        print_json(found)
        return
    for line in _lines(found):
        print_line(line)


def _lines(found: dict[str, Any]) -> Iterator[str]:
    """What was found, for a person to read."""
    yield found["verdict"]
    yield ""
    yield from found["looked_at"]
    yield found["odd_cards"]["said"]
    for card in found["odd_cards"]["refused"]:
        yield f"  {card['night']}, {card['where']}: {card['why']} ({card['who']}, {card['at']})"
    if found["looks"]:
        yield ""
    for look in found["looks"]:
        yield f"{'! ' if look['stands_out'] else '  '}{look['title']}: {look['observed']}"
        chances = f"p = {look['p_said']}, corrected {look['corrected_said']} ({look['way']})"
        yield f"    a square pack gives {look['square']}; {chances}"
    for missed in found["not_looked"]:
        yield f"  {missed['title']}: not looked at, {missed['why']}"
    for title, words in (("What this can see", found["can_see"]), ("What it cannot", found["cannot_see"])):
        yield ""
        yield f"{title}:"
        yield from (f"  {word}" for word in words)
