"""The settings of a tournament, to and from the fields of the page that sets them."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from jassclub.core.reader import number_or_text
from jassclub.web.francs import rappen, written
from tournaments.format.prize_sentences import category_words
from tournaments.format.pure import (
    TIES,
    Combine,
    Final,
    Format,
    Keep,
    Prize,
    PrizeKind,
    RankPoints,
    as_json,
)
from tournaments.format.pure.choices import RANGED
from tournaments.format.pure.setting import Setting, every_setting, settings_in

MOST_TIES = 5
MOST_RANK_TIES = 3
MOST_PRIZES = 60
MORE_PRIZES = 3
"""Empty lines for further prizes."""
YES_NO = {"ja": True, "nein": False}
NO_FINAL = {**as_json(Final()), "places": ""}
NO_RANK_POINTS = {**as_json(RankPoints()), "table": []}
"""What stands in the fields where there is none."""


@dataclass(frozen=True)
class Field:
    """A setting on the page, and the name of its field."""

    name: str
    setting: Setting

    @property
    def top(self) -> str:
        """The setting of the format that it is or belongs to."""
        return self.setting.path.split("/")[0]

    @property
    def choices(self) -> dict[str, str]:
        """What can be chosen, in words."""
        return chosen_from(self.setting.options)

    def shown(self, data: Any) -> str:
        """Its value in the JSON of a format, as it stands in the field."""
        for step in self.setting.path.split("/"):
            data = data[step]
        if data is None or data is False:
            return ""
        if self.setting.form == "francs":
            return written(data)
        if self.setting.form == "numbers":
            return " ".join(map(str, data))
        return "1" if data is True else str(data)

    def read(self, text: str) -> Any:
        """What stands in the field as JSON; what cannot be read stays text, and is refused."""
        form = self.setting.form
        if form == "flag":
            return bool(text)
        if not text and self.setting.optional:
            return None
        if form == "francs":
            amount = rappen(text)
            return text if amount is None else amount
        if form == "numbers":
            return [_number(one) for one in text.replace(",", " ").split()]
        return _number(text) if form == "number" else text

    def told(self, text: str) -> str:
        """What stands in the field, for people."""
        if self.setting.form == "flag":
            return str(_("ja") if text else _("nein"))
        return str(self.choices.get(text, text) or _("keine Angabe"))


@dataclass(frozen=True)
class Group:
    """Settings that belong together on the page; `parts` are templates of those not plain."""

    title: str | Promise
    fields: tuple[Field, ...]
    parts: tuple[str, ...] = ()


SETTINGS = {setting.path: setting for setting in every_setting(Format)}


def _fields(*paths: str, **named: str) -> tuple[Field, ...]:
    """The fields of the settings at these paths, most of them named by their path."""
    known = {path.replace("/", "_"): path for path in paths} | named
    return tuple(Field(name, SETTINGS[path]) for name, path in known.items())


GROUPS = (
    Group(
        _("Spiel"),
        _fields("game", "profile", "differenzler_from", "rounds", "hands", "matsch_bonus"),
        ("house_rules",),
    ),
    Group(
        _("Plätze und Auslosung"),
        _fields(
            "seating", "numbers", "team_size", "team_best", "pairing", "groups", "standing_from",
            "knockout/seeds",
            "knockout/ties", "knockout/third_place", "knockout/consolation", "movement", "odd",
            "substitute",
        ),
        ("final",),
    ),
    Group(
        _("Schreiben und Kontrolle"),
        _fields("writing", "control", "double_entry", "correction_minutes", "board_seconds"),
    ),
    Group(
        _("Rangliste"),
        _fields(
            "ranking/unit", "ranking/per", "ranking/lower_wins", "ranking/nearest",
            "ranking/final_weight", "ranking/minimum_units", "ranking/missing", "ranking/late",
            "ranking/late_penalty", "ranking/joker/points", "ranking/joker/hands",
            "ranking/worth", "ranking/compare", "ranking/hidden_from", "club_best", "squad_best",
        ),
        ("count", "ties", "rank_points"),
    ),
    Group(_("Preise und Geld"), _fields("fee"), ("prizes",)),
    Group(_("Uhr"), _fields("minutes")),
)  # fmt: skip
PLAIN = tuple(field for group in GROUPS for field in group.fields)
INNER = _fields(
    "final/places", "final/rounds", "final/carried", "final/knockout",
    rank_table="ranking/rank_points/table",
    rank_rest="ranking/rank_points/rest",
    rank_shared="ranking/rank_points/shared",
)  # fmt: skip
"""Fields of the templates of parts, which say themselves what they ask for."""
TIE_NAMES = tuple(f"tie_{place}" for place in range(1, MOST_TIES + 1))
RANK_TIE_NAMES = tuple(f"rank_tie_{place}" for place in range(1, MOST_RANK_TIES + 1))
PRIZE = tuple(
    Field("francs" if name == "rappen" else name, setting)
    for name, setting in settings_in(Prize).items()
)
"""The fields of a prize, each behind the name of its line."""
NAMES = (
    *(field.name for field in (*PLAIN, *INNER)),
    "count_keep",
    "count_number",
    "count_combine",
    *TIE_NAMES,
    *RANK_TIE_NAMES,
    *(f"prize_{row}_{field.name}" for row in range(MOST_PRIZES) for field in PRIZE),
)
CHOICES: Mapping[str, Mapping[str, Any]] = {
    "count_keep": {keep: keep for keep in Keep},
    "count_combine": {combine: combine for combine in Combine},
    "prize_kind": {kind: kind for kind in PrizeKind},
    **{field.name: field.setting.options for field in INNER if field.setting.options},
    **dict.fromkeys((*TIE_NAMES, *RANK_TIE_NAMES), TIES),
}
"""What can be chosen in the templates of parts."""
FIELD_OF: Mapping[str, str] = {
    **{f"/format/{field.setting.path}": field.name for field in (*PLAIN, *INNER)},
    "/format/final": "final_places",
    "/format/ranking": "count_keep",
    "/format/ranking/count": "count_keep",
    "/format/ranking/rank_points": "rank_table",
    "/format/ranking/joker": "ranking_joker_points",
    "/format/ranking/ties": "tie_1",
    **{f"/format/ranking/ties/{place}": name for place, name in enumerate(TIE_NAMES)},
    "/format/prizes": "prize_0_text",
    "/format/house_rules": "house_rules",
    "/house_rules": "house_rules",
    "/club/profile_layer": "profile",
}
"""Where a finding of the services belongs on the page."""


def chosen_from(options: Mapping[str, Any]) -> dict[str, str]:
    """The words of options, in the language of the reader."""
    return {value: gettext(option.words) for value, option in options.items()}


def values_of(data: Mapping[str, Any]) -> dict[str, str]:
    """The JSON of a format as it stands in the fields."""
    ranking = data["ranking"]
    points = ranking["rank_points"] or NO_RANK_POINTS
    filled = {
        **data,
        "final": data["final"] or NO_FINAL,
        "ranking": {**ranking, "rank_points": points},
    }
    return {
        **{field.name: field.shown(filled) for field in (*PLAIN, *INNER)},
        **_count(ranking["count"]),
        **_in_places(TIE_NAMES, ranking["ties"]),
        **_in_places(RANK_TIE_NAMES, points["ties"]),
        **{
            f"prize_{row}_{field.name}": (
                category_words(prize.get("category", ""))
                if field.name == "category"
                else field.shown(prize)
            )
            for row, prize in enumerate(data["prizes"][:MOST_PRIZES])
            for field in PRIZE
            if field.name != "francs" or prize["rappen"]
        },
        "house_rules": "\n".join(f"{k} = {_told(v)}" for k, v in data["house_rules"].items()),
    }


def settings_of(values: Mapping[str, str], tops: Collection[str]) -> dict[str, Any]:
    """What stands in the fields as the JSON of a format; only the settings in `tops`."""
    data: dict[str, Any] = {}
    _fill(data, PLAIN, values)
    ranking = data["ranking"]
    ranking |= {"count": _read_count(values), "ties": _chosen(values, TIE_NAMES)}
    _fill(data, INNER, values)
    ranking["rank_points"]["ties"] = _chosen(values, RANK_TIE_NAMES)
    if not ranking["rank_points"]["table"]:
        ranking["rank_points"] = None
    if not values.get("final_places"):
        data["final"] = None
    data["prizes"] = list(map(_read_prize, prize_rows(values, more=0).values()))
    data["house_rules"] = dict(_read_rules(values.get("house_rules", "")))
    return {name: value for name, value in data.items() if name in tops}


def _fill(data: dict[str, Any], fields: Iterable[Field], values: Mapping[str, str]) -> None:
    for field in fields:
        *above, last = field.setting.path.split("/")
        inside = data
        for step in above:
            inside = inside.setdefault(step, {})
        inside[last] = field.read(values.get(field.name, ""))


def prize_rows(
    values: Mapping[str, str], *, more: int = MORE_PRIZES
) -> dict[str, Mapping[str, str]]:
    """What stands in the fields of the lines of prizes that say something, and of some empty ones
    after the last, by what the names of these fields begin with."""
    rows = [
        {field.name: values.get(f"prize_{n}_{field.name}", "") for field in PRIZE}
        for n in range(MOST_PRIZES)
    ]
    said = ("first", "last", "francs", "text")
    used = {n: row for n, row in enumerate(rows) if any(row[part] for part in said)}
    last = max(used, default=-1) + 1
    lines = used | {n: {"kind": "rank"} for n in range(last, last + more)}
    return {f"prize_{n}": row for n, row in lines.items()}


def pointers_of_prizes(values: Mapping[str, str]) -> dict[str, str]:
    """Findings name prizes by their place in the list, the page by the line."""
    lines = enumerate(prize_rows(values, more=0))
    return {f"/format/prizes/{at}": f"{line}_text" for at, line in lines}


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


def _in_places(names: Sequence[str], chosen: Sequence[str]) -> dict[str, str]:
    return dict.fromkeys(names, "") | dict(zip(names, map(str, chosen), strict=False))


def _chosen(values: Mapping[str, str], names: Iterable[str]) -> list[str]:
    return [values[name] for name in names if values.get(name)]


def _read_prize(row: Mapping[str, str]) -> dict[str, Any]:
    """What stands in a line; only a prize for ranks has any."""
    ranked = row["kind"] in RANGED
    return {"kind": row["kind"], "rappen": 0, "text": ""} | {
        field.setting.path: field.read(row[field.name])
        for field in PRIZE
        if row[field.name] and (ranked or field.name not in ("first", "last"))
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
