"""QR codes as drawings: part of the page, so that no policy and no printer stands in the way."""

import segno
from django.utils.safestring import SafeString

QUIET_ZONE = 4
"""Modules of white around the code; readers need them, on dark pages most of all."""


def drawn(url: str) -> SafeString:
    """The QR code of an address as SVG, black on white, as large as its place allows."""
    code = segno.make_qr(url, error="m")
    svg = code.svg_inline(border=QUIET_ZONE, light="#fff", omitsize=True, svgclass="qr")
    return SafeString(svg)
