"""A photo that somebody took, made anew: smaller, and with nothing in it but what is to be seen.

The file of a phone says where and when it was taken, and by what (EXIF); other files only call
themselves pictures. Of each its points are painted on a new picture, and that is what is kept.
"""

from io import BytesIO
from typing import NamedTuple

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from jassclub.core.errors import Invalid

LARGEST = 9_500_000
"""Bytes of a file: what the camera of a phone makes is a third of it."""
KINDS = ("JPEG", "PNG", "WEBP")
MOST_POINTS = 50_000_000
"""Points that a picture may say it has; a camera of today has half of it."""
MOST_UNPACKED = 25_000_000
"""The same for kinds that cannot be read smaller than they are: some 75 MB of memory."""
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
            _check_size(found)
            found.draft("RGB", (SIDE, SIDE))
            return _painted(found)
    # Each kind has its own way to be broken; all that a decoder says is that it cannot be read.
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, Image.DecompressionBombError):
        text = _("Das ist kein Bild, das man hier lesen kann: JPEG, PNG oder WebP.")
        raise _refused("unreadable_picture", text) from None


def _check_size(found: Image.Image) -> None:
    points = found.width * found.height
    if points > (MOST_POINTS if found.format == "JPEG" else MOST_UNPACKED):
        raise _refused("picture_too_large", _("Das Bild hat zu viele Punkte."))


def _painted(found: Image.Image) -> Picture:
    upright = ImageOps.exif_transpose(found)
    upright.thumbnail((SIDE, SIDE))
    fresh = Image.new("RGB", upright.size, "white")
    seen = upright.convert("RGBA")
    fresh.paste(seen, mask=seen)
    told = BytesIO()
    fresh.save(told, "JPEG", quality=QUALITY, optimize=True)
    return Picture(told.getvalue(), *fresh.size)


def _refused(code: str, text: str) -> Invalid:
    return Invalid.at("/photo", code, text)
