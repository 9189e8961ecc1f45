"""The settings of a tournament: all of them, beside the preset they came from.

The tournaments of a club, and setting up a new one: what it is called, when and where it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.rights import club_at, has_role, require_role
from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.core.reader import number_in
from jassclub.core.speaking import spoken
from jassclub.web.form_state import FormState, new_key, words_of
from jassclub.web.forms import done, form_page, shown_page, submit
from tournaments.core.desk_page import Desk
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.desk import services
from tournaments.desk.services import WHILE_PLAYING
from tournaments.entries.categories import words_of_categories
from tournaments.format.form import (
    CHOICES,
    FIELD_OF,
    GROUPS,
    NAMES,
    PLAIN,
    RANK_TIE_NAMES,
    TIE_NAMES,
    Field,
    Group,
    chosen_from,
    pointers_of_prizes,
    prize_rows,
    settings_of,
    values_of,
)
from tournaments.format.pure import PRESETS, as_json
from tournaments.rounds.hall import called_rounds

LONGEST_RULES = 4000
LONGEST = 200
PARTS = ("house_rules", "final", "prizes", "ranking")
"""Settings that are not plain."""


class SettingsForm:
    """What the template reads, and what the service is told."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.stored = values_of(desk.tournament.format)
        self.typed = FormState({**self.stored, **shown_description(desk.tournament)})
        preset = PRESETS.get(desk.tournament.preset)
        self.preset = values_of(as_json(preset.format)) if preset else self.stored

    @property
    def playing(self) -> bool:
        """Whether a round was called, so that most of it is settled."""
        return bool(self.desk.read(called_rounds))

    @property
    def tops(self) -> frozenset[str]:
        """The settings that can still be changed."""
        known = frozenset(self.desk.tournament.format)
        return known & WHILE_PLAYING if self.playing else known

    @property
    def fixed(self) -> Mapping[str, bool]:
        """Which settings that are not plain are settled."""
        return {name: name not in self.tops for name in PARTS}

    @property
    def sections(self) -> Iterator[tuple[Group, list[dict[str, Any]]]]:
        """The groups in order, each with its plain settings."""
        for group in GROUPS:
            yield group, [self._entry(field) for field in group.fields]

    @property
    def picks(self) -> Mapping[str, dict[str, Any]]:
        """Choices that are not plain: what can be chosen, what is, what is wrong with it."""
        return {name: self._pick(name) for name in CHOICES}

    @property
    def ties(self) -> list[dict[str, Any]]:
        """The criteria that part equals, in order."""
        return [self._pick(name) for name in TIE_NAMES]

    @property
    def rank_ties(self) -> list[dict[str, Any]]:
        """The same for the ranks of one round."""
        return [self._pick(name) for name in RANK_TIE_NAMES]

    @property
    def prizes(self) -> list[dict[str, Any]]:
        """The lines of prizes, some empty ones after them."""
        errors = self.typed.errors
        return [
            {"name": name, "values": values, "errors": errors.get(f"{name}_text", [])}
            for name, values in prize_rows(self.typed.values).items()
        ]

    @property
    def changed(self) -> int:
        """How many fields differ from the preset."""
        return sum(self.preset.get(n, "") != self.stored.get(n, "") for n in {*self.preset})

    def read(self, post: QueryDict) -> SettingsForm:
        """Take over what was typed; what is settled stays."""
        typed = {name: words_of(post, name, longest=LONGEST) for name in NAMES}
        typed["house_rules"] = post.get("house_rules", "")[:LONGEST_RULES]
        settled = {f.name: self.stored[f.name] for f in PLAIN if f.top not in self.tops}
        values = {**typed, **settled, **typed_description(post)}
        own = {"reason": words_of(post, "reason"), "version": words_of(post, "version")}
        self.typed = FormState({**values, **own})
        return self

    def save(self) -> None:
        """Change the tournament; Invalid with everything that is wrong."""
        read, faults = read_description(self.typed.values)
        Invalid.raise_for(faults, _("Diese Angaben stimmen nicht."))
        services.change_tournament(
            **self.desk.ids,
            version=self.typed.whole("version"),
            values=read,
            settings=settings_of(self.typed.values, self.tops),
            reason=self.typed.values["reason"],
        )

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {**FIELD_OF, **DESCRIPTION_AT, **pointers_of_prizes(self.typed.values)}
        self.typed.refuse(refusal, places)

    def _entry(self, field: Field) -> dict[str, Any]:
        name = field.name
        value = self.typed.values.get(name, "")
        return {
            "field": field,
            "value": value,
            "errors": self.typed.errors.get(name, []),
            "fixed": field.top not in self.tops,
            "before": field.told(self.preset[name]) if self.preset[name] != value else "",
        }

    def _pick(self, name: str) -> dict[str, Any]:
        return {
            "name": name,
            "value": self.typed.values.get(name, ""),
            "choices": chosen_from(CHOICES[name]),
            "errors": self.typed.errors.get(name, []),
        }


