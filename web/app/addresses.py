"""Network addresses: who calls, how addresses are counted, and the names the server may be asked for."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterable
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from events.frozen import Frozen
from reports.words.language import gettext as _
from web.start import SetupError

_ONE_HOUSEHOLD_BITS = 64
"""Of an IPv6 address so many bits belong to a household; within it a device gives itself addresses at will."""


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text names; ``None`` where it is none; an IPv4 address written as an IPv6 one is itself.

    >>> address_of("::ffff:10.0.0.7"), address_of("fe80::1%eth0"), address_of("a socket")
    (IPv4Address('10.0.0.7'), IPv6Address('fe80::1'), None)
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def counted_as(text: str) -> str:
    """Whom an address is counted as: the IPv4 address itself, or the IPv6 network of 64 bits that it is in.

    >>> counted_as("10.0.0.7"), counted_as("2001:db8::1:2:3:4"), counted_as("")
    ('10.0.0.7', '2001:db8::/64', '')
    """
    address = address_of(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _ONE_HOUSEHOLD_BITS), strict=False))
    return str(address or "")


_ALWAYS = ("localhost", "127.0.0.1", "::1")


_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet")
"""How the names of interfaces begin that lead to programs on this machine, not to tablets."""


class Entrance(Frozen):
    """Where the server listens: its scheme, the host it is bound to, its port, and its certificate over TLS.

    ``url`` is the address to give out instead, where it is found at another one, such as a proxy's. All pages are
    under its path. ``authority`` is the certificate (PEM) of the authority that devices must trust, if it is known.
    """

    scheme: str
    host: str
    port: int
    certificate: Path | None = None
    url: str = ""
    authority: str = ""

    @property
    def root(self) -> str:
        """The path that all pages are under, without its last slash; empty if the house has a name of its own."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def address(self) -> str:
        """The address on this machine; where the server listens everywhere, the first one of the network."""
        here = next(iter(self._certified()), self.host)
        return next(iter(self.network_addresses()), self._at(here))

    def network_addresses(self) -> tuple[str, ...]:
        """The addresses that a tablet in the house's network can open; none where only this machine can.

        Over TLS these are addresses and names of the certificate, unless none of them fits. The interfaces are asked,
        nothing is sent.
        """
        if self.url:
            return (self.url,)
        if _is_local(self.host):
            return ()
        return tuple(map(self._at, self._certified() or self._hosts()))

    @property
    def has_fitting_certificate(self) -> bool:
        """Whether the certificate, if there is one, is for an address or name at which this machine can be found."""
        return not self.certificate or bool(self.url or self._certified())

    def _certified(self) -> tuple[str, ...]:
        """The certificate's addresses that this machine has, then its names, which only the network can look up."""
        subjects = tuple(_subjects(self.certificate)) if self.certificate else ()
        if _is_local(self.host):
            return tuple(name for name in (self.host, *_ALWAYS) if name in subjects)
        families = (socket.AF_INET, socket.AF_INET6) if self.host == "::" else (socket.AF_INET,)
        own = _lan_addresses(*families) if self._is_everywhere else (self.host,)
        addresses = [subject for subject in subjects if address_of(subject) and subject in own]
        names = [name for name in subjects if not address_of(name) and not _is_local(name) and "*" not in name]
        return (*addresses, *names)

    def _hosts(self) -> tuple[str, ...]:
        if self._is_everywhere:
            return _lan_addresses() or (socket.gethostname(),)
        return (self.host,)

    @property
    def _is_everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::")

    def _at(self, host: str) -> str:
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}/"


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
    return Hosts(frozenset(_name_in(f"[{host}]" if ":" in host and "[" not in host else host) for host in everything))


_URL = re.compile(
    r"https?://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?(?:/[a-z0-9_~-][a-z0-9._~-]*)*/?", re.IGNORECASE
)


def house_url(text: str) -> str:
    """The address of a house with its last slash; :class:`SetupError` (``bad_address``) unless it is one.

    It may have a path, of plain characters only: then nothing in it is ever escaped.

    >>> house_url("https://night.example"), house_url("https://example.org/night")
    ('https://night.example/', 'https://example.org/night/')
    """
    if not _URL.fullmatch(text) or not _name_in(urlsplit(text).netloc):
        why = _(
            "“%(address)s” is not the address of a house, such as https://night.example/ or https://example.org/night/.",
            address=text,
        )
        raise SetupError("bad_address", why)
    return f"{text.rstrip('/')}/"


def proxy_networks(texts: Iterable[str]) -> tuple[str, ...]:
    """The networks that addresses or networks name; :class:`SetupError` (``bad_address``) if one is neither.

    Each IPv4 network is there as an IPv6 one too, since a socket for both gives IPv4 callers such addresses.
    """
    networks: list[str] = []
    for text in texts:
        try:
            network = ip_network(text, strict=False)
        except ValueError:
            why = _(
                "“%(address)s” is not the address or network of a proxy, such as 127.0.0.1 or 10.0.0.0/8.",
                address=text,
            )
            raise SetupError("bad_address", why) from None
        networks.append(str(network))
        if network.version == 4:
            networks.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return tuple(networks)


def fingerprint_of(certificate: str) -> str:
    """The SHA-256 fingerprint of a certificate (PEM), as devices show it: pairs of digits with colons between."""
    return sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest().hex(":").upper()


def _is_local(host: str) -> bool:
    address = address_of(host)
    return host in _ALWAYS or (address is not None and address.is_loopback)


def _lan_addresses(*families: socket.AddressFamily) -> tuple[str, ...]:
    """The addresses of some families, IPv4 if none is given, of this machine's interfaces that are up and lead out."""
    # Late, as nothing else of a server's start needs it.
    import psutil

    stats = psutil.net_if_stats()
    return tuple(
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        if name in stats and stats[name].isup and not name.startswith(_VIRTUAL)
        for address in addresses
        if address.family in (families or (socket.AF_INET,)) and _leads_out(address.address)
    )


def _leads_out(text: str) -> bool:
    address = address_of(text)
    return address is not None and not (address.is_loopback or address.is_link_local or address.is_unspecified)


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
