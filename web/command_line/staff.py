"""``casekeeper staff``: engage, list, dismiss and unlock the staff, PINs, sessions and devices, at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer.commands.phrases import counted
from web.app.secret_key import key_file_of
from web.command_line.terminal import (
    DEFAULT_BOOK,
    F,
    book_option,
    key_option,
    opened,
    opened_to_read,
    print_line,
    secret_key_of,
    the_terminal,
)
from web.serving.loading import loading

if TYPE_CHECKING:
    from dealer.staff.keeper import StaffKeeper

_PIN_PROMPT = "PIN, 4 to 12 digits"


@click.group()
def staff() -> None:
    """The staff: who signs in at the tablets with a name and a PIN."""


def _on_a_book(command: F) -> F:
    return book_option(DEFAULT_BOOK)(command)


@contextmanager
def _keeper(where: str, *, to_read: bool = False) -> Iterator[StaffKeeper]:
    with loading():
        from dealer.staff.keeper import StaffKeeper

    with opened_to_read(where) if to_read else opened(where, create=False) as book:
        yield StaffKeeper(book)


@staff.command("list")
@_on_a_book
def list_staff(where: str) -> None:
    """List the staff, and whose PINs are being guessed."""
    with loading():
        from web.staff.guessed_pins import WHAT_TO_DO, guesses_at

    with _keeper(where, to_read=True) as keeper:
        for member in keeper.register().members.values():
            print_line(member.name + (" (held up by wrong PINs)" if member.is_held_up(keeper.clock()) else ""))
        guessed = guesses_at(keeper.register(), keeper.clock())
        for guess in guessed:
            print_line(f"PINs are being guessed: {guess}.")
        if guessed:
            print_line(WHAT_TO_DO)


@staff.command()
@click.argument("name")
@_on_a_book
@key_option
def add(name: str, where: str, key_file: Path | None) -> None:
    """Engage somebody; their PIN is asked for, or read from standard input."""
    with loading():
        from dealer.staff.keeper import StaffKeeper
        from dealer.staff.staff import member_called
        from web.app.authentication import Authentication

    with opened(where) as book:
        nobody = not StaffKeeper(book).register().members
        auth = Authentication(book, secret_key_of(key_file or key_file_of(where), create=nobody))
        auth.engage(name, _ask_pin(), the_terminal())
        print_line(f"{member_called(auth.register, name).name} is one of the staff.")


@staff.command()
@click.argument("name")
@_on_a_book
@key_option
def pin(name: str, where: str, key_file: Path | None) -> None:
    """Give somebody a new PIN; whoever is signed in with the old one is so no longer.

    Where the key of the house was lost, a new one is made: the PINs of the others are then void too.
    """
    with loading():
        from dealer.staff.keeper import StaffKeeper
        from dealer.staff.staff import member_called
        from web.app.authentication import Authentication

    with opened(where, create=False) as book:
        member = member_called(StaffKeeper(book).register(), name)
        auth = Authentication(book, secret_key_of(key_file or key_file_of(where), create=True))
        auth.change_pin(member.name, _ask_pin(), the_terminal())
        print_line(f"{member.name} has a new PIN.")


@staff.command()
@click.argument("name")
@_on_a_book
def dismiss(name: str, where: str) -> None:
    """Dismiss somebody; they are out at their next touch."""
    from dealer.staff.staff import member_called

    with _keeper(where) as keeper:
        member = member_called(keeper.register(), name)
        keeper.dismiss(member.name, the_terminal())
        print_line(f"{member.name} is dismissed.")


@staff.command()
@click.argument("name")
@_on_a_book
def unlock(name: str, where: str) -> None:
    """Let somebody sign in again at once whose name wrong PINs hold up."""
    from dealer.staff.staff import member_called

    with _keeper(where) as keeper:
        member = member_called(keeper.register(), name)
        keeper.unlock(member.name, the_terminal())
        print_line(f"{member.name} can sign in.")


@staff.command()
@_on_a_book
def sessions(where: str) -> None:
    """List who is signed in: the session's name, whose it is, on which device, since when and until when."""
    with _keeper(where, to_read=True) as keeper:
        names = keeper.register().device_names
        found = keeper.sessions()
        if not found:
            print_line("Nobody is signed in.")
        for one in found:
            until = keeper.session_ends_at(one).isoformat(timespec="seconds").replace("+00:00", "Z")
            device = names.get(one.device, one.device)
            print_line(f"{one.short_name}  {one.name}  {device}  since {one.began_at}, until {until} at the latest")


@staff.command("end-session")
@click.argument("session", required=False)
@click.option("--all", "every", is_flag=True, help="End all sessions.")
@_on_a_book
def end_session(session: str | None, every: bool, where: str) -> None:
    """End a session, by its name in the list: that device signs in anew."""
    from dealer.commands.refusal import Refusal

    if every == (session is not None):
        raise click.UsageError("Say which session is to end, or --all.")
    with _keeper(where) as keeper:
        if session is None:
            keeper.end_other_sessions("", the_terminal())
            print_line("All sessions have ended.")
            return
        named = [one for one in keeper.sessions() if one.hash.startswith(session)]
        if len(named) != 1:
            raise Refusal(
                "unknown_session",
                "%(sessions)s of that name, and it must be one.",
                sessions=counted(len(named), "session"),
            )
        keeper.end_session(named[0].hash, the_terminal())
        print_line(f"The session of {named[0].name} has ended.")


@staff.command()
@click.argument("device", required=False)
@click.argument("name", required=False)
@_on_a_book
def device(device: str | None, name: str | None, where: str) -> None:
    """List the devices on which one of the staff has been, or give the one with an id a name."""
    with _keeper(where, to_read=device is None) as keeper:
        if device is None:
            for one in keeper.register().devices.values():
                print_line(f"{one.id}  {one.name}".rstrip())
            return
        if name is None:
            raise click.UsageError("Say what the device is to be called.")
        keeper.name_device(device, name, the_terminal())
        print_line(f"{device} is called {keeper.register().devices[device].name}.")


def _ask_pin() -> str:
    """A PIN, typed twice and not shown, or a line of standard input where that is no terminal."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    typed: str = click.prompt(_PIN_PROMPT, hide_input=True, confirmation_prompt=True)
    return typed