@form_page
def settings(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """Everything that an organiser sets. Role: director."""
    desk = Desk.of(request, slug, tslug, Role.DIRECTOR)
    form = SettingsForm(desk)
    if request.method == "POST":
        form.read(request.POST)
    return submit(
        request,
        desk.actor,
        form.save,
        then=lambda _saved: done(
            request,
            _("Die Einstellungen sind gesichert."),
            "desk_settings",
            slug,
            form.typed.values["slug"],
        ),
        form=form,
        show=lambda: desk.render(
            request,
            "tournaments/desk/settings.html",
            here="settings",
            form=form,
            typed=form.typed,
            categories=words_of_categories(desk.tournament),
            seasons=desk.club.seasons.order_by("-starts"),
            status=form.typed.status,
        ),
    )


LONGEST_LINE = 120
LONGEST_SLUG = 60
LEAST, MOST, NEEDED = 4, 2000, ("name", "slug", "played_on")
DESCRIBED = (
    "name", "slug", "place", "played_on", "begins_at", "season", "capacity", "sign_up_until",
    "public", "season_final",
)  # fmt: skip
DESCRIPTION_AT = {f"/{name}": name for name in (*DESCRIBED, "preset", "reason")}


def typed_description(post: QueryDict) -> dict[str, str]:
    """The fields as they were typed; without an address one is made from the name."""
    values = {name: words_of(post, name, longest=LONGEST_LINE) for name in DESCRIBED}
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
            if at in NEEDED and not text:
                raise ValueError
            read[name] = parse(text) if text else None
        except (ValueError, OverflowError) as error:
            faults.append(Finding("unreadable", f"/{at}", str(words or error)))
    return read, faults


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
    ("name", "name", str, gettext_lazy("Wie heisst das Turnier?")),
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


RUNNING = Tournament.State.RUNNING
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
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
            "current": sorted(current, key=lambda row: (row.state != RUNNING, row.played_on)),
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
        show=lambda: render(
            request,
            "tournaments/desk/new.html",
            {"club": club, "typed": form.typed, "presets": list(_presets()), "key": new_key()},
            status=form.typed.status,
        ),
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
        self.typed.refuse(refusal, DESCRIPTION_AT)


def _create(actor: Actor, club: Club, form: FormState) -> Tournament:
    description, faults = read_description(form.values)
    preset = form.values["preset"]
    if preset not in PRESETS:
        faults.insert(0, Finding("unknown_preset", "/preset", _("Wähle, was gespielt wird.")))
    Invalid.raise_for(faults, _("So lässt sich das Turnier noch nicht einrichten."))
    return services.create_tournament(
        actor=actor, club_id=club.pk, preset=preset, description=description
    )


def _presets() -> Iterable[dict[str, Any]]:
    """The presets in the language of the reader."""
    for preset in PRESETS.values():
        yield {
            "slug": preset.slug,
            "title": preset.title[spoken()],
            "summary": preset.summary[spoken()],
            "source": preset.source,
        }
