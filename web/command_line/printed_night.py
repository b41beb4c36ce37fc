"""A night as of a fact as the command line prints it, within 80 columns; see :mod:`web.command_line.shown_night`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dealer.commands.refusal import dollars, printable
from dealer.games import game_called
from reports.words.formatting import money, or_dash, signed, written_out
from web.command_line.text import clipped, title, wrapped
from web.game_screens import screens_of

_NAME = 18


def lines_of_night(shown: dict[str, Any]) -> Iterator[str]:
    """The lines of a night, all of them printable whatever is in it."""
    shown = _printable(shown)
    names = {one["player"]: one["name"] for one in shown["players"]}
    yield from _heading(shown)
    for game in sorted(shown["games"], key=lambda one: one != shown["on"]):
        yield from screens_of(game).terminal.lines_of(shown[game], game_called(game).title, names)
    yield from _players(shown["players"])
    yield from _bank(shown["bank"])
    yield from _owed(shown, names)


def _printable(shown: Any) -> Any:
    """The same data with every text in it printable: a forged name must not move a terminal's cursor."""
    if isinstance(shown, dict):
        return {name: _printable(value) for name, value in shown.items()}
    if isinstance(shown, list):
        return [_printable(value) for value in shown]
    return printable(shown) if isinstance(shown, str) else shown


def _heading(shown: dict[str, Any]) -> Iterator[str]:
    games = " and ".join(game_called(game).title for game in shown["games"])
    yield from wrapped(f"{shown['table']} · {games} · {written_out(shown['date'])} · dealer {shown['dealer']}")
    state = "closed" if shown["closed"] else "open"
    yield f"Night {shown['night']}, {state}. Fact {shown['fact']:,} of {shown['facts']:,}, {shown['at']}"
    yield f"head {shown['head']}"
    yield from wrapped(f"{shown['who']}: {shown['said']}")


def _players(players: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield title("Players")
    headings = ("checks", "lying", "markers", "net")
    yield f"{'':<9}{'':<{_NAME}}" + "".join(f"{heading:>12}" for heading in headings)
    for one in players:
        amounts = (money(one["checks"]), or_dash(one["staked"]), or_dash(one["markers_open"]), signed(one["net"]))
        name = one["name"] if one["seated"] else f"({one['name']})"
        columns = "".join(f"{amount:>12}" for amount in amounts)
        yield f"{clipped(one['player'], 8):<9}{clipped(name, _NAME - 1):<{_NAME}}{columns}"
        for pledge in one["pledges"]:
            yield from wrapped(f"pledged {pledge['item']} for {money(pledge['amount'])}", indent=9)
    yield ""


def _bank(bank: dict[str, int]) -> Iterator[str]:
    told = ", ".join(f"{name.replace('_', ' ')} {money(cents)}" for name, cents in bank.items() if cents)
    if told:
        yield from wrapped(f"bank: {told}")


def _owed(shown: dict[str, Any], names: dict[str, str]) -> Iterator[str]:
    for one in shown["loans"]:
        yield from wrapped(f"stakes: {names[one['borrower']]} owes {names[one['lender']]} {dollars(one['owed'])}.")
    for one in shown["disputes"]:
        about = f"turn {one['about']}" if one["about"].isdigit() else f"bet {one['about']}"
        yield from wrapped(f"open dispute {one['dispute']}: {names[one['player']]}, {about}: “{one['claim']}”")
