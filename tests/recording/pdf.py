"""Reads the text back out of a PDF: the letters that it says its glyphs stand for."""

import base64
import re
import zlib

STREAM = re.compile(rb"<<(.*?)>>\s*stream\r?\n(.*?)endstream", re.DOTALL)
SHOWN = re.compile(rb"/(F\d+\+\d+) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\) Tj", re.DOTALL)
ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pages_of(pdf: bytes) -> list[list[str]]:
    """The texts of each page, in the order in which they were drawn."""
    letters = _letters(pdf)
    return [_texts(content, letters) for content in contents_of(pdf)]


def contents_of(pdf: bytes) -> list[bytes]:
    """What is drawn on each page, as operators."""
    numbers = re.findall(rb"/Contents (\d+) 0 R", pdf)
    return [_stream(_object(pdf, number)) for number in numbers]


def texts_of(pdf: bytes) -> list[str]:
    return [text for page in pages_of(pdf) for text in page]


def inflated(pdf: bytes) -> bytes:
    """The file with its streams unpacked: what is drawn, and what it says about itself."""
    return STREAM.sub(lambda found: found[1] + _stream(found[0]), pdf)


def _object(pdf: bytes, number: bytes) -> bytes:
    return re.search(rb"\n" + number + rb" 0 obj(.*?)endobj", pdf, re.DOTALL).group(1)


def _stream(written: bytes) -> bytes:
    head, body = STREAM.search(written).groups()
    if b"ASCII85Decode" in head:
        body = base64.a85decode(body.strip().removesuffix(b"~>"))
    return zlib.decompress(body) if b"FlateDecode" in head else body


def _letters(pdf: bytes) -> dict[bytes, dict[int, str]]:
    fonts = dict(re.findall(rb"/(F\d+\+\d+) (\d+) 0 R", pdf))
    return {name: _map_of(pdf, number) for name, number in fonts.items()}


def _map_of(pdf: bytes, number: bytes) -> dict[int, str]:
    unicode = re.search(rb"/ToUnicode (\d+) 0 R", _object(pdf, number)).group(1)
    cmap = _stream(_object(pdf, unicode)).decode("ascii")
    found: dict[int, str] = {}
    for first, last, targets in re.findall(
        r"<(\w\w)> <(\w\w)>\s*(\[[^\]]*\]|<\w+>)", cmap.split("endcodespacerange")[1]
    ):
        codes = re.findall(r"<(\w+)>", targets)
        for place, code in enumerate(range(int(first, 16), int(last, 16) + 1)):
            found[code] = bytes.fromhex(codes[place]).decode("utf-16-be")
    return found | {
        int(code, 16): bytes.fromhex(target).decode("utf-16-be")
        for code, target in re.findall(r"(?m)^<(\w\w)> <(\w{4})>$", cmap)
    }


def _texts(content: bytes, letters: dict[bytes, dict[int, str]]) -> list[str]:
    found, font, text = [], b"", ""
    for block in re.findall(rb"BT (.*?) ET", content, re.DOTALL):
        text = ""
        for name, shown in SHOWN.findall(block):
            font = name or font
            if not name:
                text += "".join(letters[font][code] for code in _bytes(shown))
        found.append(text)
    return found


def _bytes(shown: bytes) -> bytes:
    def one(escaped: re.Match[bytes]) -> bytes:
        code = escaped.group(1)
        return bytes([int(code, 8)]) if len(code) == 3 else PLAIN.get(code, code)

    return ESCAPED.sub(one, shown)


def read_out(pdf: bytes) -> list[tuple[str, str]]:
    """What a reader hears: each element's path ("Document/Table/TR/TD") with its text or, of a
    figure, its description, followed through the tree that the catalogue names."""
    letters = _letters(pdf)
    pages = re.findall(rb"(\d+) 0 obj\s*<<\s*/Contents", pdf)
    said = {
        (page, int(number)): _texts(drawn, letters)
        for page, content in zip(pages, contents_of(pdf), strict=True)
        for number, drawn in re.findall(rb"/\w+ <</MCID (\d+)>> BDC(.*?)EMC", content, re.DOTALL)
    }
    assert b"/Marked true" in pdf
    root = _object(pdf, re.findall(rb"/StructTreeRoot (\d+) 0 R", pdf)[0])
    return _element(pdf, said, re.findall(rb"/K (\d+) 0 R", root)[0], "")


def _element(pdf: bytes, said: dict, number: bytes, above: str) -> list[tuple[str, str]]:
    written = _object(pdf, number)
    tag = re.findall(rb"/S /(\w+)", written)[0].decode()
    path = f"{above}/{tag}".lstrip("/")
    pages = re.findall(rb"/Pg (\d+) 0 R /K", written)
    alts = re.findall(rb"/Alt <(\w+)>", written)
    text = [bytes.fromhex(alt.decode()).decode("utf-16") for alt in alts]
    below: list[tuple[str, str]] = []
    kids = re.findall(rb"/K \[(.*) \] >>", written, re.DOTALL)[0]
    for kid, other, mark, own in re.findall(
        rb"<< /Type /MCR /Pg (\d+) 0 R /MCID (\d+) >>|(\d+) 0 R|(\d+)", kids
    ):
        if mark:
            below += _element(pdf, said, mark, path)
        else:
            text += said.pop((kid, int(other)) if kid else (pages[0], int(own)))
    return [(path, " ".join(text)), *below]
