"""A night in text for the terminal, or as data for JSON: its result, and how it stood at an event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from dealer.commands.refusal import printable_sentence
from dealer.games import game_called
from dealer.night.boxes import revealed_boxes
from dealer.night.evolve import History
from dealer.night.night import Night
from dealer.night.result import rounds_ended
from events.effective_events import effective
from events.records import Recorded
from ledger.statement import bank_line, player_line
from reports.words.formatting import brief, labelled, listed, money, or_dash, signed, written_out
from reports.words.language import gettext as _
from reports.words.language import ngettext, number, pgettext
from reports.words.sentences import event_sentence, sentence_of
from web.command_line.tables import ended_lines, match_lines, table_data, table_lines
from web.text import NAME, clipped, title, wrapped

_AMOUNTS = ("bought", "markers_issued", "markers_open", "pledges_open", "cashed", "net")


def bank_words() -> dict[str, str]:
    """What the amounts of the bank are called in the lines of a night."""
    return {
        "roll": pgettext("the bank", "roll"),
        "play": pgettext("the bank", "play"),
        "sleepers": pgettext("the bank", "sleepers"),
        "after_hock": pgettext("the bank", "after hock"),
        "tokes": pgettext("the bank", "tokes"),
        "in_sight": pgettext("the bank", "in sight"),
    }


def lines_of(result: dict[str, Any], now: Night, events: Sequence[Recorded]) -> Iterator[str]:
    """The lines of the result of a night with these events, in the contract's words."""
    stood = [recorded.event for recorded in effective(events)]
    headings = (
        pgettext("a player", "bought"),
        pgettext("a player", "markers"),
        pgettext("a player", "open"),
        pgettext("a player", "pledged"),
        pgettext("a player", "cashed"),
        pgettext("a player", "net"),
    )
    names = {player: line["name"] for player, line in result["players"].items()}
    yield ""
    yield ngettext(
        "Night %(night)s: %(num)s event, head %(head)s…",
        "Night %(night)s: %(num)s events, head %(head)s…",
        result["events"],
        night=result["night"],
        head=result["head"][:16],
    )
    yield ""
    player, name = _("player"), _("name")
    yield f"{player:<12}{name:<22}" + "".join(f"{heading:>12}" for heading in headings)
    for player, line in result["players"].items():
        amounts = "".join(f"{brief(line[name]):>12}" for name in _AMOUNTS)
        yield f"{player[:11]:<12}{line['name'][:21]:<22}{amounts}"
    words = bank_words()
    amounts = ", ".join(f"{words.get(name, name)} {brief(cents)}" for name, cents in result["bank"].items())
    yield ""
    yield _("bank %(amounts)s", amounts=amounts)
    if result["hands"]:
        yield ""
    for ended in rounds_ended(now, stood):
        yield from ended_lines(ended.row, sentence_of(now, stood[ended.at]), names)
    for row in result["scores"]:
        yield from match_lines(row, names)


def print_result(result: dict[str, Any], now: Night, events: Sequence[Recorded]) -> None:
    """Print the result of a night with these events."""
    for line in lines_of(result, now, events):
        click.echo(line)


def shown_night(history: History, version: int) -> dict[str, Any]:
    """A night after its event ``version``, as JSON-ready data; amounts in cents, :class:`IndexError` for no such event.

    Each game of the night has its part under its name.
    """
    night, events = history.at(version), history.until(version)
    last = events[-1]
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
        "said": event_sentence(history.at(max(version - 1, 1)), night, last.event),
        "closed": night.closed,
        "players": [_player(night, player) for player in night.seating],
        "bank": _bank(night),
        "disputes": [
            {"dispute": key, "player": dispute.player, "about": dispute.about, "claim": dispute.claim}
            for key, dispute in night.disputes.items()
            if dispute.ruling is None
        ],
        "loans": _loans(night),
    }
    for game in night.opened.games:
        shown[game] = table_data(night, game, events)
    return shown | revealed_boxes(night) if night.opened.box else shown


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
        "pledges": [
            {"item": pledge.item, "amount": pledge.amount_cents} for pledge in night.pledges if pledge.player == player
        ],
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
    """What players still owe on stakes, a pair at a time; a bystander has a ``lender_name`` in place of a seat."""
    loans = {loan.parties: loan for loan in night.loans}.values()
    owed = [(loan, night.ledger.balance(loan.owed_account)) for loan in loans]
    return [
        {
            **({"lender_name": loan.lender_name} if loan.lender_name else {"lender": loan.lender}),
            "borrower": loan.borrower,
            "owed": cents,
        }
        for loan, cents in owed
        if cents
    ]


