"""Client addresses as limits count them: the network that belongs to one client."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

SITE = 64  # bits of the IPv6 prefix that a customer is given
LOCAL = frozenset(("", "::1", "::ffff:127.0.0.1", "localhost"))  # a Unix socket has no address
MAX_LENGTH = 64  # characters of an address; a proxy that trusts everyone forwards any text


def network_of(address: str) -> str:
    """The network that a limit per address counts: the /64 of an IPv6 address, any other address itself.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7"), network_of("unix")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7', 'unix')
    """
    return _network(address[:MAX_LENGTH])


@lru_cache(1024)
def _network(address: str) -> str:
    try:
        known = ip_address(address.partition("%")[0])  # without the zone of a link-local address
    except ValueError:
        return address  # a Unix socket, or a test
    if not isinstance(known, IPv6Address):
        return address
    return str(known.ipv4_mapped or IPv6Network((known, SITE), strict=False))


def is_local(address: str) -> bool:
    """Is this the server's own machine? A proxy there that forwards no address is not limited as one client.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("192.0.2.7"), is_local("")
    (True, True, False, True)
    """
    return address in LOCAL or address.startswith("127.")
