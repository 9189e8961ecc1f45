"""Real files and records with something wrong in them, by chance that is always the same."""

import copy
import io
import json
import zipfile
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.jassclub.hostile import VALUES


def bytes_changed(content: bytes, chance: Random) -> bytes:
    """Some bytes flipped, a stretch cut out or put in twice, or the end missing."""
    data = bytearray(content)
    at, length = chance.randrange(len(data)), chance.randrange(1, 40)
    match chance.randrange(4):
        case 0:
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case 1:
            del data[at : at + length]
        case 2:
            data[at:at] = data[at : at + length]
        case _:
            del data[at:]
    return bytes(data)


def zip_changed(content: bytes, chance: Random) -> bytes:
    """A workbook whose parts are changed, missing or empty, in a container that is whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        victim = chance.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            if name == victim:
                how = chance.randrange(3)
                if how == 0:
                    continue
                part = b"" if how == 1 or not part else bytes_changed(part, chance)
            new.writestr(name, part)
    return out.getvalue()


def table_changed(rows: list[list[str]], chance: Random) -> str:
    """A table with cells replaced, columns swapped, rows doubled, torn or gone."""
    rows = [list(row) for row in rows]
    for _ in range(chance.randrange(1, 4)):
        row = chance.choice(rows)
        match chance.randrange(4):
            case 0 if row:
                row[chance.randrange(len(row))] = _text(chance)
            case 1 if rows[0]:
                one, other = chance.randrange(len(rows[0])), chance.randrange(len(rows[0]))
                for each in rows:
                    if max(one, other) < len(each):
                        each[one], each[other] = each[other], each[one]
            case 2:
                rows.insert(chance.randrange(len(rows)), list(chance.choice(rows)))
            case _:
                del row[chance.randrange(len(row) + 1) :]
    return "\n".join(";".join(row) for row in rows)


def json_changed(value: Any, chance: Random) -> Any:
    """The same with one to three places replaced, removed or given another's value."""
    changed = copy.deepcopy(value)
    for _ in range(chance.randrange(1, 4)):
        places = list(_places(changed))
        if not places:
            return chance.choice([changed, {}, [], None])
        holder, key = chance.choice(places)
        match chance.randrange(3):
            case 0:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
            case 1:
                del holder[key]
            case _:
                other, name = chance.choice(places)
                holder[key] = copy.deepcopy(other[name])
    return changed


def line_changed(record: Any, chance: Random) -> bytes:
    """A line of JSON with a wrong value or, one time in four, with wrong bytes."""
    line = json.dumps(json_changed(record, chance)).encode()
    return line if chance.random() < 0.75 else bytes_changed(line, chance).replace(b"\n", b" ")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in pairs:
        yield value, key
        yield from _places(inner)


def _text(chance: Random) -> str:
    value = chance.choice(VALUES)
    return value if isinstance(value, str) else json.dumps(value)
