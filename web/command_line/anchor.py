"""``casekeeper anchor``: the signed head of the house, as a file and a QR code."""

from __future__ import annotations

from pathlib import Path

import click

from reports.words.language import gettext as _
from web.app.secret_key import derived, key_file_of
from web.command_line.terminal import (
    DEFAULT_BOOK,
    PathOnly,
    book_option,
    key_option,
    opened_to_read,
    print_line,
    secret_key_of,
    stop,
)
from web.start import loading

_PURPOSE = "anchor"


@click.command()
@book_option(DEFAULT_BOOK)
@click.option(
    "--out",
    type=PathOnly(dir_okay=False),
    default=Path("house.anchor"),
    show_default=True,
    help="The file to write. The QR code gets the same name with .svg after it.",
)
@key_option
def anchor(where: str, out: Path, key_file: Path | None) -> None:
    """Write the signed head of the house, to keep outside this machine, as a file and a QR code.

    'casekeeper verify --anchor FILE' holds the book against it.
    """
    with loading():
        from dealer.verification.anchor import make_anchor, public_key_of
        from reports.pdf.qr_codes import code_in_file

    path = key_file or key_file_of(where)
    with opened_to_read(where) as book:
        secret = derived(secret_key_of(path, create=True), _PURPOSE)
        key, known = public_key_of(secret), public_key_beside(path)
        if known and known != key:
            why = _(
                "The key at %(path)s is not the one of earlier anchors, %(known)s…. Put that key back.",
                path=path,
                known=known[:8],
            )
            stop(why, "other_key")
        made = make_anchor(book, secret)
        _public_file(path).write_text(key + "\n", encoding="ascii")
        out.write_text(made.text + "\n", encoding="ascii")
        code = out.with_name(f"{out.name}.svg")
        code.write_bytes(code_in_file(made.text.upper()))
        print_line(
            _(
                "%(file)s and %(code)s have the house as of event %(version)s, %(at)s. Keep them elsewhere.",
                file=out,
                code=code,
                version=made.version,
                at=made.at,
            )
        )
        print_line(_("The public key of the house is %(key)s.", key=key))


def _public_file(key_file: Path) -> Path:
    return key_file.with_name(f"{key_file.name}.pub")


def public_key_beside(key_file: Path) -> str:
    """The public key of the house's anchors, from the file beside the key of the house; "" if there is none."""
    try:
        return _public_file(key_file).read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
