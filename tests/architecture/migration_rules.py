"""Which migrations may be applied while the version before them is still answering.

`jassclub/docs/operating.md` says what to do instead of each thing that is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from django.db import models
from django.db.migrations import operations as ops
from django.db.migrations.operations.base import Operation

from jassclub.migrations import AddCheckWhilePlaying, AddIndexWhilePlaying
from tests.architecture.sources import ROOMS, ROOT

Record = Mapping[str, str]
"""Path of a migration, and the digest of its file."""
LOST = (ops.RemoveField, ops.RenameField, ops.DeleteModel, ops.RenameModel, ops.AlterModelTable)
BLOCKING = (ops.AddConstraint, ops.AlterUniqueTogether, ops.AlterIndexTogether)
UNSEEN = (ops.RunSQL,)


def faults_of(operations: Sequence[Operation], *, atomic: bool = True) -> list[str]:
    """What of one migration the running version would not survive, each in words."""
    fresh = {op.name_lower for op in operations if isinstance(op, ops.CreateModel)}
    faults = [fault for op in operations for fault in _faults(op, fresh)]
    if any(isinstance(op, AddIndexWhilePlaying) for op in operations):
        faults += ["an index beside the game needs atomic = False"] if atomic else []
        faults += ["an index beside the game needs a migration of its own"] * (len(operations) > 1)
    filling = [op for op in operations if isinstance(op, ops.RunPython)]
    if filling and len(filling) < len(operations):
        faults.append("rows are filled in a migration of its own, in batches")
    return faults


def _faults(op: Any, fresh: set[str]) -> Iterator[str]:
    told = f"{type(op).__name__} {getattr(op, 'model_name', '')} {getattr(op, 'name', '')}"
    new_table = getattr(op, "model_name", "").lower() in fresh
    if isinstance(op, LOST):
        yield f"{told}: the running version still asks for it"
    elif isinstance(op, UNSEEN):
        yield f"{told}: nobody can tell what it locks"
    elif new_table or isinstance(op, (AddIndexWhilePlaying, AddCheckWhilePlaying)):
        return
    elif isinstance(op, ops.AddIndex):
        yield f"{told}: keeps writers out while it is built"
    elif isinstance(op, BLOCKING):
        yield f"{told}: reads the whole table under a lock"
    elif isinstance(op, ops.AddField) and _wants_a_value(op.field):
        yield f"{told}: the running version writes rows without it"
    elif isinstance(op, ops.AddField) and _has_an_index(op.field):
        yield f"{told}: builds its index under a lock"
    elif isinstance(op, ops.AlterField):
        yield f"{told}: may rewrite the table, or refuse what the running version writes"


def _wants_a_value(field: models.Field[Any, Any]) -> bool:
    """Django's `default` is gone from the database as soon as the column is there."""
    return not (field.null or field.has_db_default() or field.many_to_many)


def _has_an_index(field: Any) -> bool:
    return bool(field.unique or field.db_index)


def recorded(text: str) -> Record:
    """What `migrations.txt` holds, a line a migration."""
    return dict(line.split() for line in text.splitlines())


def present() -> Record:
    """The migrations that are there."""
    return {
        path.relative_to(ROOT).as_posix(): sha256(path.read_bytes()).hexdigest()
        for room in ROOMS
        for path in sorted((ROOT / room).glob("**/migrations/[0-9]*.py"))
    }


def not_grown(before: Record, now: Record) -> list[str]:
    """What was changed, taken away or not recorded, each in a sentence."""
    changed = [
        f"{path} is {'changed' if path in now else 'gone'}: from 0.1.0 on migrations only grow,"
        " since databases have applied it as it was. Put it back and write a new one."
        for path, digest in before.items()
        if now.get(path) != digest
    ]
    new = [
        f"add to tests/architecture/migrations.txt: {path} {digest}"
        for path, digest in now.items()
        if path not in before
    ]
    return changed + new
