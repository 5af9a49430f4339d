"""Where requests come from, as limits count it."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

PREFIX = 64
"""Bits of an IPv6 address that one visitor has to himself; he may choose the rest as he likes."""


def origin(address: str) -> str:
    """What limits know an address by: an IPv4 address as it is, of IPv6 the network that a visitor has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((found, PREFIX), strict=False))
    return str(found)


def origin_of(connection: HTTPConnection) -> str:
    """What limits know the client of a request by."""
    return origin(connection.client.host) if connection.client else ""
