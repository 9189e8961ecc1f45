"""The tournaments of a club, and setting up a new one."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.rights import club_at, has_role, require_role
from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.web.form_state import FormState, new_key
from jassclub.web.forms import done, page, submit
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.desk import services
from tournaments.desk.pages.description import (
    FIELD_OF,
    proposed_slug,
    read_description,
    typed_description,
)
from tournaments.format.pure import PRESETS

State = Tournament.State
OVER = (State.FINISHED, State.CANCELLED)
FIRST_PRESET = "einzelschieber-4x8"


@never_cache
@require_GET
@page
def tournaments(request: HttpRequest, slug: str) -> HttpResponse:
    """What runs and what is to come, then what was."""
    actor = actor_of(request)
    club = club_at(actor, slug)
    rows = list(visible_tournaments(actor).filter(club=club).order_by("-played_on", "name"))
    current = [row for row in rows if row.state not in OVER]
    context = {
        "club": club,
        "current": sorted(current, key=lambda row: (row.state != State.RUNNING, row.played_on)),
        "past": [row for row in rows if row.state in OVER],
        "may_direct": has_role(actor, club.pk, Role.DIRECTOR),
    }
    return render(request, "tournaments/desk/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
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
        values = typed_description(post) | {"preset": post.get("preset", "")[:60]}
        self.typed = FormState(values)

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
        text = _("Wähle, was gespielt wird.")
        faults.insert(0, Finding("unknown_preset", "/preset", text))
    Invalid.raise_for(faults, _("So lässt sich das Turnier noch nicht einrichten."))
    return services.create_tournament(
        actor=actor, club_id=club.pk, preset=preset, description=description
    )


def _show(request: HttpRequest, club: Club, form: FormState) -> HttpResponse:
    context = {"club": club, "typed": form, "presets": list(_presets()), "key": new_key()}
    return render(request, "tournaments/desk/new.html", context, status=form.status)


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
