"""``casekeeper serve``: the server of the tablets, the boards and the API."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from events.storage.lock import owner_called
from web.app.hosts import Entrance, hosts_of
from web.app.secret_key import key_file_of
from web.command_line.terminal import (
    DEFAULT_BOOK,
    book_option,
    key_option,
    named,
    owned,
    secret_key_of,
    stop,
    troubles,
)
from web.serving.loading import loading
from web.serving.port import bound
from web.serving.settings import Settings
from web.serving.supervisor import Supervisor
from web.serving.temp_folder import own_temp_folder

DEFAULT_PORT = 8321


@click.command()
@book_option(DEFAULT_BOOK)
@key_option
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 lets tablets in the house's network in.",
)
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
    with loading():
        # Late, as the help needs neither.
        from dealer.staff.keeper import StaffKeeper
        from web.app.authentication import new_first_code
    key_file = key_file or key_file_of(where)
    is_new = "://" not in where and not Path(where).exists()
    if (tls_certificate is None) != (tls_key is None):
        stop("TLS wants both: a certificate and its key. [bad_certificate]")
    with troubles():
        if tls_certificate and tls_key:
            # Late, as it comes with all that certificates are made with.
            with loading():
                from web.app.certificate import check_pair

            check_pair(tls_certificate, tls_key)
        # No book is made for a server that cannot serve it. Of one that is there it is first said who owns it.
        listening = bound(host, port) if is_new else None
    with owned(where, owner_called("casekeeper serve", port), heads) as (book, lock):
        nobody = not StaffKeeper(book).register().members
        secret_key_of(key_file, create=nobody)
        listening = listening or bound(host, port)
    scheme = "https" if tls_certificate else "http"
    entrance = Entrance(scheme=scheme, host=host, port=port, certificate=tls_certificate)
    click.echo(f"The book {named(where)} is open at {entrance.address} (stop with Ctrl-C).")
    code = new_first_code() if nobody else None
    if code:
        click.echo(
            f"Nobody is engaged yet. Open {scheme}://localhost:{port}/ on this machine and choose the name and PIN of "
            f"the first of the staff; on another device the page asks for this code: {code}"
        )
    _say_how_tablets_get_in(entrance)
    settings = Settings(
        book=where,
        key_file=str(key_file),
        first_code=code,
        tls_certificate=tls_certificate,
        tls_key=tls_key,
        known_as=hosts_of(host, tls_certificate, names),
        entrance=entrance,
        heads=heads,
    )

    def work(parent: int) -> int:
        # What serves is loaded by the process that does.
        with loading():
            from web.serving.worker import work

        return work(settings, listening, parent, lock)

    with listening, own_temp_folder():
        sys.exit(Supervisor(work).run())


def _say_how_tablets_get_in(entrance: Entrance) -> None:
    """Print the addresses for the house's network, the first as a QR code, or how to listen there."""
    first, *others = entrance.network_addresses() or ("",)
    if not first:
        click.echo(
            "Only this machine can open it. To let tablets and phones in the house's network in, start it again with "
            "--host 0.0.0.0 added."
        )
        return
    also = f" (also {', '.join(others)})" if others else ""
    click.echo(f"On a tablet in the house's network open {first}{also}, or scan:")
    # Late, as it comes with what draws on paper too.
    with loading():
        from reports.pdf.square_codes import code_in_terminal

    with suppress(UnicodeEncodeError):
        click.echo(click.style(code_in_terminal(first), fg=(255, 255, 255), bg=(0, 0, 0)))
