"""``casekeeper serve``, ``certificate`` and ``staff``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from dealer.commands.refusal import number_of
from events.book.lock import SERVER, owner_called
from reports.words.language import book_error_text, written_in
from reports.words.language import gettext as _
from reports.words.language import style as style_in_force
from web.app.addresses import Entrance, fingerprint_of, hosts_of, house_url, proxy_networks
from web.app.secret_key import derived, key_file_of
from web.command_line.terminal import (
    DEFAULT_BOOK,
    F,
    PathOnly,
    book_option,
    key_option,
    named,
    opened,
    opened_to_read,
    owned,
    print_line,
    say,
    secret_key_of,
    stop,
    the_terminal,
    troubles,
)
from web.serving.supervisor import Settings, Supervisor, bound, own_temp_folder
from web.start import loading

if TYPE_CHECKING:
    from dealer.staff_keeper import StaffKeeper


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--out", type=PathOnly(file_okay=False), default=Path("tls"), show_default=True)
def certificate(names: tuple[str, ...], out: Path) -> None:
    """Make a certificate for a server's names and addresses, signed by an authority of the house's own."""
    from web.app.certificate import make_certificate

    with troubles():
        made = make_certificate(names, out, datetime.now(UTC))
    click.echo(_("Install this authority on each tablet once: %(file)s", file=made.authority))
    command = f"casekeeper serve --tls-certificate {made.certificate} --tls-key {made.key}"
    click.echo(_("Serve with: %(command)s", command=command))


DEFAULT_PORT = 8321

MOST_WORKERS = 64

FIRST_CODE_S = 30 * 86_400.0
"""How long all servers of a book print the same code for the first dealer."""


@click.command()
@book_option(DEFAULT_BOOK)
@key_option
@click.option("--create", is_flag=True, help="Make the book without asking if there is none.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 accepts tablets in the local network.",
)
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(1, 65535))
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Another host name of this server, in addition to this machine's and the certificate's; repeat for several.",
)
@click.option(
    "--url",
    metavar="URL",
    help="The address that links, QR codes and printed addresses carry, such as https://night.example/.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address or network of a proxy whose X-Forwarded-For, -Proto and -Host headers count; repeat for several.",
)
@click.option("--tls-certificate", type=PathOnly(), help="Serve over TLS with this certificate (PEM).")
@click.option("--tls-key", type=PathOnly(), help="The private key of that certificate (PEM).")
@click.option(
    "--tls-authority",
    type=PathOnly(),
    help="The authority that devices fetch at /authority (PEM); without it, authority.pem beside the certificate.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, MOST_WORKERS),
    help="How many processes serve; several need a book in PostgreSQL.",
)
@click.option(
    "--head",
    "heads",
    type=PathOnly(dir_okay=False),
    multiple=True,
    help="Also write the book's newest head to this file, for example on a stick. 'verify --head' checks the "
    "book against it.",
)
@click.option(
    "--backup-to",
    type=PathOnly(file_okay=False),
    metavar="FOLDER",
    help="Copy the book to this folder every hour if it has something new, and verify the copy; keep the last 24, and "
    "one of each of the last 30 days.",
)
def serve(
    where: str,
    key_file: Path | None,
    create: bool,
    host: str,
    port: int,
    names: tuple[str, ...],
    url: str | None,
    proxies: tuple[str, ...],
    tls_certificate: Path | None,
    tls_key: Path | None,
    tls_authority: Path | None,
    workers: int,
    heads: tuple[Path, ...],
    backup_to: Path | None,
) -> None:
    """Serve the tablets, the boards and the API."""
    with loading():
        # Late, as the help needs neither.
        from dealer.staff_keeper import StaffKeeper
        from events.book.shared_values import SharedValues
        from web.app.authentication import SHARED_VALUES, new_first_code
    key_file = key_file or key_file_of(where)
    is_new = "://" not in where and not Path(where).exists()
    if (tls_certificate is None) != (tls_key is None) or (tls_authority and not tls_certificate):
        stop(_("TLS needs both a certificate and its key."), "bad_certificate")
    if workers > 1 and "://" not in where:
        stop(_("A book in a file has one process. Leave out --workers, or use a book in PostgreSQL."), "one_worker")
    authority = ""
    with troubles():
        url, trusted_proxies = house_url(url) if url else "", proxy_networks(proxies)
        if tls_certificate and tls_key:
            # Late, as it comes with all that certificates are made with.
            with loading():
                from web.app.certificate import authority_of, check_pair

            check_pair(tls_certificate, tls_key)
            authority = authority_of(tls_certificate, tls_authority)
        # A service or a script has nobody to answer.
        asks = is_new and not create and sys.stdin.isatty()
        if asks and not click.confirm(_("There is no book at %(book)s. Make a new one?", book=where)):
            stop(_("No book was made at %(book)s. Name an existing one with --book.", book=where), "no_such_book")
        # No book is made for a server that cannot serve it. Of one that is there it is first said who owns it.
        listening = bound(host, port) if is_new else None
    owner = owner_called(SERVER, port)
    with owned(where, owner, heads) as (book, lock, warnings):
        book.note_heads()
        keeper = StaffKeeper(book)
        nobody = not keeper.register().members and not keeper.damage
        if keeper.damage:
            say(book_error_text(keeper.damage))
        shared = SharedValues(book, derived(secret_key_of(key_file, create=nobody), SHARED_VALUES))
        if shared.has_another_key():
            say(
                _(
                    "warning: The last server of this book had another key. All servers need the same key file: "
                    "with another one sessions, links and PINs are void. [another_key]"
                )
            )
        code = shared.claim("first code", "", new_first_code().encode(), FIRST_CODE_S).decode() if nobody else None
        listening = listening or bound(host, port)
        style = style_in_force()
    scheme = "https" if tls_certificate else "http"
    entrance = Entrance(scheme=scheme, host=host, port=port, certificate=tls_certificate, url=url, authority=authority)
    settings = Settings(
        book=where,
        key_file=str(key_file),
        owner=owner,
        first_code=code,
        tls_certificate=tls_certificate,
        tls_key=tls_key,
        known_as=hosts_of(host, tls_certificate, filter(None, (*names, urlsplit(url).hostname))),
        entrance=entrance,
        trusted_proxies=trusted_proxies,
        heads=heads,
        backup_to=backup_to,
        workers=workers,
        warnings=warnings,
    )
    if backup_to and not backup_to.is_dir():
        say(_("warning: There is no folder %(folder)s for backups. They begin when it is there.", folder=backup_to))

    def work(parent: int) -> int:
        # What serves is loaded by the process that does.
        with loading():
            from web.serving.worker import work

        return work(settings, listening, parent, lock)

    with listening, own_temp_folder(), written_in(style):
        _say_where_it_is(named(where), entrance, code)
        sys.exit(Supervisor(work, workers=workers).run())


def _say_where_it_is(book: str, entrance: Entrance, code: str | None) -> None:
    """Print the addresses of the house, with the ``code`` for the first dealer where there is none yet."""
    click.echo(_("The book %(book)s is open at %(address)s (stop with Ctrl-C).", book=book, address=entrance.address))
    page = f"sign-in?code={code}" if code else ""
    if code:
        address = f"{entrance.address}{page}"
        click.echo(_("There is no dealer yet. Create the first one at %(address)s", address=address))
        click.echo(_("If you open another address, the page asks for this code: %(code)s", code=code))
    _say_how_tablets_get_in(entrance, page)
    if entrance.authority:
        click.echo(
            _(
                "Each device can fetch the house’s authority at %(address)s. "
                "Its SHA-256 fingerprint is %(fingerprint)s.",
                address=f"{entrance.address}authority",
                fingerprint=fingerprint_of(entrance.authority),
            )
        )
    if not entrance.has_fitting_certificate:
        say(
            _(
                "warning: The certificate is for no address of this machine, so browsers will warn. "
                "Make one with “casekeeper certificate”, or give the address in it with --url."
            )
        )


def _say_how_tablets_get_in(entrance: Entrance, page: str) -> None:
    """Print the addresses for tablets, and a ``page`` of the first as a QR code, or how to listen there."""
    first, *others = entrance.network_addresses() or ("",)
    if not first:
        click.echo(
            _(
                "Only this machine can open it. "
                "For tablets and phones in the local network, restart with --host 0.0.0.0."
            )
        )
        return
    if others:
        addresses = ", ".join(others)
        click.echo(_("On a tablet open %(address)s (also %(addresses)s), or scan:", address=first, addresses=addresses))
    else:
        click.echo(_("On a tablet open %(address)s, or scan:", address=first))
    # Late, as it comes with what draws on paper too.
    with loading():
        from reports.pdf.qr_codes import code_in_terminal

    with suppress(UnicodeEncodeError):
        click.echo(click.style(code_in_terminal(first + page), fg=(255, 255, 255), bg=(0, 0, 0)))


@click.group()
def staff() -> None:
    """The staff: who signs in at the tablets with a name and a PIN."""


def _on_a_book(command: F) -> F:
    return book_option(DEFAULT_BOOK)(command)


@contextmanager
def _keeper(where: str, *, to_read: bool = False) -> Iterator[StaffKeeper]:
    with loading():
        from dealer.staff_keeper import StaffKeeper

    with opened_to_read(where) if to_read else opened(where, create=False) as book:
        yield StaffKeeper(book)


@staff.command("list")
@_on_a_book
def list_staff(where: str) -> None:
    """List the staff, and whose PINs are being guessed."""
    with loading():
        from web.staff import WHAT_TO_DO, guesses_at

    with _keeper(where, to_read=True) as keeper:
        members = keeper.register().members.values()
        if keeper.damage:
            say(book_error_text(keeper.damage))
        for member in members:
            is_locked = member.is_held_up(keeper.clock())
            print_line(_("%(name)s (locked after wrong PINs)", name=member.name) if is_locked else member.name)
        guessed = guesses_at(keeper.register(), keeper.clock())
        for guess in guessed:
            print_line(_("PINs are being guessed: %(guess)s.", guess=guess))
        if guessed:
            print_line(_(WHAT_TO_DO))


@staff.command()
@click.argument("name")
@_on_a_book
@key_option
@click.option("--role", "roles", multiple=True, metavar="ROLE", help="Give a role, as owner; may be repeated.")
def add(name: str, where: str, key_file: Path | None, roles: tuple[str, ...]) -> None:
    """Engage somebody; their PIN is asked for, or read from standard input."""
    with loading():
        from dealer.night_service import NightService
        from dealer.staff import member_called
        from dealer.staff_keeper import StaffKeeper
        from web.app.authentication import Authentication

    with opened(where) as book:
        nobody = not StaffKeeper(book).register().members
        auth = Authentication(book, secret_key_of(key_file or key_file_of(where), create=nobody))
        house, engagement = NightService(book), {"do": "engage", "name": name.strip(), "roles": list(roles)}
        if roles:
            house.check_for_house(engagement)
        auth.engage(name, _ask_pin(), the_terminal())
        if roles:
            house.execute_for_house(engagement, the_terminal())
        print_line(_("%(name)s is on the staff.", name=member_called(auth.register, name).name))


@staff.command()
@click.argument("name")
@_on_a_book
@key_option
def pin(name: str, where: str, key_file: Path | None) -> None:
    """Give somebody a new PIN; sessions signed in with the old one end.

    Where the key of the house was lost, a new one is made: the PINs of the others are then void too.
    """
    with loading():
        from dealer.staff import member_called
        from dealer.staff_keeper import StaffKeeper
        from web.app.authentication import Authentication

    with opened(where, create=False) as book:
        member = member_called(StaffKeeper(book).register(), name)
        auth = Authentication(book, secret_key_of(key_file or key_file_of(where), create=True))
        auth.change_pin(member.name, _ask_pin(), the_terminal())
        print_line(_("%(name)s has a new PIN.", name=member.name))


@staff.command()
@click.argument("name")
@_on_a_book
def dismiss(name: str, where: str) -> None:
    """Dismiss somebody, with their roles; they are out at their next touch."""
    from dealer.night_service import NightService
    from dealer.staff import member_called
    from dealer.staff_keeper import StaffKeeper

    with opened(where, create=False) as book:
        keeper, house = StaffKeeper(book), NightService(book)
        member = member_called(keeper.register(), name)
        if member.name in house.house().staff:
            house.execute_for_house({"do": "dismiss", "name": member.name}, the_terminal())
        keeper.dismiss(member.name, the_terminal())
        print_line(_("%(name)s is removed from the staff.", name=member.name))


@staff.command()
@click.argument("name")
@_on_a_book
def unlock(name: str, where: str) -> None:
    """Let somebody sign in again at once whose name wrong PINs hold up."""
    from dealer.staff import member_called

    with _keeper(where) as keeper:
        member = member_called(keeper.register(), name)
        keeper.unlock(member.name, the_terminal())
        print_line(_("%(name)s can sign in.", name=member.name))


@staff.command()
@_on_a_book
def sessions(where: str) -> None:
    """List who is signed in: the session's name, whose it is, on which device, since when and until when."""
    with _keeper(where, to_read=True) as keeper:
        names = keeper.register().device_names
        found = keeper.sessions()
        if not found:
            print_line(_("Nobody is signed in."))
        for session in found:
            until = keeper.session_ends_at(session).isoformat(timespec="seconds").replace("+00:00", "Z")
            device = names.get(session.device, session.device)
            times = _("since %(began)s, until %(until)s at the latest", began=session.began_at, until=until)
            print_line(f"{session.short_name}  {session.name}  {device}  {times}")


