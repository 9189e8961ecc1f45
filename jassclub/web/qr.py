"""QR codes as drawings: part of the page, so that no policy and no printer stands in the way."""

from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

import segno
from django.utils.safestring import SafeString

QUIET_ZONE = 4
"""Modules of white around the code; readers need them, on dark pages most of all."""


def drawn(url: str) -> SafeString:
    """The QR code of an address as SVG, black on white, as large as its place allows."""
    code = segno.make_qr(url, error="m")
    svg = code.svg_inline(border=QUIET_ZONE, light="#fff", omitsize=True, svgclass="qr")
    return SafeString(svg)


CONTAINERS = ip_network("172.17.0.0/16")
"""What container engines give their own, unless told otherwise; no phone has a way there."""


def out_of_reach(url: str) -> str:
    """The host of an address to which no phone finds the way; empty where one may."""
    host = urlsplit(url).hostname or ""
    try:
        at = ip_address(host)
    except ValueError:
        return host if host == "localhost" or host.endswith(".localhost") else ""
    near = at.is_loopback or at.is_unspecified or at.is_link_local or at in CONTAINERS
    return host if near else ""