def lines_of_night(shown: dict[str, Any]) -> Iterator[str]:
    """The lines of a shown night, all of them printable whatever is in it."""
    shown = _printable(shown)
    names = {player["player"]: player["name"] for player in shown["players"]}
    yield from _heading(shown)
    for game in sorted(shown["games"], key=lambda game: game != shown["on"]):
        yield from table_lines(shown[game], game, names)
    yield from _player_lines(shown["players"])
    yield from _bank_line(shown["bank"])
    yield from _owed_lines(shown, names)


def _printable(shown: Any) -> Any:
    """The same data with every text in it printable: a forged name must not move a terminal's cursor."""
    if isinstance(shown, dict):
        return {name: _printable(value) for name, value in shown.items()}
    if isinstance(shown, list):
        return [_printable(value) for value in shown]
    return printable_sentence(shown) if isinstance(shown, str) else shown


def _heading(shown: dict[str, Any]) -> Iterator[str]:
    games = listed([game_called(game).title for game in shown["games"]])
    dealer = _("dealer %(name)s", name=shown["dealer"])
    yield from wrapped(f"{shown['table']} · {games} · {written_out(shown['date'])} · {dealer}")
    state = _("Night %(night)s, closed.") if shown["closed"] else _("Night %(night)s, open.")
    event = _(
        "Event %(fact)s of %(facts)s, %(at)s", fact=number(shown["fact"]), facts=number(shown["facts"]), at=shown["at"]
    )
    yield f"{state % shown} {event}"
    yield _("head %(hash)s", hash=shown["head"])
    yield from wrapped(labelled(shown["who"], shown["said"]))


def _player_lines(players: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield title(_("Players"))
    headings = (
        pgettext("a player", "checks"),
        pgettext("a player", "lying"),
        pgettext("a player", "markers"),
        pgettext("a player", "net"),
    )
    yield f"{'':<9}{'':<{NAME}}" + "".join(f"{heading:>12}" for heading in headings)
    for player in players:
        amounts = (
            money(player["checks"]),
            or_dash(player["staked"]),
            or_dash(player["markers_open"]),
            signed(player["net"]),
        )
        name = player["name"] if player["seated"] else f"({player['name']})"
        columns = "".join(f"{amount:>12}" for amount in amounts)
        yield f"{clipped(player['player'], 8):<9}{clipped(name, NAME - 1):<{NAME}}{columns}"
        for pledge in player["pledges"]:
            text = _("pledged %(item)s for %(amount)s", item=pledge["item"], amount=money(pledge["amount"]))
            yield from wrapped(text, indent=9)
    yield ""


def _bank_line(bank: dict[str, int]) -> Iterator[str]:
    words = bank_words()
    text = ", ".join(f"{words[name]} {money(cents)}" for name, cents in bank.items() if cents)
    if text:
        yield from wrapped(_("bank: %(amounts)s", amounts=text))


def _owed_lines(shown: dict[str, Any], names: dict[str, str]) -> Iterator[str]:
    for loan in shown["loans"]:
        text = _(
            "stakes: %(borrower)s owes %(lender)s %(amount)s.",
            borrower=names[loan["borrower"]],
            lender=loan.get("lender_name") or names[loan["lender"]],
            amount=brief(loan["owed"]),
        )
        yield from wrapped(text)
    for dispute in shown["disputes"]:
        about = (
            _("turn %(turn)s", turn=dispute["about"])
            if dispute["about"].isdigit()
            else _("bet %(bet)s", bet=dispute["about"])
        )
        text = _(
            "open dispute %(dispute)s: %(player)s, %(about)s: “%(claim)s”",
            dispute=dispute["dispute"],
            player=names[dispute["player"]],
            about=about,
            claim=dispute["claim"],
        )
        yield from wrapped(text)
