"""Whatever is sent as a photo: a small JPEG without a word in it comes out, or a refusal."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from jassclub.core.errors import Invalid
from scoring.photos import pictures
from scoring.photos.pictures import remade

GPS, ORIENTATION, MAKER = 0x8825, 0x0112, 0x010F


def encoded(
    kind: str, size: tuple[int, int] = (40, 20), mode: str = "RGB", **more: object
) -> bytes:
    file = BytesIO()
    Image.new(mode, size, 200 if mode in ("L", "P") else (200, 30, 30, 128)[: len(mode)]).save(
        file, kind, **more
    )
    return file.getvalue()


def png_head(width: int, height: int) -> bytes:
    """A PNG that says how large it is, and holds next to nothing."""

    def chunk(name: bytes, content: bytes) -> bytes:
        sum_ = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + sum_

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


def told_places() -> bytes:
    """A photo as a phone makes it: where, by what, and lying on its side."""
    exif = Image.Exif()
    exif[MAKER], exif[ORIENTATION] = "Telefon", 6
    exif[GPS] = {1: "N", 2: (46.0, 57.0, 3.0), 3: "E", 4: (7.0, 26.0, 2.0)}
    return encoded("JPEG", exif=exif, comment=b"geheim", icc_profile=b"farben")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_what_cameras_make_becomes_a_jpeg(kind, mode):
    picture = remade(encoded(kind, mode=mode))
    with Image.open(BytesIO(picture.content)) as found:
        assert (found.format, found.mode, found.size) == ("JPEG", "RGB", (40, 20))
    assert (picture.width, picture.height) == (40, 20)


def test_nothing_is_left_of_where_when_and_by_what_it_was_taken():
    file = told_places()
    assert b"Exif" in file
    assert b"geheim" in file
    picture = remade(file)
    with Image.open(BytesIO(picture.content)) as found:
        assert dict(found.getexif()) == {}
        assert set(found.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    for word in (b"Exif", b"GPS", b"Telefon", b"geheim", b"farben"):
        assert word not in picture.content
    assert (picture.width, picture.height) == (20, 40), "and it stands upright"


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_photo_is_kept_small(kind):
    picture = remade(encoded(kind, (4000, 3000)))
    assert max(picture.width, picture.height) == pictures.SIDE
    assert len(picture.content) < 500_000


def test_through_a_hole_one_sees_white_paper():
    picture = remade(encoded("PNG", (8, 8), "RGBA"))
    with Image.open(BytesIO(picture.content)) as found:
        point: Any = found.getpixel((4, 4))
    assert 220 <= point[0] <= 235
    assert 135 <= point[1] <= 150


def text_bomb() -> bytes:
    told = PngImagePlugin.PngInfo()
    told.add_text("Comment", "x" * 2_000_000, zip=True)
    return encoded("PNG", pnginfo=told)


def scanned_again(times: int) -> bytes:
    """A JPEG that goes over its picture once more, and again, in next to no bytes."""
    file = encoded("JPEG", (64, 64), progressive=True)
    last = file[file.rindex(b"\xff\xda") : -2]
    return file[:-2] + last * times + file[-2:]


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "words": lambda: b"GIF89a? nein.",
    "a page": lambda: b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "another kind": lambda: encoded("GIF"),
    "a kind that runs programs": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    "half of one": lambda: encoded("JPEG", (400, 400))[:700],
    "only its head": lambda: encoded("JPEG")[:20],
    "a bomb by its head": lambda: png_head(60_000, 60_000),
    "a bomb of one line": lambda: png_head(2_000_000_000, 1),
    "more than there is": lambda: png_head(3000, 3000),
    "no size at all": lambda: png_head(0, 0),
    "a bomb of words": text_bomb,
    "a bomb of scans": lambda: scanned_again(pictures.MOST_SCANS),
    "one that is read whole": lambda: encoded("JPEG", (6000, 4400), "L", progressive=True),
    "a ribbon that no scale fits": lambda: encoded("JPEG", (40_000, 700), "L"),
    "too many bytes": lambda: b"\xff\xd8\xff" + b"0" * pictures.LARGEST,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_photo_is_refused_in_words(what):
    with pytest.raises(Invalid) as refusal:
        remade(HOSTILE[what]())
    (fault,) = refusal.value.details
    assert fault.pointer == "/photo"
    assert fault.text


def test_a_photo_that_is_read_in_steps_is_a_photo():
    assert remade(scanned_again(20)).width == 64


@pytest.mark.parametrize("turned", range(10))
def test_a_photo_stands_upright_however_the_phone_was_held(turned):
    exif, drawn = Image.Exif(), Image.new("L", (24, 16), 255)
    exif[ORIENTATION] = turned
    drawn.paste(0, (0, 0, 8, 8))
    file = BytesIO()
    drawn.save(file, "PNG", exif=exif)
    with Image.open(BytesIO(remade(file.getvalue()).content)) as found:
        points: Any = found.convert("L")
        corners = [points.getpixel((x, y)) < 128 for x in (2, -3) for y in (2, -3)]
        assert found.size == ((16, 24) if 5 <= turned <= 8 else (24, 16))
    assert corners.index(True) == {2: 2, 3: 3, 4: 1, 6: 2, 7: 3, 8: 1}.get(turned, 0)


def test_words_in_a_photo_that_cannot_be_written_again_do_not_matter():
    side = struct.pack("<HHIHH", ORIENTATION, 3, 1, 6, 0)
    width = struct.pack("<HHI4s", 0x0100, 2, 4, b"abc\0")
    exif = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 2) + width + side + bytes(4)
    picture = remade(encoded("JPEG", exif=exif))
    assert (picture.width, picture.height) == (20, 40)


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch):
    monkeypatch.setattr(Image.Image, "load", lambda image: pytest.fail("unpacked"))
    with pytest.raises(Invalid, match="zu viele Punkte"):
        remade(png_head(5_200, 5_200))
