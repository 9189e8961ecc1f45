"""Records that are kept: their values as JSON has them, their digest, and a chain of them, each
with the hash of the one before it: none is changed, moved or left out unseen.

Plain Python: what is hashed of a record is said by whoever keeps it. Stored hashes rest on
`digest` as it is; it never changes.
"""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, Protocol, TypeVar
from uuid import UUID

from jassclub.core.errors import Finding, pointer


class Link(Protocol):
    """A record of a chain; `seq` counts from 1."""

    seq: int
    kind: str
    previous: str
    hash: str


L = TypeVar("L", bound=Link)


def digest(value: Any) -> str:
    """SHA-256 over the canonical JSON of a value (sorted keys, no spaces)."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def text_digest(owner: object, text: str) -> str:
    """The digest of a free text, bound to its row; empty for no text, so that it can be blanked."""
    return digest([str(owner), text]) if text else ""


def breaks(
    records: Iterable[L], hashed: Callable[[L], str], *, head: tuple[int, str]
) -> Iterator[Finding]:
    """Every place where the chain does not hold, with `seq` and `kind` of the record there.

    `hashed`: the hash a record ought to have. `head`: number and hash of the last record, as the
    owner of the chain keeps them. Codes: `record_missing`, `hash_broken`, `head_differs`.
    """
    seq, previous = 0, ""
    for index, record in enumerate(records):
        here = {"seq": seq + 1, "kind": record.kind}
        if record.seq != seq + 1:
            yield Finding("record_missing", pointer(index), params=here)
        elif record.previous != previous or record.hash != hashed(record):
            yield Finding("hash_broken", pointer(index), params=here)
        seq, previous = record.seq, record.hash
    if (seq, previous) != head:
        yield Finding("head_differs", params={"seq": seq + 1})


OLD = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")


def plain(value: Any) -> Any:
    """Moments in UTC (RFC 3339, with `Z`), days and times in ISO form, ids and decimals as text,
    bytes in base64."""
    if isinstance(value, datetime):
        return with_z(value.astimezone(UTC).isoformat())
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    return str(value) if isinstance(value, UUID | Decimal) else value


def all_plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same for several, by name."""
    return {name: plain(value) for name, value in values.items()}


def with_z(value: Any) -> Any:
    """A moment that was written before all of them ended in `Z`; any other value as it is."""
    is_old = isinstance(value, str) and OLD.fullmatch(value)
    return value.replace("+00:00", "Z") if is_old else value
