"""The tournaments of a club, and setting up a new one.

What a tournament is called, when and where it is played: fields, reading, findings."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import get_language, gettext as _, gettext_lazy

from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.rights import club_at, has_role, require_role
from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.core.reader import number_in
from jassclub.web.form_state import FormState, new_key, words_of
from jassclub.web.forms import done, form_page, shown_page, submit
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.desk import services
from tournaments.format.pure import PRESETS

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


State = Tournament.State
OVER = (State.FINISHED, State.CANCELLED)
FIRST_PRESET = "einzelschieber-4x8"


@shown_page
def tournaments(request: HttpRequest, slug: str) -> HttpResponse:
    """What runs and what is to come, then what was."""
    actor = actor_of(request)
    club = club_at(actor, slug)
    rows = list(visible_tournaments(actor).filter(club=club).order_by("-played_on", "name"))
    current = [row for row in rows if row.state not in OVER]
    return render(
        request,
        "tournaments/desk/list.html",
        {
            "club": club,
            "current": sorted(current, key=lambda row: (row.state != State.RUNNING, row.played_on)),
            "past": [row for row in rows if row.state in OVER],
            "may_direct": has_role(actor, club.pk, Role.DIRECTOR),
        },
    )


@form_page
def new(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A new tournament from a preset. Role: director."""
    actor = actor_of(request)
    club = club_at(actor, slug)
    require_role(actor, club.pk, Role.DIRECTOR)
    form = SetupForm()
    if request.method == "POST":
        form.read(request.POST)
    words = _("Das Turnier ist eingerichtet. Prüfe jetzt die Einstellungen.")
    return submit(
        request,
        actor,
        lambda: _create(actor, club, form.typed),
        then=lambda tournament: done(request, words, "desk_settings", slug, tournament.slug),
        form=form,
        show=lambda: _show(request, club, form.typed),
        passing=(),
    )


class SetupForm:
    """What a new tournament is called, when it is played, and by which preset."""

    def __init__(self) -> None:
        today = timezone.localdate().isoformat()
        self.typed = FormState({"preset": FIRST_PRESET, "played_on": today})

    def read(self, post: QueryDict) -> None:
        """Take over what was typed."""
        self.typed = FormState(typed_description(post) | {"preset": post.get("preset", "")[:60]})

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field; for an address that is taken propose a free one."""
        values = self.typed.values
        if refusal.code == "slug_taken":
            values["slug"] = proposed_slug(values["slug"], values["played_on"])
        self.typed.refuse(refusal, FIELD_OF)


def _create(actor: Actor, club: Club, form: FormState) -> Tournament:
    description, faults = read_description(form.values)
    preset = form.values["preset"]
    if preset not in PRESETS:
        faults.insert(0, Finding("unknown_preset", "/preset", _("Wähle, was gespielt wird.")))
    Invalid.raise_for(faults, _("So lässt sich das Turnier noch nicht einrichten."))
    return services.create_tournament(
        actor=actor, club_id=club.pk, preset=preset, description=description
    )


def _show(request: HttpRequest, club: Club, form: FormState) -> HttpResponse:
    return render(
        request,
        "tournaments/desk/new.html",
        {"club": club, "typed": form, "presets": list(_presets()), "key": new_key()},
        status=form.status,
    )


def _presets() -> Iterable[dict[str, Any]]:
    """The presets in the language of the reader."""
    language = (get_language() or "de").split("-")[0]
    for preset in PRESETS.values():
        yield {
            "slug": preset.slug,
            "title": preset.title.get(language) or preset.title["de"],
            "summary": preset.summary.get(language) or preset.summary["de"],
            "source": preset.source,
        }
