"""Archives of a recording taken into the code as it is now: their sheets must be the same."""

import json
from pathlib import Path
from typing import Any

from tests.recording.callers import body_of
from tests.recording.club import Club, founded
from tests.recording.compare import RAW
from tests.recording.names import Names


def imported(old: Path, var: Path) -> list[str]:
    """What differs after an import, an entry an archive."""
    from tests.recording.scenarios import opened

    archives = sorted(path for path in (old / RAW).rglob("*.json") if "." not in path.stem)
    if not archives:
        return []
    club = founded(opened(var, None))
    found = []
    for path in archives:
        name = path.relative_to(old).as_posix()
        kind = "tournament" if path.stem == "tournament" else "game"
        wanted = json.loads(path.with_suffix(".sheet.json").read_text())
        got = _taken(club.scenario(name), path.read_bytes(), kind)
        if _bare(got) != _bare(wanted):
            found.append(f"archive: {name}\n    wanted {_short(wanted)}\n    came {_short(got)}")
    return found


def _taken(club: Club, archive: bytes, kind: str) -> Any:
    """The sheet of a game, or the ranking of a tournament, after its archive came in."""
    club.world.step("import")
    if kind == "tournament":
        answer = club.admin.ask("POST", f"clubs/{club.id}/tournament-imports", body=archive)
        if answer.status_code != 201:
            return body_of(answer)
        club.world.work()
        return body_of(club.admin.get(f"tournaments/{body_of(answer)['id']}/standings"))["rows"]
    answer = club.admin.ask("POST", f"clubs/{club.id}/imports", body=archive)
    if answer.status_code != 201:
        return body_of(answer)
    taken = body_of(answer)
    (game,) = taken["created"] + taken["copied"]
    return body_of(club.admin.get(f"games/{game}"))["sheet"]


def _bare(value: Any) -> Any:
    """Without ids: those are new where a club takes in what is somebody else's."""
    return json.loads(Names().named(json.dumps(value, sort_keys=True)))


def _short(value: Any) -> str:
    return json.dumps(_bare(value), ensure_ascii=False)[:400]
