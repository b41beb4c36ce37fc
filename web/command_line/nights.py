"""``casekeeper demo``, ``play`` and ``show``: nights dealt into a book, or shown at an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealer.commands.refusal import counted, dollars, printable
from dealer.demo import demos
from dealer.games import game_called
from dealer.night.history import History
from dealer.night.night import Night
from ledger.accounts import stakes_owed
from ledger.statement import bank_line, player_line
from reports.words.formatting import MINUS, listed, money, or_dash, signed, written_out
from reports.words.game_words import words_of
from reports.words.sentences import fact_sentence
from web.command_line.terminal import DEFAULT_BOOK, book_option, named, opened, opened_to_read, print_json, stop
from web.games import screens_of
from web.serving.worker import loading
from web.text import NAME, clipped, title, wrapped

if TYPE_CHECKING:
    from dealer.game.demonstration import Shown
    from dealer.script import ScriptLine
    from events.book.book import Book


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
            {"dispute": key, "player": dispute.player, "about": dispute.about, "claim": dispute.claim}
            for key, dispute in night.disputes.items()
            if dispute.ruling is None
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
    """What players still owe each other, a pair at a time."""
    pairs = dict.fromkeys((loan.lender, loan.borrower) for loan in night.loans)
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
            yield from wrapped(f"pledged {pledge['item']} for {money(pledge['amount'])}", indent=9)
    yield ""


def _bank_line(bank: dict[str, int]) -> Iterator[str]:
    text = ", ".join(f"{name.replace('_', ' ')} {money(cents)}" for name, cents in bank.items() if cents)
    if text:
        yield from wrapped(f"bank: {text}")


def _owed_lines(shown: dict[str, Any], names: dict[str, str]) -> Iterator[str]:
    for one in shown["loans"]:
        yield from wrapped(f"stakes: {names[one['borrower']]} owes {names[one['lender']]} {dollars(one['owed'])}.")
    for one in shown["disputes"]:
        about = f"turn {one['about']}" if one["about"].isdigit() else f"bet {one['about']}"
        yield from wrapped(f"open dispute {one['dispute']}: {names[one['player']]}, {about}: “{one['claim']}”")


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


@click.command()
@book_option(DEFAULT_BOOK)
@click.option(
    "--game",
    "games",
    type=click.Choice(list(demos())),
    multiple=True,
    help="Which nights are dealt; once for each, and all of them by default.",
)
@click.option("--seed", default=8, show_default=True, type=click.IntRange(0), help="The same seed, the same nights.")
@click.option("--deals", default=4, show_default=True, type=click.IntRange(1, 50), help="How many deals or hands.")
@click.option("--date", "on", default=_today, help="The nights' date; today by default.")
@click.option("--if-empty", is_flag=True, help="Do nothing where the book has a night already.")
def demo(where: str, games: tuple[str, ...], seed: int, deals: int, on: str, if_empty: bool) -> None:
    """Deal lively nights of six players into a book, to be opened with serve.

    There is one of each game, one of several in turn, and one of another house of a game.
    """
    with opened(where) as book:
        if if_empty and book.nights():
            click.echo(f"The book {named(where)} has a night already; no demonstration is dealt.")
            return
        # Each night has a seed of its own: no two are dealt from the same pack.
        for own_seed, game in enumerate(games or demos(), start=seed):
            _demonstrate(book, where, game, own_seed, deals, on)


def _demonstrate(book: Book, where: str, game: str, seed: int, deals: int, on: str) -> None:
    with loading():
        from dealer.assistant import Assistant
        from dealer.demo import Demo
        from dealer.night.result import result_of

    show = Demo(demos()[game], book, on, seed, deals)
    with click.progressbar(show.turns(), length=show.length, label="Dealing", item_show_func=_shown) as dealt:
        for _ in dealt:
            pass
    print_result(result_of(Assistant(book).night(show.night), book.facts(show.night)))
    click.echo(f"Night {show.night} is in {named(where)}. See it with: casekeeper serve --book {named(where)}")


def _shown(turn: Shown | None) -> str:
    return f"{turn.what} {turn.number}, turn {turn.turn}: {turn.sentence}" if turn else ""


@click.command()
@click.argument("script", type=click.Path(path_type=Path))
@book_option(None)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@click.option("--keep-going", is_flag=True, help="Record a refused command in the result and go on.")
def play(script: Path, where: str | None, as_json: bool, keep_going: bool) -> None:
    """Carry out a night script, one command a line, and print the settlement."""
    from dealer.assistant import Assistant
    from dealer.script import ScriptStopped, read_script
    from dealer.script import play as play_script
    from dealer.streams import Sender

    text = _read_text(script)
    with opened(where) as book:
        sender = Sender(who="script", device=printable(f"script {script.name}"))
        try:
            _, result = play_script(Assistant(book), read_script(text), sender, keep_going=keep_going, warn=_warn)
        except ScriptStopped as stopped:
            stop(str(stopped))
            return
        if as_json:
            print_json(result)
        else:
            print_result(result)


def _warn(line: ScriptLine, warning: str) -> None:
    """Say on standard error what a command that was carried out may not have been meant to do."""
    click.echo(f"casekeeper: warning: line {line.number}: {line.do}: {warning}", err=True)


def _read_text(script: Path) -> str:
    try:
        return script.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        stop(f"{script} is no text in UTF-8. [bad_input]")
    except OSError as error:
        stop(f"{script} cannot be read: {error.strerror or error}. [unreadable]")
    raise AssertionError("unreachable")


@click.command()
@click.argument("night")
@book_option(DEFAULT_BOOK)
@click.option("--at", "version", type=click.IntRange(1), help="As of this fact of the night; the last one by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON and nothing else.")
def show(night: str, where: str, version: int | None, as_json: bool) -> None:
    """Show a night as it stood at one of its facts: what lies at each table, and everybody's money."""
    with loading():
        from dealer.assistant import Assistant
        from dealer.commands.refusal import Refusal

    with opened_to_read(where, night) as book:
        history = Assistant(book).history(night)
        asked = history.version if version is None else version
        if asked > history.version:
            raise Refusal(
                "bad_input",
                "The night has the facts 1 to %(version)s, and no fact %(asked)s.",
                version=history.version,
                asked=asked,
            )
        shown = shown_night(history, asked)
        if as_json:
            print_json(shown)
            return
        for line in lines_of_night(shown):
            click.echo(line)
