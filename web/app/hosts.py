"""The names under which the house may be asked for: any other is refused, for links and pages carry the name on.

A page of another site whose name was made to point here (DNS rebinding) would else be served as one of the house's.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from events.frozen import Frozen
from web.app.addresses import address_of

_ALWAYS = ("localhost", "127.0.0.1", "::1")


class Hosts(Frozen, kw_only=False):
    """The names and addresses that are the house's, besides the address at which a request arrived."""

    names: frozenset[str]

    def holds(self, host: str, arrived_at: str) -> bool:
        """Whether a ``Host`` header names the house; ``arrived_at`` is this machine's end of the connection."""
        name = _name_in(host)
        address = address_of(name)
        if address:
            return name in self.names or address == address_of(arrived_at) or address.is_loopback
        return name in self.names or f"*.{name.partition('.')[2]}" in self.names


def hosts_of(bound_to: str, certificate: Path | None = None, names: Iterable[str] = ()) -> Hosts:
    """The names of this machine, of the address that is listened on, of a certificate (PEM), and ``names`` besides."""
    machine = socket.gethostname().lower().rstrip(".")
    of_machine = (machine, f"{machine.partition('.')[0]}.local")
    subjects = _subjects(certificate) if certificate else ()
    everything = (*_ALWAYS, bound_to, *of_machine, *subjects, *names)
    return Hosts(frozenset(_name_in(f"[{one}]" if ":" in one and "[" not in one else one) for one in everything))


def _name_in(host: str) -> str:
    """The name in a ``Host`` header, without its port, as names are compared; nothing where it is none."""
    try:
        parts = urlsplit(f"//{host.strip()}")
        port_reads = parts.port is None or parts.port > 0
    except ValueError:
        return ""
    if not port_reads or parts.path or parts.query or parts.fragment or parts.username is not None:
        return ""
    name = (parts.hostname or "").rstrip(".")
    return str(address_of(name) or name)


def _subjects(certificate: Path) -> Iterable[str]:
    """The names and addresses that a certificate is for."""
    from cryptography import x509

    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    try:
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return ()
    return (*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress)))
