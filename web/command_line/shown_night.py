"""A night as of any of its facts, as plain data: as JSON, or in lines of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dealer.commands.phrases import dollars, printable
from dealer.games import game_called
from dealer.night.history import History
from dealer.night.night import Night
from ledger.accounts import stakes_owed
from ledger.statement import bank_line, player_line
from reports.words.formatting import money, or_dash, signed, written_out
from reports.words.sentences import fact_sentence
from web.command_line.text import NAME, clipped, title, wrapped
from web.game_screens import screens_of


def shown_night(history: History, version: int) -> dict[str, Any]:
    """A night after its fact ``version``, as JSON-ready data; amounts in cents, :class:`IndexError` for no such fact.

    Each game of the night has its part under its name.
    """
    night, facts = history.at(version), history.until(version)
    last = facts[-1]
    shown: dict[str, Any] = {
        "night": night.id,
        "table": night.opened.table,
        "date": night.opened.date,
        "dealer": night.opened.dealer,
        "games": list(night.opened.games),
        "on": night.dealing,
        "fact": version,
        "facts": history.version,
        "head": last.hash,
        "at": last.at,
        "who": last.who,
        "said": fact_sentence(history.at(max(version - 1, 1)), night, last.fact),
        "closed": night.closed,
        "players": [_player(night, player) for player in night.seating],
        "bank": _bank(night),
        "disputes": [
            {"dispute": key, "player": one.player, "about": one.about, "claim": one.claim}
            for key, one in night.disputes.items()
            if one.ruling is None
        ],
        "loans": _loans(night),
    }
    for game in night.opened.games:
        shown[game] = screens_of(game).terminal.data_of(night, game, facts)
    return shown


def _player(night: Night, player: str) -> dict[str, Any]:
    line = player_line(night.ledger, player)
    return {
        "player": player,
        "name": night.seats[player].name,
        "seated": night.seats[player].taken,
        "sits_out": night.seats[player].sits_out,
        "checks": line.checks_cents,
        "staked": line.staked_cents,
        "bought": line.bought_cents,
        "markers_open": line.markers_open_cents,
        "pledges": [{"item": one.item, "amount": one.amount_cents} for one in night.pledges if one.player == player],
        "cashed": line.cashed_cents,
        "net": line.net_cents,
    }


def _bank(night: Night) -> dict[str, int]:
    line = bank_line(night.ledger)
    return {
        "roll": line.roll_cents,
        "play": line.play_cents,
        "sleepers": line.sleepers_cents,
        "after_hock": line.after_hock_cents,
        "tokes": line.tokes_cents,
        "in_sight": line.in_sight_cents,
    }


def _loans(night: Night) -> list[dict[str, Any]]:
    """What players still owe each other, a pair at a time."""
    pairs = dict.fromkeys((one.lender, one.borrower) for one in night.loans)
    owed = {pair: night.ledger.balance(stakes_owed(*pair)) for pair in pairs}
    return [
        {"lender": lender, "borrower": borrower, "owed": cents} for (lender, borrower), cents in owed.items() if cents
    ]


def lines_of_night(shown: dict[str, Any]) -> Iterator[str]:
    """The lines of a shown night, all of them printable whatever is in it."""
    shown = _printable(shown)
    names = {one["player"]: one["name"] for one in shown["players"]}
    yield from _heading(shown)
    for game in sorted(shown["games"], key=lambda one: one != shown["on"]):
        yield from screens_of(game).terminal.lines_of(shown[game], game_called(game).title, names)
    yield from _player_lines(shown["players"])
    yield from _bank_line(shown["bank"])
    yield from _owed_lines(shown, names)


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


def _player_lines(players: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield title("Players")
    headings = ("checks", "lying", "markers", "net")
    yield f"{'':<9}{'':<{NAME}}" + "".join(f"{heading:>12}" for heading in headings)
    for one in players:
        amounts = (money(one["checks"]), or_dash(one["staked"]), or_dash(one["markers_open"]), signed(one["net"]))
        name = one["name"] if one["seated"] else f"({one['name']})"
        columns = "".join(f"{amount:>12}" for amount in amounts)
        yield f"{clipped(one['player'], 8):<9}{clipped(name, NAME - 1):<{NAME}}{columns}"
        for pledge in one["pledges"]:
            yield from wrapped(f"pledged {pledge['item']} for {money(pledge['amount'])}", indent=9)
    yield ""


def _bank_line(bank: dict[str, int]) -> Iterator[str]:
    told = ", ".join(f"{name.replace('_', ' ')} {money(cents)}" for name, cents in bank.items() if cents)
    if told:
        yield from wrapped(f"bank: {told}")


def _owed_lines(shown: dict[str, Any], names: dict[str, str]) -> Iterator[str]:
    for one in shown["loans"]:
        yield from wrapped(f"stakes: {names[one['borrower']]} owes {names[one['lender']]} {dollars(one['owed'])}.")
    for one in shown["disputes"]:
        about = f"turn {one['about']}" if one["about"].isdigit() else f"bet {one['about']}"
        yield from wrapped(f"open dispute {one['dispute']}: {names[one['player']]}, {about}: “{one['claim']}”")
