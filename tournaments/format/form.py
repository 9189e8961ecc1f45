"""The settings of a tournament, to and from the fields of the page that sets them."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jassclub.core.reader import number_or_text
from jassclub.web.francs import rappen, written
from tournaments.format.fields import SETTINGS
from tournaments.format.pure import PrizeKind

TIES = 5
RANK_TIES = 3
MOST_PRIZES = 60
MORE_PRIZES = 3
"""Empty lines for further prizes."""
YES_NO = {"ja": True, "nein": False}
PARTS: Mapping[str, tuple[str, ...]] = {
    "count": ("count_keep", "count_number", "count_combine"),
    "final": ("final_places", "final_rounds", "final_carried"),
    "rank_points": ("rank_table", "rank_rest", "rank_shared"),
    "ties": tuple(f"tie_{place}" for place in range(1, TIES + 1)),
    "rank_ties": tuple(f"rank_tie_{place}" for place in range(1, RANK_TIES + 1)),
}
"""The fields of settings that are not plain."""
PRIZE = ("kind", "first", "last", "francs", "text")
NAMES = (
    *(setting.name for setting in SETTINGS),
    *(name for names in PARTS.values() for name in names),
    *(f"prize_{row}_{part}" for row in range(MOST_PRIZES) for part in PRIZE),
)
FIELD_OF: Mapping[str, str] = {
    **{f"/format/{setting.path}": setting.name for setting in SETTINGS},
    "/format/final": "final_places",
    "/format/final/rounds": "final_rounds",
    "/format/final/carried": "final_carried",
    "/format/ranking": "count_keep",
    "/format/ranking/count": "count_keep",
    "/format/ranking/rank_points": "rank_table",
    "/format/ranking/joker": "ranking_joker_points",
    "/format/ranking/ties": "tie_1",
    **{f"/format/ranking/ties/{place}": f"tie_{place + 1}" for place in range(TIES)},
    "/format/prizes": "prize_0_text",
    "/format/house_rules": "house_rules",
    "/house_rules": "house_rules",
    "/club/profile_layer": "profile",
}
"""Where a finding of the services belongs on the page."""


@dataclass(frozen=True)
class PrizeRow:
    """One line of the prizes: its place on the page, and what stands in its fields."""

    number: int
    values: Mapping[str, str]


def values_of(data: Mapping[str, Any]) -> dict[str, str]:
    """The JSON of a format as it stands in the fields."""
    plain = {setting.name: setting.shown(_at(data, setting.path)) for setting in SETTINGS}
    return {
        **plain,
        **_count(data["ranking"]["count"]),
        **_final(data["final"]),
        **_rank_points(data["ranking"]["rank_points"]),
        **_in_places("tie", data["ranking"]["ties"], TIES),
        **_prizes(data["prizes"]),
        "house_rules": "\n".join(f"{k} = {_told(v)}" for k, v in data["house_rules"].items()),
    }


def settings_of(values: Mapping[str, str], tops: Collection[str]) -> dict[str, Any]:
    """What stands in the fields as the JSON of a format; only the settings in `tops`."""
    data: dict[str, Any] = {}
    for setting in SETTINGS:
        _put(data, setting.path, setting.read(values.get(setting.name, "")))
    data["ranking"] |= {
        "count": _read_count(values),
        "ties": _chosen(values, "ties"),
        "rank_points": _read_rank_points(values),
    }
    data |= {
        "final": _read_final(values),
        "prizes": [_read_prize(row.values) for row in prize_rows(values, more=0)],
        "house_rules": dict(_read_rules(values.get("house_rules", ""))),
    }
    return {name: value for name, value in data.items() if name in tops}


def prize_rows(values: Mapping[str, str], *, more: int = MORE_PRIZES) -> list[PrizeRow]:
    """The lines of prizes that say something, and some empty ones after the last."""
    rows = [_row(values, number) for number in range(MOST_PRIZES)]
    used = [
        row for row in rows if any(row.values[part] for part in ("first", "last", "francs", "text"))
    ]
    last = used[-1].number + 1 if used else 0
    return [*used, *(PrizeRow(n, {"kind": "rank"}) for n in range(last, last + more))]


def pointers_of_prizes(values: Mapping[str, str]) -> dict[str, str]:
    """Findings name prizes by their place in the list, the page by the line."""
    rows = enumerate(prize_rows(values, more=0))
    return {f"/format/prizes/{at}": f"prize_{row.number}_text" for at, row in rows}


def _at(data: Any, path: str) -> Any:
    for step in path.split("/"):
        data = data[step]
    return data


def _put(data: dict[str, Any], path: str, value: Any) -> None:
    *above, last = path.split("/")
    for step in above:
        data = data.setdefault(step, {})
    data[last] = value


def _count(text: str) -> dict[str, str]:
    """`drop:1+average` in its three fields."""
    head, plus, _average = text.partition("+")
    keep, colon, number = head.partition(":")
    combine = "average" if plus or head == "average" else "sum"
    return {
        "count_keep": keep if colon else "all",
        "count_number": number,
        "count_combine": combine,
    }


def _read_count(values: Mapping[str, str]) -> str:
    keep, combine = values.get("count_keep", ""), values.get("count_combine", "")
    if keep == "all":
        return combine
    tail = "+average" if combine == "average" else ""
    return f"{keep}:{values.get('count_number', '')}{tail}"


def _final(final: Mapping[str, Any] | None) -> dict[str, str]:
    if final is None:
        return {"final_places": "", "final_rounds": "0", "final_carried": "nothing"}
    return {f"final_{name}": str(value) for name, value in final.items()}


def _read_final(values: Mapping[str, str]) -> dict[str, Any] | None:
    places = values.get("final_places", "")
    if not places:
        return None
    return {
        "places": _number(places),
        "rounds": _number(values.get("final_rounds", "")),
        "carried": values.get("final_carried", ""),
    }


def _rank_points(points: Mapping[str, Any] | None) -> dict[str, str]:
    found = points or {"table": [], "rest": 1, "shared": "same", "ties": ["shared"]}
    return {
        "rank_table": " ".join(map(str, found["table"])),
        "rank_rest": str(found["rest"]),
        "rank_shared": str(found["shared"]),
        **_in_places("rank_tie", found["ties"], RANK_TIES),
    }


def _read_rank_points(values: Mapping[str, str]) -> dict[str, Any] | None:
    table = values.get("rank_table", "").replace(",", " ").split()
    if not table:
        return None
    return {
        "table": [_number(points) for points in table],
        "rest": _number(values.get("rank_rest", "")),
        "shared": values.get("rank_shared", ""),
        "ties": _chosen(values, "rank_ties"),
    }


def _in_places(name: str, chosen: Sequence[str], most: int) -> dict[str, str]:
    padded = [*chosen, *[""] * most][:most]
    return {f"{name}_{place}": str(value) for place, value in enumerate(padded, start=1)}


def _chosen(values: Mapping[str, str], part: str) -> list[str]:
    return [values[name] for name in PARTS[part] if values.get(name)]


def _prizes(prizes: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {
        f"prize_{row}_{part}": text
        for row, prize in enumerate(prizes[:MOST_PRIZES])
        for part, text in _as_row(prize).items()
    }


def _as_row(prize: Mapping[str, Any]) -> dict[str, str]:
    money = written(prize["rappen"]) if prize["rappen"] else ""
    return {
        "kind": prize["kind"],
        "first": str(prize["first"]),
        "last": str(prize["last"]),
        "francs": money,
        "text": prize["text"],
    }


def _row(values: Mapping[str, str], number: int) -> PrizeRow:
    return PrizeRow(number, {part: values.get(f"prize_{number}_{part}", "") for part in PRIZE})


def _read_prize(row: Mapping[str, str]) -> dict[str, Any]:
    money = rappen(row["francs"]) if row["francs"] else 0
    ranked = row["kind"] == PrizeKind.RANK
    ranks = {part: _number(row[part]) for part in ("first", "last") if row[part] and ranked}
    return {
        "kind": row["kind"],
        "rappen": row["francs"] if money is None else money,
        "text": row["text"],
        **ranks,
    }


def _number(text: str) -> int | str:
    return number_or_text(text, most_digits=7)


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "ja" if value else "nein"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _read_rules(text: str) -> Iterator[tuple[str, Any]]:
    """Lines of `name = value`; a line without a sign is a name without a value."""
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _sign, value = line.partition("=")
        yield name.strip(), _value(value.strip())


def _value(text: str) -> Any:
    """Yes or no, a number, a list or mapping as JSON writes it; anything else is a text."""
    if text.casefold() in YES_NO:
        return YES_NO[text.casefold()]
    try:
        return json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        return text
