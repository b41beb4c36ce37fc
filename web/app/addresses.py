"""The IP addresses that requests come from: as they are kept, and as those are counted who share one."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

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
