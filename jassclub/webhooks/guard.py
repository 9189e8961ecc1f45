"""Where the service may be sent by a club: to public addresses, by names that are names.

A webhook lets an admin choose what this machine connects to, and behind its walls stand databases
and other people's machines. So a URL is read strictly, a name is resolved here, every address
that comes back is judged, and the connection is made to a judged address, never to the name:
a name that points elsewhere a moment later changes nothing.
"""

import re
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from jassclub.webhooks.models import Attempt

Address = IPv4Address | IPv6Address
Networks = Sequence[IPv4Network | IPv6Network]
Resolve = Callable[..., Sequence[tuple[Any, ...]]]

Fault = Attempt.Fault
PORTS = {"http": 80, "https": 443}
LOWEST_FREE_PORT = 1024
"""Below it only the two of the web: the rest is mail, files and remote control."""
MOST_ADDRESSES = 3
RESOLVE_SECONDS = 5.0
LONGEST_URL = 500
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*\.?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_NAT64 = ip_network("64:ff9b::/96")
_NEVER = [
    ip_network(text)
    for text in (
        *("192.0.0.0/24", "192.88.99.0/24", "2002::/16", "2001::/32", "::/96"),
        *("64:ff9b:1::/48", "fec0::/10", "3fff::/20"),
    )
]
"""Relays of old tunnels, addresses that only wrap another one, and what the standard library of
this Python still takes for public."""


class Refused(Exception):
    """Not to be called; `fault` is one of `Attempt.Fault`."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True)
class Target:
    """A URL that was read: `host` is a name or a bare address, `path` has its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """As it stands in the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read_url(url: str) -> Target:
    """The parts of a URL, or Refused: another scheme, credentials, a fragment, a port of another
    service, signs that do not belong there, a number written as no address is written."""
    try:
        parts = urlsplit(url)
        port = PORTS.get(parts.scheme, 0) if parts.port is None else parts.port
    except ValueError:
        raise Refused(Fault.BAD_URL) from None
    host = (parts.hostname or "").removesuffix(".")
    usual = parts.scheme in PORTS and "@" not in parts.netloc and _is_host(host, parts.netloc)
    open_port = port in PORTS.values() or port >= LOWEST_FREE_PORT
    if not (usual and open_port and _is_plain(url)):
        raise Refused(Fault.BAD_URL)
    query = f"?{parts.query}" if parts.query else ""
    return Target(parts.scheme, host, port, (parts.path or "/") + query)


def addresses(
    target: Target, *, networks: Networks, resolve: Resolve = socket.getaddrinfo
) -> list[Address]:
    """What may be connected to, at most three; Refused if any address of the name may not.

    `networks` are allowed besides the public ones, and only there plain http is.
    """
    found = _resolved(target, resolve)
    if not all(is_public(address) or _inside(address, networks) for address in found):
        raise Refused(Fault.FORBIDDEN_ADDRESS)
    if target.scheme != "https" and not all(_inside(address, networks) for address in found):
        raise Refused(Fault.PLAIN_HTTP)
    return found[:MOST_ADDRESSES]


def is_public(address: Address) -> bool:
    """True for an address that anybody on the internet may reach; what wraps an IPv4 address
    (IPv4-mapped, NAT64) is judged by that address."""
    inner = _wrapped(address)
    if inner is not None:
        return is_public(inner)
    special = (
        address.is_multicast
        or address.is_reserved
        or address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_unspecified
    )
    return address.is_global and not special and not _inside(address, _NEVER)


def _wrapped(address: Address) -> IPv4Address | None:
    if isinstance(address, IPv4Address):
        return None
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped


def _inside(address: Address, networks: Networks) -> bool:
    inner = _wrapped(address) or address
    return any(inner in network for network in networks if network.version == inner.version)


def _resolved(target: Target, resolve: Resolve) -> list[Address]:
    answer: Future[Any] = Future()

    def ask() -> None:
        try:
            answer.set_result(resolve(target.host, target.port, type=socket.SOCK_STREAM))
        except Exception as error:
            answer.set_exception(error)

    # The system's look-up knows no limit of time: it is left behind in a thread of its own.
    Thread(target=ask, daemon=True).start()
    try:
        found = [ip_address(str(row[4][0])) for row in answer.result(timeout=RESOLVE_SECONDS)]
    except (OSError, ValueError):
        raise Refused(Fault.UNKNOWN_HOST) from None
    if not found:
        raise Refused(Fault.UNKNOWN_HOST)
    return list(dict.fromkeys(found))


def _is_plain(url: str) -> bool:
    """Signs that every reader of URLs reads alike, and no fragment."""
    usual = url.isascii() and url.isprintable() and len(url) <= LONGEST_URL
    return usual and not any(sign in url for sign in " \\#")


def _is_host(host: str, netloc: str) -> bool:
    """A name, or an address in its usual form: no 2130706433, no 0x7f.1, no 127.1."""
    if ("[" in netloc) != (":" in host) or "%" in host:
        return False
    if ":" not in host and not _NUMBER.fullmatch(host.rpartition(".")[2]):
        return _NAME.fullmatch(host) is not None
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
