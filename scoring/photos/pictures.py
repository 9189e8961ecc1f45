"""A photo that somebody took, made anew: smaller, and with nothing in it but what is to be seen.

The file of a phone says where and when it was taken, and by what (EXIF); other files only call
themselves pictures. Of each its points are painted on a new picture, and that is what is kept.
"""

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from PIL import ExifTags, Image

from jassclub.core.errors import Invalid

LARGEST = 9_500_000
"""Bytes of a file: what the camera of a phone makes is a third of it."""
KINDS = ("JPEG", "PNG", "WEBP")
MOST_POINTS = 50_000_000
"""Points that a picture may say it has; a camera of today has half of it."""
MOST_UNPACKED = 25_000_000
"""The same for what is read as large as it is: some 100 MB of memory."""
MOST_SCANS = 50
"""How often a JPEG may go over its picture: ten times is usual, and each costs time, however few
bytes it takes."""
MARK = re.compile(rb"\xff([\xc0-\xcf\xd8-\xfe])")
"""What begins a part of a JPEG."""
TURN = Image.Transpose
TURNS: Mapping[Any, Image.Transpose] = {
    2: TURN.FLIP_LEFT_RIGHT,
    3: TURN.ROTATE_180,
    4: TURN.FLIP_TOP_BOTTOM,
    5: TURN.TRANSPOSE,
    6: TURN.ROTATE_270,
    7: TURN.TRANSVERSE,
    8: TURN.ROTATE_90,
}
"""How a picture is put upright, by what its file says of how the phone was held. `ImageOps` would
write the rest of what it says anew, and fails where that is broken."""
BEGIN, END, SCAN = b"\xd8", b"\xd9", b"\xda"
SIDE = 1_600
"""Points of the longer side that is kept: a line of a sheet can be read."""
QUALITY = 78


class Picture(NamedTuple):
    """A JPEG with its size in points."""

    content: bytes
    width: int
    height: int


def remade(file: bytes) -> Picture:
    """The picture of a file, upright; Invalid where it is none, or too large."""
    if len(file) > LARGEST:
        raise _refused("file_too_large", _("Das Bild ist zu gross: höchstens 9 MB."))
    try:
        # Nothing is unpacked yet: the head of the file says how large the picture would be.
        with Image.open(BytesIO(file), formats=KINDS) as found:
            _check_size(found, file)
            return _painted(found)
    # Each kind has its own way to be broken; all that a decoder says is that it cannot be read.
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, Image.DecompressionBombError):
        text = _("Das ist kein Bild, das man hier lesen kann: JPEG, PNG oder WebP.")
        raise _refused("unreadable_picture", text) from None


def _check_size(found: Image.Image, file: bytes) -> None:
    """Refuse what would take too much memory or time; what can be read smaller, will be."""
    points = found.width * found.height
    found.draft("RGB", (SIDE, SIDE))
    unpacked = points if found.info.get("progressive") else found.width * found.height
    scans = _scans(file) if found.format == "JPEG" else 1
    if points > MOST_POINTS or unpacked > MOST_UNPACKED or scans > MOST_SCANS:
        raise _refused("picture_too_large", _("Das Bild hat zu viele Punkte."))


def _scans(file: bytes) -> int:
    """How often a JPEG goes over its picture; what follows its end is not read."""
    scans = at = 0
    while (mark := MARK.search(file, at)) and mark[1] != END:
        scans, at = scans + (mark[1] == SCAN), mark.end()
        at += 0 if mark[1] == BEGIN else int.from_bytes(file[at : at + 2], "big")
    return scans


def _painted(found: Image.Image) -> Picture:
    found.load()
    found.thumbnail((SIDE, SIDE))
    turn = TURNS.get(found.getexif().get(ExifTags.Base.Orientation))
    seen = (found if turn is None else found.transpose(turn)).convert("RGBA")
    fresh = Image.new("RGB", seen.size, "white")
    fresh.paste(seen, mask=seen)
    told = BytesIO()
    fresh.save(told, "JPEG", quality=QUALITY, optimize=True)
    return Picture(told.getvalue(), *fresh.size)


def _refused(code: str, text: str) -> Invalid:
    return Invalid.at("/photo", code, text)
