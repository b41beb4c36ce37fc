"""The command line: ``casekeeper serve``, ``play``, ``demo``, ``report`` and ``verify``."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from dealer.assistant import Assistant, Sender
from dealer.demo import TURNS, Demo
from dealer.refusal import Refusal, dollars, printable
from dealer.result import result_of
from dealer.script import ScriptStopped, read_script
from dealer.script import play as play_script
from dealer.verification import Verdict, verify_book
from dealer.verification import verify as verify_night
from events.book import Book
from events.records import BookError

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_BOOK = "night.db"
DEFAULT_PORT = 8321


def _book_option(default: str | None) -> Callable[[F], F]:
    help_text = "A file, or the URL of a PostgreSQL database." + ("" if default else " Without it: one in memory.")
    return click.option("--book", "where", metavar="PATH_OR_URL", default=default, show_default=True, help=help_text)


@contextmanager
def _opened(where: str | None, *, create: bool = True) -> Iterator[Book]:
    """An open book; every trouble with it, and every refusal, is one line on standard error and exit status 1."""
    try:
        with Book.open(where, create=create) as book:
            yield book
    except (BookError, Refusal) as error:
        _stop(f"{error.why} [{error.code}]")


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


def _stop(why: str) -> None:
    click.echo(f"casekeeper: {printable(why)}", err=True)
    sys.exit(1)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="casekeeper")
def main() -> None:
    """Keep the book of a live Faro night: deal it, play a script of it, print it, verify it."""


@main.command()
@_book_option(DEFAULT_BOOK)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(1, 65535))
def serve(where: str, host: str, port: int) -> None:
    """Serve the dealer's page."""
    from web.server import run

    with _opened(where):
        pass
    click.echo(f"The book {where} is open at http://{host}:{port}/ (stop with Ctrl-C).")
    os.environ["CASEKEEPER_BOOK"] = where
    run(host, port)


@main.command()
@click.argument("script", type=click.Path(path_type=Path))
@_book_option(None)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@click.option("--keep-going", is_flag=True, help="Record a refused command in the result and go on.")
def play(script: Path, where: str | None, as_json: bool, keep_going: bool) -> None:
    """Carry out a night script, one command a line, and print the settlement."""
    text = _read_text(script)
    with _opened(where) as book:
        sender = Sender(who="script", device=printable(f"script {script.name}"))
        try:
            _, result = play_script(Assistant(book), read_script(text), sender, keep_going=keep_going)
        except ScriptStopped as stopped:
            _stop(str(stopped))
            return
        if as_json:
            click.echo(json.dumps(result, ensure_ascii=False, indent=1))
        else:
            _print_settlement(result)


@main.command()
@_book_option(DEFAULT_BOOK)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="The same seed, the same night.")
@click.option("--deals", default=4, show_default=True, type=click.IntRange(1, 50))
@click.option("--date", "on", default=_today, help="The night's date; today by default.")
@click.option("--if-empty", is_flag=True, help="Do nothing where the book has a night already.")
def demo(where: str, seed: int, deals: int, on: str, if_empty: bool) -> None:
    """Deal a lively night of six players into a book, to be opened with serve."""
    with _opened(where) as book:
        if if_empty and book.nights():
            click.echo(f"The book {where} has a night already; no demonstration is dealt.")
            return
        show = Demo(book, on, seed, deals)
        with click.progressbar(
            show.turns(),
            length=deals * TURNS,
            label="Dealing",
            item_show_func=lambda turn: f"deal {turn[0]}, turn {turn[1]}: {turn[2]}" if turn else "",
        ) as dealt:
            for _ in dealt:
                pass
        _print_settlement(result_of(Assistant(book).night(show.night), book.facts(show.night)))
        click.echo(f"Night {show.night} is in {where}. See it with: casekeeper serve --book {where}")


@main.command()
@click.argument("night")
@_book_option(DEFAULT_BOOK)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder to print into.")
@click.option("--paper", type=click.Choice(["A4", "Letter"]), default="A4", show_default=True)
def report(night: str, where: str, out: Path | None, paper: str) -> None:
    """Print a night's settlements, its table sheet and its tab sheets as PDFs."""
    from reports.papers import write_papers

    with _opened(where, create=False) as book:
        state = Assistant(book).night(night)
        folder = out or Path(f"papers-{night}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            written = write_papers(state, book.facts(night), folder, paper)
        except OSError as error:
            _stop(f"The papers cannot be written to {folder}: {error.strerror or error}.")
            return
        for path in written:
            click.echo(str(path))


@main.command()
@click.argument("nights", nargs=-1)
@_book_option(DEFAULT_BOOK)
def verify(nights: tuple[str, ...], where: str) -> None:
    """Verify nights (all of a book, if none is named): chain, ledger, and every command decided again."""
    with _opened(where, create=False) as book:
        wanted = nights or tuple(book.nights_in_rows())
        if not wanted:
            click.echo("The book has no night yet.")
        sound = [_verify_one(book, night) for night in wanted]
        finding = verify_book(book)
        if finding:
            click.echo(f"The book: NOT SOUND. {finding}.")
            sound.append(False)
    if not all(sound):
        sys.exit(1)


def _verify_one(book: Book, night: str) -> bool:
    rows = len(book.fact_rows(night)) + len(book.command_rows(night))
    if not rows:
        raise Refusal("no_such_night", f"The book has no night {night[:64]}.")
    with click.progressbar(length=2 * rows, label=f"Verifying {night}", file=sys.stderr) as bar:
        verdict = verify_night(book, night, bar.update)
        bar.finish()
    click.echo(_said(verdict))
    return verdict.sound


def _said(verdict: Verdict) -> str:
    looked = f"{verdict.facts} facts, {verdict.commands} commands ({verdict.refused} refused)"
    if verdict.finding:
        return f"{verdict.night}: NOT SOUND. {verdict.finding}. Looked at {looked}."
    return (
        f"{verdict.night}: sound. {looked}; chain whole, debits equal credits, decided again alike; head {verdict.head}"
    )


def _read_text(script: Path) -> str:
    try:
        return script.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        _stop(f"{script} is no text in UTF-8.")
    except OSError as error:
        _stop(f"{script} cannot be read: {error.strerror or error}.")
    raise AssertionError("unreachable")


def _print_settlement(result: dict[str, Any]) -> None:
    bank = result["bank"]
    click.echo(f"\nNight {result['night']}: {result['events']} facts, head {result['head'][:16]}…\n")
    click.echo(f"{'player':<12}{'name':<22}{'bought':>12}{'markers':>12}{'open':>12}{'cashed':>12}{'net':>12}")
    for player, line in result["players"].items():
        amounts = (line[name] for name in ("bought", "markers_issued", "markers_open", "cashed", "net"))
        click.echo(f"{player[:11]:<12}{line['name'][:21]:<22}" + "".join(f"{dollars(cents):>12}" for cents in amounts))
    click.echo("\nbank " + ", ".join(f"{name.replace('_', ' ')} {dollars(cents)}" for name, cents in bank.items()))
    for one in result["refused"]:
        click.echo(f"refused: line {one['line']}: {one['do']}: {one['why']} [{one['code']}]")


if __name__ == "__main__":
    main()
