"""The commands of ``casekeeper``, each of the larger ones in a module of its own."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from socket import gethostname
from typing import Any

import click

from dealer.assistant import Assistant
from dealer.commands.refusal import printable
from dealer.demo.nights import Demo, demos
from dealer.game.demonstration import Shown
from dealer.night.result import result_of
from dealer.script import ScriptLine, ScriptStopped, read_script
from dealer.script import play as play_script
from dealer.staff.keeper import StaffKeeper
from dealer.streams.runtime import Sender
from events.book.book import Book
from events.storage.lock import owner_called
from web.app.authentication import new_first_code
from web.app.secret_key import key_file_of
from web.command_line.backup import backup
from web.command_line.blanks import blanks
from web.command_line.dossier import dossier
from web.command_line.export import export
from web.command_line.fairness import square
from web.command_line.printed_result import lines_of
from web.command_line.reindex import reindex
from web.command_line.report import report
from web.command_line.show import show
from web.command_line.staff import staff
from web.command_line.style import style
from web.command_line.terminal import (
    DEFAULT_BOOK,
    book_option,
    house_key_of,
    key_option,
    opened,
    owned,
    print_json,
    stop,
    troubles,
)
from web.command_line.verify import verify

DEFAULT_PORT = 8321


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="casekeeper")
def commands() -> None:
    """Keep the book of live Faro and Fan-Tan nights: deal them, play a script of one, print them, verify them."""


@commands.command()
@book_option(DEFAULT_BOOK)
@key_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(1, 65535))
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Another name under which the house is asked for, besides this machine's and those of the certificate; "
    "once for each.",
)
@click.option("--tls-certificate", type=click.Path(path_type=Path), help="Serve over TLS with this certificate (PEM).")
@click.option("--tls-key", type=click.Path(path_type=Path), help="The private key of that certificate (PEM).")
@click.option(
    "--head",
    "heads",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    help="Keep the book's newest head in this file too, as on a stick: 'verify --head' holds the book against it.",
)
def serve(
    where: str,
    key_file: Path | None,
    host: str,
    port: int,
    names: tuple[str, ...],
    tls_certificate: Path | None,
    tls_key: Path | None,
    heads: tuple[Path, ...],
) -> None:
    """Serve the tablets, the boards and the API."""
    from web.app.certificate import check_pair
    from web.app.hosts import hosts_of
    from web.serving.port import bound
    from web.serving.settings import Settings
    from web.serving.supervisor import Supervisor
    from web.serving.temp_folder import own_temp_folder

    key_file = key_file or key_file_of(where)
    is_new = "://" not in where and not Path(where).exists()
    if (tls_certificate is None) != (tls_key is None):
        stop("TLS wants both: a certificate and its key. [bad_certificate]")
    with troubles():
        if tls_certificate and tls_key:
            check_pair(tls_certificate, tls_key)
        # No book is made for a server that cannot serve it. Of one that is there it is first said who owns it.
        listening = bound(host, port) if is_new else None
    with owned(where, owner_called("casekeeper serve", port), heads) as (book, lock):
        nobody = not StaffKeeper(book).register().members
        house_key_of(key_file, create=nobody)
        listening = listening or bound(host, port)
    scheme = "https" if tls_certificate else "http"
    click.echo(f"The book {where} is open at {_open_at(scheme, host, port)} (stop with Ctrl-C).")
    code = new_first_code() if nobody else None
    if code:
        click.echo(
            f"Nobody is engaged yet. Open {scheme}://localhost:{port}/ on this machine and choose the name and PIN of "
            f"the first of the staff; on another device the page asks for this code: {code}"
        )
    settings = Settings(
        book=where,
        key_file=str(key_file),
        first_code=code,
        tls_certificate=tls_certificate,
        tls_key=tls_key,
        known_as=hosts_of(host, tls_certificate, names),
        heads=heads,
    )

    def work(parent: int) -> int:
        # What serves is loaded by the process that does.
        from web.serving.worker import work

        return work(settings, listening, parent, lock)

    with listening, own_temp_folder():
        sys.exit(Supervisor(work).run())


def _open_at(scheme: str, host: str, port: int) -> str:
    """Where the server is to be found; that it listens everywhere is no address that a tablet can open."""
    if host in ("0.0.0.0", "::"):
        return f"{scheme}://{gethostname()}:{port}/, and under each address of this machine"
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


@commands.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("tls"), show_default=True)
def certificate(names: tuple[str, ...], out: Path) -> None:
    """Make a certificate for a server's names and addresses, signed by an authority of the house's own."""
    from web.app.certificate import make_certificate

    with troubles():
        made = make_certificate(names, out, datetime.now(UTC))
    click.echo(f"The authority, to be trusted by each tablet once: {made.authority}")
    click.echo(f"Serve with: casekeeper serve --tls-certificate {made.certificate} --tls-key {made.key}")


@commands.command()
@click.argument("script", type=click.Path(path_type=Path))
@book_option(None)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@click.option("--keep-going", is_flag=True, help="Record a refused command in the result and go on.")
def play(script: Path, where: str | None, as_json: bool, keep_going: bool) -> None:
    """Carry out a night script, one command a line, and print the settlement."""
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
            _print_result(result)


def _warn(line: ScriptLine, warning: str) -> None:
    """Say on standard error what a command that was carried out may not have been meant to do."""
    click.echo(f"casekeeper: warning: line {line.number}: {line.do}: {warning}", err=True)


@commands.command()
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
    """Deal lively nights of six players into a book, to be opened with serve: of Faro, of Fan-Tan, of both in turn."""
    with opened(where) as book:
        if if_empty and book.nights():
            click.echo(f"The book {where} has a night already; no demonstration is dealt.")
            return
        # Each night has a seed of its own: no two are dealt from the same pack.
        for own_seed, game in enumerate(games or demos(), start=seed):
            _demonstrate(book, where, game, own_seed, deals, on)


def _demonstrate(book: Book, where: str, game: str, seed: int, deals: int, on: str) -> None:
    show = Demo(demos()[game], book, on, seed, deals)
    with click.progressbar(show.turns(), length=show.length, label="Dealing", item_show_func=_shown) as dealt:
        for _ in dealt:
            pass
    _print_result(result_of(Assistant(book).night(show.night), book.facts(show.night)))
    click.echo(f"Night {show.night} is in {where}. See it with: casekeeper serve --book {where}")


def _shown(turn: Shown | None) -> str:
    return f"{turn.what} {turn.number}, turn {turn.turn}: {turn.said}" if turn else ""


def _read_text(script: Path) -> str:
    try:
        return script.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        stop(f"{script} is no text in UTF-8.")
    except OSError as error:
        stop(f"{script} cannot be read: {error.strerror or error}.")
    raise AssertionError("unreachable")


def _print_result(result: dict[str, Any]) -> None:
    for line in lines_of(result):
        click.echo(line)


commands.add_command(backup)
commands.add_command(blanks)
commands.add_command(dossier)
commands.add_command(export)
commands.add_command(reindex)
commands.add_command(report)
commands.add_command(show)
commands.add_command(square)
commands.add_command(staff)
commands.add_command(style)
commands.add_command(verify)
