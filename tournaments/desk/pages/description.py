"""What a tournament is called, when and where it is played: fields, reading, findings."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.core.errors import Finding
from jassclub.core.reader import number_in
from jassclub.web.form_state import words_of
from tournaments.core.models import Tournament

LONGEST = 120
LONGEST_SLUG = 60
LEAST, MOST = 4, 2000
NEEDED = ("name", "slug", "played_on")
NAMES = (
    "name", "slug", "place", "played_on", "begins_at", "season", "capacity", "sign_up_until",
    "public", "season_final",
)  # fmt: skip
FIELD_OF = {f"/{name}": name for name in (*NAMES, "preset", "reason")}


def typed_description(post: QueryDict) -> dict[str, str]:
    """The fields as they were typed; without an address one is made from the name."""
    values = {name: words_of(post, name, longest=LONGEST) for name in NAMES}
    values["slug"] = values["slug"] or proposed_slug(values["name"], values["played_on"])
    return values


def shown_description(tournament: Tournament) -> dict[str, str]:
    """What stands in the fields of a tournament that is there."""
    until = tournament.sign_up_until
    return {
        "name": tournament.name,
        "slug": tournament.slug,
        "place": tournament.place,
        "played_on": tournament.played_on.isoformat(),
        "begins_at": f"{tournament.begins_at:%H:%M}" if tournament.begins_at else "",
        "season": str(tournament.season_id or ""),
        "capacity": str(tournament.capacity or ""),
        "sign_up_until": f"{timezone.localtime(until):%Y-%m-%dT%H:%M}" if until else "",
        "public": "1" if tournament.public else "",
        "season_final": "1" if tournament.season_final else "",
    }


def proposed_slug(name: str, day: str = "") -> str:
    """An address that is free: the name, with the year or a number where that is taken."""
    plain = slugify(name)[: LONGEST_SLUG - 8].strip("-") or "turnier"
    dated = [f"{plain}-{day[:4]}"] if number_in(day[:4]) else []
    wanted = [plain, *dated, *(f"{plain}-{number}" for number in range(2, 100))]
    taken = set(Tournament.objects.filter(slug__in=wanted).values_list("slug", flat=True))
    return next((slug for slug in wanted if slug not in taken), plain)


def read_description(values: Mapping[str, str]) -> tuple[dict[str, Any], list[Finding]]:
    """The values for the services, and everything that is none."""
    read: dict[str, Any] = {"place": values["place"]}
    read |= {name: bool(values[name]) for name in ("public", "season_final")}
    faults: list[Finding] = []
    for name, at, parse, words in _READERS:
        text = values[at]
        try:
            read[name] = parse(text) if text or at in NEEDED else None
        except (ValueError, OverflowError) as error:
            faults.append(Finding("unreadable", f"/{at}", str(words or error)))
    return read, faults


def _name(text: str) -> str:
    if not text:
        raise ValueError(_("Wie heisst das Turnier?"))
    return text


def _slug(text: str) -> str:
    try:
        validate_slug(text)
    except ValidationError:
        words = _("Eine Adresse besteht aus Buchstaben ohne Umlaute, Ziffern und Strichen.")
        raise ValueError(words) from None
    if len(text) > LONGEST_SLUG:
        words = _("Höchstens %(most)s Zeichen.")
        raise ValueError(words % {"most": LONGEST_SLUG})
    return text


def _moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else timezone.make_aware(found)


def _capacity(text: str) -> int:
    number = number_in(text, most_digits=5) or 0
    if not LEAST <= number <= MOST:
        raise ValueError(_("Zwischen %(least)s und %(most)s.") % {"least": LEAST, "most": MOST})
    return number


_READERS: tuple[tuple[str, str, Callable[[str], Any], str | Promise], ...] = (
    ("name", "name", _name, ""),
    ("slug", "slug", _slug, ""),
    (
        "played_on",
        "played_on",
        date.fromisoformat,
        gettext_lazy("Das Datum schreibt man so: 2026-05-31."),
    ),
    (
        "begins_at",
        "begins_at",
        time.fromisoformat,
        gettext_lazy("Die Zeit schreibt man so: 19:30."),
    ),
    ("season_id", "season", UUID, gettext_lazy("Diese Saison gibt es nicht.")),
    ("capacity", "capacity", _capacity, ""),
    (
        "sign_up_until",
        "sign_up_until",
        _moment,
        gettext_lazy("Tag und Zeit schreibt man so: 2026-05-31 18:00."),
    ),
)
"""Column, field, what reads the text of the field, and what is said where it cannot be read."""
