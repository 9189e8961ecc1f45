"""An answer of the service as text that two people could compare."""

import io
import json
import re
from collections.abc import Callable
from typing import Any

from tests.recording import pdf
from tests.recording.pages import Page, read_page

HEADERS = ("Location", "Content-Disposition", "Idempotent-Replayed", "Retry-After", "Allow",
           "Cache-Control", "Content-Language", "X-Robots-Tag", "WWW-Authenticate")  # fmt: skip
DRAWN = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


def told(answer: Any) -> str:
    """Status, what the headers say, and the body in its own way."""
    kind = answer.get("Content-Type", "").partition(";")[0]
    head = [f"{answer.status_code} {answer.get('Content-Type', '-')}"]
    # Where something new can be read is another test's affair: tests/cast.py asks it of each POST.
    made = answer.status_code in (201, 202)
    head += [f"{name}: {answer[name]}" for name in HEADERS
             if name in answer and not (made and name == "Location")]  # fmt: skip
    if "ETag" in answer:
        version = re.fullmatch(r'(?:W/)?("v\d+")', answer["ETag"])
        head.append(f"ETag: {version[1] if version else 'opaque'}")
    head += [f"Set-Cookie: {_cookie(morsel)}" for morsel in answer.cookies.values()]
    return "\n".join(head) + "\n\n" + READERS.get(kind, _text)(content_of(answer))


def content_of(answer: Any) -> bytes:
    """The body, also of an answer that comes in pieces."""
    if answer.streaming:
        if not hasattr(answer, "_whole"):
            answer._whole = b"".join(answer.streaming_content)
        return bytes(answer._whole)
    return bytes(answer.content)


def page_of(answer: Any) -> Page:
    """What a browser makes of an answer."""
    return read_page(content_of(answer).decode())


def as_json(value: Any) -> str:
    """Keys in the order of the alphabet: an object has none."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cookie(morsel: Any) -> str:
    held = "gone" if not morsel.value or morsel["max-age"] == 0 else "set"
    flags = [name for name in ("httponly", "secure") if morsel[name]]
    return " ".join([f"{morsel.key} {held}", *flags, f"samesite={morsel['samesite']}",
                     f"max-age={morsel['max-age']}", f"path={morsel['path']}"])  # fmt: skip


def _json(body: bytes) -> str:
    return DRAWN.sub("⟨svg⟩", as_json(json.loads(body))) if body else ""


def _html(body: bytes) -> str:
    return "\n".join(read_page(body.decode()).lines) + "\n"


def _pdf(body: bytes) -> str:
    pages = pdf.pages_of(body)
    return "\n\n".join(
        "\n".join([f"page {number}", *texts]) for number, texts in enumerate(pages, start=1)
    )


def _xlsx(body: bytes) -> str:
    from openpyxl import load_workbook

    lines = []
    for sheet in load_workbook(io.BytesIO(body)).worksheets:
        lines.append(f"sheet {sheet.title!r}")
        lines += ["\t".join("" if cell is None else str(cell) for cell in row)
                  for row in sheet.iter_rows(values_only=True)]  # fmt: skip
    return "\n".join(lines) + "\n"


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("cp1252", errors="backslashreplace")


READERS: dict[str, Callable[[bytes], str]] = {
    "application/json": _json,
    "application/problem+json": _json,
    "application/manifest+json": _json,
    "text/html": _html,
    "application/pdf": _pdf,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": _xlsx,
}
