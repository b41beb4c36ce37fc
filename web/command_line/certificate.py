"""``casekeeper certificate``: a certificate for TLS, by an authority of the house's own."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from web.command_line.terminal import troubles


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("tls"), show_default=True)
def certificate(names: tuple[str, ...], out: Path) -> None:
    """Make a certificate for a server's names and addresses, signed by an authority of the house's own."""
    from web.app.certificate import make_certificate

    with troubles():
        made = make_certificate(names, out, datetime.now(UTC))
    click.echo(f"The authority, to be trusted by each tablet once: {made.authority}")
    click.echo(f"Serve with: casekeeper serve --tls-certificate {made.certificate} --tls-key {made.key}")