@staff.command("end-session")
@click.argument("session", required=False)
@click.option("--all", "every", is_flag=True, help="End all sessions.")
@_on_a_book
def end_session(session: str | None, every: bool, where: str) -> None:
    """End a session, by its name in the list: that device must sign in again."""
    from dealer.commands.refusal import Refusal

    if every == (session is not None):
        raise click.UsageError(_("Name the session to end, or use --all."))
    with _keeper(where) as keeper:
        if session is None:
            keeper.end_other_sessions("", the_terminal())
            print_line(_("All sessions have ended."))
            return
        named = [standing for standing in keeper.sessions() if standing.hash.startswith(session)]
        if len(named) != 1:
            raise Refusal(
                "unknown_session",
                "%(sessions)s have that name. Use a longer name.",
                sessions=number_of(len(named), "%(num)s session", "%(num)s sessions"),
            )
        keeper.end_session(named[0].hash, the_terminal())
        print_line(_("The session of %(name)s has ended.", name=named[0].name))


@staff.command()
@click.argument("device", required=False)
@click.argument("name", required=False)
@_on_a_book
def device(device: str | None, name: str | None, where: str) -> None:
    """List the devices on which one of the staff has been, or give the one with an id a name."""
    with _keeper(where, to_read=device is None) as keeper:
        if device is None:
            for known in keeper.register().devices.values():
                print_line(f"{known.id}  {known.name}".rstrip())
            return
        if name is None:
            raise click.UsageError(_("Enter a name for the device."))
        keeper.name_device(device, name, the_terminal())
        called = keeper.register().devices[device].name
        print_line(_("%(device)s is called %(name)s.", device=device, name=called))


def _ask_pin() -> str:
    """A PIN, typed twice and not shown, or a line of standard input where that is no terminal."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    again = _("Repeat the PIN")
    typed: str = click.prompt(_("PIN, 4 to 12 digits"), hide_input=True, confirmation_prompt=again)
    return typed
